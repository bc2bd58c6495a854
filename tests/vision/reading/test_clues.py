"""Numbers are read, beside the board on their side of it, one for each line; gaps are seen as gaps."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from fixtures.drawing.board.style import STYLES
from pipeline import solve_image
from solver.places import ClueAt
from tests.conftest import Draw
from vision.files.pixels import Image
from vision.reading.calibration import NO_NUMBER, in_doubt
from vision.reading.clues import Clues, read_clues
from vision.reading.digits import PATCH, WEIGHTS, Ink, ink_of, paper_around
from vision.reading.flat import BEYOND, MARGIN, FlatBoard
from vision.reading.read import read


def printed(text: str, *, cell: int = 40, size: float = 0.55, ink: int = 0) -> Image:
    """Print text of `size` cells, of some grey, in the middle of a white crop of 1.1 by 1.4 cells."""
    picture = Pillow.new("RGB", (round(1.4 * cell), round(1.1 * cell)), (255, 255, 255))
    font = ImageFont.load_default(size * cell)
    left, top, right, bottom = font.getbbox(text)
    place = (picture.width - right - left) / 2, (picture.height - bottom - top) / 2
    ImageDraw.Draw(picture).text(place, text, fill=(ink,) * 3, font=font)
    return np.asarray(picture)


def in_window(crop: Image) -> Ink:
    """Bring out the ink of a crop as large as a window."""
    assert crop.shape[:2] == PATCH
    return ink_of(crop[None], paper_around(crop)[None])


def in_patch(text: str, ink: int = 0) -> Image:
    """Print text as large as a window shows it."""
    return printed(text, cell=29, ink=ink)[:, : PATCH[1]].copy()


def test_the_weights_are_small_enough_to_ship():
    assert WEIGHTS.stat().st_size <= 850_000


def test_faint_ink_beside_a_black_stroke_is_in_full_strength_in_the_second_view():
    crop = in_patch("5", 200)
    crop[2:4, 6:-6] = 0
    usual, faint = np.moveaxis(in_window(crop).patches[0, 8:-8, 12:-12], -1, 0)
    assert usual.max() < 100
    assert faint.max() > 200


def test_ink_is_as_strong_as_it_differs_from_the_paper_and_grain_is_none():
    grain = np.random.default_rng(0).normal(200, 12, (*PATCH, 3)).clip(0, 255).astype(np.uint8)
    crops = in_patch("8"), in_patch("8", 190), in_patch(""), grain
    black, grey, blank, grainy = (in_window(crop).strengths[0] for crop in crops)
    assert black == pytest.approx(250, abs=25)
    assert grey == pytest.approx(65, abs=10)
    assert blank <= 0
    assert grainy < 0.1 * black


PITCH, LINES = 40, 6
NUMBERS, FURTHER = (3, 12, 0, 7, 10, 4), (6, 5, 14, 2, 1, 9)
YELLOW = (255, 204, 0)


def values(axis: Clues) -> list[int | None]:
    return [None if best == NO_NUMBER else int(best) for best in axis.log_p.argmax(axis=1)]


def beside(*numbers: tuple[float, Sequence[object]], size: float = 0.55) -> FlatBoard:
    """Print columns of numbers left of a board, their middles so many cells away, and nothing else."""
    margin = round(MARGIN * PITCH)
    pixels = np.full((LINES * PITCH + 2 * margin, LINES * PITCH + 2 * margin, 3), 255, np.uint8)
    for away, column in numbers:
        for line, number in enumerate(column):
            crop = printed(str(number), cell=PITCH, size=size)
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


def test_every_value_to_41_is_read_with_certainty():
    for first in range(0, 42, LINES):
        numbers = [*range(first, first + LINES)]
        rows = read_clues(beside((0.7, numbers)), left_of(0))[1]
        assert values(rows) == numbers
        assert np.exp(rows.log_p).max(axis=1).min() > 0.9


def test_other_signs_are_no_number():
    assert (
        values(read_clues(beside((0.7, ["?", "A", "Row", "x", "12345", ""]), size=0.45), left_of(0))[1])
        == [None] * 6
    )


@pytest.mark.parametrize("away", [0.35, 0.97, 1.03, 1.7])
@pytest.mark.parametrize("is_known", [True, False])
def test_numbers_are_read_wherever_they_stand(away: float, is_known: bool):
    places = left_of(int(away)) if is_known else left_of()
    assert values(read_clues(beside((away, NUMBERS)), places)[1]) == list(NUMBERS)


@pytest.mark.parametrize("size", [0.26, 0.4, 0.8])
def test_numbers_are_read_however_high_their_digits_are_beside_their_cells(size: float):
    assert values(read_clues(beside((0.7, NUMBERS), size=size), left_of(0))[1]) == list(NUMBERS)


def test_of_clues_written_as_progress_the_whole_is_read():
    progress = [f"{number // 2}/{number}" for number in NUMBERS]
    assert values(read_clues(beside((0.9, progress), size=0.4), left_of(0))[1]) == list(NUMBERS)


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


def test_a_number_under_a_sticker_follows_from_the_rules_and_is_named(draw: Draw):
    board = draw(4, 10, STYLES["site"], seed=2, unique=True)
    assert read(board.pixels).covered == set()
    over = board.drawing.canvas()
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
    assert [slightly.sum(), hardly.sum()] == pytest.approx([1, 1])
    assert 0.88 < slightly[4] < 0.95
    assert hardly[4] < 0.2 < 6 * hardly[3]
    assert slightly[7:NO_NUMBER].max() < 1e-5
    assert hardly[NO_NUMBER] < 0.05
    (longer,) = in_doubt(told(12)[None], np.array([0.05]), 12)
    assert 0.88 < longer[12] < 0.95


@pytest.mark.parametrize("misread", [NO_NUMBER, 12])
def test_what_is_no_number_that_fits_may_be_any_that_does(misread: int):
    (values,) = in_doubt(told(misread)[None], np.array([0.1]), 6)
    assert values[:7] == pytest.approx(0.98 / 7, abs=0.001)
