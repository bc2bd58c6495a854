"""The site's task string: what is written is read back equal, what cannot be read is named."""

import re

import pytest
from hypothesis import given

from solver import BadText, Puzzle
from solver.formats import format_task, parse_task
from solver.puzzle import Water
from tests.strategies import boards, repeatable

EXAMPLE = "4_5_5_3_3_1_4_5_5_3_1_3;1,1,2,3,3,3,1,2,2,2,3,4,1,2,3,3,3,4,2,2,2,5,5,4,6,2,5,5,5,4,6,6,6,4,4,4"
"""The site's 6x6 easy puzzle 681,742."""


@repeatable
@given(boards())
def test_a_task_string_is_read_back_equal(board: tuple[Puzzle, Water]) -> None:
    puzzle, _ = board
    assert parse_task(format_task(puzzle), columns=puzzle.width) == puzzle


@repeatable
@given(boards())
def test_a_task_string_without_columns_is_read_when_the_board_is_square(board: tuple[Puzzle, Water]) -> None:
    puzzle, _ = board
    if puzzle.width == puzzle.height:
        assert parse_task(format_task(puzzle)) == puzzle
    else:
        with pytest.raises(BadText, match=rf"say how many columns it has, .*\b{puzzle.width}\b"):
            parse_task(format_task(puzzle))


def test_the_site_s_own_task_is_read() -> None:
    puzzle = parse_task(EXAMPLE)
    assert puzzle.col_clues == (4, 5, 5, 3, 3, 1)
    assert puzzle.row_clues == (4, 5, 5, 3, 1, 3)
    assert puzzle.regions[4] == (6, 2, 5, 5, 5, 4)
    assert format_task(puzzle) == EXAMPLE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a task string, found nothing (line 1, column 1)"),
        ("1_1;1\n2", 'expected the task string to end on its first line, found "2" (line 2, column 1)'),
        ("\n  1_1_1_1", "expected one semicolon after the clues, found 0 (line 2, column 10)"),
        ("1_1;1;1", "expected one semicolon after the clues, found 2 (line 1, column 7)"),
        ("1_x;1", 'expected a number or ?, found "x" (line 1, column 3)'),
        ("\n 1_-1;1", 'expected a number or ?, found "-1" (line 2, column 4)'),
        ("1_;1", "expected a number or ?, found nothing (line 1, column 3)"),
        ("1_²;1", 'expected a number or ?, found "²" (line 1, column 3)'),
        (f"1_{'9' * 5000};1", 'expected a number or ?, found "999999999…" (line 1, column 3)'),
        ("1_1_0_2;1,1,?,1", 'expected an aquarium\'s number, found "?" (line 1, column 13)'),
        (
            "1_1_0_2;1,1,1",
            "4 clues and 3 cells are not a square board (line 1, column 9); "
            "say how many columns it has, 1 or 3",
        ),
        ("1_1_0_2;1,1,1,1,1", "4 clues and 5 cells do not make a board (line 1, column 9)"),
    ],
)
def test_a_bad_task_is_refused_with_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(BadText, match=re.escape(message)):
        parse_task(text)


@pytest.mark.parametrize("columns", [-1, 0, 1, 4, 5])
def test_a_number_of_columns_that_does_not_fit_is_refused(columns: int) -> None:
    message = (
        f"4 clues and 4 cells do not make a board of {columns} columns (line 1, column 9); correct the text"
    )
    with pytest.raises(BadText, match=re.escape(message)):
        parse_task("1_1_0_2;1,1,1,1", columns=columns)
