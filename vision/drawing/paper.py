"""A picture and its board → how much of each pixel is paper, so that colour can be laid under the ink.

The paper is what a cell is filled with: white, the black of a dark page, or the water that a player has put
there. Ink is all that differs from it: lines and walls, crosses, digits. At the smooth edge of a line a pixel
is partly paper and partly ink.

First the paper of each cell is measured, and how dark and how sharp the ink of the lines is. Then each
pixel's distance from its paper is divided by the distance of full ink: that of the ink around it, or at least
that of the walls.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from ..board import Board
from ..files.pixels import Image
from ..pixels.brightness import strongest_channel
from ..pixels.quantiles import median, quantile

PATCHES = 8
"""Patches along a cell's side: in each the paper has one shade."""
SAMPLE_POINT = 0.75
"""Where in a pixel it is decided to which cell it belongs. Lines are centred on the middle or the edge of a
pixel, so neither of those may be the place: the smallest difference in a line's position would move a whole
row of pixels."""

Levels = NDArray[np.uint8]
"""(..., 3) RGB, or (...) of one channel."""
Share = NDArray[np.uint8]
"""(h, w): 255 where a pixel is all paper, 0 where it is all ink."""

SAMPLES, INSIDE = 12, 0.15
"""Samples of its paper along a cell's side, and how far from the lines they keep, in cells."""
SAMPLED = (1 - 2 * INSIDE) * (1 - 1 / SAMPLES)
"""How far apart the outermost of them are, in cells."""
STRETCH, ALONG, MOST_ACROSS = 0.2, 5, 17
"""How far from the middle of a side its ink is looked at, in cells, and in how many places; the most samples
across it."""
REACH = 0.12
"""Cells from the middle of a line to where its ink ends, at the latest."""
STRONG, FULL_INK = 0.9, 0.7
"""Quantile of the sides whose ink is that of walls, and the share of its contrast from which lines keep their
colour. Weaker ones are taken for a mixture of paper and ink, as thin lines are in small or blurred pictures:
they keep their contrast."""
FAINT, LEAST_GRAINY = 0.2, 0.03
"""Share of the ink's contrast below which samples differ by grain, and the least share of samples that do so
where the paper has any."""
MOST_GRAIN, GRAIN = 0.95, 1.25
"""Quantile of those samples, and times as much as that is the grain of the paper."""
LEAST_INK = 8
"""Levels by which ink differs from the paper, at least. In cells this is enough where the paper has no grain;
else a weak sign may be a speck of the paper, or an echo of the ink that JPEG leaves."""
MOST_SPREAD = 6
"""Pixels over which a blurred edge is spread, at most."""
CORE = 0.025
"""Half the width, in cells, of a gap inside a wall: some walls are two lines with a gap of another colour."""


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


@dataclass(frozen=True, eq=False)
class Paper:
    """The paper of a board, and what differs from it enough to be ink."""

    board: Board
    shades: Levels
    """(rows * PATCHES, cols * PATCHES, 3) RGB: the paper's colour all over the board."""
    grain: int
    """Levels by which paper differs from its own colour."""
    ink: int
    """Levels by which full ink of lines differs from the paper, at least."""
    spread: int
    """Pixels over which an edge of ink is spread."""

    @cached_property
    def beside_lines(self) -> Levels:
        """(rows * PATCHES, cols * PATCHES): 255 in the patches along the lines of the board."""
        cell = np.zeros((PATCHES, PATCHES), np.uint8)
        cell[[0, -1]], cell[:, [0, -1]] = 255, 255
        return np.tile(cell, (self.board.rows, self.board.cols))

    @cached_property
    def least_ink(self) -> Levels:
        """(rows * PATCHES, cols * PATCHES): levels by which full ink differs from the paper, at least."""
        inside = self.ink if self.grain else LEAST_INK
        return np.where(self.beside_lines, np.uint8(self.ink), np.uint8(inside))

    @property
    def core(self) -> int:
        """Half the width, in pixels, of a gap inside a wall."""
        return max(1, round(CORE * self.board.pitch))

    @property
    def room(self) -> int:
        """Pixels around a pixel that have to do with its share."""
        return self.spread + 2 * self.core


# What is measured once for a board


