"""What people say of a puzzle, its clues, walls, entries and rule, outweighs what a picture or text has."""

import shlex
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image as Pillow

from app.service import Text
from app.tasks import Task
from fixtures.drawing.board.style import STYLES
from solver import Puzzle
from solver.belief.overrides import Override, parse_override
from solver.formats import Form, format_json, format_puzzle, parse_puzzle
from solver.formats.annotated import AnnotatedPuzzle
from solver.message import Message
from solver.places import ClueAt, is_wall, sides_below, sides_right
from tests.oracle import common, every_water
from tests.shell import PUZZLE, TASK, WATER, asked, fields, screenshot, told
from tests.strategies import RULES, tiny_puzzles
from tests.test_rule import as_level
from vision.reading.read import read

SIGNS = {None: ".", True: "w", False: "x"}


def all_of(puzzle: Puzzle) -> list[Override]:
    size, clues = (puzzle.height, puzzle.width), {"column": puzzle.col_clues, "row": puzzle.row_clues}
    sides = (*sides_right(*size), *sides_below(*size))
    return [
        *(Override(ClueAt(axis, line), clue) for axis in clues for line, clue in enumerate(clues[axis])),
        *(Override(side, is_wall(puzzle.regions, side)) for side in sides),
    ]


@settings(max_examples=25)
@given(tiny_puzzles(), st.data())
def test_marks_are_wrong_where_all_solutions_have_it_otherwise(puzzle, data):
    row = st.tuples(*[st.sampled_from([None, True, False])] * puzzle.width)
    marks = data.draw(st.tuples(*[row] * puzzle.height))
    signs = "/".join("".join(map(SIGNS.get, row)) for row in marks)
    outcome = asked(Text(format_json(AnnotatedPuzzle(puzzle))), Task("check"), marks=signs)
    waters = every_water(puzzle)
    found = outcome.to_dict()["mistakes"]
    if not waters:
        assert found is None
        return
    wrong = [
        (row + 1, col + 1)
        for row, (line, sure) in enumerate(zip(marks, common(waters), strict=True))
        for col, (mark, wet) in enumerate(zip(line, sure, strict=True))
        if None not in (mark, wet) and mark is not wet
    ]
    assert [(mistake["row"], mistake["col"]) for mistake in found] == wrong


@settings(max_examples=12)
@given(st.data(), st.sampled_from(RULES), st.booleans())
def test_a_text_corrected_into_another_puzzle_is_answered_as_that(data, rule, has_walls):
    after = data.draw(tiny_puzzles(rules=[rule]))
    clues = data.draw(st.tuples(*[st.sampled_from([None, 0, 1])] * after.height))
    regions = np.arange(after.width * after.height).reshape(after.height, after.width) * has_walls
    before = Puzzle([None] * after.width, clues, regions.tolist(), rule=rule)
    corrected = asked(Text(format_json(AnnotatedPuzzle(before))), places=all_of(after))
    written = asked(Text(format_json(AnnotatedPuzzle(after))))
    assert (corrected.status, corrected.water) == (written.status, written.water)
    assert corrected.puzzle == written.puzzle


CLUE, ROW_CLUE = PUZZLE.col_clues[0], PUZZLE.row_clues[0]
MISPRINTED = Puzzle((CLUE + 1, *PUZZLE.col_clues[1:]), PUZZLE.row_clues, PUZZLE.regions)


def fixed(text: str, *fixes: str, task: str = "solve"):
    return asked(Text(text), Task(task), places=list(map(parse_override, fixes)))


@pytest.mark.parametrize("task", ["solve", "check", "explain", "draw"])
def test_a_misprint_in_a_text_is_corrected(task):
    outcome = fixed(format_puzzle(MISPRINTED, Form.TASK), f"top:1={CLUE}", task=task)
    truth = asked(Text(TASK), Task(task))
    assert (outcome.puzzle, outcome.water, outcome.status) == (PUZZLE, WATER, "solved")
    assert outcome.message == truth.message
    assert np.array_equal(outcome.picture, truth.picture)


@pytest.mark.parametrize(
    ("fix", "status", "said"),
    [
        (f"top:1={CLUE + 1}", "no_solution", "clues add up to 22, the row clues to 21); without it"),
        ("wall:4,4-4,5=yes", "unsure", "no solution is certain (1 wall ends inside an aquarium); without it"),
        ("top:9=1", "unsure", "top:9: the board has 6 columns; check the number"),
        ("top:1=7", "unsure", "top:1=7: a column of this board has 6 cells; check the clue"),
    ],
)
def test_what_a_fix_has_broken_is_told(fix, status, said):
    outcome = fixed(TASK, fix)
    assert (outcome.status, outcome.water) == (status, None)
    assert said in outcome.message
    assert [str(misfit) for misfit in outcome.misfits] == [fix]
    if status == "unsure":
        assert [fixed(TASK, fix, task=task).picture for task in ("draw", "read", "check")] == [None] * 3


@pytest.mark.parametrize(
    ("broken", "kept", "sum_of_rows"),
    [("--fix left:2=1", f"--fix left:1={ROW_CLUE} ", 17), ("--fix left:1=3 and --fix left:2=1", "", 16)],
)
def test_fixes_that_break_the_puzzle_are_named_and_left_out(broken, kept, sum_of_rows, capsys):
    screenshot("a.png")
    code, _, err = told(capsys, "a.png", *f"{kept}{broken}".replace(" and", "").split())
    assert code == 5
    assert err.splitlines() == [
        f"a.png: with {broken} there is no solution (the column clues add up to 21, the row clues to "
        f"{sum_of_rows}); without {'them' if 'and' in broken else 'it'} there is exactly one",
        f"  check the picture again, or leave it out: aquarium a.png {kept}".rstrip(),
    ]


