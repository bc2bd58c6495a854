"""How high and how low an aquarium can stand, by its own rows and columns together."""

from __future__ import annotations

from collections.abc import Iterator

from .contradictions import Refutation, lines_of, refuted_within
from .justification import argument
from .position import Position
from .step import Step, Technique
from .wording import aquarium_name, segment_position


def aquariums_between_bounds(position: Position) -> Iterator[Step]:
    """Find levels at which an aquarium's own lines, together, would break one of them."""
    layout, marks = position.layout, position.marks
    segments: dict[int, list[int]] = {}
    for segment, mark in enumerate(marks):
        if mark is None:
            segments.setdefault(layout.aquariums[segment], []).append(segment)
    for aquarium, inside in segments.items():
        lines = frozenset(line for segment in inside for line in layout.lines_of[segment])
        found = [_strongest(position, inside, wet, lines) for wet in (True, False)]
        if any(found):
            yield _bounded(position, aquarium, inside, [each for each in found if each])


def _strongest(position: Position, inside: list[int], wet: bool, lines: frozenset[int]) -> Refutation | None:
    """Return the refutation that settles most."""
    layout, marks = position.layout, position.marks
    best, most = None, 0
    for segment in inside:
        position.spend_on_supposition()
        settles = sum(marks[other] is None for other in layout.closed(segment, not wet))
        if settles > most:
            refutation = refuted_within(layout, marks, segment, wet, lines)
            if refutation:
                best, most = refutation, settles
    return best


def _bounded(position: Position, aquarium: int, inside: list[int], found: list[Refutation]) -> Step:
    layout, marks = position.layout, position.marks
    parts = []
    for each in found:
        where = segment_position(layout, each.segment)
        side = f"stays below {where}: with water" if each.wet else f"reaches at least up to {where}: with air"
        parts.append(f"{side} there, {argument(layout, marks, each)}")
    settles = {each.segment: not each.wet for each in found}
    closed = {other for segment, wet in settles.items() for other in layout.closed(segment, wet)}
    words = f"{aquarium_name(layout, aquarium)} {'; it '.join(parts)}"
    if len(inside) > 1 and closed.issuperset(inside):
        words += "; so its level is known"
    lines = dict.fromkeys(
        layout.lines[line].at for each in found for one in each.chain for line in lines_of(one)
    )
    return position.step(Technique.BOUNDS, settles, words, lines=lines, aquariums=[aquarium])
