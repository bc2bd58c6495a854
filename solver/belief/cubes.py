"""Cubes: some places of a board fixed, the others open, and how probable all that they may mean is at most.

A *reading* says of every line which clue it has, and of every side whether it is a wall. A *cube* is the set
of readings that agree in some of these places. Its mass is a product: of what is fixed, and of the sums over
what is open, with 1 for all as it looks; a border without any wall has as much more as that one cause feigned
it. What is known of puzzles makes it less:

- readings whose columns and rows add to different sums are no puzzles (`Clues.even`, exactly);
- between two sets of cells that open sides join, all sides are walls, or none is (`Sides.settle`);
- where four sides meet, never just one is a wall (`Sides._log_shares`);
- the hypothesis' water may still fit: then it is one of perhaps several solutions, which are rarer.

A *space* is all that one evidence may mean, or one cause makes of its clues, around a *centre*: the
hypothesis, or all as it looks. Arrays are (lines,), the columns before the rows, or (sides,) in the order of
`Evidence.sides`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import count
from math import exp, inf, prod
from operator import and_
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..grid import DisjointSets
from ..puzzle import Clue, Known, Puzzle, Rows, Water
from ..segments import members
from .causes import Border, Lookalikes
from .evidence import Evidence
from .waters import counts_of, heights_of

Numbers = NDArray[np.intp]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
States = NDArray[np.int8]

Mass = TypeVar("Mass", float, Floats)

OPEN, AIR, WALL = -1, 0, 1
"""States of a side. OPEN is that of a line, too, whose clue may be any."""
POINTS = 64
"""Sums are told apart modulo this: where more are the same, the bound is only larger."""
MOST = 60.0
"""Larger log-odds are cut here, to stay finite."""
FULL, LEAST_MASS = 300.0, 1e-300
"""Natural log of the largest mass of boards, and the least mass that a logarithm is taken of."""
ROUNDING = 1e-13
"""Of a mass that is the difference of others."""
HARDLY = 0.999
"""Share of the ways to set four sides that is as good as all."""


class Cube(NamedTuple):
    """Some places fixed, the others open."""

    clues: tuple[int, ...]
    """For every line the set of what its clue may be (`Clues`)."""
    sides: States
    labels: Numbers
    """For every cell, in reading order, a number of the set that open sides join it to."""
    known: Known | None = None
    """What is known of the water against the hypothesis that its puzzles have, if it is one of several cubes
    by water."""


class ClueMasses(NamedTuple):
    """Masses of ways to read the clues."""

    another: float
    """Columns and rows may add to the same sum, and the hypothesis' water does not fit all."""
    fits: float
    """The hypothesis' water fits all."""
    every: float


class SideMasses(NamedTuple, Generic[Mass]):
    """Masses of ways to set the sides; or, for each of several, (n,) of them."""

    boards: Mass
    """That may be boards, by what is known at crossings."""
    raw: Mass
    """All of them."""
    level: Mass
    """Those on which the hypothesis' water surely is level, boards or not."""

    @property
    def uneven(self) -> Mass:
        """The mass of boards on which that water may not be level."""
        uneven: Mass = np.minimum(self.raw - self.level, self.boards)
        return uneven

    @property
    def even(self) -> Mass:
        """The mass of boards on which it is."""
        even: Mass = np.minimum(self.level, self.boards)
        return even


