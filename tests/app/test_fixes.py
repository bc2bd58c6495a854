"""A person corrects clues and walls: the answer is that of the corrected puzzle, or the bad fix is named."""

import numpy as np
import pytest

from app.service import Text
from app.tasks import Task
from solver import Puzzle
from solver.belief.overrides import parse_override
from solver.formats import Form, format_puzzle
from tests.shell import EMPTY, PUZZLE, TASK, WATER, asked, screenshot, told

CLUE = PUZZLE.col_clues[0]
ROW_CLUE = PUZZLE.row_clues[0]
MISPRINTED = Puzzle((CLUE + 1, *PUZZLE.col_clues[1:]), PUZZLE.row_clues, PUZZLE.regions)


def fixed(text: str, *fixes: str, task: str = "solve"):
    return asked(Text(text), Task(task), places=list(map(parse_override, fixes)))


@pytest.mark.parametrize("task", ["solve", "check", "explain", "draw"])
def test_a_misprint_in_a_text_is_corrected(task):
    outcome = fixed(format_puzzle(MISPRINTED, Form.TASK), f"top:1={CLUE}", task=task)
    truth = asked(Text(TASK), Task(task))
    assert (outcome.puzzle, outcome.water, outcome.status) == (PUZZLE, WATER, "solved")
    assert outcome.message == truth.message
    if truth.picture is not None:
        assert np.array_equal(outcome.picture, truth.picture)


@pytest.mark.parametrize(
    ("fix", "status", "said"),
    [
        (f"top:1={CLUE + 1}", "no_solution", "clues add up to 22, the row clues to 21); without it"),
        ("wall:4,4-4,5=yes", "unsure", "no solution is certain (1 wall ends inside an aquarium); without it"),
        ("top:9=1", "unsure", "top:9: the board has 6 columns; check the number"),
        ("top:1=7", "unsure", "top:1=7: a column of this board has 6 cells; check the clue"),
    ],
)
def test_what_a_fix_has_broken_is_told(fix, status, said):
    outcome = fixed(TASK, fix)
    assert (outcome.status, outcome.water) == (status, None)
    assert said in outcome.message
    assert [str(misfit) for misfit in outcome.misfits] == [fix]
    if status == "unsure":
        assert [fixed(TASK, fix, task=task).picture for task in ("draw", "read", "check")] == [None] * 3


@pytest.mark.parametrize(
    ("broken", "kept", "sum_of_rows"),
    [(["left:2=1"], [f"left:1={ROW_CLUE}"], 17), (["left:1=3", "left:2=1"], [], 16)],
)
def test_fixes_that_break_the_puzzle_are_named_and_left_out(broken, kept, sum_of_rows, capsys):
    screenshot("a.png", EMPTY)
    wrong, right = ([f"--fix {fix}" for fix in fixes] for fixes in (broken, kept))
    code, _, err = told(capsys, "a.png", *" ".join([*right, *wrong]).split())
    assert code == 5
    assert err.splitlines() == [
        f"a.png: with {' and '.join(wrong)} there is no solution (the column clues add up to 21, "
        f"the row clues to {sum_of_rows}); without {'them' if len(wrong) > 1 else 'it'} there is exactly one",
        f"  check the picture again, or leave it out: {' '.join(['aquarium a.png', *right])}",
    ]


def test_a_puzzle_that_has_no_answer_without_the_fix_either_does_not_blame_it(capsys):
    screenshot("a.png", EMPTY, MISPRINTED)
    code, _, err = told(capsys, "a.png", "--fix", f"left:1={ROW_CLUE}", "--size", "6x6", "--no-repair")
    assert code == 5
    assert "without" not in err
    assert "look for a misprint" in err


def test_a_clue_that_is_taken_away_may_leave_several_solutions():
    puzzle = format_puzzle(Puzzle([1, 0], [0, 1], ["ab", "cd"]), Form.TASK)
    assert fixed(puzzle).status == "solved"
    outcome = fixed(puzzle, "top:1=none", "top:2=none")
    assert (outcome.status, outcome.puzzle.col_clues) == ("ambiguous", (None, None))
    assert "with --fix top:2=none there are several solutions; without it" in outcome.message
