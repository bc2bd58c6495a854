"""From evidence to the puzzles that have a solution, most probable first: clues and aquariums together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import chain, count
from operator import itemgetter
from typing import TYPE_CHECKING

from ..deadline import Deadline
from ..model import LevelModel, level_model
from ..propagation import Levels
from ..puzzle import Clue, Puzzle, Water
from ..search import SECONDS_PER_CELL
from ..segments import segment_forest
from ..solving import find_solutions
from .evidence import Evidence, LogP
from .partitions import Partition, likeliest_partitions

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

MOST_CHOICES = 30
"""Ways to take all clues of a partition that are tried one by one. Each costs some tenths of a millisecond,
the constraint model, which finds the likeliest of them at once, six and more."""
FINENESS = 1000
"""The solver counts log-probabilities in whole numbers, so many to one."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A puzzle that has a solution, or several."""

    puzzle: Puzzle
    log_p: float
    """Its natural-log probability by the looks of every clue and side."""


def likeliest_puzzles(
    evidence: Evidence, depth: float, deadline: Deadline, besides: Water | None = None
) -> Iterator[Candidate]:
    """Yield the puzzles that have a solution, most probable first.

    `evidence`: what was seen.
    `depth`: how much less probable, in natural log, than all as it looks a puzzle may be.
    `besides`: only puzzles that have another solution than this are wanted.
    Raises TimedOut: the deadline passed before the next puzzle was found.
    """
    clues_as_seen = sum(max(values) for _, values in evidence.clues())
    least = evidence.log_probability - depth
    partitions = likeliest_partitions(evidence, depth, deadline)
    ahead, order = next(partitions, None), count()
    heap: list[tuple[float, int, Candidate, Iterator[Candidate]]] = []
    while heap or ahead:
        if ahead and (not heap or ahead.log_p + clues_as_seen >= -heap[0][0]):
            search = _solvable(evidence, ahead, least, deadline, besides)
            ahead = next(partitions, None)
        else:
            *_, candidate, search = heappop(heap)
            yield candidate
        if (following := next(search, None)) is not None:
            heappush(heap, (-following.log_p, next(order), following, search))


def _solvable(
    evidence: Evidence, part: Partition, least: float, deadline: Deadline, besides: Water | None
) -> Iterator[Candidate]:
    """Yield the puzzles on one partition that have a solution, most probable first."""
    deadline.check("looking for matching clues")
    as_seen = part.log_p + sum(max(values) for _, values in evidence.clues())
    spare = as_seen - least
    choices = _likely_clues(evidence, spare)
    fitting: Iterator[tuple[float, Sequence[Clue]]]
    if choices is not None:
        fitting = ((cost, clues) for cost, clues in choices if _fit(_puzzle(clues, part), deadline, besides))
    elif _may_fit(evidence, part, spare):
        fitting = _fitting_clues(evidence, part, spare, deadline, besides)
    else:
        return
    for cost, clues in fitting:
        yield Candidate(_puzzle(clues, part), as_seen - cost)


def _puzzle(clues: Sequence[Clue], part: Partition) -> Puzzle:
    cols = len(part.regions[0])
    return Puzzle(clues[:cols], clues[cols:], part.regions)


def _likely_clues(evidence: Evidence, spare: float) -> list[tuple[float, tuple[Clue, ...]]] | None:
    """List what all clues together may be and what it costs, best first; None if that is too much to list."""
    choices: list[tuple[float, tuple[Clue, ...]]] = [(0.0, ())]
    for _, values in evidence.clues():
        choices = [
            (cost + more, (*clues, clue))
            for cost, clues in choices
            for clue, more in _likely_values(values, spare - cost)
        ]
        if len(choices) > MOST_CHOICES:
            return None
    return sorted(choices, key=itemgetter(0))


