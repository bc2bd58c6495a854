"""A picture and the water that fits → the picture with the water in it and the mistakes marked."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.puzzle import Known

from ..board import Board
from ..files.pixels import Image
from ..reading.marks import CROSS, WATER
from .drawing import Drawing, Part
from .layer import BORDER, Layer, bands
from .palette import MAYBE_WET, RED, WATER_BLUE, Colour, theme_of

Pattern = NDArray[np.uint8]
"""(rows * FINENESS, cols * FINENESS): 0 where nothing is drawn, else the number of a tint."""
Tint = tuple[Colour, int]
"""A colour and its opacity out of 256, whole numbers, so that the result is the same everywhere."""

FINENESS = 32
"""Steps per cell in which water and mistakes are drawn before they are laid on the picture."""
SURFACE_DEPTH = 0.1
"""Depth of the surface's bright band, in cells."""
WATER_OPACITY, SURFACE_OPACITY = 112, 176
"""Water lets lines, digits and marks shine through, on light and on dark ground."""
MISTAKE = (RED, 200)
"""Mistakes are plain."""
SAMPLE_POINT = 0.75
"""Where in a pixel it is decided to which cell it belongs. Lines are centred on the middle or the edge of a
pixel, so neither of those may be the place: the smallest difference in a line's position would move a whole
row of pixels."""


@dataclass(frozen=True, eq=False)
class Water:
    """Translucent blue in every cell where wet[row][col]: a part of a drawing.

    A wet cell with no water of its own aquarium above shows the surface. Pixels of other cells stay what they
    were.
    """

    board: Board
    wet: Sequence[Sequence[bool]]
    regions: Sequence[Sequence[int]]

    @property
    def filled(self) -> NDArray[np.bool_]:
        """Where water is drawn."""
        return np.array(self.wet, np.bool_)

    @property
    def surfaces(self) -> NDArray[np.bool_]:
        """Where the water that is drawn has its surface."""
        return _surfaces(self.wet, self.regions)

    def lay_on(self, drawn: Image) -> Image:
        """Draw it into a picture, uint8 (H, W, 3) RGB, in place, and return that."""
        pattern = _wet_pattern(self.wet, self.regions)
        return _tinted(drawn, self.board, pattern, _water_tints(drawn, self.board))


@dataclass(frozen=True, eq=False)
class Mistakes:
    """A red border and a red cross in every cell where wrong[row][col]: a part of a drawing."""

    board: Board
    wrong: ArrayLike

    def lay_on(self, drawn: Image) -> Image:
        """Draw them into a picture, uint8 (H, W, 3) RGB, in place, and return that."""
        return draw_mistakes(drawn, self.board, self.wrong, in_place=True)


def draw_water(
    image: Image, board: Board, water: Sequence[Sequence[bool]], regions: Sequence[Sequence[int]]
) -> Image:
    """Return a copy of a picture, uint8 (H, W, 3) RGB, with `Water` where water[row][col]."""
    return Water(board, water, regions).lay_on(image.copy())


def without_water(
    image: Image, board: Board, water: Sequence[Sequence[bool]], regions: Sequence[Sequence[int]]
) -> Image:
    """Return a picture as it was before `draw_water` drew just this into it, to within a level or two."""
    tints = _water_tints(image, board)
    return _tinted(image.copy(), board, _wet_pattern(water, regions), tints, _former_levels)


def _surfaces(water: Sequence[Sequence[bool]], regions: Sequence[Sequence[int]]) -> NDArray[np.bool_]:
    wet, own = np.array(water, np.bool_), np.array(regions)
    surface = wet.copy()
    surface[1:] &= ~(wet[:-1] & (own[1:] == own[:-1]))
    return surface


def _wet_pattern(water: Sequence[Sequence[bool]], regions: Sequence[Sequence[int]]) -> Pattern:
    wet, surface = np.array(water, np.bool_), _surfaces(water, regions)
    cell, top = np.ones((2, FINENESS, FINENESS), np.uint8)
    top[round(SURFACE_DEPTH * FINENESS) :] = 0
    return np.asarray(np.kron(wet, cell) + np.kron(surface, top), np.uint8)


def _water_tints(image: Image, board: Board) -> dict[int, Tint]:
    theme = theme_of(image, board)
    return {1: (WATER_BLUE, WATER_OPACITY), 2: (theme.surface, SURFACE_OPACITY)}


