"""The entries of a board, compared with each other: a player has one sign for water, and one or two for air.

Nothing that was trained takes part in it. Signs that a program prints are copies of each other; letters,
numbers or arrows, which differ from cell to cell, are no player's, whatever they look like. By hand, every
sign is different, so these are not compared.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from ..pixels.quantiles import median
from .marks import CROSS, NOTHING, WATER, SeenMarks
from .sides import PLAIN_STEP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solver.puzzle import Puzzle

    from .colours import CellColours
    from .flat import FlatBoard

    Mask = NDArray[np.bool_]

FEWEST = 3
"""Entries of a kind from which on they are compared."""
CELL, LINES = 28, 7
"""Pixels to which a cell is brought to compare what is in it, and of those that are left to its lines."""
PALE = 0.25
"""Share of a sign's strongest ink that is none: what is next to it, and grain."""
SOFT, SOFT_PIXEL = 0.7, 0.3
"""Pixels by which signs are softened, and pixels of the picture, of which no copy shows more."""
COPY, PRINTED = 0.94, 0.995
"""Correlation from which two signs are copies, and that of most with their nearest where they are printed."""
RELATED = 0.9
"""Correlation with a copy of the usual sign from which another is that, too, with a part of it covered."""
MOSTLY, REST = 1 / 2, 2 / 3
"""Shares of the signs that are copies of one, and of what is left that are copies of a second one."""
FAR, LEAST_FAR = 12.0, 24.0
"""Times as far as usual from the usual water, and levels, from which a colour is another."""


def compared(marks: SeenMarks, flat: FlatBoard, colours: CellColours) -> SeenMarks:
    """Return marks without those entries that are unlike the others of their kind: they cannot be told."""
    kinds = marks.kinds
    is_air, is_water = kinds == CROSS, (kinds == WATER) & colours.plain
    is_odd = np.zeros(kinds.shape, np.bool_)
    if np.count_nonzero(is_air) >= FEWEST:
        is_odd[is_air] = _odd_signs(_signs(flat, colours, is_air))
    if np.count_nonzero(is_water) >= FEWEST:
        is_odd[is_water] = _odd_colours(colours.grounds[is_water], flat.paper)
    return replace(marks, probabilities=np.where(is_odd[..., None], np.float32(0), marks.probabilities))


def without_tints(marks: SeenMarks, puzzle: Puzzle) -> SeenMarks:
    """Return marks without water, if all of it fills whole rows and columns that their clues do not fill.

    Programs tint the lines of what is selected so; a player fills a line where its clue says so.
    """
    kinds = marks.kinds
    is_water, is_other = kinds == WATER, (kinds == NOTHING) | (kinds == CROSS)
    rows, cols = (is_water.any(axis=axis) & ~is_other.any(axis=axis) for axis in (1, 0))
    is_elsewhere = (is_water & ~rows[:, None] & ~cols).any()
    clues = [*zip(puzzle.row_clues, rows, strict=True), *zip(puzzle.col_clues, cols, strict=True)]
    full = [puzzle.width] * puzzle.height + [puzzle.height] * puzzle.width
    is_filled = (clue == most for (clue, is_line), most in zip(clues, full, strict=True) if is_line)
    if is_elsewhere or all(is_filled):
        return marks
    return replace(marks, probabilities=np.where(is_water[..., None], np.float32(0), marks.probabilities))


def _odd_colours(colours: NDArray[np.float32], paper: NDArray[np.float32]) -> Mask:
    """Return (n,) which of some colours, (n, 3), is none of the usual one's shades, or that of the paper."""
    off = np.abs(colours - median(colours, axis=0)).max(axis=1)
    is_paper = np.abs(colours - paper).max(axis=1) < PLAIN_STEP
    return np.asarray(is_paper | (off > max(LEAST_FAR, FAR * median(off))))


def _odd_signs(signs: NDArray[np.float32]) -> Mask:
    """Return (n,) which of some signs are not the one or two that a player has; none if they are by hand."""
    alike = signs @ signs.T
    np.fill_diagonal(alike, -1)
    if median(alike.max(axis=1)) < PRINTED:
        return np.zeros(len(signs), np.bool_)
    usual = _copies(alike, np.ones(len(signs), np.bool_))
    if usual.mean() < MOSTLY:
        return np.ones(len(signs), np.bool_)
    odd: Mask = ~usual & (alike[:, usual].max(axis=1) < RELATED)
    second = _copies(alike, odd)
    return odd & ~second if 1 < second.sum() >= REST * odd.sum() else odd


def _copies(alike: NDArray[np.float32], among: Mask) -> Mask:
    """Return (n,) the sign that has most copies among some, and these."""
    copies = (alike >= COPY) & among & among[:, None]
    most = int(np.where(among, copies.sum(axis=1), -1).argmax())
    copies[most, most] = among[most]
    return np.asarray(copies[most])


def _signs(flat: FlatBoard, colours: CellColours, there: Mask) -> NDArray[np.float32]:
    """Return (n, pixels) the ink in some cells, each moved to its middle, brought to mean 0 and length 1."""
    way = cv2.INTER_AREA if flat.pitch >= CELL else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(flat.inner, (flat.cols * CELL, flat.rows * CELL), interpolation=way))
    cells = small.reshape(flat.rows, CELL, flat.cols, CELL, 3).swapaxes(1, 2)[there]
    inside = cells[:, LINES:-LINES, LINES:-LINES].astype(np.float32)
    ink = np.abs(inside - colours.grounds[there][:, None, None]).max(axis=3)
    ink = np.maximum(ink - PALE * ink.max(axis=(1, 2), keepdims=True), 0)
    soft = max(SOFT, SOFT_PIXEL * CELL * flat.enlarged / flat.pitch)
    shown = np.stack([_centred(one, soft).ravel() for one in ink])
    shown -= shown.mean(axis=1, keepdims=True)
    return np.asarray(shown / np.maximum(np.linalg.norm(shown, axis=1, keepdims=True), 1e-6), np.float32)


def _centred(ink: NDArray[np.float32], soft: float) -> NDArray[np.float32]:
    """Return ink, softened by so many pixels, moved so that its middle is that of the picture."""
    moments = cv2.moments(ink)
    total, middle = max(moments["m00"], 1e-6), (len(ink) - 1) / 2
    away = np.array([[1, 0, middle - moments["m10"] / total], [0, 1, middle - moments["m01"] / total]])
    moved = cv2.warpAffine(ink, away, ink.shape[::-1])
    return np.asarray(cv2.GaussianBlur(moved, (0, 0), soft), np.float32)
