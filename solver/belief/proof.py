"""One heap, one bound: how much of all that an evidence may mean is against the water of a hypothesis.

The cube of most *worth*, what of it can be against the hypothesis at most, is taken from the heap and parted:
what is sure is fixed place by place, each time leaving a small cube in which it is otherwise. Then the
*relaxed* puzzle is solved, open clues left out and open sides walls: more walls and fewer clues never lose a
solution, so if it has no water but the hypothesis', no puzzle of the cube has. Else the cube is parted by the
other waters, which need walls and clues; or, where these parts are worth no less, a doubtful place is fixed.
What is left in the heap counts as against the hypothesis, so a margin is a bound: docs/how-it-solves.md.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, count
from math import exp, log
from typing import NamedTuple, TypeVar

import numpy as np

from ..deadline import Deadline
from ..errors import TimedOut
from ..places import ClueAt, SideAt
from ..puzzle import Known, Puzzle, Rows, Water
from ..rules import violations
from ..solving import find_quickly, find_solutions
from .causes import hypothesis_of
from .cubes import (
    AIR,
    LEAST_MASS,
    OPEN,
    WALL,
    ClueMasses,
    Cube,
    Floats,
    Mass,
    Settled,
    SideMasses,
    Space,
)
from .evidence import SURE as SURELY
from .evidence import ClueBelief, Evidence, Hypothesis
from .sources import misprint, several_solutions
from .spaces import own_space, roots
from .waters import counts_of

T = TypeVar("T")

MARGIN = log(99)
"""How much less probable all else must be together than what is answered: see docs/accuracy.md. In natural
log."""
SURE = 0.05
"""Ratio below which a place is fixed before anything is solved."""
TINY = 1e-5
"""Share of what may be against a hypothesis below which a cube is not looked at again."""
FEW = 8
"""Waters of a relaxed puzzle up to which each makes a cube of its own."""
PARTED = 0.5
"""Share of its worth to which a cube must come down to be parted by its water."""
LITTLE = 1e-3
"""Share of the hypothesis' own mass below which puzzles of its water are not counted."""
BETTER = 1 / 3
"""Share of its worth to which a cube that is looked at anew must have come down to wait again."""
SAME_WATER = 0.01
"""Mass of other puzzles with the same water, against the one answered, from which it is not certain."""
TENTH = 0.1
"""Share of what was found down to which the mass of puzzles with a place otherwise is bounded."""
LEAST = 0.1
"""Share of what was not looked at that is taken to be against a hypothesis, at least, if not all could be."""
AQUARIUMS = 0.2
"""Seconds of work for bounding how probable aquariums are."""
SETTLED, SETTLED_SIDE = 1.2e-4, 3e-7
"""Seconds of work of settling a cube and what goes with it, and for each of its sides."""


class OpenPlace(NamedTuple):
    """A place that a cube leaves open."""

    doubt: float
    """How probable it is otherwise, against as it is in the centre."""
    is_clue: bool
    at: int
    """The number of the line or side."""


class Margin(NamedTuple):
    """How far behind a hypothesis all is that would make it wrong."""

    log_odds: float
    """Of its water against all else, at least."""
    rival: Puzzle | None = None
    """The last puzzle that was found against it."""
    is_bound: bool = True
    """Whether all was bounded; else what was left is estimated by what was looked at."""


