"""A drawn puzzle is read back as it is, its board stands where it is said to, and any puzzle can be drawn."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fixtures.drawing.board.puzzles import random_puzzle
from solver.puzzle import RULES, Puzzle
from tests.strategies import repeatable, without_clues
from vision.drawing.puzzle import PITCH, WALL, clue_boxes, draw_puzzle, read_written, usual_pitch
from vision.reading.read import read

SHARPER = 0.7
"""Pixels that the reader's lines may stand beside where they were drawn."""


def puzzle_of(rows: int, cols: int, seed: int = 0) -> Puzzle:
    return random_puzzle(np.random.default_rng([rows, cols, seed]), rows, cols)[0]


@settings(repeatable, max_examples=6)
@example(22, 22, 0, 20)
@given(st.integers(4, 12), st.integers(4, 12), st.integers(0, 2**32), st.sampled_from([None, 26, 31, 64]))
def test_a_drawn_puzzle_is_read_back_with_its_entries(rows: int, cols: int, seed: int, pitch: int | None):
    puzzle = puzzle_of(rows, cols, seed)
    marks = np.random.default_rng(seed).choice(3, (rows, cols), p=[0.6, 0.2, 0.2]) * (seed % 3 > 0)
    put = tuple(map(tuple, marks.tolist()))
    image, known = read_written(replace(puzzle, rule=RULES[seed % 2]), put, pitch=pitch)
    reading = read(image)
    assert reading.puzzle == puzzle  # the rule is not read from pictures
    assert np.abs(np.array(reading.board.corners) - known.board.corners).max() < SHARPER
    assert reading.marks == put


@pytest.mark.parametrize("pitch", [8, 19, 48, 101])
def test_lines_are_centred_where_the_board_says_and_missing_clues_stay_blank(pitch: int):
    puzzle = puzzle_of(5, 7, 1)
    image, board = draw_puzzle(without_clues(puzzle), pitch=pitch)
    ink = (image < 255).any(axis=2)
    left, top = board.corners[0]
    right, bottom = board.corners[2]
    y, x = np.nonzero(ink)
    assert left - x.min() == x.max() + 1 - right == top - y.min() == y.max() + 1 - bottom
    assert left - x.min() == pytest.approx(WALL * pitch / 2, abs=1.2)
    across = np.flatnonzero(ink[round(top + pitch / 2), round(left + pitch / 2) : round(right - pitch / 2)])
    runs = np.split(across, np.flatnonzero(np.diff(across) > 1) + 1)
    middles = [(run[0] + run[-1] + 1) / 2 for run in runs]
    expected, _ = board.points(np.arange(1.0, 7), np.zeros(1))
    assert np.array(middles) + round(left + pitch / 2) == pytest.approx(expected)


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (7, 1), (3, 40), (60, 60)])
def test_boards_of_every_shape_are_drawn_with_all_their_clues(shape: tuple[int, int]):
    regions = np.arange(shape[0] * shape[1]).reshape(shape)
    puzzle = Puzzle(range(shape[1]), range(shape[0]), regions.tolist())
    image, board = draw_puzzle(puzzle)
    assert (board.rows, board.cols) == shape
    cols, rows = clue_boxes(puzzle, board)
    for left, top, right, bottom in (*cols, *rows):
        assert 0 <= left < right <= image.shape[1] and 0 <= top < bottom <= image.shape[0]
        assert (image[top:bottom, left:right] < 128).any()
    left, top = board.corners[0]
    beside = image.copy()
    beside[round(top - board.pitch / 9) :, round(left - board.pitch / 9) :] = 255
    for box in (*cols, *rows):
        beside[box[1] : box[3], box[0] : box[2]] = 255
    assert (beside == 255).all()  # no clue reaches beyond its place


def test_huge_boards_have_smaller_cells():
    assert usual_pitch(puzzle_of(6, 6)) == usual_pitch(puzzle_of(30, 4)) == PITCH
    assert [usual_pitch(Puzzle([], [], [[1] * side])) for side in (50, 100, 200)] == [30, 20, 20]
