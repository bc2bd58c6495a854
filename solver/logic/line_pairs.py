"""Two lines counted together, exactly: which levels their aquariums have in any way of filling both."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ..sums import Ways, adds_to_all, leaves_open, possible_ways
from .layout import Layout, Line, Marks, Settled
from .state import MEMOS, State

Memos = tuple[dict[tuple[int, int], int], ...]
"""For every line some other lines, as bits, by its open cells, as bits, and how many must be wet."""
Passes = Callable[[Line, int, int, int], bool]
"""Tells of a line, its open cells, how many must be wet and those it shares whether another is passed by."""
MOST_WAYS = 64
"""Ways of one aquarium in two lines; a pair where an aquarium with many arms has more is passed by."""
LAYOUTS_KEPT = 8
"""Layouts whose pairs of lines are kept."""


@dataclass(frozen=True)
class Group:
    """Places of two lines that hang together in one aquarium."""

    upwards: tuple[tuple[int, tuple[int, int]], ...]
    """The segments from bottom to top, each with how many cells of either line it has."""
    is_chain: bool
    """Whether each segment is wet if the next one is."""


@dataclass(frozen=True, eq=False)
class Pair:
    """Two lines with clues that share an aquarium."""

    lines: tuple[int, int]
    groups: tuple[Group, ...]
    """First those that have cells in both lines, then those that have some in one of them."""
    memo: dict[tuple[int, int, int, int], Settled | None]
    """What both were found to settle: by the open cells of each, as bits, and how many must be wet."""


@dataclass(frozen=True, eq=False)
class Pairs:
    """The pairs of lines of a layout, each made when it is looked at first."""

    layout: Layout
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
            shared = [_joined(self.layout, one[root], other[root]) for root in one.keys() & other.keys()]
            single = [group for root, group in one.items() if root not in other]
            single += [group for root, group in other.items() if root not in one]
            groups = (*sorted(shared, key=_top), *sorted(single, key=_top))
            self.made[first, second] = Pair((first, second), groups, {})
        return self.made[first, second]

    def in_doubt(self, state: State, among: int) -> Iterator[Pair]:
        """Yield the pairs of some lines, given as bits, that may break or settle something.

        The others are passed by: one of the two puts up with whatever the other makes of what they share.
        Lines that settle something by themselves have done so.
        """
        doubts = {line: among & self._others(state, line, self.of_doubt, _puts_up) for line in _ones(among)}
        for first, others in doubts.items():
            for second in _ones(others >> first << first):
                if doubts[second] >> first & 1:
                    yield self.pair(first, second)

    def of_few_segments(self, state: State) -> list[Pair]:
        """Return the pairs that may settle something, those of few open segments first."""
        size = [
            sum([cells & open_cells != 0 for cells in line.cells])
            for line, open_cells in zip(self.layout.lines, state.open, strict=True)
        ]
        uses = [
            self._others(state, line, self.of_use, _is_loose) if size[line] else 0
            for line in range(len(size))
        ]
        found = [
            (first, second)
            for first, shared in enumerate(self.shared)
            if size[first]
            for second in shared
            if second > first and size[second] and (uses[first] >> second | uses[second] >> first) & 1
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
    groups = tuple([_alone(layout, line) for line in layout.lines])
    return Pairs(layout, tuple(shared), groups, {}, of_doubt, of_use)


def _ones(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _alone(layout: Layout, line: Line) -> tuple[dict[int, Group], dict[int, Group]]:
    """Return what hangs together in a line, by its top segment, as a pair's first line and its second."""
    members: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for segment, cells in sorted(zip(line.segments, line.sizes, strict=True), reverse=True):
        members[layout.upper[segment][-1]].append((segment, cells))
    first, second = {}, {}
    for root, upwards in members.items():
        is_chain = _is_chain(layout, [segment for segment, _ in upwards])
        first[root] = Group(tuple([(segment, (cells, 0)) for segment, cells in upwards]), is_chain)
        second[root] = Group(tuple([(segment, (0, cells)) for segment, cells in upwards]), is_chain)
    return first, second


