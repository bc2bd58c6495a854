"""A bound that needs no search: how probable all other puzzles can be together, against a hypothesis.

Masses are sums of probabilities, each divided by that of the hypothesis. Every other puzzle is in one cell of
this table, and the functions below stand in its order; docs/how-it-solves.md derives it.

| clues            | no wall otherwise | walls missing                 | an aquarium cut               |
|------------------|-------------------|-------------------------------|-------------------------------|
| the same         | the hypothesis    | its water alone, or no        | several solutions, its water  |
|                  |                   | solution                      | among them; or other water    |
| one or more less | several solutions | the same, or other water      | the same, or other water      |
| another          | other water       | other water                   | other water                   |
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cached_property
from math import exp, inf, prod
from typing import NamedTuple

from ..puzzle import Rows
from .boards import Boards
from .boards import Masses as BoardMasses
from .evidence import Evidence
from .hypothesis import Hypothesis
from .waters import counts_of

SCALES = (0.05, 0.2, 0.35, 0.5, 0.65, 0.8)
"""Powers of the ratios with which it is tried to bound what is far less probable."""


class Masses(NamedTuple):
    """Bounds on the mass of puzzles, with 1 for that of the hypothesis."""

    rivals: float
    """Of those whose only solution may be other water."""
    several: float
    """Of those that may have several solutions, and are no rivals."""
    every: float
    """Of all but the hypothesis, whatever solutions they have."""


class ClueMasses(NamedTuple):
    """Bounds on the mass of ways to read the clues, with 1 for those of the hypothesis."""

    same: float
    """They say as much as those of the hypothesis, or more, and its water fits them."""
    dropped: float
    """They say less, and its water fits them."""
    another: float
    """Its water does not fit one of them, but columns and rows may add to the same sum."""
    every: float


class Bound:
    """The masses of all puzzles against one."""

    def __init__(self, evidence: Evidence, hypothesis: Hypothesis) -> None:
        """Look at the sides and clues of a hypothesis."""
        self.evidence, self.hypothesis = evidence, hypothesis
        self.boards = Boards(evidence, hypothesis.puzzle.regions, hypothesis.water)
        clues = (*hypothesis.puzzle.col_clues, *hypothesis.puzzle.row_clues)
        self._lines = [
            _Line([log_p - belief.log_p(clue) for log_p in belief], clue is not None, count)
            for (_, belief), clue, count in zip(
                evidence.clues(), clues, counts_of(hypothesis.water), strict=True
            )
        ]
        self._width = hypothesis.puzzle.width

    @cached_property
    def whole(self) -> Masses:
        """The masses of all puzzles."""
        return self._of(self.boards.whole, 1.0)

    @property
    def consistent(self) -> float:
        """The mass of all others whose columns and rows may add to the same sum, whatever their rule is."""
        clues = self.clues(1.0)
        return (clues.same + clues.dropped + clues.another) * self.boards.whole.every - 1

    @property
    def companions(self) -> float:
        """The mass of puzzles that surely have the hypothesis' water alone, itself among them."""
        return self.boards.companions

    def masses(self, scale: float = 1.0, least: float = -inf) -> Masses:
        """Return the masses of puzzles, with every ratio of a place to the power of `scale`.

        Sides whose ratio is less than exp(least) are as in the hypothesis.
        """
        if scale == 1.0 and least == -inf:
            return self.whole  # asked for of rivals, of several solutions, of all
        return self._of(self.boards.masses(scale, least), scale)

    def _of(self, boards: BoardMasses, scale: float) -> Masses:
        clues = self.clues(scale)
        cells = (
            same_clues_joined(),
            same_clues_cut(clues, boards),
            dropped_clues_same_board(clues, boards),
            dropped_clues_joined(clues, boards),
            dropped_clues_cut(clues, boards),
            other_clues(clues, boards),
        )
        rivals, several = map(sum, zip(*cells, strict=True))
        return Masses(rivals, several, clues.every * boards.every - 1)

    def same_water(self, scale: float = 1.0, least: float = -inf) -> float:
        """Return the mass of all other puzzles with the hypothesis' water among their solutions."""
        clues = self.clues(scale)
        return (clues.same + clues.dropped) * self.boards.same_water(scale, least) - 1

    def clues(self, scale: float) -> ClueMasses:
        """Return the masses of ways to read the clues, with every ratio to the power of `scale`."""
        return clue_masses([line.masses(scale) for line in self._lines], self._width)


Mass = Callable[[float, float], float]
"""A mass by the power of its ratios, and the natural log of the least ratio of a side."""


def beyond(mass: Mass, depth: float, surely: float) -> float:
    """Return what a search leaves out of a mass(scale, least): what is less probable than exp(-depth).

    And all with a side otherwise whose ratio is less than exp(-surely). A small mass m is at most m ** s
    times exp(-depth * (1 - s)) (Chernoff's bound), and the sum of m ** s is a bound like any other.
    """
    near = mass(1.0, -surely)
    sides = max(0.0, mass(1.0, -inf) - near) if near < inf else inf
    return sides + min(exp(-depth * (1 - scale)) * mass(scale, -surely) for scale in SCALES)


