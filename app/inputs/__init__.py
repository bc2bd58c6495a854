"""Words of a command line → the pictures that are meant, and where what is written belongs."""
