"""What pictures written here carry: the puzzle, the marks and the water, as long as nothing is changed."""

import io
import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow
from PIL.PngImagePlugin import PngInfo

import pipeline
from app.embedded import read_note, write_note
from app.service import process
from app.tasks import Task
from fixtures.drawing.render import STYLES
from fixtures.drawing.render import draw_puzzle as draw_fixture
from solver import Puzzle
from solver.formats import Form, format_puzzle, parse_annotated, parse_puzzle
from tests.shell import PUZZLE, TASK, WATER, draw_text, fields, marked, screenshot, told
from vision.drawing.puzzle import draw_puzzle
from vision.files.load import load_picture
from vision.files.save import save_picture
from vision.reading.read import read

CONNECTED = "https://puzz.link/p?aquarium/5/4/9lqgfk4/3h12h13"
LARGE = Puzzle([12] * 30, [30] * 12 + [0] * 18, [[row] * 30 for row in range(30)])


@pytest.fixture
def blind(monkeypatch):
    """Let no picture be read by eye."""

    def refuse(*_, **__):
        raise AssertionError("the picture was read by eye")

    monkeypatch.setattr(pipeline, "read", refuse)


@pytest.mark.parametrize("marks", [marked(), marked((1, 1, 1), (6, 6, 2))])
def test_a_solved_picture_is_read_from_its_note(marks, capsys, blind):
    blind_read, sys.modules["pipeline"].read = pipeline.read, read
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
    assert fields(capsys, "in.png", "-o", "out.png", "--force")["corners"] == line["corners"]


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
    assert err.startswith("edited.png: it was made for the rule of connected water, which no picture shows")


