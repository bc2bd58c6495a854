"""`aquarium draw` and `new`: texts and new puzzles of a grade become clean pictures, SVG and PDF too."""

from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pypdfium2
import pytest

import pipeline
from app.cli import new
from app.tasks import Task
from solver import Puzzle, solve
from solver.formats import Form, format_puzzle, parse_puzzle
from solver.logic.explanation import explain
from tests.app.tasks.conftest import MISTAKEN
from tests.shell import PUZZLE, ROW_PAIRS, TASK, WATER, asked, fields, pixels, screenshot, told, written
from vision.drawing.overlay import Drawing
from vision.drawing.puzzle import draw_puzzle
from vision.drawing.water import Water
from vision.files.mark import MARK, QUESTION, mark_of
from vision.reading.read import read


def test_a_text_is_drawn_clean_beside_it_at_a_pitch_and_with_water_on_request(capsys):
    page, board = draw_puzzle(PUZZLE)
    wet = Drawing(page, (Water(board, WATER, PUZZLE.regions),)).pixels
    Path("sub").mkdir()
    Path("sub/a.txt").write_text(TASK, encoding="utf-8")
    said = "sub/a.txt: 6×6, 6 aquariums, one solution → sub/a.png\n"
    assert told(capsys, "draw", "sub/a.txt") == (0, "", said)
    told(capsys, "draw", "sub/a.txt", "--solution", "-o", "b.png")
    told(capsys, "draw", "sub/a.txt", "--pitch", "30", "-o", "c.png")
    drawn = {"sub/a.png": page, "b.png": wet, "c.png": draw_puzzle(PUZZLE, pitch=30)[0]}
    for name, picture in drawn.items():
        assert np.array_equal(pixels(name), picture), name
    assert (mark_of(Path("sub/a.png")), mark_of(Path("b.png"))) == (QUESTION, MARK)
    assert told(capsys, "sub")[2].startswith("sub/a.png: ")  # a question


def test_a_picture_is_drawn_clean_and_kept(capsys):
    before = screenshot("a.png").read_bytes()
    assert told(capsys, "draw", "a.png")[2].endswith("→ a-2.png\n")
    assert np.array_equal(pixels("a-2.png"), draw_puzzle(PUZZLE)[0])
    assert Path("a.png").read_bytes() == before


def test_what_is_entered_in_a_picture_is_drawn_only_if_that_is_asked_for():
    shot, empty = screenshot("a.png", MISTAKEN).read_bytes(), draw_puzzle(PUZZLE)[0]
    for said in (None, "w" * 36):
        assert np.array_equal(asked(shot, Task("draw"), marks=said).picture, empty)
    assert read(asked(shot, Task("draw", with_marks=True)).picture).marks == tuple(map(tuple, MISTAKEN))
    solved = asked(shot, marks="w" * 36)
    assert np.array_equal(solved.answer.drawing.base, pixels("a.png"))  # it has its own


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        (ROW_PAIRS, "4×4, 10 aquariums; the puzzle has several solutions; look for a misprint → in.png"),
        (Puzzle([2], [1], ["a"]), "1×1, 1 aquarium; clue 2 of column 1 is not between 0 and 1, the"),
    ],
)
def test_what_is_not_solved_is_drawn_with_a_word_about_it(puzzle, said, capsys):
    Path("in.txt").write_text(format_puzzle(puzzle, Form.GRID))
    code, _, err = told(capsys, "draw", "in.txt")
    assert (code, err[: len("in.txt: ") + len(said)]) == (0, f"in.txt: {said}")
    code, _, err = told(capsys, "draw", "in.txt", "--solution", "-o", "wet.png")
    assert (code, err.endswith("; leave out --solution to draw the puzzle alone\n")) == (5, True)
    assert written() == ["in.png", "in.txt"]


def test_a_puzzle_that_was_not_solved_in_time_is_drawn_only_if_it_came_as_text(capsys, monkeypatch):
    def late(reading, *_, **__):
        return pipeline.Result("timeout", (), reading)

    doubtful = read(pixels(screenshot("a.png")))
    monkeypatch.setattr(pipeline, "prove_image", lambda *_, **__: late(doubtful))
    monkeypatch.setattr(pipeline, "prove_reading", late)
    assert told(capsys, "draw", "a.png")[0] == 5
    assert written() == ["a.png"]
    Path("in.txt").write_text(TASK)
    assert told(capsys, "draw", "in.txt")[0] == 0
    assert written() == ["a.png", "in.png", "in.txt"]