def find_paper(image: Image, board: Board) -> Paper:
    """Measure the paper and the ink of a board in a picture, uint8 (H, W, 3) RGB."""
    colours, most, distances = _paper_of_cells(image, board)
    ink, spread = _ink_of_lines(image, board, colours)
    faint = distances[(distances > 0) & (distances < FAINT * ink)]
    is_grainy = faint.size > LEAST_GRAINY * board.rows * board.cols * SAMPLES**2
    grain = int(GRAIN * quantile(faint, MOST_GRAIN)) if is_grainy else 0
    return Paper(board, _shaded(colours, most), grain, ink, spread)


def _paper_of_cells(image: Image, board: Board) -> tuple[Levels, Levels, Levels]:
    """Return the median colours inside cells, by how much they may change there, and how far samples are off.

    The former two are (rows, cols, 3). The samples are those of cells that have more than one colour,
    (n, SAMPLES ** 2): most have but one.
    """
    inner = INSIDE + (1 - 2 * INSIDE) * (np.arange(SAMPLES) + 0.5) / SAMPLES
    u, v = (np.add.outer(np.arange(cells), inner).ravel() for cells in (board.cols, board.rows))
    samples = _pixels_at(image, board, u, v).reshape(board.rows, SAMPLES, board.cols, SAMPLES, 3)
    cells = samples.transpose(0, 2, 1, 3, 4).reshape(board.rows * board.cols, -1, 3)
    colours, is_mixed = cells[:, 0].copy(), (cells != cells[:, :1]).any(axis=(1, 2))
    distances, spread = np.zeros(0, np.uint8), np.zeros_like(colours)
    if is_mixed.any():
        mixed = np.ascontiguousarray(cells[is_mixed])
        spread[is_mixed] = mixed.max(axis=1) - mixed.min(axis=1)
        colours[is_mixed] = middle = median(mixed, axis=1).astype(np.uint8)
        distances = _distance(mixed, middle[:, None].repeat(mixed.shape[1], axis=1))
    shape = board.rows, board.cols, 3
    return colours.reshape(shape), spread.reshape(shape), distances


def _ink_of_lines(image: Image, board: Board, colours: Levels) -> tuple[int, int]:
    """Return how far full ink is from the paper, at least, and over how many pixels its edges are spread."""
    width = 2 * REACH * board.pitch
    across = int(np.clip(width + 1, 5, MOST_ACROSS))
    both_ways = [_ink_across_sides(image, board, colours, across, upright=way) for way in (True, False)]
    peak, jump = np.concatenate(both_ways, axis=1).astype(np.int32)
    full = FULL_INK * quantile(peak, STRONG)
    is_strong = peak >= full
    pixels_between_samples = max(1.0, width / (across - 1))
    spread = pixels_between_samples * median(peak[is_strong] / np.maximum(jump[is_strong], 1))
    return max(int(full), LEAST_INK), int(np.clip(round(spread), 1, MOST_SPREAD))


def _ink_across_sides(
    image: Image, board: Board, colours: Levels, across: int, *, upright: bool
) -> NDArray[np.floating]:
    """Return (2, n): of all sides one way, how far their ink is from the paper, and its largest jump.

    Each side is looked at in several places along it, with so many samples across it: the median counts.
    """
    cells, lines = (board.rows, board.cols + 1) if upright else (board.cols, board.rows + 1)
    along = np.add.outer(np.linspace(0.5 - STRETCH, 0.5 + STRETCH, ALONG), np.arange(cells)).ravel()
    beside = np.add.outer(np.linspace(-REACH, REACH, across), np.arange(lines)).ravel()
    u, v = (beside, along) if upright else (along, beside)
    rows = np.clip(np.floor(v).astype(np.intp), 0, board.rows - 1)
    cols = np.clip(np.floor(u).astype(np.intp), 0, board.cols - 1)
    distance = _distance(_pixels_at(image, board, u, v), colours[rows[:, None], cols])
    profiles = (distance if upright else distance.T).reshape(ALONG, cells, across, lines)
    jumps = np.abs(np.diff(profiles.astype(np.int16), axis=2))
    in_places = np.stack([profiles.max(axis=2), jumps.max(axis=2)])
    return median(in_places, axis=1).reshape(2, -1)


