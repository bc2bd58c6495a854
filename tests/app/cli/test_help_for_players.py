"""`aquarium check`, `hint`, `explain`, `--solutions`, `--share`: help for the player, drawn and in words."""

import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest
import rich_click as click
from PIL import Image as Pillow

from app.cli.main import aquarium, main
from app.tasks.wording import cell_words, place_words
from solver import Puzzle, violations
from solver.formats import Form, format_puzzle, format_truth
from solver.formats.annotated import Record, known_of
from solver.logic import explain, next_step
from solver.logic.step import settled
from solver.places import ClueAt
from tests.shell import (
    EMPTY,
    PUZZLE,
    ROW_PAIRS,
    TASK,
    WATER,
    Stream,
    fields,
    marked,
    screenshot,
    told,
    written,
)
from vision.files.load import load_picture

PAIRS = format_puzzle(ROW_PAIRS, Form.PUZZLINK)
HELPERS = ("check", "hint", "explain")
DONE = [[1 if wet else 0 for wet in row] for row in WATER]
DRY = next((row + 1, col + 1) for row, line in enumerate(WATER) for col, wet in enumerate(line) if not wet)
WET = next((row + 1, col + 1) for row, line in enumerate(WATER) for col, wet in enumerate(line) if wet)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pixels(name):
    return load_picture(Path(name)).pixels


def changed(name, answer, row, col):
    """Tell whether a cell's middle, counted from 1, differs between a screenshot and what was drawn on it."""
    x0, y0, x1, y1 = corners(name)
    x, y = (round(a + (b - a) * (at - 0.5) / 6) for a, b, at in ((x0, x1, col), (y0, y1, row)))
    return bool(
        (pixels(name)[y - 3 : y + 3, x - 3 : x + 3] != pixels(answer)[y - 3 : y + 3, x - 3 : x + 3]).any()
    )


def corners(name):
    from vision import read  # noqa: PLC0415 — of this helper alone

    (x0, y0), _, (x1, y1), _ = read(pixels(name)).board.corners
    return x0, y0, x1, y1


# check


def test_mistakes_are_named_and_drawn(capsys):
    before = screenshot("a.png", marked((*DRY, 1), (*WET, 2))).read_bytes()
    code, out, err = told(capsys, "check", "a.png")
    assert code == 6
    assert sorted(out.splitlines()) == sorted(
        [
            "row {} column {}: water, but it is dry".format(*DRY),
            "row {} column {}: a cross, but it is wet".format(*WET),
        ]
    )
    assert err == "a.png: 0 of 21 wet cells, 1 cross, 2 mistakes → a.checked.png\n"
    assert written() == ["a.checked.png", "a.png"]
    assert Path("a.png").read_bytes() == before
    cells = {
        (row, col)
        for row in range(1, 7)
        for col in range(1, 7)
        if changed("a.png", "a.checked.png", row, col)
    }
    assert cells == {DRY, WET}


def test_what_is_right_so_far_is_counted(capsys):
    screenshot("a.png", marked((*WET, 1), (*DRY, 2)))
    code, out, err = told(capsys, "check", "a.png")
    assert (code, out, err) == (0, "", "a.png: 1 of 21 wet cells, 1 cross, no mistake → a.checked.png\n")
    assert np.array_equal(pixels("a.png"), pixels("a.checked.png"))


def test_a_finished_board_is_said_to_be_done(capsys):
    screenshot("a.png", DONE)
    assert told(capsys, "check", "a.png") == (
        0,
        "",
        "a.png: 21 of 21 wet cells, 0 crosses, no mistake, all done → a.checked.png\n",
    )


def test_an_empty_board_is_said_to_be_empty(capsys):
    screenshot("a.png")
    assert told(capsys, "check", "a.png")[::2] == (0, "a.png: nothing has been put in yet → a.checked.png\n")


def test_a_check_as_data(capsys):
    screenshot("a.png", marked((*DRY, 1), (*WET, 2)))
    line = fields(capsys, "check", "a.png")
    assert (line["status"], line["exit_code"], line["output"]) == ("solved", 6, "a.checked.png")
    assert sorted(line["mistakes"], key=lambda mistake: mistake["mark"]) == [
        {"row": WET[0], "col": WET[1], "mark": "cross"},
        {"row": DRY[0], "col": DRY[1], "mark": "water"},
    ]
    assert (line["wet_marked"], line["wet"], line["crosses"], line["done"]) == (0, 21, 1, False)
    assert line["broken"] is None


