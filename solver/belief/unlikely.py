"""How probable the rivals can be, at most, that differ from a puzzle in some place where it is not likely.

`LikelyBoards` adds up what differs only in likely places. An unlikely wall comes either with others of its
kind, as `cuts` says, or closes a cut that likely walls begin: then these lead from its ends to other walls.
Opened, an unlikely wall must be open together with all between the same two pieces. And where a likely wall
stands beside a sure one, between the same two pieces, it can be open only if an unlikely wall parts them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import exp

from ..places import is_wall
from .cuts import Weigh
from .likely_boards import LikelyBoards, Pair
from .unseen import Unseen, as_is, clear_only

Point = tuple[int, int]
SECONDS_PER_STEP = 1e-6
"""What a step along walls counts as of the time limit."""


def unlikely_rivals(unseen: Unseen, boards: LikelyBoards, most: float) -> float:
    """Return the mass of puzzles with other water that differ in unlikely places, at most.

    Tightly only if it may be above `most`. If the clues are as told, or the water told fits them, a rival has
    an aquarium cut and others joined where that water is not level. Opening unlikely walls adds no water.
    """
    sums = boards.sums
    every = sums.even + sums.uneven
    closing = _closing(boards)
    cut = unseen.cuts.masses(_unlikely(boards)).every * exp(sum(closing.values())) - 1
    joined, freed = _joined(boards), every * _freed(unseen, boards, closing)
    same, clear = unseen.same_clues(as_is), unseen.other_clues(clear_only)
    joining = cut * (sums.uneven + sums.even * joined) + sums.others * joined + freed
    walls = unseen.rivalling * same * joining + clear * (every * cut + sums.others * joined + freed)
    walls += sums.skipped * (same + clear) + sums.uneven * (same - unseen.same_clues(clear_only))
    faint = unseen.other_clues(as_is) - clear
    if every * faint > (most - walls) / 2:
        faint -= unseen.never(boards.pieces, faint - (most - walls) / (2 * every))
    return walls + every * faint + every * (unseen.other_clues(as_is) - clear) * (cut + joined)


def _unlikely(boards: LikelyBoards) -> Weigh:
    return lambda weight: 0.0 if weight >= boards.likely else weight


def _closing(boards: LikelyBoards) -> dict[int, float]:
    """Return for each aquarium the mass of unlikely walls that close a cut that likely ones begin."""
    regions = boards.puzzle.regions
    height, width = len(regions), len(regions[0])
    at_wall = {point for side in _frame(height, width) for point in side}
    begun: defaultdict[Point, list[tuple[Point, float]]] = defaultdict(list)
    for side, _ in boards.evidence.sides():
        one, other = side.corners
        if is_wall(regions, side):
            at_wall |= {one, other}
        elif side in boards.weights:
            begun[one].append((other, boards.weights[side]))
            begun[other].append((one, boards.weights[side]))
    ways, mass = _Ways(at_wall, begun, boards), defaultdict[int, float](float)
    for side, odds in boards.evidence.sides():
        one, other = side.corners
        if not is_wall(regions, side) and side not in boards.weights and (one in begun or other in begun):
            mass[regions[side.row][side.col]] += exp(odds) * ways.to_wall(one) * ways.to_wall(other)
    return mass


class _Ways:
    """The ways along likely walls that lead to walls."""

    def __init__(
        self, at_wall: set[Point], begun: dict[Point, list[tuple[Point, float]]], boards: LikelyBoards
    ) -> None:
        self.at_wall, self.begun, self.boards = at_wall, begun, boards
        self.known: dict[Point, float] = {}

    def to_wall(self, point: Point) -> float:
        """Return the mass of all ways from a point."""
        if point not in self.known:
            self.known[point] = self._from(point, {point})
        return self.known[point]

    def _from(self, point: Point, passed: set[Point]) -> float:
        self.boards.deadline.spend(SECONDS_PER_STEP)
        self.boards.deadline.check("looking for other aquariums")
        mass = float(point in self.at_wall)
        for near, weight in self.begun.get(point, ()):
            if near not in passed:
                mass += weight * self._from(near, {*passed, near})
        return mass


def _frame(height: int, width: int) -> Iterator[tuple[Point, Point]]:
    """Yield the points of the frame, in pairs that lie opposite each other."""
    yield from (((0, col), (height, col)) for col in range(width + 1))
    yield from (((row, 0), (row, width)) for row in range(height + 1))


def _freed(unseen: Unseen, boards: LikelyBoards, closing: dict[int, float]) -> float:
    """Return the mass of ways to open likely walls beside sure ones, parted from these by unlikely walls."""
    regions, open_walls = boards.puzzle.regions, defaultdict[Pair, float](lambda: 1.0)
    for side, weight in boards.weights.items():
        if is_wall(regions, side) and boards.ends(side) in boards.sure_walls:
            (row, col), (other_row, other_col) = side.cells
            open_walls[regions[row][col], regions[other_row][other_col]] *= 1 + weight
    mass = 1.0
    for ends, opened in open_walls.items():
        cut = sum(unseen.cuts.cut(end, _unlikely(boards)) * exp(closing.get(end, 0.0)) - 1 for end in ends)
        mass *= 1 + (opened - 1) * cut
    return mass - 1


def _joined(boards: LikelyBoards) -> float:
    """Return the mass of ways to open unlikely walls, with all between two pieces."""
    return exp(sum(boards.sure_walls.values())) - 1
