"""All ways to take the likely places, and the waters that they leave: counted exactly, without solving each.

Every solution of a puzzle also solves the one with more walls and fewer clues. So the board with a wall at
every side that may well be one, and without the clues that may well be others, has the waters of all puzzles
that differ from the one told only there. It is solved once; which of the waters a puzzle has is then a matter
of comparing heights. What that board keeps together is a piece, and the puzzles are the ways to join pieces.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import exp

from ..deadline import Deadline
from ..grid import joined_cells
from ..places import SideAt, is_wall, regions_beside
from ..puzzle import Puzzle, Rows, Water
from ..solving import find_solutions
from .cuts import Heights, heights_of, stays_level
from .evidence import Evidence
from .unseen import CLEAR, counts_of

MOST_WATERS = 128
"""Waters of the loosest board up to which they are compared."""
SECONDS_PER_JOINT = 1e-5
"""What each choice between joining two pieces or not counts as of the time limit."""
SKIPPED = 1e-6
"""Mass of boards, against the puzzle told, that are not told apart."""
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Joint:
    """Where two pieces may be one."""

    ends: Pair
    together: float
    """Weight of their being one, against as they are told."""
    apart: float
    """Weight of a wall between them."""


@dataclass(frozen=True, slots=True)
class _Boards:
    """A part of the enumeration: some joints are decided."""

    at: int
    """Joints before this one are."""
    group: list[int]
    """For each piece the first of those it is joined with."""
    members: list[int]
    """For each first piece its group, as bits."""
    apart: list[int]
    """For each first piece those that must not be in its group, as bits."""
    weight: float
    level: int
    """The waters that are level so far, as bits."""


@dataclass(slots=True)
class Sums:
    """Masses of puzzles that differ from the one told only in likely places; that counts 1."""

    told: float = 0.0
    """Its clues, on boards where its water is their only one."""
    even: float = 0.0
    """All boards on which its water is level."""
    uneven: float = 0.0
    """All others."""
    others: float = 0.0
    """All boards on which some other water is level that may fit the clues."""
    rivals: float = 0.0
    """Puzzles with other water, at most."""
    skipped: float = 0.0
    """Boards that were not told apart, at most."""
    as_told: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))
    """For each aquarium that may be otherwise the boards on which it is as told."""


class LikelyBoards:
    """The boards that differ from a puzzle's only in sides of at least some weight, and their waters."""

    def __init__(
        self, evidence: Evidence, puzzle: Puzzle, water: Water, likely: float, deadline: Deadline
    ) -> None:
        """Take what was seen, with a puzzle and water[row][col], its only solution.

        `likely`: weight, against as it is told, from which a side is taken either way.
        """
        self.evidence, self.puzzle, self.water, self.deadline = evidence, puzzle, water, deadline
        self.likely = likely
        self.weights: dict[SideAt, float] = {}
        """How much less probable each side is otherwise, if it is likely."""
        inside = []
        for side, odds in evidence.sides():
            wall = is_wall(puzzle.regions, side)
            weight = exp(min(-odds if wall else odds, 99.0))
            if weight >= likely:
                self.weights[side] = weight
            elif not wall:
                inside.append(side.cells)
        self.pieces: Rows = joined_cells(puzzle.height, puzzle.width, inside)
        self.clues = list(_likely_clues(evidence, puzzle))
        """For each line the weights of its values and, last, of none; 0 where they are not clear."""
        self._levels: dict[int, int] = {}
        self._fittings: dict[Pair, float] = {}

    @cached_property
    def waters(self) -> list[Water] | None:
        """The waters of the loosest board, the one told first; None if there are too many."""
        told = (*self.puzzle.col_clues, *self.puzzle.row_clues)
        clues = [
            clue if sum(weight > 0 for weight in weights) == 1 else None
            for clue, weights in zip(told, self.clues, strict=True)
        ]
        width = self.puzzle.width
        loosest = Puzzle(clues[:width], clues[width:], self.pieces)
        if loosest.problems():
            return None
        found = find_solutions(loosest, MOST_WATERS + 1, time_limit=self.deadline)
        if len(found) > MOST_WATERS or self.water not in found:
            return None
        fit = [water for water in found if water != self.water and self._is_likely(counts_of(water))]
        return [self.water, *fit]

    def _is_likely(self, counts: Sequence[int]) -> bool:
        return all(
            weights[count] + weights[-1] > 0 for weights, count in zip(self.clues, counts, strict=True)
        )

    @cached_property
    def joints(self) -> list[_Joint]:
        """Where pieces may be one: those between which no wall is sure; the least decided first."""
        together: defaultdict[Pair, float] = defaultdict(lambda: 1.0)
        apart: defaultdict[Pair, float] = defaultdict(lambda: 1.0)
        for side, weight in self.weights.items():
            ends = regions_beside(self.pieces, side)
            if ends[0] != ends[1]:
                wall = is_wall(self.puzzle.regions, side)
                (together if wall else apart)[ends] *= weight
        joints = [
            _Joint(ends, together[ends], apart[ends])
            for ends in sorted({*together, *apart} - self.sure_walls.keys())
        ]
        return sorted(joints, key=lambda joint: -min(joint.together, joint.apart))

    @cached_property
    def sure_walls(self) -> dict[Pair, float]:
        """The pieces between which a wall is not likely to be missing, and how likely it is that all are."""
        walls: defaultdict[Pair, float] = defaultdict(lambda: 1.0)
        for side, odds in self.evidence.sides():
            if side not in self.weights and (ends := regions_beside(self.pieces, side))[0] != ends[1]:
                walls[ends] *= exp(-odds)
        return walls

    def boards(self) -> Iterator[tuple[float, _Boards | None]]:
        """Yield every board with its weight; all its joints are decided.

        Of boards that are very unlikely, some are given as one, as None.
        Raises TimedOut: the deadline passed before all were known.
        """
        joints, rest = self.joints, self._rest
        ends = [(self._index[joint.ends[0]], self._index[joint.ends[1]]) for joint in joints]
        pending = [self._undecided()]
        while pending:
            boards = pending.pop()
            weight = boards.weight
            for at in range(boards.at, len(joints)):
                if weight * rest[at] < SKIPPED:
                    yield weight * rest[at], None
                    break
                joint, one, other = joints[at], boards.group[ends[at][0]], boards.group[ends[at][1]]
                if one == other:
                    weight *= joint.together
                elif boards.apart[one] & boards.members[other]:
                    weight *= joint.apart
                else:
                    self.deadline.spend(SECONDS_PER_JOINT)
                    self.deadline.check("looking for other aquariums")
                    pending.append(_parted(boards, one, other, at + 1, weight * joint.apart))
                    boards = self._joined(boards, one, other)
                    weight *= joint.together
            else:
                yield weight, boards

    @cached_property
    def _index(self) -> dict[int, int]:
        """The pieces that may be joined to others, numbered from 0."""
        pieces = sorted({piece for joint in self.joints for piece in joint.ends})
        return {piece: number for number, piece in enumerate(pieces)}

    @cached_property
    def _rest(self) -> list[float]:
        """For each joint the mass of all ways to take it and those after it, at most; last 1."""
        rest = [1.0]
        for joint in reversed(self.joints):
            rest.append(rest[-1] * (joint.together + joint.apart))
        return rest[::-1]

    def _undecided(self) -> _Boards:
        index = self._index
        apart = [0] * len(index)
        for one, other in self.sure_walls:
            if one in index and other in index:
                apart[index[one]] |= 1 << index[other]
                apart[index[other]] |= 1 << index[one]
        alone = [1 << number for number in range(len(index))]
        return _Boards(0, list(range(len(index))), alone, apart, 1.0, (1 << len(self.known)) - 1)

    @property
    def known(self) -> list[Water]:
        """The waters of the loosest board, where there are not too many."""
        assert self.waters is not None
        return self.waters

    def _joined(self, boards: _Boards, one: int, other: int) -> _Boards:
        """Join two groups."""
        group = [one if first == other else first for first in boards.group]
        members, apart = boards.members[:], boards.apart[:]
        members[one] |= members[other]
        apart[one] |= apart[other]
        if members[one] not in self._levels:
            self._levels[members[one]] = self._level(members[one])
        level = boards.level & self._levels[members[one]]
        return replace(boards, group=group, members=members, apart=apart, level=level)

    def _level(self, members: int) -> int:
        """Return the waters, as bits, that are level in a group, given as bits."""
        pieces = [piece for piece, number in self._index.items() if members >> number & 1]
        return sum(1 << at for at, heights in enumerate(self._heights) if stays_level(heights, pieces))

    @cached_property
    def _heights(self) -> list[Heights]:
        return [heights_of(self.pieces, water) for water in self.known]

    # What is added up

    @cached_property
    def sums(self) -> Sums:
        """The masses of all boards and puzzles; only where the waters are known.

        Raises TimedOut: the deadline passed before all were known.
        """
        by_level: defaultdict[int, float] = defaultdict(float)
        sums, told = Sums(), self._told
        for weight, board in self.boards():
            if board is None:
                sums.skipped += weight
                continue
            by_level[board.level] += weight
            for number, (first, members) in told.items():
                if board.members[board.group[first]] == members:
                    sums.as_told[number] += weight
        for level, mass in by_level.items():
            sums.rivals += mass * self.rivalling(level)
            sums.others += mass if level > 1 else 0.0
            if level & 1:
                sums.even += mass
                sums.told += mass * self.is_told(level)
            else:
                sums.uneven += mass
        return sums

    @cached_property
    def _told(self) -> dict[int, tuple[int, int]]:
        """For each aquarium that may be otherwise its first piece, and all its pieces, as bits."""
        told: dict[int, tuple[int, int]] = {}
        for ids, pieces in zip(self.puzzle.regions, self.pieces, strict=True):
            for number, piece in zip(ids, pieces, strict=True):
                if piece in self._index:
                    at = self._index[piece]
                    first, members = told.get(number, (at, 0))
                    told[number] = first, members | 1 << at
        return told

    def is_told(self, level: int) -> bool:
        """Tell whether on a board with these level waters the one told is the only one with its clues."""
        return bool(level & 1) and not level & self._same_clues

    @cached_property
    def _same_clues(self) -> int:
        """The other waters, as bits, that fit the clues told."""
        told = (*self.puzzle.col_clues, *self.puzzle.row_clues)
        return sum(
            1 << at
            for at, counts in enumerate(self._counts)
            if at and all(clue in (None, count) for clue, count in zip(told, counts, strict=True))
        )

    @cached_property
    def _counts(self) -> list[tuple[int, ...]]:
        return [counts_of(water) for water in self.known]

    def rivalling(self, level: int) -> float:
        """Return the mass of clues that make other water the only one, at most, where these are level."""
        waters = [at for at in range(len(self.known)) if level >> at & 1]
        return sum(self._rival(at, waters) for at in waters if at)

    def _rival(self, one: int, waters: Sequence[int]) -> float:
        """Return the mass of clues that one water fits, and not all that any other of these fits too."""
        both = max((self._fitting(one, other) for other in waters if other != one), default=0.0)
        return self._fitting(one, one) - both

    def _fitting(self, one: int, other: int) -> float:
        """Return the mass of clues that two waters fit."""
        if (known := self._fittings.get((one, other))) is not None:
            return known
        mass = 1.0
        for weights, *counts in zip(self.clues, self._counts[one], self._counts[other], strict=True):
            mass *= weights[-1] + (weights[counts[0]] if counts[0] == counts[1] else 0.0)
        self.deadline.spend(SECONDS_PER_JOINT)
        self._fittings[one, other] = self._fittings[other, one] = mass
        return mass

    def nearest_rival(self) -> Puzzle:
        """Return the most probable puzzle with other water."""
        best, found = 0.0, self.puzzle
        for weight, board in self.boards():
            if board is not None and weight * self.rivalling(board.level) > best:
                best = weight * self.rivalling(board.level)
                waters = [at for at in range(len(self.known)) if board.level >> at & 1]
                rivals = [(self._rival(at, waters), self._counts[at]) for at in waters if at]
                found = self._puzzle(board.group, max(rivals)[1])
        return found

    def _puzzle(self, group: Sequence[int], counts: Sequence[int]) -> Puzzle:
        """Return the puzzle with pieces joined so, and these clues where there are any."""
        first = {piece: list(self._index)[group[number]] for piece, number in self._index.items()}
        regions = tuple(tuple(first.get(piece, piece) for piece in row) for row in self.pieces)
        clues = [
            count if weights[count] >= weights[-1] else None
            for weights, count in zip(self.clues, counts, strict=True)
        ]
        return Puzzle(clues[: self.puzzle.width], clues[self.puzzle.width :], regions)

    def otherwise(self) -> dict[SideAt, float]:
        """Return the sides that are otherwise on boards with the same water, and the mass of these."""
        mass: defaultdict[SideAt, float] = defaultdict(float)
        ends = [
            (side, is_wall(self.puzzle.regions, side), self._index[one], self._index[other])
            for side in self.weights
            for one, other in [regions_beside(self.pieces, side)]
            if one in self._index and other in self._index
        ]
        for weight, board in self.boards():
            if board is not None and self.is_told(board.level):
                for side, wall, one, other in ends:
                    if (board.group[one] != board.group[other]) != wall:
                        mass[side] += weight
        return mass


def _parted(boards: _Boards, one: int, other: int, at: int, weight: float) -> _Boards:
    """Keep two groups apart; the joints before `at` are then decided."""
    apart = boards.apart[:]
    apart[one] |= boards.members[other]
    apart[other] |= boards.members[one]
    return replace(boards, at=at, apart=apart, weight=weight)


def _likely_clues(evidence: Evidence, puzzle: Puzzle) -> Iterator[list[float]]:
    for (_, values), clue in zip(evidence.clues(), (*puzzle.col_clues, *puzzle.row_clues), strict=True):
        told = values[-1 if clue is None else clue]
        weights = [exp(log_p - told) for log_p in values]
        yield [weight if weight >= CLEAR else 0.0 for weight in weights]
