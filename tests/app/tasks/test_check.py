"""`aquarium check`: mistakes and broken rules, in words, drawn and as data."""

import re
from pathlib import Path

import numpy as np
import pytest

from app.tasks.judge import judged
from pipeline import Result
from solver import Puzzle, solve, violations
from solver.formats import format_truth
from solver.formats.annotated import known_of
from tests.app.tasks.conftest import HALF_RIGHT, MISTAKEN, changed_cells
from tests.shell import DONE, DRY, PUZZLE, ROW_PAIRS, WET, fields, marked, pixels, screenshot, told, written
from vision.drawing.puzzle import read_written


def test_mistakes_are_named_drawn_and_told_as_data(capsys):
    before = screenshot("a.png", MISTAKEN).read_bytes()
    code, out, err = told(capsys, "check", "a.png")
    assert code == 6
    assert sorted(out.splitlines()) == [
        "Row {}, column {}: you put water; should be empty".format(*DRY),
        "Row {}, column {}: you put a cross; should be water".format(*WET),
    ]
    assert err == "a.png: 0 of 21 water cells filled, 1 cross, 2 mistakes → a.checked.png\n"
    assert written() == ["a.checked.png", "a.png"]
    assert Path("a.png").read_bytes() == before
    assert changed_cells("a.png", "a.checked.png") == {DRY, WET}
    line = fields(capsys, "check", "a.png")
    assert (line["status"], line["exit_code"], line["output"], line["broken"]) == ("solved", 6, None, None)
    assert {tuple(mistake.values()) for mistake in line["mistakes"]} == {(*WET, "cross"), (*DRY, "water")}
    assert set(line["mistakes"][0]) == {"row", "col", "mark"}
    assert (line["wet_marked"], line["wet"], line["crosses"], line["done"]) == (0, 21, 1, False)


def test_neighbouring_mistakes_of_one_kind_are_one_line(capsys):
    screenshot("a.png", marked(*((2, col, 2) for col in range(1, 6)), (2, 6, 1), (5, 5, 1), (5, 6, 1)))
    assert told(capsys, "check", "a.png")[1].splitlines() == [
        "Row 2, columns 1–5: you put a cross; should be water",
        "Row 2, column 6: you put water; should be empty",
        "Row 5, columns 5–6: you put water; should be empty",
    ]


def test_a_solved_picture_tells_the_mistakes_that_are_crossed_out_in_it(capsys):
    screenshot("a.png", MISTAKEN)
    code, _, err = told(capsys, "a.png")
    assert code == 0
    assert ", one solution, 2 of your cells are wrong, " in err
    assert fields(capsys, "a.png")["mistakes"] == fields(capsys, "check", "a.png")["mistakes"] != []
    screenshot("a.png", SO_FAR)
    assert "wrong" not in told(capsys, "a.png")[2]
    assert fields(capsys, "a.png")["mistakes"] == []


SO_FAR = marked((*WET, 1), (*DRY, 2))
CROSSES = marked((*DRY, 2), (*WET, 2))
"""Of which one is wrong, but breaks no rule yet."""


@pytest.mark.parametrize(
    ("marks", "words", "said"),
    [
        (SO_FAR, [], "1 of 21 water cells filled, 1 cross, no mistakes"),
        (CROSSES, ["--rules-only"], "0 water cells, 2 crosses, no rule broken so far"),
        (DONE, [], "21 of 21 water cells filled, 0 crosses, no mistakes, complete and right"),
        (DONE, ["--rules-only"], "21 water cells, 0 crosses, complete and right"),
        (marked(), [], "nothing entered yet"),
    ],
)
def test_where_nothing_is_wrong_it_is_said_how_far_the_board_is(marks, words, said, capsys):
    screenshot("a.png", marks)
    assert told(capsys, "check", "a.png", *words) == (0, "", f"a.png: {said} → a.checked.png\n")
    assert np.array_equal(pixels("a.png"), pixels("a.checked.png"))


def test_broken_rules_are_named_and_drawn(capsys):
    marks = marked(*((row, 6, 1) for row in range(1, 7)))
    screenshot("a.png", marks)
    code, out, err = told(capsys, "check", "a.png", "--rules-only")
    said = [line.rpartition(": ")[2].lower() for line in out.splitlines()]
    assert (code, said) == (6, violations(PUZZLE, known_of(marks)))
    assert "Column 6 has 6 water cells, but its clue is 1\n" in out
    assert re.search(r"6 water cells, 0 crosses, \d+ rules? broken → a.checked.png", err)
    assert (3, 6) in changed_cells("a.png", "a.checked.png")
    line = fields(capsys, "check", "a.png", "--rules-only")
    assert line["mistakes"] is None
    assert "top:6" in [at for broken in line["broken"] for at in broken["lines"]]
    assert (line["wet_marked"], line["wet"], line["done"]) == (6, None, None)


def test_a_puzzle_with_several_solutions_is_judged_by_what_they_share(capsys):
    screenshot("a.png", [[1, 0, 0, 0], [0] * 4, [1, 0, 0, 2], [0] * 4], ROW_PAIRS)
    code, out, err = told(capsys, "check", "a.png")
    assert (code, out) == (6, "Row 3, column 1: you put water; should be empty\n")
    assert "; the puzzle has several solutions; only what they all share is checked → a.checked.png" in err


def test_of_several_pictures_every_line_names_its_own_and_quiet_says_only_what_is_wrong(capsys):
    screenshot("a.png", HALF_RIGHT)
    screenshot("b.png", SO_FAR)
    code, out, err = told(capsys, "check", "a.png", "b.png", "missing.png")
    assert (code, out) == (6, "a.png: Row {}, column {}: you put water; should be empty\n".format(*DRY))
    assert err.splitlines()[-1] == "3 pictures: 1 mistaken, 1 answered, 1 unreadable"
    code, out, err = told(capsys, "check", "a.png", "-q")
    assert (code, out.count("\n"), err.count("\n")) == (6, 1, 1)
    assert told(capsys, "check", "b.png", "-q") == (0, "", "")


def test_what_a_player_has_put_in_is_looked_at_every_time(capsys):
    screenshot("in/a.png", HALF_RIGHT)
    for _ in range(2):
        assert told(capsys, "check", "in", "-o", "out")[0] == 6
    assert not Path("out/report.jsonl").exists()
    assert "already" in told(capsys, "check", "in", "-o", "out", "-n")[2]


def test_nothing_is_called_wrong_by_a_puzzle_that_may_be_misread():
    puzzle = Puzzle([1, 1, 2], [1, 3], ["abc", "dee"])
    _, reading = read_written(puzzle, ((1, 0, 0), (0, 0, 2)))
    for status in ("solved", "ambiguous"):
        assert judged(Result(status, "seen", reading, solve(puzzle))).wrong == ((0, 0), (1, 2)), status
    for status in ("unsure", "timeout"):
        assert judged(Result(status, "seen", reading, solve(puzzle))) is None, status


def test_rules_are_checked_on_a_puzzle_without_a_solution(capsys):
    puzzle = Puzzle([1, 1], [2, 0], ["ab", "ab"])
    Path("a.txt").write_text(format_truth(puzzle, ((True, False), (False, False))))
    assert told(capsys, "check", "a.txt")[0] == 5
    code, out, _ = told(capsys, "check", "a.txt", "--rules-only")
    assert (code, "the aquarium at row 1 column 1 has water in row 1" in out) == (6, True)
