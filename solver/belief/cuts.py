"""Which sides of a partition can be taken otherwise only together: bounds on the mass of other partitions.

Every wall has two aquariums on its sides. So inside an aquarium, sides become walls only as a cut: a bridge
of its graph of cells, or at least two sides of one 2-edge-connected part. Between two aquariums of which none
is cut, the walls are all open or none is. A polynomial in how much less probable each side is otherwise, with
a term for every set of sides that may be taken otherwise so, and some more, is a bound on their mass.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, prod

from ..grid import DisjointSets, bridges
from ..places import SideAt, regions_beside
from ..puzzle import Rows, Water
from .evidence import Evidence

CLEARLY, MOST_JOINED = 1e-3, 12
"""Weight from which borders are counted that may be open as a whole, and how many: beyond, it takes long."""
Weigh = Callable[[float], float]
"""Gives a place its weight by how probable it is otherwise, against as it is in the puzzle."""


@dataclass(frozen=True, slots=True)
class Masses:
    """Bounds on the mass of partitions by sort, against the one they are seen from; it counts itself 1."""

    every: float
    level: float
    """On which the water is level too."""
    uneven: float
    """On which it is not, and some aquarium is cut: if aquariums are only joined, the water is the only
    solution or there is none."""


@dataclass(frozen=True, slots=True)
class _Border:
    """The walls between two aquariums."""

    ends: tuple[int, int]
    ratios: tuple[float, ...]
    is_level: bool
    """Whether the water is level without them."""


@dataclass(frozen=True, eq=False)
class Cuts:
    """The sides of a partition, by what they can be taken otherwise with."""

    bridges: dict[int, list[float]]
    """For each aquarium."""
    blocks: dict[int, list[list[float]]]
    """The 2-edge-connected parts of each aquarium."""
    borders: list[_Border]

    @cached_property
    def likely_joined(self) -> list[_Border]:
        """Some borders that may well be open as a whole, with the water level."""
        likely = [border for border in self.borders if border.is_level and prod(border.ratios) >= CLEARLY]
        return sorted(likely, key=lambda border: -prod(border.ratios))[:MOST_JOINED]

    def masses(self, weigh: Weigh) -> Masses:
        """Return the bounds with sides of these weights."""
        some: defaultdict[int, float] = defaultdict(lambda: 1.0)
        """Of each aquarium's borders: any of their walls open."""
        free: defaultdict[int, float] = defaultdict(lambda: 1.0)
        """The same, of what is not counted as open as a whole."""
        whole = level = 1.0
        for border in self.borders:
            weights = [weigh(ratio) for ratio in border.ratios]
            together, any_of = prod(weights), prod(1 + weight for weight in weights)
            whole *= 1 + together
            if border.is_level:
                level *= 1 + together
            for end in border.ends:
                some[end] *= any_of
                free[end] *= any_of - together
        cut = {number: self.cut(number, weigh) - 1 for number in self.bridges}
        splits = prod(1 + mass * free[number] for number, mass in cut.items())
        at_cut = sum(mass * (some[number] - 1) for number, mass in cut.items())
        joined = _matchings([(border.ends, prod(map(weigh, border.ratios))) for border in self.likely_joined])
        uneven = (whole - joined) * (splits - 1) + at_cut * splits * whole
        return Masses(splits * whole, splits * level, uneven)

    def cut(self, number: int, weigh: Weigh) -> float:
        """Return the mass of all cuts of one aquarium, with that of none."""
        bridges = prod(1 + weigh(ratio) for ratio in self.bridges[number])
        return bridges * prod(1 + _two_of([weigh(ratio) for ratio in part]) for part in self.blocks[number])


def _matchings(borders: Sequence[tuple[tuple[int, int], float]]) -> float:
    """Return the mass of all ways to join aquariums in pairs, with that of joining none."""
    if not borders:
        return 1.0
    (ends, mass), *others = borders
    apart = [border for border in others if not set(border[0]) & set(ends)]
    return _matchings(others) + mass * _matchings(apart)


def _two_of(weights: Sequence[float]) -> float:
    """Return the mass of all choices of at least two."""
    return max(0.0, prod(1 + weight for weight in weights) - 1 - sum(weights))


def find_cuts(evidence: Evidence, regions: Rows, water: Water) -> Cuts:
    """Sort the sides of regions[row][col], with water[row][col] that is level there."""
    width, numbers = len(regions[0]), {ids for row in regions for ids in row}
    links: list[tuple[int, int]] = []
    inner: list[tuple[int, float]] = []
    walls: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    for side, odds in evidence.sides():
        border = regions_beside(regions, side)
        if border[0] == border[1]:
            links.append(ends(side, width))
            inner.append((border[0], exp(odds)))
        else:
            walls[border].append(exp(-odds))
    alone = bridges(links)
    parts = DisjointSets(width * len(regions))
    for at, cells in enumerate(links):
        if at not in alone:
            parts.join(*cells)
    single: dict[int, list[float]] = {number: [] for number in numbers}
    blocks: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    for at, (number, ratio) in enumerate(inner):
        (single[number] if at in alone else blocks[number, parts.find(links[at][0])]).append(ratio)
    by_number: dict[int, list[list[float]]] = {number: [] for number in numbers}
    for (number, _), ratios in blocks.items():
        by_number[number].append(ratios)
    heights = heights_of(regions, water)
    borders = [
        _Border(ends, tuple(ratios), stays_level(heights, ends)) for ends, ratios in sorted(walls.items())
    ]
    return Cuts(single, by_number, borders)


def least_p(evidence: Evidence, regions: Rows) -> float:
    """Return how probable regions[row][col] are, at least, among all ways to part the grid.

    One side alone is hardly ever otherwise, so that is more than the product over all sides.
    """
    dry = tuple((False,) * len(row) for row in regions)
    return 1 / find_cuts(evidence, regions, dry).masses(lambda weight: weight).every


def ends(side: SideAt, width: int) -> tuple[int, int]:
    """Return the numbers of a side's two cells, counted in reading order."""
    one, other = (row * width + col for row, col in side.cells)
    return one, other


Heights = dict[int, tuple[int, int]]
"""For each aquarium its lowest dry row and its highest wet row; -1 without the one, the number of rows
without the other."""


def heights_of(regions: Rows, water: Water) -> Heights:
    """Return the heights of water[row][col] in regions[row][col]."""
    heights: Heights = {}
    for row, (ids, wets) in enumerate(zip(regions, water, strict=True)):
        for number, wet in zip(ids, wets, strict=True):
            dry, high = heights.get(number, (-1, len(regions)))
            heights[number] = (dry, min(high, row)) if wet else (max(dry, row), high)
    return heights


def stays_level(heights: Heights, numbers: Sequence[int]) -> bool:
    """Tell whether the water would be level if these aquariums were one."""
    return max(heights[number][0] for number in numbers) < min(heights[number][1] for number in numbers)


def is_level(regions: Rows, water: Water) -> bool:
    """Tell whether water[row][col] is level in regions[row][col]."""
    return all(dry < wet for dry, wet in heights_of(regions, water).values())