def _joined(layout: Layout, one: Group, other: Group) -> Group:
    """Return what hangs together in two lines."""
    cells = dict(one.upwards)
    for segment, (_, second) in other.upwards:
        cells[segment] = cells.get(segment, (0, 0))[0], second
    segments = sorted(cells, reverse=True)
    return Group(tuple([(segment, cells[segment]) for segment in segments]), _is_chain(layout, segments))


def _is_chain(layout: Layout, upwards: list[int]) -> bool:
    return all(upper in layout.upper[lower] for lower, upper in pairwise(upwards))


def _top(group: Group) -> int:
    return group.upwards[-1][0]


def together(state: State, pair: Pair) -> Settled | None:
    """Settle the segments that are alike in all ways of filling both lines; None if there is no way."""
    first, second = pair.lines
    want = (state.open[first], state.need[first], state.open[second], state.need[second])
    try:
        return pair.memo[want]
    except KeyError:
        if len(pair.memo) == MEMOS:
            pair.memo.clear()
        settles = pair.memo[want] = _together(state, pair)
        return settles


def _together(state: State, pair: Pair) -> Settled | None:
    layout, marks = state.layout, state.marks
    need = state.need[pair.lines[0]], state.need[pair.lines[1]]
    if not all(0 <= need[at] <= state.open[line].bit_count() for at, line in enumerate(pair.lines)):
        return None
    opened: list[tuple[Group, list[int]]] = []
    ways: list[Ways] = []
    for group in pair.groups:
        segments, way = _levels(marks, group)
        if segments:
            opened.append((group, segments))
            ways.append(way if group.is_chain else _ideals(layout, group, segments))
    if not all(ways):
        return {}
    settles: Settled = {}
    possible = possible_ways(tuple(ways), need)
    for (group, segments), way, bits in zip(opened, ways, possible, strict=True):
        if not bits:
            return None
        if bits + 1 != 1 << len(way):
            settles |= _alike(layout, group, segments, bits)
    return settles


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


def _levels(marks: Marks, group: Group) -> tuple[list[int], Ways]:
    """Return the open segments from bottom to top, and what both lines get if as many of them are wet."""
    first = second = 0
    segments, ways = [], [(0, 0)]
    for segment, (one, other) in group.upwards:
        if marks[segment] is None:
            first += one
            second += other
            segments.append(segment)
            ways.append((first, second))
    return segments, tuple(ways)


def _ideals(layout: Layout, group: Group, segments: list[int]) -> Ways:
    """Return what both lines get of every set of open segments that can be wet alone; none if too many."""
    sizes = dict(group.upwards)
    ways = []
    for wet in _sets(layout, segments):
        ways.append((sum(sizes[segment][0] for segment in wet), sum(sizes[segment][1] for segment in wet)))
    return tuple(ways)


def _sets(layout: Layout, segments: list[int]) -> list[frozenset[int]]:
    """List the sets of segments that can be wet alone; none if they are too many."""
    sets = [frozenset[int]()]
    for segment in segments:
        under = set(layout.lower[segment]).intersection(segments) - {segment}
        sets += [wet | {segment} for wet in sets if wet >= under]
        if len(sets) > MOST_WAYS:
            return []
    return sets


def _alike(layout: Layout, group: Group, segments: list[int], bits: int) -> Settled:
    """Settle the segments that are wet, or dry, in all possible ways of a group."""
    if group.is_chain:
        fewest, most = (bits & -bits).bit_length() - 1, bits.bit_length() - 1
        return dict.fromkeys(segments[:fewest], True) | dict.fromkeys(segments[most:], False)
    sets = _sets(layout, segments)
    left = [wet for index, wet in enumerate(sets) if bits >> index & 1]
    settles = dict.fromkeys(sorted(frozenset.intersection(*left)), True)
    return settles | dict.fromkeys(sorted(set(segments) - frozenset.union(*left)), False)
