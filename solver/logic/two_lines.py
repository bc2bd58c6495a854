"""Two lines counted together, exactly: which levels their aquariums have in any way of filling both.

What two lines hold is one number: the cells of the first times a width, which is more than any line has, plus
those of the second. Sets of such numbers are the bits of a whole number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from .layout import Layout, Settled
from .state import MEMOS, State

Opened = tuple[list[int], tuple[int, ...]]
"""Open segments of a group from bottom to top, and what each of its ways adds; none if they are too many."""
MOST_WAYS = 64
"""Ways of one aquarium in two lines; a pair where an aquarium with many arms has more is passed by."""


@dataclass(frozen=True, eq=False, slots=True)
class Group:
    """Places of one line, or of two, that hang together in one aquarium."""

    upwards: tuple[tuple[int, int], ...]
    """The segments from bottom to top, each with what it adds."""
    is_chain: bool
    """Whether each segment is wet if the next one is."""
    cells: tuple[int, int]
    """Its cells in the first line and the second, as bits along it."""
    memo: dict[tuple[int, int], Opened]
    """By its open cells in either line, as bits."""


@dataclass(frozen=True, eq=False, slots=True)
class Rest:
    """What one of two lines does not share with the other."""

    groups: tuple[Group, ...]
    cells: int
    """Their cells, as bits along the line."""
    sums: dict[int, int]
    """What they may add, by their open cells, as bits; nothing if the ways of one are too many."""
    settled: dict[tuple[int, int], Settled]
    """What they settle, by their open cells and by what they may add, as bits."""


@dataclass(frozen=True, eq=False, slots=True)
class Pair:
    """Two lines with clues that share an aquarium."""

    lines: tuple[int, int]
    bits: int
    """These two, as bits."""
    width: int
    """The sum of the first line counts so many times as much as that of the second."""
    shared: tuple[Group, ...]
    """What has cells in both lines."""
    rests: tuple[Rest, Rest]
    memo: dict[tuple[int, int, int, int], Settled | None]
    """What both were found to settle: by the open cells of each, as bits, and how many must be wet."""


def group_of(layout: Layout, adds: dict[int, int], cells: tuple[int, int]) -> Group:
    """Put together what hangs together: some segments, with what each adds and their cells in two lines."""
    upwards = sorted(adds.items(), reverse=True)
    is_chain = all(upper in layout.upper[lower] for (lower, _), (upper, _) in pairwise(upwards))
    return Group(tuple(upwards), is_chain, cells, {})


def rest_of(groups: Iterable[Group], line: int) -> Rest:
    """Put together what the first (0) or second (1) of two lines has alone."""
    every = tuple(groups)
    return Rest(every, sum([group.cells[line] for group in every]), {}, {})


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
    lines, rests = pair.lines, pair.rests
    open_cells, (first, second) = [state.open[line] for line in lines], [state.need[line] for line in lines]
    if not (0 <= first <= open_cells[0].bit_count() and 0 <= second <= open_cells[1].bit_count()):
        return None
    opened = [_opened_of_two(state, group, *open_cells) for group in pair.shared]
    ways = [each for _, each in opened]
    left = [rest.cells & cells for rest, cells in zip(rests, open_cells, strict=True)]
    alone = _sums(state, rests[0], left[0]) * _sums(state, rests[1], left[1])
    if not (alone and all(ways)):
        return {}
    possible, sums = possible_ways(ways, 1 << first * pair.width + second, alone)
    if not sums:
        return None
    settles: Settled = {}
    for group, (segments, _), bits in zip(pair.shared, opened, possible, strict=True):
        settles |= _alike(state.layout, group, segments, bits)
    of_first, of_second = _parted(sums, pair.width)
    settles |= _settled(state, rests[0], left[0], of_first)
    return settles | _settled(state, rests[1], left[1], of_second)


def _parted(sums: int, width: int) -> tuple[int, int]:
    """Return what sums of two lines are of the first, which counts for more, and what of the second."""
    first = second = 0
    while sums:
        start = ((sums & -sums).bit_length() - 1) // width * width
        of_second = sums >> start & (1 << width) - 1
        sums ^= of_second << start
        first |= 1 << start
        second |= of_second
    return first, second


def _sums(state: State, rest: Rest, open_cells: int) -> int:
    """Return what a rest may add; nothing if the ways of a group are too many."""
    sums = rest.sums.get(open_cells)
    if sums is None:
        if len(rest.sums) == MEMOS:
            rest.sums.clear()
        sums = 1
        for group in rest.groups:
            before, sums = sums, 0
            for adds in _opened(state, group)[1]:
                sums |= before << adds
        rest.sums[open_cells] = sums
    return sums


def _settled(state: State, rest: Rest, open_cells: int, wanted: int) -> Settled:
    """Settle what is alike in all ways in which a rest adds one of some sums."""
    found = rest.settled.get((open_cells, wanted))
    if found is None:
        if len(rest.settled) == MEMOS:
            rest.settled.clear()
        opened = [_opened(state, group) for group in rest.groups]
        possible, _ = possible_ways([ways for _, ways in opened], wanted, 1)
        found = rest.settled[open_cells, wanted] = {}
        for group, (segments, _), bits in zip(rest.groups, opened, possible, strict=True):
            found |= _alike(state.layout, group, segments, bits)
    return found


def possible_ways(ways: Sequence[tuple[int, ...]], before: int, after: int) -> tuple[list[int], int]:
    """Return which ways of every group occur where all together take from one of some sums to one of others.

    `ways`: for each group what it may add; the groups are independent of each other.
    `before`, `after`: what is wanted with the groups, and without them, sums as bits.
    Returns list of int, int: for each group the indices of its possible ways, as bits; and those of the sums
    in `after` that are reached.
    """
    wanted = [before]
    for each in ways:
        left = 0
        for adds in each:
            left |= wanted[-1] >> adds
        wanted.append(left)
    # Where more is taken from the second line than it has, the first seems to lend it. But what is left then
    # is never among the sums that the other groups make.
    reached, possible = wanted.pop() & after, []
    for each, left in zip(reversed(ways), reversed(wanted), strict=True):
        indices = earlier = 0
        for index, adds in enumerate(each):
            if left >> adds & after:
                indices |= 1 << index
            earlier |= after << adds
        possible.append(indices)
        after = earlier
    return possible[::-1], reached


def _opened_of_two(state: State, group: Group, first: int, second: int) -> Opened:
    """Return the same as `_opened` for what is open of two lines, given as bits, or what is known of it."""
    cells = group.cells[0] & first, group.cells[1] & second
    found = group.memo.get(cells)
    if found is None:
        if len(group.memo) == MEMOS:
            group.memo.clear()
        found = group.memo[cells] = _opened(state, group)
    return found


def _opened(state: State, group: Group) -> Opened:
    """Return the open segments of a group, and its ways."""
    fates = state.fates
    segments = [segment for segment, _ in group.upwards if fates[segment] is None]
    adds = [adds for segment, adds in group.upwards if fates[segment] is None]
    if group.is_chain:
        return segments, (0, *accumulate(adds))
    each = dict(group.upwards)
    return segments, tuple([sum([each[segment] for segment in wet]) for wet in _sets(state.layout, segments)])


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