def test_a_puzzle_that_has_no_answer_without_the_fix_either_does_not_blame_it(capsys):
    screenshot("a.png", puzzle=MISPRINTED)
    code, _, err = told(capsys, "a.png", "--fix", f"left:1={ROW_CLUE}", "--size", "6x6", "--no-repair")
    assert (code, "without" in err, "look for a misprint" in err) == (5, False, True)


def test_a_clue_that_is_taken_away_may_leave_several_solutions():
    puzzle = format_puzzle(Puzzle([1, 0], [0, 1], ["ab", "cd"]), Form.TASK)
    assert fixed(puzzle).status == "solved"
    outcome = fixed(puzzle, "top:1=none", "top:2=none")
    assert (outcome.status, outcome.puzzle.col_clues) == ("ambiguous", (None, None))
    assert "with --fix top:2=none there are several solutions; without it" in outcome.message


# The rule, which no picture shows

ADDRESS = "https://puzz.link/p?aquarium/6/5/8dcsr30a1c/42311103324"
"""One solution where water need only be level as far as it is connected, and none under the site's rule."""
CONNECTED = parse_puzzle(ADDRESS)
ROWS = [list(map(int, line)) for line in ("000000", "110001", "111000", "101000", "101110")]
OFFER = str(Message("one_if_connected"))
RULE = ("--rule", "connected")


@pytest.fixture
def shot():
    return screenshot("shot.png", [[0] * 6] * 5, CONNECTED)


def test_a_picture_is_answered_by_the_rule_that_is_named(shot, capsys):
    line = fields(capsys, "shot.png", *RULE)
    assert (line["status"], line["rule"], line["water"]) == ("solved", "connected", ROWS)
    assert (line["task"], line["puzzlink"], line["puzzle_certain"]) == (None, ADDRESS, True)
    code, _, err = told(capsys, "shot.png")
    assert (code, OFFER in err, "add --rule connected" in err) == (4, True, True)
    assert fields(capsys, "shot.png", "--rule", "level")["code"] == "no_solution"


def test_every_task_goes_by_it(shot, capsys):
    text = fields(capsys, "read", "shot.png", "--format", "puzzlink", *RULE)["text"]
    assert parse_puzzle(text) == CONNECTED
    steps = fields(capsys, "explain", "shot.png", *RULE)["steps"]
    wet = {(row - 1, col - 1) for step in steps for row, col in step["water"]}
    assert wet == set(zip(*np.nonzero(ROWS), strict=True))
    of_text = asked(Text(ADDRESS), Task("hint", level="reason")).answer.text
    assert asked(Path("shot.png"), Task("hint", level="reason"), rule="connected").answer.text == of_text
    drawn = told(capsys, "draw", "shot.png", "-o", "clean.png", *RULE)
    assert (drawn[0], fields(capsys, "clean.png", *RULE)["water"]) == (0, ROWS)


def test_a_game_is_checked_by_it(capsys):
    screenshot("game.png", ROWS, CONNECTED)
    by_solution = fields(capsys, "check", "game.png", *RULE)
    assert (by_solution["mistakes"], by_solution["done"]) == ([], True)
    by_rules = fields(capsys, "check", "game.png", "--rules-only", *RULE)
    assert (by_rules["broken"], by_rules["exit_code"]) == ([], 0)
    for words in ([], ["--rules-only"]):  # which rule is meant is not sure: nothing is called a mistake
        assert fields(capsys, "check", "game.png", *words)["exit_code"] == 4


def test_a_rule_that_is_said_outweighs_that_of_a_text(capsys):
    Path("level.txt").write_text(format_puzzle(as_level(CONNECTED), Form.GRID), encoding="utf-8")
    assert fields(capsys, "level.txt", *RULE)["water"] == ROWS
    code, _, err = told(capsys, "level.txt")
    assert (code, OFFER in err) == (5, True)
    line = fields(capsys, ADDRESS, "--rule", "level")
    assert (line["status"], line["rule"]) == ("no_solution", "level")
    assert fields(capsys, ADDRESS)["water"] == ROWS


def test_the_commands_that_a_refusal_offers_can_be_run(draw, capsys):
    case = draw(7, 6, STYLES["site-dpr2"], seed=1, unique=True)
    pixels = case.pixels.copy()
    for left, top, right, bottom in read(case.pixels).clue_boxes[0][3:5]:  # paper lies over them
        pixels[top - 1 : bottom + 1, left - 1 : right + 1] = 255
    Pillow.fromarray(pixels).save("my shot.png")
    code, _, err = told(capsys, "my shot.png")
    offered = dict(line.strip().split(": ", 1) for line in err.splitlines()[1:] if ": " in line)
    shown = shlex.split(offered["to see how the 7×6 cells were read"])
    assert (code, shown) == (4, ["aquarium", "my shot.png", "--show-reading"])
    assert told(capsys, *shown[1:])[0] == 4
    with Pillow.open("my shot.reading.png") as drawing:
        assert min(drawing.size) >= min(case.pixels.shape[:2])
    to_say = offered["look at the picture; if it is the number N"]
    col = int(to_say.partition("top:")[2].partition("=")[0]) - 1
    words = shlex.split(to_say.replace("=N", f"={case.puzzle.col_clues[col]}"))
    assert told(capsys, *words[1:])[0] == 0
