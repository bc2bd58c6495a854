"""A refuted supposition: what its lines would do one after another, and which one breaks."""

from __future__ import annotations

from collections.abc import Iterator

from ..message import Message
from .counting import complete, tally
from .layout import Fates, Layout, Line
from .naming import named_aquariums, named_line
from .refutation import Deduction, Refutation
from .state import State
from .two_lines import Pair


def argument(state: State, refutation: Refutation) -> Message:
    """Return what would follow: row 6 would have all its water, and column 2 would have 7 at most, not 8."""
    return Message("would_follow", clauses=tuple(_clauses(state, refutation)))


def conclusion(state: State, refutation: Refutation) -> Message:
    """Return what would break in the end: column 2 would have 7 at most, not 8."""
    return list(_clauses(state, refutation))[-1]


def _clauses(state: State, refutation: Refutation) -> Iterator[Message]:
    now = state.copy()
    now.settle({refutation.segment: refutation.wet})
    for each in refutation.chain:
        yield _clause(now.layout, now.fates, each)
        now.settle(each.settles)


def _clause(layout: Layout, fates: Fates, deduction: Deduction) -> Message:
    if isinstance(deduction.by, Pair):
        lines = tuple(named_line(layout.lines[line].at) for line in deduction.by.lines)
        return Message("would_not_both", lines=lines)
    line = layout.lines[deduction.by]
    axis, number = named_line(line.at)
    count = tally(line, fates)
    if not deduction.settles:
        return _breach(line, fates)
    if complete(count):
        if count.need:
            return Message("would_need_all_cells", axis=axis, line=number)
        return Message("would_have_all_water", axis=axis, line=number)
    parts = []
    for wet in (True, False):
        aquariums = {
            layout.aquariums[segment]: None for segment, value in deduction.settles.items() if value is wet
        }
        if aquariums:
            parts.append(Message("aquariums_are", aquariums=named_aquariums(layout, aquariums), wet=wet))
    return Message("would_have", axis=axis, line=number, parts=tuple(parts))


def _breach(line: Line, fates: Fates) -> Message:
    """Tell how a line would miss its clue."""
    count, (axis, number) = tally(line, fates), named_line(line.at)
    assert line.clue is not None
    wet = line.clue - count.need
    if count.need < 0:
        return Message("would_have_too_many", axis=axis, line=number, wet=wet, clue=line.clue)
    if count.need > count.room:
        return Message("would_have_at_most", axis=axis, line=number, most=wet + count.room, clue=line.clue)
    return Message("would_not_add_up", axis=axis, line=number, clue=line.clue)
