"""Of the ink beside a board, its numbers are what stands in one line, as high as digits are."""

import numpy as np
import pytest

from vision.reading.margins import Number, in_one_line

LINES = 6


def digit(line: int, away: float = 0.45, wide: float = 0.27) -> Number:
    """Return a digit beside a line, as the edge sees it."""
    return away, line + 0.3, away + wide, line + 0.7


@pytest.mark.parametrize("sideways", [True, False], ids=["beside", "above"])
def test_every_line_has_the_number_that_stands_beside_it(sideways: bool):
    digits = [digit(line, wide=0.4) for line in range(LINES)]
    assert in_one_line(np.array(digits), LINES, sideways=sideways) == digits


def test_digits_side_by_side_are_one_number():
    found = in_one_line(np.array([digit(0), digit(1), digit(1, away=0.8)]), 2, sideways=True)
    assert found == [digit(0), (0.45, 1.3, 1.07, 1.7)]


@pytest.mark.parametrize("sideways", [True, False], ids=["beside", "above"])
def test_of_two_numbers_beside_a_line_the_clue_is_where_clues_are_likely(sideways: bool):
    near = [digit(line, away=0.4, wide=0.3) for line in range(LINES)]
    far = [digit(line, away=1.4, wide=0.3) for line in range(LINES)]
    likely = np.tile([0.1, 0.9], (LINES, 1))
    pieces = np.array(near + far)
    assert in_one_line(pieces, LINES, likely, sideways=sideways) == far
    assert in_one_line(pieces, LINES, likely[:, ::-1], sideways=sideways) == near
    assert in_one_line(pieces, LINES, sideways=sideways) == near


def test_what_shows_of_a_thick_frame_is_no_number_beside_it():
    crumbs = [(0.1, line + 0.4, 0.13, line + 0.68) for line in range(2, LINES)]
    digits = [digit(line) for line in range(LINES)]
    assert in_one_line(np.array(digits + crumbs), LINES, sideways=True) == digits


def test_a_one_is_a_number_however_near_the_frame_it_stands():
    ones = [digit(line, away=0.11, wide=0.09) for line in range(LINES)]
    assert in_one_line(np.array(ones), LINES, sideways=True) == ones
