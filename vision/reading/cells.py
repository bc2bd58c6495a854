"""The flat board → its cells in a scale in which light adds up, and the colour of each cell's ground."""

from dataclasses import dataclass, field, replace
from itertools import pairwise

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from ..files.pixels import Image
from ..pixels.quantiles import median, quantile
from .flat.rectify import RING as FROM_FRAME
from .flat.rectify import FlatBoard

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]

SIDE = 20
"""Pixels a side to which every cell is reduced: the fewest that a flat board has."""
EDGES = (3, 5, 10, 15, 17)
"""Where blocks of a cell begin and end, in these pixels: the outer ones stand off the lines, and around what
is in the cell's middle."""
INSIDE = slice(EDGES[0], EDGES[-1])
"""The pixels along a side that are looked at: what stands off the lines."""
SHADE = 20.0
"""Levels added before the logarithm is taken: on darker ground, noise no longer shrinks with the light."""
OPPONENT = np.array([[1 / 3, 1 / 3, 1 / 3], [1, -1, 0], [-0.5, -0.5, 1]], np.float32)
"""Brightness, red against green, blue against both: light and shade are in the first alone."""
BACK = np.linalg.inv(OPPONENT).T
"""From these, as a row, back to red, green and blue."""
LOGS = np.log1p(np.arange(256, dtype=np.float32) / np.float32(SHADE))
BAND = 4 * SIDE
"""Rows of pixels that are worked on at once, so that they stay in the processor's cache."""
OUTER = np.array([0, 1, 2, 3, 4, 7, 8, 11, 12, 13, 14, 15])
"""The blocks around the middle four."""
CORNERS = np.array([0, 3, 12, 15])
"""The blocks in the corners, where letters hardly reach."""
KEPT = slice(4, 8)
"""Of the outer blocks, ordered by level, those that the ground is the mean of: strokes spoil some of them."""
UNLIKE, QUIET, SOME = 4.0, 0.2, 0.75
"""How many times more than in the quietest fifth of the cells a quarter of the blocks differs where water has
a pattern."""
NINTHS = (3, 6, 14, 17)
"""Where ninths of a cell begin and end, in its pixels."""
EVERYWHERE = 0.3
"""Share of a pattern's variation that each ninth of the cell has at least."""
BESIDE = (slice(5, 10), slice(10, 15))
"""The pixels along a side between which its line is looked for: in either half, where one may be covered."""
ROUNDED = 1
"""Levels by which a line that is enlarged differs along its length, for it is rounded in two ways."""
LACKING = 2
"""Sides whose lines are not seen from which a cell is covered."""
LINE, LEAST_LINE = 0.1, 3.0
"""Share of the usual contrast of lines, and how many times FLOOR, below which a line is not seen."""
RING = np.ones((SIDE, SIDE), np.bool_)
"""(SIDE, SIDE): the pixels of the outer blocks."""
RING[EDGES[1] : EDGES[3], EDGES[1] : EDGES[3]] = False
RING[: EDGES[0]] = RING[EDGES[4] :] = RING[:, : EDGES[0]] = RING[:, EDGES[4] :] = False
FLOOR = 1.0
"""Levels by which colours differ in the quietest pictures: they are rounded and mixed."""


def _means(*slices: slice) -> Floats:
    """Return (n, SIDE): weights that take the means over slices of a cell's side."""
    weights = np.zeros((len(slices), SIDE), np.float32)
    for row, part in zip(weights, slices, strict=True):
        row[part] = 1 / (part.stop - part.start)
    return weights


MEANS = _means(*(slice(*ends) for ends in pairwise(EDGES)), *BESIDE)
"""(6, SIDE): weights of the four blocks along a side, and of the pixels beside its line."""
COLOUR_MEANS = np.kron(MEANS, np.eye(3, dtype=np.float32)).T
"""(SIDE * 3, 18): the same of pixels of three colours."""


