"""What every place around and on a proposed lattice is → which rectangle is the board, and where it is cut.

All rectangles are weighed: places inside one are the board's, those on its edges its frame, or where the
picture ends, and the rest is none of it.
"""

from __future__ import annotations

from itertools import combinations
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
    Lines = NDArray[np.intp]
    Spans = tuple[Lines, Lines]
    """Where they begin, and where they end."""

CLUELESS = 15.0
"""Natural-log odds against a line of a board without a clue, where others have theirs: as large as the doubt
that sides and cells of a line, which are wrong together, leave."""
LEAST = 1e-4
"""Least probability of what a place is: no single one decides."""
FEWEST = 2
"""Cells along a side of a board."""


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
    (top, bottom), (left, right) = map(_spans, none.shape, size or (None, None))
    top, bottom = top[:, None], bottom[:, None]
    score = _box(_summed(_log(1 - none) - _log(none)), top, bottom, left, right)
    across, edges = _against_outside(places.level)
    score += _box(across, top + 1, bottom, left, right)
    sides = [_edge(edges, end, left, right) for end in (top, bottom)]
    across, edges = _against_outside(places.upright.swapaxes(0, 1))
    score += _box(across, left + 1, right, top, bottom)
    sides = [_edge(edges, left, top, bottom), sides[0], _edge(edges, right, top, bottom), sides[1]]
    for frame, cut in sides:
        score += np.maximum(frame, cut)
    clues = places.cells[..., CLUE]
    score -= CLUELESS * _without_clue(clues, (top[:, 0], bottom[:, 0]), (left, right))
    score -= CLUELESS * _without_clue(clues.T, (left, right), (top[:, 0], bottom[:, 0])).T
    second, best = np.argpartition(score, score.size - 2, axis=None)[-2:]
    at, other = (np.unravel_index(one, score.shape) for one in (best, second))
    ends, ends_of_other = (
        (
            int(top[row, 0]) - BEYOND,
            int(bottom[row, 0]) - BEYOND,
            int(left[col]) - BEYOND,
            int(right[col]) - BEYOND,
        )
        for row, col in (at, other)
    )
    lengths = (ends[1] - ends[0], ends[3] - ends[2]) * 2
    cuts = [float((cut - frame)[at]) / length for (frame, cut), length in zip(sides, lengths, strict=True)]
    most = float(score[at])
    return Extent(
        ends, (cuts[0], cuts[1], cuts[2], cuts[3]), most - float(score[other]), ends_of_other, most > 0
    )


def moved_to(lattice: Board, ends: Ends, further: int = 0) -> Board | None:
    """Return a lattice that goes as far as this; None where it does, or that is too little for a board.

    Where that is as far as was looked, it goes so many cells further.
    """
    top, bottom, left, right = ends
    if ends == (0, lattice.rows, 0, lattice.cols) or min(bottom - top, right - left) < FEWEST_CELLS:
        return None
    top, left = (first - further * (first == -BEYOND) for first in (top, left))
    bottom, right = (
        last + further * (last == count + BEYOND)
        for last, count in ((bottom, lattice.rows), (right, lattice.cols))
    )
    if max(bottom - top, right - left) > MOST_CELLS:
        return None
    return lattice.resized(top, bottom, left, right)


def _without_clue(clues: Probabilities, across: Spans, along: Spans) -> Sums:
    """Return how many columns of each rectangle seem to have no clue at either end, as far as others have.

    (rectangles' rows, rectangles' columns), where these begin and end; `clues` is (rows, cols).
    """
    start, end = across
    padded = np.pad(clues, ((BEYOND, BEYOND), (0, 0)))
    beyond = [padded[start + away] for away in range(BEYOND)] + [
        padded[end + BEYOND + away] for away in range(BEYOND)
    ]
    missing = np.pad((1 - np.max(beyond, axis=0)).cumsum(axis=1), ((0, 0), (1, 0)))
    first, last = along
    without = missing[:, last] - missing[:, first]
    lacking: Sums = without * (1 - without / (last - first))
    return lacking


def _spans(count: int, length: int | None) -> tuple[Lines, Lines]:
    """Return where spans of a length, or else of FEWEST cells and more, begin and end among so many cells."""
    first, last = np.array([*combinations(range(count + 1), 2)], np.intp).T
    long = last - first >= FEWEST if length is None else last - first == min(length, count)
    return first[long], last[long]


def _against_outside(sides: Probabilities) -> tuple[Sums, Sums]:
    """Return sums of sides (lines, n, classes) that lie on lines, in log-odds against being outside.

    (lines + 1, n + 1) of being inside; (2, lines, n + 1) of being a frame, and a cut, along each line.
    """
    none = _log(sides[..., OUTSIDE])
    edges = np.stack([(_log(sides[..., kind]) - none).cumsum(axis=1) for kind in (FRAME, CUT)])
    return _summed(_log(sides[..., :OUTSIDE].sum(axis=-1)) - none), np.pad(edges, ((0, 0), (0, 0), (1, 0)))


def _edge(edges: Sums, line: Lines, start: Lines, end: Lines) -> tuple[Sums, Sums]:
    frame, cut = edges[:, line, end] - edges[:, line, start]
    return frame, cut


def _log(values: Probabilities) -> Probabilities:
    logs: Probabilities = np.log(np.maximum(values, LEAST))
    return logs


def _summed(values: Sums) -> Sums:
    return np.pad(values.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))


def _box(sums: Sums, top: Lines, bottom: Lines, left: Lines, right: Lines) -> Sums:
    box: Sums = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    return box
