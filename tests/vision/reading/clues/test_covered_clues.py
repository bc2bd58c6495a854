"""A number that something is drawn over is read without it, doubted and named; what covers it is none."""

import numpy as np
import pytest

from fixtures.drawing.drawn_over import Sheet
from fixtures.drawing.render import STYLES
from pipeline import solve_image
from solver.places import ClueAt
from tests.conftest import Case, Draw
from tests.vision.reading.test_bare_sides import PURPLE, YELLOW, at, sheet
from vision.reading.calibration import NO_NUMBER
from vision.reading.clues.covered_clues import SLACK, in_doubt, number_ink, usual_places, wiped
from vision.reading.read import read

GREY = (120, 120, 128)


@pytest.fixture(scope="module")
def board(draw: Draw) -> Case:
    return draw(4, 10, STYLES["site"], seed=2, unique=True)


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


@pytest.mark.parametrize("line", range(4))
def test_a_number_of_two_digits_may_stand_under_a_stroke_where_lines_are_long_enough(draw: Draw, line: int):
    wide = draw(4, 12, STYLES["site"], seed=3, unique=True)
    over = sheet(wide)
    over.lay(over.lines([at(over, (-1.4, line + 0.2), (0.3, line + 0.8))], 0.09), PURPLE)
    reading = read(over.pixels)
    assert ClueAt("row", line) in reading.covered
    assert reading.puzzle == wide.puzzle


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
    assert (result.status, result.puzzle, result.solution.water) == ("solved", board.puzzle, board.water)


def test_a_stroke_beside_a_number_is_no_digit_of_it(board: Case, over: Sheet):
    over.lay(over.lines([at(over, (-0.22, 3.3), (-0.14, 3.7))], 0.09), GREY)
    reading = read(over.pixels)
    assert reading.puzzle == board.puzzle
    assert ClueAt("row", 3) in reading.covered


def windows(ink: tuple[int, int, int]) -> np.ndarray:
    """Return a window of white paper with an upright and a level stroke of ink."""
    window = np.full((30, 40, 3), 255, np.uint8)
    window[5:25, 15:20] = ink
    window[20:25, 15:30] = ink
    return window


PLACE = (slice(3, 27), slice(10, 32))
"""Where the number of a window stands."""


def test_foreign_ink_is_wiped_and_the_numbers_own_is_left():
    look = number_ink([windows((0, 0, 0))] * 4)
    assert look
    drawn = windows((0, 0, 0))
    drawn[8:12] = PURPLE
    found = wiped(drawn, look, PLACE)
    assert found.foreign[8:12, PLACE[1]].all()
    assert not found.foreign[:8].any() and not found.foreign[12:].any()
    assert (found.pixels[8:12] == 255).all()
    assert (found.pixels[13:] == windows((0, 0, 0))[13:]).all()
    assert found.share == pytest.approx(4 / 24, abs=0.01)


def test_a_number_of_another_colour_is_not_wiped_away():
    look = number_ink([windows((0, 0, 0))] * 4)
    assert look
    found = wiped(windows((204, 0, 0)), look, PLACE)
    assert not found.foreign.any()
    assert (found.pixels == windows((204, 0, 0))).all()


def test_pale_ink_beside_strokes_is_wiped_though_it_is_a_mixture_of_paper_and_ink():
    look = number_ink([windows((0, 0, 0))] * 4)
    assert look
    drawn = windows((0, 0, 0))
    drawn[5:25, 22:26] = np.minimum(drawn[5:25, 22:26], 120)
    found = wiped(drawn, look, PLACE)
    assert found.foreign[5:18, 22:26].all()
    assert (found.pixels == windows((0, 0, 0))).all(axis=2)[:18].all()


def test_what_goes_on_beyond_the_place_of_numbers_is_wiped_though_it_is_of_their_ink():
    look = number_ink([windows((0, 0, 0))] * 4)
    assert look
    drawn = windows((0, 0, 0))
    drawn[:, 30:40] = 0
    drawn[20:25, 28:30] = 255
    found = wiped(drawn, look, PLACE)
    assert (found.pixels[:, 30:] == 255).all()
    assert (found.pixels[:, :28] == windows((0, 0, 0))[:, :28]).all()
    assert found.share > 0


def test_a_stroke_that_something_crosses_is_healed():
    look = number_ink([windows((0, 0, 0))] * 4)
    assert look
    drawn = windows((0, 0, 0))
    drawn[8:11] = PURPLE
    healed = wiped(drawn, look, PLACE).healed
    assert healed[9, 15:20].mean() < 100
    assert healed[9, 22:].mean() > 200


def test_numbers_are_looked_for_where_the_others_stand():
    boxes = [(-0.7, 0.3, -0.3, 0.7), (-0.9, 1.0, -0.1, 2.0), (-0.7, 2.3, -0.3, 2.7)]
    plain = np.array([True, False, True])
    assert usual_places(boxes, plain, sideways=True, longest=6)[1] == pytest.approx(
        (-0.7 - SLACK, 1.3 - SLACK, -0.3 + SLACK, 1.7 + SLACK)
    )
    left, _, right, _ = usual_places(boxes, plain, sideways=True, longest=12)[1]
    assert right - left > 0.9, "twelve has two digits"


def test_too_few_numbers_and_grain_tell_no_colour():
    assert number_ink([windows((0, 0, 0))] * 2) is None
    grainy = [np.random.default_rng(seed).integers(0, 256, (30, 40, 3), np.uint8) for seed in range(4)]
    assert number_ink(grainy) is None


def told(number: int) -> np.ndarray:
    """Return the probabilities of a window in which a number is clear."""
    seen = np.full(NO_NUMBER + 1, 1e-6)
    seen[number] = 1
    return seen / seen.sum()


def test_the_more_was_wiped_away_the_less_is_known_of_a_number():
    slightly, hardly = (in_doubt(told(NO_NUMBER), told(4), share, 6) for share in (0.05, 0.9))
    assert slightly.sum() == pytest.approx(1)
    assert hardly.sum() == pytest.approx(1)
    assert 0.88 < slightly[4] < 0.95
    assert hardly[4] < 0.2 < 6 * hardly[3]
    assert slightly[7:NO_NUMBER].max() == 0
    assert hardly[NO_NUMBER] < 0.05


def test_what_is_no_number_that_fits_may_be_any_that_does():
    for misread in (told(NO_NUMBER), told(12)):
        values = in_doubt(misread, misread, 0.1, 6)
        assert values[:7] == pytest.approx(0.98 / 7, abs=0.001)


def test_a_number_that_is_clear_only_as_it_is_is_doubted_more():
    assert in_doubt(told(4), told(NO_NUMBER), 0.1, 6)[4] == pytest.approx(0.7 + 0.3 * 0.98 / 7, abs=0.001)
