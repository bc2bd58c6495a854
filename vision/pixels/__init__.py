"""Measures of pixels that reading and drawing share."""
