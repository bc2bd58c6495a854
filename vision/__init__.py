"""Pixels to a reading, and water to pixels. A name loads its module when it is first used."""

from typing import TYPE_CHECKING

from solver.lazy import load_on_use

if TYPE_CHECKING:
    from .board import Board
    from .drawing.colours import parse_colour
    from .drawing.mistakes import draw_mistakes, find_mistakes
    from .drawing.water import draw_water
    from .files.pixels import Image
    from .reading.agreement import contradicts
    from .reading.detect import BoardNotFound
    from .reading.read import read
    from .reading.reading import Reading

__all__ = [
    "Board",
    "BoardNotFound",
    "Image",
    "Reading",
    "contradicts",
    "draw_mistakes",
    "draw_water",
    "find_mistakes",
    "parse_colour",
    "read",
]

if not TYPE_CHECKING:  # who checks types would take every name for one of these
    __getattr__ = load_on_use(
        __name__,
        {
            "Board": "board",
            "BoardNotFound": "reading.detect",
            "Image": "files.pixels",
            "Reading": "reading.reading",
            "contradicts": "reading.agreement",
            "draw_mistakes": "drawing.mistakes",
            "draw_water": "drawing.water",
            "find_mistakes": "drawing.mistakes",
            "parse_colour": "drawing.colours",
            "read": "reading.read",
        },
    )
