"""How probable all puzzles together can be, at most, that are not looked at: beside one that is proved.

Everything is measured against that puzzle, the one told, which counts 1. A bound is a polynomial in how much
less probable each place is otherwise. It has a term for every puzzle with one solution, and some more: walls
come and go only together (`cuts`), column and row clues keep the same sum. So its value with the weights of
all places, less that with the weights of those looked at, bounds what needs any of the others. And that with
the powers w ** share bounds what is less probable than exp(-depth): each term w there is below
w ** share * exp(-depth * (1 - share)).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import exp, inf, log, prod

from ..deadline import Deadline
from ..grid import joined_cells
from ..places import SideAt, is_wall
from ..propagation import Levels
from ..puzzle import Puzzle, Water
from ..search import SECONDS_PER_CELL
from ..segments import segment_forest
from ..solve import find_only_water
from .cuts import Cuts, Weigh, cut_only_at, find_cuts
from .evidence import Evidence, LogP

CLEAR = 1e-3
"""Values of clues at least so probable, against those told, are added up exactly: there are few of them."""
SHARES = (0.3, 0.45, 0.6, 0.75, 0.85, 0.92)
"""Powers of which the best is taken for the bound on what is less probable."""
ROUGH, FINE = (0.6, 0.2), (0.1, 0.1)
"""Shares of the mass that may be left: of what needs a place that is not looked at, and of what is less
probable than all that is. The rest is for puzzles that are found. Roughly, most is decided much sooner."""
RIVALLING, TRIED = 0.05, 16
"""Share of the boards with an aquarium cut and others joined that have one solution and other water, at most,
and the cells of a board from which that was tried: from 4x4 to 15x15 it was 34 of 6,025, so this is nine
times as many. Only what is not looked at is taken so."""
HARMLESS = 0.1
"""Share of the mass that may be left from which cuts are tried that may do no harm."""
LEAST_LOOKED_AT = range(3, 15)
"""Minus logarithms of the least weight of a place that may be looked at, tried in order."""


@dataclass(frozen=True)
class _Line:
    """What the clue of a line may be instead."""

    others: dict[int, float]
    """Weights of the values that the water told does not have, by how much they change the sum of the columns
    less that of the rows."""
    same: float
    """Weight of the number of its wet cells: 1 where that is told."""
    none: float
    """Weight of no clue: 1 where that is told."""

    @property
    def is_clear(self) -> bool:
        """Whether some value is clear."""
        return any(weight >= CLEAR for weight in self.others.values())


@dataclass(frozen=True)
class Plan:
    """What to look at, so that the rest can be left."""

    least: float
    """Weight of a place from which it is looked at."""
    depth: float
    """How much less probable than the puzzle told, in natural log, what is looked at may be."""
    unseen: float
    """The mass of the rest, at most."""


class Unseen:
    """Bounds on the mass of the puzzles beside one with exactly one solution."""

    def __init__(self, evidence: Evidence, puzzle: Puzzle, water: Water, deadline: Deadline) -> None:
        """Take what was seen, with a puzzle and water[row][col], its only solution."""
        self.evidence, self.puzzle, self.water, self.deadline = evidence, puzzle, water, deadline
        self.lines = list(_lines(evidence, puzzle, water))
        self.omits = any(line.none for line in self.lines)
        """Whether there may be no clue somewhere: then sums need not be equal."""
        self.harmless: Cuts | None = None
        """Cuts by walls that, even all together, leave the water told the only one."""
        self.excluded: list[tuple[int, int]] = []
        """Lines, with a change of their sum that is excluded where all but clear clues is as told."""
        self.sides = sum(_side_weights(evidence, puzzle))

    # Other water

    def other_water(self, weigh: Weigh, share: float = 1.0) -> float:
        """Return the mass of the puzzles with other water, at most, with places of these weights.

        Without a clue that the water told does not fit, or walls open between which it is not level, that
        water is a solution. Of the boards with walls so, a share is taken to be puzzles.
        """
        self.deadline.spend(SECONDS_PER_CELL * self.puzzle.height * self.puzzle.width)
        masses = self.cuts.masses(weigh)
        clues, same = self.other_clues(weigh), self.same_clues(weigh)
        uneven = masses.uneven - (self.harmless.masses(weigh).uneven if self.harmless else 0.0)
        return masses.every * clues - self._excluded_mass(weigh) + share * uneven * same

    def faint_other_water(self, weigh: Weigh) -> float:
        """Return the same of what is not looked at: few boards that are changed so are puzzles."""
        tried = self.puzzle.height * self.puzzle.width >= TRIED
        return self.other_water(weigh, RIVALLING if tried else 1.0)

    def most_other_water(self, most: float) -> float:
        """Return the mass of the puzzles with other water, at most; tightly only if it may be above `most`.

        What is quick to compute is tried first; a clear picture needs no more.
        """
        clues, same = self.other_clues(as_is), self.same_clues(as_is)
        if self.sides < 1 and (bound := exp(self.sides) * (clues + same) - same) <= most:
            return bound
        if (bound := self.other_water(as_is)) <= most:
            return bound
        if self.cuts.masses(as_is).uneven * same > HARMLESS * most:
            self._find_harmless()
        if (bound := self.other_water(as_is)) <= most:
            return bound
        self._exclude(most)
        return self.other_water(as_is)

    def _find_harmless(self) -> None:
        """Find sides that may all be walls without another water: no puzzle cut by them alone is a rival.

        Joining its aquariums then only takes solutions away, and the water told is the only one it can have.
        """
        inner = [
            (odds, str(side), side)
            for side, odds in self.evidence.sides()
            if not is_wall(self.puzzle.regions, side) and odds > -inf
        ]
        harmless: set[SideAt] = set()
        pending = [[side for _, _, side in sorted(inner, reverse=True)]]
        while pending:
            sides = pending.pop()
            if self._is_only_water({*harmless, *sides}):
                harmless.update(sides)
            elif len(sides) > 1:
                half = len(sides) // 2
                pending += [sides[half:], sides[:half]]
        cuts = cut_only_at(self.evidence, self.puzzle, harmless)
        self.harmless = find_cuts(cuts, self.puzzle.regions, self.water)

    def _is_only_water(self, walls: Collection[SideAt]) -> bool:
        """Tell whether the puzzle has one solution with these walls inside its aquariums as well."""
        regions = self.puzzle.regions
        sides = (side for side, _ in self.evidence.sides())
        opened = (side.cells for side in sides if side not in walls and not is_wall(regions, side))
        parts = joined_cells(self.puzzle.height, self.puzzle.width, opened)
        cut = Puzzle(self.puzzle.col_clues, self.puzzle.row_clues, parts)
        return find_only_water(cut, time_limit=self.deadline) is not None

    # The same water

    def told(self) -> float:
        """Return the mass of puzzles of which the water told is the only solution, at least.

        Where aquariums are joined on which it is level, it remains one, and none is added.
        """
        return self.cuts.masses(as_is).joined

    def same_water(self, weigh: Weigh) -> float:
        """Return the mass of other aquariums on which the water is level, at most."""
        self.deadline.spend(SECONDS_PER_CELL * self.puzzle.height * self.puzzle.width)
        return self.cuts.masses(weigh).level - 1

    def is_only(self, most: float) -> bool:
        """Tell whether the mass of other aquariums with the same water is surely at most so much."""
        return (self.sides < 1 and exp(self.sides) - 1 <= most) or self.same_water(as_is) <= most

    # What to look at

    def plan(
        self, mass: Callable[[Weigh], float], most: float, shares: tuple[float, float], least_depth: float = 0
    ) -> Plan:
        """Return what to look at so that of this mass at most these shares of `most` are left.

        Whatever is less probable by at most `least_depth`, in natural log, is looked at.
        """
        nearby, farther = (share * most for share in shares)
        whole = mass(as_is)
        least = skipped = 0.0
        for minus_log in LEAST_LOOKED_AT:
            least = exp(-max(minus_log, least_depth))
            self.deadline.check("looking for what else may be meant")
            skipped = max(0.0, whole - mass(_from(least)))
            if skipped <= nearby:
                break
        else:
            least = skipped = 0.0
        depths = [
            max(0.0, log(max(mass(_from(least, share)), 1e-300) / farther) / (1 - share)) for share in SHARES
        ]
        return Plan(least, max(min(depths), least_depth), skipped + farther)

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
        clear, faint = self._clear_sums(weigh), list(self._faint(weigh))
        one = sum(clear.get(-change, 0.0) * weight for _, change, weight in faint)
        by_line: defaultdict[int, float] = defaultdict(float)
        for line, _, weight in faint:
            by_line[line] += weight
        two = prod(1 + mass for mass in by_line.values()) - 1 - sum(by_line.values())
        return clear[0] - 1 + one + sum(clear.values()) * max(0.0, two)

    def same_clues(self, weigh: Weigh) -> float:
        """Return the mass of clues that the water told fits, with that of those told."""
        return prod(weigh(line.same) + weigh(line.none) for line in self.lines)

    def _clear_sums(self, weigh: Weigh) -> dict[int, float]:
        """Return the mass of clear values, by how much together they change the sums."""
        sums = {0: 1.0}
        for line in self.lines:
            values = [(change, weigh(weight)) for change, weight in line.others.items() if weight >= CLEAR]
            if values:
                self.deadline.spend(SECONDS_PER_CELL * len(sums) * len(values))
                more = defaultdict(float, sums)
                for change, weight in values:
                    for total, mass in sums.items():
                        more[total + change] += mass * weight
                sums = dict(more)
        return sums

    def _faint(self, weigh: Weigh) -> Iterator[tuple[int, int, float]]:
        """Yield line, change and weight of every value that is not clear."""
        for number, line in enumerate(self.lines):
            for change, weight in line.others.items():
                if weight < CLEAR:
                    yield number, change, weigh(weight)

    def _excluded_mass(self, weigh: Weigh) -> float:
        beside = self._beside(weigh)
        return sum(beside(change) * weigh(self.lines[line].others[change]) for line, change in self.excluded)

    def _beside(self, weigh: Weigh) -> Callable[[int], float]:
        """Return what gives the mass of clear values that may go with a faint one of this change."""
        if self.omits or not self.excluded:
            return lambda _: 1.0
        clear = self._clear_sums(weigh)
        return lambda change: clear.get(-change, 0.0)

    def _exclude(self, most: float) -> None:
        """Find out which faint values no puzzle with one solution has where all but clear clues is as told.

        Lines are taken one after another until so much mass, at most, is left.
        """
        left = self.other_water(as_is)
        clear = {0: 1.0} if self.omits else self._clear_sums(as_is)
        loose = [] if self.omits else [number for number, line in enumerate(self.lines) if line.is_clear]
        faint = defaultdict[int, list[tuple[float, int]]](list)
        for number, change, weight in self._faint(as_is):
            faint[number].append((weight * (1.0 if self.omits else clear.get(-change, 0.0)), change))
        for number in sorted(faint, key=lambda number: -sum(mass for mass, _ in faint[number])):
            possible = self._possible(number, loose)
            for mass, change in faint[number]:
                if left <= most:
                    return
                if change not in possible or (self.omits and not self._is_unique(number, change)):
                    self.excluded.append((number, change))
                    left -= mass

    def _is_unique(self, number: int, change: int) -> bool:
        """Tell whether with one clue changed so the puzzle has exactly one solution."""
        cols = self.puzzle.width
        clues = [*self.puzzle.col_clues, *self.puzzle.row_clues]
        count = sum(row[number] for row in self.water) if number < cols else sum(self.water[number - cols])
        clues[number] = count + (change if number < cols else -change)
        other = Puzzle(clues[:cols], clues[cols:], self.puzzle.regions)
        return not other.problems() and find_only_water(other, time_limit=self.deadline) is not None

    def _possible(self, number: int, loose: list[int]) -> set[int]:
        """Return by how much the wet cells of a line may change the sums, as far as counting can tell.

        The clues of loose lines may be any.
        """
        puzzle, width = self.puzzle, self.puzzle.width
        clues = [*puzzle.col_clues, *puzzle.row_clues]
        for unknown in (number, *loose):
            clues[unknown] = None
        self.deadline.spend(2 * SECONDS_PER_CELL * puzzle.height * width)
        self.deadline.check("looking for clues that fit")
        levels = Levels(segment_forest(puzzle.regions), clues[width:], clues[:width])
        if not levels.propagate():
            return set()
        cells = levels.cells()
        line = [row[number] for row in cells] if number < width else cells[number - width]
        told = [row[number] for row in self.water] if number < width else self.water[number - width]
        sign = 1 if number < width else -1
        return {
            sign * (count - sum(told)) for count in range(line.count(True), len(line) - line.count(False) + 1)
        }


def as_is(weight: float) -> float:
    """Weigh a place by how probable it is otherwise, against as it is told."""
    return weight


def _from(least: float, share: float = 1.0) -> Weigh:
    """Return what gives a place its weight, to the power of a share, if it is looked at."""
    return lambda weight: weight**share if weight >= least and weight else 0.0


def _side_weights(evidence: Evidence, puzzle: Puzzle) -> Iterator[float]:
    """Yield how much less probable every side is otherwise than in the puzzle."""
    regions = puzzle.regions
    for line, ids in zip(evidence.right, regions, strict=True):
        for odds, one, other in zip(line, ids, ids[1:], strict=False):
            yield exp(odds if one == other else -odds)
    for line, upper, lower in zip(evidence.below, regions, regions[1:], strict=False):
        for odds, one, other in zip(line, upper, lower, strict=True):
            yield exp(odds if one == other else -odds)


def _lines(evidence: Evidence, puzzle: Puzzle, water: Water) -> Iterator[_Line]:
    clues = (*puzzle.col_clues, *puzzle.row_clues)
    counts = [*map(sum, zip(*water, strict=True)), *map(sum, water)]
    for (place, values), clue, count in zip(evidence.clues(), clues, counts, strict=True):
        told = values[-1 if clue is None else clue]
        sign = 1 if place.axis == "column" else -1
        others = {
            sign * (value - count): exp(log_p - told)
            for value, log_p in enumerate(values[:-1])
            if value != count and log_p > -inf
        }
        yield _Line(others, exp(values[count] - told), exp(values[-1] - told))


def looked_at(evidence: Evidence, puzzle: Puzzle, least: float) -> Evidence:
    """Return the evidence without what is less probable than so much, against what a puzzle has there."""

    def of_clue(values: LogP, clue: int | None) -> LogP:
        told = values[-1 if clue is None else clue]
        return tuple(log_p if log_p == told or log_p - told >= log(least) else -inf for log_p in values)

    def of_side(odds: float, *, wall: bool) -> float:
        if exp(-odds if wall else odds) >= least:
            return odds
        return inf if wall else -inf

    if not least:
        return evidence
    regions = puzzle.regions
    right = [
        tuple(of_side(odds, wall=one != other) for odds, one, other in zip(line, ids, ids[1:], strict=False))
        for line, ids in zip(evidence.right, regions, strict=True)
    ]
    below = [
        tuple(of_side(odds, wall=one != other) for odds, one, other in zip(line, *rows, strict=True))
        for line, *rows in zip(evidence.below, regions, regions[1:], strict=False)
    ]
    cols, rows = (
        tuple(map(of_clue, lines, clues))
        for lines, clues in ((evidence.col_clues, puzzle.col_clues), (evidence.row_clues, puzzle.row_clues))
    )
    return Evidence(cols, rows, tuple(right), tuple(below))
