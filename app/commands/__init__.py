"""The commands: words on the command line → what is done for them."""
