"""What every side and every cell of a flat board is."""
