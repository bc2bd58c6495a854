"""A picture and the water that fits → the picture with the water in it and the mistakes marked."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.puzzle import Known

from ..board import Board
from ..files.pixels import Image
from ..reading.marks import CROSS, WATER
from .layer import Glass, Paint, stripe_mask

Layer = NDArray[np.uint8]

FINENESS = 32
"""Steps per cell in which overlays are drawn before they are laid on the picture."""
SURFACE = 0.1
"""Depth of the surface's bright band, in cells."""
BORDER = 0.09
"""Width, in cells, of the border of a mistaken cell and of the strokes across it."""
BLEND = 256
"""Opacities are whole numbers out of this, so that the result is the same everywhere."""

SAMPLE_POINT = 0.75
"""Where in a pixel it is decided to which cell it belongs. Lines are centred on the middle or the edge of a
pixel, so neither of those may be the place: the smallest difference in a line's position would move a whole
row of pixels."""

DARK_PICTURE = 110
"""On cells whose median brightness (0 to 255) is below this, the surface is lighter than the water, else
darker."""

STRIPES, STRIPE_SHARE = 2, 0.4
"""Stripes in a cell that may be wet, and the share of it that they cover."""
MAYBE = Paint((40, 125, 255), 150)
"""The stripes: the water's blue, stronger because they are thin."""

