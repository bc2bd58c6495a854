"""`aquarium read` and `--solutions`: pictures become text, and what is printed is proved."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow

import pipeline
from app.tasks import FORMS
from solver import violations
from solver.errors import BadText
from solver.formats import Form, form_of, format_puzzle, parse_annotated, parse_puzzle
from solver.formats.annotated import known_of
from solver.formats.matrices import WALLS
from solver.places import ClueAt, SideAt
from tests.app.tasks.conftest import MISTAKEN
from tests.conftest import raised
from tests.shell import PUZZLE, ROW_PAIRS, TASK, WATER, fields, pixels, screenshot, told, usage_error, written

CONNECTED = "https://puzz.link/p?aquarium/5/4/9lqgfk4/3h12h13"


@pytest.mark.parametrize("form", FORMS)
def test_a_picture_is_printed_in_any_form_and_written_in_that_of_a_name(form, capsys):
    screenshot("a.png", MISTAKEN)
    code, out, err = told(capsys, "read", "a.png", "--format", form)
    assert (code, err) == (0, "a.png: 6×6, 6 aquariums, one solution\n")
    assert (form_of(out), parse_puzzle(out)) == (Form[FORMS[form]].value, PUZZLE)
    assert written() == ["a.png"]
    name = f"p.{form.upper()}"
    assert told(capsys, "read", "a.png", "-o", name)[0] == 0
    assert Path(name).read_text(encoding="utf-8").strip() == out.strip()
    assert told(capsys, "read", "a.png", "-o", name, "--format", "task")[0] == 0
    assert Path(name).read_text(encoding="utf-8") == TASK


def test_a_blank_line_stands_between_two_puzzles_and_json_is_a_line_for_each(capsys):
    screenshot("a.png")
    screenshot("b.png")
    grid = format_puzzle(PUZZLE, Form.GRID)
    assert told(capsys, "read", "a.png", "missing.png", "b.png")[:2] == (3, f"{grid}\n{grid}")
    _, out, _ = told(capsys, "read", "a.png", "b.png", "--format", "json")
    assert [parse_puzzle(line) for line in out.splitlines()] == [PUZZLE, PUZZLE]


def test_walls_in_doubt_are_question_marks_and_must_be_settled():
    clue, below, right = ClueAt("row", 1), SideAt(0, 0, below=True), SideAt(2, 3, below=False)
    text = WALLS.format(PUZZLE, {clue, below, right})
    lines = [line.split() for line in text.splitlines()]
    assert (text.count("?"), lines[4][0], lines[3][1], lines[6][9]) == (3, "?", "?", "?")
    refused = raised(BadText, parse_puzzle, text)
    assert (refused.what.code, dict(refused.what.values)["sides"]) == ("sides_undecided", 2)
    assert parse_puzzle(WALLS.format(PUZZLE, {clue})).regions == PUZZLE.regions


def test_a_picture_in_doubt_is_written_to_a_file_edited_and_solved(capsys):
    screenshot("a.png")
    with Pillow.open("a.png") as image:
        shown = np.array(image.convert("RGB"))
    for left, top, right, bottom in pipeline.read(shown).clue_boxes[0][:2]:
        shown[top - 1 : bottom + 1, left - 1 : right + 1] = 255
    Pillow.fromarray(shown).save("a.png")
    assert "aquarium read a.png --doubtful -o puzzle.txt" in told(capsys, "read", "a.png")[2]
    code, out, err = told(capsys, "read", "a.png", "--doubtful", "-o", "puzzle.txt")
    assert (code, out, err.rpartition(" → ")[2]) == (4, "", "puzzle.txt\n")
    text = Path("puzzle.txt").read_text(encoding="utf-8")
    assert told(capsys, "read", "a.png", "--doubtful")[1] == text
    assert text.split()[:2] == ["?", "?"]
    clues = " ".join(map(str, PUZZLE.col_clues))
    assert parse_puzzle("\n".join([clues, *text.splitlines()[1:]])) == PUZZLE
    assert fields(capsys, "read", "a.png", "--doubtful", "-o", "b.txt")["txt_output"] == "b.txt"


def test_what_may_be_in_doubt_is_a_matrix_in_a_file_of_any_name(capsys):
    screenshot("a.png")
    assert told(capsys, "read", "a.png", "-o", "p.puzzlink", "--doubtful")[0] == 0
    text = Path("p.puzzlink").read_text(encoding="utf-8")
    assert (form_of(text), parse_puzzle(text)) == (Form.GRID.value, PUZZLE)  # nothing is in doubt
    said = usage_error(capsys, "read", "a.png", "--doubtful", "--format", "task")
    assert said == "what is in doubt is written as a matrix of walls; leave out --format"


def test_a_puzzle_with_several_solutions_is_printed_with_a_warning_and_one_without_any_is_not(capsys):
    screenshot("a.png", np.zeros((4, 4)), ROW_PAIRS)
    code, out, err = told(capsys, "read", "a.png")
    assert (code, parse_puzzle(out)) == (5, ROW_PAIRS)
    assert "the puzzle as read has several solutions" in err
    assert told(capsys, "read", "1_2_1_1;1,1,2,2")[:2] == (5, "")


@pytest.mark.parametrize("form", sorted(set(FORMS) - {"puzzlink", "json"}))
def test_a_form_that_cannot_say_the_rule_is_refused(form, capsys):
    said = "this form cannot express the rule of connected water; JSON can: add --json"
    refused = f"{CONNECTED}: --format {form}: {said}\n"
    assert told(capsys, "read", CONNECTED, "--format", form) == (2, "", refused)


def test_read_as_data_has_the_text_too(capsys):
    line = fields(capsys, "read", str(screenshot("a.png")), "--format", "task")
    assert (line["text"], line["status"], line["output"]) == (TASK, "solved", None)
    assert fields(capsys, "read", "missing.png")["text"] is None


def test_json_holds_marks_and_water(capsys):
    screenshot("a.png", MISTAKEN)
    record = parse_annotated(told(capsys, "read", "a.png", "--format", "json")[1])
    assert (record.water, record.marks) == (WATER, known_of(MISTAKEN))


def test_one_solution_is_listed_as_the_only_one(capsys):
    screenshot("a.png")
    code, out, err = told(capsys, "a.png", "--solutions", "3")
    listed = "".join("".join("~" if wet else "." for wet in row) + "\n" for row in WATER)
    assert (code, out) == (0, listed)
    assert err.startswith("a.png: 6×6, 6 aquariums, one solution, ")
    assert err.endswith(" s → a.solved.png\n  the only solution\n")
    answer = pixels("a.solved.png")
    assert told(capsys, "a.png", "-o", "b.png")[0] == 0
    assert np.array_equal(answer, pixels("b.png"))


@pytest.mark.parametrize(("most", "number"), [(2, "2 of at least 3"), (6, "all 6"), (9, "all 6")])
def test_several_solutions_are_listed_and_what_they_share_is_drawn(most, number, capsys):
    screenshot("a.png", np.zeros((4, 4)), ROW_PAIRS)
    code, out, err = told(capsys, "a.png", "--solutions", str(most))
    shown = "the picture shows what they all share and hatches the rest"
    assert (code, err) == (5, f"a.png: {number} solutions; {shown} → a.solved.png\n")
    waters = [[[sign == "~" for sign in line] for line in block.split()] for block in out.split("\n\n")]
    assert len({str(water) for water in waters}) == len(waters) == min(most, 6)
    assert all(violations(ROW_PAIRS, water) == [] for water in waters)
    line = fields(capsys, "a.png", "--solutions", str(most))
    assert [[[cell == 1 for cell in row] for row in water] for water in line["solutions"]] == waters
    assert (line["more_solutions"], line["water"], line["unique"]) == (most < 6, None, False)
    assert (line["shared"][0], line["shared"][2]) == ([None] * 4, [0] * 4)


def test_a_puzzle_with_several_solutions_is_told_how_to_see_them(capsys):
    Path("a.txt").write_text(format_puzzle(ROW_PAIRS, Form.GRID))
    said = "  to see some of its solutions and what they share: aquarium a.txt --solutions 5"
    assert told(capsys, "a.txt")[2].splitlines()[1] == said
    assert fields(capsys, "a.txt")["output"] is None
