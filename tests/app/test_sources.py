"""Puzzles as text: known by what is in them, solved like pictures, or refused."""

import sys
from pathlib import Path

import numpy as np
import pytest

from solver.formats import Form, format_puzzle
from solver.message import Message
from tests.shell import PUZZLE, TASK, WATER, Stream, fields, told, written
from vision.drawing.overlay import Drawing
from vision.drawing.puzzle import draw_puzzle
from vision.drawing.water import Water
from vision.files.load import load_picture


@pytest.mark.parametrize(
    ("form", "name"),
    [*((form, "puzzle.txt") for form in Form), (Form.GRID, "puzzle"), (Form.TASK, "puzzle.png")],
)
def test_a_text_file_of_any_form_and_name_is_solved(form, name, capsys):
    Path(name).write_text(format_puzzle(PUZZLE, form), encoding="utf-8")
    code, out, err = told(capsys, name)
    assert (code, out) == (0, "")
    assert err.startswith(f"{name}: 6×6, 6 aquariums, one solution, 0.")
    page, board = draw_puzzle(PUZZLE)
    answer = load_picture(Path("puzzle.solved.png")).pixels
    assert np.array_equal(answer, Drawing(page, (Water(board, WATER, PUZZLE.regions),)).pixels)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_texts_of_windows_programs_are_read(encoding, capsys):
    Path("a.txt").write_text(format_puzzle(PUZZLE, Form.DRAWING).replace("\n", "\r\n"), encoding=encoding)
    assert told(capsys, "a.txt")[0] == 0


WORDS = [format_puzzle(PUZZLE, form) for form in (Form.PUZZLINK, Form.JSON, Form.GRID, Form.DRAWING)]


@pytest.mark.parametrize("word", [TASK, *WORDS, WORDS[0].split("?")[1]])
def test_a_text_may_be_a_word_of_the_command_line(word, capsys):
    line = fields(capsys, word)
    assert (line["path"], line["status"], line["task"]) == (word, "solved", TASK)
    assert told(capsys, word)[0] == 0
    assert written() == ["puzzle.solved.png"]


def test_a_board_that_is_not_square_wants_its_size(capsys):
    Path("a.txt").write_text("1_1_1_1_1_2;1,2,3,4,5,6,7,8\n")  # two rows of four
    code, _, err = told(capsys, "a.txt")
    assert (code, err) == (
        3,
        "a.txt: line 1, column 13: 6 clues and 8 cells are not a square board; "
        "say how many columns it has, 2 or 4: --size ROWSxCOLUMNS\n",
    )
    _, _, err = told(capsys, TASK, "--size", "7x6")
    assert "line 1, column 1: expected a board of 7 rows, found 6; correct the text or --size" in err
    line = fields(capsys, "a.txt", "--size", "2x4")
    assert (line["rows"], line["cols"], line["row_clues"]) == (2, 4, [1, 2])


def test_what_is_wrong_in_a_text_is_told_with_file_line_and_column(capsys):
    Path("a.txt").write_text(TASK.replace("_5_3_1_3", "_5_x_1_3"))
    code, out, err = told(capsys, "a.txt")
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert err.startswith('a.txt: line 1, column 19: expected a number or ?, found "x"; write')
    line = fields(capsys, "a.txt")
    assert (line["status"], line["message"]) == ("unreadable", err.removeprefix("a.txt: ").rstrip())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1_2;passw0rd,1,2,3,4,1,2,3,4,1,2,3,4,1,2,3,4,1,2,3,4", "task string"),
        ('{"regions": "passw0rd"}', "JSON"),
        ("https://root:passw0rd@host/?slither/4/4", "puzz.link address"),
        ("1 2 3 4 5\n1 2 3 4 passw0rd\n\nport", "text grid"),
        ("user;passw0rd;https", None),
        ("passw0rd", None),
    ],
)
def test_a_link_that_is_called_like_a_picture_tells_nothing_of_a_text(text, kind, capsys):
    Path("private").write_text(text)
    Path("shot.png").symlink_to("private")
    code, out, err = told(capsys, "shot.png", "-v")
    seen = f" but a puzzle as text ({kind}) with a mistake" if kind else ";"
    assert (code, out, err.startswith(f"shot.png: this is not a picture{seen}")) == (3, "", True), err
    assert not [word for word in ("passw0rd", "root", "user", "host", "key") if word in err]


@pytest.mark.parametrize(
    ("name", "called"), [("README.md", "README.md"), ("hostname", "hostname"), ("-", "standard input")]
)
def test_a_text_that_is_no_puzzle_is_called_so_without_a_place_in_it(name, called, capsys, monkeypatch):
    text = "vm\n" if name != "README.md" else "See https://puzz.link/p?aquarium; or/and draw ┏━┓.\n"
    monkeypatch.setattr(sys, "stdin", Stream(text.encode()))
    if name != "-":
        Path(name).write_text(text, encoding="utf-8")
    code, out, err = told(capsys, name)
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert err.startswith(f"{called}: this is neither a picture nor a puzzle; give a screenshot or photo, or")


def test_nothing_is_fetched_from_addresses(capsys):
    for address in ("http://127.0.0.1:1/shot.png", "https://example.org/shot", "s3://bucket/a.png"):
        said = Message("address_not_fetched")
        assert told(capsys, address) == (3, "", f"{address}: {said}\n")
