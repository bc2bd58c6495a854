"""A part of a picture, and in which patch of its board each pixel lies."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from ..board import Board

PATCHES = 8
"""Patches along a cell's side: in each the paper has one shade."""
SAMPLE_POINT = 0.75
"""Where in a pixel it is decided to which cell it belongs. Lines are centred on the middle or the edge of a
pixel, so neither of those may be the place: the smallest difference in a line's position would move a whole
row of pixels."""

Levels = NDArray[np.uint8]
"""(..., 3) RGB, or (...) of one channel."""


def in_patches(cells: Levels) -> Levels:
    """Return (rows * PATCHES, cols * PATCHES, ...): what is known of cells, (rows, cols, ...)."""
    return cells.repeat(PATCHES, axis=0).repeat(PATCHES, axis=1)


@dataclass(frozen=True, eq=False)
class Window:
    """A part of a picture, and where each of its pixels is on the board.

    Patches are counted from 1; 0 and the largest number stand for all that is beyond the frame.
    """

    rows: NDArray[np.int16]
    """(h, w), or (h, 1) on an upright board: rows of patches."""
    cols: NDArray[np.int16]
    """(h, w), or (1, w): columns of patches."""
    down: NDArray[np.floating]
    """(h, w), or (h, 1): how many cells below the board's top."""

    @classmethod
    def over(cls, board: Board, start: tuple[int, int], shape: tuple[int, int]) -> "Window":
        """Return the window of that shape (h, w) that begins at start (x, y)."""
        x = np.arange(shape[1])[None, :] + start[0] + SAMPLE_POINT
        y = np.arange(shape[0])[:, None] + start[1] + SAMPLE_POINT
        u, v = board.positions(x, y)
        return cls(_patch(v, board.rows), _patch(u, board.cols), v)

    @property
    def is_upright(self) -> bool:
        """Whether all pixels of a row are in one row of the board, and so of columns."""
        return bool(self.rows.shape[1] == 1 and self.cols.shape[0] == 1)

    def of_pixels(self, patches: Levels) -> Levels:
        """Return (h, w, ...): for each pixel what is known of its patch, and 0 beyond the frame."""
        framed = np.asarray(cv2.copyMakeBorder(patches, 1, 1, 1, 1, cv2.BORDER_CONSTANT), np.uint8)
        if self.is_upright:
            first, last = int(self.rows[0, 0]), int(self.rows[-1, 0])
            planes = cv2.split(framed[first : last + 1])  # single bytes are taken several times as fast
            across = np.asarray(cv2.merge([plane.take(self.cols[0], axis=1) for plane in planes]))
            return np.asarray(across.take(self.rows[:, 0] - first, axis=0), np.uint8)
        nearest = cv2.remap(framed, self._places, np.empty(0, np.uint16), cv2.INTER_NEAREST)
        return np.asarray(nearest, np.uint8)

    @cached_property
    def _places(self) -> NDArray[np.int16]:
        """(h, w, 2): columns and rows, as OpenCV wants them."""
        return np.asarray(cv2.merge([self.cols, self.rows]), np.int16)

    def cropped(self, rows: slice, cols: slice) -> "Window":
        """Return a part of the window."""
        if self.is_upright:
            return Window(self.rows[rows], self.cols[:, cols], self.down[rows])
        return Window(self.rows[rows, cols], self.cols[rows, cols], self.down[rows, cols])


def _patch(positions: NDArray[np.floating], cells: int) -> NDArray[np.int16]:
    """Return in which row or column of patches positions lie, in cells along so many of them."""
    patches = np.clip(np.floor(positions * PATCHES) + 1, 0, cells * PATCHES + 1)
    return np.asarray(patches, np.int16)
