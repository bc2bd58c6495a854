"""All text forms through one door: each is known by its looks, read back equal, or refused."""

import json
import re
from contextlib import suppress
from textwrap import indent

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import BadText, Puzzle, solve
from solver.errors import NotWritable
from solver.formats import (
    Form,
    form_of,
    format_puzzle,
    format_share,
    format_truth,
    parse_annotated,
    parse_puzzle,
    parse_truth,
)
from solver.formats.annotated import AnnotatedPuzzle, known_of, marks_of, unclear_of
from solver.formats.json import JSON_FORM, format_json, parse_json
from solver.formats.puzzlink import HOST, format_puzzlink, parse_puzzlink
from solver.formats.unicode import draw_unicode, format_unicode, parse_unicode
from solver.message import Message
from solver.puzzle import RULES, Water
from tests.conftest import raised
from tests.solver.formats.others import puzzles, refusal, refused
from tests.strategies import WALL_MATRIX, boards, repeatable, seeds

FULL_OF_EIGHTS = Puzzle([8] * 8, [8] * 8, ["a" * 8] * 8)


@repeatable
@given(puzzles(rules=RULES), st.sampled_from(Form))
def test_every_form_is_known_and_read_back_equal(puzzle: Puzzle, form: Form) -> None:
    if puzzle.rule == "connected" and form not in (Form.PUZZLINK, Form.JSON):
        assert raised(NotWritable, format_puzzle, puzzle, form).what == Message("rule_not_writable")
        return
    text = format_puzzle(puzzle, form)
    assert form_of(text) is form.value
    assert parse_puzzle(text, columns=puzzle.width) == puzzle
    if form is Form.TASK and puzzle.width == puzzle.height:
        assert parse_puzzle(text) == puzzle


@repeatable
@given(boards(longest=12))
def test_truth_files_and_drawings_are_read_back_equal_with_and_without_water(
    board: tuple[Puzzle, Water],
) -> None:
    puzzle, water = board
    assert parse_truth(format_truth(puzzle)) == (puzzle, None)
    assert parse_annotated(format_truth(puzzle, water)) == AnnotatedPuzzle(puzzle, None, water)
    wet = tuple(tuple(cell or None for cell in row) for row in water)
    drawn = AnnotatedPuzzle(puzzle, wet if any(map(any, water)) else None)
    assert parse_unicode("\n" + draw_unicode(puzzle, water) + "\n\n") == drawn
    assert parse_unicode(indent(draw_unicode(puzzle, water), "    ")) == drawn


@repeatable
@given(puzzles(longest=15), st.sampled_from(Form), st.data())
def test_a_strange_sign_is_named_with_its_place_unless_it_is_in_the_name_of_a_site_or_the_rule(
    puzzle: Puzzle, form: Form, data: st.DataObject
) -> None:
    text = format_puzzle(puzzle, form)
    at = data.draw(st.integers(0, len(text.rstrip()) - 1))
    damaged = f"{text[:at]}!{text[at + 1 :]}"
    is_site = form is Form.PUZZLINK and at < text.index("?")
    if is_site or (form is Form.JSON and 0 < at - text.index('"rule"') < len('"rule')):
        assert parse_puzzle(damaged) == puzzle
    else:
        _, place = refusal(parse_puzzle, damaged, columns=puzzle.width)
        assert re.fullmatch(r"line \d+, column \d+", place)
    if form is Form.TASK and len(text) > 9 and at > text.index(";"):
        assert form_of(damaged) is form.value


@repeatable
@given(puzzles(), st.data())
def test_an_address_or_drawing_cut_short_is_never_read(puzzle: Puzzle, data: st.DataObject) -> None:
    for form in (Form.PUZZLINK, Form.DRAWING):
        text = format_puzzle(puzzle, form).rstrip()
        refusal(parse_puzzle, text[: data.draw(st.integers(0, len(text) - 1))])


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("puzzle", [Puzzle([None], [1], ["a"]), FULL_OF_EIGHTS], ids=["one cell", "eights"])
def test_the_smallest_board_and_one_whose_clues_look_like_signs_are_known(form: Form, puzzle: Puzzle) -> None:
    text = format_puzzle(puzzle, form)
    assert form_of(text) is form.value
    as_others_save_it = "\ufeff\r\n" + text.replace("\n", "\r\n") + "\r\n\r\n"
    assert parse_puzzle(text) == parse_puzzle(as_others_save_it) == puzzle


