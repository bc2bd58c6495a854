"""Two lines counted together, exactly: which levels their aquariums have in any way of filling both."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ..sums import Ways, adds_to_all, leaves_open, possible_ways
from .counting import Settled, Tally, tally
from .layout import Layout, Line, Marks

MOST_WAYS = 64
"""Ways of one aquarium in two lines; a pair where an aquarium with many arms has more is passed by."""


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
    shared: tuple[Group, ...]
    """Groups that have cells in both lines."""
    shared_cells: tuple[dict[int, int], dict[int, int]]
    """For each line, how many cells of it the segments of those groups have."""
    single: tuple[Group, ...]
    """Groups that have cells in one of them."""


@lru_cache(maxsize=8)
def pairs_of(layout: Layout) -> tuple[Pair, ...]:
    """Return all pairs of lines that say more together than each by itself."""
    return tuple(_pairs(layout))


def _pairs(layout: Layout) -> Iterator[Pair]:
    counted = [index for index, line in enumerate(layout.lines) if line.clue is not None]
    roots = {
        index: {layout.upper[segment][-1] for segment in layout.lines[index].segments} for index in counted
    }
    for at, first in enumerate(counted):
        for second in counted[at + 1 :]:
            if roots[first] & roots[second]:
                groups = list(_groups(layout, first, second))
                shared = tuple(group for group in groups if _counts_in_both(group))
                if shared:
                    single = tuple(group for group in groups if group not in shared)
                    yield Pair((first, second), shared, (_cells(shared, 0), _cells(shared, 1)), single)


def _cells(groups: Iterable[Group], at: int) -> dict[int, int]:
    return {segment: sizes[at] for group in groups for segment, sizes in group.upwards if sizes[at]}


def _counts_in_both(group: Group) -> bool:
    return any(one for _, (one, _) in group.upwards) and any(other for _, (_, other) in group.upwards)


def _groups(layout: Layout, first: int, second: int) -> Iterator[Group]:
    one, other = (
        dict(zip(line.segments, line.sizes, strict=True))
        for line in (layout.lines[first], layout.lines[second])
    )
    members: defaultdict[int, list[int]] = defaultdict(list)
    for segment in sorted({*one, *other}):
        members[layout.upper[segment][-1]].append(segment)
    for segments in members.values():
        yield Group(
            tuple((segment, (one.get(segment, 0), other.get(segment, 0))) for segment in reversed(segments)),
            all(upper in layout.upper[lower] for upper, lower in pairwise(segments)),
        )


def together(
    layout: Layout, marks: Marks, pair: Pair, tallies: Mapping[int, Tally] | None = None
) -> Settled | None:
    """Settle the segments that are alike in all ways of filling both lines; None if there is no way.

    Where what the lines still want is given, many pairs are to be looked at quickly: a pair is passed by if
    one of its lines puts up with whatever the other makes of the shared aquariums.
    """
    counts = [tallies[line] if tallies else tally(layout.lines[line], marks) for line in pair.lines]
    if not all(count.fits for count in counts):
        return None
    lines = [layout.lines[line] for line in pair.lines]
    if tallies and any(map(_puts_up, lines, counts, (marks, marks), pair.shared_cells)):
        return {}
    if not tallies and all(_is_loose(line, counts[at], marks, pair, at) for at, line in enumerate(lines)):
        return {}
    opened: list[tuple[Group, list[int]]] = []
    ways: list[Ways] = []
    for group in (*pair.shared, *pair.single):
        segments, way = _levels(marks, group)
        if segments:
            opened.append((group, segments))
            ways.append(way if group.is_chain else _ideals(layout, group, segments))
    if not all(ways):
        return {}
    settles: Settled = {}
    possible = possible_ways(tuple(ways), (counts[0].need, counts[1].need))
    for (group, segments), way, bits in zip(opened, ways, possible, strict=True):
        if not bits:
            return None
        if bits + 1 != 1 << len(way):
            settles |= _alike(layout, group, segments, bits)
    return settles


def _puts_up(line: Line, count: Tally, marks: Marks, shared: dict[int, int]) -> bool:
    """Return whether a line reaches its clue whatever shared aquariums add to it."""
    most = sum([size for segment, size in shared.items() if marks[segment] is None])
    if not most or count.need < most or count.need > count.room - most:
        return not most
    if line.at.axis == "column":
        return True
    alone = sorted([line.sizes[at] for at in count.open if line.segments[at] not in shared])
    return adds_to_all(tuple(alone), count.need - most, count.need)


def _is_loose(line: Line, count: Tally, marks: Marks, pair: Pair, at: int) -> bool:
    """Return whether whatever shared aquariums add to a line, it reaches its clue and settles nothing."""
    most = sum(_open_cells(pair.shared, marks, at))
    if not most:
        return True
    least = count.need - most
    alone = tuple(sorted(_open_cells(pair.single, marks, at)))
    if line.at.axis == "row":
        return leaves_open(alone, least, count.need)
    longest = alone[-1] if alone else 0
    return longest <= least and longest <= count.room - most - count.need


def _open_cells(groups: tuple[Group, ...], marks: Marks, at: int) -> list[int]:
    """Count the open cells that each group has in one of the lines, without those that have none."""
    counts = (
        sum([sizes[at] for segment, sizes in group.upwards if marks[segment] is None]) for group in groups
    )
    return [count for count in counts if count]


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