def draw_known(image: Image, board: Board, known: Known, regions: Sequence[Sequence[int]]) -> Image:
    """Return a copy of a picture with water where known[row][col] is True, and stripes where it is None.

    Cells known to be dry stay what they were. Surfaces are shown where the water above is not certain.
    """
    return Drawing(image, known_parts(board, known, regions)).pixels


def known_parts(board: Board, known: Known, regions: Sequence[Sequence[int]]) -> tuple[Part, ...]:
    """Return what `draw_known` draws."""
    water = Water(board, [[wet is True for wet in row] for row in known], regions)
    unknown = [(row, col) for row, cells in enumerate(known) for col, wet in enumerate(cells) if wet is None]
    if not unknown:
        return (water,)
    layer = Layer(board)
    layer.stripe(unknown, MAYBE_WET)
    return water, layer


def draw_mistakes(image: Image, board: Board, wrong: ArrayLike, *, in_place: bool = False) -> Image:
    """Return a copy of a picture with a red border and a red cross in every cell where wrong[row][col].

    Or draw them into the picture itself, which spares the memory of a large one.
    """
    drawn = image if in_place else image.copy()
    if not np.any(wrong):
        return drawn
    stamp = np.zeros((FINENESS, FINENESS), np.uint8)
    width, last = round(BORDER * FINENESS), FINENESS - 1
    cv2.line(stamp, (0, 0), (last, last), 1, width)
    cv2.line(stamp, (0, last), (last, 0), 1, width)
    stamp[:width], stamp[-width:], stamp[:, :width], stamp[:, -width:] = (1,) * 4
    return _tinted(drawn, board, np.kron(np.array(wrong, np.uint8), stamp), {1: MISTAKE})


def find_mistakes(
    marks: Sequence[Sequence[int | None]], water: Sequence[Sequence[bool]]
) -> NDArray[np.bool_]:
    """Return (rows, cols): where the player surely put water in a dry cell, or a cross in a wet one."""
    put, wet = np.array(marks, np.object_), np.array(water, np.bool_)
    return np.asarray(((put == WATER) & ~wet) | ((put == CROSS) & wet), np.bool_)


def _tinted(
    drawn: Image,
    board: Board,
    pattern: Pattern,
    tints: Mapping[int, Tint],
    levels_of: Callable[[Tint], NDArray[np.uint8]] | None = None,
) -> Image:
    """Tint the cells of a picture by the numbers of a pattern, in place, and return it."""
    levels_of = levels_of or _levels
    present = [(number, levels_of(tint)) for number, tint in tints.items() if (pattern == number).any()]
    for start, part in bands(drawn, board.box):
        seen = _seen_in_picture(pattern, board, start, part.shape[:2])
        for number, levels in present:
            cv2.copyTo(cv2.LUT(part, levels), np.asarray(seen == number, np.uint8), part)
    return drawn


@cache
def _levels(tint: Tint) -> NDArray[np.uint8]:
    """Return (1, 256, 3): what becomes of every level of every channel."""
    colour, opacity = tint
    level = np.arange(256)[None, :, None]
    return np.asarray((level * (256 - opacity) + np.array(colour) * opacity) // 256, np.uint8)


@cache
def _former_levels(tint: Tint) -> NDArray[np.uint8]:
    """Return (1, 256, 3): from what every level of every channel came."""
    colour, opacity = tint
    level = np.arange(256)[None, :, None]
    former = np.rint((level * 256 + 128 - np.array(colour) * opacity) / (256 - opacity))
    return np.asarray(np.clip(former, 0, 255), np.uint8)


def _seen_in_picture(
    pattern: Pattern, board: Board, start: tuple[int, int], shape: tuple[int, int]
) -> Pattern:
    """Return (h, w): the pattern's numbers on the picture's part that begins at start (x, y)."""
    x = np.arange(shape[1])[None, :] + start[0] + SAMPLE_POINT
    y = np.arange(shape[0])[:, None] + start[1] + SAMPLE_POINT
    u, v = board.positions(x, y)
    col, row = np.floor(u * FINENESS).astype(np.int32) + 1, np.floor(v * FINENESS).astype(np.int32) + 1
    framed = np.pad(pattern, 1)
    np.clip(col, 0, framed.shape[1] - 1, out=col)
    np.clip(row, 0, framed.shape[0] - 1, out=row)
    if row.shape[1] == 1 and col.shape[0] == 1:
        return framed[row[:, 0]][:, col[0]]
    return np.asarray(framed[row, col], np.uint8)