def test_by_the_rules_alone_nothing_of_the_solution_is_told(capsys):
    screenshot("a.png", marked((*DRY, 2), (*WET, 2)))  # a wrong cross breaks no rule yet
    code, out, err = told(capsys, "check", "a.png", "--rules-only")
    assert (code, out, err) == (
        0,
        "",
        "a.png: 0 wet cells, 2 crosses, no rule broken so far → a.checked.png\n",
    )


def test_broken_rules_are_named_and_drawn(capsys):
    marks = marked(*((row, 6, 1) for row in range(1, 7)))
    screenshot("a.png", marks)
    code, out, err = told(capsys, "check", "a.png", "--rules-only")
    assert code == 6
    assert out.splitlines() == violations(PUZZLE, known_of(marks))
    assert "column 6 holds 6 wet cells, its clue says 1\n" in out
    assert re.search(r"6 wet cells, 0 crosses, \d+ rules? broken → a.checked.png", err)
    assert changed("a.png", "a.checked.png", 3, 6)
    line = fields(capsys, "check", "a.png", "--rules-only")
    assert line["mistakes"] is None
    assert [broken["what"] for broken in line["broken"]] == out.splitlines()
    assert "top:6" in [at for broken in line["broken"] for at in broken["lines"]]
    assert (line["wet_marked"], line["wet"], line["done"]) == (6, None, None)


def test_rules_are_checked_on_a_puzzle_without_a_solution(capsys):
    Path("a.txt").write_text(
        format_truth(Puzzle([1, 1], [2, 0], ["ab", "ab"]), ((True, False), (False, False)))
    )
    assert told(capsys, "check", "a.txt")[0] == 5
    code, out, _ = told(capsys, "check", "a.txt", "--rules-only")
    assert code == 6
    assert "aquarium 1" in out


def test_a_solution_as_text_is_checked(capsys):
    Path("a.txt").write_text(format_truth(PUZZLE, WATER))
    code, _, err = told(capsys, "check", "a.txt")
    assert (code, err) == (0, "a.txt: 21 of 21 wet cells, 15 crosses, no mistake, all done → a.checked.png\n")
    Path("a.txt").write_text(format_truth(PUZZLE, ((not WATER[0][0], *WATER[0][1:]), *WATER[1:])))
    assert told(capsys, "check", "a.txt")[0] == 6


def test_a_puzzle_with_several_solutions_is_judged_by_what_they_share(capsys):
    screenshot("a.png", [[1, 0, 0, 0], [0] * 4, [1, 0, 0, 2], [0] * 4], ROW_PAIRS)
    code, out, err = told(capsys, "check", "a.png")
    assert (code, out) == (6, "row 3 column 1: water, but it is dry\n")
    assert (
        "; the puzzle has several solutions: marks are judged by what all of them share → a.checked.png"
        in err
    )


def test_of_several_pictures_every_line_names_its_own(capsys):
    screenshot("a.png", marked((*DRY, 1)))
    screenshot("b.png", marked((*WET, 1)))
    code, out, err = told(capsys, "check", "a.png", "b.png", "missing.png")
    assert code == 6
    assert out == "a.png: row {} column {}: water, but it is dry\n".format(*DRY)
    assert err.splitlines()[-1] == "3 pictures: 1 mistaken, 1 answered, 1 unreadable"


def test_quiet_says_what_is_wrong_and_one_line(capsys):
    screenshot("a.png", marked((*DRY, 1)))
    code, out, err = told(capsys, "check", "a.png", "-q")
    assert (code, out.count("\n"), err.count("\n")) == (6, 1, 1)
    screenshot("b.png", DONE)
    assert told(capsys, "check", "b.png", "-q") == (0, "", "")


# hint


