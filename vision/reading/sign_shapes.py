"""Cells → the ink in their middles, and the shape that most of it has where that is a sign for air."""

from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from ..pixels.quantiles import median, quantile
from .cells import BAND, INSIDE, RING, SIDE, Cells, Flags, Floats

WINDOW = slice(4, 16)
"""The middle of a cell, of SIDE pixels, in which a sign stands."""
WIDE = WINDOW.stop - WINDOW.start
_PLACES = np.arange(SIDE)[INSIDE]
_CENTRAL = np.isin(_PLACES, np.arange(SIDE)[WINDOW])
MIDDLE = np.flatnonzero(_CENTRAL[:, None] & _CENTRAL)
"""Where the middle is among the pixels of the inside of a cell, row by row,"""
AROUND = np.flatnonzero(RING[INSIDE, INSIDE])
"""and the outer blocks."""
_XY = np.array([(x, y) for y in range(WIDE) for x in range(WIDE)], np.float32)
_FROM_MIDDLE = np.abs(_XY - (WIDE - 1) / 2).max(axis=1).reshape(WIDE, WIDE)
SEEN = 6.0
"""Spreads of the picture's noise from which a pixel in the middle of a cell is ink."""
RESTLESS = 2.5
"""How many times more than in the quietest quarter of the cells, where noise has long tails; at most twice as
much ink is asked for."""
BUSY, LOCAL = 3.0, 2.0
"""Spreads of noise from which a quarter of what stands around the middle is a pattern or a stroke, and how
many times stronger a sign is than what is seen around it."""
SOFTENER = 0.8
"""Pixels by which cells are blurred, so that signs that stand a pixel apart are alike."""
ALIKE = 0.75
"""Correlation from which two signs have the same shape and stand at the same place of their cells."""
SYMMETRIC, SYMMETRIC_ALONE = 0.92, 0.94
"""A sign looks alike after a quarter turn and in the mirror (correlation above this); digits do not. What
stands in one cell alone must do so more clearly."""
ALL_SYMMETRIC, SPOILT = 0.97, 0.8
"""So alike do signs look from all sides together of which each may be spoilt by compression, as long as it
looks that much alike."""
SOME = 8
"""Cells with a shape of which each is looked at by itself."""
OFF_CENTRE = 0.13
"""Cells by which signs stand off the middle, at most."""
MOST_TRIES = 4
"""Shapes that are looked at, the most frequent first."""
LEAST_SHARE = 0.5
"""Share of the inked cells that have the sign's shape; with less they hold letters."""
FAINT = 0.3
"""Share of the signs' strength below which ink is not counted when signs are weighed against letters."""
TYPED = 0.6
"""Share of the cells with ink from which the board has numbers typed into its cells, and share of the inked
cells that at most have one shape."""
SAME = 0.9
"""Correlation from which two shapes may be the same letter."""
AT_ONCE = 40
"""Cells that are compared at once: no product is then so large that BLAS shares it out among threads."""
NORMAL = 0.6745
"""Median of the size of noise in its spreads."""


@dataclass(frozen=True, eq=False)
class Middles:
    """What stands in the middles of n cells."""

    marks: Floats
    """(3, n, WIDE * WIDE): how much each pixel differs from the cell's ground, in spreads of noise."""
    shapes: Floats
    """(n, WIDE * WIDE): the ink along its own colour, of length 1; 0 where there is hardly any."""
    strength: Floats
    """(n,): the strongest ink, in spreads of noise."""
    busy: Flags
    """(n,): cells in which as much is seen around the middle."""

    @cached_property
    def inked(self) -> Flags:
        """(n,): cells with ink in their middle alone."""
        return np.asarray(self.seen & ~self.busy, np.bool_)

    @cached_property
    def seen(self) -> Flags:
        """(n,): cells in whose middle something is seen, beyond what noise shows in the quietest quarter."""
        least = np.clip(RESTLESS * quantile(self.strength, 0.25), SEEN, 2 * SEEN)
        return np.asarray(self.strength > least, np.bool_)

    @property
    def typed(self) -> bool:
        """Whether most cells hold ink of many shapes: letters or numbers."""
        inked = self.inked
        if inked.mean() < TYPED:
            return False
        seen = self.shapes[inked]
        return float(_count_alike(seen, SAME).max() / len(seen)) < TYPED


