"""The colours of cells → whether each is paper, water, or may be either, from how it follows the aquariums.

A player's water has one colour and soon cuts an aquarium; the colours that a program gives aquariums never
do. So this is decided for a colour as a whole, and before any solution is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from ..pixels.quantiles import median
from .sides import PLAIN_STEP
from .walls import joined

if TYPE_CHECKING:
    from .flat import FlatBoard

Flags = NDArray[np.bool_]
"""(rows, cols)."""

SAMPLED = 12
"""Pixels to which a cell is reduced to see what is in it."""
INSET = 2
"""Pixels of those that are left to its lines on every side."""
CORNERS = np.array([0, 1, -2, -1])
"""Places, across and down, of what is left of a cell that show its ground."""
INKED = 24
"""Levels of contrast from which a pixel is ink."""
LEAST_INK = 0.04
"""Share of what is left of a cell that something in it covers, at least."""
STEPS = 3.0
"""Times the usual step between cells of an aquarium by which cells of one colour differ, at most."""
SEVERAL = 3
"""Colours from which those that cut no aquarium are paper: paper and water are only two."""
SURE_COLOUR = 0.98
"""Mean probability from which one of only two colours is what it looks like."""
LIKELY = 0.5
"""Mean probability of water from which a colour looks like it."""
CUTTING = 0.999
"""How sure a colour is water that looks like it and without which every aquarium has one colour: less than it
takes to call it a mistake."""


class CellColours(NamedTuple):
    """What colours cells have."""

    grounds: NDArray[np.float32]
    """(rows, cols, 3): the colour of each cell, whatever stands in it."""
    plain: Flags
    """Which cells are of that colour alone."""


class Kinds(NamedTuple):
    """What the colours of cells are, as far as that is decided."""

    paper: Flags
    water: Flags
    either: Flags
    """Where that cannot be decided of a colour."""
    sure: NDArray[np.float64]
    """(rows, cols): how probable water is, at least, where a colour is that."""


def colours_of(flat: FlatBoard) -> CellColours:
    """Return the colours of a flat board's cells."""
    size = (flat.cols * SAMPLED, flat.rows * SAMPLED)
    inner = flat.inner[::2, ::2] if flat.pitch >= 4 * SAMPLED else flat.inner
    small = np.asarray(cv2.resize(inner, size, interpolation=cv2.INTER_AREA), np.uint8)
    cells = small.reshape(flat.rows, SAMPLED, flat.cols, SAMPLED, 3).swapaxes(1, 2)
    inside = cells[:, :, INSET:-INSET, INSET:-INSET]
    corners = inside[:, :, CORNERS[:, None], CORNERS].reshape(flat.rows, flat.cols, -1, 3)
    grounds = np.asarray(np.median(corners, axis=2), np.float32)
    off = np.abs(inside - grounds[:, :, None, None]).max(axis=4)
    return CellColours(grounds, (off > INKED).mean(axis=(2, 3)) < LEAST_INK)


def kinds_of(colours: CellColours, water: NDArray[np.floating], regions: NDArray[np.int32]) -> Kinds:
    """Return what the colours of cells are that belong to the aquariums regions[row, col].

    `water` (rows, cols) is how probable it is that a cell holds water, as far as the network tells.
    """
    number = _numbered(colours.grounds, regions)
    count = int(number.max()) + 1
    looks = _means(number, count, water)
    ids = np.unique(regions, return_inverse=True)[1].reshape(regions.shape)
    holds = np.zeros((int(ids.max()) + 1, count), np.bool_)
    holds[ids, number] = True
    paper, wet, either = _decided(holds, looks)
    floor = np.full(count, CUTTING) if (holds.sum(axis=1) > 1).any() else looks
    return Kinds(paper[number], wet[number], either[number], floor[number])


def _decided(holds: Flags, looks: NDArray[np.float64]) -> tuple[NDArray[np.bool_], ...]:
    """Return which colours are paper, water, or one of them, by the colours that each aquarium holds.

    `holds` is (aquariums, colours), `looks` (colours,) how much each looks like water. Nothing is decided
    where colours do not part the aquariums.
    """
    like_water = looks >= LIKELY
    nothing, many = np.zeros_like(like_water), len(looks) >= SEVERAL
    if len(looks) > 1 and (holds.sum(axis=1) == 1).all():
        wet = nothing if many else looks >= SURE_COLOUR
        paper = ~like_water if many else looks <= 1 - SURE_COLOUR
        return paper, wet, ~(paper | wet)
    if many and like_water.sum() == 1 and (holds[:, ~like_water].sum(axis=1) <= 1).all():
        return ~like_water, like_water, nothing
    return nothing, nothing, nothing


def _numbered(grounds: NDArray[np.float32], regions: NDArray[np.int32]) -> NDArray[np.intp]:
    """Return (rows, cols) numbers, from 0, of the colours: neighbours in an aquarium come to one first."""
    right, below = (
        np.where(regions[here] == regions[there], np.abs(grounds[here] - grounds[there]).max(axis=2), np.inf)
        for here, there in ((np.s_[:, 1:], np.s_[:, :-1]), (np.s_[1:], np.s_[:-1]))
    )
    steps = np.concatenate([right.ravel(), below.ravel()])
    within = steps[np.isfinite(steps)]
    most = max(PLAIN_STEP, STEPS * median(within)) if len(within) else PLAIN_STEP
    spots = joined(right <= most, below <= most) - 1
    count = int(spots.max()) + 1
    shades = np.stack([_means(spots, count, level) for level in np.moveaxis(grounds, 2, 0)], axis=1)
    near = np.abs(shades[:, None] - shades).max(axis=2) <= most
    least, colour = np.arange(count), np.zeros(count, np.intp)
    while not np.array_equal(least, colour):
        colour = least
        least = np.where(near, colour, count).min(axis=1)
    return np.unique(colour, return_inverse=True)[1][spots]


def _means(number: NDArray[np.integer], count: int, values: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return (count,) the mean of the values (rows, cols) of the cells with each number."""
    sums = np.bincount(number.ravel(), values.ravel(), count)
    return np.asarray(sums / np.bincount(number.ravel(), minlength=count))