def readings(evidence: Evidence, ahead: float, scale: float, least: float) -> float:
    """Return the mass of all that an evidence may mean, as `Bound.masses` does, where no hypothesis is of it.

    All as it looks has the mass exp(ahead).
    """
    clues = prod(
        [sum([exp(scale * (log_p - max(belief))) for log_p in belief]) for _, belief in evidence.clues()]
    )
    sides = prod([1 + exp(-scale * abs(odds)) for odds in evidence.odds() if -abs(odds) >= least])
    return exp(scale * ahead) * clues * sides


def least_probability(evidence: Evidence, regions: Rows) -> float:
    """Return how probable regions[row][col] are, at least, among all ways to part the grid."""
    dry = tuple((False,) * len(row) for row in regions)
    return 1 / Boards(evidence, regions, dry).whole.every


# The cells of the table: the mass of rivals there, and that of puzzles with several solutions.

Cell = tuple[float, float]


def same_clues_joined() -> Cell:
    """Return nothing: where walls are only missing, there is no solution that was not one before.

    So the puzzle has the hypothesis' water alone, or, where that is not level, no solution.
    """
    return 0.0, 0.0


def same_clues_cut(clues: ClueMasses, boards: BoardMasses) -> Cell:
    """Return where an aquarium is cut: its water is still a solution, perhaps of several, or not level."""
    return clues.same * boards.cut_uneven, clues.same * boards.cut_level


def dropped_clues_same_board(clues: ClueMasses, boards: BoardMasses) -> Cell:
    """Return where only clues are less: the hypothesis' water is still a solution, perhaps of several.

    And where walls are missing, too, but it stays level.
    """
    return 0.0, clues.dropped * boards.joined_level


def dropped_clues_joined(clues: ClueMasses, boards: BoardMasses) -> Cell:
    """Return where missing walls leave the hypothesis' water uneven: without a clue there may be other."""
    return clues.dropped * boards.joined_uneven, 0.0


def dropped_clues_cut(clues: ClueMasses, boards: BoardMasses) -> Cell:
    """Return where an aquarium is cut, too: as with the same clues."""
    return clues.dropped * boards.cut_uneven, clues.dropped * boards.cut_level


def other_clues(clues: ClueMasses, boards: BoardMasses) -> Cell:
    """Return where the hypothesis' water is no solution, whatever the board is."""
    return clues.another * boards.every, 0.0


class _Line(NamedTuple):
    """A line of the board, with what may be its clue."""

    against: list[float]
    """Natural log of the ratio of every value, none last, to the hypothesis' clue."""
    is_given: bool
    wet: int
    """Wet cells of the hypothesis' water."""

    def masses(self, scale: float) -> _LineMasses:
        ratios = [exp(scale * against) for against in self.against]
        changes = {value - self.wet: ratio for value, ratio in enumerate(ratios[:-1]) if value != self.wet}
        return _LineMasses(ratios[self.wet], ratios[-1], changes, self.is_given)


class _LineMasses(NamedTuple):
    fits: float
    none: float
    changes: dict[int, float]
    """By how much a value is more than what is wet."""
    is_given: bool


def clue_masses(lines: list[_LineMasses], width: int) -> ClueMasses:
    """Return the masses of all ways to read the clues of lines, the columns before the rows.

    Where every line has a clue, columns and rows add to the same sum. So what one clue says the others say,
    too; one alone cannot be otherwise, and of two one makes up for the other.
    """
    other = [sum(line.changes.values()) for line in lines]
    fitting = prod([line.fits + line.none for line in lines])
    every = prod([line.fits + line.none + more for line, more in zip(lines, other, strict=True)])
    same = prod([line.fits + (0.0 if line.is_given else line.none) for line in lines])
    if not all(line.is_given for line in lines):
        return ClueMasses(same, max(0.0, fitting - same), every - fitting, every)
    same += sum(line.none for line in lines)
    by_change: defaultdict[int, float] = defaultdict(float)
    for at, line in enumerate(lines):
        for change, mass in line.changes.items():
            by_change[change if at < width else -change] += mass
    balanced = sum(mass * by_change.get(-change, 0.0) for change, mass in by_change.items()) / 2
    unbalanced = sum(other) * sum(line.none for line in lines)
    either = [line.none + more for line, more in zip(lines, other, strict=True)]
    pairs = (sum(either) ** 2 - sum([mass**2 for mass in either])) / 2
    more = max(0.0, prod([1 + mass for mass in either]) - 1 - sum(either) - pairs)
    return ClueMasses(same, max(0.0, fitting - same), balanced + unbalanced + more, every)
