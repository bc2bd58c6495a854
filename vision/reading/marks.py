"""The flat board → what the player has put in the cells: water, a cross, nothing; whatever the colours."""

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from .background import strongest_channel
from .otsu import otsu_threshold
from .rectify import RING, FlatBoard

Marks = NDArray[np.uint8]
"""(rows, cols) of NOTHING, WATER and CROSS."""

NOTHING, WATER, CROSS = 0, 1, 2

SAMPLES = (0.18, 0.27, 0.73, 0.82)
"""Where in a cell, across and down, its ground is looked at: off its lines, and off a mark in its middle."""
SOFTNESS = 1 / 10
"""Cells over which colours are averaged first, so that grain does not count."""
WATER_CONTRAST = 18.0
"""Levels by which water differs from dry ground in at least one channel: the faintest dark theme shows
twenty."""
WATER_HUE = 0.03
"""By how much water's share of red, green or blue differs from dry ground's: a pale blue's by a tenth."""
DARKEST = 60
"""Brightness (0 to 255) below which hues are mostly noise."""
UNEVEN = 1.5
"""Water differs from dry ground by more than this many times what the paper around the board differs from
itself."""
APART = 3.0
"""Wet and dry grounds differ by at least this many times their own spread, or the difference is only light
and shade."""
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
"""A cross or a ring looks alike after a quarter turn and in the mirror (correlation above this); digits do
not."""


def read_marks(flat: FlatBoard) -> Marks:
    """Return uint8 (rows, cols): 0 nothing, 1 water, 2 cross (or ring, or any other sign of air)."""
    ground = _ground(flat)
    wet = _is_water(ground, flat)
    crossed = _is_crossed(flat, ground) & ~wet
    return np.where(wet, WATER, np.where(crossed, CROSS, NOTHING)).astype(np.uint8)


def _ground(flat: FlatBoard) -> NDArray[np.float32]:
    """Return (rows, cols, 3): the colour of each cell's ground."""
    width = max(1, round(SOFTNESS * flat.pitch))
    soft = cv2.blur(flat.pixels, (width, width))
    ys, xs = (
        (flat.margin + (np.arange(count)[:, None] + SAMPLES) * flat.pitch).astype(np.intp)
        for count in (flat.rows, flat.cols)
    )
    samples = soft[ys[:, None, :, None], xs[None, :, None, :]]
    return np.asarray(np.median(samples.reshape(flat.rows, flat.cols, -1, 3), axis=2), np.float32)


def _is_water(ground: NDArray[np.float32], flat: FlatBoard) -> NDArray[np.bool_]:
    """Split cells by hue, which light and shade leave as it is, or by colour where the light is even."""
    dark = float(np.median(ground.max(axis=2))) < DARKEST
    hue = ground / np.maximum(ground.sum(axis=2, keepdims=True), 1.0)
    by_hue = None if dark else _apart(hue, flat.paper / max(float(flat.paper.sum()), 1.0), WATER_HUE)
    if by_hue is not None:
        return by_hue
    by_colour = _apart(ground, flat.paper, max(WATER_CONTRAST, UNEVEN * _unevenness(flat)))
    return by_colour if by_colour is not None else np.zeros(ground.shape[:2], np.bool_)


def _apart(
    features: NDArray[np.float32], paper: NDArray[np.float32], least: float
) -> NDArray[np.bool_] | None:
    """Return the cells (rows, cols) that stand apart from the one most like paper, None if none do."""
    dry = features.reshape(-1, 3)[np.argmin(((features - paper) ** 2).sum(axis=2))]
    off = np.abs(features - dry).max(axis=2)
    limit = otsu_threshold(off.ravel())
    wet = off > limit
    if not wet.any() or wet.all():
        return None
    step = off[wet].mean() - off[~wet].mean()
    spread = (off[wet].std() + off[~wet].std()) / 2
    return wet if step >= least and step >= APART * spread else None


def _unevenness(flat: FlatBoard) -> float:
    """Return by how many levels the paper's colour differs around the board."""
    beside = round(flat.margin - RING * flat.pitch)
    soft = cv2.blur(flat.pixels, (max(1, flat.pitch // 4),) * 2)
    rows, cols = (
        flat.margin + np.arange(0, lines * flat.pitch, flat.pitch // 2) for lines in (flat.rows, flat.cols)
    )
    around = [soft[beside, cols], soft[-beside - 1, cols], soft[rows, beside], soft[rows, -beside - 1]]
    low, high = np.quantile(np.concatenate(around), (0.1, 0.9), axis=0)
    return float((high - low).max())


def _is_crossed(flat: FlatBoard, ground: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return the cells (rows, cols) in whose middle something stands that looks alike from all sides."""
    p, inset, inner = flat.pitch, round(WINDOW * flat.pitch), flat.inner
    plain = cv2.resize(ground.astype(np.uint8), inner.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    off = strongest_channel(cv2.absdiff(inner, plain))
    windows = off.reshape(flat.rows, p, flat.cols, p)[:, inset : p - inset, :, inset : p - inset]
    limit = max(FAINTEST, MARK_CONTRAST * float(windows.max()))
    share = (windows > limit).mean(axis=(1, 3))
    crossed: NDArray[np.bool_] = (share >= LEAST_INK) & (share <= MOST_INK)
    for row, col in np.argwhere(crossed):
        crossed[row, col] = _symmetry(windows[row, :, col]) > SYMMETRIC
    return crossed


def _symmetry(mark: MatLike) -> float:
    """Return how like itself, -1 to 1, a mark (h, w) is after a quarter turn and in the mirror."""
    ink = mark.astype(np.float32)
    rows, cols = np.indices(ink.shape, dtype=np.float32)
    total = float(ink.sum()) or 1.0
    centre = (float((cols * ink).sum()) / total, float((rows * ink).sum()) / total)
    side = ink.shape[0]
    centred = cv2.getRectSubPix(ink, (side, side), centre)
    small = cv2.resize(centred, (PATCH, PATCH), interpolation=cv2.INTER_AREA)
    alike = np.corrcoef([small.ravel(), np.rot90(small).ravel(), small[:, ::-1].ravel()])[0, 1:]
    return float(alike.min())
