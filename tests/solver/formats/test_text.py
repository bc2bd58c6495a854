"""The text grid and the water lines: what is written is read back equal, what cannot be read is named."""

import re

import pytest
from hypothesis import given

from solver import BadText, Puzzle
from solver.formats import format_truth, parse_puzzle, parse_truth
from solver.puzzle import Water
from tests.strategies import boards, repeatable

WANTED = "expected two lines of clues, a blank line and the rows of the board"


@repeatable
@given(boards())
def test_a_truth_file_is_read_back_equal_with_and_without_water(board: tuple[Puzzle, Water]) -> None:
    puzzle, water = board
    assert parse_truth(format_truth(puzzle, water)) == (puzzle, water)
    assert parse_truth(format_truth(puzzle)) == (puzzle, None)


def test_a_text_grid_looks_like_this() -> None:
    puzzle = Puzzle([1, None, 10], [3, 0], [[1, 2, 2], [1, 1, 3]])
    assert format_truth(puzzle) == (
        "columns:  1  ? 10\nrows:     3  0\n\n          1  2  2\n          1  1  3\n"
    )


@pytest.mark.parametrize(
    "clues",
    [
        "1 2\n3 4 5",
        "columns: 1 2\nrows: 3 4 5",
        "rows: 3 4 5\ncolumns: 1 2",
        "  Rows 3 4 5\n1 2",
        "3 4 5\ncols:1 2",
        "1 2\nROW : 3 4 5",
    ],
)
def test_lines_of_clues_may_be_labelled_and_then_stand_in_either_order(clues: str) -> None:
    assert parse_puzzle(f"{clues}\n\n11\n11\n11\n") == Puzzle([1, 2], [3, 4, 5], ["11"] * 3)


def test_ids_without_blanks_are_single_digits_or_letters() -> None:
    assert parse_puzzle("1 0 2\n3 0\n\n122\n11b\n").regions == ((1, 2, 2), (1, 1, 3))


def test_a_board_one_column_wide_may_have_ids_of_two_digits() -> None:
    puzzle = Puzzle([5], [1] * 5 + [0] * 6, [[number] for number in range(11)])
    assert parse_puzzle(format_truth(puzzle)) == puzzle


def test_blank_lines_around_a_text_and_windows_line_ends_do_no_harm() -> None:
    assert parse_truth("\ufeff\r\n0 0\r\n0\r\n\r\n\r\n1 1\r\n\r\n..\r\n\r\n") == (
        Puzzle([0, 0], [0], ["aa"]),
        ((False, False),),
    )


def test_a_truth_file_looks_like_this() -> None:
    text = format_truth(Puzzle([1, 1], [2], ["aa"]), ((True, False),))
    assert text == "columns: 1 1\nrows:    2\n\n         1 1\n\n~.\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"{WANTED} (line 1, column 1)"),
        ("1 1\n2\n", f"{WANTED} (line 2, column 2)"),
        ("1 1\n2\n  11\n", f"{WANTED} (line 3, column 3)"),
        ("1 1\n2\n\n11\n\n~~\n\n1\n", f"{WANTED} (line 8, column 1)"),
        ("1 1\n\n2\n\n11\n", f"{WANTED} (line 1, column 4)"),
        ("1 1\n2 x\n\n11\n", 'expected a number or ?, found "x" (line 2, column 3)'),
        ("rows: 1 1\nrow: 2\n\n11\n", "both lines of clues have the same label (line 2, column 1)"),
        ("columns: 1 x\n2\n\n11\n", 'expected a number or ?, found "x" (line 1, column 12)'),
        ("1 1\n2\n\n1;\n", 'expected the digits or letters of an aquarium, found ";" (line 4, column 2)'),
        ("1 1\n2\n\n1 -1\n", 'expected the digits or letters of an aquarium, found "-1" (line 4, column 3)'),
    ],
)
def test_a_bad_text_grid_is_refused_with_line_and_column(text: str, message: str) -> None:
    with pytest.raises(BadText, match=re.escape(message)):
        parse_truth(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 1\n2\n\n11\n\n~\n", "the water is 1 × 1 cells, the board 1 × 2 (line 6, column 1)"),
        ("1 1\n2\n\n11\n\n~~\n~~\n", "the water is 2 × 2 cells, the board 1 × 2 (line 6, column 1)"),
        ("1\n1 1\n\n1\n1\n\n~\n~.\n", "this line of water has length 2, the first 1"),
        ("1 1\n2\n\n11\n\n~x\n", 'expected ~ (wet) or . (dry), found "x" (line 6, column 2)'),
    ],
)
def test_bad_water_in_a_truth_file_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(BadText, match=re.escape(message)):
        parse_truth(text)
