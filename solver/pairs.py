"""Two lines counted together: what all ways of filling both have in common."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from .argument import argument
from .counting import Settled, Ways, possible_ways, tally
from .layout import Layout, Line, Marks
from .position import Position
from .steps import Step, Technique
from .suppose import refuted_within
from .wording import aquarium_name, joined, line_name, place_name, state

MOST_WAYS = 64
"""Ways of one aquarium in two lines; one with more arms than that is passed by."""


def pairs_of_lines(position: Position) -> Iterator[Step]:
    """Find the two lines, of fewest open places, that settle some by all ways of filling both."""
    layout, marks = position.layout, position.marks
    lines = [(index, line) for index, line in enumerate(layout.lines) if _is_open(line, marks)]
    size = {index: sum(marks[place] is None for place in line.places) for index, line in lines}
    pairs = combinations(lines, 2)
    for (first, one), (second, other) in sorted(pairs, key=lambda pair: size[pair[0][0]] + size[pair[1][0]]):
        settles = together(layout, marks, one, other)
        if settles is None:
            words = f"{_both(one, other)} cannot both reach their clues"
            yield position.step(Technique.PAIR, {}, words, lines=[one.at, other.at])
            return
        if settles:
            yield _pair(position, first, second, settles)
            return


def _is_open(line: Line, marks: Marks) -> bool:
    return line.clue is not None and any(marks[place] is None for place in line.places)


def together(layout: Layout, marks: Marks, one: Line, other: Line) -> Settled | None:
    """Settle the places that are alike in all ways of filling both lines; None if there is no way."""
    groups = _groups(layout, marks, one, other)
    fills = [_fills(layout, members) for members in groups]
    if any(len(each) > MOST_WAYS for each in fills):
        return {}
    sizes = [dict(zip(line.places, line.sizes, strict=True)) for line in (one, other)]
    ways: list[Ways] = [
        tuple(
            (sum(sizes[0].get(at, 0) for at in wet), sum(sizes[1].get(at, 0) for at in wet)) for wet in each
        )
        for each in fills
    ]
    if not any(first and second for each in ways for first, second in each):
        return {}
    need = tally(one, marks).need, tally(other, marks).need
    if min(need) < 0:
        return None
    possible = possible_ways(tuple(ways), need)
    settles: Settled = {}
    for members, each, bits in zip(groups, fills, possible, strict=True):
        if not bits:
            return None
        left = [wet for index, wet in enumerate(each) if bits >> index & 1]
        settles |= dict.fromkeys(frozenset.intersection(*left), True)
        settles |= dict.fromkeys(set(members) - frozenset.union(*left), False)
    return settles


def _groups(layout: Layout, marks: Marks, one: Line, other: Line) -> list[tuple[int, ...]]:
    """Group the open places of two lines by what they hang together with, from top to bottom."""
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for place in sorted({*one.places, *other.places}):
        if marks[place] is None:
            groups[layout.upper[place][-1]].append(place)
    return [tuple(members) for members in groups.values()]


def _fills(layout: Layout, members: tuple[int, ...]) -> list[frozenset[int]]:
    """List the sets of members that may be wet, others dry; stop where there are too many."""
    fills = [frozenset[int]()]
    for place in reversed(members):
        under = set(layout.lower[place]).intersection(members) - {place}
        fills += [wet | {place} for wet in fills if wet >= under]
        if len(fills) > MOST_WAYS:
            break
    return fills


def _pair(position: Position, first: int, second: int, settles: Settled) -> Step:
    """Say why two lines settle places: for some by what would break otherwise, or for all by counting."""
    layout, marks = position.layout, position.marks
    one, other = layout.lines[first], layout.lines[second]
    reasons: defaultdict[str, list[int]] = defaultdict(list)
    for place, wet in settles.items():
        refutation = refuted_within(layout, marks, place, not wet, frozenset((first, second)))
        if refutation:
            reasons[argument(layout, marks, refutation)].append(place)
    if reasons:
        why, places = max(reasons.items(), key=lambda each: len(each[1]))
        settles = {place: settles[place] for place in places}
        names = [_place(layout, place, not wet) for place, wet in settles.items()]
        words = f"{_both(one, other)} together: with {' or '.join(names)}, {why}; so it is not"
    else:
        needs = f"{tally(one, marks).need} and {tally(other, marks).need}"
        names = [_place(layout, place, wet) for place, wet in settles.items()]
        words = f"{_both(one, other)} together need {needs} more: every way to reach both has {joined(names)}"
    aquariums = {layout.aquariums[place] for place in settles}
    return position.step(Technique.PAIR, settles, words, lines=[one.at, other.at], aquariums=aquariums)


def _place(layout: Layout, place: int, wet: bool) -> str:
    return f"{aquarium_name(layout, layout.aquariums[place])} {state(wet)} in {place_name(layout, place)}"


def _both(one: Line, other: Line) -> str:
    if one.at.axis == other.at.axis:
        return f"{one.at.axis}s {one.at.line + 1} and {other.at.line + 1}"
    return f"{line_name(one.at)} and {line_name(other.at)}"
