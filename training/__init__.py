"""Draws numbers and trains the digit networks; by hand, with the extra `train`."""
