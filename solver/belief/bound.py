"""A bound that needs no search: how probable all other puzzles can be together, against a hypothesis.

Masses are sums of probabilities, each divided by that of the hypothesis. Sides can be otherwise only in ways
that leave aquariums, and only some of these have other water; docs/how-it-solves.md derives the bounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, prod

from ..grid import DisjointSets, bridges
from ..places import SideAt, regions_beside
from ..puzzle import Rows, Water
from .evidence import Evidence
from .hypothesis import Hypothesis
from .waters import Pair, counts_of, heights_of, stays_level


@dataclass(frozen=True, slots=True)
class Masses:
    """Bounds on the mass of ways to part the grid, with 1 for that of the hypothesis."""

    every: float
    level: float
    """On which the hypothesis' water is level, too."""
    uneven: float
    """On which it is not, though some aquarium was cut: only these can have other water with the same
    clues."""


def bound_rivals(evidence: Evidence, hypothesis: Hypothesis) -> float:
    """Return the mass of all puzzles with exactly one solution that is other water, at most."""
    parted = part_masses(evidence, hypothesis.puzzle.regions, hypothesis.water)
    fitting, others = _clue_masses(evidence, hypothesis)
    return fitting * parted.uneven + others * parted.every


def bound_same_water(evidence: Evidence, hypothesis: Hypothesis) -> float:
    """Return the mass of all other puzzles with the same water, at most."""
    parted = part_masses(evidence, hypothesis.puzzle.regions, hypothesis.water)
    fitting, _ = _clue_masses(evidence, hypothesis)
    return fitting * parted.level - 1


def least_probability(evidence: Evidence, regions: Rows) -> float:
    """Return how probable regions[row][col] are, at least, among all ways to part the grid."""
    dry = tuple((False,) * len(row) for row in regions)
    return 1 / part_masses(evidence, regions, dry).every


def part_masses(evidence: Evidence, regions: Rows, water: Water) -> Masses:
    """Bound the mass of ways to part the grid, against regions[row][col] with water[row][col] level there.

    An aquarium is cut where walls close a ring or lead from wall to wall: at a bridge of its graph of cells,
    or at two sides or more of a part without bridges. The walls between two aquariums that are not cut are
    all there, or none is.
    """
    links: list[Pair] = []
    inside: list[tuple[int, float]] = []
    walls: defaultdict[Pair, list[float]] = defaultdict(list)
    for side, odds in evidence.sides():
        border = regions_beside(regions, side)
        if border[0] == border[1]:
            links.append(_cells(side, len(regions[0])))
            inside.append((border[0], exp(odds)))
        else:
            walls[border].append(exp(-odds))
    cut = _cut_masses(len(regions) * len(regions[0]), links, inside)
    heights = heights_of(regions, water)
    any_open: defaultdict[int, float] = defaultdict(lambda: 1.0)
    whole = level = 1.0
    level_alone = 0.0
    for border, ratios in walls.items():
        together = prod(ratios)
        whole *= 1 + together
        if stays_level(heights, border):
            level *= 1 + together
            level_alone += together
        for number in border:
            any_open[number] *= prod([1 + ratio for ratio in ratios])
    split = prod(1 + mass * any_open[number] for number, mass in cut.items())
    partly = sum(mass * (any_open[number] - 1) for number, mass in cut.items())
    uneven = (split - 1) * (whole - 1 - level_alone) + partly * split * whole
    return Masses(split * whole, split * level, uneven)


def _cut_masses(count: int, links: Sequence[Pair], inside: Sequence[tuple[int, float]]) -> dict[int, float]:
    """Return for each aquarium the mass of all ways to cut it; `inside` has its number and mass by link."""
    alone, parts = bridges(links), DisjointSets(count)
    for at, cells in enumerate(links):
        if at not in alone:
            parts.join(*cells)
    ways: defaultdict[int, float] = defaultdict(lambda: 1.0)
    by_part: defaultdict[Pair, list[float]] = defaultdict(list)
    for at, (number, mass) in enumerate(inside):
        if at in alone:
            ways[number] *= 1 + mass
        else:
            by_part[number, parts.find(links[at][0])].append(mass)
    for (number, _), masses in by_part.items():
        ways[number] *= 1 + max(0.0, prod([1 + mass for mass in masses]) - 1 - sum(masses))
    return {number: mass - 1 for number, mass in ways.items()}


def _clue_masses(evidence: Evidence, hypothesis: Hypothesis) -> tuple[float, float]:
    """Return the mass of clues that the hypothesis' water fits, and of those of which it lacks one.

    Where every line has a clue, columns and rows add to the same sum: so one alone cannot be otherwise, and
    of two one makes up for the other.
    """
    puzzle, width = hypothesis.puzzle, hypothesis.puzzle.width
    clues = (*puzzle.col_clues, *puzzle.row_clues)
    fits, none, other = [], [], []
    by_change: defaultdict[int, float] = defaultdict(float)
    for at, ((_, values), clue, count) in enumerate(
        zip(evidence.clues(), clues, counts_of(hypothesis.water), strict=True)
    ):
        masses = [exp(log_p - values[-1 if clue is None else clue]) for log_p in values]
        none.append(masses[-1])
        fits.append(masses[count] + masses[-1])
        other.append(sum(masses[:-1]) - masses[count])
        for value, mass in enumerate(masses[:-1]):
            if value != count:
                by_change[value - count if at < width else count - value] += mass
    fitting = prod(fits)
    if None in clues:
        return fitting, prod(map(sum, zip(fits, other, strict=True))) - fitting
    balanced = sum(mass * by_change.get(-change, 0.0) for change, mass in by_change.items()) / 2
    unbalanced = sum(other) * sum(none)
    either = [some + no for some, no in zip(other, none, strict=True)]
    pairs = (sum(either) ** 2 - sum([mass**2 for mass in either])) / 2
    more = max(0.0, prod([1 + mass for mass in either]) - 1 - sum(either) - pairs)
    return fitting, balanced + unbalanced + more


def _cells(side: SideAt, width: int) -> Pair:
    one, other = (row * width + col for row, col in side.cells)
    return one, other
