"""Two lines looked at together: what they settle, and why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ..deadline import COUNTED_PAIR
from ..message import Message
from .counting import tally
from .justification import argument
from .layout import Layout, Settled
from .line_pairs import pairs_of
from .naming import named_aquariums, named_line, place_of
from .position import Position
from .refutations import refuted_within
from .step import Step, Technique
from .two_lines import Pair, together

Fate = tuple[bool, tuple[int, tuple[int, ...]]]
"""Whether it is wet, and where that begins."""


def pairs_of_lines(position: Position) -> Iterator[Step]:
    """Find the two lines, of fewest open segments, that settle some by all ways of filling both."""
    for pair in pairs_of(position.layout).of_few_segments(position.state):
        position.spend(COUNTED_PAIR)
        settles = together(position.state, pair)
        if settles is None:
            yield no_way(position, pair)
            return
        if settles:
            yield _short(position, pair, settles) or every_way(position, pair, settles)
            return


def _short(position: Position, pair: Pair, settles: Settled) -> Step | None:
    """Say what would break otherwise, for the segments of which one and the same sentence says so."""
    one, other = pair.lines
    reasons: defaultdict[Message, list[int]] = defaultdict(list)
    for segment, wet in settles.items():
        refutation = refuted_within(position, segment, not wet, 1 << one | 1 << other)
        if refutation:
            reasons[argument(position.state, refutation)].append(segment)
    if not reasons:
        return None
    why, segments = max(reasons.items(), key=lambda each: len(each[1]))
    settles = {segment: settles[segment] for segment in segments}
    opposite = {segment: not wet for segment, wet in settles.items()}
    supposed = tuple(
        Message("aquariums_may_be_there", aquariums=aquariums, wet=wet, at=at)
        for (wet, at), aquariums in _grouped(position.layout, opposite)
    )
    reason = Message(
        "pair_would_break", lines=_lines(position, pair), supposed=supposed, why=why, segments=len(segments)
    )
    return _step(position, pair, settles, reason)


def every_way(position: Position, pair: Pair, settles: Settled) -> Step:
    """Say what all ways of filling two lines have in common."""
    settled = tuple(
        Message("aquariums_are_there", aquariums=aquariums, wet=wet, at=at)
        for (wet, at), aquariums in _grouped(position.layout, settles)
    )
    lines, needs = _lines(position, pair), _needs(position, pair)
    return _step(
        position, pair, settles, Message("pair_every_way", lines=lines, needs=needs, settled=settled)
    )


def no_way(position: Position, pair: Pair) -> Step:
    """Say that two lines cannot both reach their clues."""
    reason = Message("pair_no_way", lines=_lines(position, pair), needs=_needs(position, pair))
    return _step(position, pair, {}, reason)


def _step(position: Position, pair: Pair, settles: Settled, reason: Message) -> Step:
    layout = position.layout
    lines = [layout.lines[line].at for line in pair.lines]
    aquariums = {layout.aquariums[segment] for segment in settles}
    return position.step(Technique.PAIR, settles, reason, lines=lines, aquariums=aquariums)


def _lines(position: Position, pair: Pair) -> tuple[tuple[str, int], ...]:
    return tuple(named_line(position.layout.lines[line].at) for line in pair.lines)


def _needs(position: Position, pair: Pair) -> tuple[int, ...]:
    return tuple(tally(position.layout.lines[line], position.fates).need for line in pair.lines)


def _grouped(layout: Layout, settles: Settled) -> Iterator[tuple[Fate, tuple[tuple[int, int, int], ...]]]:
    """Yield what is wet or dry, for each aquarium only from where it follows for the rest."""
    groups: defaultdict[Fate, list[int]] = defaultdict(list)
    for segment, wet in settles.items():
        causes = layout.upper[segment] if wet else layout.lower[segment]
        if not any(other != segment and settles.get(other) is wet for other in causes):
            groups[wet, place_of(layout, segment)].append(layout.aquariums[segment])
    for fate, aquariums in groups.items():
        yield fate, named_aquariums(layout, aquariums)
