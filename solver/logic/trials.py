"""Suppositions: the step that a contradiction proves, with the chain that leads there."""

from __future__ import annotations

from collections.abc import Iterator

from ..message import Message
from .backbone import forced_cells
from .contradictions import follow, lines_looked_at, narrowed
from .counting import by_size, by_sums, complete, reaches, tally
from .justification import conclusion
from .layout import Fates, Line, Settled
from .line_pair_steps import every_way, no_way
from .naming import named_aquarium, place_of
from .position import Position
from .refutation import Deduction, Refutation
from .refutations import refutations, refutations_by_pairs
from .step import Step, Technique, settled
from .techniques import breach, column_by_counting, row_by_counting, row_by_sums, when_complete
from .two_lines import Pair


def suppositions(position: Position) -> Iterator[Step]:
    """Find a segment that cannot be wet, or cannot be dry, by the shortest chain; last, by trying every way.

    Raises TimedOut: not all ways were tried in time.
    """
    layout, fates = position.layout, position.fates
    if all(fate is not None for fate in fates):
        return
    if found := refutations(position):
        yield supposition(position, found[0])
        return
    memory = position.memory
    cells = memory.forced or forced_cells(layout.puzzle, position.known, position.deadline)
    memory.forced = cells
    if cells is None:
        yield position.step(Technique.SEARCH, {}, Message("no_way_left"))
        return
    forced = layout.fates(cells)
    if found := refutations_by_pairs(position, forced):
        yield supposition(position, found[0])
    else:
        yield from _tried(position, forced)


def _tried(position: Position, forced: Fates) -> Iterator[Step]:
    """Settle the segment that most follows from, among those that are alike in every way to fill the rest."""
    layout, fates = position.layout, position.fates
    gains = {}
    for segment, wet in enumerate(forced):
        if wet is not None and fates[segment] is None:
            position.spend_on_supposition()
            now = position.state.copy()
            follow(now, {segment: wet})
            gains[segment] = sum(fate is not None for fate in now.fates)
    if gains:
        segment = max(gains, key=lambda segment: gains[segment])
        aquarium, wet = layout.aquariums[segment], bool(forced[segment])
        name, at = named_aquarium(layout, aquarium), place_of(layout, segment)
        reason = Message("in_every_way", aquarium=name, wet=wet, at=at)
        yield position.step(Technique.SEARCH, {segment: wet}, reason, aquariums=[aquarium])


def supposition(position: Position, refutation: Refutation) -> Step:
    """Say what a refuted supposition settles and why."""
    layout, segment, wet = position.layout, refutation.segment, refutation.wet
    aquarium = layout.aquariums[segment]
    name, at = named_aquarium(layout, aquarium), place_of(layout, segment)
    supposed = Message("suppose", aquarium=name, wet=wet, at=at)
    start = position.step(Technique.SUPPOSE, {segment: wet}, supposed, aquariums=[aquarium])
    chain, now = [start], _after(position, start, {segment: wet})
    for each in narrowed(layout, refutation.chain):
        chain.append(deduced(now, each))
        now = _after(now, chain[-1], each.settles)
    end = conclusion(position.state, refutation)
    return position.step(
        Technique.SUPPOSE,
        {segment: not wet},
        Message("supposition_fails", aquarium=name, wet=not wet, at=at, end=end),
        lines=[layout.lines[line].at for each in refutation.chain for line in lines_looked_at(each)],
        aquariums=[aquarium],
        chain=tuple(chain),
    )


def deduced(position: Position, deduction: Deduction) -> Step:
    """Say what a line, or two together, settle or how they break."""
    if not isinstance(deduction.by, Pair):
        return line_step(position, position.layout.lines[deduction.by])
    if deduction.settles:
        return every_way(position, deduction.by, deduction.settles)
    return no_way(position, deduction.by)


def line_step(position: Position, line: Line) -> Step:
    """Say what a line settles, or how it breaks, by the easiest technique that settles all of it."""
    count = tally(line, position.fates)
    if not count.fits:
        return breach(position, line, count)
    step: Step | None
    if complete(count):
        step = when_complete(position, line, count)
    elif line.at.axis == "column":
        step = column_by_counting(position, line, count)
    elif reaches(line, count) and by_size(line, count) == by_sums(line, count):
        step = row_by_counting(position, line, count)
    else:
        step = row_by_sums(position, line, count)
    assert step is not None
    return step


def _after(position: Position, step: Step, settles: Settled) -> Position:
    """Return the position after a step that settles these segments, and by level all that goes with them."""
    state, known = position.state.copy(), settled(position.known, step.water, step.air)
    state.settle(settles)
    return Position(position.layout, known, position.deadline, position.memory, state)