def test_a_picture_command_draws_over_the_picture(capsys):
    screenshot("shot.png")
    for command, suffix in (("solve", "svg"), ("check", "svg"), ("hint", "pdf")):
        told(capsys, command, "shot.png", "-o", f"a.{suffix}")
        assert mark_of(Path(f"a.{suffix}")) == MARK
        assert (b"<image" if suffix == "svg" else b"/Image") in Path(f"a.{suffix}").read_bytes()


def test_a_pitch_that_is_too_large_is_refused(capsys, monkeypatch):
    monkeypatch.setattr("app.tasks.draw.MAX_PIXELS", 36 * 50**2)
    Path("in.txt").write_text(TASK)
    assert told(capsys, "draw", "in.txt", "--pitch", "50")[0] == 0
    said = "aquarium: --pitch 51: the picture would be too large; choose fewer pixels per cell\n"
    assert told(capsys, "draw", "in.txt", "--pitch", "51") == (2, "", said)
    assert "--pitch" in told(capsys, "draw", "in.txt", "--pitch", "7")[2]


def test_a_new_puzzle_is_drawn_and_can_be_made_again(capsys):
    code, out, err = told(capsys, "new", "6x5", "--seed", "3")
    assert (code, out, written()) == (0, "", ["aquarium-6x5-normal-3.png"])
    assert "normal, seed 3: 6×5, " in err
    assert "one solution → aquarium-6x5-normal-3.png" in err
    line = fields(capsys, "new", "6x5", "--seed", "3")
    assert solve(Puzzle(line["col_clues"], line["row_clues"], line["regions"])).unique
    assert fields(capsys, "aquarium-6x5-normal-3.png")["task"] == line["task"]


def test_a_new_puzzle_has_its_grade(capsys):
    code, out, _ = told(capsys, "new", "10x10", "--grade", "very-hard", "--seed", "2", "--format", "task")
    assert (code, explain(parse_puzzle(out)).grade, written()) == (0, "very hard", [])


def test_several_puzzles_have_one_seed_after_the_other(capsys):
    assert told(capsys, "new", "4x4", "-n", "3", "--seed", "7")[0] == 0
    assert written() == [f"aquarium-4x4-normal-{seed}.png" for seed in (7, 8, 9)]
    assert told(capsys, "new", "4x4", "-n", "2", "--seed", "7", "-o", "all")[0] == 0
    assert written()[:2] == [f"all/aquarium-4x4-normal-{seed}.png" for seed in (7, 8)]


def test_a_booklet_has_two_puzzles_a_page_and_their_solutions_at_the_end(capsys):
    code, _, err = told(capsys, "new", "3x3", "-n", "7", "--grade", "easy", "--seed", "1", "-o", "book.pdf")
    assert (code, err) == (0, "7 puzzles, easy, seeds 1 to 7 → book.pdf\n")
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument("book.pdf")]
    labels = [f"{number}. 3×3, easy, seed {number}" for number in range(1, 8)]
    texts = [" ".join(page.split()) for page in pages]
    assert [[label for label in labels if label in text] for text in texts] == [
        *(labels[first : first + 2] for first in range(0, 7, 2)), [], []
    ]  # fmt: skip
    assert ["Solutions" in text for text in texts] == [False] * 4 + [True] * 2
    assert b"/Image" not in Path("book.pdf").read_bytes()
    assert mark_of(Path("book.pdf")) == QUESTION
    line = fields(capsys, "new", "3x3", "--grade", "easy", "--seed", "3")
    clues = list(map(str, (*line["col_clues"], *line["row_clues"])))
    assert texts[1].split()[: len(clues)] == clues


def test_an_interrupted_booklet_leaves_no_file(capsys, monkeypatch):
    made = new.make_puzzle(3, 3)
    monkeypatch.setattr(new, "make_puzzle", Mock(side_effect=[made, KeyboardInterrupt]))
    assert told(capsys, "new", "3x3", "-n", "3", "-o", "book.pdf")[0] == 130
    assert written() == []


def test_no_name_of_a_new_puzzle_is_that_of_a_persons_file(capsys):
    (mine := Path("all/aquarium-4x4-normal-7.png")).parent.mkdir()
    mine.write_bytes(b"of a person")
    for _ in range(2):
        told(capsys, "new", "4x4", "-n", "2", "--seed", "7", "-o", "all/")
        assert written() == [f"all/aquarium-4x4-normal-{end}.png" for end in ("7-2", "7", "8")]
    assert mine.read_bytes() == b"of a person"