class Heap:
    """Cubes, that of most worth first, and what came of those that were looked at."""

    def __init__(self, hypothesis: Hypothesis, deadline: Deadline, ratio: float) -> None:
        """Weigh cubes against the hypothesis' water: so many times its mass may be found."""
        self._deadline, self._hypothesis, self._ratio = deadline, hypothesis, ratio
        self.own = max(exp(-hypothesis.log_odds), LEAST_MASS)
        """The mass that the hypothesis' water has, at least."""
        self.against = self.total = 0.0
        """The mass that was found, and with it what is left."""
        self._spaces: list[Space] = []
        self._heap: list[tuple[float, int, Space, Cube]] = []
        self._number = count()

    def run(self) -> None:
        """Look at cubes until what is left may be, or more was found, or the work is spent."""
        while self._heap and self._deadline.work_left > 0:
            if self._is_settled():
                self._add_up()
                if self._is_settled():
                    break
            worth, number, space, cube = heapq.heappop(self._heap)
            self._count(space, waiting=worth)
            try:
                self._look_at(space, cube, -worth)
            except TimedOut:  # what was kept of it counts twice now: too much is safe
                heapq.heappush(self._heap, (worth, number, space, cube))
                break
        self._add_up()

    def _settle(self, space: Space, cube: Cube) -> Settled | None:
        """Return a cube with what follows, as `Space.settle` does, and count the work."""
        self._deadline.spend(SETTLED + SETTLED_SIDE * len(cube.sides))
        return space.settle(cube)

    def _is_settled(self) -> bool:
        """Whether what is left may be, or more than that was found."""
        return not self.against <= self._allowed < self.total

    def _count(self, space: Space, *, found: float = 0.0, rest: float = 0.0, waiting: float = 0.0) -> None:
        """Count masses of a space that were found, are left, or wait to be looked at."""
        self.total -= space.weight
        self.against -= space.opposed
        space.found += found
        space.rest += rest
        space.waiting += waiting
        self.total += space.weight
        self.against += space.opposed

    def _add_up(self) -> None:
        """Add up anew: differences of large masses are not exact."""
        for space in self._spaces:
            space.waiting = 0.0
        for worth, _, space, _ in self._heap:
            space.waiting -= worth
        self.total = sum(space.weight for space in self._spaces)
        self.against = sum(space.opposed for space in self._spaces)

    @property
    def _allowed(self) -> float:
        """The mass that may be found."""
        return self._ratio * self.own

    def _worth(self, space: Space, clues: ClueMasses, sides: SideMasses[Mass]) -> Mass:
        """Return how much of a cube counts, at most; for several sides, (n,) of it."""
        raise NotImplementedError

    def _read(self, space: Space, settled: Settled, worth: float) -> None:
        """Count what a single reading is worth."""
        raise NotImplementedError

    def _next_place(
        self, space: Space, settled: Settled, worth: float, most_doubtful: OpenPlace
    ) -> OpenPlace | None:
        """Return what place of a cube is to be fixed next; None if it is done with."""
        return most_doubtful

    def _push(self, space: Space, cube: Cube, worth: float) -> None:
        """Keep a cube to be looked at, or, where it is worth little, what it is worth."""
        if worth <= TINY * self._allowed:
            self._count(space, rest=worth)
            return
        self._count(space, waiting=worth)
        heapq.heappush(self._heap, (-worth, next(self._number), space, cube))

    def _look_at(self, space: Space, cube: Cube, worth: float) -> None:
        """Part a cube, or keep it for later if it is worth much less by now."""
        if (settled := self._settle(space, cube)) is not None:
            better = self._worth(space, space.masses(settled.cube.clues), settled.masses)
            if better < BETTER * worth:
                self._push(space, settled.cube, better)
            else:
                self._part(space, settled)

    def _part(self, space: Space, settled: Settled) -> None:
        """Fix what is sure, each time keeping the cube in which it is otherwise; then go on with the rest."""
        settled = settled._replace(cube=self._fix_sure_clues(space, settled))
        cube = self._fix_sure_sides(space, settled)
        while (then := self._settle(space, cube)) is not None:
            cube, clues = then.cube, space.masses(then.cube.clues)
            worth = self._worth(space, clues, then.masses)
            if worth <= TINY * self._allowed:
                self._count(space, rest=worth)
                return
            if (place := self._most_doubtful(space, cube)) is None:
                self._read(space, then, worth)
                return
            if (place := self._next_place(space, then, worth, place)) is None:
                return
            if place.is_clue:
                cube = self._fix_clue(space, cube, place.at, then.masses)
            else:
                cube = self._fix_side(space, cube, place.at, clues)

    def _fix_sure_clues(self, space: Space, settled: Settled) -> Cube:
        """Fix the lines whose clue is sure as in the centre."""
        cube, doubts = settled.cube, list(map(space.clues.doubt, count(), settled.cube.clues))
        for line in np.argsort(doubts, kind="stable").tolist():
            if 0 < doubts[line] < SURE:
                cube = self._fix_clue(space, cube, line, settled.masses)
        return cube

    def _fix_clue(self, space: Space, cube: Cube, line: int, sides: SideMasses[float]) -> Cube:
        """Fix a line's clue as the first that it may be, and keep the cube in which it is another."""
        first = cube.clues[line] & -cube.clues[line]
        clues = _put(cube.clues, line, cube.clues[line] ^ first)
        most = space.scale * space.clues.every(clues) * sides.boards
        if most > TINY * self._allowed:
            most = self._worth(space, space.masses(clues), sides)
        self._push(space, cube._replace(clues=clues), most)
        return cube._replace(clues=_put(cube.clues, line, first))

    def _fix_sure_sides(self, space: Space, settled: Settled) -> Cube:
        """Fix sides inside aquariums that surely are no walls, the surest first."""
        cube, sides, clues = settled.cube, space.sides, space.masses(settled.cube.clues)
        inside = np.flatnonzero((cube.sides == OPEN) & ~sides.walls & (sides.ratio < SURE))
        if not len(inside):
            return cube
        todo = inside[np.argsort(sides.ratio[inside], kind="stable")]
        ratio, (_, raw, level) = sides.ratio[todo], settled.masses
        mass: Floats = raw * ratio / np.cumprod(1 + ratio)
        even: Floats = level * ratio / np.cumprod(1 + ratio)
        elsewhere = raw * sides.share_elsewhere(settled)[todo] * ratio / (1 + ratio)
        # A wall ends nowhere: others stand at both of its ends.
        boards: Floats = np.minimum(mass, elsewhere) * sides.share_of_walls(settled)[todo]
        worth = self._worth(space, clues, SideMasses(boards, mass, np.minimum(mass, even)))
        matters = worth > TINY * self._allowed
        self._count(space, rest=float(worth[~matters].sum()))
        for number in np.flatnonzero(matters).tolist():
            state = cube.sides.copy()
            state[todo[:number]], state[todo[number]] = AIR, WALL
            self._push(space, cube._replace(sides=state), float(worth[number]))
        state = cube.sides.copy()
        state[todo] = AIR
        return cube._replace(sides=state)

    def _fix_side(self, space: Space, cube: Cube, at: int, clues: ClueMasses) -> Cube:
        """Fix a side as in the centre, and keep the cube in which it is otherwise, if that has any board."""
        otherwise, as_is = cube.sides.copy(), cube.sides.copy()
        otherwise[at], as_is[at] = not space.sides.walls[at], space.sides.walls[at]
        if settled := self._settle(space, cube._replace(sides=otherwise)):
            self._push(space, settled.cube, self._worth(space, clues, settled.masses))
        return cube._replace(sides=as_is)

    def _most_doubtful(self, space: Space, cube: Cube) -> OpenPlace | None:
        """Return the open place that is otherwise most probably."""
        doubts = map(space.clues.doubt, count(), cube.clues)
        found = [OpenPlace(doubt, True, line) for line, doubt in enumerate(doubts) if doubt > 0]
        if len(at := np.flatnonzero(cube.sides == OPEN)):
            top = int(at[np.argmax(space.sides.ratio[at])])
            found.append(OpenPlace(space.sides.ratio[top], False, top))
        return max(found, default=None)


