"""The text grid and the water lines: what is written is read back equal, what cannot be read is named."""

import pytest
from hypothesis import given

from solver import Puzzle
from solver.formats import format_truth, parse_puzzle, parse_truth
from solver.formats.text import GRID_FORM, WATER_FORM
from solver.message import Message
from solver.puzzle import Water
from tests.solver.formats.refusals import Said, refusal, refused
from tests.strategies import boards, repeatable


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


MISPLACED, SAME_LABEL = Message("unexpected_lines", form=GRID_FORM), Message("same_label", form=GRID_FORM)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", (1, 1, MISPLACED)),
        ("1 1\n2\n", (2, 2, MISPLACED)),
        ("1 1\n2\n  11\n", (3, 3, MISPLACED)),
        ("1 1\n2\n\n11\n\n~~\n\n1\n", (8, 1, MISPLACED)),
        ("1 1\n\n2\n\n11\n", (1, 4, MISPLACED)),
        ("1 1\n2 x\n\n11\n", (2, 3, "a number or ?", '"x"')),
        ("rows: 1 1\nrow: 2\n\n11\n", (2, 1, SAME_LABEL)),
        ("columns: 1 x\n2\n\n11\n", (1, 12, "a number or ?", '"x"')),
        ("1 1\n2\n\n1;\n", (4, 2, "the digits or letters of an aquarium", '";"')),
        ("1 1\n2\n\n1 -1\n", (4, 3, "the digits or letters of an aquarium", '"-1"')),
    ],
)
def test_a_bad_text_grid_is_refused_with_line_and_column(text: str, said: Said) -> None:
    assert refusal(parse_truth, text) == refused(GRID_FORM, *said)


def other_size(rows: int, columns: int) -> Message:
    return Message("water_of_other_board", rows=rows, columns=columns, board_rows=1, board_columns=2)


TOO_LONG = Message("water_line_of_other_length", length=2, first=1, form=WATER_FORM)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 1\n2\n\n11\n\n~\n", (6, 1, other_size(1, 1))),
        ("1 1\n2\n\n11\n\n~~\n~~\n", (6, 1, other_size(2, 2))),
        ("1\n1 1\n\n1\n1\n\n~\n~.\n", (8, 2, TOO_LONG)),
        ("1 1\n2\n\n11\n\n~x\n", (6, 2, "~ (wet) or . (dry)", '"x"')),
    ],
)
def test_bad_water_in_a_truth_file_is_refused_with_its_place(text: str, said: Said) -> None:
    assert refusal(parse_truth, text) == refused(WATER_FORM, *said)
