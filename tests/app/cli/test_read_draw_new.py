"""`aquarium read`, `draw` and `new`: pictures become text, texts pictures, and what is printed is proved."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow
from PIL.PngImagePlugin import PngInfo

import pipeline
from app.cli.read import FORMS
from solver import Puzzle, solve
from solver.formats import Form, format_puzzle, parse_puzzle, parse_record
from solver.logic import explain
from tests.shell import PUZZLE, ROW_PAIRS, TASK, WATER, Stream, fields, marked, screenshot, told, written
from vision.drawing.puzzle import draw_puzzle
from vision.drawing.water import draw_water
from vision.files.load import load_picture
from vision.files.save import MARK, QUESTION, mark_of

CONNECTED = "https://puzz.link/p?aquarium/5/4/9lqgfk4/3h12h13"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def blind(monkeypatch):
    """Let no picture be read by eye."""

    def refuse(*_, **__):
        raise AssertionError("the picture was read by eye")

    monkeypatch.setattr(pipeline, "read", refuse)


def draw(capsys, text, *words):
    """Draw a text that comes through a pipe."""
    Path("in.txt").write_text(text, encoding="utf-8")
    assert told(capsys, "draw", "in.txt", *words)[0] == 0


# read


@pytest.mark.parametrize("form", FORMS)
def test_a_picture_is_printed_in_any_form(form, capsys):
    screenshot("a.png", marked((1, 1, 1), (2, 2, 2)))
    code, out, err = told(capsys, "read", "a.png", "--format", form)
    assert (code, err) == (0, "a.png: 6×6, 6 aquariums, one solution\n")
    assert parse_puzzle(out) == PUZZLE
    assert written() == ["a.png"]


def test_the_usual_form_is_the_text_grid(capsys):
    screenshot("a.png")
    assert told(capsys, "read", "a.png")[1] == format_puzzle(PUZZLE, Form.GRID)


def test_json_holds_marks_and_water(capsys):
    screenshot("a.png", marked((1, 1, 1), (2, 2, 2)))
    record = parse_record(told(capsys, "read", "a.png", "--format", "json")[1])
    assert record.water == WATER
    assert (record.marks[0][0], record.marks[1][1], record.marks[2][2]) == (True, False, None)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_turned_into_every_other(form, capsys, monkeypatch):
    for other in Form:
        monkeypatch.setattr(sys, "stdin", Stream(format_puzzle(PUZZLE, other).encode()))
        code, out, _ = told(capsys, "read", "-", "--format", form, "-q")
        assert (code, parse_puzzle(out)) == (0, PUZZLE)


def test_a_blank_line_stands_between_two_puzzles(capsys):
    screenshot("a.png")
    screenshot("b.png")
    _, one, _ = told(capsys, "read", "a.png")
    assert told(capsys, "read", "a.png", "missing.png", "b.png")[:2] == (3, f"{one}\n{one}")


def test_json_is_a_line_for_each_puzzle(capsys):
    screenshot("a.png")
    screenshot("b.png")
    _, out, _ = told(capsys, "read", "a.png", "b.png", "--format", "json")
    assert [parse_puzzle(line) for line in out.splitlines()] == [PUZZLE, PUZZLE]


def test_what_is_not_proved_is_not_printed(capsys, monkeypatch):
    screenshot("a.png")
    unsure = pipeline.Result(
        "unsure", "the clues are doubtful", pipeline.read(load_picture(Path("a.png")).pixels)
    )
    monkeypatch.setattr(pipeline, "prove_image", lambda *_, **__: unsure)
    code, out, err = told(capsys, "read", "a.png", "--format", "task")
    assert (code, out) == (4, "")
    assert err.splitlines()[0] == "a.png: the clues are doubtful"
    assert err.splitlines()[-1].endswith(": aquarium a.png --show-reading")


def test_the_way_out_keeps_the_form_and_the_level(capsys):
    screenshot("a.png")
    wrong = ["a.png", "--fix", "top:1=3", "--no-repair"]
    assert ": aquarium read --format task a.png --fix " in told(capsys, "read", *wrong, "--format", "task")[2]
    assert ": aquarium hint --level cell a.png --fix " in told(capsys, "hint", *wrong, "--level", "cell")[2]


def test_a_puzzle_without_a_solution_is_not_printed(capsys):
    screenshot(
        "a.png", np.zeros((4, 4)), Puzzle([1, 0, 0, 0], [1, 0, 0, 0], ["aabb", "aabb", "ccdd", "ccdd"])
    )
    code, out, err = told(capsys, "read", "a.png")
    assert (code, out) == (5, "")
    assert err.startswith("a.png: no water fits these clues and aquariums; every clue and wall was read")


def test_a_puzzle_with_several_solutions_is_printed_with_a_warning(capsys):
    screenshot("a.png", np.zeros((4, 4)), ROW_PAIRS)
    code, out, err = told(capsys, "read", "a.png")
    assert (code, parse_puzzle(out)) == (5, ROW_PAIRS)
    assert "the puzzle as read has more than one solution" in err


@pytest.mark.parametrize("form", sorted(set(FORMS) - {"puzzlink", "json"}))
def test_a_form_that_cannot_say_the_rule_is_refused(form, capsys):
    code, out, err = told(capsys, "read", CONNECTED, "--format", form)
    assert (code, out) == (2, "")
    said = "this form cannot say that water is level only where it is connected; write a puzz.link address"
    assert err == f"{CONNECTED}: --format {form}: {said}\n"


def test_read_as_data_has_the_text_too(capsys):
    screenshot("a.png")
    line = fields(capsys, "read", "a.png", "--format", "task")
    assert (line["text"], line["status"], line["output"]) == (TASK, "solved", None)
    assert fields(capsys, "read", "missing.png")["text"] is None


def test_a_fix_and_a_size_are_heard(capsys):
    screenshot("a.png")
    code, out, _ = told(capsys, "read", "a.png", "--fix", "top:1=4", "--size", "6x6", "--format", "task")
    assert (code, out) == (0, f"{TASK}\n")


# What our own pictures carry


@pytest.mark.parametrize("marks", [marked(), marked((1, 1, 1), (6, 6, 2))])
def test_a_solved_picture_is_read_from_its_note(marks, capsys, blind):
    blind_read, sys.modules["pipeline"].read = pipeline.read, __import__("vision").read
    screenshot("a.png", marks)
    assert told(capsys, "a.png")[0] == 0
    sys.modules["pipeline"].read = blind_read
    record = parse_record(told(capsys, "read", "a.solved.png", "--format", "json")[1])
    assert (record.puzzle, record.water) == (PUZZLE, WATER)
    assert [[{None: 0, True: 1, False: 2}[mark] for mark in row] for row in record.marks] == marks


@pytest.mark.parametrize("words", [[], ["--solution"], ["--pitch", "20"]])
@pytest.mark.parametrize("text", [TASK, CONNECTED])
def test_a_drawn_picture_is_read_from_its_note(text, words, capsys, blind):
    draw(capsys, text, *words)
    line = fields(capsys, "read", "in.png", "--format", "puzzlink")
    assert parse_puzzle(line["text"]) == parse_puzzle(text)
    assert fields(capsys, "in.png", "-o", "out.png")["corners"] == line["corners"]


def edited(change):
    """Change the pixels of in.png and keep its note, as a careless editor may."""
    with Pillow.open("in.png") as image:
        kept = PngInfo()
        kept.add_itxt("aquarium", image.text["aquarium"], zip=True)
        change(image).save("edited.png", pnginfo=kept)


def test_an_edited_picture_is_read_by_eye(capsys):
    draw(capsys, TASK)
    other = Puzzle([3, *PUZZLE.col_clues[1:]], [3, *PUZZLE.row_clues[1:]], PUZZLE.regions)
    edited(lambda _: Pillow.fromarray(draw_puzzle(other)[0]))
    line = fields(capsys, "read", "edited.png")
    assert (line["col_clues"][0], line["row_clues"][0]) == (3, 3)


def test_a_changed_picture_whose_rule_cannot_be_seen_is_refused(capsys):
    draw(capsys, CONNECTED)
    edited(lambda image: image.point(lambda level: max(level - 1, 0)))
    code, out, err = told(capsys, "check", "edited.png")
    assert (code, out) == (3, "")
    assert err.startswith(
        "edited.png: it was drawn here for the rule of connected water, which cannot be seen"
    )


def test_a_part_of_a_picture_is_not_taken_for_the_whole(capsys):
    draw(capsys, TASK)
    edited(lambda image: image.crop((0, 0, image.width // 2, image.height // 2)))
    assert told(capsys, "read", "edited.png")[0] in (4, 5)


def test_what_a_person_says_outweighs_the_note(capsys):
    draw(capsys, TASK)
    code, _, err = told(capsys, "in.png", "--fix", "top:1=3", "--no-repair")
    assert code == 5
    assert "the column clues add to 20 and the row clues to 21" in err
    assert fields(capsys, "in.png", "--size", "7x7")["status"] == "no_puzzle"


@pytest.mark.parametrize(
    "note", ["", "{}", "[]", '{"puzzle": {}}', '{"puzzle": 3, "xs": []}', "null", "[" * 9999]
)
def test_a_note_that_is_not_ours_is_passed_over(note, capsys):
    from app.embedded import read_note  # noqa: PLC0415 — of this test alone

    assert read_note(note) is None


def test_notes_are_checked_field_by_field(capsys):
    from app.embedded import read_note, write_note  # noqa: PLC0415 — of this test alone

    note = json.loads(write_note(pipeline.solve_puzzle(PUZZLE)))
    assert read_note(json.dumps(note)).puzzle == PUZZLE
    for name in ("puzzle", "to_picture", "xs", "ys", "clue_boxes"):
        for wrong in (None, 3, "x", [], [[1]], {"a": 1}, [float("nan")] * 7):
            assert read_note(json.dumps({**note, name: wrong})) is None


# draw


@pytest.mark.parametrize("form", Form)
def test_a_text_is_drawn_clean_beside_it(form, capsys):
    Path("sub").mkdir()
    Path("sub/a.txt").write_text(format_puzzle(PUZZLE, form), encoding="utf-8")
    code, out, err = told(capsys, "draw", "sub/a.txt")
    assert (code, out, err) == (0, "", "sub/a.txt: 6×6, 6 aquariums, one solution → sub/a.png\n")
    assert np.array_equal(load_picture(Path("sub/a.png")).pixels, draw_puzzle(PUZZLE)[0])


def test_the_water_is_drawn_on_request(capsys):
    draw(capsys, TASK, "--solution", "-o", "b.png")
    page, board = draw_puzzle(PUZZLE)
    assert np.array_equal(load_picture(Path("b.png")).pixels, draw_water(page, board, WATER, PUZZLE.regions))


def test_cells_have_the_size_that_is_asked_for(capsys):
    draw(capsys, TASK, "--pitch", "30")
    assert np.array_equal(load_picture(Path("in.png")).pixels, draw_puzzle(PUZZLE, pitch=30)[0])


def test_a_puzzle_goes_through_pipes_and_comes_back(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", Stream(TASK.encode()))
    out = Stream()
    monkeypatch.setattr(sys, "stdout", out)
    assert told(capsys, "draw", "-", "-o", "-", "-q")[0] == 0
    monkeypatch.undo()
    monkeypatch.setattr(sys, "stdin", Stream(out.buffer.getvalue()))
    assert told(capsys, "read", "-", "--format", "task")[1] == f"{TASK}\n"


def test_a_text_that_is_a_word_is_drawn_here(capsys):
    assert told(capsys, "draw", CONNECTED)[0] == 0
    assert written() == ["puzzle.png"]


def test_a_drawing_never_takes_the_place_of_a_file_that_is_not_ours(capsys):
    before = screenshot("in.png").read_bytes()
    draw(capsys, TASK)
    assert written() == ["in-2.png", "in.png", "in.txt"]
    draw(capsys, TASK, "--solution")
    assert written() == ["in-2.png", "in.png", "in.txt"]
    assert Path("in.png").read_bytes() == before


def test_a_picture_is_drawn_clean_and_kept(capsys):
    before = screenshot("a.png").read_bytes()
    assert fields(capsys, "draw", "a.png")["output"] == "a-2.png"
    assert np.array_equal(load_picture(Path("a-2.png")).pixels, draw_puzzle(PUZZLE)[0])
    assert Path("a.png").read_bytes() == before


def test_the_text_itself_is_not_written_over(capsys):
    Path("a.png").write_text(TASK)
    code, _, err = told(capsys, "draw", "a.png", "-o", "a.png")
    assert code == 2
    assert "-o a.png is the picture itself, which is never changed; choose another" in err


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        (ROW_PAIRS, "4×4, 12 aquariums; the puzzle has more than one solution; look for a misprint → in.png"),
        (
            Puzzle([2], [1], ["a"]),
            "1×1, 1 aquariums; clue 2 of column 1 is not between 0 and 1, the column's",
        ),
    ],
)
def test_what_is_not_solved_is_drawn_with_a_word_about_it(puzzle, said, capsys):
    Path("in.txt").write_text(format_puzzle(puzzle, Form.GRID))
    code, _, err = told(capsys, "draw", "in.txt")
    assert code == 0
    assert err.startswith(f"in.txt: {said}")
    assert written() == ["in.png", "in.txt"]


def test_water_that_is_not_certain_is_not_drawn(capsys):
    Path("in.txt").write_text(format_puzzle(ROW_PAIRS, Form.GRID))
    code, _, err = told(capsys, "draw", "in.txt", "--solution")
    assert code == 5
    seen = "the puzzle has more than one solution; look for a misprint"
    assert err == f"in.txt: {seen}; without --solution it can be drawn as it is\n"
    assert written() == ["in.txt"]


def test_a_drawn_puzzle_is_a_question_and_a_drawn_solution_an_answer(capsys):
    draw(capsys, TASK)
    draw(capsys, TASK, "--solution", "-o", "b.png")
    assert (mark_of(Path("in.png")), mark_of(Path("b.png"))) == (QUESTION, MARK)
    assert fields(capsys, ".")["path"] == "in.png"


def test_a_pitch_that_is_too_large_is_refused(capsys):
    Path("in.txt").write_text(format_puzzle(Puzzle([1] * 90, [1] * 90, [[0] * 90] * 90), Form.TASK))
    code, _, err = told(capsys, "draw", "in.txt", "--pitch", "200")
    assert (code, err) == (
        2,
        "aquarium: --pitch 200: the picture would be too large; choose fewer pixels per cell\n",
    )
    assert "--pitch" in told(capsys, "draw", "in.txt", "--pitch", "7")[2]


def test_json_and_a_picture_do_not_share_standard_output(capsys):
    code, _, err = told(capsys, "draw", TASK, "--json", "-o", "-")
    assert (code, err) == (2, "aquarium: --json and -o - all write to standard output; choose one of them\n")


# new


def test_a_new_puzzle_is_drawn_and_can_be_made_again(capsys):
    code, out, err = told(capsys, "new", "6x5", "--seed", "3")
    assert (code, out, written()) == (0, "", ["aquarium-6x5-normal-3.png"])
    assert "normal, seed 3: 6×5, " in err
    assert "one solution → aquarium-6x5-normal-3.png" in err
    line = fields(capsys, "new", "6x5", "--seed", "3")
    puzzle = Puzzle(line["col_clues"], line["row_clues"], line["regions"])
    assert solve(puzzle).unique
    assert explain(puzzle).grade == "normal"
    assert fields(capsys, "aquarium-6x5-normal-3.png")["task"] == line["task"]


@pytest.mark.parametrize("grade", ["easy", "normal", "hard", "very-hard"])
def test_a_new_puzzle_has_its_grade(grade, capsys):
    code, out, _ = told(capsys, "new", "10x10", "--grade", grade, "--seed", "1", "--format", "task")
    assert code == 0
    assert explain(parse_puzzle(out)).grade == grade.replace("-", " ")
    assert written() == []


def test_without_a_seed_each_puzzle_is_another(capsys):
    texts = {told(capsys, "new", "8x8", "--grade", "easy", "--format", "task")[1] for _ in range(3)}
    assert len(texts) > 1


def test_a_new_puzzle_with_its_water_is_an_answer(capsys):
    assert told(capsys, "new", "6x6", "--grade", "easy", "--seed", "1", "--solution", "-o", "a.png")[0] == 0
    assert mark_of(Path("a.png")) == MARK


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["sixbysix"], "'sixbysix': expected rows x columns; write it like 15x15"),
        (["500x500"], "boards have at most 400 rows and columns; ask for a smaller one"),
        (
            ["6x6", "--format", "task", "-o", "a.png"],
            "--format prints a text and draws nothing; leave out -o and",
        ),
        (["1x1", "--grade", "very-hard"], "no very hard puzzle of 1 x 1 cells was found in"),
    ],
)
def test_what_cannot_be_made_is_told(words, said, capsys):
    code, out, err = told(capsys, "new", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"aquarium: {said}")
    assert written() == []
