"""Numbers beside the board are found on their side of it, one for each line, and gaps are seen as gaps."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.drawing.board.style import STYLES
from pipeline import solve_image
from solver.places import ClueAt
from tests.conftest import Draw
from tests.vision.reading.drawn import draw as draw_number
from tests.vision.reading.over import PURPLE, YELLOW, sheet
from vision.reading.calibration import NO_NUMBER, in_doubt
from vision.reading.clues import Clues, read_clues
from vision.reading.flat import BEYOND, MARGIN, FlatBoard
from vision.reading.read import read


def values(axis: Clues) -> list[int | None]:
    return [None if best == NO_NUMBER else int(best) for best in axis.log_p.argmax(axis=1)]


PITCH, LINES = 40, 6


def beside(*numbers: tuple[float, Sequence[object]], size: float = 0.55) -> FlatBoard:
    """Print columns of numbers left of a board, their middles so many cells away, and nothing else."""
    margin = round(MARGIN * PITCH)
    pixels = np.full((LINES * PITCH + 2 * margin, LINES * PITCH + 2 * margin, 3), 255, np.uint8)
    for away, column in numbers:
        for line, number in enumerate(column):
            crop = draw_number(str(number), cell=PITCH, size=size)
            top, left = margin + line * PITCH - 2, margin - round(away * PITCH) - crop.shape[1] // 2
            place = pixels[top : top + crop.shape[0], left : left + crop.shape[1]]
            place[:] = np.minimum(place, crop)
    return FlatBoard(pixels, LINES, LINES, PITCH, margin, np.full(3, 255, np.float32))


def left_of(*cells: int) -> NDArray[np.float64]:
    """Return that clues are likely so many whole cells left of every row, and nowhere else."""
    places = np.zeros((LINES + 2 * BEYOND, LINES + 2 * BEYOND))
    for away in cells:
        places[BEYOND:-BEYOND, BEYOND - 1 - away] = 1
    return places


NUMBERS, FURTHER = (3, 12, 0, 7, 10, 4), (6, 5, 14, 2, 1, 9)


@pytest.mark.parametrize("away", [0.35, 0.97, 1.03, 1.7])
@pytest.mark.parametrize("is_known", [True, False])
def test_numbers_are_read_wherever_they_stand(away: float, is_known: bool):
    places = left_of(int(away)) if is_known else left_of()
    assert values(read_clues(beside((away, NUMBERS)), places)[1]) == list(NUMBERS)


@pytest.mark.parametrize("size", [0.26, 0.4, 0.55, 0.8])
def test_numbers_are_read_however_high_their_digits_are_beside_their_cells(size: float):
    assert values(read_clues(beside((0.7, NUMBERS), size=size), left_of(0))[1]) == list(NUMBERS)


def progress(numbers: Sequence[int]) -> list[str]:
    return [f"{number // 2}/{number}" for number in numbers]


def test_of_clues_written_as_progress_the_whole_is_read():
    assert values(read_clues(beside((0.9, progress(NUMBERS)), size=0.4), left_of(0))[1]) == list(NUMBERS)


def test_a_single_clue_that_looks_like_progress_is_not_taken_for_it():
    words = [*map(str, NUMBERS[:-1]), "2/4"]
    rows = read_clues(beside((0.8, words), size=0.4), left_of(0))[1]
    assert values(rows)[:-1] == list(NUMBERS[:-1])
    assert np.exp(rows.log_p[-1, 4]) < 0.5


def test_one_likely_clue_beside_very_many_lines_does_not_tell_which_edge_has_them():
    pixels = np.full((60 * 8, 60 * 8, 3), 255, np.uint8)
    flat = FlatBoard(pixels, 54, 54, 8, 24, np.full(3, 255, np.float32))
    places = np.zeros((54 + 2 * BEYOND, 54 + 2 * BEYOND))
    places[BEYOND, BEYOND - 1] = 0.6
    assert not any(any(axis.seen) for axis in read_clues(flat, places))


def test_of_two_numbers_beside_a_line_the_clue_is_where_clues_are_likely():
    flat = beside((0.5, NUMBERS), (1.5, FURTHER))
    assert values(read_clues(flat, left_of(0))[1]) == list(NUMBERS)
    assert values(read_clues(flat, left_of(1))[1]) == list(FURTHER)


def test_a_number_that_larger_ink_covers_is_in_doubt():
    flat = beside((0.5, NUMBERS))
    top = flat.margin + 2 * PITCH
    flat.pixels[top - 10 : top + PITCH + 10, flat.margin - 24 : flat.margin - 17] = 120
    rows = read_clues(flat, left_of(0))[1]
    assert (rows.covered, all(rows.seen)) == ((2,), True)
    assert np.exp(rows.log_p[2]).max() < 0.95


# A number that something is drawn over is doubted and named, the more the more of it is covered


def test_a_number_of_two_digits_may_stand_under_a_stroke_where_lines_are_long_enough(draw: Draw):
    wide = draw(4, 12, STYLES["site"], seed=3, unique=True)
    over = sheet(wide)
    over.lay(over.lines([[(-1.4, 1.2), (0.3, 1.8)]], 0.09), PURPLE)
    result = solve_image(over.pixels)
    assert (result.status, result.puzzle) == ("solved", wide.puzzle)


def test_a_number_under_a_sticker_follows_from_the_rules_and_is_named(draw: Draw):
    board = draw(4, 10, STYLES["site"], seed=2, unique=True)
    assert read(board.pixels).covered == set()
    over = sheet(board)
    over.disc((-0.6, 3.5), 0.45, YELLOW)
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
