"""Words of a command line → the pictures that are meant, and what their answers are called."""
