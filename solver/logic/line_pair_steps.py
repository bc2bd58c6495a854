"""Two lines looked at together: what they settle, in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ..deadline import COUNTED_PAIR
from .counting import tally
from .justification import argument
from .layout import Layout, Settled
from .line_pairs import pairs_of
from .position import Position
from .refutations import refuted_within
from .step import Step, Technique
from .two_lines import Pair, together
from .wording import aquarium_names, joined, line_name, segment_position, state


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
    reasons: defaultdict[str, list[int]] = defaultdict(list)
    for segment, wet in settles.items():
        refutation = refuted_within(position, segment, not wet, 1 << one | 1 << other)
        if refutation:
            reasons[argument(position.state, refutation)].append(segment)
    if not reasons:
        return None
    why, segments = max(reasons.items(), key=lambda each: len(each[1]))
    settles = {segment: settles[segment] for segment in segments}
    end = "so it is not" if len(segments) == 1 else "so none of them is"
    opposite = {segment: not wet for segment, wet in settles.items()}
    return _step(
        position, pair, settles, f"together: with {_segments(position.layout, opposite, 'or')}, {why}; {end}"
    )


def every_way(position: Position, pair: Pair, settles: Settled) -> Step:
    """Say what all ways of filling two lines have in common."""
    names = _segments(position.layout, settles, "and")
    words = f"together need {_needs(position, pair)} more: every way to reach both has {names}"
    return _step(position, pair, settles, words)


def no_way(position: Position, pair: Pair) -> Step:
    """Say that two lines cannot both reach their clues."""
    words = f"together need {_needs(position, pair)} more: no way of filling them gives both"
    return _step(position, pair, {}, words)


def _step(position: Position, pair: Pair, settles: Settled, words: str) -> Step:
    layout = position.layout
    one, other = (layout.lines[line].at for line in pair.lines)
    names = f"{line_name(one)} and {line_name(other)}"
    if one.axis == other.axis:
        names = f"{one.axis}s {one.line + 1} and {other.line + 1}"
    aquariums = {layout.aquariums[segment] for segment in settles}
    return position.step(Technique.PAIR, settles, f"{names} {words}", lines=[one, other], aquariums=aquariums)


def _needs(position: Position, pair: Pair) -> str:
    one, other = (tally(position.layout.lines[line], position.marks).need for line in pair.lines)
    return f"{one} and {other}"


def _segments(layout: Layout, settles: Settled, word: str) -> str:
    """Name what is wet or dry, for each aquarium only from where it follows for the rest."""
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for segment, wet in settles.items():
        causes = layout.upper[segment] if wet else layout.lower[segment]
        if not any(other != segment and settles.get(other) is wet for other in causes):
            groups[f"{state(wet)} in {segment_position(layout, segment)}"].append(layout.aquariums[segment])
    names = [f"{aquarium_names(layout, aquariums, word)} {where}" for where, aquariums in groups.items()]
    return joined(names, word)
