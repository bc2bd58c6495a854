"""`aquarium hint`: the next step, and no more of it than was asked for."""

from pathlib import Path

import numpy as np

from app.service import Text, Wanted
from app.tasks import Task
from app.tasks.wording import cell_words, place_words
from solver import Puzzle
from solver.formats import format_json, format_truth
from solver.formats.annotated import AnnotatedPuzzle
from solver.logic.step import defined, settled
from solver.places import ClueAt
from tests.app.tasks.conftest import HALF_RIGHT
from tests.oracle import next_step
from tests.shell import DRY, PUZZLE, ROW_PAIRS, WATER, asked, fields, pixels, screenshot, told, written
from vision.drawing.puzzle import draw_puzzle

EMPTY = ((None,) * 6,) * 6
AQUARIUM = "then look at the aquarium at row 1 column 3\n"


def test_a_nudge_says_only_where_to_look(capsys):
    screenshot("a.png")
    code, out, err = told(capsys, "hint", "a.png")
    assert (code, out) == (0, "look at row 2\n")
    assert err == "a.png: for the cells, add --level cell → a.hint.png\n"
    assert written() == ["a.hint.png", "a.png"]
    assert not np.array_equal(pixels("a.png"), pixels("a.hint.png"))
    step = fields(capsys, "hint", "a.png")["step"]
    assert step["lines"] == ["left:2"]
    assert [step[name] for name in ("water", "air", "because", "chain")] == [None] * 4


def test_more_is_told_on_request(capsys):
    screenshot("a.png")
    first = defined(next_step(PUZZLE, EMPTY))
    cells = "water in row 2 columns 2–4; row 3 column 2; row 4 columns 1–3; row 5 column 2"
    code, out, _ = told(capsys, "hint", "a.png", "--level", "cell")
    assert (code, out) == (0, "look at row 2\nwater in row 2 columns 2–4\n")  # not what follows elsewhere
    said = f"look at row 2\n{cells}\n{first.because}\n", "a.png: next: count the row → a.hint.png\n"
    assert told(capsys, "hint", "a.png", "--level", "reason") == (0, *said)
    few, every = (fields(capsys, "hint", "a.png", "--level", level) for level in ("cell", "reason"))
    cell, reason = few["step"], every["step"]
    assert (cell["because"], reason["because"]) == (None, first.because)
    assert reason["water"] == [[row + 1, col + 1] for row, col in first.water]
    assert cell["water"] == reason["water"][:3]
    assert (cell["settles"], reason["settles"]) == ("water in row 2 columns 2–4", cells)
    assert (few["code"], few["values"]) == ("more_follow", {"cells": len(first.water) - 3})
    assert few["also"] == [{"code": "ask_for_reason", "values": {"level": "reason"}}]


def test_a_mistake_is_said_first_and_the_step_goes_on_without_it(capsys):
    screenshot("a.png", HALF_RIGHT)
    said = "a.png: 1 mistake to correct first; for the cells, add --level cell → a.hint.png\n"
    assert told(capsys, "hint", "a.png") == (6, f"the mistake is in row {DRY[0]}\n{AQUARIUM}", said)
    _, out, _ = told(capsys, "hint", "a.png", "--level", "cell")
    assert out.startswith("Row {}, column {}: you put water; should be empty\n".format(*DRY) + AQUARIUM)
    assert len(fields(capsys, "hint", "a.png")["mistakes"]) == 1


def test_hints_end_where_all_the_water_is_in(capsys):
    Path("a.json").write_text(format_json(AnnotatedPuzzle(PUZZLE, WATER)))
    said = "all the water is in\n", "a.json: complete and right → a.hint.png\n"
    assert told(capsys, "hint", "a.json") == (0, *said)
    assert hint(WATER, "cell").to_dict()["done"]


def hint(known, level):
    text = Text(format_json(AnnotatedPuzzle(PUZZLE, known)))
    return asked(text, Task("hint", level=level), wanted=Wanted(picture=False))


def test_who_puts_in_crosses_is_told_where_they_go_and_who_does_not_is_not():
    known = settled(EMPTY, next_step(PUZZLE, EMPTY).water)
    following = next_step(PUZZLE, known)
    assert not following.water
    assert hint(known, "cell").to_dict()["step"]["water"]
    assert not hint(settled(known, (), following.air[:1]), "cell").to_dict()["step"]["water"]


def test_the_air_of_full_lines_that_a_reason_counts_on_is_dotted():
    puzzle = Puzzle([2, None, None], [None, 1, None], ["abc", "def", "ghi"])
    text = format_json(AnnotatedPuzzle(puzzle, ((None,) * 3, (None, True, None), (None,) * 3)))
    pictures = [asked(Text(text), Task("hint", level=level)).picture for level in ("cell", "reason")]
    board = draw_puzzle(puzzle)[1]
    x, y = (axis.astype(int) for axis in board.points(*np.meshgrid(np.arange(3) + 0.5, np.arange(3) + 0.5)))
    dotted = (pictures[0][y, x] != pictures[1][y, x]).any(axis=2)
    assert dotted.tolist() == [[False] * 3, [True, False, True], [False] * 3]
    (premise,) = asked(Text(text), Task("hint", level="reason")).to_dict()["step"]["premises"]
    assert (premise["lines"], premise["air"]) == (["left:2"], [[2, 1], [2, 3]])


def test_what_is_wet_or_dry_together_is_given_away_together(capsys):
    Path("a.txt").write_text(format_truth(Puzzle([1] * 7 + [2], [8, 1], ["aaaaaaab", "cccccccb"])))
    line = fields(capsys, "hint", "a.txt", "--level", "cell")
    assert line["step"]["water"] == [[1, col] for col in range(1, 8)]
    assert (line["code"], line["values"]) == ("more_follow", {"cells": 2})


def test_a_puzzle_with_several_solutions_comes_to_an_end(capsys):
    screenshot("a.png", [[0] * 4, [0] * 4, [2] * 4, [2] * 4], ROW_PAIRS)
    code, out, err = told(capsys, "hint", "a.png")
    assert (code, out) == (0, "nothing more can be deduced\n")
    assert "the puzzle has several solutions" in err


def test_cells_and_places_are_named_row_by_row_and_as_a_player_sees_them():
    assert cell_words([(1, 5), (0, 1), (0, 2), (0, 3), (0, 7)]) == "row 1 columns 2–4 and 8; row 2 column 6"
    assert cell_words([(0, 0), (0, 2), (0, 4)]) == "row 1 columns 1, 3 and 5"
    said = "row 2, column 1 and the aquarium at row 1 column 3"
    assert place_words(PUZZLE, [ClueAt("row", 1), ClueAt("column", 0)], [2]) == said
    assert place_words(PUZZLE, [], []) == ""
