"""The wall matrix and the number matrix: what is written is read back equal, what is bad is named."""

import re

import pytest
from hypothesis import given

from solver import BadText, Puzzle, solve
from solver.formats.matrices import (
    format_number_matrix,
    format_wall_matrix,
    parse_number_matrix,
    parse_wall_matrix,
)
from solver.puzzle import Water
from tests.strategies import WALL_MATRIX, boards, repeatable

SOLUTION = "010000/010000/000110/111100/110111/110111"

SMALL = Puzzle([1, None, 10], [3, 0], ["abb", "aac"])
SMALL_WALLS = """\
       1     ?    10
    x  x  x  x  x  x  x
 3  x  0  x  0  .  0  x
    x  .  x  x  x  x  x
 0  x  0  .  0  x  0  x
    x  x  x  x  x  x  x
"""
SMALL_NUMBERS = """\
 8  1  8  ?  8 10
 3  0  9  0  8  0
 8  8  9  9  9  9
 0  0  8  0  9  0
"""


def test_the_published_puzzle_has_its_published_solution() -> None:
    solution = solve(parse_wall_matrix(WALL_MATRIX))
    assert solution.unique
    assert "/".join("".join(str(int(wet)) for wet in row) for row in solution.water) == SOLUTION


def test_the_published_puzzle_is_written_as_it_was_published() -> None:
    assert format_wall_matrix(parse_wall_matrix(WALL_MATRIX)) == WALL_MATRIX


@repeatable
@given(boards())
def test_a_matrix_is_read_back_equal(board: tuple[Puzzle, Water]) -> None:
    puzzle, _ = board
    assert parse_wall_matrix(format_wall_matrix(puzzle)) == puzzle
    assert parse_number_matrix(format_number_matrix(puzzle)) == puzzle


def test_matrices_look_like_this() -> None:
    assert format_wall_matrix(SMALL) == SMALL_WALLS
    assert format_number_matrix(SMALL) == SMALL_NUMBERS


def test_inner_corners_tell_nothing() -> None:
    assert parse_wall_matrix(WALL_MATRIX.replace("x . . . . . x", "x . x . x . .")) == parse_wall_matrix(
        WALL_MATRIX
    )
    assert parse_number_matrix(SMALL_NUMBERS.replace("8  8  9  9  9  9", "8 8 8 9 8 9")) == SMALL


@pytest.mark.parametrize("old", ["? ", " 1 ", " 3 "])
def test_a_clue_that_is_no_number_is_named(old: str) -> None:
    for text, parse in ((SMALL_WALLS, parse_wall_matrix), (SMALL_NUMBERS, parse_number_matrix)):
        bad = text.replace(old, old.replace(old.strip(), "y"), 1)
        at = bad.index("y")
        line, column = bad.count("\n", 0, at) + 1, at - bad.rfind("\n", 0, at)
        message = f'expected a number or ?, found "y" (line {line}, column {column})'
        with pytest.raises(BadText, match=re.escape(message)):
            parse(bad)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a line of column clues, found nothing (line 1, column 1); write a line of column"),
        ("  1", "expected a line of walls, found nothing (line 1, column 4)"),
        ("1\nx x x", "expected a line of cells, found nothing (line 2, column 6)"),
        ("1\nx x x\n1 x 0 x\n", "expected a line of walls, found nothing (line 3, column 8)"),
        ("1\nx x x\n1 x 0 x\nx . x\n1 x 0 x", "expected a line of walls, found nothing (line 5, column 8)"),
        ("1\nx x\n1 x 0 x\nx x x\n", "expected 3 values in this line, found 2 (line 2, column 4)"),
        ("1\nx x x\n1 x 0 x x\nx x x\n", "expected 4 values in this line, found 5 (line 3, column 9)"),
        ("1\nx x x\nx 0 x\nx x x\n", "expected 4 values in this line, found 3 (line 3, column 6)"),
        ("1\nx . x\n1 x 0 x\nx x x\n", 'expected x, found "." (line 2, column 3)'),
        ("1\nx x x\n1 x 0 x\nx . x\n", 'expected x, found "." (line 4, column 3)'),
        ("1\nx x x\n1 . 0 x\nx x x\n", 'expected x, found "." (line 3, column 3)'),
        ("1\nx x x\n1 x 0 .\nx x x\n", 'expected x, found "." (line 3, column 7)'),
        ("1\nx x x\n1 x 1 x\nx x x\n", 'expected 0, found "1" (line 3, column 5)'),
        ("1 1\nx x x x x\n1 x 0 0 0 x\nx x x x x\n", 'expected x or ., found "0" (line 3, column 7)'),
    ],
)
def test_a_bad_wall_matrix_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(BadText, match=re.escape(message)):
        parse_wall_matrix(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a line of column clues, found nothing (line 1, column 1); write a line like 8 1 8 2"),
        ("8 1", "expected a line of cells, found nothing (line 1, column 4)"),
        (" 8 1 8\n1 0 8", "expected a number or ?, found nothing (line 1, column 7)"),
        ("7 1\n1 0", 'expected 8, found "7" (line 1, column 1)'),
        ("8 1 9 1\n1 0 8 0", 'expected 8, found "9" (line 1, column 5)'),
        ("8 1\n1 0\n8 8", "expected a line of cells, found nothing (line 3, column 4)"),
        ("8 1\n1 0\n9 8\n1 0", 'expected 8, found "9" (line 3, column 1)'),
        ("8 1\n1 0 8", "expected 2 values in this line, found 3 (line 2, column 5)"),
        ("8 1\n1", "expected 2 values in this line, found 1 (line 2, column 2)"),
        ("8 1\n1 8", 'expected 0, found "8" (line 2, column 3)'),
        ("8 1 8 1\n1 0 x 0", 'expected 9 or 8, found "x" (line 2, column 5)'),
    ],
)
def test_a_bad_number_matrix_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(BadText, match=re.escape(message)):
        parse_number_matrix(text)


def test_a_wall_that_parts_nothing_is_named() -> None:
    open_below = SMALL_WALLS.replace("x  .  x  x  x  x  x", "x  .  x  .  x  x  x")
    message = (
        "the wall between row 1 column 1 and row 1 column 2 ends inside an aquarium "
        "(line 3, column 11); remove it, or close the gap"
    )
    with pytest.raises(BadText, match=re.escape(message)):
        parse_wall_matrix(open_below)
    open_below = SMALL_NUMBERS.replace("8  8  9  9  9  9", "8  8  8  8  9  9")
    with pytest.raises(BadText, match=re.escape("ends inside an aquarium (line 2, column 8)")):
        parse_number_matrix(open_below)