class Proof(Heap):
    """Weighs all that is against a hypothesis."""

    def __init__(
        self,
        evidence: Evidence,
        hypothesis: Hypothesis,
        deadline: Deadline,
        alternatives: Sequence[Evidence] = (),
    ) -> None:
        """Take what `prove` takes."""
        super().__init__(hypothesis, deadline, exp(-MARGIN))
        self._less = exp(-several_solutions(hypothesis.puzzle))
        misprinted = exp(-misprint(len(evidence.row_clues), len(evidence.col_clues)))
        self._counted = 0.0
        """The mass of the puzzles of the hypothesis' water that were counted."""
        self.rival: Puzzle | None = None
        self._found: dict[tuple[Puzzle, Known | None], tuple[tuple[Water, ...], Known] | None] = {}
        for space, root, most in roots(evidence, hypothesis, alternatives):
            self._spaces.append(space)
            if space.is_of_cause:
                self._push(space, root.cube, most)
                continue
            self._push(space, root.cube, self._worth(space, space.masses(root.cube.clues), root.masses))
            if space.is_own:
                self._ratio -= misprinted * space.misprints()
            if not space.is_own or evidence.deficit(hypothesis.puzzle) > 0:
                self._count(space, rest=misprinted * space.scale)  # all as it looks

    def margin(self) -> Margin:
        """Return the log-odds of the hypothesis' water against all else, at least."""
        first = self.total
        self.run()
        misprints = (exp(-MARGIN) - self._ratio) * self.own
        total = self.total
        is_bound = bool(total <= self._allowed or self.against > self._allowed or not self._heap)
        if not is_bound:
            left = self.total - self.against
            looked_at = max(first - left, self.against)
            share = max(LEAST, self.against / looked_at if looked_at else 1.0)
            total = self.against + share * left
        return Margin(-log(max((total + misprints) / self.own, exp(-SURELY))), self.rival, is_bound)

    def _look_at(self, space: Space, cube: Cube, worth: float) -> None:
        if space.opposed >= space.most:
            return  # one cause is no more than that, whatever it misreads
        super()._look_at(space, cube, worth)

    def _worth(self, space: Space, clues: ClueMasses, sides: SideMasses[Mass]) -> Mass:
        """Return how much of a cube is against the hypothesis, at most; for several sides, (n,) of it."""
        other = clues.another * sides.boards + clues.fits * sides.uneven
        several = self._less * clues.fits * sides.even
        return space.scale * (other + several)

    def _next_place(
        self, space: Space, settled: Settled, worth: float, most_doubtful: OpenPlace
    ) -> OpenPlace | None:
        """Return a place that rules out other water, unless there is none, or the cube was parted by it."""
        puzzle, known = space.relaxed(settled.cube), settled.cube.known
        if (puzzle, known) not in self._found:
            self._found[puzzle, known] = find_quickly(puzzle, FEW + 1, self._deadline, known)
        if (found := self._found[puzzle, known]) is None:
            return most_doubtful
        others = [water for water in found[0] if water != space.own]
        if others and not self._part_by_water(space, settled, found, worth):
            return self._rules_out(space, settled.cube, others[0]) or most_doubtful
        if not others:
            self._add_own(space, settled)
        return None

    def _read(self, space: Space, settled: Settled, worth: float) -> None:
        waters = find_solutions(space.relaxed(settled.cube), 2, time_limit=self._deadline)
        others = [water for water in waters if water != space.own]
        if others and len(waters) == 1 and not _agrees(settled.cube.known, others[0]):
            return  # it counts where that water is
        if others:
            several = self._less * space.scale * space.masses(settled.cube.clues).every
            self._count(space, found=several * settled.masses.boards if len(waters) > 1 else worth)
            self.rival = space.example(settled.cube, others[0])
        elif waters:
            self._add_own(space, settled)

    def _part_by_water(
        self, space: Space, settled: Settled, found: tuple[Sequence[Water], Known], worth: float
    ) -> bool:
        """Part a cube by its water, where these parts are worth much less; return whether they are."""
        parts, total, fitting = [], 0.0, 0.0
        for cube in self._by_water(space, settled.cube, *found):
            if (part := self._settle(space, cube)) is not None:
                clues = space.masses(cube.clues)
                parts.append((part.cube, self._worth(space, clues, part.masses)))
                total += parts[-1][1]
                fitting += clues.fits * part.masses.boards
            if total > PARTED * worth:
                return False
        for cube, worth_of_part in parts:
            self._push(space, cube, worth_of_part)
        self._add_own(space, settled, fitting)
        return True

    def _by_water(self, space: Space, cube: Cube, waters: Sequence[Water], known: Known) -> Iterator[Cube]:
        """Yield cubes that together have all water of a cube but the hypothesis'.

        Cell by cell they differ from that, or from one of its waters if that is none, as these do.
        """
        puzzle, own = space.relaxed(cube), space.own
        has_own = own and not cube.known and not violations(puzzle, own)
        like = own if own and has_own else waters[0]
        while len(waters) > FEW:
            differ = (np.array(waters) != np.array(like)).sum(axis=0)
            row, col = (int(at) for at in np.unravel_index(np.argmax(differ), differ.shape))
            otherwise = _with_cell(known, row, col, not like[row][col])
            if found := find_quickly(puzzle, 1, self._deadline, otherwise):
                otherwise = found[1]
            if not found or found[0]:
                yield space.of_water(cube, otherwise)
            known = _with_cell(known, row, col, like[row][col])
            if (rest := find_quickly(puzzle, FEW + 1, self._deadline, known)) is None:
                yield space.of_water(cube, known)
                return
            waters, known = rest
        yield from (space.of_water(cube, water) for water in waters if water != own)

    def _add_own(self, space: Space, settled: Settled, others: float = 0.0) -> None:
        """Count what surely are puzzles of the hypothesis' water alone: all but so much of a cube."""
        fits = space.masses(settled.cube.clues).fits
        is_whole = space.is_own and settled.cube.known is None
        if is_whole and fits * settled.masses.level - others > LITTLE * self.own:
            self._counted += max(0.0, fits * space.sides.surely_level(settled.cube, LITTLE) - others)
            self.own = max(self.own, self._counted)

    def _rules_out(self, space: Space, cube: Cube, water: Water) -> OpenPlace | None:
        """Return the surest open place that a water does not fit as in the centre."""
        clues, sides, counts = space.clues, space.sides, counts_of(water)
        found = [
            OpenPlace(doubt, True, line)
            for line, state in enumerate(cube.clues)
            if (doubt := clues.doubt(line, state)) > 0
            and not state & -state & clues.chosen(line, (None, counts[line]))
        ]
        needed = np.flatnonzero((cube.sides == OPEN) & ~sides.walls & sides.needed(water))
        found += [OpenPlace(sides.ratio[at], False, at) for at in needed.tolist()]
        return min(found, default=None)