@dataclass(frozen=True, eq=False, slots=True)
class Shape:
    """The shape of a board's signs."""

    ink: Floats
    """(WIDE * WIDE,), of length 1."""
    members: Flags
    """(n,): cells that clearly have it."""


def middles_of(cells: Cells) -> Middles:
    """Return what stands in the middles of all cells, row by row."""
    rows, cols = cells.ground.shape[:2]
    if cells.plain:
        nothing = np.zeros((rows * cols, len(MIDDLE)), np.float32)
        return Middles(np.stack([nothing] * 3), nothing, nothing[:, 0], cells.patterned.ravel())
    sheet = cells.pixels.swapaxes(1, 2).reshape(rows * SIDE, cols * SIDE, 3)
    around, marks = (np.empty((3, rows * cols, len(places)), np.float32) for places in (AROUND, MIDDLE))
    for top in range(0, rows, BAND // SIDE):  # lines part what stands in one cell from what is in the next
        soft = cv2.split(cv2.GaussianBlur(sheet[SIDE * top : SIDE * top + BAND], (3, 3), SOFTENER))
        ground = cells.ground[top : top + BAND // SIDE].reshape(-1, 3)
        here = slice(top * cols, top * cols + len(ground))
        for channel, plane in enumerate(soft):
            inside = plane.reshape(-1, SIDE, cols, SIDE)[:, INSIDE, :, INSIDE].swapaxes(1, 2)
            off = inside.reshape(len(ground), -1) - ground[:, channel, None]
            around[channel, here], marks[channel, here] = np.abs(off[:, AROUND]), off[:, MIDDLE]
    noise = _noise(around, cells.floor)[:, None, None]
    around /= noise
    marks /= noise
    peak = np.maximum(marks.max(axis=(0, 2)), -marks.min(axis=(0, 2)))
    busy = cells.patterned.ravel() | _is_busy(around.max(axis=0), peak)
    shapes, strength = np.zeros(marks.shape[1:], np.float32), peak
    if (loud := peak > FAINT * SEEN / sqrt(3)).any():
        shapes[loud], strength[loud] = _shapes(marks[:, loud])
    return Middles(marks, shapes, strength, np.asarray(busy, np.bool_))


def _noise(around: Floats, floor: Floats) -> Floats:
    """Return the spread (3,) of what is seen around the middles, (3, n, pixels); at least the floor."""
    least = floor * np.float32(NORMAL)
    loud = np.count_nonzero(around > least[:, None, None], axis=2) >= around.shape[2] // 2
    noise = floor.copy()
    for channel in np.flatnonzero(2 * np.count_nonzero(loud, axis=1) >= loud.shape[1]):
        usual = median(median(around[channel], axis=1)) / NORMAL
        noise[channel] = max(floor[channel], usual)
    return noise


def _is_busy(around: Floats, peak: Floats) -> Flags:
    """Return the cells around whose middle, (n, pixels), a quarter is ink as strong as in it."""
    busy = np.count_nonzero(around > BUSY, axis=1) >= around.shape[1] // 4
    loud = quantile(around[busy], 0.75, axis=1)
    busy[busy] = (loud > BUSY) & (peak[busy] < LOCAL * loud)
    return np.asarray(busy, np.bool_)


def _shapes(marks: Floats) -> tuple[Floats, Floats]:
    """Return the ink of middles along its own colour, (n, WIDE * WIDE) of length 1, and its peak."""
    weight = (marks**2).sum(axis=0)
    colour = np.einsum("cnp,np->cn", marks, weight)
    colour /= np.maximum(np.linalg.norm(colour, axis=0), 1e-9)
    ink = (marks * colour[..., None]).sum(axis=0)
    length = np.linalg.norm(ink, axis=1, keepdims=True)
    return np.asarray(ink / np.maximum(length, 1e-9), np.float32), np.asarray(ink.max(axis=1), np.float32)


def shape_of_signs(middles: Middles) -> Shape | None:
    """Return the shape that most signs have, or None without any."""
    shapes, inked = middles.shapes, middles.inked
    left = inked.copy()
    for _ in range(MOST_TRIES):
        if not left.any():
            return None
        seen = shapes[left]
        likest = seen[_count_alike(seen, ALIKE).argmax()]
        alike = amount_of(seen, likest) > ALIKE
        members = left & (amount_of(shapes, _mean(seen[alike])) > ALIKE)
        if not members.any():
            return None
        if _is_sign(shapes[members]):
            clear = middles.strength > FAINT * median(middles.strength[members])
            others = int((inked & clear & ~members).sum())
            enough = int(members.sum()) >= LEAST_SHARE * (others + int(members.sum()))
            return Shape(_mean(shapes[members]), members) if enough else None
        left &= ~members
    return None


def amount_of(marks: Floats, shape: Floats) -> Floats:
    """Return how much of a shape (p,) there is in marks (..., p).

    Not by BLAS, which would share so small a product out among threads, and let these spin.
    """
    return np.asarray(np.einsum("...p,p->...", marks, shape), np.float32)


def _count_alike(shapes: Floats, least: float) -> NDArray[np.intp]:
    """Return (n,): with how many of n shapes each has a correlation of more than `least`."""
    count, pixels = shapes.shape
    blocks = np.zeros((-(-count // AT_ONCE), AT_ONCE, pixels), np.float32)
    blocks.reshape(-1, pixels)[:count] = shapes
    alike = blocks[:, None] @ blocks.swapaxes(1, 2) > least
    counts: NDArray[np.intp] = np.count_nonzero(alike, axis=(1, 3)).ravel()[:count]
    return counts


def _mean(shapes: Floats) -> Floats:
    total = shapes.sum(axis=0)
    return np.asarray(total / max(float(np.linalg.norm(total)), 1e-9), np.float32)


def _is_sign(shapes: Floats) -> bool:
    """Return whether the shape of cells (n, ...) stands in their middle and looks alike from all sides."""
    some = shapes[:: max(1, len(shapes) // SOME)]
    symmetry, off = _symmetry(np.concatenate([_mean(shapes)[None], some]))
    least = SYMMETRIC if len(shapes) > 1 else SYMMETRIC_ALONE
    least_each = least if symmetry[0] < ALL_SYMMETRIC else SPOILT
    is_symmetric = symmetry[0] >= least and median(symmetry[1:]) >= least_each
    return bool(is_symmetric and off[0] <= OFF_CENTRE * SIDE)


def _symmetry(shapes: Floats) -> tuple[Floats, Floats]:
    """Return how like itself each shape (n, ...) is, turned and mirrored, and its pixels off the middle.

    One that stands off the middle may do so only as far as the pixels reach on all sides of it.
    """
    inks = np.maximum(shapes, 0)
    middles = inks @ _XY / np.maximum(inks.sum(axis=1, keepdims=True), 1e-9)
    centred = np.stack(
        [
            cv2.getRectSubPix(ink.reshape(WIDE, WIDE), (WIDE, WIDE), middle.tolist())
            for ink, middle in zip(inks, middles, strict=True)
        ]
    )
    off = np.abs(middles - (WIDE - 1) / 2).max(axis=1)
    within = ((WIDE - 1) / 2 - off)[:, None, None] >= _FROM_MIDDLE
    return np.maximum(_alike(centred, np.ones_like(within)), _alike(centred, within)), off


def _alike(centred: Floats, within: Flags) -> Floats:
    """Return (n,): the least correlation of patches (n, WIDE, WIDE), in some of their pixels, turned."""
    count = np.maximum(within.sum(axis=(1, 2), keepdims=True), 1)
    off = (centred - (centred * within).sum(axis=(1, 2), keepdims=True) / count) * within
    power = np.maximum((off**2).sum(axis=(1, 2)), 1e-12)
    turned = (np.rot90(off, axes=(1, 2)), off[:, :, ::-1], off[:, ::-1])
    return np.asarray(np.min([(off * other).sum(axis=(1, 2)) / power for other in turned], axis=0))
