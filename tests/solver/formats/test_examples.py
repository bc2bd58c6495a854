"""What the forms look like: published examples and small ones are read, and written to the letter."""

import pytest

from solver import Puzzle, solve
from solver.formats import Form, format_puzzle, format_share, format_truth, parse_puzzle, parse_truth
from solver.formats.puzzlink import HOST, format_puzzlink, parse_puzzlink
from solver.formats.unicode import draw_unicode
from tests.strategies import WALL_MATRIX

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
TASK = "4_5_5_3_3_1_4_5_5_3_1_3;1,1,2,3,3,3,1,2,2,2,3,4,1,2,3,3,3,4,2,2,2,5,5,4,6,2,5,5,5,4,6,6,6,4,4,4"
"""The site's 6x6 easy puzzle 681,742."""
FOUR = Puzzle([None, None, None, 3], [2, 1, 3, None], ["aabb", "cabd", "cacd", "cccd"], rule="connected")
LEVEL = Puzzle([None] * 5, [None, 2, 4, None], ["aaaaa", "abbba", "cbdbe", "ccdde"])
PUBLISHED = [
    ("aquarium/4/4/bu8i90/i3213g", FOUR, "0011/0010/1011/1111"),
    ("aquarium/r/5/4/17qgela/l24g", LEVEL, "?????/10001/?1?1?/?????"),
]
"""Addresses of the programs that use them, with the solutions published with them."""


def test_a_small_puzzle_looks_like_this() -> None:
    assert format_puzzle(SMALL, Form.WALL_MATRIX) == SMALL_WALLS
    assert format_puzzle(SMALL, Form.NUMBER_MATRIX) == SMALL_NUMBERS


@pytest.mark.parametrize(("form", "text"), [(Form.WALL_MATRIX, WALL_MATRIX), (Form.TASK, TASK)])
def test_a_published_puzzle_is_written_as_it_was_published(form: Form, text: str) -> None:
    assert format_puzzle(parse_puzzle(text), form) == text


def test_inner_corners_of_matrices_tell_nothing() -> None:
    assert parse_puzzle(SMALL_WALLS.replace("x  .  x  x  x  x  x", "x  .  .  x  .  x  x")) == SMALL
    assert parse_puzzle(SMALL_NUMBERS.replace("8  8  9  9  9  9", "8 8 8 9 8 9")) == SMALL


@pytest.mark.parametrize(("address", "puzzle", "forced"), PUBLISHED, ids=[row[0] for row in PUBLISHED])
def test_published_addresses_are_read_written_and_solved_as_published(
    address: str, puzzle: Puzzle, forced: str
) -> None:
    assert parse_puzzlink(address) == puzzle
    assert format_puzzlink(puzzle, host="") == address
    assert format_puzzlink(puzzle) == HOST + address
    signs = {True: "1", False: "0", None: "?"}
    assert "/".join("".join(signs[wet] for wet in row) for row in solve(puzzle).forced) == forced


@pytest.mark.parametrize(
    "address",
    [
        *("http://pzv.jp/p.html?aquarium/r", "  https://pzprxs.vercel.app/p?aquarium/r"),
        *("puzz.link/p?m+aquarium/r", "https://puzz.link/p?type=editor&aquarium/r"),
        *("aquarium_edit/r", "aquarium_play/r", "aquarium_test/r"),
    ],
)
def test_any_site_and_how_it_shall_open_the_puzzle_may_stand_before_its_address(address: str) -> None:
    assert parse_puzzlink(f"{address}/5/4/17qgela/l24g") == LEVEL
    assert parse_puzzlink(f"{address.removesuffix('r')}/4/4/bu8i90/i3213g") == FOUR


def test_clues_of_an_address_have_one_two_or_three_hexadecimal_digits_or_are_asked() -> None:
    clues = [0, 9, 15, 16, 255, 256, 4095]
    address = format_puzzlink(Puzzle(clues, [None], ["a" * 7]), host="")
    assert address == "aquarium/r/7/1/00/09f-10-ff+100+fffg"
    assert parse_puzzlink(address).col_clues == tuple(clues)
    assert parse_puzzlink("aquarium/r/2/1/0/.1g").col_clues == (None, 1)


@pytest.mark.parametrize(("blanks", "signs"), [(1, ""), (20, "z"), (21, "zg"), (41, "zzg")])
def test_at_most_twenty_blank_clues_share_a_letter(blanks: int, signs: str) -> None:
    puzzle = Puzzle([None] * blanks, [1], ["a" * blanks])
    address = format_puzzlink(puzzle)
    assert address.endswith(f"/{signs}1" if signs else "r/1/1//g1")
    assert parse_puzzlink(address) == puzzle


def test_a_truth_file_looks_like_this() -> None:
    puzzle = Puzzle([1, None, 10], [3, 0], [[1, 2, 2], [1, 1, 3]])
    water = ((True, False, False), (True, True, False))
    assert format_truth(puzzle, water) == (
        "columns:  1  ? 10\nrows:     3  0\n\n          1  2  2\n          1  1  3\n\n~..\n~~.\n"
    )


@pytest.mark.parametrize(
    "clues",
    [
        *("1 2\n3 4 5", "columns: 1 2\nrows: 3 4 5", "rows: 3 4 5\ncolumns: 1 2"),
        *("  Rows 3 4 5\n1 2", "3 4 5\ncols:1 2", "1 2\nROW : 3 4 5"),
    ],
)
def test_lines_of_clues_may_be_labelled_and_then_stand_in_either_order(clues: str) -> None:
    assert parse_puzzle(f"{clues}\n\n11\n11\n11\n") == Puzzle([1, 2], [3, 4, 5], ["11"] * 3)


def test_a_board_one_column_wide_may_have_ids_and_a_clue_of_two_digits() -> None:
    puzzle = Puzzle([5], [1] * 5 + [0] * 6, [[number] for number in range(11)])
    assert parse_puzzle(format_truth(puzzle)) == puzzle
    rows = "10\n" * 11
    assert parse_puzzle(f"11\n{' '.join('1' * 11)}\n\n{rows}") == Puzzle([11], [1] * 11, ["a"] * 11)
    assert parse_puzzle(f"12\n{' '.join('1' * 11)}\n\n{rows}").col_clues == (1, 2)


def test_clues_without_blanks_are_no_number_where_one_would_not_be_written_so() -> None:
    assert parse_puzzle("01\n1\n\nab\n") == parse_puzzle("0 1\n1\n\nab\n") == Puzzle([0, 1], [1], ["ab"])
    assert parse_puzzle("11\n" + "1" * 11 + "\n\n" + "ab\n" * 11).col_clues == (1, 1)


def test_blank_lines_around_a_text_and_windows_line_ends_do_no_harm() -> None:
    read = parse_truth("\ufeff\r\n0 0\r\n0\r\n\r\n\r\n1 1\r\n\r\n..\r\n\r\n")
    assert read == (Puzzle([0, 0], [0], ["aa"]), ((False, False),))


def test_a_drawing_looks_like_this() -> None:
    puzzle = Puzzle([2, 1, 3, None], [None, 4, 10], ["abbb", "aacb", "ddcc"])
    water = [[sign == "~" for sign in row] for row in ("...~", "~~..", "..~~")]
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


def test_a_solution_to_show_around_is_a_sign_for_each_cell() -> None:
    assert format_share(((False, True), (True, True))) == "⬜🟦\n🟦🟦\n"
