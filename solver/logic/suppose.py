"""Suppose a segment were wet, or dry: what follows, how much of that a contradiction needs, and its words."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf
from typing import NamedTuple, Protocol

from ..deadline import COUNTED_PAIR
from ..errors import NoSolution
from ..message import Message
from ..puzzle import Known
from ..solving import solve
from .counting import exactly
from .layout import Fates, Layout, Line, Settled
from .pairs import Pair, pairs_of
from .position import Position, State, position_of
from .step import Step, Technique, settled
from .techniques import OneLine

EVERY_LINE = 1 << 30
"""Follow a supposition to its end."""
ALL_LINES = -1
"""The bits of all lines."""
SHORTLIST = 6
"""Refutations that are made as short as can be before the shortest is chosen."""
SHORT = 3
"""Lines that a short refutation looks at before one breaks, at most."""
ENOUGH = 8
"""Refutations by pairs of lines, which take long to count, of which the shortest is taken."""
SENTENCE = 3
"""Lines of an argument in one sentence, at most: more are followed step by step."""
TIME_LIMIT = 30.0
"""Seconds for trying every way, where nothing limits it: more than any board of 30 x 30 met so far takes."""


class Deduction(Protocol):
    """What settles segments by counting: a line, or two together."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """What it looks at."""

    def settles(self, state: State) -> Settled | None:
        """Return the segments that it settles; None if it breaks: there is no way to reach its clues."""

    def clause(self, state: State, settles: Settled) -> Message:
        """Say what it would settle, or how it would break, as a part of a sentence."""

    def says(self, position: Position, settles: Settled) -> Step:
        """Say what it settles, or how it breaks, as a step."""


class Link(NamedTuple):
    """A deduction in a chain, and what it settles there; nothing if it breaks."""

    by: Deduction
    settles: Settled


class Followed(NamedTuple):
    """What follows from a supposition."""

    trace: list[Link]
    """What was settled, in order."""
    is_broken: bool
    """Whether the last link breaks."""
    lines: int
    """The lines it depends on, as bits."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """A supposition and what leads from it to a contradiction; the last link breaks."""

    segment: int
    wet: bool
    chain: tuple[Link, ...]

    @property
    def lines(self) -> list[Line]:
        """The lines that it looks at, one after another."""
        return [line for link in self.chain for line in link.by.lines]

    def clauses(self, state: State) -> tuple[Message, ...]:
        """Say what would follow, and what would break in the end: column 2 would have 7 at most, not 8."""
        now, clauses = state.copy(), []
        now.settle({self.segment: self.wet})
        for link, needed_of_it in zip(self.chain, narrowed(state.layout, self.chain), strict=True):
            clauses.append(link.by.clause(now, needed_of_it.settles or link.settles))
            now.settle(link.settles)
        return tuple(clauses)

    def argument(self, state: State) -> Message:
        """Say all of it in a sentence."""
        return Message("would_follow", clauses=self.clauses(state))


def follow(
    state: State,
    settles: Settled,
    *,
    most: int = EVERY_LINE,
    among: int = ALL_LINES,
    deduce: Callable[[Line, int, int], Settled | None] = exactly,
) -> Followed:
    """Settle segments in place and go through the lines that they touch, and so on, at most so many times.

    Where nothing is given to settle, all lines are gone through. Only lines of `among`, as bits, are looked
    at; `deduce` says what a line settles, as `exactly` does.
    """
    trace, start = list[Link](), state.settle(settles)
    lines, parts, open_cells, need = state.layout.lines, state.layout.parts, state.open, state.need
    waiting, seen, queue = 0, 0, deque[int]()
    fresh: Sequence[int] = start if settles else range(len(parts))
    while True:
        for segment in fresh:
            for line, _, _ in parts[segment]:
                bit = 1 << line & among
                if bit and not waiting & bit:
                    waiting |= bit
                    queue.append(line)
        seen |= waiting
        fresh = ()
        while not fresh:
            if not queue:
                return Followed(trace, False, seen)
            line = queue.popleft()
            waiting ^= 1 << line
            found = deduce(lines[line], open_cells[line], need[line])
            if found is None:
                return Followed([*trace, Link(OneLine(lines[line]), {})], True, seen)
            if found and len(trace) < most:
                trace.append(Link(OneLine(lines[line]), found))
                fresh = state.settle(found)


def follow_pairs(position: Position, state: State, start: Followed) -> Followed:
    """Go on where no line settles any more: count pairs of touched lines together, and so on.

    A pair that breaks is taken before those that settle something.
    """
    trace, is_broken, touched = start
    useful: dict[Pair, Settled] = {}
    lines = touched
    while not is_broken:
        useful = {pair: settles for pair, settles in useful.items() if not pair.bits & touched}
        for pair in pairs_of(state.layout).in_doubt(state, lines, touched):
            position.spend(COUNTED_PAIR)
            settles = pair.settles(state)
            if settles is None:
                return Followed([*trace, Link(pair, {})], True, lines)
            if settles:
                useful[pair] = settles
        if not useful:
            break
        first = min(useful, key=lambda pair: [line.index for line in pair.lines])
        more = follow(state, useful[first])
        trace = [*trace, Link(first, useful[first]), *more.trace]
        is_broken, touched = more.is_broken, more.lines
        lines |= touched
    return Followed(trace, is_broken, lines)


def refute(
    position: Position,
    segment: int,
    wet: bool,
    *,
    most: int = EVERY_LINE,
    among: int = ALL_LINES,
    by_pairs: bool = False,
) -> Refutation | None:
    """Refute a supposition by some lines, given as bits, looking at most at so many; None if they do not.

    `by_pairs`: go on with pairs of lines.
    """
    position.spend_on_supposition()
    state = position.state.copy()
    followed = follow(state, {segment: wet}, most=most, among=among)
    if by_pairs:
        followed = follow_pairs(position, state, followed)
    return Refutation(segment, wet, needed(position.state, followed.trace)) if followed.is_broken else None


def refuted_in_a_sentence(position: Position, segment: int, wet: bool, among: int) -> Refutation | None:
    """Refute a supposition by some lines alone, given as bits, if an argument of one sentence does."""
    refutation = refute(position, segment, wet, most=SENTENCE, among=among)
    return refutation and shortened(position, refutation)


def refutations(position: Position) -> list[Refutation]:
    """Return suppositions on a level board that line after line refutes, those with a short chain first.

    Raises TimedOut.
    """
    segments = [segment for segment, fate in enumerate(position.fates) if fate is None]
    tried = [refute(position, segment, wet) for segment in segments for wet in (True, False)]
    found = [each for each in tried if each]
    short = [refute(position, each.segment, each.wet, most=SHORT) for each in found]
    return _shortest(position, [each for each in short if each] or found)


def refutations_by_pairs(position: Position, forced: Fates) -> list[Refutation]:
    """Return suppositions that lines and pairs of them refute, those with a short chain first.

    Counting pairs takes long, so only what is wrong is supposed, by what is forced of every segment.
    Raises TimedOut.
    """
    fates = enumerate(zip(forced, position.fates, strict=True))
    open_ = [(segment, wet) for segment, (wet, fate) in fates if fate is None and wet is not None]
    tried = (refute(position, segment, not wet, by_pairs=True) for segment, wet in open_)
    return _shortest(position, list(islice(filter(None, tried), ENOUGH)))


def _shortest(position: Position, found: list[Refutation]) -> list[Refutation]:
    """Shorten some of the shortest refutations."""

    def length(refutation: Refutation) -> int:
        return len(refutation.chain)

    return sorted([shortened(position, each) for each in sorted(found, key=length)[:SHORTLIST]], key=length)


def needed(state: State, trace: Sequence[Link]) -> tuple[Link, ...]:
    """Keep the links whose cells stand in a line that a later one of them looks at."""
    needed: list[Link] = []
    seen: set[int] = set()
    for link in reversed(trace):
        reached = {other for at, wet in link.settles.items() for other in state.layout.closed(at, wet)}
        if not needed or any(state.fates[other] is None for other in reached & seen):
            needed.append(link)
            for line in link.by.lines:
                seen.update(line.segments)
    return tuple(reversed(needed))


def shortened(position: Position, refutation: Refutation) -> Refutation:
    """Leave out links without which some line still breaks, as many as can be, one after another."""
    chain, now = refutation.chain, position.state.copy()
    now.settle({refutation.segment: refutation.wet})
    before = [now]
    for link in chain:
        position.spend_on_supposition()
        now = now.copy()
        now.settle(link.settles)
        before.append(now)
    for index in reversed(range(len(chain) - 1)):
        if index < len(chain) - 1 and (rest := _replayed(before[index].copy(), chain[index + 1 :])):
            chain = chain[:index] + rest
    return Refutation(refutation.segment, refutation.wet, chain)


def _replayed(now: State, trace: Sequence[Link]) -> tuple[Link, ...] | None:
    """Look at the same lines again, without those that settle nothing, until one breaks."""
    chain: list[Link] = []
    for by, _ in trace:
        settles = by.settles(now)
        if settles is None:
            return (*chain, Link(by, {}))
        if settles:
            chain.append(Link(by, settles))
            now.settle(settles)
    return None


def suppositions(position: Position) -> Iterator[Step]:
    """Find a segment that cannot be wet, or cannot be dry, by the shortest chain; last, by trying every way.

    Raises TimedOut: not all ways were tried in time.
    """
    if None not in position.fates:
        return
    if found := refutations(position):
        yield supposition(position, found[0])
        return
    memory = position.memory
    cells = memory.forced = memory.forced or forced_cells(position)
    if cells is None:
        yield position.step(Technique.SEARCH, {}, Message("no_way_left"))
        return
    forced = position.layout.fates(cells)
    if found := refutations_by_pairs(position, forced):
        yield supposition(position, found[0])
    else:
        yield from _tried(position, forced)


def forced_cells(position: Position) -> Known | None:
    """Return where all solutions that have the known cells agree, as forced[row][col]; None without any.

    Raises TimedOut: not all ways were tried in time.
    """
    limit = TIME_LIMIT if position.deadline.limit == inf else position.deadline
    try:
        return solve(position.layout.puzzle, time_limit=limit, assumptions=position.known, alone=True).forced
    except NoSolution:
        return None


def _tried(position: Position, forced: Fates) -> Iterator[Step]:
    """Settle the segment that most follows from, among those that are alike in every way to fill the rest."""
    layout, gains = position.layout, {}
    for segment, wet in enumerate(forced):
        if wet is not None and position.fates[segment] is None:
            position.spend_on_supposition()
            now = position.state.copy()
            follow(now, {segment: wet})
            gains[segment] = -now.fates.count(None)
    if gains:
        segment = max(gains, key=lambda segment: gains[segment])
        wet = bool(forced[segment])
        name, at = layout.named_aquarium(layout.aquariums[segment]), layout.place_of(segment)
        reason = Message("in_every_way", aquarium=name, wet=wet, at=at)
        yield position.step(Technique.SEARCH, {segment: wet}, reason)


def supposition(position: Position, refutation: Refutation, technique: Technique = Technique.SUPPOSE) -> Step:
    """Say what a refuted supposition settles and why, step by step."""
    layout, segment, wet = position.layout, refutation.segment, refutation.wet
    name, at = layout.named_aquarium(layout.aquariums[segment]), layout.place_of(segment)
    supposed = Message("suppose", aquarium=name, wet=wet, at=at)
    chain = [position.step(Technique.SUPPOSE, {segment: wet}, supposed)]
    for by, settles in narrowed(layout, refutation.chain):
        known = position.known
        for step in chain:
            known = settled(known, step.water, step.air)
        chain.append(by.says(position_of(layout.puzzle, known, position.deadline, position.memory), settles))
    end = refutation.clauses(position.state)[-1]
    reason = Message("supposition_fails", aquarium=name, wet=not wet, at=at, end=end)
    return position.step(technique, {segment: not wet}, reason, lines=refutation.lines, chain=tuple(chain))


def narrowed(layout: Layout, chain: Sequence[Link]) -> list[Link]:
    """Leave to each link what stands in lines that later ones look at; a row says all it settles anyway."""
    narrow: list[Link] = []
    later: set[int] = set()
    for by, settles in reversed(chain):
        worth = {at: wet for at, wet in settles.items() if later.intersection(layout.closed(at, wet))}
        narrow.append(Link(by, worth))
        for line in by.lines:
            later.update(line.segments)
    return narrow[::-1]
