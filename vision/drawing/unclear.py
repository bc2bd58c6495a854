"""A picture and the cells of which cannot be told what is put there → the picture with these asked about."""

from collections.abc import Sequence

from solver.grid import Cell

from ..board import Board
from ..files.pixels import Image
from .layer import Layer
from .palette import theme_of
from .shapes import Stroke, arc

BORDER = 0.07
"""Width, in cells, of a border: thinner than that of a mistake."""
HALO = 0.06
"""Width of the halo around the question mark, in cells."""
BOW, STROKE = 0.13, 0.09
"""Radius of a question mark's bow, and its stroke's width, in cells."""
TOP, STEM, DOT = 0.36, 0.6, 0.74
"""Where the middle of the bow, the end of the stem and the dot are, in cells from the top."""
DOT_SHARE = 1.2
"""The dot's width as a share of the stroke's."""


def unclear_layer(image: Image, board: Board, cells: Sequence[Cell]) -> Layer:
    """Return a question mark and a border in cells of which cannot be told what is put there.

    They are for a picture, uint8 (H, W, 3) RGB. Mistakes are in magenta brackets; these are no mistakes, and
    look like none.
    """
    theme = theme_of(image, board)
    layer = Layer(board)
    for cell in cells:
        layer.outline([cell], BORDER, theme.unclear)
    layer.mark(cells, _question(STROKE + 2 * HALO), theme.halo)
    layer.mark(cells, _question(STROKE), theme.unclear)
    return layer


def _question(width: float) -> tuple[Stroke, ...]:
    """Return a question mark, its stroke's width in cells."""
    bow = arc((0.5, TOP), BOW, -190, 90)
    return Stroke((*bow, (0.5, STEM)), width), Stroke(((0.5, DOT),), DOT_SHARE * width)
