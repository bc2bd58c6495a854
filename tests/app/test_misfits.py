"""A person's fix that breaks the puzzle is named, and only such a one."""

import pytest

from app.service import process
from solver import Puzzle
from solver.belief.overrides import parse_override
from tests.shell import EMPTY, PUZZLE, screenshot, told

CLUE = PUZZLE.row_clues[0]


@pytest.fixture(autouse=True)
def shot():
    screenshot("a.png", EMPTY)


@pytest.mark.parametrize(
    ("broken", "kept", "sum_of_rows"),
    [(["left:1=3"], [], 20), (["left:2=1"], [f"left:1={CLUE}"], 17), (["left:1=3", "left:2=1"], [], 16)],
)
def test_fixes_that_break_the_puzzle_are_named_and_left_out(broken, kept, sum_of_rows, capsys):
    wrong, right = ([f"--fix {fix}" for fix in fixes] for fixes in (broken, kept))
    code, _, err = told(capsys, "a.png", *" ".join([*right, *wrong]).split())
    assert code == 5
    assert err.splitlines() == [
        f"a.png: with {' and '.join(wrong)} there is no solution (the column clues add up to 21, "
        f"the row clues to {sum_of_rows}); without {'them' if len(wrong) > 1 else 'it'} there is exactly one",
        f"  check the picture again, or leave it out: {' '.join(['aquarium a.png', *right])}",
    ]


def test_a_puzzle_that_has_no_answer_without_the_fix_either_does_not_blame_it(capsys):
    fixes = ("--fix", f"left:1={CLUE}", "--size", "6x6", "--no-repair")
    screenshot("b.png", EMPTY, changed())
    code, _, err = told(capsys, "b.png", *fixes)
    assert code == 5
    assert "without" not in err
    assert "look for a misprint" in err


def changed():
    """Return the puzzle with a misprint."""
    return Puzzle(PUZZLE.col_clues, (*PUZZLE.row_clues[:-1], PUZZLE.row_clues[-1] - 1), PUZZLE.regions)


def test_a_fix_that_fits_is_no_misfit():
    outcome = process(screenshot("a.png"), overrides=[parse_override(f"left:1={CLUE}")])
    assert (outcome.status, outcome.misfits) == ("solved", ())
