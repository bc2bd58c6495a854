"""How far lines, pairs and bounds lead is told as the steps show it, in less time."""

import numpy as np
import pytest

from fixtures.drawing.puzzles import unique_puzzle
from solver import Puzzle
from solver.logic.explanation import explain
from solver.logic.reach import settled_without_suppositions
from solver.logic.step import Technique

PAIR_AFTER_PAIR = (2035, 2166)
"""Seeds of boards where pairs of lines, counted one after another, have to be counted again."""
BOUNDS_AFTER_BOUNDS = 3324
"""Seed of a board where what a bound settles settles further bounds, but no pair of lines."""


def puzzle_of(seed: int) -> Puzzle:
    return unique_puzzle(np.random.default_rng(seed), 7, 9, mean_size=2)[0]


@pytest.mark.parametrize("seed", [*range(8), *PAIR_AFTER_PAIR, BOUNDS_AFTER_BOUNDS])
def test_what_is_told_of_a_board_without_its_steps_is_what_they_show(seed: int) -> None:
    way = explain(puzzle_of(seed), hardest=Technique.PAIR)
    is_settled = all(None not in row for row in way.known)
    takes_bounds = any(step.technique is Technique.BOUNDS for step in way.steps)
    told = settled_without_suppositions(puzzle_of(seed))
    assert told is is_settled or (told is None and (takes_bounds or not is_settled))


def test_bounds_are_followed_further_than_steps_go_which_is_left_to_them_to_tell() -> None:
    way = explain(puzzle_of(BOUNDS_AFTER_BOUNDS), hardest=Technique.PAIR)
    assert any(None in row for row in way.known)
    assert settled_without_suppositions(puzzle_of(BOUNDS_AFTER_BOUNDS)) is None
