"""What every place around and on a proposed lattice is → which rectangle is the board, and where it is cut.

All rectangles are weighed: places inside one are the board's, those on its edges its frame, or where the
picture ends, and the rest is none of it.
"""

from __future__ import annotations

from itertools import combinations
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .comb import FEWEST_CELLS, MOST_CELLS
from .flat import BEYOND
from .network import CLUE, CUT, FRAME, NO_CELL, OUTSIDE, Places

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..board import Board

    Probabilities = NDArray[np.float64]
    Sums = NDArray[np.float64]
    Spans = NDArray[np.intp]
    """(2, n): where they begin, and where they end."""

CLUELESS = 15.0
"""Natural-log odds against a line of a board without a clue, where others have theirs: as large as the doubt
that sides and cells of a line, which are wrong together, leave."""
LEAST = 1e-4
"""Least probability of what a place is: no single one decides."""


Size = tuple[int, int]
"""rows, cols"""
Ends = tuple[int, int, int, int]
"""top, bottom, left, right"""


class Extent(NamedTuple):
    """How far a board goes."""

    ends: Ends
    """Its first row, the one after its last, and the same of columns, counted from the lattice's first."""
    cut: tuple[float, float, float, float]
    """How much likelier a cut than a frame is at the left, top, right and bottom, in nats a side."""
    lead: float
    """Natural-log odds against the second likeliest rectangle,"""
    second: Ends
    """and how far that goes."""
    is_board: bool
    """Whether it is likelier than none."""


def extent_of(places: Places, size: Size | None = None) -> Extent:
    """Return the rectangle that makes likeliest what is seen, the probabilities of what every place is.

    With a size (rows, cols), of those that are so large.
    """
    none = places.cells[..., NO_CELL:].sum(axis=-1)
    rows, cols = (_spans(*each) for each in zip(none.shape, size or (None, None), strict=True))
    clues = places.cells[..., CLUE]
    down = _along(places.level, clues, rows, cols)
    across = _along(places.upright.swapaxes(0, 1), clues.T, cols, rows)
    score = _box(_summed(_log(1 - none) - _log(none)), rows, cols) + down.score + across.score.T
    likeliest = np.argpartition(score, max(score.size - 2, 0), axis=None)[-2:]
    second, best = (np.unravel_index(one, score.shape) for one in likeliest[[0, -1]])
    (left, right), (top, bottom) = across.cut[:, best[1], best[0]].tolist(), down.cut[:, *best].tolist()
    most = float(score[best])
    return Extent(
        _ends(rows, cols, *best),
        (left, top, right, bottom),
        most - float(score[second]) if len(likeliest) > 1 else inf,
        _ends(rows, cols, *second),
        most > 0,
    )


def _ends(rows: Spans, cols: Spans, row: np.intp, col: np.intp) -> Ends:
    """Return how far a rectangle of these goes, counted from the lattice's first line."""
    top, bottom, left, right = (int(at) - BEYOND for at in (*rows[:, row], *cols[:, col]))
    return top, bottom, left, right


def moved_to(lattice: Board, ends: Ends, further: int = 0) -> Board | None:
    """Return a lattice that goes as far as this; None where it does, or that is too little for a board.

    Where that is as far as was looked, it goes so many cells further.
    """
    top, bottom, left, right = ends
    if ends == (0, lattice.rows, 0, lattice.cols) or min(bottom - top, right - left) < FEWEST_CELLS:
        return None
    top, left = (first - further * (first == -BEYOND) for first in (top, left))
    lasts = (bottom, lattice.rows), (right, lattice.cols)
    bottom, right = (last + further * (last == count + BEYOND) for last, count in lasts)
    if max(bottom - top, right - left) > MOST_CELLS:
        return None
    return lattice.resized(top, bottom, left, right)


class _Along(NamedTuple):
    """What speaks for rectangles, (n, m), along one axis: its n spans, and m across it."""

    score: Sums
    cut: Sums
    """(2, n, m) how much likelier a cut than a frame is at the beginning and at the end, in nats a side."""


def _along(sides: Probabilities, clues: Probabilities, along: Spans, across: Spans) -> _Along:
    """Weigh the sides (lines, n, classes) between the cells of an axis, and the clues at their ends."""
    none = _log(sides[..., OUTSIDE])
    inside = _summed(_log(sides[..., :OUTSIDE].sum(axis=-1)) - none)
    (first, last), (start, end) = along, across
    score = _box(inside, np.stack([first + 1, last]), across) - CLUELESS * _without_clue(clues, along, across)
    frame, cut = (
        np.pad((_log(sides[..., kind]) - none).cumsum(axis=1), ((0, 0), (1, 0))) for kind in (FRAME, CUT)
    )
    framed, is_cut = (edge[along[..., None], end] - edge[along[..., None], start] for edge in (frame, cut))
    return _Along(score + np.maximum(framed, is_cut).sum(axis=0), (is_cut - framed) / (end - start))


def _without_clue(clues: Probabilities, along: Spans, across: Spans) -> Sums:
    """Return (n, m) how many lines of each rectangle seem to have no clue at either end, while others have.

    `clues` are (cells along, cells across).
    """
    start, end = along
    padded = np.pad(clues, ((BEYOND, BEYOND), (0, 0)))
    beyond = [padded[line + away] for line in (start, end + BEYOND) for away in range(BEYOND)]
    missing = np.pad((1 - np.max(beyond, axis=0)).cumsum(axis=1), ((0, 0), (1, 0)))
    first, last = across
    without = missing[:, last] - missing[:, first]
    lacking: Sums = without * (1 - without / (last - first))
    return lacking


def _spans(count: int, length: int | None) -> Spans:
    """Return spans of a length, or else of FEWEST_CELLS and more, among so many cells."""
    spans = np.array([*combinations(range(count + 1), 2)], np.intp).T
    long = np.diff(spans, axis=0)[0]
    return spans[:, long >= FEWEST_CELLS if length is None else long == min(length, count)]


def _log(values: Probabilities) -> Probabilities:
    logs: Probabilities = np.log(np.maximum(values, LEAST))
    return logs


def _summed(values: Sums) -> Sums:
    return np.pad(values.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))


def _box(sums: Sums, along: Spans, across: Spans) -> Sums:
    """Return (n, m) what lies between each of n spans of rows and m of columns."""
    between: Sums = np.diff(sums[along], axis=0)[0]
    box: Sums = np.diff(between[:, across], axis=1)[:, 0]
    return box
