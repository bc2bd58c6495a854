"""What is entered may be colours of the picture, or cannot be told: it is not taken for right or wrong."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.service import Text
from app.tasks import Task
from app.tasks.judge import Judgement
from app.tasks.solve import solve
from pipeline import prove_image
from solver.formats import Form, format_json, format_puzzle
from solver.formats.annotated import AnnotatedPuzzle, known_of
from solver.puzzle import Rows
from tests.app.tasks.conftest import MISTAKEN, changed_cells
from tests.shell import DONE, DRY, EMPTY, PUZZLE, WATER, WET, asked, fields, marked, pixels, screenshot, told
from vision.drawing.puzzle import draw_puzzle

OFFER = "if these are not your entries, add --ignore-entries"
FILLED = np.isin(PUZZLE.regions, (1, 2, 4))
"""Cells of aquariums that are filled with one colour, whatever the solution is."""
COLOURED = FILLED.astype(int).tolist()
UNTOLD = int(FILLED.sum())


def test_colours_are_no_mistakes_and_all_wet_cells_are_painted(capsys):
    screenshot("a.png", COLOURED)
    code, out, err = told(capsys, "a.png")
    assert (code, out) == (0, "")
    said = f"  it is unclear whether the colour of {UNTOLD} cells is water; {OFFER}"
    assert "wrong" not in err
    assert err.splitlines()[1] == said
    assert changed_cells("a.png", "a.solved.png") == set(map(tuple, (np.argwhere(WATER) + 1).tolist()))
    line = fields(capsys, "a.png")
    assert line["mistakes"] == []
    assert (np.array(line["marks"], object) == np.where(FILLED, None, 0)).all()
    assert [line["code"], *(told["code"] for told in line["also"])] == ["colours_unclear", "ignore_entries"]


@pytest.mark.parametrize("task", [["check", "--rules-only"], ["hint"], ["explain", "--from-marks"]])
def test_colours_that_may_be_water_are_said_wherever_entries_count(capsys, task):
    screenshot("a.png", COLOURED)
    line = fields(capsys, *task, "a.png")
    said = [{"code": line["code"], "values": line["values"]}, *line["also"]]
    assert {"code": "colours_unclear", "values": {"cells": UNTOLD}} in said
    assert not {"left_aside", "all_done"} & {one["code"] for one in said}
    assert line.get("unclear") in ([], None)


@pytest.mark.parametrize("task", [["check"], ["hint", "--level", "reason"], ["solve"]])
def test_entries_that_are_ignored_are_as_if_there_were_none(capsys, task):
    screenshot("a.png", MISTAKEN)
    screenshot("empty.png")
    one, other = fields(capsys, *task, "a.png", "--ignore-entries"), fields(capsys, *task, "empty.png")
    assert (one["exit_code"], one["marks"]) == (0, [[0] * 6] * 6)
    for name in ("path", "seconds", "corners", "output"):
        del one[name], other[name]
    assert one == other


def test_a_text_and_who_says_what_is_entered_are_believed(capsys):
    Path("a.json").write_text(format_json(AnnotatedPuzzle(PUZZLE, known_of(COLOURED))))
    _, _, err = told(capsys, "check", "a.json")
    assert "mistakes" in err
    assert OFFER not in err
    assert fields(capsys, "check", "a.json", "--ignore-entries")["code"] == "nothing_entered"
    told(capsys, "draw", "a.json", "--ignore-entries", "-o", "empty.png")
    assert np.array_equal(pixels("empty.png"), draw_puzzle(PUZZLE)[0])
    text = format_puzzle(PUZZLE, Form.PUZZLINK)
    for ignored in (False, True):  # in place of what the picture or text has
        outcome = asked(Text(text), Task("check"), marks="w" * 36, ignore_entries=ignored)
        assert outcome.final_status == "mistaken"
        assert OFFER not in outcome.message


def test_where_only_the_water_is_certain_that_is_told_first():
    image = pixels(screenshot("a.png", COLOURED))
    result = replace(prove_image(image), puzzle_certain=False)
    codes = [message.code for message in solve(image, result).messages]
    assert codes == ["only_water_certain", "colours_unclear", "ignore_entries"]


DRY_CELL, WET_CELL = ((row - 1, col - 1) for row, col in (DRY, WET))


def written_with(unclear, marks: Rows = DONE) -> None:
    """Write the puzzle as a.json with what is put in its cells but for those that cannot be told."""
    record = AnnotatedPuzzle(PUZZLE, known_of(marks), None, tuple(unclear))
    Path("a.json").write_text(format_json(record))


def test_an_unclear_cell_is_no_mistake_and_nothing_is_called_done(capsys):
    written_with([DRY_CELL, WET_CELL])
    assert (DRY, WET) == ((1, 1), (1, 3))
    out = "Row 1, columns 1 and 3: cannot tell what you put\n"
    said = "20 of 21 water cells filled, 0 crosses, no mistakes, 2 cells unclear"
    assert told(capsys, "check", "a.json") == (0, out, f"a.json: {said} → a.checked.png\n")
    line = fields(capsys, "check", "a.json")
    assert (line["done"], line["mistakes"]) == (None, [])
    assert sorted(line["unclear"]) == sorted(map(list, (DRY, WET)))
    assert line["marks"][DRY_CELL[0]][DRY_CELL[1]] is None
    written_with(np.ndindex(6, 6), EMPTY)
    assert "36 cells unclear" in told(capsys, "check", "a.json")[2]  # it is not called empty


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
    column, marks = [(row, 5) for row in range(6)], marked(*((row, 6, 1) for row in range(1, 7)))
    written_with(column[1:], marks)  # its clue says 1
    code, out, err = told(capsys, "check", "a.json", "--rules-only")
    assert (code, out) == (0, "".join(f"Row {r}, column 6: cannot tell what you put\n" for r in range(2, 7)))
    assert "no rule broken so far, 5 cells unclear" in err
    written_with(column[3:], marks)
    code, out, _ = told(capsys, "check", "a.json", "--rules-only")
    assert (code, "Column 6 has 3 water cells, but its clue is 1\n" in out) == (6, True)


def test_a_hint_takes_unclear_cells_as_empty_and_says_where_that_matters(capsys):
    written_with([(1, 1)], EMPTY)  # of those that the first step settles
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
