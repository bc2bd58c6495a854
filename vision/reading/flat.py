"""Picture and board → the board rectified: every cell a square of as many pixels, with its margins."""

from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from ..board import Board, PixelBox, Points, clipped
from ..files.pixels import Image
from ..pixels.quantiles import median

BEYOND = 2
"""Whole cells beyond a lattice, on every side, that are looked at as its own are."""
THERE = 4
"""Parts of a cell, along either axis, of each of which it is known whether the picture shows it."""
MARGIN = BEYOND + 0.6
"""Cells shown beyond it: half of one around those, and a pixel."""
LEAST_PITCH, MOST_PITCH = 20, 60
"""Pixels per cell between which a picture is laid flat as it is; below it is enlarged by a whole factor,
above it is first reduced by averaging areas. Twenty show every stroke of a digit, more than sixty show
nothing new."""
REDUCED_PITCH = 48
"""Pixels per cell of a reduced picture."""
MOST_UPRIGHT = 80
"""Pixels per cell above which an upright board is reduced, by a whole factor: of half so many, and no fewer,
faint lines keep enough."""
RING = 0.2
"""Cells outside the frame where the paper's colour is taken: nearer than any clue, farther than any frame's
shade."""


@dataclass(frozen=True, eq=False)
class FlatBoard:
    """The board laid flat. Line k of either axis is centred on pixel edge `margin + k * pitch`."""

    pixels: Image
    """uint8 (H, W, 3) RGB."""
    rows: int
    cols: int
    pitch: int
    """Pixels per cell."""
    margin: int
    """Pixels beyond the frame, on every side."""
    paper: NDArray[np.float32]
    """(3,) RGB of the paper around the board; it fills what lies outside the picture."""
    enlarged: float = 1.0
    """Pixels here for each of the picture's, along one axis; below 1 it was reduced."""
    there: NDArray[np.bool_] | None = None
    """(THERE (rows + 2 BEYOND + 1), THERE (cols + 2 BEYOND + 1)): which parts of its cells, and of half a
    cell around those BEYOND it, the picture shows; None where all are."""

    @property
    def inner(self) -> Image:
        """What lies inside the frame, as a view (rows * pitch, cols * pitch, 3)."""
        m = self.margin
        return self.pixels[m : m + self.rows * self.pitch, m : m + self.cols * self.pitch]

    def __repr__(self) -> str:
        """Say its size in one line."""
        return f"FlatBoard({self.rows} x {self.cols} cells of {self.pitch} px)"

    def turned_by(self, quarters: int) -> "FlatBoard":
        """Return the board turned clockwise by so many quarters."""
        turned = np.ascontiguousarray(np.rot90(self.pixels, -quarters))
        rows, cols = (self.cols, self.rows) if quarters % 2 else (self.rows, self.cols)
        return replace(self, pixels=turned, rows=rows, cols=cols)

    @cached_property
    def wider(self) -> "FlatBoard":
        """The same with BEYOND cells more on every side."""
        return replace(
            self,
            rows=self.rows + 2 * BEYOND,
            cols=self.cols + 2 * BEYOND,
            margin=self.margin - BEYOND * self.pitch,
        )

    @cached_property
    def transposed(self) -> "FlatBoard":
        """The board with rows and columns exchanged, and of its margins half a cell, for the outer sides."""
        margin = min(self.margin, -(-self.pitch // 2))
        beyond = slice(self.margin - margin, margin - self.margin or None)
        pixels = cv2.transpose(self.pixels[beyond, beyond]).astype(np.uint8, copy=False)
        return replace(self, pixels=pixels, rows=self.cols, cols=self.rows, margin=margin)


class Part(NamedTuple):
    """The part of a picture around a board, reduced if its cells are large."""

    pixels: Image
    """uint8 (H, W, 3) RGB."""
    box: PixelBox
    """Which pixels of the picture it shows."""
    scale: float
    """Pixels here for each of the picture's, along one axis."""

    def holds(self, image: Image, board: Board) -> bool:
        """Whether it shows all that a picture has of a board and its margins."""
        left, top, right, bottom = _around(image, board, MARGIN)
        return self.box[0] <= left and self.box[1] <= top and right <= self.box[2] and bottom <= self.box[3]


def part_around(image: Image, board: Board, spare: float = 0.0) -> Part:
    """Return the part of a picture with a board and its margins, and so many cells more."""
    left, top, right, bottom = box = _around(image, board, MARGIN + spare)
    part = image[top:bottom, left:right]
    if board.pitch <= MOST_PITCH:
        return Part(part, box, 1.0)
    scale = REDUCED_PITCH / board.pitch
    return Part(resized(part, scale), box, scale)


def resized(image: Image, scale: float) -> Image:
    """Return a picture, uint8 (H, W, 3), scaled by a factor: averaged when reduced, smooth when enlarged."""
    height, width = (max(1, round(side * scale)) for side in image.shape[:2])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return cv2.resize(image, (width, height), interpolation=way).astype(np.uint8, copy=False)


def _around(image: Image, board: Board, margin: float) -> PixelBox:
    """Return the box around a board and so many cells, in the picture, with room for interpolation."""
    box, *_ = board.boxes([(-margin, -margin, board.cols + margin, board.rows + margin)])
    left, top, right, bottom = box
    return clipped((left - 2, top - 2, right + 2, bottom + 2), *image.shape[:2])


def rectify(image: Image, board: Board, part: Part | None = None, margin: float = MARGIN) -> FlatBoard:
    """Return a board of a picture, uint8 (H, W, 3) RGB, laid flat by linear interpolation.

    What is known of it may be given: the part of the picture in which it is. It shows so many cells beyond
    the frame.
    """
    paper, part = _paper(image, board), part or part_around(image, board)
    pitch = _flat_pitch(board.pitch * part.scale)
    beyond = round(margin * pitch)
    u = (np.arange(2 * beyond + board.cols * pitch) + 0.5 - beyond) / pitch
    v = (np.arange(2 * beyond + board.rows * pitch) + 0.5 - beyond) / pitch
    x, y = board.maps(u, v, part.box[:2], part.scale)
    flat = cv2.remap(
        part.pixels,
        x,
        y,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=tuple(float(level) for level in paper),
    )
    pixels, there = flat.astype(np.uint8, copy=False), _there(image, board)
    return FlatBoard(pixels, board.rows, board.cols, pitch, beyond, paper, pitch / board.pitch, there)


def rectify_upright(image: Image, board: Board) -> tuple[Board, FlatBoard]:
    """Return an upright board with even lines laid flat, and the board placed just as it is shown there.

    The part of the picture that is enlarged or reduced begins and ends at whole pixels, and large cells are
    first reduced by a whole factor: both are far faster than to interpolate at any place, or to average any
    areas. So the board moves by up to half a reduced pixel, until its lines are measured.
    """
    paper = _paper(image, board)
    corner, opposite = np.array(board.corners[0]), np.array(board.corners[2])
    cell = (opposite - corner) / (board.cols, board.rows)
    factor = max(1, ceil(board.pitch / MOST_UPRIGHT))
    pitch = _flat_pitch(board.pitch / factor)
    margin = round(MARGIN * pitch)
    start, end = np.round([corner - cell * margin / pitch, opposite + cell * margin / pitch]).astype(int)
    reduced = (end - start + factor // 2) // factor
    (left, top), (right, bottom) = start, start + factor * reduced
    size = (2 * margin + board.cols * pitch, 2 * margin + board.rows * pitch)
    part = _with_paper(image, (left, top, right, bottom), paper)
    if factor > 1:
        part = cv2.resize(part, reduced.tolist(), interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    flat = cv2.resize(part, size, interpolation=cv2.INTER_LINEAR).astype(np.uint8, copy=False)
    across, down = (right - left) / size[0], (bottom - top) / size[1]
    placed = board.placed(left + margin * across, top + margin * down, pitch * across, pitch * down)
    enlarged, there = pitch / board.pitch, _there(image, board)
    return placed, FlatBoard(flat, board.rows, board.cols, pitch, margin, paper, enlarged, there)


def _there(image: Image, board: Board) -> NDArray[np.bool_] | None:
    """Return which parts of a board's cells and those around it a picture shows: see `FlatBoard.there`."""
    x, y = board.maps(_parts(board.cols), _parts(board.rows), (0, 0), 1.0)
    height, width = image.shape[:2]
    there = (x >= -0.5) & (y >= -0.5) & (x <= width - 0.5) & (y <= height - 0.5)
    return None if there.all() else there


def _parts(count: int) -> Points:
    """Return the middles of the parts of so many cells, of BEYOND more at both ends, and half of one."""
    return (np.arange(THERE * (count + 2 * BEYOND + 1)) + 0.5) / THERE - BEYOND - 0.5


def _with_paper(image: Image, box: PixelBox, paper: NDArray[np.float32]) -> Image:
    """Cut a box (left, top, right, bottom) out of a picture; where it reaches beyond it, there is paper."""
    left, top, right, bottom = box
    height, width = image.shape[:2]
    inside = image[max(top, 0) : min(bottom, height), max(left, 0) : min(right, width)]
    beyond = (max(-top, 0), max(bottom - height, 0), max(-left, 0), max(right - width, 0))
    if not any(beyond):
        return inside
    value = tuple(float(level) for level in paper)
    return cv2.copyMakeBorder(inside, *beyond, cv2.BORDER_CONSTANT, value=value).astype(np.uint8, copy=False)


def _flat_pitch(pitch: float) -> int:
    """Whole multiples of the picture's pitch keep the ink of a line, interpolated and summed, what it was."""
    factor = max(1, int(np.ceil(LEAST_PITCH / pitch)))
    return max(4, round(pitch * factor))


def _paper(image: Image, board: Board) -> NDArray[np.float32]:
    """Return the colour on which most edges of the board agree, or else that of the left one."""
    along_u, along_v = np.linspace(0, board.cols, 4 * board.cols), np.linspace(0, board.rows, 4 * board.rows)
    u = [np.full_like(along_v, -RING), along_u, np.full_like(along_v, board.cols + RING), along_u]
    v = [along_v, np.full_like(along_u, -RING), along_v, np.full_like(along_u, board.rows + RING)]
    x, y = board.points(np.concatenate(u), np.concatenate(v))
    ends = np.cumsum([len(edge) for edge in u])[:-1]
    edges = zip(np.split(x, ends), np.split(y, ends), strict=True)
    seen = [colour for edge in edges if (colour := _median_colour(image, *edge)) is not None]
    if not seen:
        return np.full(3, 255, np.float32)
    colours = np.array(seen)
    apart = median(np.abs(colours[:, None] - colours).sum(axis=2), axis=1)
    return np.asarray(colours[apart.argmin()], np.float32)


def _median_colour(image: Image, x: Points, y: Points) -> NDArray[np.float32] | None:
    inside = (x >= 0) & (y >= 0) & (x < image.shape[1]) & (y < image.shape[0])
    if not inside.any():
        return None
    seen = image[y[inside].astype(np.intp), x[inside].astype(np.intp)]
    return np.asarray(median(seen, axis=0), np.float32)
