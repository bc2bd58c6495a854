"""Steps whose reason is one sentence of what would follow: within an aquarium's own lines, or within two."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator

from ..deadline import COUNTED_PAIR
from ..message import Message
from .layout import Layout, Settled
from .pairs import Pair, begun, pairs_of
from .position import MOST_NAMED, Position, aquariums_named
from .step import Step, Technique
from .suppose import Refutation, refuted_in_a_sentence, supposition


def aquariums_between_bounds(position: Position, among: Collection[int] | None = None) -> Iterator[Step]:
    """Find levels at which an aquarium's own lines, together, would break one of them.

    `among`: numbers of the aquariums that are looked at; all where not given.
    """
    layout = position.layout
    segments: defaultdict[int, list[int]] = defaultdict(list)
    for segment, fate in enumerate(position.fates):
        if fate is None and (among is None or layout.aquariums[segment] in among):
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
    """Say both bounds in a sentence, else one of them; if that names too many aquariums, step by step."""
    for some in (found, *([each] for each in found if len(found) > 1)):
        reason = _bounds(position, aquarium, inside, some)
        if aquariums_named(reason) <= MOST_NAMED:
            settles = {each.segment: not each.wet for each in some}
            lines = [line for each in some for line in each.lines]
            return position.step(Technique.BOUNDS, settles, reason, lines=lines)
    return supposition(position, found[0], Technique.BOUNDS)


def _bounds(position: Position, aquarium: int, inside: list[int], found: list[Refutation]) -> Message:
    layout, parts = position.layout, []
    for each in found:
        at, why = layout.place_of(each.segment), each.argument(position.state)
        parts.append(
            Message("stays_below", at=at, why=why) if each.wet else Message("reaches_up_to", at=at, why=why)
        )
    closed = {other for each in found for other in layout.closed(each.segment, not each.wet)}
    name = layout.named_aquarium(aquarium)
    if len(inside) > 1 and closed.issuperset(inside):
        return Message("bounded_to_one_level", aquarium=name, parts=tuple(parts))
    return Message("bounded", aquarium=name, parts=tuple(parts))


def pairs_of_lines(position: Position) -> Iterator[Step]:
    """Find the two lines, of fewest open segments, that settle some by all ways of filling both."""
    for pair in pairs_of(position.layout).of_few_segments(position.state):
        position.spend(COUNTED_PAIR)
        if (step := step_of_pair(position, pair)) is not None:
            yield step
            return


def step_of_pair(position: Position, pair: Pair) -> Step | None:
    """Say what two lines settle by all ways of filling both, or that there is none; None if they do not."""
    settles = pair.settles(position.state)
    if not settles:
        return None if settles == {} else pair.says(position, {})
    return _broken_otherwise(position, pair, settles) or _in_every_way(position, pair, settles)


def _in_every_way(position: Position, pair: Pair, settles: Settled) -> Step:
    """Say what all ways have in common, of as many aquariums as a sentence can name."""
    own = position.layout.aquariums
    few = list(dict.fromkeys(own[segment] for segment in settles))[:MOST_NAMED]
    step = pair.says(position, {at: wet for at, wet in settles.items() if own[at] in few})
    while len(few) > 1 and aquariums_named(step.reason) > MOST_NAMED:
        few.pop()
        step = pair.says(position, {at: wet for at, wet in settles.items() if own[at] in few})
    return step


def _broken_otherwise(position: Position, pair: Pair, settles: Settled) -> Step | None:
    """Say what would break otherwise, for the segments of which one and the same sentence says so."""
    reasons: defaultdict[Message, list[Refutation]] = defaultdict(list)
    for segment, wet in settles.items():
        if found := refuted_in_a_sentence(position, segment, not wet, pair.bits):
            reasons[found.argument(position.state)].append(found)
    if not reasons:
        return None
    why, refuted = max(reasons.items(), key=lambda each: len(each[1]))
    for count in range(len(refuted), 0, -1):
        settled = {each.segment: not each.wet for each in refuted[:count]}
        reason = _would_break(position.layout, pair, settled, why)
        if aquariums_named(reason) <= MOST_NAMED:
            return position.step(Technique.PAIR, settled, reason, lines=pair.lines)
    return supposition(position, refuted[0], Technique.PAIR)


def _would_break(layout: Layout, pair: Pair, settled: Settled, why: Message) -> Message:
    """Say what two lines rule out, and what is so instead: where it begins, the rest follows by level."""
    groups = list(begun(layout, settled))
    supposed = tuple(
        Message("aquariums_may_be_there", aquariums=aquariums, wet=not wet, at=at)
        for wet, at, aquariums in groups
    )
    if len(groups) == 1:
        wet, _, aquariums = groups[0]
        alone = len(aquariums) == 1
        so: tuple[Message, ...] = (
            Message("it_is_there", wet=wet) if alone else Message("they_are_there", wet=wet),
        )
    else:
        so = tuple(
            Message("aquariums_must_be", aquariums=aquariums, wet=wet, at=at) for wet, at, aquariums in groups
        )
    return Message("pair_would_break", lines=pair.named, supposed=supposed, why=why, settled=so)
