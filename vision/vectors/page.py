"""What a page of vectors is made of, in the order in which it is painted; all places are (x, y) in pixels."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..drawing.palette import Colour, Paint
from ..drawing.puzzle import Anchor

Place = tuple[float, float]
"""x from the left and y from the top, in pixels of the picture."""
Ring = tuple[Place, ...]
"""The corners of a closed line."""

FONT = "Helvetica, Arial, sans-serif"
"""Of the words: what every viewer has. All are bold."""
DIGIT_WIDTH, DIGIT_HEIGHT = 0.556, 0.72
"""Of a digit in that font, in font sizes."""
SCREEN_DOTS = 96.0
"""Pixels per inch on paper, where the picture does not say."""


@dataclass(frozen=True, slots=True)
class Area:
    """What lies within an odd number of rings."""

    rings: tuple[Ring, ...]
    paint: Paint


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines with round ends; where they cross, the paint is no thicker."""

    lines: tuple[tuple[Place, ...], ...]
    width: float
    """In pixels."""
    paint: Paint


@dataclass(frozen=True, slots=True)
class Words:
    """One line of bold letters."""

    text: str
    at: Place
    """Where the letters stand: on the left, in the middle or on the right, by the anchor."""
    size: float
    """Of the font, in pixels."""
    colour: Colour
    anchor: Anchor = "start"


@dataclass(frozen=True, eq=False, slots=True)
class Raster:
    """The pixels of a picture."""

    pixels: NDArray[np.uint8]
    """(H, W, 3) RGB or (H, W, 4) RGBA."""
    is_photo: bool = False
    """Whether it came as JPEG: it need not come back to the last level."""


@dataclass(frozen=True, eq=False, slots=True)
class Group:
    """Items that are moved and scaled together."""

    at: Place
    """Where (0, 0) comes to be."""
    scale: float
    items: tuple["Item", ...]


Item = Area | Lines | Words | Raster | Group


@dataclass(frozen=True, eq=False, slots=True)
class Page:
    """Items on an empty page."""

    width: float
    """In pixels."""
    height: float
    items: tuple[Item, ...]
    dots_per_inch: float = SCREEN_DOTS
    """Pixels per inch on paper."""


def rectangle(left: float, top: float, right: float, bottom: float) -> Ring:
    """Return the ring around a rectangle."""
    return (left, top), (right, top), (right, bottom), (left, bottom)
