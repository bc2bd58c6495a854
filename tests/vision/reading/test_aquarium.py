"""What tells an Aquarium board is weighed in one score: numbers beside it, walls, what its cells hold."""

from dataclasses import replace

import numpy as np
import pytest

from pipeline import read_written
from solver.message import Message
from solver.puzzle import Puzzle
from tests.vision.reading.test_page import reading
from vision.reading.aquarium import features_of, has_clues, is_uniform, may_have_clues, why_none
from vision.reading.cut import NO_CLUES, Cut
from vision.reading.reading import Reading

WHOLE = reading()
ALIKE = replace(WHOLE, evidence=replace(WHOLE.evidence, right=((-9.0,) * 5,) * 6, below=((-9.0,) * 6,) * 5))
UNCLEAR = replace(WHOLE, is_known=False, loose=30)


@pytest.mark.parametrize(
    ("board", "seen"),
    [
        (replace(WHOLE, contents="numbers"), ["numbers_in_cells"]),
        (replace(WHOLE, opposed=(True, False)), ["numbers_differ_across"]),
        (replace(ALIKE, contents="signs"), ["lines_alike", "symbols_in_cells"]),
        (replace(UNCLEAR, contents="signs"), ["symbols_in_cells"]),
        (replace(reading(clues=5), contents="signs"), ["symbols_in_cells"]),
    ],
)
def test_what_only_another_puzzle_has_is_named(board: Reading, seen: list[str]):
    assert features_of(board).score < 0
    assert why_none(board) == (Message("another_puzzle", seen=tuple(map(Message, seen))),)


@pytest.mark.parametrize(
    "board", [WHOLE, replace(WHOLE, contents="signs"), ALIKE, UNCLEAR, reading(clues=6)],
    ids=["whole", "signs of one's own", "walls that are lost", "walls in doubt", "clues that are left out"],
)  # fmt: skip
def test_one_thing_that_is_amiss_does_not_make_another_puzzle(board: Reading):
    assert features_of(board).score >= 0
    assert why_none(board) == ()


def test_a_grid_with_few_numbers_beside_it_is_told_how_few():
    assert why_none(reading(clues=0)) == (Message("no_clues", rows=6, columns=6),)
    some = tuple(Message("some_of_lines", clues=2, axis=axis) for axis in ("row", "column"))
    assert why_none(reading(clues=4)) == (Message("few_clues", rows=6, columns=6, found=some),)


def test_numbers_that_cannot_be_read_or_are_cut_off_may_be_there():
    bare = reading(clues=0)
    assert not may_have_clues(bare)
    assert may_have_clues(replace(bare, inked=(1.0, 1.0)))
    at_one_side = replace(bare, inked=(1.0, 0.0))
    assert not may_have_clues(at_one_side)
    assert may_have_clues(replace(at_one_side, cut=(Cut("left", NO_CLUES),)))


def test_a_board_has_clues_with_enough_clues_in_all_and_each_way():
    assert [has_clues(reading(clues=clues)) for clues in (12, 6, 5, 4)] == [True, True, True, False]
    one_way = reading()
    assert not has_clues(replace(one_way, puzzle=replace(one_way.puzzle, row_clues=(1, *[None] * 5))))


@pytest.mark.parametrize(
    ("regions", "uniform"),
    [
        (np.zeros((6, 6)), True),
        (np.arange(36).reshape(6, 6), True),
        (np.arange(36).reshape(6, 6) // 6, True),
        (np.pad(np.ones((4, 4)), 1), False),
        (np.pad(np.ones((3, 3)), ((0, 3), (0, 3))), False),
        (np.zeros((1, 1)), True),
    ],
    ids=["no walls", "all walls", "stripes", "a ring", "a corner", "one cell"],
)
def test_a_board_whose_lines_are_all_alike_is_uniform(regions: np.ndarray, uniform: bool):
    _, written = read_written(Puzzle([1] * len(regions), [1] * len(regions), regions.astype(int).tolist()))
    assert is_uniform(written) == uniform
