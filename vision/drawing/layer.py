"""A transparent layer over the board: painted in cells, then composited onto a picture in any perspective."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.puzzle import Cell

from ..board import Board, CellBox, PixelBox
from ..files.pixels import Image
from .palette import CLEAR, Paint

FINENESS = 2
"""Pixels of the layer per pixel of the picture: averaged, they make edges smooth."""
MOST_PITCH = 128
"""Pixels of the layer per cell beyond which nothing gets smoother."""
MOST_PIXELS = 16_000_000
"""Pixels of the layer: it is coarser on huge boards."""
AROUND = 2.5
"""Cells of the layer beyond the frame, on every side: clues stand within two."""
BAND = 1 << 20
"""Pixels of the picture that are coloured at a time."""
FINER = 4
"""Times as large as they are needed stamps are drawn, to be smooth."""

BORDER = 0.09
"""Width, in cells, of the border around marked cells and of a mistake's strokes."""
STRIPES, STRIPE_SHARE = 2, 0.4
"""Stripes in a cell, and the share of it that they cover."""

Mask = NDArray[np.uint8]
"""(pitch, pitch): how much of a cell is painted, 0 to 255."""


@dataclass(frozen=True, eq=False)
class Layer:
    """Paint over a board and its margins."""

    board: Board
    ground: Paint
    """What it is tinted with where nothing is painted, and the picture beyond it."""
    pitch: int
    """Pixels per cell."""
    pixels: NDArray[np.uint8]
    """(H, W, 4) RGB premultiplied by opacity, and opacity."""
    painted: list[CellBox] = field(default_factory=list)
    """Where there is paint."""

    @classmethod
    def over(cls, board: Board, ground: Paint = CLEAR) -> "Layer":
        """Return a layer over a board, all of one tint."""
        high, wide = board.rows + 2 * AROUND, board.cols + 2 * AROUND
        pitch = int(min(np.ceil(FINENESS * board.pitch), MOST_PITCH, np.sqrt(MOST_PIXELS / (high * wide))))
        pitch = max(pitch, 1)
        shape = round(high * pitch), round(wide * pitch)
        tint = ground.premultiplied.view(np.uint32)[0]  # filled as one number, four times as fast
        return cls(board, ground, pitch, np.full((*shape, 1), tint).view(np.uint8))

    def fill(self, span: CellBox, paint: Paint) -> None:
        """Paint a rectangle anew."""
        self.painted.append(span)
        left, top, right, bottom = (max(0, round((AROUND + edge) * self.pitch)) for edge in span)
        self.pixels[top:bottom, left:right] = paint.premultiplied

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
        part[:] = ((255 - share) * part + share * paint.premultiplied + 127) // 255

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

    def lay_on(self, drawn: Image) -> Image:
        """Composite onto a picture, in place, and return it."""
        box = left, top, right, bottom = _clipped(self._reach(), drawn)
        if self.ground.opacity:
            for part in (drawn[:top], drawn[bottom:], drawn[top:bottom, :left], drawn[top:bottom, right:]):
                if part.size:
                    part[:] = cv2.LUT(part, _tints(self.ground))
        for start, part in bands(drawn, box):
            seen = self._seen_in_picture(start, part.shape[:2])
            rest = cv2.cvtColor(255 - seen[..., 3], cv2.COLOR_GRAY2RGB)
            cv2.add(cv2.multiply(part, rest, scale=1 / 255), cv2.cvtColor(seen, cv2.COLOR_RGBA2RGB), part)
        return drawn

    def _reach(self) -> PixelBox:
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
        ground = tuple(map(float, self.ground.premultiplied))
        seen = cv2.remap(
            self.pixels, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=ground
        )
        return np.asarray(seen, np.uint8)


def bands(picture: Image, box: PixelBox) -> Iterator[tuple[tuple[int, int], Image]]:
    """Yield views of a box of a picture, each with its corner (x, y): drawing then needs little memory."""
    left, top, right, bottom = _clipped(box, picture)
    high = max(1, BAND // max(1, right - left))
    for start in range(top, bottom if left < right else top, high):
        yield (left, start), picture[start : min(start + high, bottom), left:right]


def _clipped(box: PixelBox, picture: Image) -> PixelBox:
    left, top = max(box[0], 0), max(box[1], 0)
    return left, top, max(left, min(box[2], picture.shape[1])), max(top, min(box[3], picture.shape[0]))


def cross_mask(pitch: int, reach: float, width: float) -> Mask:
    """Return (pitch, pitch): a cross around the middle; reach and width in cells."""
    near, far = 0.5 - reach, 0.5 + reach
    return _drawn_fine(pitch, [((near, near), (far, far)), ((near, far), (far, near))], width)


def dot_mask(pitch: int, radius: float) -> Mask:
    """Return (pitch, pitch): a disc in the middle, its radius in cells."""
    return _drawn_fine(pitch, [((0.5, 0.5), (0.5, 0.5))], 2 * radius)


def stripe_mask(pitch: int) -> Mask:
    """Return (pitch, pitch): slanting stripes that go on from cell to cell."""
    along = (np.arange(pitch) + 0.5) * STRIPES / pitch
    inside = STRIPE_SHARE / 2 - np.abs((along[:, None] + along) % 1 - 0.5)
    return np.asarray(np.clip(inside * pitch / STRIPES + 0.5, 0, 1) * 255, np.uint8)


def _drawn_fine(
    pitch: int, strokes: list[tuple[tuple[float, float], tuple[float, float]]], width: float
) -> Mask:
    side = pitch * FINER
    fine = np.zeros((side, side), np.uint8)
    for start, end in strokes:
        ends = [tuple(round(place * (side - 1)) for place in point) for point in (start, end)]
        cv2.line(fine, ends[0], ends[1], 255, max(1, round(width * side)))
    return np.asarray(cv2.resize(fine, (pitch, pitch), interpolation=cv2.INTER_AREA), np.uint8)


def _edge(row: int, col: int, down: int, right: int, width: float) -> CellBox:
    """Return the part of a cell along the side, or in the corner, towards a neighbour."""
    spans = {-1: (0.0, width), 0: (0.0, 1.0), 1: (1 - width, 1.0)}
    (left, east), (top, south) = spans[right], spans[down]
    return col + left, row + top, col + east, row + south


@cache
def _tints(paint: Paint) -> NDArray[np.uint8]:
    """Return (1, 256, 3): what becomes of every level of every channel."""
    rest = np.arange(256)[None, :, None] * (255 - paint.opacity)
    return np.asarray((rest + 127) // 255 + paint.premultiplied[:3], np.uint8)
