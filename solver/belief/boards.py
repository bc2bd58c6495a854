"""How probable all ways to part the grid are together, against a hypothesis': sums that need no search.

A side is *otherwise* if it is a wall where the hypothesis has none, or none where it has one; how many times
as probable that is, is its ratio. Sums over all ways to set the sides are products where no rule ties sides
together. One rule is kept: where four sides meet inside the board, never just one is a wall. Taken at
crossings that share no side, it makes a factor of each of them, and the sum stays a product. What else makes
aquariums of sides is left out, so that the sums are bounds; but a side that cannot be otherwise alone is
taken out where it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from enum import IntEnum
from functools import cached_property
from math import exp, inf, prod
from typing import NamedTuple

from ..grid import DisjointSets, bridges
from ..places import regions_beside
from ..puzzle import Rows, Water
from .evidence import Evidence
from .waters import Pair, heights_of, needs_wall

NEGLIGIBLE = -7.0
"""Natural log of the ratio below which it matters little whether a border may be open with level water."""
MOST = 300.0
"""Larger logarithms are cut here, to stay finite: with such a ratio nothing is proved."""


class Kind(IntEnum):
    """What it means that a side is otherwise."""

    CUT = 0
    """A wall inside an aquarium."""
    LEVEL = 1
    """No wall between two aquariums that may be one: any of these borders may be open, the water is level."""
    UNEVEN = 2
    """No wall between any other two."""


EVERY = frozenset(Kind)


class Masses(NamedTuple):
    """Bounds on the mass of boards, with 1 for that of the hypothesis."""

    joined_level: float
    """No aquarium is cut, and the hypothesis' water is level: its own board, and walls missing."""
    joined_uneven: float
    """No aquarium is cut; walls are missing, and the water is not level."""
    cut_level: float
    """Some aquarium is cut, and the water is level."""
    cut_uneven: float
    """Some aquarium is cut; the water may not be level."""

    @property
    def every(self) -> float:
        """The mass of all boards."""
        return sum(self)


class Side(NamedTuple):
    """One inner side of the board."""

    against: float
    """Natural log of its ratio: of how many times as probable it is otherwise."""
    is_wall: bool
    """Whether the hypothesis has a wall there."""
    kind: Kind
    is_free: bool
    """Whether the hypothesis' water is level on both sides of it without a wall there."""


