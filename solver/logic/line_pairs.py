"""Which pairs of lines say more together than each by itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ..sums import adds_to_all, leaves_open
from .layout import Layout, Line
from .state import MEMOS, State
from .two_lines import Group, Pair, group_of, rest_of

Memos = tuple[dict[tuple[int, int], int], ...]
"""For every line some other lines, as bits, by its open cells, as bits, and how many must be wet."""
Passes = Callable[[Line, int, int, int], bool]
"""Tells of a line, its open cells, how many must be wet and those it shares whether another is passed by."""
LAYOUTS_KEPT = 8
"""Layouts whose pairs of lines are kept."""


@dataclass(frozen=True, eq=False, slots=True)
class Pairs:
    """The pairs of lines of a layout, each made when it is looked at first."""

    layout: Layout
    width: int
    """More than any line holds."""
    shared: tuple[dict[int, int], ...]
    """shared[line][other]: cells of a line in aquariums that it shares with another one, as bits."""
    groups: tuple[tuple[dict[int, Group], dict[int, Group]], ...]
    """What hangs together in each line, by its top segment, as a pair's first line and its second."""
    made: dict[tuple[int, int], Pair]
    of_doubt: Memos
    """For every line, the others that it may not put up with."""
    of_use: Memos
    """For every line, the others which may settle something in it."""

    def pair(self, first: int, second: int) -> Pair:
        """Return two lines, the one of the lower number first."""
        if (first, second) not in self.made:
            one, other = self.groups[first][0], self.groups[second][1]
            shared = [_joined(self.layout, one[root], other[root]) for root in one if root in other]
            self.made[first, second] = Pair(
                lines=(first, second),
                bits=1 << first | 1 << second,
                width=self.width,
                shared=tuple(shared),
                rests=(
                    rest_of([group for root, group in one.items() if root not in other], 0),
                    rest_of([group for root, group in other.items() if root not in one], 1),
                ),
                memo={},
            )
        return self.made[first, second]

    def in_doubt(self, state: State, among: int, touched: int) -> list[Pair]:
        """Return the pairs of some lines that may break, if one of the two was touched.

        The others are passed by: one of the two puts up with whatever the other makes of what they share.
        Some of those do settle something. Both sets of lines are given as bits.
        """
        found, of_doubt = [], self.of_doubt
        for line in _ones(touched):
            for other in _ones(among & self._others(state, line, of_doubt, _puts_up)):
                is_met = other < line and touched >> other & 1
                if not is_met and self._others(state, other, of_doubt, _puts_up) >> line & 1:
                    found.append((line, other) if line < other else (other, line))
        return [self.pair(*lines) for lines in sorted(found)]

    def of_few_segments(self, state: State) -> list[Pair]:
        """Return the pairs that may settle something, those of few open segments first.

        Where water is level in the whole aquarium, neither of the two is loose: with a loose line, the other
        settles only what it does by itself, and has done. Elsewhere no line alone sees how legs join.
        """
        size = [
            sum([cells & open_cells != 0 for cells in line.cells])
            for line, open_cells in zip(self.layout.lines, state.open, strict=True)
        ]
        uses = [
            self._others(state, line, self.of_use, _is_loose) if size[line] else 0
            for line in range(len(size))
        ]
        both = self.layout.puzzle.rule == "level"
        found = [
            (first, second)
            for first, shared in enumerate(self.shared)
            if size[first]
            for second in shared
            if second > first
            and size[second]
            and (uses[first] >> second & 1) + (uses[second] >> first & 1) > both
        ]
        found.sort(key=lambda lines: size[lines[0]] + size[lines[1]])
        return [self.pair(*lines) for lines in found]

    def _others(self, state: State, at: int, memos: Memos, passes: Passes) -> int:
        """Return the lines, as bits, with which a line does not pass."""
        memo, want = memos[at], (state.open[at], state.need[at])
        if want not in memo:
            if len(memo) == MEMOS:
                memo.clear()
            line, shared = self.layout.lines[at], self.shared[at].items()
            memo[want] = sum([1 << other for other, cells in shared if not passes(line, *want, cells)])
        return memo[want]


@lru_cache(maxsize=LAYOUTS_KEPT)
def pairs_of(layout: Layout) -> Pairs:
    """Return the pairs of lines that say more together than each by itself."""
    holders: defaultdict[int, list[int]] = defaultdict(list)
    for index, line in enumerate(layout.lines):
        if line.clue is not None:
            for root in line.root_cells:
                holders[root].append(index)
    shared: list[dict[int, int]] = []
    for index, line in enumerate(layout.lines):
        others: defaultdict[int, int] = defaultdict(int)
        if line.clue is not None:
            for root, cells in line.root_cells.items():
                for other in holders[root]:
                    others[other] |= cells
            del others[index]
        shared.append({other: others[other] for other in sorted(others)})
    of_doubt: Memos = tuple({} for _ in layout.lines)
    of_use: Memos = tuple({} for _ in layout.lines)
    width = 1 + max(layout.puzzle.height, layout.puzzle.width)
    groups = tuple([(_alone(layout, line, width, 0), _alone(layout, line, 1, 1)) for line in layout.lines])
    return Pairs(layout, width, tuple(shared), groups, {}, of_doubt, of_use)


def _ones(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _alone(layout: Layout, line: Line, adds: int, place: int) -> dict[int, Group]:
    """Return what hangs together in the first (0) or second (1) line of a pair, by its top segment.

    `adds`: what one cell adds.
    """
    members: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for segment, cells in zip(line.segments, line.sizes, strict=True):
        members[layout.upper[segment][-1]][segment] = cells * adds
    return {
        root: group_of(layout, inside, (0, line.root_cells[root]) if place else (line.root_cells[root], 0))
        for root, inside in members.items()
    }


def _joined(layout: Layout, one: Group, other: Group) -> Group:
    """Return what hangs together in two lines."""
    first, second = dict(one.upwards), dict(other.upwards)
    adds = {segment: first.get(segment, 0) + second.get(segment, 0) for segment in first | second}
    return group_of(layout, adds, (one.cells[0], other.cells[1]))


def _puts_up(line: Line, open_cells: int, need: int, shared: int) -> bool:
    """Return whether a line reaches its clue whatever the cells it shares add to it."""
    room, most = open_cells.bit_count(), (open_cells & shared).bit_count()
    if not most:
        return 0 <= need <= room
    if not most <= need <= room - most:
        return False
    if line.at.axis == "column":
        return True
    alone = sorted([cells.bit_count() for cells in line.cells if cells & open_cells and not cells & shared])
    return adds_to_all(tuple(alone), need - most, need)


def _is_loose(line: Line, open_cells: int, need: int, shared: int) -> bool:
    """Return whether whatever the cells it shares add to a line, it reaches its clue and settles nothing."""
    room, most = open_cells.bit_count(), (open_cells & shared).bit_count()
    if not most:
        return 0 <= need <= room
    least = need - most
    single = [cells & open_cells for cells in line.root_cells.values() if not cells & shared]
    alone = sorted([cells.bit_count() for cells in single if cells])
    if line.at.axis == "row":
        return leaves_open(tuple(alone), least, need)
    longest = alone[-1] if alone else 0
    return longest <= least and longest <= room - most - need
