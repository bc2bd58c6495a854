"""Puzzles as text: known by what is in them, solved like pictures, or refused."""

import sys
from pathlib import Path

import numpy as np
import pytest

from solver import Puzzle
from solver.formats import Form, format_puzzle, format_truth
from solver.message import Message
from tests.shell import PUZZLE, ROW_PAIRS, TASK, WATER, Stream, fields, told, written
from vision.drawing.overlay import Drawing
from vision.drawing.puzzle import draw_puzzle
from vision.drawing.water import Water
from vision.files.load import load_picture

CONNECTED = "https://puzz.link/p?aquarium/5/4/9lqgfk4/3h12h13"


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


@pytest.mark.parametrize("form", [Form.TASK, Form.JSON])
def test_a_text_is_taken_from_a_pipe(form, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", Stream(format_puzzle(PUZZLE, form).encode()))
    line = fields(capsys, "-", "-o", "a.png")
    assert line["water"] == [[int(wet) for wet in row] for row in WATER]
    assert (line["path"], line["output"]) == ("-", "a.png")


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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TASK.replace("_5_3_1_3", "_5_x_1_3"), 'line 1, column 19: expected a number or ?, found "x"; write'),
        ("1 1\n1\n\n1 1\n1 1\n", "1 row clues for 2 rows; correct the clues or the aquariums"),
        ("0 0\n0 0\n\n1 2\n2 1\n", "aquarium 1 is in 2 separate pieces, at row 1 column 1 and row 2 column"),
    ],
)
def test_what_is_wrong_in_a_text_is_told_with_file_line_and_column(text, said, capsys):
    Path("a.txt").write_text(text)
    code, out, err = told(capsys, "a.txt")
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert err.startswith(f"a.txt: {said}"), err
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


@pytest.mark.parametrize("name", ["README.md", "hostname", "table.csv", "settings.json", "script.py", "-"])
def test_a_text_that_is_no_puzzle_is_called_so_without_a_place_in_it(name, capsys, monkeypatch):
    texts = {
        "README.md": "# Aquarium\n\nSee https://puzz.link/p?aquarium; or/and draw ┏━┓.\n",
        "table.csv": "a;b\n1;2\n",
        "settings.json": '{"size": 3}',
        "script.py": '"""Do it."""\n\nimport os; os.path\n',
    }
    text = texts.get(name, "vm\n")
    monkeypatch.setattr(sys, "stdin", Stream(text.encode()))
    if name != "-":
        Path(name).write_text(text, encoding="utf-8")
    code, out, err = told(capsys, name)
    said = "this is neither a picture nor a puzzle; give a screenshot or photo, or a puzzle as text, as"
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert err.startswith(f"{'standard input' if name == '-' else name}: {said}")


@pytest.mark.parametrize("junk", [bytes(range(256)) * 20, b"\x89PNG\r\n", b"\xff\xfe\0", b"text\0text"])
def test_binary_junk_is_no_picture_and_no_text(junk, capsys):
    Path("a.bin").write_bytes(junk)
    code, out, err = told(capsys, "a.bin")
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert "picture" in err


def test_nothing_is_fetched_from_addresses(capsys):
    for address in ("http://127.0.0.1:1/shot.png", "https://example.org/shot", "s3://bucket/a.png"):
        said = Message("address_not_fetched")
        assert told(capsys, address) == (3, "", f"{address}: {said}\n")


def test_a_board_too_large_to_be_drawn_is_refused(capsys):
    Path("a.txt").write_text(format_puzzle(Puzzle([1] * 401, [401], ["a" * 401]), Form.GRID))
    said = "the board has 1×401 cells, more than 400 along a side; give a smaller one"
    assert told(capsys, "a.txt") == (3, "", f"a.txt: {said}\n")


@pytest.mark.parametrize(
    ("puzzle", "status", "said"),
    [
        (ROW_PAIRS, "ambiguous", "the puzzle has several solutions; look for a misprint"),
        (Puzzle([1, 1], [2, 0], ["ab", "ab"]), "no_solution", "the puzzle has no solution;"),
        (Puzzle([1, 1], [2, 1], ["ab", "ab"]), "no_solution", "the column clues add up to 2, the row"),
    ],
)
def test_a_text_without_one_solution_is_refused(puzzle, status, said, capsys):
    Path("a.txt").write_text(format_puzzle(puzzle, Form.GRID))
    code, _, err = told(capsys, "a.txt")
    assert code == 5
    assert err.startswith(f"a.txt: {said}")
    assert "--fix" not in err
    line = fields(capsys, "a.txt")
    assert (line["status"], line["doubts"], line["output"]) == (status, [], None)


SAVED = "pzprv3/aquarium/2/3/r/1 0 /1 1 /1 0 1 /. 1 0 . /0 + . . /1 # . . /"
LISTS = "Rows of aquariums:\nRow 0: 0 0 1\nRow 1: 2 1 1\nRow clues: [0, 2]\nColumn clues: [0, 1, 1]\n"
PAGE = f"<!DOCTYPE html>\n<title>Aquarium\xa0– puzzle</title>\n<script>var task = '{TASK}';</script>\n"


@pytest.mark.parametrize("given", ["file", "word", "address"])
def test_what_puzz_link_saves_is_solved_with_its_marks(given, capsys):
    word = {"file": "saved.txt", "word": SAVED, "address": f"https://puzz.link/p?type=editor&{SAVED}"}[given]
    if given == "file":
        Path(word).write_text(SAVED.replace("/", "\n"))
    line = fields(capsys, "check", word)
    assert (line["path"], line["rule"], line["col_clues"]) == (word, "level", [1, 0, None])
    assert (line["marks"], line["mistakes"]) == ([[2, 0, 0], [1, 0, 0]], [])


@pytest.mark.parametrize(("name", "text", "rows"), [("page.html", PAGE, 6), ("bench.txt", LISTS, 2)])
def test_texts_of_others_are_solved_whatever_the_file_is_called(name, text, rows, capsys):
    for place in (name, "shot.png"):
        Path(place).write_text(text, encoding="utf-8")
        line = fields(capsys, place)
        assert (line["status"], line["rows"]) == ("solved", rows)
    assert told(capsys, name)[0] == 0
    assert set(written()) == {name, f"{Path(name).stem}.solved.png", "shot.png"}


OTHER_PAGES = ("<!DOCTYPE html>\n<title>Aquarium</title>", PAGE.replace("Aquarium", "Tents"), "<svg/>")


@pytest.mark.parametrize("text", OTHER_PAGES)
def test_pages_without_this_puzzle_are_called_pages(text, capsys):
    Path("page.html").write_text(text, encoding="utf-8")
    said = "this is a web page or SVG, not a picture; take a screenshot of it"
    assert told(capsys, "page.html") == (3, "", f"page.html: {said}\n")


def test_what_a_text_says_of_cells_is_what_the_player_has_put_in(capsys):
    Path("a.txt").write_text(format_truth(PUZZLE, WATER))
    assert fields(capsys, "a.txt")["marks"] == [[1 if wet else 2 for wet in row] for row in WATER]
