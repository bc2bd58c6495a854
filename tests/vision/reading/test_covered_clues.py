"""A number that something is drawn over is doubted and named, the more the more of it is covered."""

import numpy as np
import pytest

from fixtures.drawing.board.render import STYLES
from pipeline import solve_image
from solver.places import ClueAt
from tests.conftest import Draw
from tests.vision.reading.over import PURPLE, YELLOW, at, sheet
from vision.reading.calibration import NO_NUMBER, in_doubt
from vision.reading.read import read


def test_a_number_of_two_digits_may_stand_under_a_stroke_where_lines_are_long_enough(draw: Draw):
    wide = draw(4, 12, STYLES["site"], seed=3, unique=True)
    over = sheet(wide)
    over.lay(over.lines([at(over, (-1.4, 1.2), (0.3, 1.8))], 0.09), PURPLE)
    result = solve_image(over.pixels)
    assert (result.status, result.puzzle) == ("solved", wide.puzzle)


def test_a_number_under_a_sticker_follows_from_the_rules_and_is_named(draw: Draw):
    board = draw(4, 10, STYLES["site"], seed=2, unique=True)
    assert read(board.pixels).covered == set()
    over = sheet(board)
    turns = np.linspace(0, 2 * np.pi, 60)
    ring = zip(-0.6 + 0.45 * np.cos(turns), 3.5 + 0.45 * np.sin(turns), strict=True)
    over.lay(over.shape(at(over, *ring)), YELLOW)
    result = solve_image(over.pixels)
    assert (result.status, result.puzzle, result.solution.water) == ("solved", board.puzzle, board.water)
    assert ClueAt("row", 3) in {told.place for told in (*result.doubts, *result.repairs)}


def told(number: int) -> np.ndarray:
    """Return the probabilities of a window in which a number is clear."""
    seen = np.full(NO_NUMBER + 1, 1e-6)
    seen[number] = 1
    return seen / seen.sum()


def test_the_more_of_a_number_is_covered_the_less_is_known_of_it():
    slightly, hardly = in_doubt(np.array([told(4), told(4)]), np.array([0.05, 0.9]), 6)
    assert slightly.sum() == pytest.approx(1)
    assert hardly.sum() == pytest.approx(1)
    assert 0.88 < slightly[4] < 0.95
    assert hardly[4] < 0.2 < 6 * hardly[3]
    assert slightly[7:NO_NUMBER].max() < 1e-5
    assert hardly[NO_NUMBER] < 0.05


@pytest.mark.parametrize("misread", [NO_NUMBER, 12])
def test_what_is_no_number_that_fits_may_be_any_that_does(misread: int):
    (values,) = in_doubt(told(misread)[None], np.array([0.1]), 6)
    assert values[:7] == pytest.approx(0.98 / 7, abs=0.001)
