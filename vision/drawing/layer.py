"""A transparent layer over the board: shapes in cells, composited onto a picture in any perspective.

Shapes are the same for pixels, here, and for vectors.
"""

import math
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise, product

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.grid import Cell

from ..board import Board, CellBox, PixelBox, clipped
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
BAND = 1 << 18
"""Pixels of the picture that are coloured at a time."""
FINER = 4
"""Times as large as they are needed stamps are drawn, to be smooth."""

BORDER = 0.09
"""Width, in cells, of the border around marked cells and of a mistake's strokes."""
STRIPES, STRIPE_SHARE = 2, 0.4
"""Stripes in a cell, and the share of it that they cover."""

ARC_STEP = 10
"""Degrees between the points of an arc."""

Pixels = NDArray[np.uint8]
"""(H, W, 4) RGB premultiplied by opacity, and opacity."""
Mask = NDArray[np.uint8]
"""(pitch, pitch): how much of a cell is painted, 0 to 255."""


@dataclass(frozen=True, eq=False, slots=True)
class Stroke:
    """A line with round ends in a cell; a disc where it has one point."""

    points: tuple[tuple[float, float], ...]
    """(u, v) in cells from the cell's left and top."""
    width: float
    """In cells."""


@dataclass(frozen=True, eq=False, slots=True)
class Fill:
    """Rectangles painted anew: what was painted there before is gone."""

    boxes: tuple[CellBox, ...]
    paint: Paint


@dataclass(frozen=True, eq=False, slots=True)
class Marks:
    """The same strokes over each of some cells."""

    cells: tuple[Cell, ...]
    strokes: tuple[Stroke, ...]
    paint: Paint


@dataclass(frozen=True, eq=False, slots=True)
class Stripes:
    """Slanting stripes over cells, which go on from cell to cell."""

    cells: tuple[Cell, ...]
    paint: Paint


Shape = Fill | Marks | Stripes


