"""Text forms that tell what stands in the cells: read back equal, or refused with line and column."""

import json
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import BadText, NotWritable, Puzzle
from solver.formats import (
    draw_unicode,
    format_json,
    format_share,
    format_truth,
    parse_annotated,
    parse_json,
    parse_puzzle,
)
from solver.formats.annotated import AnnotatedPuzzle, known_of, marks_of, unclear_of
from solver.formats.json import JSON_FORM
from solver.formats.unicode import DRAWING_FORM, format_unicode, parse_unicode
from solver.message import Message
from solver.puzzle import RULES, Water
from tests.conftest import raised
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
    for record in (
        AnnotatedPuzzle(puzzle),
        AnnotatedPuzzle(puzzle, marks),
        AnnotatedPuzzle(puzzle, marks, water),
        AnnotatedPuzzle(puzzle, marks, water, unclear),
    ):
        text = format_json(record)
        assert text.count("\n") == 1
        assert parse_annotated(text) == record


@repeatable
@given(boards())
def test_a_drawing_with_water_is_read_back(board: tuple[Puzzle, Water]) -> None:
    puzzle, water = board
    record = parse_unicode("\n" + draw_unicode(puzzle, water) + "\n\n")
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


def test_an_indented_drawing_is_read() -> None:
    drawn = format_unicode(PUZZLE).splitlines()
    assert parse_puzzle("\n".join("    " + line for line in drawn)) == PUZZLE


@pytest.mark.parametrize(
    ("line", "column", "sign", "wanted"),
    [
        (6, 3, "x", '"┗"'),
        (6, 11, " ", '"┛"'),
        (3, 1, "x", "a clue"),
        (4, 1, "x", "a blank"),
        (3, 11, "│", '"┃"'),
    ],
)
def test_what_is_wrong_in_a_drawing_is_named(line: int, column: int, sign: str, wanted: str) -> None:
    lines = [list(line.ljust(11)) for line in format_unicode(PUZZLE).splitlines()]
    lines[line - 1][column - 1] = sign
    text = "\n".join("".join(signs).rstrip() for signs in lines)
    found = f'"{sign}"' if sign.strip() else "nothing"
    assert refusal(parse_unicode, text) == refused(DRAWING_FORM, line, column, wanted, found)


def test_words_above_a_drawing_are_refused() -> None:
    wanted = "column clues and the board below them"
    said = refused(DRAWING_FORM, 1, 1, wanted, '"hello"')
    assert refusal(parse_unicode, "hello\n" + format_unicode(PUZZLE)) == said


def test_half_a_drawing_is_refused() -> None:
    text = format_unicode(PUZZLE)
    for stop in range(text.index("┏") + 1, len(text.rstrip())):
        with pytest.raises(BadText):
            parse_unicode(text[:stop])


def test_clues_too_large_for_a_drawing_are_not_written() -> None:
    high = Puzzle([100], [1] * 100, ["a"] * 100)
    assert raised(NotWritable, format_unicode, high).what == Message("no_room_for_clues", most=99)


REGIONS = "regions, rows of aquarium numbers"
MARKS = "marks, a row of 0, 1, 2, null for each row of regions"


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("col_clues", None, "col_clues, a list of numbers or null"),
        ("row_clues", [1, "2"], "row_clues, a list of numbers or null"),
        ("row_clues", [1, -2], "row_clues, a list of numbers or null"),
        ("row_clues", [1, True], "row_clues, a list of numbers or null"),
        ("regions", [1, 2], REGIONS),
        ("regions", [["a"]], REGIONS),
        ("rule", "flat", "rule, level or connected"),
        ("rule", ["level"], "rule, level or connected"),
        ("marks", [[0, 3], [0, 0]], MARKS),
        ("marks", [[0, 0]], MARKS),
        ("water", [[0, 2], [0, 0]], "water, a row of 0, 1 for each row of regions"),
        ("status", "unsure", "a puzzle read with certainty, solved or ambiguous"),
    ],
)
def test_what_is_wrong_in_json_is_named_with_its_place(name: str, value: object, wanted: str) -> None:
    text = json.dumps({**FIELDS, name: value}, indent=1)
    row = next(at for at, line in enumerate(text.splitlines(), 1) if f'"{name}"' in line)
    said = refused(JSON_FORM, row, 2, wanted, "something else")
    assert refusal(parse_json, text) == said


@pytest.mark.parametrize("name", ["col_clues", "row_clues", "regions"])
def test_a_missing_field_is_named(name: str) -> None:
    said, at = refusal(parse_json, json.dumps({key: value for key, value in FIELDS.items() if key != name}))
    told = dict(said.values)
    assert (told["wanted"].partition(",")[0], told["found"], at) == (name, "none", "line 1, column 1")


@pytest.mark.parametrize("text", ["{", "[]", "{}{}", "[" * 100_000, '{"a": ' + "9" * 5000 + "}", "3", ""])
def test_what_is_no_object_is_refused(text: str) -> None:
    said, _ = refusal(parse_json, text)
    assert said.code in {"broken_json", "not_json", "unexpected_text"}


@pytest.mark.parametrize(("number", "is_read"), [(10**9 - 1, True), (10**9, False)])
def test_numbers_in_json_have_as_many_digits_as_elsewhere(number: int, is_read: bool) -> None:
    text = json.dumps(
        {"col_clues": [1, 1, 0], "row_clues": [2], "regions": [[number, number, 1]], "rule": "level"}
    )
    if is_read:
        assert parse_json(text).puzzle == Puzzle([1, 1, 0], [2], ["aab"])
    else:
        said, _ = refusal(parse_json, text)
        assert dict(said.values)["wanted"] == REGIONS


def test_other_fields_do_no_harm() -> None:
    assert parse_json(json.dumps({**FIELDS, "path": "a.png", "status": "solved"})).puzzle == PUZZLE


def test_water_after_a_text_grid_is_taken_with_it() -> None:
    assert parse_annotated(format_truth(PUZZLE, WATER)) == AnnotatedPuzzle(PUZZLE, None, WATER)


def test_what_is_put_in_cells_is_the_marks_or_else_the_water() -> None:
    marks = ((True, None), (None, False))
    assert AnnotatedPuzzle(PUZZLE, marks, WATER).put == marks
    assert AnnotatedPuzzle(PUZZLE, None, WATER).put == WATER
    assert AnnotatedPuzzle(PUZZLE).put is None
    assert known_of(marks_of(marks)) == marks


def test_a_solution_to_show_around_is_a_sign_for_each_cell() -> None:
    assert format_share(WATER) == "⬜🟦\n🟦🟦\n"
