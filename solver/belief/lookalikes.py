"""Other puzzles with the same water: where they are probable, the water is proved and the puzzle is not."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp

from ..deadline import Deadline
from ..places import is_wall
from ..puzzle import Puzzle, Water
from ..solve import find_only_water
from .cuts import is_level
from .evidence import Change, Evidence
from .partitions import likeliest_partitions
from .repair import limited
from .unseen import FINE, ROUGH, Plan, Unseen, as_is, looked_at

LOOKALIKE = 0.01
"""How probable other puzzles with the same water may be in all, against the one told."""


def find_lookalikes(
    evidence: Evidence, puzzle: Puzzle, water: Water, time_limit: float | Deadline
) -> tuple[Change, ...]:
    """Return what may be otherwise with the same water, if that is more than 1 % as probable in all.

    `water`, water[row][col], is the puzzle's only solution. Only puzzles of which it is the only one count.
    Raises TimedOut: when the limit was reached before that was known.
    """
    deadline = Deadline.of(time_limit)
    unseen = Unseen(evidence, puzzle, water, deadline)
    most = LOOKALIKE + 1 - unseen.same_clues(as_is)
    changed = list(_other_clues(evidence, puzzle, water))
    if most <= 0:
        return tuple(changed)
    if unseen.is_only(most):
        return ()
    with limited("another puzzle with the same water", deadline):
        for shares in (ROUGH, FINE):
            plan = unseen.plan(unseen.same_water, most, shares)
            walls, found = list[Change](), plan.unseen
            for other, mass in _lookalikes(evidence, puzzle, water, plan, deadline):
                walls += _other_walls(evidence, puzzle, other)
                found += mass
                if found > most:
                    break
            if found <= most:
                return ()
            if found - plan.unseen > most:
                break
    return tuple(dict.fromkeys([*changed, *walls]))


def _lookalikes(
    evidence: Evidence, puzzle: Puzzle, water: Water, plan: Plan, deadline: Deadline
) -> Iterator[tuple[Puzzle, float]]:
    """Yield puzzles with other walls and the same water, and how probable they are against this one."""
    reduced = looked_at(evidence, puzzle, plan.least)
    here = reduced.side_log_p(puzzle.regions)
    for part in likeliest_partitions(reduced, reduced.most_side_log_p - here + plan.depth, deadline):
        other = Puzzle(puzzle.col_clues, puzzle.row_clues, part.regions)
        if other == puzzle or not is_level(other.regions, water):
            continue
        if find_only_water(other, time_limit=deadline) is not None:
            yield other, exp(part.log_p - here)


def _other_clues(evidence: Evidence, puzzle: Puzzle, water: Water) -> Iterator[Change]:
    """Yield the clues that may be there or not, with the same water."""
    counts = [*map(sum, zip(*water, strict=True)), *map(sum, water)]
    clues = (*puzzle.col_clues, *puzzle.row_clues)
    for (place, values), clue, count in zip(evidence.clues(), clues, counts, strict=True):
        other = None if clue is not None else count
        told, mass = (exp(values[-1 if value is None else value]) for value in (clue, other))
        if mass > LOOKALIKE * told / len(clues):
            yield Change(place, clue, other, told, mass)


def _other_walls(evidence: Evidence, puzzle: Puzzle, other: Puzzle) -> Iterator[Change]:
    """Yield the sides that are otherwise in another puzzle."""
    for side, odds in evidence.sides():
        wall = is_wall(puzzle.regions, side)
        if wall != is_wall(other.regions, side):
            sure = 1 / (1 + exp(-odds if wall else odds))
            yield Change(side, wall, not wall, sure, 1 - sure)
