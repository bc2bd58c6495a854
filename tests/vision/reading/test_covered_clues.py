"""A number that something is drawn over is read without it, doubted and named; what covers it is none."""

import numpy as np
import pytest

from fixtures.drawing.drawn_over import Sheet
from fixtures.drawing.render import STYLES
from pipeline import solve_image
from solver.places import ClueAt
from tests.conftest import Case, Draw
from tests.vision.reading.test_bare_sides import PURPLE, YELLOW, at, sheet
from vision import read
from vision.reading.calibration import NO_NUMBER
from vision.reading.covered_clues import in_doubt, number_ink, wiped


@pytest.fixture(scope="module")
def board(draw: Draw) -> Case:
    return draw(6, 6, STYLES["site"], seed=2, unique=True)


@pytest.fixture
def over(board: Case) -> Sheet:
    return sheet(board)


def test_of_a_board_that_nothing_is_drawn_over_no_clue_is_named(board: Case):
    assert read(board.pixels).covered == set()


def test_a_number_under_a_thin_stroke_is_read_and_named(board: Case, over: Sheet):
    over.lay(over.lines([at(over, (-1.4, 2.2), (0.3, 2.8))], 0.09), PURPLE)
    reading = read(over.pixels)
    assert ClueAt("row", 2) in reading.covered
    assert {place.axis for place in reading.covered if isinstance(place, ClueAt)} == {"row"}
    assert reading.puzzle == board.puzzle
    assert np.exp(max(reading.evidence.row_clues[2])) < 0.9


def test_a_number_under_a_sticker_follows_from_the_rules_and_is_named(board: Case, over: Sheet):
    turns = np.linspace(0, 2 * np.pi, 60)
    ring = zip(-0.6 + 0.45 * np.cos(turns), 3.5 + 0.45 * np.sin(turns), strict=True)
    over.lay(over.shape(at(over, *ring)), YELLOW)
    result = solve_image(over.pixels)
    assert (result.status, result.puzzle, result.solution.water) == ("solved", board.puzzle, board.water)
    assert ClueAt("row", 3) in {told.place for told in (*result.doubts, *result.repairs)}


def test_what_is_drawn_beside_a_number_in_another_colour_is_no_digit_of_it(board: Case, over: Sheet):
    over.lay(over.text("1", at(over, (2.15, -0.75))[0], 0.5, "sans-bold"), PURPLE)
    result = solve_image(over.pixels)
    assert result.status != "solved" or (result.puzzle, result.solution.water) == (board.puzzle, board.water)


def windows(ink: tuple[int, int, int]) -> np.ndarray:
    """Return a window of white paper with an upright and a level stroke of ink."""
    window = np.full((30, 40, 3), 255, np.uint8)
    window[5:25, 15:20] = ink
    window[20:25, 15:30] = ink
    return window


def test_foreign_ink_is_wiped_and_the_numbers_own_is_left():
    look = number_ink([windows((0, 0, 0))] * 4)
    assert look
    drawn = windows((0, 0, 0))
    drawn[8:12] = PURPLE
    clean, foreign = wiped(drawn, look)
    assert foreign[8:12].all() and not foreign[:8].any() and not foreign[12:].any()
    assert (clean[8:12] == 255).all()
    assert (clean[13:] == windows((0, 0, 0))[13:]).all()


def test_a_number_of_another_colour_is_not_wiped_away():
    look = number_ink([windows((0, 0, 0))] * 4)
    assert look
    clean, foreign = wiped(windows((204, 0, 0)), look)
    assert not foreign.any()
    assert (clean == windows((204, 0, 0))).all()


def test_too_few_numbers_and_grain_tell_no_colour():
    assert number_ink([windows((0, 0, 0))] * 2) is None
    grainy = [np.random.default_rng(seed).integers(0, 256, (30, 40, 3), np.uint8) for seed in range(4)]
    assert number_ink(grainy) is None


def test_the_more_of_a_number_is_covered_the_less_is_known_of_it():
    seen = np.full(NO_NUMBER + 1, 1e-6)
    seen[4] = 1
    slightly, hardly = in_doubt(seen, 0.05, 6), in_doubt(seen, 1.0, 6)
    assert slightly.sum() == pytest.approx(1) and hardly.sum() == pytest.approx(1)
    assert 0.6 < slightly[4] < 0.8
    assert hardly[4] < 0.2 < 6 * hardly[3]
    assert slightly[7:NO_NUMBER].max() < 1e-6
    assert hardly[NO_NUMBER] < 0.05
