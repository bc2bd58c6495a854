"""Suppositions that lines refute: which are made short, and how one is said in a sentence."""

import numpy as np
import pytest

from fixtures.drawing.puzzles import unique_puzzle
from solver import Puzzle
from solver.logic import trials
from solver.logic.explanation import explain
from solver.logic.justification import argument
from solver.logic.layout import layout_of
from solver.logic.position import Position, position_of
from solver.logic.refutation import Deduction, Refutation
from solver.logic.refutations import refutations
from solver.logic.state import State
from solver.logic.step import Technique


def refuted(seed: int) -> Position:
    """Return a position that pairs of lines leave open, after a look at what is refuted there."""
    puzzle, _ = unique_puzzle(np.random.default_rng(seed), 9, 11, mean_size=2)
    position = position_of(puzzle, explain(puzzle, hardest=Technique.PAIR).known)
    refutations(position)
    return position


def test_only_the_shortest_of_many_refutations_are_made_shorter() -> None:
    memory = refuted(7).memory
    lengths = {
        trial: len(found.chain)
        for trial, (_, found) in memory.trials.items()
        if found and trial[2] in {most for _, _, most, _ in memory.shortened}
    }
    taken = [length for trial, length in lengths.items() if trial in memory.shortened]
    left = [length for trial, length in lengths.items() if trial not in memory.shortened]
    assert max(taken) <= min(left)
    assert min(lengths.values()) < max(lengths.values())


def test_what_a_refutation_does_not_need_is_left_out() -> None:
    memory, saved = refuted(11).memory, []
    for trial, (_, found) in memory.shortened.items():
        whole = memory.trials[trial][1]
        assert whole is not None
        saved.append(len(whole.chain) - len(found.chain))
    assert min(saved) == 0 < max(saved)


def test_where_no_line_alone_refutes_anything_pairs_of_lines_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "refutations", lambda *_: [])
    puzzle, water = unique_puzzle(np.random.default_rng(9), 12, 15, mean_size=2)
    position = position_of(puzzle, explain(puzzle, hardest=Technique.PAIR).known)
    (step,) = trials.suppositions(position)
    assert step.technique is Technique.SUPPOSE
    assert any(len(each.lines) == 2 for each in step.chain)
    assert [bool(each.water or each.air) for each in step.chain] == [True] * (len(step.chain) - 1) + [False]
    assert all(water[row][col] for row, col in step.water)
    assert not any(water[row][col] for row, col in step.air)
    lengths = [len(found.chain) for _, found in position.memory.shortened.values()]
    assert len(step.chain) - 1 == min(lengths) < max(lengths)


def test_what_a_line_would_have_is_said_of_water_and_air_apart() -> None:
    layout = layout_of(Puzzle([None] * 5, [3], ["aabbc"]))
    state = State(layout, [None] * 3)
    state.settle({0: True})
    settles = state.settled_by(0)
    assert settles == {1: False, 2: True}
    refutation = Refutation(0, True, (Deduction(0, settles),))
    assert str(argument(State(layout, [None] * 3), refutation)) == (
        "row 1 would have aquarium 3 (at row 1 column 5) wet and aquarium 2 (at row 1 column 3) dry"
    )
