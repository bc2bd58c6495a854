"""The wall matrix and the number matrix: what is written is read back equal, what is bad is named."""

import pytest

from solver import Puzzle, solve
from solver.formats.matrices import (
    NUMBER_FORM,
    WALL_FORM,
    format_number_matrix,
    format_wall_matrix,
    parse_number_matrix,
    parse_wall_matrix,
)
from solver.message import Message
from tests.solver.formats.refusals import Said, refusal, refused
from tests.strategies import WALL_MATRIX

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
    for text, parse, form in (
        (SMALL_WALLS, parse_wall_matrix, WALL_FORM),
        (SMALL_NUMBERS, parse_number_matrix, NUMBER_FORM),
    ):
        bad = text.replace(old, old.replace(old.strip(), "y"), 1)
        at = bad.index("y")
        line, column = bad.count("\n", 0, at) + 1, at - bad.rfind("\n", 0, at)
        assert refusal(parse, bad) == refused(form, line, column, "a number or ?", '"y"')


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("  1", (1, 4, "a line of walls", "nothing")),
        ("1\nx x x", (2, 6, "a line of cells", "nothing")),
        ("1\nx x x\n1 x 0 x\n", (3, 8, "a line of walls", "nothing")),
        ("1\nx x x\n1 x 0 x\nx . x\n1 x 0 x", (5, 8, "a line of walls", "nothing")),
        ("1\nx x\n1 x 0 x\nx x x\n", (2, 4, "3 values in this line", "2")),
        ("1\nx x x\n1 x 0 x x\nx x x\n", (3, 9, "4 values in this line", "5")),
        ("1\nx x x\nx 0 x\nx x x\n", (3, 6, "4 values in this line", "3")),
        ("1\nx . x\n1 x 0 x\nx x x\n", (2, 3, "x", '"."')),
        ("1\nx x x\n1 x 0 x\nx . x\n", (4, 3, "x", '"."')),
        ("1\nx x x\n1 . 0 x\nx x x\n", (3, 3, "x", '"."')),
        ("1\nx x x\n1 x 0 .\nx x x\n", (3, 7, "x", '"."')),
        ("1\nx x x\n1 x 1 x\nx x x\n", (3, 5, "0", '"1"')),
        ("1 1\nx x x x x\n1 x 0 0 0 x\nx x x x x\n", (3, 7, "x or .", '"0"')),
    ],
)
def test_a_bad_wall_matrix_is_refused_with_its_place(text: str, said: Said) -> None:
    assert refusal(parse_wall_matrix, text) == refused(WALL_FORM, *said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("8 1", (1, 4, "a line of cells", "nothing")),
        (" 8 1 8\n1 0 8", (1, 7, "a number or ?", "nothing")),
        ("7 1\n1 0", (1, 1, "8", '"7"')),
        ("8 1 9 1\n1 0 8 0", (1, 5, "8", '"9"')),
        ("8 1\n1 0\n8 8", (3, 4, "a line of cells", "nothing")),
        ("8 1\n1 0\n9 8\n1 0", (3, 1, "8", '"9"')),
        ("8 1\n1 0 8", (2, 5, "2 values in this line", "3")),
        ("8 1\n1", (2, 2, "2 values in this line", "1")),
        ("8 1\n1 8", (2, 3, "0", '"8"')),
        ("8 1 8 1\n1 0 x 0", (2, 5, "9 or 8", '"x"')),
    ],
)
def test_a_bad_number_matrix_is_refused_with_its_place(text: str, said: Said) -> None:
    assert refusal(parse_number_matrix, text) == refused(NUMBER_FORM, *said)


def test_a_wall_that_parts_nothing_is_named() -> None:
    loose = Message("wall_ends_inside", cells=((1, 1), (1, 2)))
    open_below = SMALL_WALLS.replace("x  .  x  x  x  x  x", "x  .  x  .  x  x  x")
    assert refusal(parse_wall_matrix, open_below) == refused(WALL_FORM, 3, 11, loose)
    open_below = SMALL_NUMBERS.replace("8  8  9  9  9  9", "8  8  8  8  9  9")
    assert refusal(parse_number_matrix, open_below) == refused(NUMBER_FORM, 2, 8, loose)
