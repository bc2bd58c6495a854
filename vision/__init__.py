"""Pixels to a reading, and water to pixels. A name loads its module when it is first used."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .board import Board
    from .drawing.water import draw_mistakes, draw_water, find_mistakes
    from .files.pixels import Image
    from .reading.detect import BoardNotFound
    from .reading.read import read
    from .reading.reading import Reading

__all__ = [
    "Board",
    "BoardNotFound",
    "Image",
    "Reading",
    "draw_mistakes",
    "draw_water",
    "find_mistakes",
    "read",
]

_MODULES = {
    "Board": "board",
    "BoardNotFound": "reading.detect",
    "Image": "files.pixels",
    "Reading": "reading.reading",
    "draw_mistakes": "drawing.water",
    "draw_water": "drawing.water",
    "find_mistakes": "drawing.water",
    "read": "reading.read",
}


def __getattr__(name: str) -> object:
    """Load a public name (PEP 562): NumPy and OpenCV cost time that some commands do without."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_MODULES[name]}", __name__), name)
    globals()[name] = value
    return value
