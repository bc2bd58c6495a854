"""Pixels → what is read on the board, in the order that `read` tells."""
