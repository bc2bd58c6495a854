"""What is alike in all ways of filling the rest of a partial board: the proof that comes last."""

from __future__ import annotations

from functools import lru_cache

from ..errors import NoSolution
from ..puzzle import Known, Puzzle, Solution
from ..solve import solve

TIME_LIMIT = 30.0
"""Seconds for one board: more than any board of 30 x 30 cells met so far takes."""
SOLUTIONS_KEPT = 8
"""Puzzles whose solution is kept: hints ask again and again for the same one."""


def forced_cells(puzzle: Puzzle, known: Known) -> Known | None:
    """Return where all solutions that have the known cells agree, as forced[row][col]; None without any.

    Raises TimedOut: not all ways were tried in time.
    """
    solution = _solved(puzzle)
    if solution is None:
        return None
    told = [
        (mark, forced)
        for marks, line in zip(known, solution.forced, strict=True)
        for mark, forced in zip(marks, line, strict=True)
        if mark is not None
    ]
    if any(forced is not None and forced is not mark for mark, forced in told):
        return None
    if all(forced is not None for _, forced in told):
        return solution.forced
    try:
        return solve(puzzle, time_limit=TIME_LIMIT, assumptions=known).forced
    except NoSolution:
        return None


@lru_cache(maxsize=SOLUTIONS_KEPT)
def _solved(puzzle: Puzzle) -> Solution | None:
    try:
        return solve(puzzle, time_limit=TIME_LIMIT)
    except NoSolution:
        return None
