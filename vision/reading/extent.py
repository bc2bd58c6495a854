"""What every place around and on a proposed lattice is → which rectangle is the board, or else may be it.

All rectangles are weighed: places inside one are the board's, those on its edges its frame, or where the
picture ends, and the rest is none of it.
"""

from __future__ import annotations

from itertools import combinations
from math import comb, inf, log
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .comb import FEWEST_CELLS, MOST_CELLS
from .flat import BEYOND
from .network import CLUE, CUT, FRAME, NO_CELL, OUTSIDE, Places

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from solver.puzzle import Clue, Puzzle

    from ..board import Board
    from .walls import Walls

    Probabilities = NDArray[np.float64]
    Sums = NDArray[np.float64]
    Spans = NDArray[np.intp]
    """(2, n): where they begin, and where they end."""

SURE_LEAD = 12.0
"""Log-odds of how far a board goes from which nothing else is thought of."""
TOO_FAR, UNFRAMED = 0.003, 0.02
"""Share of the boards that are taken to go farther than they do, as on a sheet whose lines run on, and of
these the share that no walls close."""
ORPHAN = 0.5
"""Probability of a clue from which the line that it stands beside may be the board's, too."""

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


def other_ends(
    extent: Extent, puzzle: Puzzle, walls: Walls, likely: NDArray[np.floating]
) -> dict[Ends, float]:
    """Return how far else a board may go, counted from its first line, with the log-odds of that.

    `likely` (rows + 2 BEYOND, cols + 2 BEYOND) is how likely a place is one of its clues. Of two reasons for
    one extent the likelier counts.
    """
    reasons = _second_likeliest(extent), _up_to_its_clues(puzzle, walls), _as_far_as_clues(likely)
    likelier_last = sorted((one for reason in reasons for one in reason.items()), key=itemgetter(1))
    return dict(likelier_last)


def _second_likeliest(extent: Extent) -> dict[Ends, float]:
    """Return the second likeliest extent, where it is likely enough, and the log-odds of it."""
    return {extent.second: -extent.lead} if extent.lead < SURE_LEAD else {}


def _up_to_its_clues(puzzle: Puzzle, walls: Walls) -> dict[Ends, float]:
    """Return the extent without the lines at the ends that have no clue, and the log-odds of it.

    A sheet's lines go on so.
    """
    ends = *_with_clues(puzzle.row_clues), *_with_clues(puzzle.col_clues)
    return {ends: _log_odds_of_end(puzzle, walls, ends)}


def _as_far_as_clues(likely: NDArray[np.floating]) -> dict[Ends, float]:
    """Return the extent with the lines beyond its ends that have a clue in line with the others: as likely.

    `likely` (rows + 2 BEYOND, cols + 2 BEYOND) is how likely a place is one of the board's clues.
    """
    rows, cols = (count - 2 * BEYOND for count in likely.shape)
    (top, bottom), (left, right) = map(_further_clues, (likely, likely.T))
    return {(-top, rows + bottom, -left, cols + right): 0.0} if top or bottom or left or right else {}


def _further_clues(likely: NDArray[np.floating]) -> tuple[int, int]:
    """Return how many rows beyond either end have a clue where the rows of a board have theirs."""
    inside = likely[BEYOND:-BEYOND].mean(axis=0)
    inside[BEYOND:-BEYOND] = 0
    is_margin = likely[:, BEYOND:-BEYOND].mean(axis=1) >= ORPHAN  # where columns have theirs
    beside = (likely[:, inside >= ORPHAN] >= ORPHAN).any(axis=1) & ~is_margin
    first, last = (
        int(np.append(part, False).argmin()) for part in (beside[BEYOND - 1 :: -1], beside[-BEYOND:])
    )
    return first, last


def _log_odds_of_end(puzzle: Puzzle, walls: Walls, ends: Ends) -> float:
    """Return how likely it is that the board ends where clues do, against its giving none beyond, at most 0.

    Of clues that are left out, all sets of so many are as likely.
    """
    top, bottom, left, right = ends
    inner = [*puzzle.row_clues[top:bottom], *puzzle.col_clues[left:right]]
    every = [*puzzle.row_clues, *puzzle.col_clues]
    sets = [comb(len(clues), clues.count(None)) for clues in (every, inner)]
    odds = TOO_FAR * sets[0] / sets[1] * (1.0 if _is_closed(walls, ends) else UNFRAMED)
    return min(0.0, log(odds))


def _is_closed(walls: Walls, ends: Ends) -> bool:
    """Return whether there are walls, or the board ends, all around a part of it."""
    top, bottom, left, right = ends
    right_of, below = (np.pad(part > 0, 1, constant_values=True) for part in (walls.right, walls.below))
    sides = [right_of[top + 1 : bottom + 1, [left, right]], below[[top, bottom], left + 1 : right + 1]]
    return all(bool(part.all()) for part in sides)


def _with_clues(clues: Sequence[Clue]) -> tuple[int, int]:
    """Return the first line with a clue, and the one after the last; all lines where none has one."""
    given = [line for line, clue in enumerate(clues) if clue is not None] or [0, len(clues) - 1]
    return given[0], given[-1] + 1