def _likely_values(values: LogP, spare: float) -> list[tuple[Clue, float]]:
    """List what one clue may be, and how much less probable that is than the likeliest, in natural log."""
    most = max(values)
    return [
        (None if value == len(values) - 1 else value, most - log_p)
        for value, log_p in enumerate(values)
        if log_p >= most - spare
    ]


def _fit(puzzle: Puzzle, deadline: Deadline, besides: Water | None) -> bool:
    """Tell whether a puzzle has a solution, other than one that is known."""
    deadline.spend(SECONDS_PER_CELL * puzzle.height * puzzle.width)
    deadline.check("looking for matching clues")
    if puzzle.problems():
        return False
    waters = find_solutions(puzzle, 1 if besides is None else 2, time_limit=deadline)
    return any(water != besides for water in waters)


def _may_fit(evidence: Evidence, part: Partition, spare: float) -> bool:
    """Tell whether counting alone leaves a solution with the clues that are not in doubt."""
    clues = [
        values[0][0] if len(values) == 1 else None
        for values in (_likely_values(values, spare) for _, values in evidence.clues())
    ]
    puzzle = _puzzle(clues, part)
    return Levels(segment_forest(puzzle.regions), puzzle.row_clues, puzzle.col_clues).propagate()


def _fitting_clues(
    evidence: Evidence, part: Partition, spare: float, deadline: Deadline, besides: Water | None
) -> Iterator[tuple[float, Sequence[Clue]]]:
    """Yield the clues with which one partition has a solution and what they cost, best first."""
    with level_model(part.regions, deadline) as level:
        lines = [
            _line(level, wet_cells, values, spare)
            for wet_cells, (_, values) in zip(
                chain(level.cols(), level.rows()), evidence.clues(), strict=True
            )
        ]
        doubtful = [line for line in lines if len(line.clues) > 1]
        _prefer_likely(level, doubtful, spare)
        if besides is not None:
            level.block_water(besides)
        while level.next_answer("looking for matching clues") is not None:
            chosen = [line.chosen(level) for line in lines]
            cost = sum(line.costs[choice] for line, choice in zip(lines, chosen, strict=True))
            yield cost, [line.clues[choice] for line, choice in zip(lines, chosen, strict=True)]
            level.model.add_bool_or([~line.is_it[line.chosen(level)] for line in doubtful])


@dataclass(frozen=True, eq=False, slots=True)
class _Line:
    """What the clue of one line may be."""

    clues: tuple[Clue, ...]
    costs: tuple[float, ...]
    """How much less probable each is than the likeliest, in natural log."""
    is_it: tuple[cp_model.IntVar, ...]
    """Whether it is this one; empty if there is only one."""

    def chosen(self, level: LevelModel) -> int:
        """Return which of them the last answer took."""
        return next((at for at, var in enumerate(self.is_it) if level.solver.boolean_value(var)), 0)


def _line(level: LevelModel, wet_cells: cp_model.LinearExpr, values: LogP, spare: float) -> _Line:
    """Bind a line's wet cells to what its clue may be."""
    model = level.model
    clues, costs = zip(*_likely_values(values, spare), strict=True)
    if len(clues) == 1:
        if clues[0] is not None:
            model.add(wet_cells == clues[0])
        return _Line(clues, costs, ())
    is_it = tuple(model.new_bool_var("") for _ in clues)
    model.add_exactly_one(is_it)
    same = model.add(wet_cells == level.weighted_sum(is_it, [clue or 0 for clue in clues]))
    if None in clues:
        same.only_enforce_if(~is_it[clues.index(None)])
    return _Line(clues, costs, is_it)


def _prefer_likely(level: LevelModel, lines: list[_Line], spare: float) -> None:
    if lines:
        variables = [var for line in lines for var in line.is_it]
        costs = [round(FINENESS * cost) for line in lines for cost in line.costs]
        total = level.weighted_sum(variables, costs)
        level.model.add(total <= round(FINENESS * spare))
        level.model.minimize(total)
