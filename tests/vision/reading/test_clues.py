"""Numbers beside the board are found on their side of it, one for each line, and gaps are seen as gaps."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.reading.drawn import draw as draw_number
from vision.reading.calibration import NO_NUMBER
from vision.reading.clues import Clues, read_clues
from vision.reading.flat import BEYOND, MARGIN, FlatBoard


def values(axis: Clues) -> list[int | None]:
    return [None if best == NO_NUMBER else int(best) for best in axis.log_p.argmax(axis=1)]


PITCH, LINES = 40, 6


def beside(*numbers: tuple[float, Sequence[int]]) -> FlatBoard:
    """Print columns of numbers left of a board, their middles so many cells away, and nothing else."""
    margin = round(MARGIN * PITCH)
    pixels = np.full((LINES * PITCH + 2 * margin, LINES * PITCH + 2 * margin, 3), 255, np.uint8)
    for away, column in numbers:
        for line, number in enumerate(column):
            crop = draw_number(str(number), cell=PITCH)
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
