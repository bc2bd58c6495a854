"""How probable all puzzles beside one that is proved can be together, at most.

Everything is measured against that puzzle, the one told, which counts 1. A bound is a polynomial in how much
less probable each place is otherwise. It has a term for every puzzle with one solution, and some more: walls
come and go only together (`cuts`), column and row clues keep the same sum.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from math import exp, inf, prod
from typing import TYPE_CHECKING

from ..deadline import Deadline
from ..places import walls
from ..propagation import Levels
from ..puzzle import Puzzle, Rows, Water
from ..search import SECONDS_PER_CELL
from ..segments import segment_forest
from ..solving import find_solutions
from .cuts import find_cuts
from .evidence import Evidence, LogP

if TYPE_CHECKING:
    from .cuts import Cuts, Weigh

CLEAR = 1e-3
"""Values of clues at least so probable, against those told, are added up exactly: there are few of them."""

RIVALLING, TRIED = 0.05, 16
"""Share of the boards with an aquarium cut and others joined that have one solution and other water, at most,
and the cells of a board from which that was tried: from 4x4 to 15x15 it was 34 of 6,025, so this is nine
times as many. Only what is not looked at is taken so."""
MOST_COMPARED = 30
"""Waters, where one more clue may be any, up to which each is compared with the clues."""


class _Line:
    """What the clue of a line may be instead."""

    def __init__(self, values: LogP, told: float, count: int, sign: int) -> None:
        self.values = values
        """Natural-log probabilities of its values and, last, of none."""
        self.told = told
        """That of what is told."""
        self.count = count
        """Its wet cells in the water told."""
        self.sign = sign
        """1 for columns, -1 for rows."""

    @cached_property
    def others(self) -> dict[int, float]:
        """Weights of values that the water told does not have, by how they change columns' less rows' sum."""
        sign, count, told = self.sign, self.count, self.told
        return {
            sign * (value - count): exp(log_p - told)
            for value, log_p in enumerate(self.values[:-1])
            if value != count and log_p > -inf
        }

    @cached_property
    def clear(self) -> dict[int, float]:
        """Those of them that are clear."""
        others = self.others
        if max(others.values(), default=0.0) < CLEAR:
            return {}
        return {change: weight for change, weight in others.items() if weight >= CLEAR}

    @cached_property
    def faint(self) -> dict[int, float]:
        """Those of them that are not."""
        if not self.clear:
            return self.others
        return {change: weight for change, weight in self.others.items() if weight < CLEAR}

    @property
    def same(self) -> float:
        """Weight of the number of its wet cells: 1 where that is told."""
        return exp(self.values[self.count] - self.told)

    @property
    def none(self) -> float:
        """Weight of no clue: 1 where that is told."""
        return exp(self.values[-1] - self.told)

    @property
    def is_loose(self) -> bool:
        """Whether more than one value, or none, is clear."""
        return sum(weight >= CLEAR for weight in (self.same, self.none, *self.others.values())) > 1


class Unseen:
    """Bounds on the mass of the puzzles beside one with exactly one solution."""

    def __init__(self, evidence: Evidence, puzzle: Puzzle, water: Water, deadline: Deadline) -> None:
        """Take what was seen, with a puzzle and water[row][col], its only solution."""
        self.evidence, self.puzzle, self.water, self.deadline = evidence, puzzle, water, deadline
        self.lines = list(_lines(evidence, puzzle, water))
        self.omits = any(line.none for line in self.lines)
        """Whether there may be no clue somewhere: then sums need not be equal."""

    @cached_property
    def sides(self) -> float:
        """How much less probable the sides are otherwise than in the puzzle, added up."""
        both = zip(self.evidence.odds(), walls(self.puzzle.regions), strict=True)
        return sum([exp(-odds if wall else odds) for odds, wall in both])

    # Other water

    def roughly_other_water(self, most: float) -> float:
        """Return the mass of the puzzles with other water, at most, by what is quick to compute.

        Without a clue that the water told does not fit, or walls open between which it is not level, that
        water is a solution. A clear picture needs no more than this.
        """
        clues, same = self.other_clues(as_is), self.same_clues(as_is)
        if self.sides < 1 and (bound := exp(self.sides) * (clues + same) - same) <= most:
            return bound
        return self._other_water(as_is, 1.0)

    def faint_other_water(self, weigh: Weigh) -> float:
        """Return the same of what is not looked at: few boards that are changed so are puzzles."""
        return self._other_water(weigh, self.rivalling)

    def _other_water(self, weigh: Weigh, share: float) -> float:
        self.deadline.spend(SECONDS_PER_CELL * self.puzzle.height * self.puzzle.width)
        masses = self.cuts.masses(weigh)
        return masses.every * self.other_clues(weigh) + share * masses.uneven * self.same_clues(weigh)

    @property
    def rivalling(self) -> float:
        """The share of boards not looked at, with an aquarium cut and others joined, taken to be puzzles."""
        return RIVALLING if self.puzzle.height * self.puzzle.width >= TRIED else 1.0

    # The same water

    def same_water(self, weigh: Weigh) -> float:
        """Return the mass of other aquariums on which the water is level, at most."""
        self.deadline.spend(SECONDS_PER_CELL * self.puzzle.height * self.puzzle.width)
        return self.cuts.masses(weigh).level - 1

    def is_only(self, most: float) -> bool:
        """Tell whether the mass of other aquariums with the same water is surely at most so much."""
        return (self.sides < 1 and exp(self.sides) - 1 <= most) or self.same_water(as_is) <= most

    # Clues and walls

    @cached_property
    def cuts(self) -> Cuts:
        """The walls, by what they can be taken otherwise with."""
        self.deadline.spend(4 * SECONDS_PER_CELL * self.puzzle.height * self.puzzle.width)
        return find_cuts(self.evidence, self.puzzle.regions, self.water)

    def other_clues(self, weigh: Weigh) -> float:
        """Return the mass of clues of which the water told does not fit one, at most."""
        if self.omits:
            fit = [weigh(line.same) + weigh(line.none) for line in self.lines]
            sums = [sum(map(weigh, line.others.values())) for line in self.lines]
            return prod(map(sum, zip(fit, sums, strict=True))) - prod(fit)
        clear = self._clear_sums(weigh)
        faint = [(line.faint, list(map(weigh, line.faint.values()))) for line in self.lines]
        by_line = [sum(weights) for _, weights in faint]
        more = max(0.0, prod([1 + mass for mass in by_line]) - 1 - sum(by_line))
        if len(clear) == 1:  # the sums are as told, which one faint value alone changes
            return clear[0] - 1 + clear[0] * more
        by_change = defaultdict[int, float](float)
        for changes, weights in faint:
            for change, weight in zip(changes, weights, strict=True):
                by_change[change] += weight
        one = sum([clear.get(-change, 0.0) * mass for change, mass in by_change.items()])
        pairs = (sum(by_line) ** 2 - sum(mass**2 for mass in by_line)) / 2
        two = sum(
            mass * also * by_change.get(-total - change, 0.0) / 2
            for total, mass in clear.items()
            for change, also in by_change.items()
        )
        return clear[0] - 1 + one + two + sum(clear.values()) * max(0.0, more - pairs)

    def same_clues(self, weigh: Weigh) -> float:
        """Return the mass of clues that the water told fits, with that of those told."""
        return prod(weigh(line.same) + weigh(line.none) for line in self.lines)

    def _clear_sums(self, weigh: Weigh) -> dict[int, float]:
        """Return the mass of clear values, by how much together they change the sums."""
        sums = {0: 1.0}
        for line in self.lines:
            values = [(change, weigh(weight)) for change, weight in line.clear.items()]
            if values:
                self.deadline.spend(SECONDS_PER_CELL * len(sums) * len(values))
                more = defaultdict(float, sums)
                for change, weight in values:
                    for total, mass in sums.items():
                        more[total + change] += mass * weight
                sums = dict(more)
        return sums

    def never(self, regions: Rows, enough: float) -> float:
        """Return the mass of faint values that no puzzle with other water has on parts of regions[row][col].

        Each with clear ones beside it. Lines are taken until it is enough.
        """
        masses = [sum(self._faint_of(number).values()) for number in range(len(self.lines))]
        found = 0.0
        for number in sorted(range(len(masses)), key=lambda number: -masses[number]):
            if found >= enough:
                break
            found += masses[number] - min(masses[number], self._with_faint(regions, number))
        return found

    def _faint_of(self, number: int) -> dict[int, float]:
        """Return the mass of the faint values of a line, by how they change the sum, with clear ones beside.

        Of no clue, with 0, only what the water told does not fit.
        """
        line, others = self.lines[number], [*self.lines[:number], *self.lines[number + 1 :]]
        faint = line.faint
        if not self.omits:
            clear = self._clear_sums(as_is)
            return {change: clear.get(-change, 0.0) * weight for change, weight in faint.items()}
        fit = prod(clear_only(one.same) + clear_only(one.none) for one in others)
        every = prod(
            clear_only(one.same) + clear_only(one.none) + sum(map(clear_only, one.others.values()))
            for one in others
        )
        fitting = line.same + line.none - clear_only(line.same) - clear_only(line.none)
        return {0: fitting * (every - fit), **{change: weight * every for change, weight in faint.items()}}

    def _with_faint(self, regions: Rows, number: int) -> float:
        """Return the mass of other water with a faint value of one line and clear ones of all others."""
        puzzle, width = self.puzzle, self.puzzle.width
        clues = [*puzzle.col_clues, *puzzle.row_clues]
        for at, line in enumerate(self.lines):
            if at == number or line.is_loose:
                clues[at] = None
        self.deadline.spend(2 * SECONDS_PER_CELL * puzzle.height * width)
        self.deadline.check("looking for matching clues")
        levels = Levels(segment_forest(regions), clues[width:], clues[:width])
        if not levels.propagate():
            return 0.0
        waters = find_solutions(
            Puzzle(clues[:width], clues[width:], regions), MOST_COMPARED + 1, time_limit=self.deadline
        )
        if len(waters) <= MOST_COMPARED:
            return sum(self._mass_with(water, number) for water in waters if water != self.water)
        cells = levels.cells()
        seen = [row[number] for row in cells] if number < width else cells[number - width]
        told = counts_of(self.water)[number]
        sign = 1 if number < width else -1
        possible = range(seen.count(True), len(seen) - seen.count(False) + 1)
        return sum(self._faint_of(number).get(sign * (count - told), 0.0) for count in possible)

    def _mass_with(self, water: Water, number: int) -> float:
        """Return the mass of clues that a water fits, one line's faint and the others clear."""
        mass, width = 1.0, self.puzzle.width
        for at, (line, count, told) in enumerate(
            zip(self.lines, counts_of(water), counts_of(self.water), strict=True)
        ):
            change = count - told if at < width else told - count
            weights = line.same if not change else line.others.get(change, 0.0), line.none
            clear = sum(map(clear_only, weights))
            mass *= sum(weights) - clear if at == number else clear
        return mass


def clear_only(weight: float) -> float:
    """Weigh a place by how probable it is otherwise, if that is clear."""
    return weight if weight >= CLEAR else 0.0


def as_is(weight: float) -> float:
    """Weigh a place by how probable it is otherwise, against as it is told."""
    return weight


def counts_of(water: Water) -> tuple[int, ...]:
    """Return the wet cells of every column, then of every row."""
    return (*map(sum, zip(*water, strict=True)), *map(sum, water))


def _lines(evidence: Evidence, puzzle: Puzzle, water: Water) -> Iterator[_Line]:
    clues = (*puzzle.col_clues, *puzzle.row_clues)
    every = (*evidence.col_clues, *evidence.row_clues)
    for at, (values, clue, count) in enumerate(zip(every, clues, counts_of(water), strict=True)):
        yield _Line(values, values[-1 if clue is None else clue], count, 1 if at < puzzle.width else -1)