@dataclass(frozen=True, eq=False, slots=True)
class Layer:
    """What is painted over a board and its margins: shapes, the later ones over those before."""

    board: Board
    ground: Paint = CLEAR
    """What it is tinted with where nothing is painted, and the picture beyond it."""
    shapes: list[Shape] = field(default_factory=list)

    def fill(self, box: CellBox, paint: Paint) -> None:
        """Paint a rectangle anew."""
        self.shapes.append(Fill((box,), paint))

    def fill_cells(self, cells: Iterable[Cell], paint: Paint) -> None:
        """Paint whole cells anew."""
        self.shapes.append(Fill(_cell_boxes(cells), paint))

    def outline(self, cells: Iterable[Cell], width: float, paint: Paint) -> None:
        """Paint a band, so many cells wide, inside the border of a shape."""
        self.shapes.append(Fill(tuple(_outline_boxes(set(cells), width)), paint))

    def mark(self, cells: Iterable[Cell], strokes: tuple[Stroke, ...], paint: Paint) -> None:
        """Paint strokes over each of some cells."""
        self.shapes.append(Marks(tuple(cells), strokes, paint))

    def mark_on_halo(
        self, cells: Iterable[Cell], strokes: tuple[tuple[Stroke, ...], ...], paint: Paint, halo: Paint
    ) -> None:
        """Paint strokes over each of some cells, upon others that are larger and a halo around them."""
        mark, larger = strokes
        marked = tuple(cells)
        self.mark(marked, larger, halo)
        self.mark(marked, mark, paint)

    def stripe(self, cells: Iterable[Cell], paint: Paint) -> None:
        """Paint stripes over cells."""
        self.shapes.append(Stripes(tuple(cells), paint))

    def lay_on(self, drawn: Image) -> Image:
        """Composite onto a picture, in place, and return it."""
        box = left, top, right, bottom = clipped(self._reach(), *drawn.shape[:2])
        if self.ground.opacity:
            for part in (drawn[:top], drawn[bottom:], drawn[top:bottom, :left], drawn[top:bottom, right:]):
                if part.size:
                    part[:] = cv2.LUT(part, _tints(self.ground))
        if left == right or top == bottom:
            return drawn
        pixels, pitch = self._pixels(), self._pitch
        for start, part in bands(drawn, box):
            seen = self._seen_in_picture(pixels, pitch, start, part.shape[:2])
            rest = cv2.cvtColor(255 - seen[..., 3], cv2.COLOR_GRAY2RGB)
            cv2.add(cv2.multiply(part, rest, scale=1 / 255), cv2.cvtColor(seen, cv2.COLOR_RGBA2RGB), part)
        return drawn

    @property
    def _pitch(self) -> int:
        """Pixels of the layer per cell."""
        high, wide = self.board.rows + 2 * AROUND, self.board.cols + 2 * AROUND
        fine = np.ceil(FINENESS * self.board.pitch)
        return max(1, int(min(fine, MOST_PITCH, np.sqrt(MOST_PIXELS / (high * wide)))))

    def _pixels(self) -> Pixels:
        """Return (H, W, 4): RGB premultiplied by opacity, and opacity."""
        pitch = self._pitch
        shape = (round((cells + 2 * AROUND) * pitch) for cells in (self.board.rows, self.board.cols))
        tint = self.ground.premultiplied.view(np.uint32)[0]  # filled as one number, four times as fast
        pixels = np.full((*shape, 1), tint).view(np.uint8)
        for shape_ in self.shapes:
            match shape_:
                case Fill():
                    for box in shape_.boxes:
                        left, top, right, bottom = (max(0, round((AROUND + edge) * pitch)) for edge in box)
                        pixels[top:bottom, left:right] = shape_.paint.premultiplied
                case Marks():
                    _stamp(pixels, pitch, shape_, stroke_mask(pitch, shape_.strokes))
                case Stripes():
                    _stamp(pixels, pitch, shape_, stripe_mask(pitch))
        return pixels

    def _painted(self) -> Iterator[CellBox]:
        """Yield where there is paint."""
        for shape in self.shapes:
            yield from shape.boxes if isinstance(shape, Fill) else _cell_boxes(shape.cells)

    def _reach(self) -> PixelBox:
        """Return the box of the picture beyond which all is of the ground's tint."""
        if self.ground.opacity:
            far = (-AROUND, -AROUND, self.board.cols + AROUND, self.board.rows + AROUND)
            return self.board.boxes([far])[0]
        painted = list(self._painted())
        if not painted:
            return (0, 0, 0, 0)
        lefts, tops, rights, bottoms = zip(*painted, strict=True)
        left, top, right, bottom = self.board.boxes([(min(lefts), min(tops), max(rights), max(bottoms))])[0]
        return left - 1, top - 1, right + 1, bottom + 1

    def _seen_in_picture(
        self, pixels: Pixels, pitch: int, start: tuple[int, int], shape: tuple[int, int]
    ) -> Pixels:
        """Return (h, w, 4): the paint on the picture's part that begins at start (x, y)."""
        x = np.arange(shape[1])[None, :] + start[0] + 0.5
        y = np.arange(shape[0])[:, None] + start[1] + 0.5
        u, v = (
            np.broadcast_to((AROUND + place) * pitch - 0.5, shape).astype(np.float32)
            for place in self.board.positions(x, y)
        )
        ground = tuple(map(float, self.ground.premultiplied))
        seen = cv2.remap(pixels, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=ground)
        return np.asarray(seen, np.uint8)


