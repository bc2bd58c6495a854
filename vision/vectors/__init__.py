"""Drawings → pages of vectors → SVG and PDF."""
