"""Numbers beside the board are found on their side of it, one for each line, and gaps are seen as gaps."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.drawing.board.render import STYLES, draw_puzzle
from solver.puzzle import Puzzle
from tests.conftest import Draw
from tests.vision.reading.drawn import draw as draw_number
from tests.vision.reading.laid_flat import first_board
from vision.files.pixels import Image
from vision.reading.calibration import NO_NUMBER
from vision.reading.clues import Clues, read_clues
from vision.reading.flat import BEYOND, MARGIN, FlatBoard
from vision.reading.network import CLUE
from vision.reading.seen import look_at
from vision.reading.sides import align

SMOOTH = replace(STYLES["site"], zoom=1.5, lettering="smooth", rim=0)


def clues(pixels: Image) -> tuple[Clues, Clues]:
    _, flat, sides = align(pixels, first_board(pixels))
    return read_clues(flat, look_at(flat, sides).places.cells[..., CLUE])


def values(axis: Clues) -> list[int | None]:
    return [None if best == NO_NUMBER else int(best) for best in axis.log_p.argmax(axis=1)]


def assert_read(pixels: Image, puzzle: Puzzle) -> tuple[Clues, Clues]:
    """All clues are read, and where there are none, none is."""
    cols, rows = clues(pixels)
    assert (tuple(values(cols)), tuple(values(rows))) == (puzzle.col_clues, puzzle.row_clues)
    return cols, rows


def without(puzzle: Puzzle, is_missing: Callable[[int], bool]) -> Puzzle:
    """Leave out the clues of some columns, and of the rows of the same numbers."""
    col_clues, row_clues = (
        [None if is_missing(line) else clue for line, clue in enumerate(axis)]
        for axis in (puzzle.col_clues, puzzle.row_clues)
    )
    return Puzzle(col_clues, row_clues, puzzle.regions)


@pytest.mark.parametrize("absent", [{3}, {0, 5}, set(range(7))])
def test_a_line_without_a_number_has_none(draw: Draw, absent: set[int]):
    puzzle = without(draw(5, 7, seed=7).puzzle, absent.__contains__)
    cols, rows = assert_read(draw_puzzle(puzzle, SMOOTH).pixels, puzzle)
    assert [not seen for seen in cols.seen] == [line in absent for line in range(7)]
    assert [not seen for seen in rows.seen] == [line in absent for line in range(5)]


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