def test_a_nudge_says_only_where_to_look(capsys):
    screenshot("a.png")
    code, out, err = told(capsys, "hint", "a.png")
    assert (code, out) == (0, "look at row 2\n")
    assert err == "a.png: the next step; for which cells: --level cell → a.hint.png\n"
    assert written() == ["a.hint.png", "a.png"]
    assert not np.array_equal(pixels("a.png"), pixels("a.hint.png"))
    step = fields(capsys, "hint", "a.png")["step"]
    assert (step["lines"], step["water"], step["air"], step["because"], step["chain"]) == (
        ["left:2"],
        *[None] * 4,
    )


def test_more_is_told_on_request(capsys):
    screenshot("a.png")
    first = next_step(PUZZLE, ((None,) * 6,) * 6)
    cells = "water in row 2 columns 2–4; row 3 column 2; row 4 columns 1–3; row 5 column 2"
    code, out, err = told(capsys, "hint", "a.png", "--level", "cell")
    assert (code, out) == (0, f"look at row 2\n{cells}\n")
    assert "for why: --level reason" in err
    code, out, err = told(capsys, "hint", "a.png", "--level", "reason")
    assert (code, out) == (0, f"look at row 2\n{cells}\n{first.because}\n")
    assert err == "a.png: next by “row by counting” → a.hint.png\n"
    cell, reason = (fields(capsys, "hint", "a.png", "--level", level)["step"] for level in ("cell", "reason"))
    assert (cell["because"], reason["because"]) == (None, first.because)
    assert cell["water"] == reason["water"] == [[row + 1, col + 1] for row, col in first.water]


def test_a_mistake_is_said_first_and_the_step_goes_on_without_it(capsys):
    screenshot("a.png", marked((*DRY, 1)))
    code, out, err = told(capsys, "hint", "a.png")
    assert (code, out) == (6, f"1 mistake in row {DRY[0]}\nlook at row 2\n")
    assert err == "a.png: 1 mistake first; the next step; for which cells: --level cell → a.hint.png\n"
    code, out, _ = told(capsys, "hint", "a.png", "--level", "cell")
    assert out.startswith("row {} column {}: water, but it is dry\nlook at row 2\n".format(*DRY))
    assert len(fields(capsys, "hint", "a.png")["mistakes"]) == 1


def test_hints_lead_to_the_end(capsys):
    known = ((None,) * 6,) * 6
    for _ in range(20):
        Path("a.json").write_text(json_of(known))
        line = fields(capsys, "hint", "a.json", "--level", "reason")
        if line["done"]:
            break
        step = line["step"]
        water, air = ([(row - 1, col - 1) for row, col in step[name]] for name in ("water", "air"))
        known = settled(known, water, air)
    assert line["done"] and line["step"] is None
    assert all(
        mark is None or mark == wet
        for row, truth in zip(known, WATER, strict=True)
        for mark, wet in zip(row, truth, strict=True)
    )
    assert told(capsys, "hint", "a.json")[1:] == ("all the water is in\n", "a.json: done → a.hint.png\n")


def json_of(known):
    from solver.formats import format_json  # noqa: PLC0415 — of this helper alone

    return format_json(Record(PUZZLE, known))


def test_who_puts_in_crosses_is_told_where_they_go_and_who_does_not_is_not(capsys):
    first = next_step(PUZZLE, ((None,) * 6,) * 6)
    known = settled(((None,) * 6,) * 6, first.water)
    following = next_step(PUZZLE, known)
    assert not following.water
    Path("a.json").write_text(json_of(known))
    assert fields(capsys, "hint", "a.json", "--level", "cell")["step"]["water"]
    row, col = following.air[0]
    Path("a.json").write_text(json_of(settled(known, (), [(row, col)])))
    assert not fields(capsys, "hint", "a.json", "--level", "cell")["step"]["water"]


def test_a_puzzle_with_several_solutions_comes_to_an_end(capsys):
    screenshot("a.png", [[0] * 4, [0] * 4, [2] * 4, [2] * 4], ROW_PAIRS)
    code, out, err = told(capsys, "hint", "a.png")
    assert (code, out) == (0, "nothing more follows for certain\n")
    assert "the puzzle has several solutions" in err


def test_a_level_is_one_of_three(capsys):
    code, _, err = told(capsys, "hint", "a.png", "--level", "all")
    assert code == 2
    assert "'nudge', 'cell', 'reason'" in err


# explain


