"""A record tells what helps to correct what was read."""

from pathlib import Path

import pytest

from app.outcome import Outcome
from app.web.work import reading_fields
from pipeline import Result
from solver import Puzzle
from solver.message import Message
from solver.places import ClueAt
from tests.shell import PUZZLE
from vision.drawing.puzzle import read_written
from vision.reading.doubts import Repair

FIXTURES = Path(__file__).parents[3] / "fixtures"
CLUE = PUZZLE.col_clues[0]


def reading(client, name: str, words: str = "") -> dict:
    return client.post(f"/api/solve?{words}", (FIXTURES / name).read_bytes()).json()["reading"]


def test_a_certain_puzzle_needs_no_help_and_no_board_has_no_reading(client):
    assert reading(client, "site-6x6.png") == {
        "misfits": [],
        "loose": [],
        "looks_like": {},
        "can_be_as_read": False,
        "is_cut": False,
        "size_may_help": False,
    }
    assert reading(client, "refused-text.png") is None


@pytest.mark.parametrize(("looks", "told"), [(3, "3"), (0, "0"), (None, "none")])
def test_a_repaired_clue_is_told_as_it_looks(looks, told):
    place = ClueAt("row", 1)
    puzzle = Puzzle([1, 1, 2], [1, looks], ["abc", "dee"])
    repair = Repair(place, Message("clue_taken", axis="row", line=2, taken=2, looks=3), 0.99, (0, 0, 9, 9))
    result = Result("solved", (), read_written(puzzle)[1], repairs=(repair,))
    assert reading_fields(Outcome("a.png", "solved", result=result))["looks_like"] == {str(place): told}


def test_walls_that_end_inside_an_aquarium_are_named(client):
    told = reading(client, "refused-covered.png")
    assert len(told["loose"]) > 10
    assert {wall["otherwise"] for wall in told["loose"]} == {"no"}
    assert not told["can_be_as_read"]


def test_a_board_that_is_cut_off_may_be_whole_if_a_person_says_so(client):
    told = reading(client, "refused-cut.png")
    assert told["is_cut"]
    assert told["size_may_help"]
    told = reading(client, "refused-cut.png", "size=7x10")
    assert not told["is_cut"]


def test_doubtful_walls_can_be_said_to_be_as_read(client):
    assert reading(client, "screen-10x10.jpg")["can_be_as_read"]
    assert not reading(client, "screen-10x10.jpg", "as_read=1")["can_be_as_read"]


@pytest.mark.parametrize(
    ("fixes", "misfits"),
    [
        ([f"top:1={CLUE + 1}"], [f"top:1={CLUE + 1}"]),
        ([f"top:1={CLUE}", "left:1=0"], ["left:1=0"]),
        (["left:1=0", "top:1=0"], ["left:1=0", "top:1=0"]),
        # of more than are tried, the last are
        ([*(f"left:{row}={clue}" for row, clue in enumerate(PUZZLE.row_clues, 1)), "top:1=0"], ["top:1=0"]),
    ],
)
def test_the_fix_that_breaks_a_puzzle_is_named(client, shot, fixes, misfits):
    words = "&".join(f"fix={fix}" for fix in fixes)
    assert client.post(f"/api/solve?{words}", shot).json()["reading"]["misfits"] == misfits