def test_what_walls_cannot_tell_and_clues_that_a_form_has_no_room_for_are_not_written() -> None:
    for regions in (["ab", "ba"], ["aa", "a"], []):
        puzzle = Puzzle([0] * len(regions), [0] * len(regions), regions)
        said = Message("not_a_puzzle", defects=tuple(puzzle.problems()))
        for form in (Form.WALL_MATRIX, Form.NUMBER_MATRIX, Form.PUZZLINK, Form.DRAWING):
            assert raised(NotWritable, format_puzzle, puzzle, form).what == said
    high = Puzzle([100], [1] * 100, ["a"] * 100)
    assert raised(NotWritable, format_unicode, high).what == Message("no_room_for_clues", most=99)
    for clue in (-1, 4096):
        said = Message("clue_not_writable", clue=clue, most=4095)
        assert raised(NotWritable, format_puzzlink, Puzzle([clue], [None], ["a"])).what == said


@pytest.mark.parametrize("form", Form)
def test_a_number_of_columns_that_is_not_the_board_s_is_refused(form: Form) -> None:
    text = "\n" + format_puzzle(FULL_OF_EIGHTS, form)
    said, at = refusal(parse_puzzle, text, columns=7)
    assert at.startswith("line 2, column ")
    assert said == (
        Message("no_board_of_that_width", clues=16, cells=64, columns=7)
        if form is Form.TASK
        else Message("other_width", wanted=7, found=8)
    )


PUZZLE = Puzzle([1, 2], [1, 2], ["ab", "bb"])
WATER = ((False, True), (True, True))
FIELDS = json.loads(format_json(AnnotatedPuzzle(PUZZLE)))


@repeatable
@given(boards(rules=RULES), seeds)
def test_json_keeps_puzzle_rule_marks_and_water(board: tuple[Puzzle, Water], seed: int) -> None:
    puzzle, water = board
    drawn = np.random.default_rng(seed).choice([0, 1, 2, None], np.shape(water)).tolist()
    marks, unclear = known_of(drawn), unclear_of(drawn)
    for fields in ((), (marks,), (marks, water, unclear)):
        record = AnnotatedPuzzle(puzzle, *fields)
        text = format_json(record)
        assert text.count("\n") == 1
        assert parse_annotated(text) == record


@repeatable
@given(puzzles(longest=15), st.sampled_from(" ┃│━─▒9┏╋"), st.data())
def test_a_drawing_with_any_other_sign_in_it_has_other_clues_or_is_refused(
    puzzle: Puzzle, sign: str, data: st.DataObject
) -> None:
    text = format_unicode(puzzle)
    at = data.draw(st.integers(0, len(text) - 1))
    with suppress(BadText):
        assert parse_puzzle(f"{text[:at]}{sign}{text[at + 1 :]}").regions == puzzle.regions


WRONG = [
    ("col_clues", "col_clues, a list of numbers or null", [None]),
    ("row_clues", "row_clues, a list of numbers or null", [[1, "2"], [1, -2], [1, True]]),
    ("regions", "regions, rows of aquarium numbers", [[1, 2], [["a"]], [[10**9]]]),
    ("rule", "rule, level or connected", ["flat", ["level"]]),
    ("marks", "marks, a row of 0, 1, 2, null for each row of regions", [[[0, 3], [0, 0]], [[0, 0]]]),
    ("water", "water, a row of 0, 1 for each row of regions", [[[0, 2], [0, 0]]]),
    ("status", "a puzzle read with certainty, solved or ambiguous", ["unsure"]),
]


@pytest.mark.parametrize(("name", "wanted", "values"), WRONG)
def test_what_is_wrong_in_json_is_named_with_its_place(name: str, wanted: str, values: list[object]) -> None:
    for value in values:
        text = json.dumps({**FIELDS, name: value}, indent=1)
        row = next(at for at, line in enumerate(text.splitlines(), 1) if f'"{name}"' in line)
        assert refusal(parse_json, text) == refused(JSON_FORM, row, 2, wanted, "something else")


NO_OBJECTS = {
    "broken_json": ["{", "{}{}", ""],
    "not_json": ["[" * 100_000, '{"a": ' + "9" * 5000 + "}"],
    "unexpected_text": ["[]", "3"],
}


@pytest.mark.parametrize("code", NO_OBJECTS)
def test_what_is_no_object_is_refused(code: str) -> None:
    assert {refusal(parse_json, text)[0].code for text in NO_OBJECTS[code]} == {code}


def test_json_needs_no_rule_and_may_have_other_fields_and_numbers_of_nine_digits() -> None:
    own = {"col_clues": [1, 2], "row_clues": [1, 2], "regions": [[10**9 - 1, 2], [2, 2]]}
    others = {"sums": {"cols": [0], "rows": [0]}, "matrix": [[1]], "path": "a.png", "status": "solved"}
    assert parse_json(json.dumps(own | others)).puzzle == PUZZLE


def test_what_is_put_in_cells_is_the_marks_or_else_the_water() -> None:
    marks = ((True, None), (None, False))
    assert AnnotatedPuzzle(PUZZLE, marks, WATER).put == marks
    assert AnnotatedPuzzle(PUZZLE, None, WATER).put == WATER
    assert AnnotatedPuzzle(PUZZLE).put is None
    assert known_of(marks_of(marks)) == marks


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
