"""What the player has put in is judged only by a puzzle that was proved."""

import pytest

from app.tasks.judge import judged
from pipeline import Result
from solver import Puzzle, solve
from vision.drawing.puzzle import read_written

PUZZLE = Puzzle([1, 1, 2], [1, 3], ["abc", "dee"])
_, READING = read_written(PUZZLE, ((True, None, None), (None, None, False)))


@pytest.mark.parametrize(
    ("status", "is_judged"), [("solved", True), ("ambiguous", True), ("unsure", False), ("timeout", False)]
)
def test_nothing_is_called_wrong_by_a_puzzle_that_may_be_misread(status, is_judged):
    judgement = judged(Result(status, "seen", READING, solve(PUZZLE)))
    assert (judgement is not None) == is_judged
    if judgement:
        assert judgement.wrong == ((0, 0), (1, 2))
