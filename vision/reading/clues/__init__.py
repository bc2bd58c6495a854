"""The margins of a flat board → the numbers that stand there."""
