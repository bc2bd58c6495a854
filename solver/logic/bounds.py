"""How high and how low an aquarium can stand, by its own rows and columns together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_

from ..message import Message
from .contradictions import lines_looked_at
from .justification import argument
from .naming import named_aquarium, place_of
from .position import Position
from .refutation import Refutation
from .refutations import refuted_within
from .step import Step, Technique


def aquariums_between_bounds(position: Position) -> Iterator[Step]:
    """Find levels at which an aquarium's own lines, together, would break one of them."""
    layout, fates = position.layout, position.fates
    segments: dict[int, list[int]] = {}
    for segment, fate in enumerate(fates):
        if fate is None:
            segments.setdefault(layout.aquariums[segment], []).append(segment)
    for aquarium, inside in segments.items():
        if found := _refuted(position, aquarium, inside):
            yield _bounded(position, aquarium, inside, found)


def _refuted(position: Position, aquarium: int, inside: list[int]) -> tuple[Refutation, ...]:
    """Return the refutations that settle most, or take those that are known."""
    kept = position.memory.bounds
    if aquarium not in kept:
        parts = position.layout.parts
        lines = reduce(or_, [1 << line for segment in inside for line, _, _ in parts[segment]])
        found = [_strongest(position, inside, wet, lines) for wet in (True, False)]
        kept[aquarium] = lines, tuple([each for each in found if each])
    return kept[aquarium][1]


def _strongest(position: Position, inside: list[int], wet: bool, lines: int) -> Refutation | None:
    """Return the refutation that settles most."""
    layout, fates = position.layout, position.fates
    best, most = None, 0
    for segment in inside:
        settles = sum(fates[other] is None for other in layout.closed(segment, not wet))
        if settles > most:
            refutation = refuted_within(position, segment, wet, lines)
            if refutation:
                best, most = refutation, settles
    return best


def _bounded(position: Position, aquarium: int, inside: list[int], found: Sequence[Refutation]) -> Step:
    layout, parts = position.layout, []
    for each in found:
        at, why = place_of(layout, each.segment), argument(position.state, each)
        parts.append(
            Message("stays_below", at=at, why=why) if each.wet else Message("reaches_up_to", at=at, why=why)
        )
    settles = {each.segment: not each.wet for each in found}
    closed = {other for segment, wet in settles.items() for other in layout.closed(segment, wet)}
    name = named_aquarium(layout, aquarium)
    reason = Message("bounded", aquarium=name, parts=tuple(parts))
    if len(inside) > 1 and closed.issuperset(inside):
        reason = Message("bounded_to_one_level", aquarium=name, parts=tuple(parts))
    lines = dict.fromkeys(
        layout.lines[line].at for each in found for one in each.chain for line in lines_looked_at(one)
    )
    return position.step(Technique.BOUNDS, settles, reason, lines=lines, aquariums=[aquarium])
