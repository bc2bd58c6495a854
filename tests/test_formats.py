"""Text forms of puzzles and water: what is written is read back equal, what cannot be read is named."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixtures.puzzles import random_puzzle
from solver import BadText, Puzzle
from solver.formats import (
    FILL,
    draw_unicode,
    format_grid,
    format_task,
    format_truth,
    format_water,
    parse_grid,
    parse_task,
    parse_truth,
    parse_water,
)
from solver.puzzle import Water

EXAMPLE = "4_5_5_3_3_1_4_5_5_3_1_3;1,1,2,3,3,3,1,2,2,2,3,4,1,2,3,3,3,4,2,2,2,5,5,4,6,2,5,5,5,4,6,6,6,4,4,4"
"""The site's 6x6 easy puzzle 681,742."""

repeatable = settings(derandomize=True, deadline=None, max_examples=60)


@st.composite
def drawn(draw: st.DrawFn) -> tuple[Puzzle, Water]:
    """Draw a puzzle with its water, some of its clues hidden."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    puzzle, water = random_puzzle(rng, draw(st.integers(1, 30)), draw(st.integers(1, 30)))
    hidden = draw(st.sampled_from([0.0, 0.2, 1.0]))
    columns, rows = (
        [None if rng.random() < hidden else clue for clue in clues]
        for clues in (puzzle.col_clues, puzzle.row_clues)
    )
    return Puzzle(columns, rows, puzzle.regions), water


@repeatable
@given(drawn())
def test_a_task_string_is_read_back_equal(board: tuple[Puzzle, Water]) -> None:
    puzzle, _ = board
    assert parse_task(format_task(puzzle), columns=puzzle.width) == puzzle


@repeatable
@given(drawn())
def test_a_task_string_without_columns_is_read_when_the_board_is_square(board: tuple[Puzzle, Water]) -> None:
    puzzle, _ = board
    if puzzle.width == puzzle.height:
        assert parse_task(format_task(puzzle)) == puzzle
    else:
        with pytest.raises(BadText, match=rf"say how many columns it has, .*\b{puzzle.width}\b"):
            parse_task(format_task(puzzle))


@repeatable
@given(drawn())
def test_a_text_grid_is_read_back_equal(board: tuple[Puzzle, Water]) -> None:
    puzzle, _ = board
    assert parse_grid(format_grid(puzzle)) == puzzle


@repeatable
@given(drawn())
def test_water_lines_are_read_back_equal(board: tuple[Puzzle, Water]) -> None:
    _, water = board
    assert parse_water(format_water(water)) == water


@repeatable
@given(drawn())
def test_a_truth_file_is_read_back_equal_with_and_without_water(board: tuple[Puzzle, Water]) -> None:
    puzzle, water = board
    assert parse_truth(format_truth(puzzle, water)) == (puzzle, water)
    assert parse_truth(format_truth(puzzle)) == (puzzle, None)


@repeatable
@given(drawn())
def test_a_drawing_shows_every_wall_every_thin_line_and_all_water(board: tuple[Puzzle, Water]) -> None:
    puzzle, water = board
    lines = draw_unicode(puzzle, water).split("\n")
    left = lines[1].index("┏")
    for row, ids in enumerate(puzzle.regions):
        cells = lines[2 + 2 * row][left:]
        assert cells[::4] == "".join(_side(*pair, "│┃") for pair in zip((0, *ids), (*ids, 0), strict=True))
        assert [cells[at : at + 3] == FILL * 3 for at in range(1, len(cells), 4)] == list(water[row])
        above = puzzle.regions[row - 1] if row else [0] * puzzle.width
        assert lines[1 + 2 * row][left + 2 :: 4] == "".join(map(_side, above, ids, ["─━"] * puzzle.width))


@repeatable
@given(drawn())
def test_a_drawing_has_clues_where_they_are_printed(board: tuple[Puzzle, Water]) -> None:
    puzzle, _ = board
    lines = draw_unicode(puzzle).split("\n")
    left = lines[1].index("┏")
    shown = [lines[2 + 2 * row][:left].strip() for row in range(puzzle.height)]
    above = lines[0].ljust(left + 4 * puzzle.width + 1)
    assert shown == ["" if clue is None else str(clue) for clue in puzzle.row_clues]
    assert [above[left + at : left + at + 4].strip() for at in range(0, 4 * puzzle.width, 4)] == [
        "" if clue is None else str(clue) for clue in puzzle.col_clues
    ]


def test_the_site_s_own_task_is_read() -> None:
    puzzle = parse_task(EXAMPLE)
    assert puzzle.col_clues == (4, 5, 5, 3, 3, 1)
    assert puzzle.row_clues == (4, 5, 5, 3, 1, 3)
    assert puzzle.regions[4] == (6, 2, 5, 5, 5, 4)
    assert format_task(puzzle) == EXAMPLE


def test_a_text_grid_looks_like_this() -> None:
    puzzle = Puzzle([1, None, 10], [3, 0], [[1, 2, 2], [1, 1, 3]])
    assert format_grid(puzzle) == " 1  ? 10\n 3  0\n\n 1  2  2\n 1  1  3\n"


def test_ids_without_blanks_are_single_digits_or_letters() -> None:
    assert parse_grid("1 0 2\n3 0\n\n122\n11b\n").regions == ((1, 2, 2), (1, 1, 3))


def test_a_board_one_column_wide_may_have_ids_of_two_digits() -> None:
    puzzle = Puzzle([5], [1] * 5 + [0] * 6, [[number] for number in range(11)])
    assert parse_grid(format_grid(puzzle)) == puzzle


def test_blank_lines_around_a_text_and_windows_line_ends_do_no_harm() -> None:
    assert parse_truth("\ufeff\r\n0 0\r\n0\r\n\r\n\r\n1 1\r\n\r\n..\r\n\r\n") == (
        Puzzle([0, 0], [0], ["aa"]),
        ((False, False),),
    )


def test_a_truth_file_looks_like_this() -> None:
    assert format_truth(Puzzle([1, 1], [2], ["aa"]), ((True, False),)) == "1 1\n2\n\n1 1\n\n~.\n"


def test_a_drawing_looks_like_this() -> None:
    puzzle = Puzzle([2, 1, 3, None], [None, 4, 10], ["abbb", "aacb", "ddcc"])
    water = parse_water("...~\n~~..\n..~~\n")
    assert draw_unicode(puzzle, water).split("\n") == [
        "     2   1   3",
        "   ┏━━━┳━━━┯━━━┯━━━┓",
        "   ┃   ┃   │   │▒▒▒┃",
        "   ┠───╄━━━╈━━━╅───┨",
        " 4 ┃▒▒▒│▒▒▒┃   ┃   ┃",
        "   ┣━━━┿━━━╉───╄━━━┫",
        "10 ┃   │   ┃▒▒▒│▒▒▒┃",
        "   ┗━━━┷━━━┻━━━┷━━━┛",
    ]


def test_a_drawing_without_water_fills_no_cell() -> None:
    assert FILL not in draw_unicode(parse_task(EXAMPLE))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1_1_1_1", "expected one semicolon after the clues, found 0"),
        ("1_1;1;1", "expected one semicolon after the clues, found 2"),
        ("1_x;1", 'expected a number or ?, found "x" (clue 2)'),
        ("1_-1;1", 'expected a number or ?, found "-1" (clue 2)'),
        ("1_;1", 'expected a number or ?, found "" (clue 2)'),
        ("1_²;1", 'expected a number or ?, found "²" (clue 2)'),
        (f"1_{'9' * 5000};1", 'expected a number or ?, found "999999999…" (clue 2)'),
        ("1_1_0_2;1,1,?,1", 'expected an aquarium\'s number, found "?" (aquarium 3)'),
        ("1_1_0_2;1,1,1", "4 clues and 3 cells are not a square board; say how many columns it has, 1 or 3"),
        ("1_1_0_2;1,1,1,1,1", "4 clues and 5 cells do not make a board"),
    ],
)
def test_a_bad_task_is_refused_with_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(BadText, match=re.escape(message)):
        parse_task(text)


@pytest.mark.parametrize("columns", [-1, 0, 1, 4, 5])
def test_a_number_of_columns_that_does_not_fit_is_refused(columns: int) -> None:
    message = f"4 clues and 4 cells do not make a board of {columns} columns; correct the text or the number"
    with pytest.raises(BadText, match=message):
        parse_task("1_1_0_2;1,1,1,1", columns=columns)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected two lines of clues, a blank line and the rows of the board"),
        ("1 1\n2\n11\n", "expected two lines of clues, a blank line and the rows of the board"),
        ("1 1\n2\n\n11\n\n~~\n\n1\n", "expected two lines of clues, a blank line and the rows of the board"),
        ("1 1\n\n2\n\n11\n", "expected two lines of clues, a blank line and the rows of the board"),
        ("1 1\n2 x\n\n11\n", 'expected a number or ?, found "x" (line 2, token 2)'),
        ("1 1\n2\n\n1;\n", 'expected the digits or letters of an aquarium, found ";" (line 4, token 2)'),
        ("1 1\n2\n\n1 -1\n", 'expected the digits or letters of an aquarium, found "-1" (line 4, token 2)'),
        ("1 1\n2\n\n11\n\n~~\n", "expected the text grid to end after its rows, found water"),
    ],
)
def test_a_bad_text_grid_is_refused_with_line_and_token(text: str, message: str) -> None:
    with pytest.raises(BadText, match=re.escape(message)):
        parse_grid(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 1\n2\n\n11\n\n~\n", "the water is 1 × 1 cells, the board 1 × 2 (line 6)"),
        ("1 1\n2\n\n11\n\n~~\n~~\n", "the water is 2 × 2 cells, the board 1 × 2 (line 6)"),
        ("1 1\n2\n\n11\n\n~x\n", 'expected ~ (wet) or . (dry), found "x" (line 6, sign 2)'),
    ],
)
def test_bad_water_in_a_truth_file_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(BadText, match=re.escape(message)):
        parse_truth(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected one block of water lines, found 0"),
        ("~~\n\n..\n", "expected one block of water lines, found 2"),
        ("~~\n~.~\n", "expected 2 signs as in the first line of water, found 3 (line 2)"),
        ("~~\n~0\n", 'expected ~ (wet) or . (dry), found "0" (line 2, sign 2); write a line of ~ and .'),
    ],
)
def test_bad_water_lines_are_refused_with_their_place(text: str, message: str) -> None:
    with pytest.raises(BadText, match=re.escape(message)):
        parse_water(text)


def _side(one: int, other: int, signs: str) -> str:
    return signs[one != other]
