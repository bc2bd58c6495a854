"""Other puzzles with the same water: where they are probable, the water is proved and the puzzle is not."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from functools import partial
from math import exp
from typing import TYPE_CHECKING

from ..deadline import Deadline
from ..errors import TimedOut
from ..places import SideAt, is_wall, sides_below, sides_right
from ..puzzle import Puzzle, Water
from ..solving import find_only_water
from .beside import find_beside, looked_at
from .cuts import is_level
from .evidence import Change, Evidence
from .likely_boards import LikelyBoards
from .partitions import likeliest_partitions
from .repair import LIKELY, MOST_FOR_LIKELY, limited
from .unseen import Unseen, as_is

if TYPE_CHECKING:
    from .beside import Plan

NAMED = 1e-4
"""Probability from which a side that is otherwise in some of them is named."""
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
    if most > 0 and unseen.is_only(most):
        return ()
    changed = tuple(_other_clues(evidence, puzzle, water))
    if most <= 0:
        return changed
    with limited("another puzzle with the same water", deadline):
        if (sides := _likely_sides(unseen, most)) is not None:
            return (*changed, *_changes(evidence, puzzle, sides))
        beside = find_beside(unseen, unseen.same_water, most, partial(_lookalikes, unseen))
    if beside.mass <= most:
        return ()
    return (*changed, *_changes(evidence, puzzle, _different(puzzle, beside.puzzles)))


def _likely_sides(unseen: Unseen, most: float) -> set[SideAt] | None:
    """Return the sides that are otherwise in likely puzzles with the same water, if these are too many."""
    with suppress(TimedOut), unseen.deadline.part(MOST_FOR_LIKELY) as deadline:
        boards = LikelyBoards(unseen.evidence, unseen.puzzle, unseen.water, LIKELY[0], deadline)
        if boards.waters is not None and (told := boards.sums.told) - 1 > most:
            return {side for side, mass in boards.otherwise().items() if mass > NAMED * told}
    return None


def _lookalikes(unseen: Unseen, plan: Plan) -> Iterator[tuple[Puzzle, float]]:
    """Yield puzzles with other walls and the same water, and how probable they are against the one told."""
    puzzle, deadline = unseen.puzzle, unseen.deadline
    reduced = looked_at(unseen.evidence, puzzle, plan.least)
    here = reduced.side_log_p(puzzle.regions)
    for part in likeliest_partitions(reduced, reduced.most_side_log_p - here + plan.depth, deadline):
        other = Puzzle(puzzle.col_clues, puzzle.row_clues, part.regions)
        if other == puzzle or not is_level(other.regions, unseen.water):
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


def _different(puzzle: Puzzle, others: Iterable[Puzzle]) -> set[SideAt]:
    """Return the sides that are otherwise in another puzzle."""
    sides = [*sides_right(puzzle.height, puzzle.width), *sides_below(puzzle.height, puzzle.width)]
    return {
        side
        for other in others
        for side in sides
        if is_wall(puzzle.regions, side) != is_wall(other.regions, side)
    }


def _changes(evidence: Evidence, puzzle: Puzzle, sides: Container[SideAt]) -> Iterator[Change]:
    """Yield what becomes of sides that are otherwise."""
    for side, odds in evidence.sides():
        if side in sides:
            wall = is_wall(puzzle.regions, side)
            sure = 1 / (1 + exp(-odds if wall else odds))
            yield Change(side, wall, not wall, sure, 1 - sure)
