"""Text forms that tell what stands in the cells: read back equal, or refused with line and column."""

import json
import re
from textwrap import indent

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import BadText, Puzzle
from solver.formats import draw_unicode, format_json, parse_annotated, parse_json, parse_puzzle
from solver.formats.annotated import AnnotatedPuzzle, known_of, marks_of, unclear_of
from solver.formats.json import JSON_FORM
from solver.formats.unicode import format_unicode, parse_unicode
from solver.puzzle import RULES, Water
from tests.solver.formats.refusals import refusal, refused
from tests.strategies import boards, repeatable, seeds

PUZZLE = Puzzle([1, 2], [1, 2], ["ab", "bb"])
WATER = ((False, True), (True, True))
FIELDS = json.loads(format_json(AnnotatedPuzzle(PUZZLE)))


@repeatable
@given(boards(rules=RULES), seeds)
def test_json_keeps_puzzle_rule_marks_and_water(board: tuple[Puzzle, Water], seed: int) -> None:
    puzzle, water = board
    shape = (puzzle.height, puzzle.width)
    drawn = np.random.default_rng(seed).choice([0, 1, 2, None], shape).tolist()
    marks, unclear = known_of(drawn), unclear_of(drawn)
    for fields in ((), (marks,), (marks, water), (marks, water, unclear)):
        record = AnnotatedPuzzle(puzzle, *fields)
        text = format_json(record)
        assert text.count("\n") == 1
        assert parse_annotated(text) == record


@repeatable
@given(boards())
def test_a_drawing_with_water_is_read_back(board: tuple[Puzzle, Water]) -> None:
    puzzle, water = board
    record = parse_unicode("\n" + draw_unicode(puzzle, water) + "\n\n")
    assert record == parse_unicode(indent(draw_unicode(puzzle, water), "    "))
    assert record.puzzle == puzzle
    wet = tuple(tuple(cell or None for cell in row) for row in water)
    assert record.marks == (wet if any(map(any, water)) else None)


@repeatable
@given(boards(), st.sampled_from(" ┃│━─▒9┏╋"), st.data())
def test_a_drawing_with_any_other_sign_in_it_is_another_puzzle_or_refused(
    board: tuple[Puzzle, Water], sign: str, data: st.DataObject
) -> None:
    text = format_unicode(board[0])
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = f"{text[:at]}{sign}{text[at + 1 :]}"
    try:
        puzzle = parse_puzzle(damaged)
    except BadText as error:
        assert re.fullmatch(r"line \d+, column \d+", str(error.place))
    else:  # the change was one of a clue, or of blanks at a line's end
        assert puzzle.regions == board[0].regions


ROWS = ", rows of aquarium numbers"

WRONG = [
    ("col_clues", "col_clues, a list of numbers or null", [None]),
    ("row_clues", "row_clues, a list of numbers or null", [[1, "2"], [1, -2], [1, True]]),
    ("regions", f"regions{ROWS}", [[1, 2], [["a"]], [[10**9]]]),
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


@pytest.mark.parametrize(
    ("fields", "column", "said", "found"),
    [
        ({"sums": {"rows": [2]}, "matrix": [[1]]}, 1, "cols, a list of numbers or null", "none"),
        ({"sums": {"cols": [1], "rows": [1]}, "matrix": 1}, 38, f"matrix{ROWS}", "something else"),
        ({"sums": [1], "matrix": [[1]]}, 1, "col_clues, a list of numbers or null", "none"),
        ({"col_clues": [1], "row_clues": [1]}, 1, f"regions{ROWS}", "none"),
    ],
)
def test_a_field_that_is_missing_in_json_or_wrong_with_sums_is_named(
    fields: object, column: int, said: str, found: str
) -> None:
    assert refusal(parse_json, json.dumps(fields)) == refused(JSON_FORM, 1, column, said, found)


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
