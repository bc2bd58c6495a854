"""What is alike in all ways of filling the rest of a partial board: the proof that comes last."""

from __future__ import annotations

from functools import lru_cache
from math import inf

from ..deadline import Deadline
from ..errors import NoSolution
from ..puzzle import Known, Puzzle, Solution
from ..solving import solve

TIME_LIMIT = 30.0
"""Seconds for one board: more than any board of 30 x 30 cells met so far takes."""
SOLUTIONS_KEPT = 8
"""Puzzles whose solution is remembered: hints ask again and again for the same one."""


def forced_cells(puzzle: Puzzle, known: Known, deadline: Deadline | None = None) -> Known | None:
    """Return where all solutions that have the known cells agree, as forced[row][col]; None without any.

    Raises TimedOut: not all ways were tried in time.
    """
    if deadline is None or deadline.limit == inf:
        deadline = Deadline(TIME_LIMIT)
    solution = _solved(puzzle, deadline)
    if solution is None:
        return None
    given = [
        (mark, forced)
        for marks, line in zip(known, solution.forced, strict=True)
        for mark, forced in zip(marks, line, strict=True)
        if mark is not None
    ]
    if any(forced is not None and forced is not wet for wet, forced in given):
        return None
    if all(forced is not None for _, forced in given):
        return solution.forced
    found = _solve(puzzle, deadline, known)
    return None if found is None else found.forced


def _solved(puzzle: Puzzle, deadline: Deadline) -> Solution | None:
    """Solve a puzzle, or take the solution that is remembered; the work is counted either way."""
    kept = _place(puzzle)
    if kept:
        solution, work = kept[0]
        deadline.spend(work)
        return solution
    before = deadline.work_left
    solution = _solve(puzzle, deadline)
    kept.append((solution, before - deadline.work_left))
    return solution


@lru_cache(maxsize=SOLUTIONS_KEPT)
def _place(puzzle: Puzzle) -> list[tuple[Solution | None, float]]:
    """Return the place of a puzzle's solution and its work in seconds: empty until it is found."""
    return []


def _solve(puzzle: Puzzle, deadline: Deadline, known: Known | None = None) -> Solution | None:
    try:
        return solve(puzzle, time_limit=deadline, assumptions=known, alone=True)
    except NoSolution:
        return None
