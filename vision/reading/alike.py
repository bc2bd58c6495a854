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

if TYPE_CHECKING:
    from ..board import Board
    from ..files.pixels import Image

PITCH = 10.0
"""Pixels of a cell, at most, in the reduced picture: fewer, and lines and gaps run into each other."""
STEEP = 32
"""Levels by which pixels next to each other differ, at most, as far as that counts: water, or walls, would else
outweigh all lines."""
APART = 0.9
"""Share of a board's width or height by which others are moved from it, at least."""


def find_alike(image: Image, board: Board) -> Iterator[Board]:
    """Yield where in a picture, uint8 (H, W, 3), a board's lines fit again, best first.

    Not where it stands itself. A part of it may lie beyond the picture.
    """
    scale = min(1.0, PITCH / board.pitch)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lines, (left, top) = _lines(board, scale)
    height, width = lines.shape
    ahead, above = width // 2, height // 2
    edges = cv2.copyMakeBorder(_edges(small), above, above, ahead, ahead, cv2.BORDER_CONSTANT)
    if (np.array(edges.shape) < lines.shape).any():
        return
    fits = cv2.matchTemplate(edges, lines, cv2.TM_CCOEFF_NORMED)
    x, y = left + ahead, top + above
    own = float(fits[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2].max(initial=0))
    while own > 0:
        _leave_out(fits, x, y, lines.shape)
        y, x = divmod(int(fits.argmax()), fits.shape[1])
        if (contrast := min(1.0, float(fits[y, x]) / own)) < SURE:
            return
        moved = np.array([[1, 0, (x - ahead - left) / scale], [0, 1, (y - above - top) / scale], [0, 0, 1]])
        yield replace(board, to_picture=moved @ board.to_picture, contrast=contrast)


def _edges(image: MatLike) -> NDArray[np.float32]:
    """Return (H, W): by how many levels pixels differ from those around them, in whatever colour."""
    steps = strongest_channel(cv2.morphologyEx(image, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)))
    return np.minimum(steps, STEEP).astype(np.float32)


def _lines(board: Board, scale: float) -> tuple[NDArray[np.float32], tuple[int, int]]:
    """Return a reduced board's lines, as wide as their edges, and the first pixel (x, y) of their box."""
    left, top, right, bottom = (round(scale * edge) for edge in board.box)
    drawn = np.zeros((bottom - top + 3, right - left + 3), np.uint8)
    ends = [((col, col), (0, board.rows)) for col in range(board.cols + 1)]
    ends += [((0, board.cols), (row, row)) for row in range(board.rows + 1)]
    for u, v in ends:
        x, y = board.points(np.array(u, float), np.array(v, float))
        one, other = np.rint(np.stack([scale * x - left + 1, scale * y - top + 1], axis=1) - 0.5).astype(int)
        cv2.line(drawn, tuple(one.tolist()), tuple(other.tolist()), 255)
    return cv2.GaussianBlur(drawn, (3, 3), 0).astype(np.float32), (left - 1, top - 1)


def _leave_out(fits: MatLike, x: int, y: int, shape: tuple[int, ...]) -> None:
    """Let nothing fit that overlaps what stands at x, y."""
    height, width = (round(APART * length) for length in shape)
    fits[max(0, y - height) : y + height, max(0, x - width) : x + width] = -1