def test_all_steps_are_numbered_with_their_reasons_and_graded(capsys):
    screenshot("a.png", marked((*WET, 1)))
    way = explain(PUZZLE)
    code, out, err = told(capsys, "explain", "a.png")
    assert (code, err) == (0, f"a.png: easy, {len(way.steps)} steps\n")
    lines = out.splitlines()
    assert lines[::2] == [f"{number}. {step.because}" for number, step in enumerate(way.steps, 1)]
    assert lines[1] == (
        "   → water in row 2 columns 2–4; row 3 column 2; row 4 columns 1–3; row 5 column 2 (row by counting)"
    )
    assert written() == ["a.png"]
    line = fields(capsys, "explain", "a.png")
    assert (line["grade"], len(line["steps"]), line["gif_output"]) == ("easy", len(way.steps), None)
    wet = sorted(tuple(cell) for step in line["steps"] for cell in step["water"])
    assert wet == [
        (row + 1, col + 1) for row, truth in enumerate(WATER) for col, cell in enumerate(truth) if cell
    ]


def test_an_explanation_can_begin_with_the_marks_as_far_as_they_are_right(capsys):
    screenshot("a.png", [[1 if wet else 2 for wet in row] for row in WATER])
    assert told(capsys, "explain", "a.png", "--from-marks")[1:] == ("", "a.png: easy, 0 steps\n")
    screenshot("b.png", marked((*DRY, 1)))
    assert "; 1 mistake of yours left out" in told(capsys, "explain", "b.png", "--from-marks")[2]


def test_a_page_and_a_film_are_written(capsys):
    before = screenshot("a.png").read_bytes()
    code, _, err = told(capsys, "explain", "a.png", "--md", "a.md", "--gif", "a.gif")
    assert code == 0
    assert err.endswith(" steps → a.md, a.gif\n")
    assert written() == ["a.gif", "a.md", "a.png"]
    page = Path("a.md").read_text(encoding="utf-8")
    assert page.startswith("# 6 × 6, easy, ")
    assert "1. **row by counting**: Row 2 needs 5" in page
    assert page.count("```") == 4
    with Pillow.open("a.gif") as film:
        assert film.n_frames == len(explain(PUZZLE).steps) + 2
    assert Path("a.png").read_bytes() == before
    line = fields(capsys, "explain", "a.png", "--gif", "b.gif")
    assert (line["md_output"], line["gif_output"]) == (None, "b.gif")


def test_a_film_is_no_question_of_a_folder(capsys):
    screenshot("shots/a.png")
    assert told(capsys, "explain", "shots/a.png", "--gif", "shots/a.gif")[0] == 0
    assert fields(capsys, "shots")["path"] == "shots/a.png"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--gif", "a.png"], "--gif a.png: the name must end in .gif"),
        (["--gif", "no/a.gif"], "--gif no/a.gif: there is no folder no; make it first"),
        (["--md", "no/a.md"], "--md no/a.md: there is no folder no; make it first"),
        (["--md", "a.png"], "--md a.png is the picture itself, which is never changed; choose another"),
        (["b.png", "--md", "a.md"], "--md writes one file; give one picture"),
        (["b.png", "--gif", "a.gif"], "--gif writes one file; give one picture"),
    ],
)
def test_a_page_that_cannot_be_written_is_refused_before_the_work(words, said, capsys):
    screenshot("a.png")
    assert told(capsys, "explain", "a.png", *words) == (2, "", f"aquarium: {said}\n")
    assert written() == ["a.png"]


def test_a_page_that_turns_out_unwritable_is_told(capsys):
    screenshot("a.png")
    Path("a.md").mkdir()
    code, _, err = told(capsys, "explain", "a.png", "--md", "a.md")
    assert code == 2
    assert "it cannot be written" in err


def test_an_explanation_of_several_solutions_ends_where_nothing_follows(capsys):
    screenshot("a.png", np.zeros((4, 4)), ROW_PAIRS)
    code, out, err = told(capsys, "explain", "a.png")
    assert code == 5
    assert out.startswith("1. Row 3 wants no water")
    assert err.startswith(
        "a.png: 2 steps; then nothing more follows for certain: the puzzle as read has more"
    )
    assert fields(capsys, "explain", "a.png")["grade"] is None


# solutions and share