def find_margin(
    evidence: Evidence, hypothesis: Hypothesis, deadline: Deadline, alternatives: Sequence[Evidence] = ()
) -> Margin:
    """Return the log-odds of a hypothesis' water against all that would make it wrong, as for `prove`."""
    return Proof(evidence, hypothesis, deadline, alternatives).margin()


class Companions(Heap):
    """Weighs all other puzzles that the hypothesis' water solves."""

    def __init__(
        self,
        evidence: Evidence,
        hypothesis: Hypothesis,
        deadline: Deadline,
        less: float,
        otherwise: ClueAt | SideAt | None = None,
    ) -> None:
        """Count all, those with several solutions so much less; or those in which one place is otherwise."""
        super().__init__(hypothesis, deadline, SAME_WATER)
        self._less, self._otherwise = less, otherwise
        space = own_space(evidence, hypothesis)
        self._spaces.append(space)
        sides = np.full(len(space.sides.at), OPEN, np.int8)
        sides[space.sides.needed(hypothesis.water)] = WALL
        fitting = [
            space.clues.chosen(line, (None, wet)) for line, wet in enumerate(counts_of(hypothesis.water))
        ]
        cube = space.root._replace(sides=sides, clues=tuple(fitting))
        if otherwise is None:
            self._count(space, found=-self.own)  # it is found, too
        elif isinstance(otherwise, ClueAt):
            line = otherwise.line + (space.cols if otherwise.axis == "row" else 0)
            cube = cube._replace(clues=_put(cube.clues, line, cube.clues[line] & ~1))
        else:
            at = space.sides.at.index(otherwise)
            sides[at] = not space.sides.walls[at]
        if settled := self._settle(space, cube):
            self._push(space, settled.cube, self._worth(space, space.masses(cube.clues), settled.masses))

    def mass(self) -> float:
        """Return their mass, at most, against the hypothesis' own."""
        self.run()
        return max(0.0, self.total) / self.own

    def _is_settled(self) -> bool:
        """Whether enough is known: of a place, how much it is, all but a tenth."""
        if self._otherwise is None:
            return super()._is_settled()
        return self.total - self.against <= max(self._allowed, TENTH * self.against)

    def _worth(self, space: Space, clues: ClueMasses, sides: SideMasses[Mass]) -> Mass:
        return clues.every * sides.boards

    def _read(self, space: Space, settled: Settled, worth: float) -> None:
        """Count nothing without the hypothesis' water, less with others beside it."""
        puzzle = space.relaxed(settled.cube)
        if not violations(puzzle, self._hypothesis.water):
            found = find_quickly(puzzle, 2, self._deadline)
            self._count(space, found=worth * (self._less if found and len(found[0]) > 1 else 1.0))


