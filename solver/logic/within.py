"""Steps whose reason is one sentence of what would follow: within an aquarium's own lines, or within two."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ..deadline import COUNTED_PAIR
from ..message import Message
from .layout import Settled
from .pairs import Pair, begun, pairs_of
from .position import Position
from .step import Step, Technique
from .suppose import Refutation, refuted_in_a_sentence


def aquariums_between_bounds(position: Position) -> Iterator[Step]:
    """Find levels at which an aquarium's own lines, together, would break one of them."""
    layout = position.layout
    segments: defaultdict[int, list[int]] = defaultdict(list)
    for segment, fate in enumerate(position.fates):
        if fate is None:
            segments[layout.aquariums[segment]].append(segment)
    for aquarium, inside in segments.items():
        lines = sum({1 << line for segment in inside for line, _, _ in layout.parts[segment]})
        either = [_strongest(position, inside, wet, lines) for wet in (True, False)]
        if found := [each for each in either if each]:
            yield _bounded(position, aquarium, inside, found)


def _strongest(position: Position, inside: list[int], wet: bool, lines: int) -> Refutation | None:
    """Return the refutation that settles most."""
    best, most = None, 0
    for segment in inside:
        settles = sum(position.fates[other] is None for other in position.layout.closed(segment, not wet))
        if settles > most and (found := refuted_in_a_sentence(position, segment, wet, lines)):
            best, most = found, settles
    return best


def _bounded(position: Position, aquarium: int, inside: list[int], found: list[Refutation]) -> Step:
    layout, parts = position.layout, []
    for each in found:
        at, why = layout.place_of(each.segment), each.argument(position.state)
        parts.append(
            Message("stays_below", at=at, why=why) if each.wet else Message("reaches_up_to", at=at, why=why)
        )
    settles = {each.segment: not each.wet for each in found}
    closed = {other for segment, wet in settles.items() for other in layout.closed(segment, wet)}
    name = layout.named_aquarium(aquarium)
    reason = Message("bounded", aquarium=name, parts=tuple(parts))
    if len(inside) > 1 and closed.issuperset(inside):
        reason = Message("bounded_to_one_level", aquarium=name, parts=tuple(parts))
    return position.step(
        Technique.BOUNDS, settles, reason, lines=[line for each in found for line in each.lines]
    )


def pairs_of_lines(position: Position) -> Iterator[Step]:
    """Find the two lines, of fewest open segments, that settle some by all ways of filling both."""
    for pair in pairs_of(position.layout).of_few_segments(position.state):
        position.spend(COUNTED_PAIR)
        settles = pair.settles(position.state)
        if settles is None:
            yield pair.says(position, {})
            return
        if settles:
            yield _broken_otherwise(position, pair, settles) or pair.says(position, settles)
            return


def _broken_otherwise(position: Position, pair: Pair, settles: Settled) -> Step | None:
    """Say what would break otherwise, for the segments of which one and the same sentence says so."""
    reasons: defaultdict[Message, list[int]] = defaultdict(list)
    for segment, wet in settles.items():
        if found := refuted_in_a_sentence(position, segment, not wet, pair.bits):
            reasons[found.argument(position.state)].append(segment)
    if not reasons:
        return None
    why, segments = max(reasons.items(), key=lambda each: len(each[1]))
    opposite = {segment: not settles[segment] for segment in segments}
    supposed = tuple(
        Message("aquariums_may_be_there", aquariums=aquariums, wet=wet, at=at)
        for wet, at, aquariums in begun(position.layout, opposite)
    )
    reason = Message("pair_would_break", lines=pair.named, supposed=supposed, why=why, segments=len(segments))
    settled = {segment: settles[segment] for segment in segments}
    return position.step(Technique.PAIR, settled, reason, lines=pair.lines)
