"""One heap, one bound: how much of all that an evidence may mean is against the water of a hypothesis.

The cube of most *worth*, what of it can be against the hypothesis at most, is taken from the heap and parted:
what is sure is fixed place by place, each time leaving a small cube in which it is otherwise. Then the
*relaxed* puzzle is solved, open clues left out and open sides walls: more walls and fewer clues never lose a
solution, so if it has no water but the hypothesis', no puzzle of the cube has. Else the surest place that
rules the other water out is fixed next; if none does, the most doubtful. What is left in the heap counts as
against the hypothesis, so a margin is a bound. docs/how-it-solves.md derives it.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from math import exp, log
from typing import NamedTuple

import numpy as np

from ..deadline import Deadline
from ..errors import TimedOut
from ..places import ClueAt, SideAt
from ..puzzle import Puzzle, Rows, Water
from ..rules import violations
from ..solving import find_quickly, find_solutions
from .causes import hypothesis_of
from .cubes import (
    FEIGNED,
    LEAST_MASS,
    MOST,
    OPEN,
    OTHER,
    WALL,
    ClueMasses,
    Cube,
    Flags,
    Floats,
    Mass,
    Numbers,
    Settled,
    SideMasses,
    Space,
)
from .evidence import SURE as SURELY
from .evidence import ClueBelief, Evidence, Hypothesis
from .sources import misprint, several_solutions
from .spaces import own_space, roots
from .waters import counts_of

MARGIN = log(99)
"""How much less probable all else must be together than what is answered: see docs/accuracy.md. In natural
log."""
SURE = 0.05
"""Ratio below which a place is fixed before anything is solved."""
TINY = 1e-5
"""Share of what may be against a hypothesis below which a cube is not looked at again."""
FEW = 8
"""Waters of a relaxed puzzle up to which each is weighed by itself."""
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
CUBE, CUBE_SIDE, SETTLED, SETTLED_SIDE = 2e-4, 1e-6, 7e-5, 1.6e-7
"""Seconds of work of parting a cube, and for each of its sides; and of settling one."""


OpenPlace = tuple[bool, int]
"""Whether it is a clue, and the number of the line or side."""


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
        self.against = self.total = self._closed = 0.0
        """The mass that was found, and with it what is left."""
        self._spaces: list[Space] = []
        self._heap: list[tuple[float, int, Space, Cube]] = []
        self._number = count()

    def run(self) -> None:
        """Look at cubes until what is left may be, or more was found, or the work is spent."""
        with suppress(TimedOut):
            while self._heap and self._deadline.work_left > 0:
                if self._is_settled():
                    self._add_up()
                    if self._is_settled():
                        break
                worth, _, space, cube = heapq.heappop(self._heap)
                self._count(space, waiting=worth)
                self._look_at(space, cube, -worth)
        self._add_up()

    def _settle(self, space: Space, cube: Cube) -> Settled | None:
        """Return a cube with what follows, as `Space.settle` does, and count the work."""
        self._deadline.spend(_work_of_settling(cube))
        return space.settle(cube)

    def _is_settled(self) -> bool:
        """Whether what is left may be, or more than that was found."""
        return not self.against <= self._allowed < self.total

    def _count(self, space: Space, *, found: float = 0.0, rest: float = 0.0, waiting: float = 0.0) -> None:
        """Count masses of a space that were found, are left, or wait to be looked at."""
        self.total -= space.weight
        self.against -= space.opposed
        space.found, space.rest, space.waiting = (
            space.found + found,
            space.rest + rest,
            space.waiting + waiting,
        )
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

    def _close(self, space: Space, cube: Cube) -> None:
        """Go on with a cube in which all is fixed that is sure."""
        raise NotImplementedError

    def _push(self, space: Space, cube: Cube, worth: float) -> None:
        """Keep a cube to be looked at, or, where it is worth little, what it is worth."""
        if worth <= TINY * self._allowed:
            self._count(space, rest=worth)
            return
        self._count(space, waiting=worth)
        heapq.heappush(self._heap, (-worth, next(self._number), space, cube))

    def _look_at(self, space: Space, cube: Cube, worth: float) -> None:
        """Part a cube, or keep it for later if it is worth much less by now."""
        if (settled := self._settle(space, cube)) is None:
            self._closed += worth
            return
        better = self._worth(space, space.masses(cube.clues), settled.masses)
        if better < BETTER * worth:
            self._closed += worth - better
            self._push(space, settled.cube, better)
            return
        self._deadline.spend(CUBE + CUBE_SIDE * len(cube.sides))
        self._part(space, settled)

    def _part(self, space: Space, settled: Settled) -> None:
        """Fix what is sure, each time keeping the cube in which it is otherwise; then go on with the rest."""
        clues = self._fix_sure_clues(space, settled)
        cube = self._fix_causes(space, settled._replace(cube=clues))
        for is_wall in (False, True):
            if (then := self._settle(space, cube)) is None:
                return
            cube = self._fix_sure_sides(space, then, is_wall=is_wall)
        self._close(space, cube)

    def _fix_sure_clues(self, space: Space, settled: Settled) -> Cube:
        """Fix the lines whose clue is sure as in the centre."""
        cube, doubt = settled.cube, space.clues.doubt
        for line in np.argsort(doubt, kind="stable").tolist():
            if cube.clues[line] == OPEN and doubt[line] < SURE:
                cube = self._fix_clue(space, cube, line, settled.masses)
        return cube

    def _fix_clue(self, space: Space, cube: Cube, line: int, sides: SideMasses[float]) -> Cube:
        """Fix a line's clue as in the centre, and keep the cube in which it is another."""
        self._push_clue(space, cube, line, OTHER, sides)
        return cube._replace(clues=_put(cube.clues, line, 0))

    def _push_clue(self, space: Space, cube: Cube, line: int, state: int, sides: SideMasses[float]) -> None:
        """Keep the cube in which a line's clue has a state."""
        clues = _put(cube.clues, line, state)
        most = space.scale * space.clues.every(clues) * sides.boards
        if most > TINY * self._allowed:
            most = self._worth(space, space.masses(clues), sides)
        self._push(space, cube._replace(clues=clues), most)

    def _fix_causes(self, space: Space, settled: Settled) -> Cube:
        """Keep the cubes in which one cause feigned a border."""
        cube, (_, raw, level) = settled.cube, settled.masses
        if (cube.causes != OPEN).all():
            return cube
        clues, causes, sides = space.masses(cube.clues), cube.causes.copy(), space.sides
        todo = np.flatnonzero(causes == OPEN)
        ratio, stays = sides.if_feigned(settled)[todo], sides.stays_level[todo]
        mass: Floats = raw * ratio / np.cumprod(1 + ratio)
        even: Floats = level * ratio * stays / np.cumprod(1 + ratio * (stays > 0))
        worth = self._worth(space, clues, SideMasses(mass, mass, even))
        causes[todo] = 0
        for number in self._that_matter(space, worth):
            state, of_one = cube.sides.copy(), causes.copy()
            of_one[todo[number]], of_one[todo[number + 1 :]] = 1, OPEN
            state[sides.borders[todo[number]]] = FEIGNED
            self._push(space, cube._replace(sides=state, causes=of_one), float(worth[number]))
        return cube._replace(causes=causes)

    def _that_matter(self, space: Space, worth: Floats) -> list[int]:
        """Return which of several cubes are to be looked at, and count the others."""
        matters = worth > TINY * self._allowed
        self._count(space, rest=float(worth[~matters].sum()))
        matter: list[int] = np.flatnonzero(matters).tolist()
        return matter

    def _fix_sure_sides(self, space: Space, settled: Settled, *, is_wall: bool) -> Cube:
        """Fix sides that are sure as in the centre: those inside aquariums, or walls, border by border."""
        cube, sides, clues = settled.cube, space.sides, space.masses(settled.cube.clues)
        todo, ratio, fits = self._sure_sides(space, settled, is_wall=is_wall)
        if not len(todo):
            return cube
        _, raw, level = settled.masses
        elsewhere = raw * sides.share_elsewhere(settled)[todo] * ratio / (1 + ratio)
        mass: Floats = raw * ratio / np.cumprod(1 + ratio)
        even: Floats = np.minimum(mass, level * ratio * fits / np.cumprod(1 + ratio * fits))
        # A wall ends nowhere: others stand at both of its ends.
        share = 1.0 if is_wall else sides.share_of_walls(settled)[todo]
        boards: Floats = np.minimum(mass, elsewhere) * share
        worth = self._worth(space, clues, SideMasses(boards, mass, even))
        for number in self._that_matter(space, worth):
            state = cube.sides.copy()
            state[todo[:number]] = sides.walls[todo[:number]]
            state[todo[number]] = not is_wall
            self._push(space, cube._replace(sides=state), float(worth[number]))
        state = cube.sides.copy()
        state[todo] = sides.walls[todo]
        return cube._replace(sides=state)

    def _sure_sides(self, space: Space, settled: Settled, *, is_wall: bool) -> tuple[Numbers, Floats, Flags]:
        """Return open sides that are surely none, or surely walls, the surest first; one of each border.

        With how probable they are otherwise, and whether the hypothesis' water stays level then.
        """
        sides, at, group = space.sides, settled.open_sides, settled.group
        chosen = np.flatnonzero(sides.walls[at] == is_wall)
        todo, ratio, fits = at[chosen], sides.ratio[at[chosen]], np.ones(len(chosen), bool)
        if is_wall and len(todo):
            of_border, first = np.unique(group[chosen], return_index=True)
            ratio = np.exp(np.minimum(settled.log_air - settled.log_wall, MOST))[of_border]
            stays = np.ones(len(settled.log_air), bool)
            stays[group[(sides.walls & ~sides.fits)[at]]] = False
            todo, fits = todo[first], stays[of_border]
        sure = np.flatnonzero(ratio < SURE)
        sure = sure[np.argsort(ratio[sure], kind="stable")]
        return todo[sure], ratio[sure], fits[sure]

    def _fix(self, space: Space, settled: Settled, clues: ClueMasses, place: OpenPlace) -> Cube | None:
        """Fix a place as in the centre and keep the cubes in which it is otherwise; None if those are all."""
        is_clue, at = place
        cube = settled.cube
        if is_clue and cube.clues[at] == OTHER:
            for option in range(1, len(space.clues.values[at])):
                self._push_clue(space, cube, at, option, settled.masses)
            return None
        if is_clue:
            return self._fix_clue(space, cube, at, settled.masses)
        return self._fix_side(space, cube, at, clues)

    def _fix_side(self, space: Space, cube: Cube, at: int, clues: ClueMasses) -> Cube:
        """Fix a side as in the centre, and keep the cube in which it is otherwise, if that has any board."""
        otherwise, as_is = cube.sides.copy(), cube.sides.copy()
        otherwise[at], as_is[at] = not space.sides.walls[at], space.sides.walls[at]
        if settled := self._settle(space, cube._replace(sides=otherwise)):
            self._push(space, settled.cube, self._worth(space, clues, settled.masses))
        return cube._replace(sides=as_is)

    def _most_doubtful(self, space: Space, cube: Cube) -> OpenPlace | None:
        """Return the open place that is otherwise most probably; before it a line that has another clue."""
        if OTHER in cube.clues:
            return True, cube.clues.index(OTHER)
        found = [
            (space.clues.doubt[line], True, line) for line, state in enumerate(cube.clues) if state == OPEN
        ]
        if len(at := np.flatnonzero(cube.sides == OPEN)):
            top = int(at[np.argmax(space.sides.ratio[at])])
            found.append((space.sides.ratio[top], False, top))
        return max(found)[1:] if found else None


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
        self._known: dict[Puzzle, tuple[Water, ...]] = {}
        for space, root, most in roots(evidence, hypothesis, alternatives):
            self._spaces.append(space)
            worth = most
            if not space.is_of_cause:
                self._deadline.spend(_work_of_settling(root.cube))
                worth = self._worth(space, space.masses(root.cube.clues), root.masses)
            self._push(space, root.cube, worth)
            if space.is_own:
                self._ratio -= misprinted * space.misprints()
            if not space.is_of_cause and (not space.is_own or evidence.deficit(hypothesis.puzzle) > 0):
                self._count(space, rest=misprinted * space.scale)  # all as it looks

    def margin(self) -> Margin:
        """Return the log-odds of the hypothesis' water against all else, at least."""
        self.run()
        misprints = (exp(-MARGIN) - self._ratio) * self.own
        total = self.total
        is_bound = total <= self._allowed or self.against > self._allowed or not self._heap
        if not is_bound:
            looked_at = self.against + self._closed
            share = max(LEAST, self.against / looked_at if looked_at else 1.0)
            total = self.against + share * (self.total - self.against)
        return Margin(-log(max((total + misprints) / self.own, exp(-SURELY))), self.rival, is_bound)

    def _look_at(self, space: Space, cube: Cube, worth: float) -> None:
        if space.opposed >= space.most:
            return  # one cause is no more than that, whatever it misreads
        if cube.waters is None:
            super()._look_at(space, cube, worth)
        else:
            self._split(space, cube, cube.waters[-1])

    def _worth(self, space: Space, clues: ClueMasses, sides: SideMasses[Mass]) -> Mass:
        """Return how much of a cube is against the hypothesis, at most; for several sides, (n,) of it."""
        other = clues.another * sides.boards + clues.fits * sides.uneven
        several = self._less * clues.fits * sides.even
        return space.scale * (other + several)

    def _close(self, space: Space, cube: Cube) -> None:
        """Fix more until few waters are left, and keep the cube for what they are worth."""
        while (settled := self._settle(space, cube)) is not None:
            cube, sides, clues = settled.cube, settled.masses, space.masses(settled.cube.clues)
            worth = self._worth(space, clues, sides)
            if worth <= TINY * self._allowed:
                self._count(space, rest=worth)
                return
            place = self._most_doubtful(space, cube)
            waters = self._waters(space, cube, is_reading=place is None)
            if waters is not None and len(waters) <= FEW:
                self._weigh(space, settled, waters, worth, is_reading=place is None)
                return
            if waters is not None:
                other = next(water for water in waters if water != space.own)
                if place is None:
                    self._oppose(space, cube, other, self._less * space.scale * clues.every * sides.boards)
                    return
                place = self._rules_out(space, cube, other) or place
            assert place is not None  # else its waters are known
            if (rest := self._fix(space, settled, clues, place)) is None:
                return
            cube = rest

    def _weigh(
        self, space: Space, settled: Settled, waters: Sequence[Water], worth: float, *, is_reading: bool
    ) -> None:
        """Count what a cube of which all waters are known is worth, or keep it to be parted."""
        cube = settled.cube
        masses = {water: space.mass_of(settled, water) for water in waters if water != space.own}
        less = self._less if is_reading and len(waters) > 1 else 1.0
        against = min(less * sum(masses.values()), worth)
        self._closed += worth - against
        if not masses:
            self._add_own(space, cube, space.masses(cube.clues), settled.masses)
        elif is_reading:
            self._oppose(space, cube, max(masses, key=masses.__getitem__), against)
        else:
            self._push(space, cube._replace(waters=tuple(sorted(masses, key=masses.__getitem__))), against)

    def _split(self, space: Space, cube: Cube, water: Water) -> None:
        """Part a cube of which all waters are known at the place that rules the likeliest of them out."""
        settled = self._settle(space, cube._replace(waters=None))
        assert settled is not None
        cube = settled.cube
        place = self._rules_out(space, cube, water) or self._most_doubtful(space, cube)
        assert place is not None
        if (rest := self._fix(space, settled, space.masses(cube.clues), place)) is not None:
            self._close(space, rest)

    def _oppose(self, space: Space, cube: Cube, water: Water, mass: float) -> None:
        """Count what is against the hypothesis, and keep a puzzle of it as a rival."""
        self._count(space, found=mass)
        self.rival = space.example(cube, water)

    def _add_own(self, space: Space, cube: Cube, clues: ClueMasses, sides: SideMasses[float]) -> None:
        """Count what surely are puzzles of the hypothesis' water alone, in a cube without other water."""
        least = LITTLE * self.own
        if space.is_own and clues.fits * sides.level > least:
            self._counted += clues.fits * space.surely_level(cube, LITTLE)
            self.own = max(self.own, self._counted)

    def _waters(self, space: Space, cube: Cube, *, is_reading: bool) -> tuple[Water, ...] | None:
        """Return all solutions of the relaxed puzzle, or more than a few; None where that takes long."""
        puzzle = space.relaxed(cube)
        if puzzle not in self._known:
            waters = find_quickly(puzzle, FEW + 1, self._deadline)
            if waters is None and is_reading:
                waters = find_solutions(puzzle, 2, time_limit=self._deadline)
            if waters is None:
                return None
            self._known[puzzle] = waters
        return self._known[puzzle]

    def _rules_out(self, space: Space, cube: Cube, water: Water) -> OpenPlace | None:
        """Return the surest open place that a water does not fit as in the centre."""
        found: list[tuple[float, bool, int]] = []
        for line, (state, wet) in enumerate(zip(cube.clues, counts_of(water), strict=True)):
            if state == OPEN and space.clues.values[line][0] not in (None, wet):
                found.append((space.clues.doubt[line], True, line))
        sides = space.sides
        needed = np.flatnonzero((cube.sides == OPEN) & ~sides.walls & sides.needed(water))
        found += [(sides.ratio[at], False, at) for at in needed.tolist()]
        return min(found)[1:] if found else None


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
        space = own_space(evidence, hypothesis, only_fitting=True)
        self._spaces.append(space)
        sides = np.full(len(space.sides.at), OPEN, np.int8)
        sides[space.sides.needed(hypothesis.water)] = WALL
        cube = space.root._replace(sides=sides)
        if otherwise is None:
            self._count(space, found=-self.own)  # it is found, too
        elif isinstance(otherwise, ClueAt):
            line = otherwise.line + (space.cols if otherwise.axis == "row" else 0)
            cube = cube._replace(clues=_put(cube.clues, line, OTHER))
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

    def _close(self, space: Space, cube: Cube) -> None:
        while settled := self._settle(space, cube):
            clues = space.masses(settled.cube.clues)
            worth = self._worth(space, clues, settled.masses)
            place = self._most_doubtful(space, settled.cube)
            if place is None:
                self._count(space, found=worth * self._counts(space.relaxed(settled.cube)))
            if place is None or worth <= TINY * self._allowed:
                self._count(space, rest=worth * (place is not None))
                return
            if (rest := self._fix(space, settled, clues, place)) is None:
                return
            cube = rest

    def _counts(self, puzzle: Puzzle) -> float:
        """Return what a puzzle counts: nothing without the hypothesis' water, less with others beside it."""
        if violations(puzzle, self._hypothesis.water):
            return 0.0
        return 1.0 if len(find_quickly(puzzle, 2, self._deadline) or ()) < 2 else self._less


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


def _work_of_settling(cube: Cube) -> float:
    return SETTLED + SETTLED_SIDE * len(cube.sides)


def _put(state: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*state[:at], value, *state[at + 1 :])
