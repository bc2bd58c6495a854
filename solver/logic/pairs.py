"""Two lines counted together, exactly: which levels their aquariums have in any way of filling both.

What two lines hold is one number: the cells of the first times a width, which is more than any line has, plus
those of the second. Sets of such numbers are the bits of a whole number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import pairwise, permutations
from operator import and_, or_

from ..message import Message
from ..segments import members
from ..sums import adds_to_all
from .layout import Layout, Line, Settled
from .position import Position, State
from .step import Step, Technique

Ways = tuple[tuple[int, int], ...]
"""What each way to fill a group adds, and which segments are wet then, as bits; in the last one all are."""
MOST_WAYS = 64
"""Ways of one aquarium in two lines; a pair where an aquarium with many arms has more is passed by."""
PAIRS_KEPT = 1 << 13
"""States of two lines for which is remembered what they settle, and of one for which others they may break:
the same come up again and again while suppositions are followed."""
LAYOUTS_KEPT = 8
"""Layouts whose pairs of lines are remembered."""


@dataclass(frozen=True, eq=False, slots=True)
class Group:
    """Segments of one line, or of two, that hang together in one aquarium."""

    segments: tuple[int, ...]
    """From bottom to top."""
    cells: tuple[tuple[int, int], ...]
    """The cells of each in the first line and in the second, as bits along it."""
    inside: tuple[int, int]
    """And those of all."""
    adds: tuple[int, ...]
    """What each adds to the sum of both lines."""
    lower: tuple[int, ...]
    """For each, as bits by position: itself and those that are wet if it is."""
    is_chain: bool
    """Whether each segment is wet if the next one is."""

    def fates(self, wet: int, dry: int) -> Settled:
        """Settle segments given by position, as bits."""
        places = list(enumerate(self.segments))[:: 1 if self.is_chain else -1]
        settles = {segment: True for at, segment in places if wet >> at & 1}
        return settles | {segment: False for at, segment in places if dry >> at & 1}


@dataclass(frozen=True, eq=False, slots=True)
class Pair:
    """Two lines with clues that share an aquarium."""

    lines: tuple[Line, Line]
    bits: int
    """Their numbers, as bits."""
    width: int
    """The sum of the first line counts so many times as much as that of the second."""
    groups: tuple[Group, ...]
    """What has cells in both lines, then what has some in the first alone, then in the second alone."""

    @property
    def named(self) -> tuple[tuple[str, int], ...]:
        """Both lines as people name them."""
        return tuple(line.at.named for line in self.lines)

    def settles(self, state: State) -> Settled | None:
        """Return the segments that are alike in all ways of filling both lines; None if there is no way."""
        first, second = (line.index for line in self.lines)
        return _alike(self, state.open[first], state.need[first], state.open[second], state.need[second])

    def clause(self, state: State, settles: Settled) -> Message:
        """Say that it would break."""
        return Message("would_not_both", lines=self.named)

    def says(self, position: Position, settles: Settled) -> Step:
        """Say what all ways of filling both lines have in common, or that there is none."""
        needs = tuple(position.state.need[line.index] for line in self.lines)
        reason = Message("pair_no_way", lines=self.named, needs=needs)
        if settles:
            settled = tuple(
                Message("aquariums_are_there", aquariums=aquariums, wet=wet, at=at)
                for wet, at, aquariums in begun(position.layout, settles)
            )
            reason = Message("pair_every_way", lines=self.named, needs=needs, settled=settled)
        return position.step(Technique.PAIR, settles, reason, lines=self.lines)


def begun(
    layout: Layout, settles: Settled
) -> Iterator[tuple[bool, tuple[int, tuple[int, ...]], tuple[tuple[int, int, int], ...]]]:
    """Yield what is wet or dry, where that begins, and in which aquariums: from there the rest follows."""
    groups: defaultdict[tuple[bool, tuple[int, tuple[int, ...]]], list[int]] = defaultdict(list)
    for segment, wet in settles.items():
        causes = layout.closed(segment, not wet)
        if not any(other != segment and settles.get(other) is wet for other in causes):
            groups[wet, layout.place_of(segment)].append(layout.aquariums[segment])
    for (wet, at), aquariums in groups.items():
        yield wet, at, layout.named_aquariums(aquariums)


@dataclass(frozen=True, eq=False, slots=True)
class Pairs:
    """The pairs of lines of a layout, each made when it is looked at first."""

    layout: Layout
    width: int
    """More than any line holds."""
    shared: tuple[dict[int, int], ...]
    """shared[line][other]: cells of a line in aquariums that it shares with another one, as bits."""
    bodies: tuple[dict[int, dict[int, int]], ...]
    """bodies[line][top]: what hangs together below a top segment, by segment: its cells, as bits."""
    made: dict[tuple[int, int], Pair]

    def pair(self, first: int, second: int) -> Pair:
        """Return two lines, the one of the lower number first."""
        if (first, second) not in self.made:
            one, other = self.bodies[first], self.bodies[second]
            self.made[first, second] = Pair(
                lines=(self.layout.lines[first], self.layout.lines[second]),
                bits=1 << first | 1 << second,
                width=self.width,
                groups=(
                    *(_group(self, top, first, second) for top in one if top in other),
                    *(_group(self, top, first, None) for top in one if top not in other),
                    *(_group(self, top, None, second) for top in other if top not in one),
                ),
            )
        return self.made[first, second]

    def in_doubt(self, state: State, among: int, touched: int) -> list[Pair]:
        """Return the pairs of some lines that may break, if one of the two was touched.

        The others are passed by: one of the two puts up with whatever the other makes of what they share.
        Some of those do settle something. Both sets of lines are given as bits.
        """
        every = zip(state.open, state.need, strict=True)
        doubts = [_in_doubt_with(self, line, *want) for line, want in enumerate(every)]
        found = {
            (line, other) if line < other else (other, line)
            for line in members(touched)
            for other in members(among & doubts[line])
            if doubts[other] >> line & 1
        }
        return [self.pair(*lines) for lines in sorted(found)]

    def of_few_segments(self, state: State) -> Iterator[Pair]:
        """Yield the pairs of lines with open segments, those of few such segments first."""
        size = [
            sum([cells & open_cells != 0 for cells in line.cells])
            for line, open_cells in zip(self.layout.lines, state.open, strict=True)
        ]
        found = [
            (size[first] + size[second], first, second)
            for first, shared in enumerate(self.shared)
            for second in shared
            if first < second and size[first] and size[second]
        ]
        return (self.pair(first, second) for _, first, second in sorted(found))


@lru_cache(maxsize=LAYOUTS_KEPT)
def pairs_of(layout: Layout) -> Pairs:
    """Return the pairs of lines that say more together than each by itself."""
    bodies: list[dict[int, dict[int, int]]] = []
    holders: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for line in layout.lines:
        bodies.append(defaultdict(dict))
        for segment, cells in zip(line.segments, line.cells, strict=True):
            bodies[-1][layout.upper[segment][-1]][segment] = cells
        for top, body in bodies[-1].items() if line.clue is not None else ():
            holders[top].append((line.index, sum(body.values())))
    shared: list[dict[int, int]] = [{} for _ in layout.lines]
    for held in holders.values():
        for (index, cells), (other, _) in permutations(held, 2):
            shared[index][other] = shared[index].get(other, 0) | cells
    width = 1 + max(layout.puzzle.height, layout.puzzle.width)
    return Pairs(layout, width, tuple(shared), tuple(bodies), {})


@lru_cache(PAIRS_KEPT)
def _group(pairs: Pairs, top: int, first: int | None, second: int | None) -> Group:
    """Put together what hangs together below a top segment in one line or in two."""
    one, other = ({} if line is None else pairs.bodies[line][top] for line in (first, second))
    layout, upwards = pairs.layout, sorted(one | other, reverse=True)
    cells = tuple((one.get(segment, 0), other.get(segment, 0)) for segment in upwards)
    is_chain = all(above in layout.upper[below] for below, above in pairwise(upwards))
    return Group(
        segments=tuple(upwards),
        cells=cells,
        inside=(sum(one.values()), sum(other.values())),
        adds=tuple(upper.bit_count() * pairs.width + lower.bit_count() for upper, lower in cells),
        lower=tuple(
            (2 << place) - 1
            if is_chain
            else sum([1 << at for at, below in enumerate(upwards) if below in layout.lower[segment]])
            for place, segment in enumerate(upwards)
        ),
        is_chain=is_chain,
    )


@lru_cache(PAIRS_KEPT)
def _in_doubt_with(pairs: Pairs, at: int, open_cells: int, need: int) -> int:
    """Return the lines, as bits, that a line may not put up with: its open cells are given as bits."""
    line, shared = pairs.layout.lines[at], pairs.shared[at].items()
    return sum([1 << other for other, cells in shared if not _puts_up(line, open_cells, need, cells)])


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


@lru_cache(PAIRS_KEPT)
def _alike(
    pair: Pair, first_open: int, first_need: int, second_open: int, second_need: int
) -> Settled | None:
    """Return the segments that are alike in all ways of filling two lines; None if there is no way.

    Of either line its open cells are given, as bits, and how many of them must be wet.
    """
    if not (0 <= first_need <= first_open.bit_count() and 0 <= second_need <= second_open.bit_count()):
        return None
    ways = [
        _ways(group, group.inside[0] & first_open, group.inside[1] & second_open) for group in pair.groups
    ]
    if not all(ways):
        return {}
    possible = _possible(ways, first_need * pair.width + second_need)
    settles: Settled = {}
    for group, each, wets in zip(pair.groups, ways, possible, strict=True):
        if not wets:
            return None
        if len(wets) < len(each):
            settles |= group.fates(reduce(and_, wets), each[-1][1] & ~reduce(or_, wets))
    return settles


def _possible(ways: Sequence[Ways], wanted: int) -> list[list[int]]:
    """Return of every group, independent of the others, what is wet where all add to a number."""
    leading = [1 << wanted]
    for each in ways:
        left = 0
        for adds, _ in each:
            left |= leading[-1] >> adds
        leading.append(left)
    # Where more is taken from the second line than it has, the first seems to lend it. But what is left then
    # is never among the sums that the other groups make.
    made, possible = 1, []
    for each, left in zip(reversed(ways), reversed(leading[:-1]), strict=True):
        possible.append([wet for adds, wet in each if left >> adds & made])
        more = 0
        for adds, _ in each:
            more |= made << adds
        made = more
    return possible[::-1]


@lru_cache(PAIRS_KEPT)
def _ways(group: Group, first: int, second: int) -> Ways:
    """Return the ways of a group whose open cells in either line are given, as bits; none if too many."""
    ways, cells = [(0, 0)], enumerate(group.cells)
    is_open = sum([1 << at for at, (one, other) in cells if one & first or other & second])
    for at, more in enumerate(group.adds):
        if is_open >> at & 1:
            under = group.lower[at] & is_open & ~(1 << at)
            ways += [(adds + more, wet | 1 << at) for adds, wet in ways if wet & under == under]
            if len(ways) > MOST_WAYS and not group.is_chain:
                return ()
    return tuple(ways)
