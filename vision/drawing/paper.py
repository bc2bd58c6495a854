"""A picture and its board → how much of each pixel is paper, so that colour can be laid under the ink.

The paper is what a cell is filled with: white, the black of a dark page, or the water that a player has put
there. Ink is all that differs from it: lines and walls, crosses, digits. At the smooth edge of a line a pixel
is partly paper and partly ink.
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

Share = NDArray[np.uint8]
"""(h, w): 255 where a pixel is all paper, 0 where it is all ink, or not on the board."""
Levels = NDArray[np.uint8]
Pixels = NDArray[np.uint32]
"""RGB and 255 as one number, which NumPy moves and compares several times as fast as three."""

FINENESS = 8
"""Steps per cell in which the paper's shading is known."""
SAMPLE_POINT = 0.75
"""Where in a pixel it is decided to which cell it belongs. Lines are centred on the middle or the edge of a
pixel, so neither of those may be the place: the smallest difference in a line's position would move a whole
row of pixels."""
SAMPLES, INSIDE = 12, 0.15
"""Samples along a cell's side that tell its paper, and how far from the lines they keep, in cells."""
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
AT_ONCE = 1 << 15
"""Pixels whose positions are computed at a time, so few that the processor's cache has room for them."""


@dataclass(frozen=True, eq=False)
class Paper:
    """The paper of a board, and how its ink is told from it."""

    board: Board
    shades: Levels
    """(rows * FINENESS, cols * FINENESS, 3) RGB: the paper's colour all over the board."""
    grain: int
    """Levels by which paper differs from its own colour."""
    ink: int
    """Levels by which full ink of lines differs from the paper, at least."""
    spread: int
    """Pixels over which an edge of ink is spread."""

    @cached_property
    def is_even(self) -> bool:
        """Whether it has one colour all over the board."""
        pixels = _as_numbers(self.shades)
        return bool((pixels == pixels[0, 0]).all())

    @cached_property
    def beside(self) -> Levels:
        """(rows * FINENESS, cols * FINENESS): 255 beside the lines of the board."""
        cell = np.zeros((FINENESS, FINENESS), np.uint8)
        cell[[0, -1]], cell[:, [0, -1]] = 255, 255
        return np.tile(cell, (self.board.rows, self.board.cols))

    @cached_property
    def least_ink(self) -> Levels:
        """(rows * FINENESS, cols * FINENESS): levels by which full ink differs from the paper, at least."""
        inside = self.ink if self.grain else LEAST_INK
        return np.where(self.beside, np.uint8(self.ink), np.uint8(inside))

    @cached_property
    def pitch(self) -> float:
        """Of the board, in pixels."""
        return self.board.pitch

    @property
    def core(self) -> int:
        """Half the width, in pixels, of a gap inside a wall."""
        return max(1, round(CORE * self.pitch))

    @property
    def room(self) -> int:
        """Pixels around a pixel that have to do with its share."""
        return self.spread + 2 * self.core