def bands(picture: Image, box: PixelBox) -> Iterator[tuple[tuple[int, int], Image]]:
    """Yield views of a box of a picture, each with its corner (x, y): drawing then needs little memory."""
    left, top, right, bottom = clipped(box, *picture.shape[:2])
    high = max(1, BAND // max(1, right - left))
    for start in range(top, bottom if left < right else top, high):
        yield (left, start), picture[start : min(start + high, bottom), left:right]


@cache
def stroke_mask(pitch: int, strokes: tuple[Stroke, ...]) -> Mask:
    """Return (pitch, pitch): how much of a cell strokes cover."""
    side = pitch * FINER
    fine = np.zeros((side, side), np.uint8)
    for stroke in strokes:
        width = max(1, round(stroke.width * side))
        points = [(round(u * (side - 1)), round(v * (side - 1))) for u, v in stroke.points]
        for start, end in pairwise(points if len(points) > 1 else points * 2):
            cv2.line(fine, start, end, 255, width)
    return np.asarray(cv2.resize(fine, (pitch, pitch), interpolation=cv2.INTER_AREA), np.uint8)


@cache
def stripe_mask(pitch: int) -> Mask:
    """Return (pitch, pitch): slanting stripes that go on from cell to cell."""
    along = (np.arange(pitch) + 0.5) * STRIPES / pitch
    inside = STRIPE_SHARE / 2 - np.abs((along[:, None] + along) % 1 - 0.5)
    return np.asarray(np.clip(inside * pitch / STRIPES + 0.5, 0, 1) * 255, np.uint8)


def _stamp(pixels: Pixels, pitch: int, shape: Marks | Stripes, mask: Mask) -> None:
    """Paint over cells as much as a mask says; of cells that look alike, only the first is computed."""
    share = mask[..., None].astype(np.uint16)
    before = after = np.zeros(0, np.uint8)
    for row, col in shape.cells:
        top, left = round((AROUND + row) * pitch), round((AROUND + col) * pitch)
        part = pixels[top : top + pitch, left : left + pitch]
        if not np.array_equal(part, before):
            before = part.copy()
            after = (((255 - share) * part + share * shape.paint.premultiplied + 127) // 255).astype(np.uint8)
        part[:] = after


@cache
def _tints(paint: Paint) -> NDArray[np.uint8]:
    """Return (1, 256, 3): what becomes of every level of every channel."""
    rest = np.arange(256)[None, :, None] * (255 - paint.opacity)
    return np.asarray((rest + 127) // 255 + paint.premultiplied[:3], np.uint8)


def cross(reach: float, width: float) -> tuple[Stroke, ...]:
    """Return a cross around the middle of a cell; half its side and its strokes' width in cells."""
    near, far = 0.5 - reach, 0.5 + reach
    return Stroke(((near, near), (far, far)), width), Stroke(((near, far), (far, near)), width)


def dot(radius: float) -> tuple[Stroke, ...]:
    """Return a disc in the middle of a cell, its radius in cells."""
    return (Stroke(((0.5, 0.5),), 2 * radius),)


def arc(middle: tuple[float, float], radius: float, start: int, end: int) -> tuple[tuple[float, float], ...]:
    """Return the points of an arc, from one angle to another: degrees from the right, clockwise."""
    turns = [math.radians(degrees) for degrees in (*range(start, end, ARC_STEP), end)]
    return tuple((middle[0] + radius * math.cos(turn), middle[1] + radius * math.sin(turn)) for turn in turns)


def _outline_boxes(cells: Collection[Cell], width: float) -> Iterator[CellBox]:
    """Yield the rectangles of a band, so many cells wide, inside the border of a shape made of cells."""
    spans = {-1: (0.0, width), 0: (0.0, 1.0), 1: (1 - width, 1.0)}
    for row, col in sorted(cells):
        for (down, (top, bottom)), (right, (left, east)) in product(spans.items(), spans.items()):
            if (row + down, col + right) not in cells:
                yield col + left, row + top, col + east, row + bottom


def _cell_boxes(cells: Iterable[Cell]) -> tuple[CellBox, ...]:
    """Return the rectangles of whole cells."""
    return tuple((col, row, col + 1, row + 1) for row, col in cells)