def _shaded(colours: Levels, spread: Levels) -> Levels:
    """Return the paper patch by patch: shade goes on from cell to cell, other colours do not.

    `spread` is by how much each cell's samples differ: a cell of one colour is not shaded between two others.
    """
    most = spread / np.float32(SAMPLED)
    right, down = (np.clip(_slopes(colours, axis), -most, most) for axis in (1, 0))
    if not (right.any() or down.any()):
        return in_patches(colours)
    rows, cols = colours.shape[:2]
    place = (np.arange(PATCHES, dtype=np.float32) + np.float32(0.5)) / PATCHES - np.float32(0.5)
    across = right.repeat(PATCHES, axis=1) * np.tile(place, cols)[:, None] + colours.repeat(PATCHES, axis=1)
    fine = np.rint(across[:, None] + down.repeat(PATCHES, axis=1)[:, None] * place[:, None, None])
    return np.clip(fine, 0, 255).astype(np.uint8).reshape(rows * PATCHES, cols * PATCHES, 3)


def _slopes(colours: Levels, axis: int) -> NDArray[np.float32]:
    """Return how colours change along an axis: by the lesser of both differences, if they agree in sign."""
    step = np.diff(colours.astype(np.int32), axis=axis)
    none = np.zeros_like(np.take(colours, [0], axis=axis), np.int32)
    before, after = np.concatenate([none, step], axis), np.concatenate([step, none], axis)
    lesser = np.minimum(np.abs(before), np.abs(after))
    return np.where(before * after > 0, np.sign(before) * lesser, 0).astype(np.float32)


def _pixels_at(image: Image, board: Board, u: NDArray[np.float64], v: NDArray[np.float64]) -> Levels:
    """Return (len(v), len(u), 3): the pixels at board positions, the nearest of the picture beyond it."""
    x, y = board.points(u[None, :], v[:, None])
    rows = np.clip(np.floor(y).astype(np.intp), 0, image.shape[0] - 1)
    cols = np.clip(np.floor(x).astype(np.intp), 0, image.shape[1] - 1)
    return image[rows, cols]


# What is asked of a part of the picture


def share_within(
    image: Image, paper: Paper, start: tuple[int, int], shape: tuple[int, int]
) -> tuple[Share, Window]:
    """Return the paper's share, (h, w), in the part of a picture from start (x, y) on, and its window."""
    (left, top), (high, wide) = start, shape
    room = paper.room
    up, west = min(room, top), min(room, left)
    down, east = min(room, image.shape[0] - top - high), min(room, image.shape[1] - left - wide)
    part = image[top - up : top + high + down, left - west : left + wide + east]
    window = Window.over(paper.board, (left - west, top - up), part.shape[:2])
    ink = _share_of_ink(part, paper, window)
    inner = slice(up, up + high), slice(west, west + wide)
    return np.asarray(255 - ink[inner], np.uint8), window.cropped(*inner)


def _share_of_ink(part: Image, paper: Paper, window: Window) -> Share:
    """Return (h, w): 255 where a pixel of a part of a picture is all ink, 0 where it is all paper."""
    shade = window.of_pixels(paper.shades)
    distance = _with_gaps_closed(_distance(part, shade), paper, window)
    full = cv2.max(_ink_around(part, shade, paper), window.of_pixels(paper.least_ink))
    if paper.grain:
        grain = np.full_like(distance, paper.grain)
        return _share(cv2.subtract(distance, grain), cv2.subtract(full, grain))
    return _share(distance, full)


def _share(part: MatLike, whole: MatLike) -> Share:
    return np.asarray(cv2.divide(part, whole, scale=255), np.uint8)


def _with_gaps_closed(distance: Levels, paper: Paper, window: Window) -> Levels:
    """Return (h, w): distances from the paper, in which the gap inside a wall is as far as the wall."""
    closed = cv2.morphologyEx(distance, cv2.MORPH_CLOSE, _square(paper.core))
    return np.asarray(cv2.max(distance, cv2.min(closed, window.of_pixels(paper.beside_lines))), np.uint8)


def _ink_around(part: Image, shade: Levels, paper: Paper) -> Levels:
    """Return (h, w): how far what is around each pixel of the board is from the pixel's paper, at most."""
    around = _square(paper.spread)
    lighter, darker = cv2.dilate(part, around), cv2.erode(part, around)
    farther = cv2.max(cv2.subtract(lighter, shade), cv2.subtract(shade, darker))
    return np.asarray(strongest_channel(farther), np.uint8)


def _distance(levels: Levels, paper: MatLike) -> Levels:
    """Return (h, w): how far pixels, (h, w, 3), are from the paper's colour, as many or one, (4, 1)."""
    return np.asarray(strongest_channel(np.asarray(cv2.absdiff(levels, paper))), np.uint8)


def _square(reach: int) -> Levels:
    return np.ones((2 * reach + 1,) * 2, np.uint8)
