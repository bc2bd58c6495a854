"""What pictures written here carry: the puzzle, the marks and the water, as long as nothing is changed."""

import json
import sys

import pytest
from PIL import Image as Pillow
from PIL.PngImagePlugin import PngInfo

import pipeline
from solver import Puzzle
from solver.formats import parse_annotated, parse_puzzle
from tests.shell import PUZZLE, TASK, WATER, draw_text, fields, marked, screenshot, told
from vision.drawing.puzzle import draw_puzzle

CONNECTED = "https://puzz.link/p?aquarium/5/4/9lqgfk4/3h12h13"


@pytest.fixture
def blind(monkeypatch):
    """Let no picture be read by eye."""

    def refuse(*_, **__):
        raise AssertionError("the picture was read by eye")

    monkeypatch.setattr(pipeline, "read", refuse)


@pytest.mark.parametrize("marks", [marked(), marked((1, 1, 1), (6, 6, 2))])
def test_a_solved_picture_is_read_from_its_note(marks, capsys, blind):
    blind_read, sys.modules["pipeline"].read = pipeline.read, __import__("vision").read
    screenshot("a.png", marks)
    assert told(capsys, "a.png")[0] == 0
    sys.modules["pipeline"].read = blind_read
    record = parse_annotated(told(capsys, "read", "a.solved.png", "--format", "json")[1])
    assert (record.puzzle, record.water) == (PUZZLE, WATER)
    assert [[{None: 0, True: 1, False: 2}[mark] for mark in row] for row in record.marks] == marks


@pytest.mark.parametrize("words", [[], ["--solution"], ["--pitch", "20"]])
@pytest.mark.parametrize("text", [TASK, CONNECTED])
def test_a_drawn_picture_is_read_from_its_note(text, words, capsys, blind):
    draw_text(capsys, text, *words)
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
    draw_text(capsys, TASK)
    other = Puzzle([3, *PUZZLE.col_clues[1:]], [3, *PUZZLE.row_clues[1:]], PUZZLE.regions)
    edited(lambda _: Pillow.fromarray(draw_puzzle(other)[0]))
    line = fields(capsys, "read", "edited.png")
    assert (line["col_clues"][0], line["row_clues"][0]) == (3, 3)


def test_a_changed_picture_whose_rule_cannot_be_seen_is_refused(capsys):
    draw_text(capsys, CONNECTED)
    edited(lambda image: image.point(lambda level: max(level - 1, 0)))
    code, out, err = told(capsys, "check", "edited.png")
    assert (code, out) == (3, "")
    assert err.startswith(
        "edited.png: it was drawn here for the rule of connected water, which cannot be seen"
    )


def test_a_part_of_a_picture_is_not_taken_for_the_whole(capsys):
    draw_text(capsys, TASK)
    edited(lambda image: image.crop((0, 0, image.width // 2, image.height // 2)))
    assert told(capsys, "read", "edited.png")[0] in (4, 5)


def test_what_a_person_says_outweighs_the_note(capsys):
    draw_text(capsys, TASK)
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