class Clues:
    """What the clues of columns and rows may be.

    The state of a line is the set of what its clue may be, as bits of a whole number: the first option, that
    of the centre if it is one, lowest.
    """

    def __init__(self, options: Sequence[Mapping[Clue, float]], centre: Sequence[Clue], cols: int) -> None:
        """Take the masses of what each clue may be; so many lines are columns."""
        self.values: list[list[Clue]] = []
        """For each line what its clue may be, that of the centre first, then the likelier first."""
        self._cols = cols
        for masses, clue in zip(options, centre, strict=True):
            self.values.append(sorted(masses, key=lambda value: (value != clue, -masses[value])))
        self._options = options
        self._bits = [{value: 1 << at for at, value in enumerate(values)} for values in self.values]
        self.open = tuple((1 << len(values)) - 1 for values in self.values)
        """For each line all that its clue may be."""
        self._masses: dict[tuple[int, int], float] = {}
        self._waves: dict[tuple[int, int], NDArray[np.complex128]] = {}

    def mass(self, line: int, state: int) -> float:
        """Return the mass of what a line's clue may be."""
        if (line, state) not in self._masses:
            values = self.values[line]
            self._masses[line, state] = sum(self._options[line][values[at]] for at in members(state))
        return self._masses[line, state]

    def doubt(self, line: int, state: int) -> float:
        """Return how probable a line's clue is another than the first that it may be."""
        return self.mass(line, state & (state - 1)) / max(self.mass(line, state & -state), LEAST_MASS)

    def every(self, state: Sequence[int]) -> float:
        """Return the mass of all ways to read the clues."""
        return prod(map(self.mass, count(), state))

    def chosen(self, line: int, values: Collection[Clue]) -> int:
        """Return which of the clues that a line may have are among some."""
        return sum(self._bits[line].get(value, 0) for value in values)

    def fitting(self, state: Sequence[int], counts: Sequence[int]) -> float:
        """Return the mass of ways to read the clues that fit so many wet cells of each line."""
        return prod(
            self.mass(line, at & self.chosen(line, (None, wet)))
            for line, (at, wet) in enumerate(zip(state, counts, strict=True))
        )

    def odds_against(self, counts: Sequence[int]) -> float:
        """Return the sum over all lines of the odds that a clue does not fit so many wet cells."""
        fits = [self.mass(line, self.chosen(line, (None, wet))) for line, wet in enumerate(counts)]
        return sum(self.mass(line, at) / fits[line] - 1 for line, at in enumerate(self.open))

    def even(self, state: Sequence[int]) -> float:
        """Return the mass of ways to read the clues whose columns and rows may add to the same sum."""
        every, given = self.every(state), self._given(enumerate(state))
        if not given:
            return every
        sums = [self._wave(line, at) for line, at in enumerate(state)]
        level = max(0.0, float(np.prod(sums, axis=0).real.mean()))
        return every - given + min(given, level + ROUNDING * given)

    def even_at_most(self, known: Collection[int]) -> float:
        """Return the mass of readings whose columns and rows add to one sum, if some lines are known.

        At most, whatever is known of them.
        """
        lines = [(line, at) for line, at in enumerate(self.open) if line not in known]
        every, given = prod(self.mass(*line) for line in lines), self._given(lines)
        sums = np.prod([self._wave(*line) for line in lines], axis=0) if lines else np.ones(1)
        level = float(np.fft.ifft(sums).real.max())
        return every - given + min(given, level + ROUNDING * given)

    def _given(self, lines: Iterable[tuple[int, int]]) -> float:
        """Return the mass of ways to read some lines in which all have a clue."""
        return prod(self.mass(line, at & ~self.chosen(line, (None,))) for line, at in lines)

    def _wave(self, line: int, at: int) -> NDArray[np.complex128]:
        """Return the discrete Fourier transform of a line's masses by what its clue adds to the sum."""
        if (line, at) not in self._waves:
            sign, of_sum = 1 if line < self._cols else -1, np.zeros(POINTS)
            for number in members(at):
                if (value := self.values[line][number]) is not None:
                    of_sum[sign * value % POINTS] += self._options[line][value]
            self._waves[line, at] = np.fft.fft(of_sum)
        return self._waves[line, at]


