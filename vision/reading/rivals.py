"""What was seen of a board → how far it may go, if not as far as it was read, and how likely that is."""

from collections.abc import Sequence
from math import comb, log
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from solver.puzzle import Clue, Puzzle

from .extent import Ends, Extent
from .flat import BEYOND
from .walls import Walls

SURE_LEAD = 12.0
"""Log-odds of how far a board goes from which nothing else is thought of."""
TOO_FAR, UNFRAMED = 0.003, 0.02
"""Share of the boards that are taken to go farther than they do, as on a sheet whose lines run on, and of
these the share that no walls close."""
ORPHAN = 0.5
"""Probability of a clue from which the line that it stands beside may be the board's, too."""


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