@dataclass(frozen=True, eq=False, slots=True)
class Cells:
    """The cells of a board, in brightness and two colour differences of logarithms."""

    pixels: Floats
    """(rows, cols, SIDE, SIDE, 3); of cells that are plain it may be their ground alone."""
    blocks: Floats
    """(rows, cols, 4, 4, 3): means over the blocks between EDGES."""
    ground: Floats
    """(rows, cols, 3)."""
    patterned: Flags
    """(rows, cols): whether a pattern fills the cell."""
    covered: Flags
    """(rows, cols): whether the lines around the cell are not seen: something opaque covers them."""
    plain: bool
    """Whether each cell has one colour all over: nothing stands in any."""
    paper: Floats
    """(3,)."""
    unevenness: float
    """How much the brightness of the paper differs around the board."""
    outer: NDArray[np.signedinteger] = field(default_factory=OUTER.copy)
    """(n,): those of the 16 blocks that show the ground."""

    @property
    def floor(self) -> Floats:
        """(3,): the least spread of colours, that of FLOOR levels at the ground's brightness."""
        return np.asarray(_step(self.ground) * np.sqrt((OPPONENT**2).sum(axis=1)), np.float32)

    @property
    def around(self) -> Floats:
        """(rows, cols, n, 3): means over the blocks that show the ground."""
        rows, cols = self.ground.shape[:2]
        return self.blocks.reshape(rows, cols, 16, 3)[:, :, self.outer]

    @property
    def in_corners(self) -> "Cells":
        """The same with their ground as it is in the corners: around letters or numbers."""
        corners = replace(self, outer=CORNERS).around
        ground = np.sort(corners, axis=2)[:, :, 1:3].mean(axis=2)
        return replace(self, ground=ground, patterned=np.zeros_like(self.patterned), outer=CORNERS)


