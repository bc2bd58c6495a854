"""The boards of a page as commands tell them: one by one, each by its number."""

from dataclasses import replace

import pytest

from app.cli.main import main
from pipeline import Result
from solver.formats import format_task
from tests.app.stand_ins import BLURRED, READING, SMALL, paint, solved
from tests.shell import records, told, written

NO_WALLS = replace(READING.evidence, right=((-9.0,),) * 2, below=((-9.0, -9.0),))


def pair(status: str = "solved", *, pitch: float = 14.5, walls: bool = True):
    """Return a stand-in for the pipeline: every picture has two boards, the second of which ends so."""

    def prove(pixels, *, board=None, **settings):
        answered = solved(pixels, board=board, **settings)
        refused = Result("unsure", (BLURRED,), READING)
        second = replace(answered, seconds={}) if status == "solved" else replace(refused, status=status)
        small = READING.board.placed(30, 2, pitch, pitch)
        evidence = READING.evidence if walls else NO_WALLS
        second = replace(second, reading=replace(READING, board=small, evidence=evidence))
        first = replace(answered, reading=replace(READING, on_page=2))
        return {1: first, 2: second}.get(board, replace(answered, others=(second,)))

    return prove


@pytest.fixture(autouse=True)
def two(stand_in):
    """Have a picture of two boards."""
    stand_in(pair())
    paint("two.png")


def test_both_boards_are_told_and_drawn(capsys):
    code, out, err = told(capsys, "two.png")
    first, second = err.splitlines()
    assert (code, out, written()) == (0, "", ["two.png", "two.solved.png"])
    assert first.startswith("two.png: 2×2, ")
    assert second.startswith("two.png#board=2: 2×2, ") and second.endswith("one solution → two.solved.png")


def test_texts_are_of_every_board(capsys):
    _, text, _ = told(capsys, "read", "two.png", "--format", "task")
    assert [line for line in text.splitlines() if line] == [format_task(SMALL)] * 2


def test_a_hint_is_for_the_largest_board_and_says_so(capsys):
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
    quiet = told(capsys, "two.png", "-q")
    assert (quiet[0], quiet[2].count("\n")) == (code, bool(code))
    assert main(["two.png", "--json", "-q"]) == code
    (line,) = records(capsys)
    assert (line["exit_code"], line["status"], line["boards"][0]["status"]) == (0, "solved", second["status"])
    assert line["message"] == ("no answer for #board=2" if code else None)