def test_a_part_of_a_picture_is_not_taken_for_the_whole(capsys):
    draw_text(capsys, TASK)
    edited(lambda image: image.crop((0, 0, image.width // 2, image.height // 2)))
    assert told(capsys, "read", "edited.png")[0] in (4, 5)


def test_what_a_person_says_outweighs_the_note(capsys):
    draw_text(capsys, TASK)
    code, _, err = told(capsys, "in.png", "--fix", "top:1=3", "--no-repair")
    assert code == 5
    assert "the column clues add up to 20, the row clues to 21" in err
    assert fields(capsys, "in.png", "--size", "7x7")["status"] == "no_puzzle"


@pytest.mark.parametrize(
    "note", ["", "{}", "[]", '{"puzzle": {}}', '{"puzzle": 3, "xs": []}', "null", "[" * 9999]
)
def test_a_note_that_is_not_ours_is_passed_over(note, capsys):
    assert read_note(note) is None


def test_notes_are_checked_field_by_field(capsys):
    note = json.loads(write_note(pipeline.solve_puzzle(PUZZLE)))
    assert read_note(json.dumps(note)).reading.puzzle == PUZZLE
    for name in ("puzzle", "to_picture", "xs", "ys", "clue_boxes"):
        for wrong in (None, 3, "x", [], [[1]], {"a": 1}, [float("nan")] * 7):
            assert read_note(json.dumps({**note, name: wrong})) is None


def forge(name, **changes):
    """Give a picture a note that is sealed for it, as anyone can, with what is changed in it."""
    picture = load_picture(Path(name))
    note = json.loads(write_note(pipeline.prove_image(picture.pixels)))
    note["puzzle"].update({key: value for key, value in changes.items() if key in note["puzzle"]})
    note.update({key: value for key, value in changes.items() if key not in note["puzzle"]})
    save_picture(Path(name), picture.pixels, picture, note=json.dumps(note))


def swapped(values, *lines):
    """Return clues of which two have changed places."""
    changed = list(values)
    first, second = lines
    changed[first], changed[second] = changed[second], changed[first]
    return changed


ONE_WALL_LESS = [[1 if aquarium == 2 else aquarium for aquarium in row] for row in PUZZLE.regions]
BARE = {
    "col_clues": [None] * 3,
    "row_clues": [1] * 12,
    "regions": [[row] * 3 for row in range(12)],
    "marks": None,
    "water": None,
    "xs": list(range(4)),
    "ys": list(range(13)),
    "to_picture": [[130, 0, 0], [0, 30, 0], [0, 0, 1]],
    "clue_boxes": [[[0, 0, 9, 9]] * 3, [[0, 0, 9, 9]] * 12],
}
FARTHER = [[20, 0, 5000], [0, 20, 5000], [0, 0, 1]]
FINER = {
    "col_clues": [2 * clue for clue in PUZZLE.col_clues for _ in range(2)],
    "row_clues": [2 * clue for clue in PUZZLE.row_clues for _ in range(2)],
    "regions": [[aquarium for aquarium in row for _ in range(2)] for row in PUZZLE.regions for _ in range(2)],
    "marks": None,
    "water": None,
    "clue_boxes": [[[0, 0, 9, 9]] * 12] * 2,
}


@pytest.mark.parametrize(
    "changes",
    [
        {"col_clues": swapped(PUZZLE.col_clues, 0, 1)},
        {"regions": ONE_WALL_LESS},
        {"to_picture": FARTHER},
        {"to_picture": [[0, 0, 9], [0, 0, 9], [0, 0, 1]]},
        {"marks": marked((1, 1, 1))},
        {**FINER, "xs": list(range(13)), "ys": list(range(13))},
        BARE,
    ],
    ids=["clues", "walls", "place", "point", "marks", "size", "nothing there"],
)
def test_a_note_of_another_puzzle_than_the_picture_shows_is_passed_over_and_said(changes, capsys):
    screenshot("a.png")
    forge("a.png", **changes)
    line = fields(capsys, "read", "a.png")
    assert (line["status"], parse_puzzle(line["task"])) == ("solved", PUZZLE)
    assert line["marks"] == marked()
    assert line["message"].endswith(
        "the puzzle stored in the file is not the one in the picture, so the picture was read"
    )


def test_water_that_is_drawn_in_hides_no_wall(capsys):
    screenshot("a.png")
    assert told(capsys, "a.png")[0] == 0
    picture = load_picture(Path("a.solved.png"))
    note = json.loads(picture.note)
    assert "note" not in fields(capsys, "read", "a.solved.png")["message"]
    note["puzzle"]["regions"] = ONE_WALL_LESS
    save_picture(Path("a.solved.png"), picture.pixels, picture, note=json.dumps(note))
    assert "the puzzle stored in the file" in fields(capsys, "read", "a.solved.png")["message"]


def test_a_note_that_fits_is_taken(capsys, monkeypatch):
    screenshot("a.png", marked((1, 1, 1)))
    forge("a.png")
    monkeypatch.setattr(pipeline, "read", None)
    assert fields(capsys, "read", "a.png")["marks"] == marked((1, 1, 1))


def test_a_note_of_a_rule_that_cannot_be_seen_is_not_replaced_by_reading(capsys):
    screenshot("a.png")
    forge("a.png", rule="connected", col_clues=swapped(PUZZLE.col_clues, 0, 1))
    code, _, err = told(capsys, "read", "a.png")
    assert code == 3
    assert "which no picture shows, and shows a puzzle other than the one stored in it" in err


@pytest.mark.parametrize("name", ["xs", "to_picture", "clue_boxes"])
@pytest.mark.parametrize(
    "number", ["Infinity", "-Infinity", "NaN", "9" * 400, "1e400", "[" * 2000 + "]" * 2000]
)
def test_numbers_that_no_picture_has_are_refused_in_notes(name, number):
    note = json.loads(write_note(pipeline.solve_puzzle(PUZZLE)))
    wild = json.dumps({**note, name: "?"})
    wild = wild.replace('"?"', re.sub(r"[\d.]+", number, json.dumps(note[name]), count=1))
    assert wild.count(number) == 1
    assert read_note(wild) is None


@pytest.mark.parametrize("style", ["site-070-grey", "sepia", "other-program", "macos"])
@pytest.mark.parametrize("task", [Task("solve"), Task("hint", level="reason"), Task("check")])
def test_pictures_drawn_here_bear_their_notes_out_in_every_theme(style, task):
    marks = marked((1, 1, 1), (2, 2, 2), (5, 5, 1))
    file = io.BytesIO()
    Pillow.fromarray(draw_fixture(PUZZLE, STYLES[style], marks=np.array(marks)).pixels).save(file, "PNG")
    answer = process(process(file.getvalue(), task).encoded(), Task("check"))
    assert answer.result.reading.evidence.log_probability == 0
    assert "note" not in answer.message


@pytest.mark.parametrize("pitch", [12, 13, 20, 48])
@pytest.mark.parametrize("with_water", [False, True])
def test_clean_pictures_of_every_size_bear_their_notes_out(pitch, with_water, monkeypatch):
    monkeypatch.setattr("vision.reading.agreement.contradicts", None)
    monkeypatch.setattr(pipeline, "read", None)
    for text in (TASK, CONNECTED, format_puzzle(LARGE, Form.GRID)):
        drawn = process(text, Task("draw", solution=with_water, pitch=pitch))
        assert process(drawn.encoded(), Task("read")).puzzle == parse_puzzle(text)
