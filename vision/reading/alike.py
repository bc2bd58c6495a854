"""A board → where on its page others stand that are printed as it is: where its lines fit once more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from ..pixels.brightness import strongest_channel
from .comb import SURE
from .find import reduced

if TYPE_CHECKING:
    from ..board import Board
    from ..files.pixels import Image

PITCH, SPARE = 10.0, 2
"""About the pixels of a cell in the reduced picture, for with fewer lines and gaps run into each other; and
those beyond the outer lines, which are as wide as the others."""
STEEP = 32
"""Levels between neighbouring pixels beyond which they count no more: water and walls outweigh lines."""
APART = 0.9
"""Share of a board's width or height by which others are moved from it, at least."""


def find_alike(image: Image, board: Board) -> Iterator[Board]:
    """Yield where else in a picture, uint8 (H, W, 3), a board's lines fit, best first.

    Their contrast is how well they do so, against how well they fit the board itself.
    """
    if not _has_room(image, board):
        return
    factor = max(1, round(board.pitch / PITCH))
    lines, (left, top) = _lines(board, factor)
    edges = np.pad(_edges(reduced(image, factor)), SPARE)
    if (np.array(edges.shape) < lines.shape).any():  # a part of the board lies beyond the picture
        return
    fits, x, y = cv2.matchTemplate(edges, lines, cv2.TM_CCOEFF_NORMED), left, top
    own = float(fits[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2].max(initial=0))
    while own > 0:
        _leave_out(fits, x, y, lines.shape)
        y, x = divmod(int(fits.argmax()), fits.shape[1])
        if (contrast := min(1.0, float(fits[y, x]) / own)) < SURE:
            return
        moved = np.array([[1, 0, factor * (x - left)], [0, 1, factor * (y - top)], [0, 0, 1]])
        yield replace(board, to_picture=moved @ board.to_picture, contrast=contrast)


def _has_room(image: Image, board: Board) -> bool:
    """Whether there is room for such a board beside this one."""
    (height, width), (left, top, right, bottom) = image.shape[:2], board.box
    beside, below = max(left, width - right), max(top, height - bottom)
    return bool(beside > right - left or below > bottom - top)


def _edges(image: MatLike) -> NDArray[np.float32]:
    """Return (H, W): by how many levels pixels differ from those around them, in whatever colour."""
    steps = strongest_channel(cv2.morphologyEx(image, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)))
    return np.minimum(steps, STEEP).astype(np.float32)


def _lines(board: Board, factor: int) -> tuple[NDArray[np.float32], tuple[int, int]]:
    """Return a reduced board's lines, as wide as their edges, and the first pixel (x, y) of their box.

    The box is larger by SPARE all around, and so is the picture in which it stands there.
    """
    left, top, right, bottom = (round(edge / factor) for edge in board.box)
    drawn = np.zeros((bottom - top + 2 * SPARE, right - left + 2 * SPARE), np.uint8)
    ends = [((col, col), (0, board.rows)) for col in range(board.cols + 1)]
    ends += [((0, board.cols), (row, row)) for row in range(board.rows + 1)]
    for u, v in ends:
        x, y = board.points(np.array(u, float), np.array(v, float))
        places = np.stack([x / factor - left, y / factor - top], axis=1) + (SPARE - 0.5)
        one, other = np.rint(places).astype(int).tolist()
        cv2.line(drawn, one, other, 255)
    return cv2.GaussianBlur(drawn, (3, 3), 0).astype(np.float32), (left, top)


def _leave_out(fits: MatLike, x: int, y: int, shape: tuple[int, ...]) -> None:
    """Let nothing fit that overlaps what stands at x, y."""
    height, width = (round(APART * length) for length in shape)
    fits[max(0, y - height) : y + height, max(0, x - width) : x + width] = -1
