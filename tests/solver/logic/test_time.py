"""The time for explaining is limited: it ends in the middle of the longest technique, and keeps its steps."""

from collections.abc import Callable, Iterable

import pytest

from solver import Puzzle
from solver.deadline import Deadline
from solver.errors import TimedOut
from solver.logic.explanation import TECHNIQUES, explain
from solver.logic.position import Position, position_of
from solver.logic.step import Technique, empty, settled
from solver.logic.suppose import forced_cells
from solver.message import Message

HARD = Puzzle(
    [3, 4, 3, 5, 5, 3], [6, 5, 2, 3, 2, 5], ["aabbcc", "daeffc", "ghijjk", "ghilmm", "gnnoop", "qnrrsp"]
)
"""A 6x6 that needs suppositions."""
OVER = Deadline(1.0)
OVER.spend(2.0)
QUICK = (Technique.COMPLETE, Technique.LEVEL)
"""Techniques that look once at every cell."""


def test_steps_found_in_time_are_those_found_without_limit():
    whole = explain(HARD)
    assert whole.late is None
    for seconds in (1e-6, 3e-4, 1e-3, 3e-3):
        way = explain(HARD, deadline=Deadline(seconds))
        assert way.late is not None
        assert way.late.what == Message("out_of_time", doing=Message("looking_for_a_step"), limit=seconds)
        assert way.steps == whole.steps[: len(way.steps)]
        assert len(way.steps) < len(whole.steps)
        known = empty(HARD)
        for step in way.steps:
            known = settled(known, step.water, step.air)
        assert way.known == known
    assert explain(HARD, deadline=Deadline(60.0)) == whole


@pytest.mark.parametrize("find", [find for name, find in TECHNIQUES if name not in QUICK] + [forced_cells])
def test_each_technique_ends_when_the_time_is_up(find: Callable[[Position], Iterable[object]]):
    with pytest.raises(TimedOut):
        list(find(position_of(HARD, empty(HARD), OVER)))