def mass_of_same_water(
    evidence: Evidence, hypothesis: Hypothesis, deadline: Deadline, otherwise: ClueAt | SideAt | None = None
) -> float:
    """Return the mass of all other puzzles with a hypothesis' water, at most, against its own.

    Where that is more than `SAME_WATER`, it may be anything more. If a place is given, that of puzzles in
    which it is otherwise than in the hypothesis, all but a tenth.
    """
    less = exp(-several_solutions(hypothesis.puzzle))
    return Companions(evidence, hypothesis, deadline, less, otherwise).mass()


def least_probability(evidence: Evidence, regions: Rows) -> float:
    """Return how probable regions[row][col] are, at least, among all ways to part the grid."""
    rows, cols, nothing = len(regions), len(regions[0]), ClueBelief((0.0,))
    bare = replace(evidence, col_clues=(nothing,) * cols, row_clues=(nothing,) * rows)
    puzzle = Puzzle([None] * cols, [None] * rows, regions)
    as_read = hypothesis_of(bare, puzzle, ((False,) * cols,) * rows)
    return 1 / (1 + Companions(bare, as_read, Deadline(AQUARIUMS), less=1.0).mass())


def _put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _with_cell(known: Known, row: int, col: int, wet: bool) -> Known:
    return _put(known, row, _put(known[row], col, wet))


def _agrees(known: Known | None, water: Water) -> bool:
    pairs = zip(chain.from_iterable(known or ()), chain.from_iterable(water), strict=False)
    return all(cell in (None, wet) for cell, wet in pairs)
