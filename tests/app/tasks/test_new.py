"""`aquarium new`: puzzles of a grade, which can be made again."""

from pathlib import Path
from unittest.mock import Mock

import pypdfium2
import pytest

from app.cli import new
from solver import Puzzle, solve
from solver.formats import parse_puzzle
from solver.logic.explanation import explain
from tests.shell import fields, told, written
from vision.files.mark import QUESTION, mark_of


def test_a_new_puzzle_is_drawn_and_can_be_made_again(capsys):
    code, out, err = told(capsys, "new", "6x5", "--seed", "3")
    assert (code, out, written()) == (0, "", ["aquarium-6x5-normal-3.png"])
    assert "normal, seed 3: 6×5, " in err
    assert "one solution → aquarium-6x5-normal-3.png" in err
    line = fields(capsys, "new", "6x5", "--seed", "3")
    assert solve(Puzzle(line["col_clues"], line["row_clues"], line["regions"])).unique
    assert fields(capsys, "aquarium-6x5-normal-3.png")["task"] == line["task"]


@pytest.mark.parametrize(("size", "grade"), [("5x5", "easy"), ("6x6", "normal"), ("10x10", "very-hard")])
def test_a_new_puzzle_has_its_grade(size, grade, capsys):
    code, out, _ = told(capsys, "new", size, "--grade", grade, "--seed", "2", "--format", "task")
    assert (code, explain(parse_puzzle(out)).grade, written()) == (0, grade.replace("-", " "), [])


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
