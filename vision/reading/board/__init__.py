"""Pixels → boards: where grids of cells stand in a picture, and how far they go."""
