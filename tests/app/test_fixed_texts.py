"""A person corrects a puzzle as text: the answer is that of the corrected one, or says what is broken."""

import itertools

import numpy as np
import pytest

from app.service import Text, process
from app.tasks import Task
from solver import Puzzle
from solver.belief.overrides import parse_override
from solver.formats import Form, format_json, format_puzzle
from solver.formats.annotated import AnnotatedPuzzle
from tests.shell import PUZZLE, TASK, WATER, told

CLUE = PUZZLE.col_clues[0]


def fixed(text: str, *fixes: str, task: str = "solve"):
    return process(Text(text), Task(task), overrides=list(map(parse_override, fixes)))


def without_a_wall() -> tuple[Puzzle, list[str]]:
    """Return PUZZLE with its first two aquariums in one, and the fixes that part them again."""
    regions = [[1 if number == 2 else number for number in row] for row in PUZZLE.regions]
    sides = []
    for row, col in itertools.product(range(6), range(6)):
        for other in ((row, col + 1), (row + 1, col)):
            if max(other) < 6 and {PUZZLE.regions[row][col], PUZZLE.regions[other[0]][other[1]]} == {1, 2}:
                sides.append(f"wall:{row + 1},{col + 1}-{other[0] + 1},{other[1] + 1}=yes")
    return Puzzle(PUZZLE.col_clues, PUZZLE.row_clues, regions), sides


def misprinted() -> str:
    clues = CLUE + 1, *PUZZLE.col_clues[1:]
    return format_puzzle(Puzzle(clues, PUZZLE.row_clues, PUZZLE.regions), Form.TASK)


@pytest.mark.parametrize("task", ["solve", "check", "explain", "draw"])
def test_a_misprint_is_corrected(task):
    outcome, truth = fixed(misprinted(), f"top:1={CLUE}", task=task), process(Text(TASK), Task(task))
    assert (outcome.puzzle, outcome.water, outcome.status) == (PUZZLE, WATER, "solved")
    assert outcome.message == truth.message
    if truth.picture is not None:
        assert np.array_equal(outcome.picture, truth.picture)


def test_some_of_its_walls_alone_part_nothing_and_are_refused():
    merged, sides = without_a_wall()
    assert len(sides) > 1
    outcome = fixed(format_puzzle(merged, Form.TASK), sides[0])
    assert (outcome.status, outcome.puzzle_certain) == ("unsure", False)
    assert (outcome.water, outcome.picture) == (None, None)
    assert outcome.message.startswith("1 wall ends inside an aquarium; ")
    for task in ("draw", "read", "check"):
        assert fixed(format_puzzle(merged, Form.TASK), sides[0], task=task).picture is None


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


def test_a_clue_that_is_taken_away_may_leave_several_solutions():
    puzzle = format_puzzle(Puzzle([1, 0], [0, 1], ["ab", "cd"]), Form.TASK)
    assert fixed(puzzle).status == "solved"
    outcome = fixed(puzzle, "top:1=none", "top:2=none")
    assert (outcome.status, outcome.puzzle.col_clues) == ("ambiguous", (None, None))
    assert "with --fix top:2=none there are several solutions; without it" in outcome.message


def test_a_fix_leaves_what_the_player_has_put_in():
    marks = tuple(tuple(not wet for wet in row) for row in WATER)
    text = format_json(AnnotatedPuzzle(PUZZLE, marks))
    outcome = fixed(text, f"top:1={CLUE}", task="check")
    assert len(outcome.answer.fields["mistakes"]) == 36


def test_the_picture_of_a_wider_clue_has_room_for_it():
    wide = Puzzle([None] * 12, [None, None], ["a" * 12, "b" * 12])
    text = format_puzzle(wide, Form.JSON)
    first, second = fixed(text, task="draw"), fixed(text, "left:1=12", task="draw")
    assert second.picture.shape[1] > first.picture.shape[1]
    (_, (box, _)) = second.result.reading.clue_boxes
    assert (second.picture[box[1] : box[3], box[0] : box[2]] < 100).any()


def test_the_command_corrects_a_text_and_says_what_to_leave_out(capsys, folder):
    (folder / "puzzle.txt").write_text(misprinted())
    code, _, err = told(capsys, "puzzle.txt", "--fix", f"top:1={CLUE}")
    assert (code, (folder / "puzzle.txt").read_text()) == (0, misprinted())
    assert "one solution" in err
    code, _, err = told(capsys, "puzzle.txt", "--fix", f"top:1={CLUE}", "--fix", "left:1=0")
    assert code == 5
    offered = f"aquarium puzzle.txt --fix top:1={CLUE}"
    assert err.splitlines()[1] == f"  check the text again, or leave it out: {offered}"
