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
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ..board import Board

    Probabilities = NDArray[np.float64]
    Sums = NDArray[np.float64]
    Spans = NDArray[np.intp]
    """(2, n): where they begin, and where they end."""

CLUELESS = 15.0
"""Natural-log odds against a line of a board without a clue, where others have theirs: as large as the doubt
that sides and cells of a line, which are wrong together, leave."""
AT_ONCE = 100_000
"""Rectangles that are weighed at once: of a large board there are millions."""
LEAST_PROBABLE = 1e-4
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
    counts = places.cells.shape[:2]
    rows, cols = (_spans(*each) for each in zip(counts, size or (None, None), strict=True))
    parts = np.array_split(rows, -(-rows.shape[1] * cols.shape[1] // AT_ONCE), axis=1)
    found = [one for part in parts for one in _two_likeliest(places, part, cols)]
    (most, ends), *others = sorted(found, key=lambda one: -one[0])
    second = others[0] if others else (-inf, ends)
    rows, cols = ends.reshape(2, 2, 1)
    (top, bottom), (left, right) = (
        _more_cut(places.level, rows, cols), _more_cut(places.upright.swapaxes(0, 1), cols, rows)
    )  # fmt: skip
    return Extent(
        _from_lattice(ends), (left, top, right, bottom), most - second[0], _from_lattice(second[1]), most > 0
    )


def _two_likeliest(places: Places, rows: Spans, cols: Spans) -> Iterator[tuple[float, NDArray[np.intp]]]:
    """Yield the scores and the ends of the two likeliest of these rectangles, or of the only one."""
    none, clues = places.cells[..., NO_CELL:].sum(axis=-1), places.cells[..., CLUE]
    down = _along(places.level, clues, rows, cols)
    across = _along(places.upright.swapaxes(0, 1), clues.T, cols, rows)
    score = _box(_summed(_log(1 - none) - _log(none)), rows, cols) + down + across.T
    for one in np.argpartition(score, max(score.size - 2, 0), axis=None)[-2:]:
        row, col = np.unravel_index(one, score.shape)
        yield float(score[row, col]), np.concatenate([rows[:, row], cols[:, col]])


def _from_lattice(ends: NDArray[np.intp]) -> Ends:
    """Return how far a rectangle goes, counted from the lattice's first line."""
    top, bottom, left, right = (ends - BEYOND).tolist()
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


def _along(sides: Probabilities, clues: Probabilities, along: Spans, across: Spans) -> Sums:
    """Return what speaks for rectangles, (n, m), along one axis: its n spans, and m across it.

    Weighed are the sides (lines, n, classes) between its cells, and the clues at their ends.
    """
    inside = _summed(_log(sides[..., :OUTSIDE].sum(axis=-1)) - _log(sides[..., OUTSIDE]))
    (first, last), edges = along, np.maximum(*_ends_as(sides, across))
    score: Sums = _box(inside, np.stack([first + 1, last]), across) + edges[first] + edges[last]
    score -= CLUELESS * _without_clue(clues, along, across)
    return score


def _ends_as(sides: Probabilities, across: Spans) -> tuple[Sums, Sums]:
    """Return what speaks for it, (lines, m), that a line is a board's frame between the ends, and its cut."""
    none, (start, end) = _log(sides[..., OUTSIDE]), across
    sums = (np.pad((_log(sides[..., kind]) - none).cumsum(axis=1), ((0, 0), (1, 0))) for kind in (FRAME, CUT))
    framed, cut = (edge[:, end] - edge[:, start] for edge in sums)
    return framed, cut


def _more_cut(sides: Probabilities, along: Spans, across: Spans) -> list[float]:
    """Return how much likelier a cut than a frame is at both ends of one rectangle, in nats a side."""
    framed, cut = _ends_as(sides, across)
    likelier: list[float] = ((cut - framed) / (across[1] - across[0]))[along[:, 0], 0].tolist()
    return likelier


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
    logs: Probabilities = np.log(np.maximum(values, LEAST_PROBABLE))
    return logs


def _summed(values: Sums) -> Sums:
    return np.pad(values.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))


def _box(sums: Sums, along: Spans, across: Spans) -> Sums:
    """Return (n, m) what lies between each of n spans of rows and m of columns."""
    between: Sums = np.diff(sums[along], axis=0)[0]
    first, last = across
    box: Sums = between[:, last] - between[:, first]
    return box
