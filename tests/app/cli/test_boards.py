"""The boards of a page as commands tell them: one by one, each by its number."""

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image as Pillow

from app.cli.main import main
from fixtures.drawing.board.puzzles import unique_puzzle
from fixtures.drawing.board.render import STYLES, draw_puzzle
from fixtures.drawing.page.several import put_together
from pipeline import Result
from solver.formats import format_task
from tests.app.stand_ins import BLURRED, READING, paint, solved
from tests.shell import records, told, written

SIZES = (6, 5)


@pytest.fixture
def page():
    """Have a picture of two boards, the larger one played with a mistake; return the puzzles."""
    puzzles, games = [], []
    for seed, size in enumerate(SIZES):
        puzzle, water = unique_puzzle(np.random.default_rng(seed), size, size)
        marks = np.zeros((size, size), int)
        marks[0, 0] = 2 if water[0][0] else 1
        puzzles.append(puzzle)
        games.append(draw_puzzle(puzzle, STYLES["site"], marks=marks).pixels)
    Pillow.fromarray(put_together(games)).save("two.png")
    return puzzles


NO_WALLS = replace(READING.evidence, right=((-9.0,),) * 2, below=((-9.0, -9.0),))


def pair(status: str = "solved", *, pitch: float = 14.5, walls: bool = True):
    """Return a stand-in for the pipeline: every picture has two boards, which end so."""

    def prove(pixels, *, board=None, **settings):
        answered = solved(pixels, board=board, **settings)
        refused = Result("unsure", (BLURRED,), READING)
        second = replace(answered, seconds={}) if status == "solved" else replace(refused, status=status)
        small = READING.board.placed(30, 2, pitch, pitch)
        evidence = READING.evidence if walls else NO_WALLS
        second = replace(second, reading=replace(READING, board=small, evidence=evidence))
        return replace(answered, others=(second,))

    return prove


def test_both_boards_are_told_and_drawn(page, capsys):
    code, out, err = told(capsys, "two.png")
    first, second = [line for line in err.splitlines() if not line.startswith(" ")]
    assert (code, out, written()) == (0, "", ["two.png", "two.solved.png"])
    assert first.startswith("two.png: 6×6, ")
    assert second.startswith("two.png#board=2: 5×5, ")
    assert second.endswith("one solution, 1 of your cells is wrong → two.solved.png")


def test_checks_and_texts_are_of_every_board(page, capsys):
    code, out, err = told(capsys, "check", "two.png")
    assert (code, "no answer" in err) == (6, False)
    assert [line.split(":")[0] for line in out.splitlines()] == ["two.png", "two.png#board=2"]
    _, text, _ = told(capsys, "read", "two.png", "--format", "task")
    assert [line for line in text.splitlines() if line] == [format_task(puzzle) for puzzle in page]


def test_a_hint_is_for_the_largest_board_and_says_so(page, capsys):
    _, _, err = told(capsys, "hint", "two.png")
    assert "this is the largest of 2 boards; for another, add #board=2 to the name" in err
    _, _, err = told(capsys, "hint", "two.png#board=2")
    assert err.startswith("two.png#board=2: ")
    assert "largest" not in err
    assert "two-board-2.hint.png" in written()


@pytest.mark.parametrize(
    ("second", "code"),
    [
        ({"status": "solved"}, 0),
        ({"status": "unsure"}, 4),
        ({"status": "no_solution"}, 5),
        ({"status": "unsure", "pitch": 7.0}, 0),
        ({"status": "unsure", "walls": False}, 0),
        ({"status": "no_puzzle"}, 0),
    ],
)
def test_the_exit_code_counts_boards_that_are_surely_puzzles(stand_in, capsys, second, code):
    stand_in(pair(**second))
    paint("a.png")
    quiet = told(capsys, "a.png", "-q")
    assert (quiet[0], quiet[2].count("\n")) == (code, bool(code))
    assert main(["a.png", "--json", "-q"]) == code
    (line,) = records(capsys)
    assert (line["exit_code"], line["status"], line["boards"][0]["status"]) == (0, "solved", second["status"])
    assert line["message"] == ("no answer for #board=2" if code else None)
