"""Cells of which cannot be told what is put there: no command takes them for right, wrong or empty."""

from pathlib import Path

import numpy as np
import pytest

from app.tasks.judge import Judgement
from solver.formats import format_json
from solver.formats.annotated import AnnotatedPuzzle, known_of
from solver.puzzle import Rows
from tests.shell import DONE, DRY, PUZZLE, WATER, WET, fields, marked, pixels, told

DRY_CELL, WET_CELL = ((row - 1, col - 1) for row, col in (DRY, WET))
FIRST_STEP = [(2, 2), (2, 3), (2, 4), (3, 2), (4, 1), (4, 2), (4, 3), (5, 2)]
"""The cells that the first hint of the empty board settles, counted from 1."""


def written_with(unclear, marks: Rows = DONE) -> None:
    """Write the puzzle as a.json with what is put in its cells but for those that cannot be told."""
    record = AnnotatedPuzzle(PUZZLE, known_of(marks), None, tuple(unclear))
    Path("a.json").write_text(format_json(record))


def test_an_unclear_cell_is_no_mistake_and_nothing_is_called_done(capsys):
    written_with([DRY_CELL, WET_CELL])
    code, out, err = told(capsys, "check", "a.json")
    assert code == 0
    assert (DRY, WET, out) == ((1, 1), (1, 3), "Row 1, columns 1 and 3: cannot tell what you put\n")
    said = "20 of 21 water cells filled, 0 crosses, no mistakes, 2 cells unclear"
    assert err == f"a.json: {said} → a.checked.png\n"
    line = fields(capsys, "check", "a.json")
    assert (line["done"], line["mistakes"]) == (None, [])
    assert sorted(line["unclear"]) == sorted(map(list, (DRY, WET)))
    assert line["marks"][DRY_CELL[0]][DRY_CELL[1]] is None


def test_a_board_of_which_nothing_can_be_told_is_not_called_empty(capsys):
    written_with(list(np.ndindex(6, 6)), [[0] * 6] * 6)
    _, _, err = told(capsys, "check", "a.json")
    assert "nothing has been put in" not in err
    assert "36 cells unclear" in err


@pytest.mark.parametrize(
    ("marks", "unclear", "done"),
    [
        (DONE, [], True),
        (DONE, [DRY_CELL], None),
        (DONE, [WET_CELL], None),
        (marked((*WET, 0), solved=True), [DRY_CELL], False),
        (marked((*DRY, 1), solved=True), [WET_CELL], False),
    ],
)
def test_done_is_open_only_where_unclear_cells_decide(marks, unclear, done):
    known = tuple(
        tuple(None if (row, col) in unclear else mark for col, mark in enumerate(line))
        for row, line in enumerate(known_of(marks))
    )
    assert Judgement(PUZZLE, known, WATER, tuple(unclear)).is_done is done


def test_by_the_rules_an_unclear_cell_may_be_wet_or_dry(capsys):
    column = [(row, 5) for row in range(6)]
    written_with(column[1:], marked(*((row, 6, 1) for row in range(1, 7))))  # its clue says 1
    code, out, err = told(capsys, "check", "a.json", "--rules-only")
    assert (code, out) == (0, "".join(f"Row {r}, column 6: cannot tell what you put\n" for r in range(2, 7)))
    assert "no rule broken so far, 5 cells unclear" in err
    written_with(column[3:], marked(*((row, 6, 1) for row in range(1, 7))))
    code, out, _ = told(capsys, "check", "a.json", "--rules-only")
    assert code == 6
    assert "Column 6 has 3 water cells, but its clue is 1\n" in out


def test_a_hint_takes_unclear_cells_as_empty_and_says_where_that_matters(capsys):
    at = FIRST_STEP[0]
    written_with([(at[0] - 1, at[1] - 1)], [[0] * 6] * 6)
    code, out, err = told(capsys, "hint", "a.json")
    assert (code, out) == (0, "look at row 2\n1 cell of it is unclear\n")
    assert "a.json: what is entered in 1 cell cannot be told and is left aside; for the cells" in err
    _, out, _ = told(capsys, "hint", "a.json", "--level", "cell")
    assert out.splitlines()[-1] == "cannot tell what you put in row 2 column 2; it may be right already"
    assert fields(capsys, "hint", "a.json")["unclear"] == [[2, 2]]


def test_solving_draws_no_mistake_on_an_unclear_cell(capsys):
    written_with([DRY_CELL], marked((*DRY, 1), solved=True))
    assert told(capsys, "a.json", "-o", "unclear.png")[0] == 0
    written_with([])
    assert told(capsys, "a.json", "-o", "right.png")[0] == 0
    assert np.array_equal(pixels("unclear.png"), pixels("right.png"))
