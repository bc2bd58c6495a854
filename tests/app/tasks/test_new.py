"""`aquarium new`: puzzles of a grade, which can be made again."""

from pathlib import Path

import pytest

from solver import Puzzle, solve
from solver.formats import parse_puzzle
from solver.logic.explanation import explain
from tests.shell import fields, told, written
from vision.files.save import MARK, mark_of


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


@pytest.mark.parametrize("grade", ["easy", "very-hard"])
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
        (["6x6", "--format", "task", "-o", "a.png"], "--format prints a text and draws nothing; leave out"),
        (["1x1", "--grade", "very-hard"], "no very hard puzzle of 1 x 1 cells was found in"),
    ],
)
def test_what_cannot_be_made_is_told(words, said, capsys):
    code, out, err = told(capsys, "new", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"aquarium: {said}")
    assert written() == []