@dataclass(frozen=True, eq=False)
class Window:
    """A part of a picture, and where each of its pixels is on the board."""

    rows: NDArray[np.int16]
    """(h, w), or (h, 1) on an upright board: in steps of cells, the outermost beyond the frame."""
    cols: NDArray[np.int16]
    """(h, w), or (1, w): the same of columns."""
    down: NDArray[np.floating]
    """(h, w), or (h, 1): how many cells below the board's top."""

    @classmethod
    def over(cls, board: Board, start: tuple[int, int], shape: tuple[int, int]) -> "Window":
        """Return the window of that shape (h, w) that begins at start (x, y)."""
        x = np.arange(shape[1])[None, :] + start[0] + SAMPLE_POINT
        y = np.arange(shape[0])[:, None] + start[1] + SAMPLE_POINT
        if board.is_upright:
            u, v = board.positions(x, y)
            return cls(_steps(v, board.rows), _steps(u, board.cols), v)
        window = cls(np.empty(shape, np.int16), np.empty(shape, np.int16), np.empty(shape, np.float64))
        high = max(1, AT_ONCE // shape[1])
        for rows in (slice(top, top + high) for top in range(0, shape[0], high)):
            u, window.down[rows] = board.positions(x, y[rows])
            window.rows[rows] = _steps(window.down[rows], board.rows)
            window.cols[rows] = _steps(u, board.cols)
        return window

    @property
    def is_upright(self) -> bool:
        """Whether all pixels of a row are in one row of the board, and so of columns."""
        return bool(self.rows.shape[1] == 1 and self.cols.shape[0] == 1)

    def seen(self, fine: Levels) -> Levels:
        """Return (h, w, ...) of what is known in steps of cells, (rows * FINENESS, cols * FINENESS, ...).

        Beyond the frame it is 0.
        """
        framed = np.asarray(cv2.copyMakeBorder(fine, 1, 1, 1, 1, cv2.BORDER_CONSTANT), np.uint8)
        if self.is_upright:
            first, last = int(self.rows[0, 0]), int(self.rows[-1, 0])
            across = _taken(framed[first : last + 1], self.cols[0])
            return np.asarray(across.take(self.rows[:, 0] - first, 0), np.uint8)
        return np.asarray(
            cv2.remap(framed, self._places, np.empty(0, np.uint16), cv2.INTER_NEAREST), np.uint8
        )

    @cached_property
    def _places(self) -> NDArray[np.int16]:
        """(h, w, 2): columns and rows, as OpenCV wants them."""
        return np.asarray(cv2.merge([self.cols, self.rows]), np.int16)

    def cropped(self, rows: slice, cols: slice) -> "Window":
        """Return a part of the window."""
        whole = slice(None)
        down, across = (
            (np.s_[rows, whole], np.s_[whole, cols]) if self.is_upright else (np.s_[rows, cols],) * 2
        )
        return Window(self.rows[down], self.cols[across], self.down[down])


def _steps(positions: NDArray[np.floating], cells: int) -> NDArray[np.int16]:
    steps = positions * FINENESS
    np.floor(steps, out=steps)
    steps += 1
    return np.asarray(np.clip(steps, 0, cells * FINENESS + 1, out=steps), np.int16)


def find_paper(image: Image, board: Board) -> Paper:
    """Measure the paper and the ink of a board in a picture, uint8 (H, W, 3) RGB."""
    inner = INSIDE + (1 - 2 * INSIDE) * (np.arange(SAMPLES) + 0.5) / SAMPLES
    u, v = (np.add.outer(np.arange(n), inner).ravel() for n in (board.cols, board.rows))
    samples = _pixels_at(image, board, u, v).reshape(board.rows, SAMPLES, board.cols, SAMPLES)
    colours, off = _paper_of_cells(samples.transpose(0, 2, 1, 3).reshape(board.rows * board.cols, -1))
    colours = colours.reshape(board.rows, board.cols, 3)
    ink, spread = _ink_on_sides(image, board, colours)
    faint = off[(off > 0) & (off < FAINT * ink)]
    grain = int(GRAIN * quantile(faint, MOST_GRAIN)) if faint.size > LEAST_GRAINY * samples.size else 0
    return Paper(board, _shaded(colours), grain, ink, spread)


def _paper_of_cells(cells: Pixels) -> tuple[Levels, Levels]:
    """Return the paper's colour in cells, (cells, 3), and how far samples are from it where any is at all.

    `cells` are samples of them, (cells, n). Most have but one colour.
    """
    colours, is_mixed = _levels(cells[:, :1])[:, 0], (cells != cells[:, :1]).any(axis=1)
    if not is_mixed.any():
        return colours, np.zeros(0, np.uint8)
    levels = _levels(cells[is_mixed])
    colours[is_mixed] = middle = median(levels, axis=1).astype(np.uint8)
    return colours, _off(levels, middle[:, None].repeat(levels.shape[1], axis=1))


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
    shade = window.seen(paper.shades)
    off, far = _off(part, shade), _ink_around(part, shade, paper)
    closed = cv2.morphologyEx(off, cv2.MORPH_CLOSE, _square(paper.core))
    cv2.max(off, cv2.min(closed, window.seen(paper.beside), closed), off)
    full = cv2.max(far, window.seen(paper.least_ink), far)
    if paper.grain:
        grain = np.full_like(off, paper.grain)
        cv2.subtract(off, grain, off)
        cv2.subtract(full, grain, full)
    of_ink = cv2.divide(off, full, full, scale=255)
    inner = slice(up, up + high), slice(west, west + wide)
    return np.asarray(255 - of_ink[inner], np.uint8), window.cropped(*inner)


def _ink_around(part: Image, shade: Levels, paper: Paper) -> Levels:
    """Return (h, w): how far what is around each pixel of the board is from the pixel's paper, at most."""
    around = _square(paper.spread)
    if paper.is_even:  # then it is as far from its own
        colour = np.array([*paper.shades[0, 0], 0], np.float64)[:, None]  # as OpenCV wants it
        return np.asarray(cv2.dilate(_off(part, colour), around), np.uint8)
    lighter, darker = cv2.dilate(part, around), cv2.erode(part, around)
    cv2.max(cv2.subtract(lighter, shade, lighter), cv2.subtract(shade, darker, darker), lighter)
    return np.asarray(strongest_channel(lighter), np.uint8)


def _off(levels: Levels, paper: MatLike) -> Levels:
    """Return (h, w): how far pixels, (h, w, 3), are from the paper's colour, as many or one, (4, 1)."""
    return np.asarray(strongest_channel(np.asarray(cv2.absdiff(levels, paper))), np.uint8)


def _square(reach: int) -> Levels:
    return np.ones((2 * reach + 1,) * 2, np.uint8)


def _shaded(colours: Levels) -> Levels:
    """Return the paper in steps of cells: shade goes on from cell to cell, other colours do not."""
    right, down = _slopes(colours, axis=1), _slopes(colours, axis=0)
    if not (right.any() or down.any()):
        return colours.repeat(FINENESS, axis=1).repeat(FINENESS, axis=0)
    rows, cols = colours.shape[:2]
    place = (np.arange(FINENESS, dtype=np.float32) + np.float32(0.5)) / FINENESS - np.float32(0.5)
    across = right.repeat(FINENESS, axis=1) * np.tile(place, cols)[:, None] + colours.repeat(FINENESS, axis=1)
    fine = np.rint(across[:, None] + down.repeat(FINENESS, axis=1)[:, None] * place[:, None, None])
    return np.clip(fine, 0, 255).astype(np.uint8).reshape(rows * FINENESS, cols * FINENESS, 3)


def _slopes(colours: Levels, axis: int) -> NDArray[np.float32]:
    """Return how colours change along an axis: by the lesser of both differences, if they agree in sign."""
    step = np.diff(colours.astype(np.int32), axis=axis)
    none = np.zeros_like(np.take(colours, [0], axis=axis), np.int32)
    before, after = np.concatenate([none, step], axis), np.concatenate([step, none], axis)
    lesser = np.minimum(np.abs(before), np.abs(after))
    return np.where(before * after > 0, np.sign(before) * lesser, 0).astype(np.float32)


def _ink_on_sides(image: Image, board: Board, colours: Levels) -> tuple[int, int]:
    """Return how far full ink is from the paper, at least, and over how many pixels its edges are spread."""
    reach = 2 * REACH * board.pitch
    across = int(np.clip(reach + 1, 5, MOST_ACROSS))
    along, off = np.linspace(0.5 - STRETCH, 0.5 + STRETCH, ALONG), np.linspace(-REACH, REACH, across)
    seen = []
    for upright in (True, False):
        counts = (board.rows, board.cols) if upright else (board.cols, board.rows)
        at, on = np.add.outer(along, np.arange(counts[0])), np.add.outer(off, np.arange(counts[1] + 1))
        u, v = (on.ravel(), at.ravel()) if upright else (at.ravel(), on.ravel())
        row, col = (
            np.clip(np.floor(places).astype(np.intp), 0, n - 1)
            for places, n in ((v, board.rows), (u, board.cols))
        )
        paper = _taken(colours.take(row, axis=0), col)
        levels = _off(_levels(_pixels_at(image, board, u, v)), paper)
        levels = (levels if upright else levels.T).reshape(ALONG, counts[0], across, counts[1] + 1)
        one, other = levels[:, :, 1:], levels[:, :, :-1]
        steps = np.maximum(one, other) - np.minimum(one, other)
        in_places = np.stack([levels.max(axis=2), steps.max(axis=2)])
        seen.append(median(in_places, axis=1).reshape(2, -1))  # the median place of each side
    peak, jump = np.concatenate(seen, axis=1).astype(np.int32)
    full = FULL_INK * quantile(peak, STRONG)
    strong = peak >= full
    step = max(1.0, reach / (across - 1))
    spread = step * median(peak[strong] / np.maximum(jump[strong], 1))
    return max(int(full), LEAST_INK), int(np.clip(round(spread), 1, MOST_SPREAD))


def _pixels_at(image: Image, board: Board, u: NDArray[np.float64], v: NDArray[np.float64]) -> Pixels:
    """Return (len(v), len(u)): the pixels at board positions, the nearest of the picture beyond it."""
    x, y = board.points(u[None, :], v[:, None])
    rows = np.clip(np.floor(y).astype(np.intp), 0, image.shape[0] - 1)
    cols = np.clip(np.floor(x).astype(np.intp), 0, image.shape[1] - 1)
    if board.is_upright:
        return np.asarray(_as_numbers(image.take(rows[:, 0], axis=0)).take(cols[0], axis=1), np.uint32)
    return _as_numbers(image[rows, cols])


def _taken(levels: Levels, cols: NDArray[np.integer]) -> Levels:
    """Return (h, n, ...): the columns of levels, (h, w, ...), of such numbers."""
    return levels.take(cols, 1) if levels.ndim == 2 else _levels(_as_numbers(levels).take(cols, 1))


def _as_numbers(levels: Levels) -> Pixels:
    return np.asarray(cv2.cvtColor(levels, cv2.COLOR_RGB2RGBA), np.uint8).view(np.uint32)[..., 0]


def _levels(pixels: Pixels) -> Levels:
    """Return (h, w, 3) RGB of pixels (h, w)."""
    four = np.ascontiguousarray(pixels).view(np.uint8).reshape(*pixels.shape, 4)
    return np.asarray(cv2.cvtColor(four, cv2.COLOR_RGBA2RGB), np.uint8)
