"""All text forms through one door: each is known by its looks, read back equal, or refused."""

import json
import re
from contextlib import suppress
from textwrap import indent

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import BadText, Puzzle
from solver.errors import NotWritable
from solver.formats import (
    Form,
    form_of,
    format_puzzle,
    format_truth,
    parse_annotated,
    parse_puzzle,
    parse_truth,
)
from solver.formats.annotated import AnnotatedPuzzle, known_of, marks_of, unclear_of
from solver.formats.json import JSON_FORM, format_json, parse_json
from solver.formats.puzzlink import format_puzzlink
from solver.formats.unicode import draw_unicode, format_unicode, parse_unicode
from solver.message import Message
from solver.puzzle import RULES, Water
from tests.conftest import raised
from tests.solver.formats.others import puzzles, refusal, refused
from tests.strategies import boards, repeatable, seeds

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
    if is_site or (form is Form.JSON and '"rule"' not in damaged and text.index('"rule"') < at):
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
