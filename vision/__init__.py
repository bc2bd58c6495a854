"""Pixels to a reading, and water to pixels."""

from .board import Board
from .drawing.water import draw_mistakes, draw_water, find_mistakes
from .files.pixels import Image
from .reading.detect import BoardNotFound, find_boards
from .reading.read import read
from .reading.reading import Reading

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