class Sides:
    """What the sides of a board may be."""

    def __init__(self, evidence: Evidence, is_wall: Sequence[bool], causes: Sequence[Border]) -> None:
        """Take the walls of the centre, and the borders that one cause may have feigned."""
        self.height, self.width = len(evidence.row_clues), len(evidence.col_clues)
        self.at = [side for side, _ in evidence.sides()]
        odds = np.clip(np.array(list(evidence.odds()), float), -MOST, MOST)
        self.walls: Flags = np.array(is_wall, bool)
        self.log_wall, self.log_air = np.minimum(odds, 0.0), -np.maximum(odds, 0.0)
        """How probable each is a wall, or none, in natural log, against as it looks."""
        self.ratio: Floats = np.exp(np.where(self.walls, -odds, odds))
        """How probable each is otherwise, against as it is in the centre."""
        self._wall_p = 1 / (1 + np.exp(-odds))
        self.fits: Flags = np.zeros(len(self.at), bool)
        """Whether the hypothesis' water stays level if a side is otherwise, and any others that may be."""
        self.borders = [np.array(cause.sides) for cause in causes]
        self.feigned: Floats = np.array([cause.ratio for cause in causes])
        """How probable it is that one cause feigned a border."""
        self.stays_level: Floats = np.zeros(len(causes))
        """In what share of it, at least, the hypothesis' water stays level, if it did without the cause."""
        self._border_of: Numbers = np.full(len(self.at), -1)
        for border, sides in enumerate(self.borders):
            self._border_of[sides] = border
        cells = np.arange(self.height * self.width).reshape(self.height, self.width)
        pairs = [(cells[:, :-1], cells[:, 1:]), (cells[:-1], cells[1:])]
        self.ends: Numbers = np.vstack([np.column_stack([a.ravel(), b.ravel()]) for a, b in pairs])
        """(sides, 2): the cells that each lies between, in reading order."""
        numbers = np.arange(len(self.at))
        self.below: Flags = numbers >= pairs[0][0].size
        right, below = numbers[~self.below], numbers[self.below]
        right, below = right.reshape(self.height, -1), below.reshape(-1, self.width)
        meet = (right[:-1], right[1:], below[:, :-1], below[:, 1:])
        self._crossings: Numbers = np.stack(meet, axis=-1).reshape(-1, 4)
        self._near: Numbers = np.full((len(self.at), 8), -1)
        """The sides of the crossings at both ends of each."""
        for number, sides in enumerate(self._crossings.T):
            self._near[sides, 4 * (number % 2) : 4 * (number % 2) + 4] = self._crossings

    def needed(self, water: Water) -> Flags:
        """Return the sides at which a water, which is level elsewhere, needs a wall."""
        return self.parts(np.array(water, int))

    def parts(self, cells: Numbers) -> Flags:
        """Return the same for cells[row][col] that are wet, 1, or dry, 0, and others."""
        one, other = cells.ravel()[self.ends].T
        parts: Flags = (one == 1) & (other == 0) | ~self.below & (one == 0) & (other == 1)
        return parts

    def fit(self, regions: Rows, water: Water) -> None:
        """Find out at which sides the hypothesis' water stays level if they are otherwise.

        Inside aquariums that is so; borders are tried by how doubtful they are.
        """
        self.fits[:] = True
        between = self._between(np.array(regions).ravel())
        heights, sets = heights_of(regions, water), DisjointSets(1 + max(map(max, regions)))
        for (one, other), sides in sorted(between.items(), key=lambda item: -self.ratio[item[1]].min()):
            ends = first, second = sets.find(one), sets.find(other)
            dry, wet = max(heights[end][0] for end in ends), min(heights[end][1] for end in ends)
            if first != second and dry < wet:
                sets.join(*ends)
                heights[min(ends)] = dry, wet
            self.fits[sides] = first == second or dry < wet
        either = np.exp(self.log_wall) + np.exp(self.log_air)
        self.stays_level = np.array([self.fits[at].all() / either[at].prod() for at in self.borders])

    def settle(self, cube: Cube) -> Settled | None:
        """Return a cube with what follows, and its masses, without causes; None if it has no board.

        Between two sets of cells that open sides join, all sides are walls, or none is.
        """
        labels = self.joined(cube.labels, cube.sides)
        ends = labels[self.ends]
        inside = ends[:, 0] == ends[:, 1]
        if (inside & (cube.sides == WALL)).any():
            return None
        state: States = np.where(inside & (cube.sides == OPEN), np.int8(AIR), cube.sides)
        keys = ends.min(axis=1) * len(labels) + ends.max(axis=1)
        at = np.flatnonzero(state == OPEN)
        between, group = np.unique(keys[at], return_inverse=True)
        if len(at):
            of_walls = keys[state == WALL]
            places = np.searchsorted(between, of_walls).clip(max=len(between) - 1)
            parted = np.zeros(len(between), bool)
            parted[places[between[places] == of_walls]] = True
            state[at[parted[group]]] = WALL
            number = np.cumsum(~parted) - 1
            at, group = at[~parted[group]], number[group[~parted[group]]]
        alone = np.ones(len(state), bool)
        alone[at] = np.bincount(group, minlength=len(between))[group] == 1
        settled = cube._replace(sides=state, labels=labels)
        return self._weighed(Settled(settled, at, group, alone))

    def joined(self, labels: Numbers, state: States) -> Numbers:
        """Return for each cell the first of those that open sides join it to; as it was before some were."""
        opened = self.ends[state == AIR]
        while len(opened := opened[labels[opened[:, 0]] != labels[opened[:, 1]]]):
            labels, ends = labels.copy(), labels[opened]
            np.minimum.at(labels, ends.max(axis=1), ends.min(axis=1))
            while (labels != (further := labels[labels])).any():
                labels = further
        return labels

    def _weighed(self, settled: Settled) -> Settled:
        """Return a settled cube with its masses."""
        state, at, group = settled.cube.sides, settled.open_sides, settled.group
        every = float(np.exp(self.log_air[state == AIR].sum() + self.log_wall[state == WALL].sum()))
        level = every if self.fits[(state != OPEN) & (state != self.walls)].all() else 0.0
        log_air: Floats = np.bincount(group, self.log_air[at]).astype(float)
        log_wall: Floats = np.bincount(group, self.log_wall[at]).astype(float)
        fits = np.ones(len(log_air), bool)
        fits[group[self.walls[at] & ~self.fits[at]]] = False
        walls, air = np.exp(log_wall), np.exp(log_air)
        more = float(np.log(np.maximum(walls + air, LEAST_MASS)).sum())
        log_shares = self._log_shares(settled)
        settled = settled._replace(log_air=log_air, log_wall=log_wall, log_shares=log_shares)
        if more > FULL:  # nobody can tell anything: no more than a bound is needed
            return settled._replace(masses=SideMasses(exp(FULL), exp(FULL), 0.0))
        level *= float((walls + air * fits).prod())
        every *= exp(more)
        boards = every * exp(float(log_shares.sum()) / 4)  # each stands with four sides
        return settled._replace(masses=SideMasses(boards, every, level))

    def _log_shares(self, settled: Settled) -> Floats:
        """Return what share of the ways to set four sides that meet leaves no wall alone, for each of them.

        Of crossings that have no side in common: first those that rule most out.
        """
        state, log_shares = settled.cube.sides, np.zeros(len(self.at) + 1)
        crossings = self._crossings[settled.alone[self._crossings].all(axis=1)]
        (a, b, c, d) = p = np.where(state == OPEN, self._wall_p, state == WALL)[crossings].T
        e, f, g, h = 1 - p
        share = np.maximum(LEAST_MASS, 1 - (a * f + e * b) * g * h - e * f * (c * h + g * d))
        rare = np.flatnonzero(share < HARDLY)
        for at in rare[np.argsort(share[rare], kind="stable")].tolist():
            if not log_shares[crossings[at]].any():
                log_shares[crossings[at]] = np.log(share[at])
        return log_shares

    def if_feigned(self, settled: Settled) -> Floats:
        """Return how probable it is, at most, that a cause feigned each of the borders, against without."""
        ratio, state, at = self.feigned.copy(), settled.cube.sides, settled.open_sides
        without = np.where(state == AIR, np.exp(self.log_air), np.where(state == WALL, np.inf, 1.0))
        of_group = np.exp(settled.log_air) + np.exp(settled.log_wall)
        without[at] = np.minimum(1.0, of_group[settled.group])
        touched = np.unique(self._border_of[(without != 1.0) & (self._border_of >= 0)])
        for border in touched.tolist():
            ratio[border] /= without[self.borders[border]].prod()
        return ratio

    def share_elsewhere(self, settled: Settled) -> Floats:
        """Return for each side such a share of the crossings that have no side in common with its own two."""
        near = settled.log_shares[self._near].sum(axis=1)  # counts some up to four times: too much is safe
        elsewhere: Floats = np.exp(np.minimum(0.0, settled.log_shares.sum() / 4 - near))
        return elsewhere

    def share_of_walls(self, settled: Settled) -> Floats:
        """Return for each side in what share of the ways others stand at both its ends, if it is a wall."""
        state = settled.cube.sides
        p = np.where(state == OPEN, self._wall_p, state == WALL)
        share = np.ones(len(state))
        none = 1 - p[self._crossings]
        for at in range(4):
            others = [other for other in range(4) if other != at]
            some = 1 - none[:, others].prod(axis=1)
            some[~settled.alone[self._crossings[:, others]].all(axis=1)] = 1.0
            np.multiply.at(share, self._crossings[:, at], some)
        return share

    def _between(self, labels: Numbers) -> dict[tuple[int, int], list[int]]:
        """Return the sides between every two sets of cells, labels (cells,) being their numbers."""
        found: dict[tuple[int, int], list[int]] = {}
        ends = np.sort(labels[self.ends], axis=1)
        for at in np.flatnonzero(ends[:, 0] != ends[:, 1]).tolist():
            found.setdefault((int(ends[at, 0]), int(ends[at, 1])), []).append(at)
        return found

    def surely_level(self, cube: Cube, least: float) -> float:
        """Return the mass of boards on which the hypothesis' water is level, at least.

        What is open between two sets of cells may be open or not, whatever else is, if nothing else lies
        between them and what was joined to them before; the rest, and what is less probable than `least`, are
        walls.
        """
        state = cube.sides
        if not self.fits[(state != OPEN) & (state != self.walls)].all():
            return 0.0
        mass = float(np.exp(self.log_air[state == AIR].sum() + self.log_wall[state == WALL].sum()))
        groups = self._between(cube.labels)
        opened = {pair: sides for pair, sides in groups.items() if state[sides[0]] == OPEN}
        walled = {pair: float(np.exp(self.log_wall[sides].sum())) for pair, sides in opened.items()}
        log_odds = {pair: (self.log_air - self.log_wall)[sides].sum() for pair, sides in opened.items()}
        odds = {pair: exp(min(float(more), MOST)) for pair, more in log_odds.items()}
        sets, between = DisjointSets(len(cube.labels)), defaultdict[int, Counter[int]](Counter)
        for one, other in groups:
            between[one][other] = between[other][one] = 1
        may_be = self.fits | ~self.walls
        for pair in sorted(odds, key=lambda pair: -odds[pair]):
            mass *= walled[pair]
            one, other = map(sets.find, pair)
            if odds[pair] < least or between[one][other] != 1 or not may_be[groups[pair]].all():
                continue
            mass *= 1 + odds[pair]
            sets.join(one, other)
            joined, gone = sorted((one, other), key=lambda cells: cells != sets.find(cells))
            for beside, number in between.pop(gone).items():
                del between[beside][gone]
                if beside != joined:
                    between[joined][beside] += number
                    between[beside][joined] += number
        return mass


