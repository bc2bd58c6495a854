"""A picture and the player's mistakes → the brackets around these."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.formats.annotated import CROSS, WATER

from ..board import Board
from ..files.pixels import Image
from .layer import Layer
from .palette import theme_of
from .shapes import Stroke

INSET, ARM = 0.17, 0.2
"""How far the brackets stand from a cell's border, and how long their arms are, in cells."""
STROKE, HALO = 0.085, 0.045
"""Width of their strokes, and of the halo around these, in cells."""


def find_mistakes(
    marks: Sequence[Sequence[int | None]], water: Sequence[Sequence[bool]]
) -> NDArray[np.bool_]:
    """Return (rows, cols): where the player surely put water in a dry cell, or a cross in a wet one."""
    put, wet = np.array(marks, np.object_), np.array(water, np.bool_)
    return np.asarray(((put == WATER) & ~wet) | ((put == CROSS) & wet), np.bool_)


def mistakes_layer(image: Image, board: Board, wrong: ArrayLike) -> Layer:
    """Return brackets in the four corners of every cell where wrong[row][col].

    They are for a picture, uint8 (H, W, 3) RGB. What the player has put there stays in sight between them.
    """
    layer = Layer(board)
    if cells := [(row, col) for row, col in np.argwhere(np.asarray(wrong, np.bool_)).tolist()]:
        theme = theme_of(image, board)
        layer.mark(cells, _brackets(STROKE + 2 * HALO), theme.halo)
        layer.mark(cells, _brackets(STROKE), theme.mistake)
    return layer


def draw_mistakes(image: Image, board: Board, wrong: ArrayLike) -> Image:
    """Return a copy of a picture, uint8 (H, W, 3) RGB, with its mistakes bracketed."""
    return mistakes_layer(image, board, wrong).lay_on(image.copy())


def _brackets(width: float) -> tuple[Stroke, ...]:
    """Return the brackets of a cell, their strokes' width in cells."""
    ends: Sequence[tuple[float, float]] = ((INSET, INSET + ARM), (1 - INSET, 1 - INSET - ARM))
    return tuple(
        Stroke(((inner_x, y), (x, y), (x, inner_y)), width) for x, inner_x in ends for y, inner_y in ends
    )