def test_one_solution_is_listed_as_the_only_one(capsys):
    screenshot("a.png")
    code, out, err = told(capsys, "a.png", "--solutions", "3")
    assert code == 0
    assert out == "".join("".join("~" if wet else "." for wet in row) + "\n" for row in WATER)
    assert err.startswith("a.png: 6×6, 6 aquariums, one solution, 0.")
    assert err.endswith(" s → a.solved.png\n  1 of exactly 1 solution\n")
    answer = pixels("a.solved.png")
    assert told(capsys, "a.png", "-o", "b.png")[0] == 0
    assert np.array_equal(answer, pixels("b.png"))


@pytest.mark.parametrize(
    ("most", "number"), [(2, "2 of at least 3"), (6, "6 of exactly 6"), (9, "6 of exactly 6")]
)
def test_several_solutions_are_listed_and_what_they_share_is_drawn(most, number, capsys):
    screenshot("a.png", np.zeros((4, 4)), ROW_PAIRS)
    code, out, err = told(capsys, "a.png", "--solutions", str(most))
    assert code == 5
    assert (
        err
        == f"a.png: {number} solutions; drawn is what all of them share, the rest is hatched → a.solved.png\n"
    )
    waters = [[[sign == "~" for sign in line] for line in block.split()] for block in out.split("\n\n")]
    assert len({str(water) for water in waters}) == len(waters) == min(most, 6)
    assert all(violations(ROW_PAIRS, water) == [] for water in waters)
    line = fields(capsys, "a.png", "--solutions", str(most))
    assert [[[cell == 1 for cell in row] for row in water] for water in line["solutions"]] == waters
    assert (line["more_solutions"], line["water"], line["unique"]) == (most < 6, None, False)
    assert line["shared"][2] == [0] * 4
    assert line["shared"][0] == [None] * 4


def test_a_puzzle_with_several_solutions_is_told_how_to_see_them(capsys):
    Path("a.txt").write_text(PAIRS)
    _, _, err = told(capsys, "a.txt")
    assert (
        err.splitlines()[1]
        == "  to see some of its solutions, and what they share: aquarium a.txt --solutions 5"
    )
    assert fields(capsys, "a.txt")["output"] is None


def test_a_puzzle_without_a_solution_has_none_to_list(capsys):
    Path("a.txt").write_text(format_puzzle(Puzzle([1, 1], [2, 0], ["ab", "ab"]), Form.GRID))
    assert told(capsys, "a.txt", "--solutions", "2")[:2] == (5, "")
    assert fields(capsys, "a.txt", "--solutions", "2")["solutions"] is None


@pytest.mark.parametrize("number", ["0", "-1", "many"])
def test_at_least_one_solution_is_asked_for(number, capsys):
    assert told(capsys, "a.png", "--solutions", number)[0] == 2


def test_a_solution_is_shared_as_emoji_and_address(capsys):
    screenshot("a.png")
    code, out, _ = told(capsys, "a.png", "--share")
    assert code == 0
    assert out.splitlines() == [
        *("".join("🟦" if wet else "⬜" for wet in row) for row in WATER),
        format_puzzle(PUZZLE, Form.PUZZLINK),
    ]


def test_what_is_not_solved_is_not_shared(capsys):
    assert told(capsys, PAIRS, "--share")[:2] == (5, "")


# All helpers alike


