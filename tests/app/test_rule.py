"""`--rule`: pictures do not show how water stands, and what a person says outweighs what a text says."""

from pathlib import Path

import pytest

from app.service import Text
from app.tasks import Task
from solver.formats import Form, format_puzzle, parse_puzzle
from solver.message import Message
from tests.shell import asked, fields, screenshot, told
from tests.test_rule import as_level

ADDRESS = "https://puzz.link/p?aquarium/6/5/8dcsr30a1c/42311103324"
"""One solution where water need only be level as far as it is connected, and none under the site's rule."""
PUZZLE = parse_puzzle(ADDRESS)
ROWS = [list(map(int, line)) for line in ("000000", "110001", "111000", "101000", "101110")]
OFFER = str(Message("one_if_connected"))


@pytest.fixture
def shot():
    return screenshot("shot.png", puzzle=PUZZLE, marks=[[0] * PUZZLE.width] * PUZZLE.height)


@pytest.mark.usefixtures("shot")
def test_a_picture_is_answered_by_the_rule_that_is_named(capsys):
    line = fields(capsys, "shot.png", "--rule", "connected")
    assert (line["status"], line["rule"], line["water"]) == ("solved", "connected", ROWS)
    assert (line["task"], line["puzzlink"], line["puzzle_certain"]) == (None, ADDRESS, True)
    code, _, err = told(capsys, "shot.png")
    assert (code, OFFER in err, "add --rule connected" in err) == (4, True, True)
    assert fields(capsys, "shot.png", "--rule", "level")["code"] == "no_solution"


@pytest.mark.usefixtures("shot")
def test_every_task_goes_by_it(capsys):
    rule = ("--rule", "connected")
    assert parse_puzzle(fields(capsys, "read", "shot.png", "--format", "puzzlink", *rule)["text"]) == PUZZLE
    refused = fields(capsys, "read", "shot.png", *rule)
    assert (refused["exit_code"], refused["code"]) == (2, "not_in_format")
    steps = fields(capsys, "explain", "shot.png", *rule)["steps"]
    wet = {tuple(cell) for step in steps for cell in step["water"]}
    assert wet == {
        (row, col) for row, line in enumerate(ROWS, 1) for col, is_wet in enumerate(line, 1) if is_wet
    }
    of_text = asked(Text(ADDRESS), Task("hint", level="reason")).answer.text
    assert asked(Path("shot.png"), Task("hint", level="reason"), rule="connected").answer.text == of_text
    drawn = told(capsys, "draw", "shot.png", "-o", "clean.png", *rule)
    assert (drawn[0], fields(capsys, "clean.png", *rule)["water"]) == (0, ROWS)


def test_a_game_is_checked_by_it(capsys):
    screenshot("game.png", ROWS, PUZZLE)
    by_solution = fields(capsys, "check", "game.png", "--rule", "connected")
    assert (by_solution["mistakes"], by_solution["done"]) == ([], True)
    by_rules = fields(capsys, "check", "game.png", "--rules-only", "--rule", "connected")
    assert (by_rules["broken"], by_rules["exit_code"]) == ([], 0)
    for words in ([], ["--rules-only"]):  # which rule is meant is not sure: nothing is called a mistake
        assert fields(capsys, "check", "game.png", *words)["exit_code"] == 4


def test_what_is_said_outweighs_a_text(capsys):
    Path("level.txt").write_text(format_puzzle(as_level(PUZZLE), Form.GRID), encoding="utf-8")
    assert fields(capsys, "level.txt", "--rule", "connected")["water"] == ROWS
    code, _, err = told(capsys, "level.txt")
    assert (code, OFFER in err) == (5, True)
    line = fields(capsys, ADDRESS, "--rule", "level")
    assert (line["status"], line["rule"]) == ("no_solution", "level")
    assert fields(capsys, ADDRESS)["water"] == ROWS


@pytest.mark.usefixtures("shot")
def test_the_command_that_is_offered_keeps_it(capsys):
    wrong = f"top:1={(PUZZLE.col_clues[0] + 1) % PUZZLE.height}"
    _, _, err = told(capsys, "shot.png", "--rule", "connected", "--fix", wrong, "--fix", "top:2=none")
    offered = [line for line in err.splitlines() if ": aquarium" in line]
    assert offered
    assert all("--rule connected" in line for line in offered)