class Settled(NamedTuple):
    """A cube with all that follows from what it fixes."""

    cube: Cube
    open_sides: Numbers
    """The numbers of its open sides."""
    group: Numbers
    """For each of them a number of the two sets that it lies between: all of these are walls, or none."""
    alone: Flags
    """(sides,) which sides are fixed, or all that is open between two sets of cells."""
    log_air: Floats = np.zeros(0)
    """For each group how probable it is that it is open, in natural log, against as it looks."""
    log_wall: Floats = np.zeros(0)
    """And that it is a wall."""
    log_shares: Floats = np.zeros(0)
    """For each side, and last for none, what share of the ways to set the sides of a crossing, in natural
    log, leaves no wall alone; of crossings that have no side in common."""
    masses: SideMasses[float] = SideMasses(1.0, 1.0, 1.0)


class Space:
    """All that one evidence may mean, or one cause makes of its clues."""

    def __init__(
        self,
        evidence: Evidence,
        centre: Sequence[Clue],
        sides: Sides,
        own: Water | None,
        *,
        fits: bool,
        scale: float = 1.0,
        cause: Lookalikes | None = None,
    ) -> None:
        """Take the clues of the centre, and the hypothesis' water, if it is of its size.

        `fits` says whether the centre is the hypothesis. Masses are to be multiplied with `scale`.
        """
        self._evidence, self._centre, self._cause, self._fits = evidence, centre, cause, fits
        self.is_of_cause = cause is not None
        self.is_own = fits and cause is None
        """Whether the hypothesis is one of its readings."""
        self.sides, self.own, self.scale = sides, own, scale
        self.rows, self.cols = sides.height, sides.width
        self._masses: dict[tuple[int, ...], ClueMasses] = {}
        self.found = self.rest = self.waiting = 0.0
        """Masses of it that were found against the hypothesis, are left, and wait to be looked at."""
        self.most = inf
        """What of it counts at most: which clues a cause misreads is not known, but it is one choice."""

    @cached_property
    def clues(self) -> Clues:
        """What its clues may be."""
        return Clues(options_of(self._evidence, self._cause), self._centre, self.cols)

    def of_cause(self, cause: Lookalikes, boards: float) -> Space:
        """Return what it may mean if one cause misread some of its clues, on boards of a mass."""
        scale, centre = self.scale * cause.ratio, self._centre
        space = Space(self._evidence, centre, self.sides, self.own, fits=self._fits, scale=scale, cause=cause)
        space.most = scale * self.clues.even_at_most(cause.others) * boards
        return space

    @property
    def weight(self) -> float:
        """What of it counts."""
        return min(self.found + self.rest + max(0.0, self.waiting), self.most)

    @property
    def opposed(self) -> float:
        """What of it was found against the hypothesis."""
        return min(self.found, self.most)

    @property
    def root(self) -> Cube:
        """All of it."""
        return Cube(
            (OPEN,) * (self.rows + self.cols),
            np.full(len(self.sides.at), OPEN, np.int8),
            np.arange(self.rows * self.cols),
        )

    def settle(self, cube: Cube) -> Settled | None:
        """Return a cube with what follows, and the masses of its boards; None if it has none."""
        if (settled := self.sides.settle(cube)) is None:
            return None
        clues = tuple(map(and_, cube.clues, self.clues.open))
        settled = settled._replace(cube=settled.cube._replace(clues=clues))
        may = self.sides.if_feigned(settled)
        may_be, boards, raw, level = float((1 + may).prod()), *settled.masses
        # What crossings say of the sides as they are seen does not hold where a cause feigned them.
        boards += (may_be - 1) * raw
        level *= float((1 + may * self.sides.stays_level).prod())
        return settled._replace(masses=SideMasses(boards, may_be * raw, level))

    def masses(self, clues: tuple[int, ...]) -> ClueMasses:
        """Return the masses of ways to read the clues; of those that a cause may misread, the largest."""
        if clues not in self._masses:
            self._masses[clues] = self._masses_of(clues)
        return self._masses[clues]

    def _masses_of(self, clues: tuple[int, ...]) -> ClueMasses:
        every = self.clues.every(clues)
        fits = self.clues.fitting(clues, counts_of(self.own)) if self._fits and self.own else 0.0
        another = max(0.0, self.clues.even(clues) - fits)
        if self._cause is None:
            return ClueMasses(another, fits, every)
        of_cause = self._cause.others
        most = self.clues.every([1 if line in of_cause else at for line, at in enumerate(clues)])
        return ClueMasses(min(another, most), min(fits, most), most)

    def of_water(self, cube: Cube, known: Known) -> Cube:
        """Return what of a cube may have a water of which known[row][col] is known."""
        cells = np.array([[-1 if wet is None else int(wet) for wet in line] for line in known])
        wet, most = (
            [*part.sum(axis=0).tolist(), *part.sum(axis=1).tolist()] for part in (cells == 1, cells != 0)
        )
        clues = tuple(
            at & self.clues.chosen(line, (None, *range(wet[line], most[line] + 1)))
            for line, at in enumerate(cube.clues)
        )
        sides = cube.sides.copy()
        sides[self.sides.parts(cells) & (sides == OPEN)] = WALL
        return cube._replace(clues=clues, sides=sides, known=known)

    def misprints(self) -> float:
        """Return the sum over all misprints of a puzzle of the hypothesis' water of how probable they look.

        Against the puzzle. That are one clue that the water does not fit, or a missing wall that it needs.
        """
        if self.own is None:
            return 0.0
        odds = self.sides.log_air - self.sides.log_wall
        missing = np.exp(np.minimum(odds[self.sides.needed(self.own)], MOST)).sum()
        return self.clues.odds_against(counts_of(self.own)) + float(missing)

    def relaxed(self, cube: Cube) -> Puzzle:
        """Return the puzzle without open clues, with walls on open sides: no solution is lost."""
        clues = [
            None if at & (at - 1) else values[at.bit_length() - 1]
            for values, at in zip(self.clues.values, cube.clues, strict=True)
        ]
        return self._puzzle(clues, cube.labels)

    def example(self, cube: Cube, water: Water) -> Puzzle:
        """Return a puzzle that a water solves, with what is open as in the centre as far as it fits."""
        counts = counts_of(water)
        clues = [
            values[0] if at & 1 and values[0] in (None, wet) else wet if wet in values else None
            for values, at, wet in zip(self.clues.values, cube.clues, counts, strict=True)
        ]
        is_wall = self.sides.walls | self.sides.needed(water)
        state = np.where(cube.sides == OPEN, is_wall, cube.sides).astype(np.int8)
        return self._puzzle(clues, self.sides.joined(cube.labels, state))

    def _puzzle(self, clues: Sequence[Clue], labels: Numbers) -> Puzzle:
        return Puzzle(clues[: self.cols], clues[self.cols :], labels.reshape(self.rows, self.cols).tolist())


def options_of(evidence: Evidence, cause: Lookalikes | None) -> list[dict[Clue, float]]:
    """Return for each line what its clue may be, and how probable, against what it looks like.

    Clues that a cause may misread are as they look, or what it makes of them.
    """
    options: list[dict[Clue, float]] = []
    for line, (_, belief) in enumerate(evidence.clues()):
        most = max(belief)
        masses = {clue: exp(log_p - most) for clue, log_p in belief.options()}
        if cause and line in cause.others:
            masses = dict.fromkeys((belief.likeliest, *cause.others[line]), 1.0)
        options.append(masses)
    return options