@pytest.mark.parametrize("command", HELPERS)
def test_helpers_take_text_and_pipes(command, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", Stream(TASK.encode()))
    line = fields(capsys, command, "-")
    assert (line["status"], line["path"]) == ("solved", "-")
    assert fields(capsys, command, TASK)["task"] == TASK


@pytest.mark.parametrize("command", ["check", "hint"])
def test_pictures_go_where_they_are_asked_to(command, capsys, monkeypatch):
    screenshot("a.png")
    assert fields(capsys, command, "a.png", "-o", "b.jpg")["output"] == "b.jpg"
    assert fields(capsys, command, "a.png", "-o", "new/")["output"].startswith("new/a.")
    assert told(capsys, command, "a.png", "-o", "a.png")[0] == 2
    assert told(capsys, command, "a.png", "-o", "-", "--json")[0] == 2
    out = Stream()
    monkeypatch.setattr(sys, "stdout", out)
    main([command, "a.png", "-o", "-", "-q"])
    assert out.buffer.getvalue().startswith(b"\x89PNG")


@pytest.mark.parametrize("command", ["check", "hint"])
def test_own_drawings_are_not_taken_for_questions(command, capsys):
    screenshot("shots/a.png", marked((*DRY, 1)))
    first = fields(capsys, command, "shots")["output"]
    assert fields(capsys, command, "shots")["path"] == "shots/a.png"
    assert [
        json.loads(line)["path"]
        for line in told(capsys, command, "shots/a.png", first, "--json")[1].splitlines()
    ] == ["shots/a.png"]
    assert written() == sorted(["shots/a.png", first])


@pytest.mark.parametrize("command", ["check", "hint"])
def test_a_place_held_by_a_file_of_another_program_is_left_alone(command, capsys):
    screenshot("a.png")
    name = f"a.{'checked' if command == 'check' else 'hint'}.png"
    before = screenshot(name, DONE).read_bytes()
    assert fields(capsys, command, "a.png")["output"] == name.replace("a.", "a-2.")
    assert Path(name).read_bytes() == before


@pytest.mark.parametrize("command", HELPERS)
def test_what_is_not_read_for_certain_gets_no_help(command, capsys):
    Pillow.fromarray(np.full((300, 300, 3), 255, np.uint8)).save("a.png")
    code, out, err = told(capsys, command, "a.png")
    assert (code, out) == (4, "")
    assert "no grid of cells was found" in err
    line = fields(capsys, command, "a.png")
    assert line["status"] == "no_puzzle"
    assert line[{"check": "mistakes", "hint": "step", "explain": "steps"}[command]] is None


@pytest.mark.parametrize("command", HELPERS)
def test_fixes_and_sizes_are_heard(command, capsys):
    screenshot("a.png")
    code, _, err = told(capsys, command, "a.png", "--fix", "top:1=3", "--no-repair")
    assert code == 5
    assert "the column clues add to 20 and the row clues to 21" in err
    assert f": aquarium {command} a.png --fix top:1=3 --fix " in err
    assert err.endswith(": aquarium a.png --fix top:1=3 --show-reading\n")
    assert fields(capsys, command, "a.png", "--size", "7x7")["status"] == "no_puzzle"


@pytest.mark.parametrize("command", sorted(aquarium.commands))
def test_every_command_has_a_page_that_fits(command, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    code, page, _ = told(capsys, command, "--help")
    assert code == 0
    assert max(map(len, page.splitlines())) <= 80
    options = [name for parameter in aquarium.commands[command].params for name in parameter.opts]
    assert [name for name in options if name.startswith("-") and name not in page] == []
    assert "130  interrupted" in page


def test_the_first_page_names_every_command(capsys):
    page = told(capsys, "--help")[1]
    assert [name for name in aquarium.commands if name != "solve" and f"aquarium {name} " not in page] == []
    assert re.search(r"\b6  mistakes were found", page)


@pytest.mark.parametrize("command", sorted({*aquarium.commands} - {"solve", "doctor"}))
def test_a_command_without_words_says_what_is_missing(command, capsys):
    code, _, err = told(capsys, command)
    assert code == 2
    assert "Missing " in click.unstyle(err)


# Words


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


def test_nothing_is_put_in_by_default():
    assert not any(map(any, EMPTY))


# Standard output that cannot show all signs


def narrow(encoding):
    """Return a stream of an encoding that lacks many signs."""
    stream = Stream()
    stream.reconfigure(encoding=encoding)
    return stream


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_words_are_spelt_in_signs_that_a_terminal_has(encoding, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdout", out := narrow(encoding))
    assert main(["hint", TASK, "--level", "cell", "-q"]) == 0
    dash = "-" if encoding == "ascii" else "–"
    assert f"water in row 2 columns 2{dash}4;" in out.buffer.getvalue().decode(encoding)


@pytest.mark.parametrize(("words", "sign"), [(["--share"], "🟦"), (["read", "--format", "unicode"], "┏")])
def test_signs_without_another_spelling_are_written_in_utf_8(words, sign, monkeypatch):
    monkeypatch.setattr(sys, "stdout", out := narrow("cp1252"))
    assert main([*words, TASK, "-q"]) == 0
    assert sign in out.buffer.getvalue().decode()
