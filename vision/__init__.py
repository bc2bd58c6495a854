"""Pixels to a reading, and water to pixels."""

from .board import Board
from .finder import BoardNotFound, find_boards
from .image import Image
from .overlay import draw_mistakes, draw_water, find_mistakes
from .reader import read
from .reading import Reading

__all__ = [
    "Board",
    "BoardNotFound",
    "Image",
    "Reading",
    "draw_mistakes",
    "draw_water",
    "find_boards",
    "find_mistakes",
    "read",
]
