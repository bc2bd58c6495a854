"""A record tells what helps to correct what was read."""

import pytest

from app.outcome import Outcome
from app.web.work import reading_fields
from pipeline import Result
from solver import Puzzle
from solver.message import Message
from solver.places import ClueAt
from tests.conftest import FIXTURES
from tests.shell import PUZZLE, TASK
from vision.drawing.puzzle import read_written
from vision.reading.doubts import Repair

CLUE = PUZZLE.col_clues[0]


NO_HELP = {"misfits": [], "loose": False, "looks_like": {}}
NO_HELP |= dict.fromkeys(("can_be_as_read", "is_cut", "size_may_help"), False)


@pytest.mark.parametrize(
    ("name", "words", "help_"),
    [
        ("site-6x6.png", "", {}),
        ("screen-10x10.jpg", "", {"can_be_as_read": True}),
        ("screen-10x10.jpg", "as_read=1", {}),
        ("refused-covered.png", "", {"loose": True}),
        ("refused-cut.png", "", {"is_cut": True, "size_may_help": True}),
        ("refused-cut.png", "size=7x10", {}),
    ],
)
def test_what_would_help_is_told_of_every_board(client, name, words, help_):
    told = client.post(f"/api/solve?{words}", (FIXTURES / name).read_bytes()).json()["reading"]
    assert {wall["otherwise"] for wall in told["loose"]} <= {"no"}
    assert told | {"loose": bool(told["loose"])} == NO_HELP | help_


@pytest.mark.parametrize(("looks", "told"), [(3, "3"), (0, "0"), (None, "none")])
def test_a_repaired_clue_is_told_as_it_looks(looks, told):
    place = ClueAt("row", 1)
    puzzle = Puzzle([1, 1, 2], [1, looks], ["abc", "dee"])
    repair = Repair(place, Message("clue_taken", axis="row", line=2, taken=2, looks=3), 0.99, (0, 0, 9, 9))
    result = Result("solved", (), read_written(puzzle)[1], repairs=(repair,))
    assert reading_fields(Outcome("a.png", "solved", result=result))["looks_like"] == {str(place): told}


@pytest.mark.parametrize(
    ("fixes", "misfits"),
    [
        ([f"top:1={CLUE}", "left:1=0"], ["left:1=0"]),
        # of more than are tried, the last are
        ([*(f"left:{row}={clue}" for row, clue in enumerate(PUZZLE.row_clues, 1)), "top:1=0"], ["top:1=0"]),
    ],
)
def test_the_fix_that_breaks_a_puzzle_is_named(client, fixes, misfits):
    words = "&".join(f"fix={fix}" for fix in fixes)
    assert client.post(f"/api/solve?{words}", TASK).json()["reading"]["misfits"] == misfits
