"""Water in a picture → areas over its pixels, and the picture's ink over these.

No way of blending colours is needed: every viewer draws areas and, over them, pixels that are transparent
where paper was.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ..drawing.layer import Layer
from ..drawing.palette import Colour, Paint
from ..drawing.paper import paper_share
from ..drawing.shapes import cell_boxes
from ..drawing.water import SURFACE_DEPTH, Water
from ..files.pixels import Image
from .layers import layer_items
from .page import Item, Raster

INSIDE = (0.22, 0.3, 0.7, 0.78)
"""Where in a cell the colour of its water is looked at, in cells from the left and top: digits and crosses
stand in the middle."""
IN_SURFACE = 0.85
"""Where in the line along the surface its colour is looked at: walls hide the upper part of it."""
FAINT = 6
"""Opacity out of 255 below which nothing is seen: grain of the paper."""


def water_layer(part: Water, poured: Image) -> Layer:
    """Return water as areas of the colours that it has in a picture into which it was drawn.

    Each aquarium has a colour of its own: in a photograph, shade falls on the water.
    """
    layer, own = Layer(part.board), np.array(part.regions)
    depth = IN_SURFACE * SURFACE_DEPTH
    for number in np.unique(own[part.filled]).tolist():
        wet = _cells(part.filled & (own == number))
        layer.fill_cells(wet, _colour(part, poured, wet, INSIDE))
        surface = _cells(part.surfaces & (own == number))
        if surface:
            paint = _colour(part, poured, surface, (depth,))
            for left, top, right, _ in cell_boxes(surface):
                layer.fill((left, top, right, top + SURFACE_DEPTH), paint)
    return layer


def poured_items(part: Water, image: Image) -> Iterator[Item]:
    """Yield the water over a picture, and the ink upon it: together they look as when drawn in pixels."""
    height, width = image.shape[:2]
    poured = part.lay_on(image.copy())
    layer = water_layer(part, poured)
    yield from layer_items(layer, width, height)
    left, top, right, bottom = part.board.box
    left, top = max(left, 0), max(top, 0)
    box = np.s_[top:bottom, left:right]
    below = layer.lay_on(image.copy())
    ink = 255 - paper_share(image, part.board)
    changed = (below[box] != image[box]).any(axis=2)
    if changed.any():
        yield Raster(_over(below[box], poured[box], np.where(changed, ink[box], 0)), (left, top))


def _over(below: Image, above: Image, least: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return (h, w, 4) RGBA: what turns pixels into others, as little opaque as can be, or as is said."""
    under, wanted = below.astype(np.float32), above.astype(np.float32)
    off = wanted - under
    room = np.where(off > 0, 255 - under, under)
    needed = 255 * (np.abs(off) / np.maximum(room, 1)).max(axis=2)
    opacity = np.clip(np.ceil(np.maximum(needed, least)), 0, 255)
    opacity[opacity < FAINT] = 0
    share = np.maximum(opacity, 1)[..., None] / 255
    colour = np.where(opacity[..., None] > 0, under + off / share, 0)
    over = np.concatenate([np.clip(np.rint(colour), 0, 255), opacity[..., None]], axis=2)
    return np.asarray(over, np.uint8)


def _cells(flags: NDArray[np.bool_]) -> tuple[tuple[int, int], ...]:
    return tuple((row, col) for row, col in np.argwhere(flags).tolist())


def _colour(part: Water, poured: Image, cells: tuple[tuple[int, int], ...], down: tuple[float, ...]) -> Paint:
    """Return the median colour of cells, looked at so far from their tops."""
    places = [(col + right, row + below) for row, col in cells for right in INSIDE for below in down]
    x, y = part.board.points(*np.array(places).T)
    rows = np.clip(y.astype(np.intp), 0, poured.shape[0] - 1)
    cols = np.clip(x.astype(np.intp), 0, poured.shape[1] - 1)
    red, green, blue = np.median(poured[rows, cols], axis=0).astype(int).tolist()
    colour: Colour = (red, green, blue)
    return Paint(colour, 255)
