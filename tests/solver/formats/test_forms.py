"""All text forms through one door: each is known by its looks, read back equal, or refused."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import BadText, Puzzle
from solver.errors import NotWritable
from solver.formats import Form, form_of, format_puzzle, is_clearly_puzzle, parse_puzzle
from solver.formats.puzzlink import ADDRESS_FORM
from solver.formats.text import GRID_FORM
from solver.message import Message
from solver.puzzle import Water
from tests.conftest import raised
from tests.solver.formats.refusals import refusal, refused
from tests.strategies import boards, repeatable

CONNECTED = Puzzle([1, 1], [2], ["aa"], rule="connected")
FULL_OF_EIGHTS = Puzzle([8] * 8, [8] * 8, ["a" * 8] * 8)


@repeatable
@given(boards(), st.sampled_from(Form))
def test_every_form_is_known_and_read_back_equal(board: tuple[Puzzle, Water], form: Form) -> None:
    puzzle, _ = board
    text = format_puzzle(puzzle, form)
    assert form_of(text) is form.value
    assert parse_puzzle(text, columns=puzzle.width) == puzzle


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


@repeatable
@given(boards(), st.data())
def test_an_address_cut_short_is_never_read(board: tuple[Puzzle, Water], data: st.DataObject) -> None:
    text = format_puzzle(board[0], Form.PUZZLINK)
    with pytest.raises(BadText):
        parse_puzzle(text[: data.draw(st.integers(0, len(text) - 1))])


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("puzzle", [Puzzle([None], [1], ["a"]), FULL_OF_EIGHTS])
def test_the_smallest_board_and_one_whose_clues_look_like_signs_are_known(form: Form, puzzle: Puzzle) -> None:
    text = format_puzzle(puzzle, form)
    assert form_of(text) is form.value
    assert parse_puzzle(text) == puzzle


@pytest.mark.parametrize("form", Form)
def test_blank_lines_before_a_byte_order_mark_and_windows_line_ends_do_no_harm(form: Form) -> None:
    text = "\ufeff\r\n" + format_puzzle(FULL_OF_EIGHTS, form).replace("\n", "\r\n") + "\r\n\r\n"
    assert parse_puzzle(text) == FULL_OF_EIGHTS


@pytest.mark.parametrize("form", [form for form in Form if form not in (Form.PUZZLINK, Form.JSON)])
def test_connected_water_is_not_written_where_the_form_would_mean_the_site_s_rule(form: Form) -> None:
    assert raised(NotWritable, format_puzzle, CONNECTED, form).what == Message("rule_not_writable")


@pytest.mark.parametrize("form", [Form.WALL_MATRIX, Form.NUMBER_MATRIX, Form.PUZZLINK, Form.DRAWING])
@pytest.mark.parametrize("regions", [["ab", "ba"], ["aa", "a"], []])
def test_what_walls_cannot_tell_is_not_drawn(form: Form, regions: list[str]) -> None:
    puzzle = Puzzle([0] * len(regions), [0] * len(regions), regions)
    said = Message("not_a_puzzle", defects=tuple(puzzle.problems()))
    assert raised(NotWritable, format_puzzle, puzzle, form).what == said


@pytest.mark.parametrize(
    ("text", "found", "at"),
    [
        ("", "nothing", (1, 1)),
        ("\n\n  hello", '"hello"', (3, 3)),
        ("1,1", '"1,1"', (1, 1)),
    ],
)
def test_a_text_without_a_known_form_is_refused(text: str, found: str, at: tuple[int, int]) -> None:
    *others, last = (form.value.name for form in Form)
    advice = "write one of these forms" if text else "write a puzzle"
    assert refusal(parse_puzzle, text) == refused(advice, *at, f"a {', '.join(others)} or {last}", found)


def test_a_mistake_is_told_of_the_form_that_is_meant() -> None:
    said = refused(GRID_FORM, 2, 3, "a number or ?", '"x"')
    assert refusal(parse_puzzle, "1 1\n2 x\n\n11\n") == said
    said = refused(ADDRESS_FORM, 1, 21, "aquarium/", '"slither"')
    assert refusal(parse_puzzle, "https://puzz.link/p?slither/4/4/x") == said


@repeatable
@given(boards(), st.sampled_from(Form), st.data())
def test_every_form_is_clear_and_mostly_stays_so_with_a_strange_sign(
    board: tuple[Puzzle, Water], form: Form, data: st.DataObject
) -> None:
    text = format_puzzle(board[0], form)
    assert is_clearly_puzzle(text)
    if form is Form.TASK and len(text) > 9:
        at = data.draw(st.integers(text.index(";") + 1, len(text) - 1))
        assert is_clearly_puzzle(f"{text[:at]}!{text[at + 1 :]}")


@pytest.mark.parametrize(
    "text",
    [
        "Dear diary,\nhalf/half; really\n\nyours",
        "root:x:0:0:root:/root:/bin/bash\n",
        "a;b;c\n1;2;3\n",
        "name,rows\nx,2\n\ny,3\n",
        '{"name": "aquarium/", "version": 1}',
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
