"""Cells and places in words."""

from app.tasks.wording import cell_words, place_words
from solver.places import ClueAt
from tests.shell import PUZZLE


def test_cells_are_named_row_by_row():
    assert cell_words([(0, 0)]) == "row 1 column 1"
    assert cell_words([(1, 5), (0, 1), (0, 2), (0, 3), (0, 7)]) == "row 1 columns 2–4 and 8; row 2 column 6"
    assert cell_words([(0, 0), (0, 2), (0, 4)]) == "row 1 columns 1, 3 and 5"


def test_places_are_named_as_a_player_sees_them():
    assert place_words(PUZZLE, [ClueAt("row", 1)], []) == "row 2"
    assert place_words(PUZZLE, [ClueAt("row", 1), ClueAt("column", 0)], [2]) == (
        "row 2, column 1 and the aquarium at row 1 column 3"
    )
    assert place_words(PUZZLE, [], []) == ""