def cells_of(flat: FlatBoard) -> Cells:
    """Reduce every cell of a board to the same size and take its ground's colour."""
    turned = flat.transposed
    plain = _are_even(flat) and _are_even(turned)
    if plain:
        middle = slice(flat.pitch // 2, None, flat.pitch)
        ground = _additive(np.ascontiguousarray(flat.inner[middle, middle]))
        patterned, (rows, cols) = np.zeros(ground.shape[:2], np.bool_), ground.shape[:2]
        pixels = np.broadcast_to(ground[:, :, None, None], (rows, cols, SIDE, SIDE, 3))
        blocks = np.broadcast_to(ground[:, :, None, None], (rows, cols, 4, 4, 3))
        upright, level = _lines_of_even(flat), _lines_of_even(turned)
    else:
        small = _reduced(flat)
        pixels, blocks, upright, level = _blocks_and_lines(small, flat.rows, flat.cols)
        (ground, patterned), plain = _ground(pixels, blocks), _are_plain(small)
    paper = _additive(flat.paper[None, None].astype(np.uint8))[0, 0]
    covered = _covered(upright, level, _step(ground))
    return Cells(pixels, blocks, ground, patterned, covered, plain, paper, _unevenness(flat))


def _reduced(flat: FlatBoard) -> Image:
    """Return uint8 (rows * SIDE, cols * SIDE, 3): the cells of a board, of SIDE pixels a side."""
    return flat.inner if flat.pitch == SIDE else _resized(flat.inner, (flat.cols * SIDE, flat.rows * SIDE))


def _resized(pixels: Image, size: tuple[int, int]) -> Image:
    """Return uint8 (height, width, 3) pixels of this width and height, by light and smoothly."""
    double = (size[0] * 2, size[1] * 2 if size[1] != len(pixels) else size[1])
    smooth = cv2.resize(pixels, double, interpolation=cv2.INTER_LINEAR)
    return cv2.resize(smooth, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def _are_even(flat: FlatBoard) -> bool:
    """Return whether in the middles of all rows of cells one row of pixels is like the others, lines and all.

    Where columns are so, too, each cell is plain, and so are its sides, but for the rounding of lines.
    """
    half = flat.pitch / (2 * SIDE)  # of a pixel of cells when they are reduced
    first, last = int((2 * INSIDE.start + 0.5) * half - 0.5), int((2 * INSIDE.stop - 0.5) * half - 0.5) + 1
    across = slice(3 * flat.margin, 3 * (flat.margin + flat.cols * flat.pitch))
    below = flat.margin + flat.rows * flat.pitch
    cells = flat.pixels[flat.margin : below].reshape(flat.rows, flat.pitch, -1)[:, first : last + 1, across]
    for rows in cells:
        most, least = rows.max(axis=0), rows.min(axis=0)
        off = most - least
        if off.any():
            inside = off.reshape(flat.cols, -1)[:, 3 * first : 3 * last + 3]
            if inside.any() or max((most - rows[0]).max(), (rows[0] - least).max()) > ROUNDED:
                return False
    return True


def _lines_of_even(flat: FlatBoard) -> Floats:
    """Return (rows, cols + 1): how much upright lines stand out where all cells are even."""
    rows = np.ascontiguousarray(flat.inner[flat.pitch // 2 :: flat.pitch])
    sheet = _additive(_resized(rows, (flat.cols * SIDE, flat.rows)))
    return _lines(sheet.reshape(flat.rows, flat.cols, SIDE, 3))


def _blocks_and_lines(small: Image, rows: int, cols: int) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the pixels and blocks of cells, and how much lines stand out in the half that shows less.

    That is (rows, cols + 1) for upright ones and (cols, rows + 1) for level ones.
    """
    sheet = _additive(small)
    down = MEANS @ sheet.reshape(rows, SIDE, -1)
    # A product for each row of pixels: BLAS would share out larger ones among threads, which then spin.
    across = sheet.reshape(-1, cols, 3 * SIDE) @ COLOUR_MEANS[:, 12:]
    blocks = down[:, :4].reshape(-1, cols, 3 * SIDE) @ COLOUR_MEANS[:, :12]
    upright = [_lines(down[:, half].reshape(rows, cols, SIDE, 3)) for half in (4, 5)]
    level = [_lines(part) for part in across.reshape(rows, SIDE, cols, 2, 3).transpose(3, 2, 0, 1, 4)]
    pixels = sheet.reshape(rows, SIDE, cols, SIDE, 3).swapaxes(1, 2)
    blocks = blocks.reshape(rows, 4, cols, 4, 3).swapaxes(1, 2)
    return pixels, blocks, np.minimum(*upright), np.minimum(*level)


def _are_plain(sheet: MatLike) -> bool:
    """Return whether every cell of a board, of SIDE pixels a side, has one colour off its lines."""
    for top in range(0, len(sheet), SIDE):
        rows = sheet[top : top + SIDE][INSIDE]
        first = rows[0].reshape(-1, SIDE, 3)[:, INSIDE]
        if (first != first[:, :1]).any() or (rows != rows[0]).reshape(-1, SIDE, 3)[:, INSIDE].any():
            return False
    return True


def _ground(pixels: Floats, blocks: Floats) -> tuple[Floats, Flags]:
    """Return what most blocks around the middles of cells show, of patterns the mean, and which have one."""
    rows, cols = blocks.shape[:2]
    outer = np.ascontiguousarray(blocks.reshape(rows, cols, 16, 3)[:, :, OUTER].transpose(3, 0, 1, 2))
    by_channel = np.sort(outer, axis=3)[..., KEPT].mean(axis=3)
    unlike = quantile(np.abs(outer - by_channel[..., None]).max(axis=0), SOME, axis=2)
    ground = np.stack(list(by_channel), axis=2)
    patterned = unlike > UNLIKE * (_step(ground) + quantile(unlike, QUIET))
    here = pixels[patterned]
    filled = _fills_cell(here)
    patterned[patterned] = filled
    ground[patterned] = here[filled][:, RING].mean(axis=1)
    return np.asarray(ground, np.float32), np.asarray(patterned, np.bool_)


def _fills_cell(pixels: Floats) -> Flags:
    """Return in which cells (n, SIDE, SIDE, 3) levels vary in all ninths, as in patterns, not in letters."""
    sums, squares = (
        np.add.reduceat(np.add.reduceat(values, NINTHS, axis=1)[:, :3], NINTHS, axis=2)[:, :, :3]
        for values in (pixels, pixels**2)
    )
    count = np.multiply.outer(np.diff(NINTHS), np.diff(NINTHS))[..., None]
    spread = np.sqrt(np.maximum(squares / count - (sums / count) ** 2, 0).sum(axis=3))
    return np.asarray(spread.min(axis=(1, 2)) > EVERYWHERE * spread.mean(axis=(1, 2)), np.bool_)


def _covered(upright: Floats, level: Floats, step: float) -> Flags:
    """Return the cells (rows, cols) without lines at two sides, where other cells show these lines.

    How much lines stand out is given as (rows, cols + 1) and (cols, rows + 1).
    """
    right, below = (_in_one_place(sides < LEAST_LINE * step, sides) for sides in (upright, level))
    lacking = right[:, 1:].astype(int) + right[:, :-1] + below.T[1:] + below.T[:-1]
    return np.asarray(lacking >= LACKING, np.bool_)


def _in_one_place(lacking: Flags, sides: Floats) -> Flags:
    """Keep of the sides (places, lines) that lack their line those that lie together: a line may be lost."""
    lacking = lacking & (sides < LINE * median(sides))
    count = lacking.sum(axis=0)
    first, last = lacking.argmax(axis=0), len(lacking) - 1 - lacking[::-1].argmax(axis=0)
    return np.asarray(lacking & (last - first < count) & (2 * count <= len(lacking)), np.bool_)


def _lines(profiles: Floats) -> Floats:
    """Return (rows, cols + 1): how much lines stand out beside cells, from their levels across."""
    left, right = profiles[:, :, 3:5].mean(axis=2), profiles[:, :, -5:-3].mean(axis=2)
    line = np.concatenate([profiles[:, :-1, -2:], profiles[:, 1:, :2]], axis=2)
    between = np.abs(line - (right[:, :-1] + left[:, 1:])[:, :, None] / 2)
    first, last = (
        np.abs(profiles[:, :1, :2] - left[:, :1, None]),
        np.abs(profiles[:, -1:, -2:] - right[:, -1:, None]),
    )
    return np.concatenate([part.max(axis=(2, 3)) for part in (first, between, last)], axis=1)


def _step(ground: Floats) -> float:
    """Return what FLOOR levels are at the brightness of most of the ground."""
    return float(np.exp(-median(ground[..., 0])) * FLOOR / SHADE)


def levels(ground: Floats) -> Floats:
    """Return the red, green and blue levels, 0 to 255, of colours (..., 3)."""
    return np.asarray(SHADE * np.exp(ground @ BACK) - SHADE, np.float32)


def _additive(pixels: MatLike) -> Floats:
    """Return the logarithms of levels (h, w, 3), 0 for black, as brightness and differences."""
    found = np.empty(pixels.shape, np.float32)
    for top in range(0, len(pixels), BAND):
        band = slice(top, top + BAND)
        found[band] = cv2.transform(cv2.LUT(pixels[band], LOGS), OPPONENT)
    return found


def _unevenness(flat: FlatBoard) -> float:
    """Return how much the brightness of the paper differs around the board, outermost tenths left out."""
    beside, half = round(flat.margin - FROM_FRAME * flat.pitch), max(1, flat.pitch // 8)
    seen = []
    for pixels, cells in ((flat.pixels, flat.cols), (flat.pixels.swapaxes(0, 1), flat.rows)):
        for middle in (beside, len(pixels) - beside - 1):
            strip = pixels[middle - half : middle + half + 1, flat.margin : flat.margin + cells * flat.pitch]
            pieces = cv2.resize(np.ascontiguousarray(strip), (2 * cells, 1), interpolation=cv2.INTER_AREA)
            seen.append(_additive(pieces)[0, :, 0])
    every = np.concatenate(seen)
    return quantile(every, 0.9) - quantile(every, 0.1)
