"""The site's task string: what is written is read back equal, what cannot be read is named."""

import pytest
from hypothesis import given

from solver import Puzzle
from solver.formats.task import TASK_FORM, format_task, parse_task
from solver.message import Message
from solver.puzzle import Water
from tests.solver.formats.refusals import Said, refusal, refused
from tests.strategies import boards, repeatable

EXAMPLE = "4_5_5_3_3_1_4_5_5_3_1_3;1,1,2,3,3,3,1,2,2,2,3,4,1,2,3,3,3,4,2,2,2,5,5,4,6,2,5,5,5,4,6,6,6,4,4,4"
"""The site's 6x6 easy puzzle 681,742."""


@repeatable
@given(boards())
def test_a_task_string_without_columns_is_read_when_the_board_is_square(board: tuple[Puzzle, Water]) -> None:
    puzzle, _ = board
    if puzzle.width == puzzle.height:
        assert parse_task(format_task(puzzle)) == puzzle
    else:
        said, _ = refusal(parse_task, format_task(puzzle))
        assert (said.code, puzzle.width in dict(said.values)["widths"]) == ("width_needed", True)


def test_the_site_s_own_task_is_read() -> None:
    puzzle = parse_task(EXAMPLE)
    assert puzzle.col_clues == (4, 5, 5, 3, 3, 1)
    assert puzzle.row_clues == (4, 5, 5, 3, 1, 3)
    assert puzzle.regions[4] == (6, 2, 5, 5, 5, 4)
    assert format_task(puzzle) == EXAMPLE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1_1;1\n2", (2, 1, "the task string to end on its first line", '"2"')),
        ("\n  1_1_1_1", (2, 10, "one semicolon after the clues", "0")),
        ("1_1;1;1", (1, 7, "one semicolon after the clues", "2")),
        ("1_x;1", (1, 3, "a number or ?", '"x"')),
        ("\n 1_-1;1", (2, 4, "a number or ?", '"-1"')),
        ("1_;1", (1, 3, "a number or ?", "nothing")),
        ("1_²;1", (1, 3, "a number or ?", '"²"')),
        (f"1_{'9' * 5000};1", (1, 3, "a number or ?", '"999999999…"')),
        ("1_1_0_2;1,1,?,1", (1, 13, "an aquarium's number", '"?"')),
        ("1_1_0_2;1,1,1", (1, 9, Message("width_needed", clues=4, cells=3, widths=(1, 3)))),
        ("1_1_0_2;1,1,1,1,1", (1, 9, Message("no_board_of_any_width", clues=4, cells=5, form=TASK_FORM))),
    ],
)
def test_a_bad_task_is_refused_with_what_was_expected(text: str, said: Said) -> None:
    assert refusal(parse_task, text) == refused(TASK_FORM, *said)


@pytest.mark.parametrize("columns", [-1, 0, 1, 4, 5])
def test_a_number_of_columns_that_does_not_fit_is_refused(columns: int) -> None:
    said = Message("no_board_of_that_width", clues=4, cells=4, columns=columns)
    assert refusal(parse_task, "1_1_0_2;1,1,1,1", columns=columns) == refused(TASK_FORM, 1, 9, said)
