"""A picture with water drawn into it → the picture as it was before, but for some levels."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ..files.pixels import Image
from ..reading.background import is_dark
from .layer import bands
from .paper import FINENESS, Levels, find_paper, share_within
from .water import SURFACE, Flags, Water, in_steps, move, moved

Colours = NDArray[np.float64]
"""(..., 3) RGB."""


def without_water(image: Image, water: Water) -> Image:
    """Return a picture, uint8 (H, W, 3) RGB, as it was before just this water was drawn into it.

    Whatever its colour: what the paper was is told by the dry cells beside it. Where none is, the picture
    stays as it is.
    """
    paper, filled = find_paper(image, water.board), water.filled
    cells = paper.shades[FINENESS // 2 :: FINENESS, FINENESS // 2 :: FINENESS].astype(np.float64)
    pairs = np.array(list(_across_shores(cells, filled)))
    if not len(pairs):
        return image
    former = np.where(filled[..., None], _former(cells, pairs), cells)
    strength = 1 + (SURFACE - 1) * in_steps(water.surfaces)
    strength[np.arange(len(strength)) % FINENESS > 0] = 1
    dry = _spread(former)
    ground, before = _levels(dry + strength[..., None] * _spread(cells - former)), _levels(dry)
    shifts = [np.asarray(cv2.subtract(*pair), np.uint8) for pair in ((before, ground), (ground, before))]
    bare, seen = image.copy(), replace(paper, shades=ground)
    for start, part in bands(bare, water.board.box):
        share, window = share_within(image, seen, start, part.shape[:2])
        move(part, *(moved(shift, window, share) for shift in shifts))
    return bare


def _across_shores(cells: Colours, filled: Flags) -> Iterator[tuple[Colours, Colours]]:
    """Yield the colours of neighbours, the dry one first."""
    for one, other, is_wet, is_next_wet in (
        (cells[1:], cells[:-1], filled[1:], filled[:-1]),
        (cells[:, 1:], cells[:, :-1], filled[:, 1:], filled[:, :-1]),
    ):
        yield from zip(one[~is_wet & is_next_wet], other[~is_wet & is_next_wet], strict=True)
        yield from zip(other[is_wet & ~is_next_wet], one[is_wet & ~is_next_wet], strict=True)


def _former(cells: Colours, pairs: Colours) -> Colours:
    """Return what paper was below water: (rows, cols, 3), from pairs (n, 2, 3) of dry and wet neighbours."""
    dry, wet = pairs[:, 0], pairs[:, 1]
    if is_dark(np.asarray(dry, np.uint8)):
        return cells + np.median(dry - wet, axis=0)
    strongest = int(np.median(wet, axis=0).argmax())
    light = cells[..., strongest] * np.median(dry[:, strongest] / np.maximum(wet[:, strongest], 1))
    hue = np.median(dry / np.maximum(dry[:, [strongest]], 1), axis=0)
    return np.asarray(light[..., None] * hue, np.float64)


def _spread(cells: Colours) -> Colours:
    """Return the colours of cells in all their steps."""
    return cells.repeat(FINENESS, axis=0).repeat(FINENESS, axis=1)


def _levels(colours: Colours) -> Levels:
    return np.clip(np.rint(colours), 0, 255).astype(np.uint8)
