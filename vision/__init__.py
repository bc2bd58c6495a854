"""Pixels to a reading, and water to pixels."""
