"""How probable the rivals can be, at most, that differ from a puzzle in some place where it is not likely.

`LikelyBoards` adds up what differs only in likely places. An unlikely wall comes either with others of its
kind, as `cuts` says, or closes a cut that likely walls begin: then these lead from its ends to other walls.
Opened, an unlikely wall must be open together with all between the same two pieces. But at an aquarium that
an unlikely wall cuts, any other side may be otherwise: some walls between two pieces without the rest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import exp, prod

from ..places import is_wall
from .cuts import Weigh
from .likely_boards import LikelyBoards
from .unseen import Unseen, as_is, clear_only

Point = tuple[int, int]
MOST_ODDS = 99.0
"""Of a side that looks otherwise, so that the mass stays finite."""
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
    joined = _joined(boards)
    freed = _freed(unseen, boards, closing) * (1 + joined)
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
            led = ways.to_wall(one) * ways.to_wall(other) + ways.between(one, other)
            mass[regions[side.row][side.col]] += exp(odds) * led
    return mass


class _Ways:
    """The ways along likely walls."""

    def __init__(
        self, at_wall: set[Point], begun: dict[Point, list[tuple[Point, float]]], boards: LikelyBoards
    ) -> None:
        self.at_wall, self.begun, self.boards = at_wall, begun, boards
        self.known: dict[Point, float] = {}

    def to_wall(self, point: Point) -> float:
        """Return the mass of all ways from a point to walls."""
        if point not in self.known:
            self.known[point] = self._from(point, {point}, self.at_wall)
        return self.known[point]

    def between(self, one: Point, other: Point) -> float:
        """Return the mass of all ways from one point to another: with the side between them, a ring."""
        return self._from(one, {one}, {other})

    def _from(self, point: Point, passed: set[Point], goals: set[Point]) -> float:
        self.boards.deadline.spend(SECONDS_PER_STEP)
        self.boards.deadline.check("looking for other aquariums")
        mass = float(point in goals)
        for near, weight in self.begun.get(point, ()):
            if near not in passed:
                mass += weight * self._from(near, {*passed, near}, goals)
        return mass


def _frame(height: int, width: int) -> Iterator[tuple[Point, Point]]:
    """Yield the points of the frame, in pairs that lie opposite each other."""
    yield from (((0, col), (height, col)) for col in range(width + 1))
    yield from (((row, 0), (row, width)) for row in range(height + 1))


def _freed(unseen: Unseen, boards: LikelyBoards, closing: dict[int, float]) -> float:
    """Return the mass of boards with an aquarium cut, on which its other sides are as on no likely board.

    The others then are as on the likely boards on which that aquarium is as told: it stands alone there.
    """
    sums = boards.sums
    every = sums.even + sums.uneven + sums.skipped
    sides = _at_aquariums(boards)
    cuts, free = dict[int, float](), dict[int, float]()
    for number in unseen.cuts.bridges:
        cuts[number] = unseen.cuts.cut(number, _unlikely(boards)) * exp(closing.get(number, 0.0)) - 1
        as_told = sums.as_told[number] + sums.skipped if number in sums.as_told else every
        free[number] = as_told * sides[number]
    one = sum(cut * (free[number] - every) for number, cut in cuts.items())
    most = prod(1 + cut * sides[number] for number, cut in cuts.items())
    more = (most / (1 + cut * sides[number]) - 1 for number, cut in cuts.items())
    several = sum(cut * free[number] * rest for (number, cut), rest in zip(cuts.items(), more, strict=True))
    return one + several / 2


def _at_aquariums(boards: LikelyBoards) -> defaultdict[int, float]:
    """Return for each aquarium the mass of all ways to take its walls and the likely sides inside it."""
    regions = boards.puzzle.regions
    mass = defaultdict[int, float](lambda: 1.0)
    for side, odds in boards.evidence.sides():
        if is_wall(regions, side):
            for row, col in side.cells:
                mass[regions[row][col]] *= 1 + exp(min(-odds, MOST_ODDS))
        elif side in boards.weights:
            mass[regions[side.row][side.col]] *= 1 + boards.weights[side]
    return mass


def _joined(boards: LikelyBoards) -> float:
    """Return the mass of ways to open unlikely walls, with all between two pieces.

    Likely ones between the same two may then look open, too.
    """
    looks_open = prod(
        max(1.0, weight) for side, weight in boards.weights.items() if is_wall(boards.puzzle.regions, side)
    )
    return (exp(sum(boards.sure_walls.values())) - 1) * looks_open
