"""Suppositions that lines refute, how one is said in a sentence, and what is alike in every way to go on."""

import numpy as np
import pytest

from fixtures.drawing.board.puzzles import unique_puzzle
from solver import Puzzle
from solver.logic import suppose
from solver.logic.explanation import explain
from solver.logic.layout import layout_of
from solver.logic.position import Position, State, position_of
from solver.logic.step import Technique
from solver.logic.suppose import (
    SHORT,
    Link,
    Refutation,
    refutations,
    refutations_by_pairs,
    refute,
)
from solver.logic.techniques import OneLine


def open_to_pairs(seed: int) -> tuple[Position, list[Refutation]]:
    """Return a position that pairs of lines leave open, and all short refutations there as they are found."""
    puzzle, _ = unique_puzzle(np.random.default_rng(seed), 9, 11, mean_size=2)
    position = position_of(puzzle, explain(puzzle, hardest=Technique.PAIR).known)
    segments = [segment for segment, fate in enumerate(position.fates) if fate is None]
    tried = [refute(position, segment, wet, most=SHORT) for segment in segments for wet in (True, False)]
    return position, [each for each in tried if each]


def test_what_a_refutation_does_not_need_is_left_out() -> None:
    position, every = open_to_pairs(11)
    lengths = {(each.segment, each.wet): len(each.chain) for each in every}
    saved = [lengths[each.segment, each.wet] - len(each.chain) for each in refutations(position)]
    assert min(saved) == 0 < max(saved)


def test_marks_that_no_solution_has_leave_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suppose, "refutations", lambda *_: [])
    position = position_of(Puzzle([1, 1], [1, 1], ["ab", "cd"]), ((True, True), (None, None)))
    assert suppose.forced_cells(position) is None
    (step,) = suppose.suppositions(position)
    assert (step.technique, step.cells) == (Technique.SEARCH, ())


def test_where_no_line_alone_refutes_anything_pairs_of_lines_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suppose, "refutations", lambda *_: [])
    puzzle, water = unique_puzzle(np.random.default_rng(9), 12, 15, mean_size=2)
    position = position_of(puzzle, explain(puzzle, hardest=Technique.PAIR).known)
    (step,) = suppose.suppositions(position)
    assert step.technique is Technique.SUPPOSE
    assert any(len(each.lines) == 2 for each in step.chain)
    assert [bool(each.water or each.air) for each in step.chain] == [True] * (len(step.chain) - 1) + [False]
    assert all(water[row][col] for row, col in step.water)
    assert not any(water[row][col] for row, col in step.air)
    lengths = [len(each.chain) for each in refutations_by_pairs(position, position.layout.fates(water))]
    assert len(step.chain) - 1 == min(lengths) < max(lengths)


def test_what_a_line_would_have_is_said_of_water_and_air_apart() -> None:
    layout = layout_of(Puzzle([None] * 5, [3], ["aabbc"]))
    state = State(layout, [None] * 3)
    state.settle({0: True})
    refutation = Refutation(0, True, (Link(OneLine(layout.lines[0]), state.settled_by(0)),))
    assert str(refutation.argument(State(layout, [None] * 3))) == (
        "row 1 would have aquarium 3 (at row 1 column 5) wet and aquarium 2 (at row 1 column 3) dry"
    )
