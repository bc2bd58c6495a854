"""The flat board → what the player has put in the cells: water, a cross, nothing; whatever the colours."""

import cv2
import numpy as np
from numpy.typing import NDArray

from .sheet import Sheet
from .walls import two_means

Marks = NDArray[np.uint8]

NOTHING, WATER, CROSS = 0, 1, 2

SAMPLES = (0.18, 0.27, 0.73, 0.82)
"""Where in a cell, across and down, its ground is looked at: off its lines, and off a mark in its middle."""
SOFTNESS = 1 / 10
"""Cells over which colours are averaged first, so that grain does not count."""
WATER_CONTRAST = 18.0
"""Levels by which water differs from dry ground in at least one channel: the faintest dark theme shows twenty."""
APART = 3.0
"""Wet and dry grounds differ by at least this many times their own spread, or the difference is only light and shade."""
WINDOW = 0.22
"""Cells left out on every side when a mark is looked for in the middle of a cell."""
MARK_CONTRAST = 0.3
"""Share of the strongest contrast inside the cells from which a pixel belongs to a mark."""
FAINTEST = 24
"""Levels of contrast below which nothing in a cell is a mark."""
LEAST_INK, MOST_INK = 0.04, 0.7
"""Share of the window that a mark covers."""
PATCH = 16
"""Pixels a side of the patch on which a mark's shape is judged."""
SYMMETRIC = 0.75
"""A cross or a ring looks alike after a quarter turn and in the mirror (correlation above this); digits do not."""


def read_marks(sheet: Sheet) -> Marks:
    """Return uint8 (rows, cols): 0 nothing, 1 water, 2 cross (or ring, or any other sign of air)."""
    ground = _ground(sheet)
    wet = _is_water(ground, sheet.paper)
    crossed = _is_crossed(sheet, ground) & ~wet
    return np.asarray(np.where(wet, WATER, np.where(crossed, CROSS, NOTHING)), np.uint8)


def _ground(sheet: Sheet) -> NDArray[np.float32]:
    """Return (rows, cols, 3): the colour of each cell's ground."""
    width = max(1, round(SOFTNESS * sheet.pitch))
    soft = cv2.blur(sheet.pixels, (width, width))
    ys, xs = (
        (sheet.margin + (np.arange(count)[:, None] + SAMPLES) * sheet.pitch).astype(np.intp)
        for count in (sheet.rows, sheet.cols)
    )
    samples = soft[ys[:, None, :, None], xs[None, :, None, :]]
    return np.asarray(np.median(samples.reshape(sheet.rows, sheet.cols, -1, 3), axis=2), np.float32)


def _is_water(ground: NDArray[np.float32], paper: NDArray[np.float32]) -> NDArray[np.bool_]:
    colours = ground.reshape(-1, 3)
    dry = colours[np.argmin(((colours - paper) ** 2).sum(axis=1))]
    off = np.abs(ground - dry).max(axis=2)
    limit = two_means(off.ravel())
    wet = off > limit
    if not wet.any() or wet.all():
        return np.zeros(off.shape, np.bool_)
    step = off[wet].mean() - off[~wet].mean()
    spread = (off[wet].std() + off[~wet].std()) / 2
    plain = step >= WATER_CONTRAST and step >= APART * spread
    return wet if plain else np.zeros(off.shape, np.bool_)


def _is_crossed(sheet: Sheet, ground: NDArray[np.float32]) -> NDArray[np.bool_]:
    inset = round(WINDOW * sheet.pitch)
    window = sheet.cells[:, inset : sheet.pitch - inset, :, inset : sheet.pitch - inset]
    off = np.abs(window.astype(np.int16) - ground.astype(np.int16)[:, None, :, None]).max(axis=4)
    limit = max(FAINTEST, MARK_CONTRAST * float(off.max()))
    inked = (off > limit).transpose(0, 2, 1, 3)
    share = inked.mean(axis=(2, 3))
    crossed = (share >= LEAST_INK) & (share <= MOST_INK)
    for row, col in np.argwhere(crossed):
        crossed[row, col] = _symmetry(off[row, :, col]) > SYMMETRIC
    return np.asarray(crossed, np.bool_)


def _symmetry(mark: NDArray[np.int16]) -> float:
    """Return how alike, -1 to 1, a mark (h, w) is to itself after a quarter turn around its middle, and in the mirror."""
    ink = mark.astype(np.float32)
    rows, cols = np.indices(ink.shape, dtype=np.float32)
    total = float(ink.sum()) or 1.0
    centre = (float((cols * ink).sum()) / total, float((rows * ink).sum()) / total)
    side = ink.shape[0]
    centred = cv2.getRectSubPix(ink, (side, side), centre)
    small = cv2.resize(centred, (PATCH, PATCH), interpolation=cv2.INTER_AREA)
    alike = np.corrcoef([small.ravel(), np.rot90(small).ravel(), small[:, ::-1].ravel()])[0, 1:]
    return float(alike.min())