BAND = 1 << 20
"""Pixels of the picture that are coloured at a time."""
WET, TOP, LIGHT_TOP, WRONG = 1, 2, 3, 4
COLOURS = np.array([[0, 0, 0], [40, 125, 255], [0, 80, 210], [140, 205, 255], [235, 20, 30]], np.int32)
"""RGB of the water, of its surface on light and on dark ground, and of mistakes."""
OPACITIES = np.array([0, 112, 176, 176, 200], np.int32)
"""Water lets lines, digits and marks shine through, on light and on dark ground; mistakes are plain."""
TINTS = np.array(
    [
        [(level * (BLEND - opacity) + colour * opacity) // BLEND for level in range(256)]
        for colour, opacity in zip(COLOURS, OPACITIES, strict=True)
    ],
    np.uint8,
).reshape(len(COLOURS), 1, 256, 3)
"""What becomes of every level of every channel under each colour number."""


def draw_water(
    image: Image, board: Board, water: Sequence[Sequence[bool]], regions: Sequence[Sequence[int]]
) -> Image:
    """Return a copy of a picture with translucent blue in every cell where water[row][col].

    The picture is uint8 (H, W, 3) RGB. A wet cell with no water of its own aquarium above shows the surface.
    Pixels of other cells stay what they were.
    """
    wet = np.array(water, np.bool_)
    own = np.array(regions)
    below_water = np.zeros_like(wet)
    below_water[1:] = wet[:-1] & (own[1:] == own[:-1])
    layer = np.repeat(np.repeat(wet.astype(np.uint8) * WET, FINENESS, axis=0), FINENESS, axis=1)
    cells = layer.reshape(board.rows, FINENESS, board.cols, FINENESS)
    depth = round(SURFACE * FINENESS)
    surface = (wet & ~below_water)[:, None, :, None]
    top = LIGHT_TOP if is_dark(image, board) else TOP
    cells[:, :depth] = np.where(surface, top, cells[:, :depth])
    drawn = image.copy()
    _lay_on(drawn, board, layer)
    return drawn


def draw_known(image: Image, board: Board, known: Known, regions: Sequence[Sequence[int]]) -> Image:
    """Return a copy of a picture with water where known[row][col] is True, and stripes where it is None.

    Cells known to be dry stay what they were. Surfaces are shown where the water above is not certain.
    """
    drawn = draw_water(image, board, [[wet is True for wet in row] for row in known], regions)
    unknown = [(row, col) for row, cells in enumerate(known) for col, wet in enumerate(cells) if wet is None]
    if unknown:
        glass = Glass.over(board)
        glass.stamp(unknown[0], stripe_mask(glass.pitch, STRIPES, STRIPE_SHARE), MAYBE)
        glass.copy(unknown[0], unknown[1:])
        glass.lay_on(drawn)
    return drawn


def draw_mistakes(image: Image, board: Board, wrong: ArrayLike, *, in_place: bool = False) -> Image:
    """Return a copy of a picture with a red border and a red cross in every cell where wrong[row][col].

    Or draw them into the picture itself, which spares the memory of a large one.
    """
    drawn = image if in_place else image.copy()
    if not np.any(wrong):
        return drawn
    stamp = np.zeros((FINENESS, FINENESS), np.uint8)
    width = round(BORDER * FINENESS)
    last = FINENESS - 1
    cv2.line(stamp, (0, 0), (last, last), WRONG, width)
    cv2.line(stamp, (0, last), (last, 0), WRONG, width)
    stamp[:width], stamp[-width:], stamp[:, :width], stamp[:, -width:] = (WRONG,) * 4
    _lay_on(drawn, board, np.kron(np.array(wrong, np.uint8), stamp))
    return drawn


def find_mistakes(marks: Sequence[Sequence[int]], water: Sequence[Sequence[bool]]) -> NDArray[np.bool_]:
    """Return (rows, cols): where the player put water in a dry cell, or a cross in a wet one."""
    put, wet = np.array(marks), np.array(water, np.bool_)
    return np.asarray(((put == WATER) & ~wet) | ((put == CROSS) & wet), np.bool_)


def is_dark(image: Image, board: Board) -> bool:
    """Whether light lines stand on dark ground, seen at the middle of every cell's upper left quarter."""
    u, v = np.meshgrid(np.arange(board.cols) + 0.25, np.arange(board.rows) + 0.25)
    x, y = board.points(u, v)
    rows = np.clip(y.astype(np.intp), 0, image.shape[0] - 1)
    cols = np.clip(x.astype(np.intp), 0, image.shape[1] - 1)
    return bool(np.median(image[rows, cols].max(axis=-1)) < DARK_PICTURE)


def _lay_on(drawn: Image, board: Board, layer: Layer) -> None:
    """Blend colour numbers (rows * FINENESS, cols * FINENESS) onto the cells of a picture, in place.

    Band by band, so that a large picture in perspective needs little memory.
    """
    (left, top, right, bottom), *_ = board.boxes([(0, 0, board.cols, board.rows)])
    left, top = max(left, 0), max(top, 0)
    right, bottom = min(right, drawn.shape[1]), min(bottom, drawn.shape[0])
    numbers = [number for number in range(1, WRONG + 1) if (layer == number).any()]
    high = max(1, BAND // max(1, right - left))
    for start in range(top, bottom, high):
        part = drawn[start : min(start + high, bottom), left:right]
        colour = _seen_in_picture(layer, board, (left, start), part.shape[:2])
        for number in numbers:
            tinted = cv2.LUT(part, TINTS[number])
            cv2.copyTo(tinted, np.asarray(colour == number, np.uint8), part)


def _seen_in_picture(layer: Layer, board: Board, start: tuple[int, int], shape: tuple[int, int]) -> Layer:
    """Return (h, w): the layer's colour numbers on the picture's part that begins at start (x, y)."""
    x = np.arange(shape[1])[None, :] + start[0] + SAMPLE_POINT
    y = np.arange(shape[0])[:, None] + start[1] + SAMPLE_POINT
    u, v = board.positions(x, y)
    col, row = np.floor(u * FINENESS).astype(np.int32) + 1, np.floor(v * FINENESS).astype(np.int32) + 1
    framed = np.pad(layer, 1)
    np.clip(col, 0, framed.shape[1] - 1, out=col)
    np.clip(row, 0, framed.shape[0] - 1, out=row)
    if row.shape[1] == 1 and col.shape[0] == 1:
        return framed[row[:, 0]][:, col[0]]
    return np.asarray(framed[row, col], np.uint8)
