"""Entries are compared with each other: those unlike the others of their kind are not told as a player's."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.drawing.kinds import drawn
from solver.puzzle import Puzzle
from tests.conftest import PLAIN, Case, Draw
from tests.vision.reading.laid_flat import UNCLEAR, flat
from training.boards import board_of
from vision.files.pixels import Image
from vision.reading.colours import colours_of
from vision.reading.flat import rectify
from vision.reading.likeness import by_other_entries, without_tints
from vision.reading.marks import CROSS, NOTHING, WATER, certain_marks

Kinds = NDArray[np.integer]


def told(pixels: Image, taken: Kinds) -> Kinds:
    """Return what is told of entries that a reader takes for these."""
    board = flat(pixels)
    marks = [[int(mark) for mark in row] for row in taken]
    return by_other_entries(certain_marks(marks), board, colours_of(board)).kinds


def written(case: Case, words: dict[tuple[int, int], str]) -> Image:
    """Write words into cells."""
    (left, top), (right, _) = case.drawing.corners[:2]
    pitch, pixels = (right - left) / case.puzzle.width, case.pixels.copy()
    for (row, col), word in words.items():
        at = round(left + (col + 0.3) * pitch), round(top + (row + 0.72) * pitch)
        cv2.putText(pixels, word, at, cv2.FONT_HERSHEY_SIMPLEX, pitch / 45, (40, 40, 40), 2, cv2.LINE_AA)
    return pixels


def empty_cells(case: Case) -> list[tuple[int, int]]:
    return [(row, col) for row, col in np.argwhere(np.array(case.marks) == NOTHING).tolist()]


def taken_for(case: Case, cells: list[tuple[int, int]], kind: int) -> Kinds:
    taken = np.array(case.marks, int)
    taken[tuple(zip(*cells, strict=True))] = kind
    return taken


def test_a_letter_among_crosses_is_not_told_as_one(draw: Draw):
    case = draw(8, 9, PLAIN, seed=3, played="partly")
    cells = empty_cells(case)[:3]
    seen = told(written(case, dict(zip(cells, "AKR", strict=True))), taken_for(case, cells, CROSS))
    assert all(seen[cell] == UNCLEAR for cell in cells)
    assert (np.array(case.marks) == CROSS).sum() >= 3
    assert (seen[np.array(case.marks) > 0] == np.array(case.marks)[np.array(case.marks) > 0]).all()


def test_letters_that_differ_from_cell_to_cell_are_no_signs(draw: Draw):
    case = draw(8, 9, PLAIN, seed=3)
    cells = empty_cells(case)[:26]
    words = dict(zip(cells, "ABCDEFGHABCDEFGHABCDEFGHAB", strict=True))
    assert (told(written(case, words), taken_for(case, cells, CROSS)) != CROSS).all()


def test_a_player_may_have_two_signs_for_air(draw: Draw):
    case = draw(8, 9, PLAIN, seed=3, played="partly")
    cells = empty_cells(case)[:5]
    taken = taken_for(case, cells, CROSS)
    assert (told(written(case, dict.fromkeys(cells, "o")), taken) == taken).all()


def test_signs_by_hand_are_all_told_though_no_two_are_alike():
    picture = drawn("by hand: cross", 4)
    board = rectify(picture.pixels, board_of(picture))
    marks = picture.truth.marks
    assert marks is not None
    taken = np.array(marks, int)
    assert (taken == CROSS).sum() >= 3
    seen = by_other_entries(
        certain_marks([[*map(int, row)] for row in taken]), board, colours_of(board)
    ).kinds
    assert (seen == taken).all()


def test_a_cell_of_another_colour_than_the_water_or_of_that_of_the_page_holds_none(draw: Draw):
    case = draw(8, 9, PLAIN, seed=3, played="partly")
    (tinted, blank) = cells = empty_cells(case)[:2]
    (left, top), (right, _) = case.drawing.corners[:2]
    pitch, pixels = (right - left) / 9, case.pixels.copy()
    y, x = (round(start + at * pitch) for start, at in ((top, tinted[0]), (left, tinted[1])))
    pixels[y + 4 : y + round(pitch) - 4, x + 4 : x + round(pitch) - 4] = (255, 220, 120)
    taken = taken_for(case, cells, WATER)
    seen = told(pixels, taken)
    assert seen[tinted] == seen[blank] == UNCLEAR
    taken[tinted] = taken[blank] = UNCLEAR
    assert (seen == taken).all()


ROOMS = ["aabb", "aabb", "ccdd", "ccdd"]
TWOS = Puzzle([2] * 4, [2] * 4, ROOMS)
PLAIN_CELLS = np.ones((4, 4), np.bool_)


def lines_of_water(*lines: object) -> list[list[int]]:
    marks = np.zeros((4, 4), int)
    for line in lines:
        marks[line] = WATER
    return [[*map(int, row)] for row in marks]


@pytest.mark.parametrize("lines", [(np.s_[1:3],), (np.s_[:, 1:3],), (np.s_[2], np.s_[:, 1])])
def test_whole_lines_of_one_colour_are_tints_unless_their_clues_fill_them(lines: tuple):
    water = certain_marks(lines_of_water(*lines))
    half, full = TWOS, Puzzle([4] * 4, [4] * 4, ROOMS)
    assert (without_tints(water, half, PLAIN_CELLS).kinds != WATER).all()
    assert (without_tints(water, full, PLAIN_CELLS).kinds == water.kinds).all()


@pytest.mark.parametrize("water", [lines_of_water(np.s_[2]), lines_of_water(np.s_[1:3], np.s_[3, 1])])
def test_a_whole_line_of_water_is_told_alone_and_where_other_water_stands(water: list[list[int]]):
    told_so = certain_marks(water)
    assert (without_tints(told_so, TWOS, PLAIN_CELLS).kinds == told_so.kinds).all()


def test_one_cell_of_one_colour_on_an_empty_board_may_be_selected_and_is_not_told():
    one = lines_of_water(np.s_[2, 1])
    assert (without_tints(certain_marks(one), TWOS, PLAIN_CELLS).kinds[2, 1]) not in (WATER, CROSS)
    for also, plain in ((lines_of_water(np.s_[2, 1:3]), PLAIN_CELLS), (one, ~PLAIN_CELLS)):
        assert without_tints(certain_marks(also), TWOS, plain).kinds[2, 1] == WATER
    one[0][0] = CROSS
    assert without_tints(certain_marks(one), TWOS, PLAIN_CELLS).kinds[2, 1] == WATER
