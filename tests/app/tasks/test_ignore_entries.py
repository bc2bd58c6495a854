"""Colours of the picture may look like entries: nobody is told of mistakes, and entries can be ignored."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.service import Text
from app.tasks import Task
from app.tasks.solve import solve
from pipeline import prove_image
from solver.formats import Form, format_json, format_puzzle
from solver.formats.annotated import AnnotatedPuzzle, known_of
from tests.shell import DRY, PUZZLE, WATER, WET, asked, changed, fields, marked, pixels, screenshot, told
from vision.drawing.puzzle import draw_puzzle

OFFER = "if these are not your entries, add --ignore-entries"
FILLED = np.isin(PUZZLE.regions, (1, 2, 4))
"""Cells of aquariums that are filled with one colour, whatever the solution is."""
COLOURED = FILLED.astype(int).tolist()
CELLS = [(row, col) for row in range(1, 7) for col in range(1, 7)]
UNTOLD = int(FILLED.sum())


def test_colours_are_no_mistakes_and_all_wet_cells_are_painted(capsys):
    screenshot("a.png", COLOURED)
    code, out, err = told(capsys, "a.png")
    assert (code, out) == (0, "")
    said = f"  it is unclear whether the colour of {UNTOLD} cells is water; {OFFER}"
    assert "wrong" not in err
    assert err.splitlines()[1] == said
    assert {cell for cell in CELLS if changed("a.png", "a.solved.png", *cell)} == {
        (row, col) for row, col in CELLS if WATER[row - 1][col - 1]
    }
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
    screenshot("a.png", marked((*DRY, 1), (*WET, 2)))
    screenshot("empty.png")
    ignoring, empty = (
        told(capsys, *task, *words, "-q") for words in (["a.png", "--ignore-entries"], ["empty.png"])
    )
    assert ignoring == empty
    assert ignoring[0] == 0
    one, other = fields(capsys, *task, "a.png", "--ignore-entries"), fields(capsys, *task, "empty.png")
    assert one["marks"] == [[0] * 6] * 6
    for name in ("path", "seconds", "corners", "output"):
        del one[name], other[name]
    assert one == other


def test_mistakes_are_perhaps_colours_only_where_all_water_fills_aquariums(capsys):
    screenshot("a.png", marked((*DRY, 1), (*WET, 1)))
    assert OFFER not in told(capsys, "check", "a.png")[2]


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
