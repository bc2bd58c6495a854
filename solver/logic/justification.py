"""A refuted supposition in one sentence: what its lines would do one after another, and which one breaks."""

from __future__ import annotations

from collections.abc import Iterator

from .counting import complete, tally
from .layout import Layout, Line, Marks
from .refutation import Deduction, Refutation
from .state import State
from .two_lines import Pair
from .wording import aquarium_names, joined, line_name, state


def argument(state: State, refutation: Refutation) -> str:
    """Return what would follow: row 6 would have all its water, and column 2 would hold 7 at most, not 8."""
    *first, last = _clauses(state, refutation)
    return f"{', '.join(first)}, and {last}" if first else last


def conclusion(state: State, refutation: Refutation) -> str:
    """Return what would break in the end: column 2 would hold 7 at most, not 8."""
    return list(_clauses(state, refutation))[-1]


def _clauses(state: State, refutation: Refutation) -> Iterator[str]:
    now = state.copy()
    now.settle({refutation.segment: refutation.wet})
    for each in refutation.chain:
        yield _clause(now.layout, now.marks, each)
        now.settle(each.settles)


def _clause(layout: Layout, marks: Marks, deduction: Deduction) -> str:
    if isinstance(deduction.by, Pair):
        names = joined([line_name(layout.lines[line].at) for line in deduction.by.lines])
        return f"{names} could not both reach their clues"
    line = layout.lines[deduction.by]
    count = tally(line, marks)
    if not deduction.settles:
        return _breach(line, marks)
    if complete(count):
        return (
            f"{line_name(line.at)} would {'need all its open cells' if count.need else 'have all its water'}"
        )
    kinds = []
    for wet in (True, False):
        aquariums = {
            layout.aquariums[segment]: None for segment, value in deduction.settles.items() if value is wet
        }
        if aquariums:
            kinds.append(f"{aquarium_names(layout, aquariums)} {state(wet)}")
    return f"{line_name(line.at)} would have {' and '.join(kinds)}"


def _breach(line: Line, marks: Marks) -> str:
    """Say how a line would miss its clue."""
    count, name = tally(line, marks), line_name(line.at)
    assert line.clue is not None
    wet = line.clue - count.need
    if count.need < 0:
        return f"{name} would have {wet}, but its clue is {line.clue}"
    if count.need > count.room:
        return f"{name} would have at most {wet + count.room}, but its clue is {line.clue}"
    return f"{name} could not add up to its clue {line.clue}"
