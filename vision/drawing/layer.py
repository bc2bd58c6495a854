"""A sheet of glass over the board: painted in cells, then laid on a picture however the board stands."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.puzzle import Cell

from ..board import Board
from ..files.pixels import Image

FINENESS = 2
"""Pixels of the glass per pixel of the picture: averaged, they make edges smooth."""
MOST_PITCH = 128
"""Pixels of the glass per cell beyond which nothing gets smoother."""
MOST_PIXELS = 16_000_000
"""Pixels of the glass: it is coarser on huge boards."""
AROUND = 2.5
"""Cells of glass beyond the frame, on every side: clues stand within two."""
BAND = 1 << 20
"""Pixels of the picture that are coloured at a time."""
FINER = 4
"""Times as large as they are needed stamps are drawn, to be smooth."""

Mask = NDArray[np.uint8]
Span = tuple[float, float, float, float]
"""left, top, right, bottom in board positions."""


@dataclass(frozen=True)
class Paint:
    """A colour that lets some of what is below it through."""

    colour: tuple[int, int, int]
    """RGB."""
    opacity: int
    """0 to 255, which hides all."""

    @cached_property
    def weighed(self) -> NDArray[np.uint8]:
        """(4,) what it adds to each channel, and its opacity."""
        return np.array(
            [*((level * self.opacity + 127) // 255 for level in self.colour), self.opacity], np.uint8
        )

    @property
    def packed(self) -> np.uint32:
        """The same four bytes as one number."""
        return np.uint32(self.weighed.view(np.uint32)[0])


CLEAR = Paint((0, 0, 0), 0)


@dataclass(frozen=True, eq=False)
class Glass:
    """Paint over a board and its margins."""

    board: Board
    ground: Paint
    """What the glass is tinted with where nothing is painted, and the picture beyond it."""
    pitch: int
    """Pixels per cell."""
    pixels: NDArray[np.uint8]
    """(H, W, 4) RGB weighed by opacity, and opacity."""
    painted: list[Span] = field(default_factory=list)
    """Where there is paint."""

    @classmethod
    def over(cls, board: Board, ground: Paint = CLEAR) -> "Glass":
        """Return a glass over a board, all of one tint."""
        high, wide = board.rows + 2 * AROUND, board.cols + 2 * AROUND
        pitch = int(min(np.ceil(FINENESS * board.pitch), MOST_PITCH, np.sqrt(MOST_PIXELS / (high * wide))))
        pitch = max(pitch, 1)
        shape = round(high * pitch), round(wide * pitch)
        if ground.opacity:
            return cls(board, ground, pitch, np.full((*shape, 1), ground.packed).view(np.uint8))
        return cls(board, ground, pitch, np.zeros((*shape, 4), np.uint8))

    def fill(self, span: Span, paint: Paint) -> None:
        """Paint a rectangle anew."""
        self.painted.append(span)
        left, top, right, bottom = (max(0, round((AROUND + edge) * self.pitch)) for edge in span)
        self.pixels[top:bottom, left:right] = paint.weighed

    def fill_cells(self, cells: Iterable[Cell], paint: Paint) -> None:
        """Paint whole cells anew."""
        for row, col in cells:
            self.fill((col, row, col + 1, row + 1), paint)

    def outline(self, cells: Iterable[Cell], width: float, paint: Paint) -> None:
        """Paint a band, so many cells wide, inside the border of a shape."""
        shape = set(cells)
        for row, col in shape:
            for down in (-1, 0, 1):
                for right in (-1, 0, 1):
                    if (row + down, col + right) not in shape:
                        self.fill(_edge(row, col, down, right, width), paint)

    def stamp(self, cell: Cell, mask: Mask, paint: Paint) -> None:
        """Paint over a cell as much as a mask (pitch, pitch) of 0 to 255 says."""
        part = self._cell(cell)
        share = mask[..., None].astype(np.uint16)
        part[:] = ((255 - share) * part + share * paint.weighed + 127) // 255

    def copy(self, cell: Cell, others: Iterable[Cell]) -> None:
        """Paint other cells anew, just as one cell is painted."""
        pattern = self._cell(cell).copy()
        for other in others:
            self._cell(other)[:] = pattern

    def _cell(self, cell: Cell) -> NDArray[np.uint8]:
        """Return the pixels over a cell, to be painted."""
        row, col = cell
        self.painted.append((col, row, col + 1, row + 1))
        top, left = round((AROUND + row) * self.pitch), round((AROUND + col) * self.pitch)
        return self.pixels[top : top + self.pitch, left : left + self.pitch]

    def lay_on(self, drawn: Image) -> None:
        """Tint a picture in place, band by band, so that a large one in perspective needs little memory."""
        left, top, right, bottom = self._reach()
        left, top = max(left, 0), max(top, 0)
        right, bottom = max(left, min(right, drawn.shape[1])), max(top, min(bottom, drawn.shape[0]))
        if self.ground.opacity:
            for part in (drawn[:top], drawn[bottom:], drawn[top:bottom, :left], drawn[top:bottom, right:]):
                if part.size:
                    part[:] = cv2.LUT(part, _tints(self.ground))
        high = max(1, BAND // max(1, right - left))
        for start in range(top, bottom, high):
            part = drawn[start : min(start + high, bottom), left:right]
            seen = self._seen_in_picture((left, start), part.shape[:2])
            rest = cv2.cvtColor(255 - seen[..., 3], cv2.COLOR_GRAY2RGB)
            cv2.add(cv2.multiply(part, rest, scale=1 / 255), cv2.cvtColor(seen, cv2.COLOR_RGBA2RGB), part)

    def _reach(self) -> tuple[int, int, int, int]:
        """Return the box of the picture beyond which all is of the ground's tint."""
        if self.ground.opacity:
            far = (-AROUND, -AROUND, self.board.cols + AROUND, self.board.rows + AROUND)
            return self.board.boxes([far])[0]
        if not self.painted:
            return (0, 0, 0, 0)
        lefts, tops, rights, bottoms = zip(*self.painted, strict=True)
        left, top, right, bottom = self.board.boxes([(min(lefts), min(tops), max(rights), max(bottoms))])[0]
        return left - 1, top - 1, right + 1, bottom + 1

    def _seen_in_picture(self, start: tuple[int, int], shape: tuple[int, int]) -> NDArray[np.uint8]:
        """Return (h, w, 4): the paint on the picture's part that begins at start (x, y)."""
        x = np.arange(shape[1])[None, :] + start[0] + 0.5
        y = np.arange(shape[0])[:, None] + start[1] + 0.5
        u, v = (
            np.broadcast_to((AROUND + place) * self.pitch - 0.5, shape).astype(np.float32)
            for place in self.board.positions(x, y)
        )
        ground = tuple(map(float, self.ground.weighed))
        seen = cv2.remap(
            self.pixels, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=ground
        )
        return np.asarray(seen, np.uint8)