class Boards:
    """The sides of a board, and the crossings at which they are tied together."""

    def __init__(self, evidence: Evidence, regions: Rows, water: Water) -> None:
        """Take regions[row][col] with water[row][col] for the hypothesis.

        Crossings are chosen so that the sums are as small as may be.
        """
        every = list(evidence.sides())
        ends = [regions_beside(regions, side) for side, _ in every]
        against = [
            odds if one == other else -odds for (_, odds), (one, other) in zip(every, ends, strict=True)
        ]
        inside, borders = list[int](), defaultdict[Pair, list[int]](list)
        for at, (one, other) in enumerate(ends):
            (inside if one == other else borders[one, other]).append(at)
        ratios = {border: [against[at] for at in sides] for border, sides in borders.items()}
        self._borders = {border: (_together(of_sides), min(of_sides)) for border, of_sides in ratios.items()}
        """For each border the natural log of its ratio, and the least of those of its sides."""
        self._alone = {border: sum(of_sides) for border, of_sides in ratios.items()}
        """The first, as if the sides of a border were seen independently of each other."""
        self._level = _level_borders(heights_of(regions, water), self._borders)
        self.sides = [
            Side(ratio, one != other, self._kind((one, other)), one == other or not needs_wall(water, side))
            for (side, _), (one, other), ratio in zip(every, ends, against, strict=True)
        ]
        self._crossings, self._loose = self._choose(len(regions), len(regions[0]))
        cells = [_cells(every[at][0].cells, len(regions[0])) for at in inside]
        alone = {inside[link] for link in bridges(cells)}
        alone |= {sides[0] for sides in borders.values() if len(sides) == 1}
        self._not_alone = [at for at in self._may_be_alone() if at not in alone]
        """Sides that the chosen crossings let be otherwise alone, though no board has them so."""

    def _kind(self, ends: Pair) -> Kind:
        if ends[0] == ends[1]:
            return Kind.CUT
        return Kind.LEVEL if ends in self._level else Kind.UNEVEN

    @cached_property
    def whole(self) -> Masses:
        """The masses of all boards."""
        return self.masses()

    def masses(self, scale: float = 1.0, least: float = -inf) -> Masses:
        """Return the masses of boards, every ratio to the power of `scale`, and as 0 below exp(least)."""
        ratios = self._ratios(scale, least)
        every, no_cut, even, level = (
            self._sum(ratios, kinds)
            for kinds in (EVERY, EVERY - {Kind.CUT}, EVERY - {Kind.UNEVEN}, {Kind.LEVEL})
        )
        borders = [
            (border, exp(min(scale * against, MOST)) if surest >= least else 0.0)
            for border, (against, surest) in self._borders.items()
        ]
        whole = prod([1 + ratio for _, ratio in borders])
        joined_level = prod([1 + ratio for border, ratio in borders if border in self._level])
        if not every < inf:
            return Masses(joined_level, inf, inf, inf)
        single = sum(ratios[at] for at in self._not_alone if self.sides[at].kind == Kind.CUT)
        joined_uneven = max(0.0, whole - joined_level)
        cut_level = max(0.0, even - level - single)
        cut_uneven = max(0.0, every - no_cut - even + level)
        # Crossings take the sides of a border one by one; as one they may be missing wherever a cut is.
        return Masses(
            joined_level, joined_uneven, cut_level, cut_uneven + (cut_level + cut_uneven) * joined_uneven
        )

    @property
    def companions(self) -> float:
        """The mass of boards that surely have the hypothesis' water alone, with its clues: at least that."""
        return prod([1 + exp(min(self._alone[border], MOST)) for border in self._level])

    def same_water(self, scale: float = 1.0, least: float = -inf) -> float:
        """Return the mass of all boards on which the hypothesis' water is level, itself among them."""
        ratios = [
            ratio if side.is_free else 0.0
            for ratio, side in zip(self._ratios(scale, least), self.sides, strict=True)
        ]
        return max(1.0, self._sum(ratios, EVERY) - sum(ratios[at] for at in self._not_alone))

    def _ratios(self, scale: float, least: float) -> list[float]:
        return [exp(min(scale * side.against, MOST)) if side.against >= least else 0.0 for side in self.sides]

    def _sum(self, ratios: Sequence[float], kinds: Collection[Kind]) -> float:
        """Return the mass of all ways to set the sides of these kinds that break no rule at a crossing."""
        sides = self.sides
        used = [ratio if side.kind in kinds else 0.0 for ratio, side in zip(ratios, sides, strict=True)]
        total = prod([1 + used[at] for at in self._loose])
        for crossing in self._crossings:
            total *= _at_crossing([(used[at], sides[at].is_wall) for at in crossing])[0]
        return total

    def _choose(self, height: int, width: int) -> tuple[list[Sequence[int]], list[int]]:
        """Return crossings that share no side, where most is ruled out first, and the sides at none."""
        below = height * (width - 1)
        every = [
            (upper, upper + width - 1, left, left + 1)
            for row in range(height - 1)
            for col in range(width - 1)
            for upper, left in [(row * (width - 1) + col, below + row * width + col)]
        ]
        sides = self.sides
        ratios = [exp(min(side.against, MOST / 4)) for side in sides]
        kept = []
        for crossing in every:
            allowed, all_of_it = _at_crossing([(ratios[at], sides[at].is_wall) for at in crossing])
            kept.append((allowed / all_of_it, crossing))
        chosen: list[Sequence[int]] = []
        used: set[int] = set()
        for _, crossing in sorted(kept):
            if used.isdisjoint(crossing):
                used.update(crossing)
                chosen.append(crossing)
        return chosen, [at for at in range(len(sides)) if at not in used]

    def _may_be_alone(self) -> list[int]:
        """Return the sides that may be otherwise alone as far as the chosen crossings say."""
        found = list(self._loose)
        for crossing in self._crossings:
            walls = sum(self.sides[at].is_wall for at in crossing)
            found += [at for at in crossing if walls + (-1 if self.sides[at].is_wall else 1) != 1]
        return found


def _together(against: Sequence[float]) -> float:
    """Return the natural log of the ratio of a border that is open, by those of its sides.

    Errors along a border have one cause: they come together nearly as often as the surest of its sides is
    wrong (see docs/accuracy.md). Sides that look open count each by itself: that is on the safe side.
    """
    return sum(one for one in against if one > 0) + min([0.0, *against])


def _at_crossing(sides: Sequence[tuple[float, bool]]) -> tuple[float, float]:
    """Return the mass of the ways to set four (ratio, wall) with not just one a wall; and of all ways."""
    opened = [ratio if wall else 1.0 for ratio, wall in sides]
    walled = [1.0 if wall else ratio for ratio, wall in sides]
    a, b, c, d = opened
    one = (walled[0] * b + a * walled[1]) * c * d + a * b * (walled[2] * d + c * walled[3])
    every = (a + walled[0]) * (b + walled[1]) * (c + walled[2]) * (d + walled[3])
    return every - one, every


def _level_borders(heights: dict[int, Pair], borders: Mapping[Pair, tuple[float, float]]) -> frozenset[Pair]:
    """Return borders of which any may be open, together or alone, and each such board is one.

    The water stays level, and no other border lies between what they join. The likeliest are taken first.
    """
    sets, joined, chosen = DisjointSets(1 + max(heights)), dict(heights), set[Pair]()
    for border, (against, _) in sorted(borders.items(), key=lambda item: -item[1][0]):
        if against < NEGLIGIBLE:
            break
        ends = one, other = tuple(map(sets.find, border))
        dry = max(joined[end][0] for end in ends)
        wet = min(joined[end][1] for end in ends)
        between = [pair for pair in borders if {sets.find(end) for end in pair} == {one, other}]
        if one != other and dry < wet and len(between) == 1:
            sets.join(one, other)
            joined[min(ends)] = dry, wet
            chosen.add(border)
    return frozenset(chosen)


def _cells(cells: tuple[tuple[int, int], tuple[int, int]], width: int) -> Pair:
    one, other = (row * width + col for row, col in cells)
    return one, other
