"""All text forms through one door: each is known by its looks, read back equal, or refused."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Puzzle
from solver.errors import NotWritable
from solver.formats import (
    Form,
    form_of,
    format_puzzle,
    format_truth,
    is_clearly_puzzle,
    parse_annotated,
    parse_puzzle,
    parse_truth,
)
from solver.formats.annotated import AnnotatedPuzzle
from solver.formats.puzzlink import format_puzzlink
from solver.formats.unicode import format_unicode
from solver.message import Message
from solver.puzzle import RULES, Water
from tests.conftest import raised
from tests.solver.formats.refusals import refusal
from tests.strategies import boards, repeatable

FULL_OF_EIGHTS = Puzzle([8] * 8, [8] * 8, ["a" * 8] * 8)


@repeatable
@given(boards(rules=RULES), st.sampled_from(Form))
def test_every_form_is_known_and_read_back_equal(board: tuple[Puzzle, Water], form: Form) -> None:
    puzzle, _ = board
    if puzzle.rule == "connected" and form not in (Form.PUZZLINK, Form.JSON):
        assert raised(NotWritable, format_puzzle, puzzle, form).what == Message("rule_not_writable")
        return
    text = format_puzzle(puzzle, form)
    assert form_of(text) is form.value
    assert is_clearly_puzzle(text)
    assert parse_puzzle(text, columns=puzzle.width) == puzzle
    if form is Form.TASK and puzzle.width == puzzle.height:
        assert parse_puzzle(text) == puzzle


@repeatable
@given(boards())
def test_a_truth_file_is_read_back_equal_with_and_without_water(board: tuple[Puzzle, Water]) -> None:
    puzzle, water = board
    assert parse_truth(format_truth(puzzle, water)) == (puzzle, water)
    assert parse_truth(format_truth(puzzle)) == (puzzle, None)
    assert parse_annotated(format_truth(puzzle, water)) == AnnotatedPuzzle(puzzle, None, water)


@repeatable
@given(boards(), st.sampled_from(Form), st.data())
def test_a_strange_sign_is_named_with_its_place_unless_it_is_in_a_site_s_name(
    board: tuple[Puzzle, Water], form: Form, data: st.DataObject
) -> None:
    puzzle, _ = board
    text = format_puzzle(puzzle, form)
    at = data.draw(st.integers(0, len(text.rstrip()) - 1))
    damaged = f"{text[:at]}!{text[at + 1 :]}"
    if form is Form.PUZZLINK and at < text.index("?"):
        assert parse_puzzle(damaged) == puzzle
    else:
        _, place = refusal(parse_puzzle, damaged, columns=puzzle.width)
        assert re.fullmatch(r"line \d+, column \d+", place)
    if form is Form.TASK and len(text) > 9 and at > text.index(";"):
        assert is_clearly_puzzle(damaged)


@repeatable
@given(boards(), st.data())
def test_an_address_cut_short_is_never_read(board: tuple[Puzzle, Water], data: st.DataObject) -> None:
    text = format_puzzle(board[0], Form.PUZZLINK)
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


@pytest.mark.parametrize(
    "text",
    [
        "Dear diary,\nhalf/half; really\n\nyours",
        "root:x:0:0:root:/root:/bin/bash\n",
        "a;b;c\n1;2;3\n",
        "name,rows\nx,2\n\ny,3\n",
        '{"name": "aquarium/", "version": 1}',
        '{"matrix": [[1, 2]], "rows": 1, "cols": 2}',
        "/home/me/aquarium/notes.txt",
        "# How to draw ┏━┓\n\n┏━┓ is a board; see puzz.link/p\n",
        "8 of them\nare 9",
        "x\n. stands for nothing\n",
        "",
    ],
)
def test_other_texts_are_no_puzzles_though_signs_of_a_form_are_in_them(text: str) -> None:
    assert not is_clearly_puzzle(text)


def test_a_form_that_is_clear_comes_before_one_by_a_single_sign() -> None:
    assert form_of("3 3\n1 1\n\n1 x/\n1 1;\n") is Form.GRID.value


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