def cross_mask(pitch: int, reach: float, width: float) -> Mask:
    """Return (pitch, pitch): a cross around the middle; reach and width in cells."""
    near, far = 0.5 - reach, 0.5 + reach
    return _drawn_fine(pitch, [((near, near), (far, far)), ((near, far), (far, near))], width)


def dot_mask(pitch: int, radius: float) -> Mask:
    """Return (pitch, pitch): a disc in the middle, its radius in cells."""
    return _drawn_fine(pitch, [((0.5, 0.5), (0.5, 0.5))], 2 * radius)


def stripe_mask(pitch: int, count: int, share: float) -> Mask:
    """Return (pitch, pitch): so many slanting stripes, covering a share, that go on from cell to cell."""
    along = (np.arange(pitch) + 0.5) * count / pitch
    inside = share / 2 - np.abs((along[:, None] + along) % 1 - 0.5)
    return np.asarray(np.clip(inside * pitch / count + 0.5, 0, 1) * 255, np.uint8)


def _drawn_fine(
    pitch: int, strokes: list[tuple[tuple[float, float], tuple[float, float]]], width: float
) -> Mask:
    side = pitch * FINER
    fine = np.zeros((side, side), np.uint8)
    for start, end in strokes:
        ends = [tuple(round(place * (side - 1)) for place in point) for point in (start, end)]
        cv2.line(fine, ends[0], ends[1], 255, max(1, round(width * side)))
    return np.asarray(cv2.resize(fine, (pitch, pitch), interpolation=cv2.INTER_AREA), np.uint8)


def _edge(row: int, col: int, down: int, right: int, width: float) -> Span:
    """Return the part of a cell along the side, or in the corner, towards a neighbour."""
    spans = {-1: (0.0, width), 0: (0.0, 1.0), 1: (1 - width, 1.0)}
    (left, east), (top, south) = spans[right], spans[down]
    return col + left, row + top, col + east, row + south


@cache
def _tints(paint: Paint) -> NDArray[np.uint8]:
    """Return (1, 256, 3): what becomes of every level of every channel."""
    rest = np.arange(256)[None, :, None] * (255 - paint.opacity)
    return np.asarray((rest + 127) // 255 + paint.weighed[:3], np.uint8)
