"""Texts of other programs: what they write is read equal, and what is wrong in it is named with its place."""

import json
import re
import string
import time
from contextlib import suppress

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solver import BadText, Puzzle
from solver.formats import Form, form_of, format_puzzle, is_clearly_puzzle, parse_annotated, parse_puzzle
from solver.formats.json import JSON_FORM
from solver.formats.lists import LIST_FORM
from solver.formats.page import parse_page
from solver.formats.pzprv3 import SAVED_FORM
from solver.formats.task import TASK_FORM
from solver.formats.text import GRID_FORM
from solver.message import Message
from solver.puzzle import RULES, Known, Water
from tests.solver.formats.others import SIGNS, addressed, foreign, listed, page, saved
from tests.solver.formats.refusals import Said, refusal, refused
from tests.strategies import boards, repeatable

PUZZLE = Puzzle([1, 2], [1, 2], ["ab", "bb"])
LABELS = string.digits + string.ascii_letters


@st.composite
def marked(draw: st.DrawFn) -> tuple[Puzzle, Known]:
    puzzle, _ = draw(boards(rules=RULES, longest=12))
    row = st.tuples(*[st.sampled_from(list(SIGNS))] * puzzle.width)
    return puzzle, draw(st.tuples(*[row] * puzzle.height))


@repeatable
@given(marked())
def test_what_puzz_link_saves_is_read_with_its_marks_from_files_and_addresses(
    board: tuple[Puzzle, Known],
) -> None:
    puzzle, marks = board
    file = saved(puzzle, marks)
    is_marked = any(mark is not None for line in marks for mark in line)
    for text in (file, "\ufeff" + file.replace("\n", "\r\n"), *addressed(file)):
        record = parse_annotated(text)
        assert (record.puzzle, record.marks) == (puzzle, marks if is_marked else None)
        assert is_clearly_puzzle(text)


@pytest.mark.parametrize(
    "after",
    [
        'info:{\n "metadata": {\n  "author": "a/b"\n }\n}',
        'history:{"type":"pzpr"}',
        "TrialData(1)\n0 \n",
        "http://x/",
    ],
)
def test_what_else_is_saved_with_a_puzzle_tells_nothing_of_it(after: str) -> None:
    file = saved(PUZZLE, ((None, True), (False, None)))
    assert parse_annotated(file + after) == parse_annotated(file)


def test_a_clue_that_the_player_has_marked_is_a_clue() -> None:
    assert parse_puzzle("pzprv3/aquarium/2/2/0 /0 /0 0 /. . c2 /. . . /1 . + /").col_clues == (None, 2)


SAVED = saved(PUZZLE, ((None, None), (None, None)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SAVED.replace("aquarium", "slither"), (2, 1, "aquarium", '"slither"')),
        ("pzprv3/aquarium/2", (1, 18, "the board's width", "nothing")),
        ("pzprv3/aquarium/0/2/", (1, 17, "the board's height, at least 1", '"0"')),
        ("pzprv3/aquarium/x/2/", (1, 17, "the board's height", '"x"')),
        (SAVED.replace("\n1 \n", "\n2 \n"), (6, 1, "0 or 1 (a wall)", '"2"')),
        (SAVED.replace("\n1 \n", "\n1 0\n"), (6, 3, "1 values in this line", "2")),
        (SAVED.replace(". 1 2", "1 1 2"), (9, 1, ".", '"1"')),
        (SAVED.replace(". 1 2", ". 1 x"), (9, 5, "a clue, or . for none", '"x"')),
        (SAVED.replace("2 . .", "2 . o"), (11, 5, "a cell: . or # (water) or + (air)", '"o"')),
        (SAVED.removesuffix("2 . . \n"), (10, 6, "a line of walls or cells", "nothing")),
        (SAVED + "1 . . \n", (12, 1, "the text to end after the cells", '"1 . ."')),
        (
            SAVED.replace("\n", "/").replace("2 . .", "2 . o"),
            (1, 52, "a cell: . or # (water) or + (air)", '"o"'),
        ),
    ],
)
def test_what_is_wrong_in_what_puzz_link_saves_is_named(text: str, said: Said) -> None:
    assert refusal(parse_puzzle, text) == refused(SAVED_FORM, *said)


def test_a_wall_that_parts_nothing_is_refused_there_too() -> None:
    said, place = refusal(parse_puzzle, "pzprv3/aquarium/2/2/1 /0 /0 0 /. . . /. . . /. . . /")
    assert (said.code, place) == ("wall_ends_inside", "line 1, column 21")


@repeatable
@given(marked(), st.data())
def test_a_strange_sign_in_what_is_saved_is_never_passed_over(
    board: tuple[Puzzle, Known], data: st.DataObject
) -> None:
    file = saved(*board)
    at = data.draw(st.sampled_from([at for at, sign in enumerate(file) if sign != "\n"]))
    _, place = refusal(parse_puzzle, f"{file[:at]}!{file[at + 1 :]}")
    assert re.fullmatch(r"line \d+, column \d+", place)


@repeatable
@given(boards())
def test_lists_of_numbers_are_read_whatever_stands_around_them(board: tuple[Puzzle, Water]) -> None:
    puzzle, _ = board
    assert form_of(listed(puzzle)).name == "lists of numbers"
    assert parse_puzzle(listed(puzzle)) == puzzle


@pytest.mark.parametrize(
    "text",
    [
        "row 1 : 12\nROW 2: 2, 2\nColumns: 1 2\nrow sums: 1,2\n",
        "- Row 1: [1 2] → 1\n- Row 2: [2 2] → 2\n* Row constraints: [1, 2].\n* Column counts: [1 2]\n",
    ],
)
def test_lists_may_be_written_in_other_ways(text: str) -> None:
    assert parse_puzzle(text) == PUZZLE


LISTS = listed(PUZZLE)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (LISTS.replace("Row 1", "Row 2"), (5, 1, "Row 1:", '"Row 2: 2 2"')),
        (LISTS.replace("Row 1", "Row 0"), (5, 1, "Row 1:", '"Row 0: 2 2"')),
        (LISTS.replace("2 2", "2 -"), (5, 10, "the digits or letters of an aquarium", '"-"')),
        (LISTS.replace("[1, 2]", "[1, x]", 1), (7, 16, "a number or ?", '"x"')),
        (LISTS.replace("[1, 2]", "[]", 1), (7, 14, "numbers", "nothing")),
        (LISTS.replace("Column clues", "Row clues"), (8, 1, "Row clues: once", '"Row clues: [1, 2]"')),
        (LISTS.replace("Column clues", "Top"), (11, 9, "Column clues:", "nothing")),
    ],
)
def test_what_is_wrong_in_lists_is_named(text: str, said: Said) -> None:
    assert refusal(parse_puzzle, text) == refused(LIST_FORM, *said)


def test_lists_without_clues_are_called_what_they_look_like() -> None:
    text = "".join(line for line in LISTS.splitlines(keepends=True) if "clues" not in line)
    said, place = refused(LIST_FORM, 9, 9, "Column clues:", "nothing")
    assert refusal(parse_puzzle, text) == (Message("looks_like", form="lists of numbers", what=said), place)


@repeatable
@given(boards())
def test_a_saved_page_of_the_site_is_read(board: tuple[Puzzle, Water]) -> None:
    puzzle, _ = board
    text = page(puzzle)
    assert form_of(text).name == "page of puzzle-aquarium.com"
    assert is_clearly_puzzle(text)
    assert parse_puzzle(text, columns=puzzle.width) == puzzle


@pytest.mark.parametrize(
    ("before", "title"),
    [
        ("<!-- saved from url=(0035)https://www.puzzle-aquarium.com/?size=4 -->\n", "アクアリウム"),
        ('<link rel="canonical" href="https://www.puzzle-aquarium.com/">\n', "Acuario"),
        ("", "AQUARIUM"),
    ],
)
def test_a_page_is_of_this_puzzle_by_its_title_or_its_own_address(before: str, title: str) -> None:
    assert parse_puzzle(before + page(PUZZLE, title=title)) == PUZZLE


def test_pages_of_other_puzzles_and_without_one_are_none() -> None:
    others = [
        page(PUZZLE, title="Thermometers - online puzzle game"),
        page(PUZZLE).replace("task", "mask"),
        "<svg/>",
    ]
    for text in others:
        assert not is_clearly_puzzle(text)
        with pytest.raises(BadText):
            parse_puzzle(text)


def test_a_page_with_several_puzzles_is_refused_and_one_that_is_there_twice_is_one() -> None:
    other = format_puzzle(Puzzle([1, 1], [1, 1], ["ab", "ab"]), Form.TASK)
    twice = page(PUZZLE).replace(
        "</html>", f"<script>task: '{format_puzzle(PUZZLE, Form.TASK)}'</script></html>"
    )
    assert parse_puzzle(twice) == PUZZLE
    both = page(PUZZLE).replace("</html>", f'<script>\nx = {{"task": "{other}"}};\n</script></html>')
    assert refusal(parse_puzzle, both) == refused(TASK_FORM, 5, 15, "one task", "2")


def test_a_mistake_in_a_task_has_its_place_in_the_page() -> None:
    text = page(PUZZLE).replace("1_2_1_2", "1_2_1")
    said, place = refusal(parse_page, text)
    assert (said.code, place) == ("no_board_of_any_width", "line 3, column 42")


@repeatable
@given(boards())
def test_json_may_have_its_clues_as_sums(board: tuple[Puzzle, Water]) -> None:
    puzzle, _ = board
    sums = {"cols": puzzle.col_clues, "rows": puzzle.row_clues}
    text = json.dumps({"id": "MDo3", "size": 6, "sums": sums, "matrix": puzzle.regions})
    assert is_clearly_puzzle(text)
    assert parse_puzzle(text) == puzzle


@pytest.mark.parametrize(
    ("fields", "column", "said", "found"),
    [
        ({"sums": {"rows": [2]}, "matrix": [[1]]}, 1, "cols, a list of numbers or null", "none"),
        (
            {"sums": {"cols": [1], "rows": ["1"]}, "matrix": [[1]]},
            24,
            "rows, a list of numbers or null",
            "something else",
        ),
        (
            {"sums": {"cols": [1], "rows": [1]}, "matrix": 1},
            38,
            "matrix, rows of aquarium numbers",
            "something else",
        ),
        ({"sums": [1], "matrix": [[1]]}, 1, "col_clues, a list of numbers or null", "none"),
    ],
)
def test_what_is_wrong_with_sums_is_named(fields: object, column: int, said: str, found: str) -> None:
    assert refusal(parse_puzzle, json.dumps(fields)) == refused(JSON_FORM, 1, column, said, found)


def test_sums_beside_the_fields_of_this_program_tell_nothing() -> None:
    own = {"col_clues": [1, 2], "row_clues": [1, 2], "regions": [[1, 2], [2, 2]]}
    assert parse_puzzle(json.dumps({**own, "sums": {"cols": [0], "rows": [0]}, "matrix": [[1]]})) == PUZZLE
    assert not is_clearly_puzzle('{"matrix": [[1, 2]], "rows": 1, "cols": 2}')


def test_json_without_a_rule_is_of_the_site_s_rule() -> None:
    text = '{"col_clues": [1, 2], "row_clues": [1, 2], "regions": [[1, 2], [2, 2]]}'
    assert parse_puzzle(text) == PUZZLE
    assert parse_puzzle(text).rule == "level"


@repeatable
@given(boards(longest=9), st.booleans(), st.booleans())
def test_a_text_grid_may_do_without_blanks(
    board: tuple[Puzzle, Water], has_labels: bool, has_gap: bool
) -> None:
    puzzle, _ = board
    assume(max(map(max, puzzle.regions)) < len(LABELS))
    both = puzzle.col_clues, puzzle.row_clues
    clues = ["".join("?" if clue is None else str(clue) for clue in one) for one in both]
    if has_labels:
        clues = [f"Rows: {clues[1]}", f"columns {clues[0]}"]
    gap = "\n" if has_gap or puzzle.width == 1 else ""
    rows = "".join("".join(LABELS[number] for number in ids) + "\n" for ids in puzzle.regions)
    text = "".join(line + "\n" for line in clues) + gap + rows
    assert parse_puzzle(text) == puzzle
    assert is_clearly_puzzle(text)


def test_a_clue_of_two_digits_stays_one_where_the_board_can_be_one_column_wide() -> None:
    rows = "10\n" * 11
    assert parse_puzzle(f"11\n{' '.join('1' * 11)}\n\n{rows}") == Puzzle([11], [1] * 11, ["a"] * 11)
    assert parse_puzzle(f"12\n{' '.join('1' * 11)}\n\n{rows}").col_clues == (1, 2)


def test_clues_without_blanks_are_no_number_where_one_would_not_be_written_so() -> None:
    assert parse_puzzle("01\n1\n\nab\n") == Puzzle([0, 1], [1], ["ab"])
    assert parse_puzzle("11\n" + "1" * 11 + "\n\n" + "ab\n" * 11).col_clues == (1, 1)


def test_a_column_clue_of_thousands_of_digits_is_refused_in_words() -> None:
    text = f"{'9' * 5000}\n1 1\n\nab\nab\n"
    assert refusal(parse_puzzle, text) == refused(GRID_FORM, 1, 1, "a number or ?", '"999999999…"')


COMPACT = "123\n33\n\naab\nabb\n"


@pytest.mark.parametrize("text", [COMPACT, COMPACT.replace("\n\n", "\n")])
def test_clues_without_blanks_are_told_by_their_number(text: str) -> None:
    assert parse_puzzle(text) == Puzzle([1, 2, 3], [3, 3], ["aab", "abb"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("123\n33\naab\nab\n", (4, 3, "3 values in this line", "2")),
        ("123\n33\naab\nabbb\n", (4, 4, "3 values in this line", "4")),
        ("123\n333\naab\nabb\n", (2, 3, "2 values in this line", "3")),
        ("rows: 3\ncolumns: 123\naab\nabb\n", (1, 8, "2 values in this line", "1")),
    ],
)
def test_a_line_without_blanks_of_another_length_is_named(text: str, said: Said) -> None:
    assert refusal(parse_puzzle, text) == refused(GRID_FORM, *said)


@pytest.mark.parametrize(
    ("text", "form", "said", "at"),
    [
        ("1 1\n2\n11\n", "text grid", "unexpected_lines", (3, 1)),
        ("1_1_1_1\n1,1,1,1\n", "task string", "unexpected_text", (2, 1)),
        ("x x x x x\n2 x 0 . 0 x\nx x x x x\n", "wall matrix", "unexpected_text", (1, 1)),
        ("8 1", "number matrix", "unexpected_text", (1, 4)),
        ('[{"col_clues": [1]}]', "JSON", "unexpected_text", (1, 1)),
        ("┃   │   ┃\n┗━━━┷━━━┛\n", "drawing in box characters", "unexpected_text", (1, 1)),
    ],
)
def test_the_form_that_a_text_is_nearest_to_is_named_with_its_mistake(
    text: str, form: str, said: str, at: tuple[int, int]
) -> None:
    what, place = refusal(parse_puzzle, text)
    assert not is_clearly_puzzle(text)
    values = dict(what.values)
    assert (what.code, values["form"], place) == ("looks_like", form, f"line {at[0]}, column {at[1]}")
    assert isinstance(values["what"], Message)
    assert values["what"].code == said


TEXTS = [*foreign(PUZZLE), COMPACT, *(format_puzzle(PUZZLE, form) for form in Form)]


@given(st.sampled_from(TEXTS), st.data())
def test_whatever_is_done_to_a_text_it_is_read_or_refused_with_its_place(
    text: str, data: st.DataObject
) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        at, behind = (data.draw(st.integers(0, len(text))) for _ in range(2))
        text = text[:at] + data.draw(st.text('01x.8_;,/?[]{}":\n #+rR┏┃٣²\u2028', max_size=3)) + text[behind:]
    try:
        assert parse_annotated(text).puzzle.problems() is not None
    except BadText as error:
        assert re.fullmatch(r"line \d+, column \d+", str(error.place))


HUGE = 1 << 19
"""Bytes of the longest texts that are taken for puzzles."""
SLOWEST = 10.0
"""Seconds of work for one of them, five times what the slowest takes."""
REPEATED = {
    "clues": ("", "1 "),
    "lines": ("", "1\n"),
    "unknown clues": ("", "?\n"),
    "a text grid": ("1\n1\n\n", "1 "),
    "a grid without blanks": ("1" * 1000 + "\n", "1" * 1000 + "\n"),
    "a matrix": ("8 1\n", "1 8\n"),
    "a task": ("1_1;", "1,"),
    "tasks": ("<title>aquarium</title>", "task='1_1_1_1;1,1,1,1' "),
    "a task without end": ("<title>aquarium</title>task='", "1_"),
    "titles": ("<", "<title>"),
    "addresses of a page": ("<", "canonical"),
    "what is saved": ("pzprv3/aquarium/300/300/", "1 /"),
    "beginnings of it": ("?", "a=b&pzprv3/"),
    "a column saved": (f"pzprv3/aquarium/70000/1/{'0 /' * 69_999}", ". . /"),
    "an address": (f"https://puzz.link/p?aquarium/1/250000/{'0' * 50_000}/", "1"),
    "questions": ("", "?a=b&"),
    "rows": ("Column clues: 1\nRow clues: 1\n", "Row 0: 1\n"),
    "a list": ("Row 0: 1\nColumn clues: 1\nRow clues: [", "1,"),
    "titles of lists": ("", "Row clues"),
    "brackets": ('{"regions": ', "["),
    "fields": ("{", '"regions":'),
    "a drawing": ("", "┏━┓\n┃ "),
    "blanks": ("", " \n"),
    "zeros": ("", "\0"),
}
"""How texts begin, and what is repeated in them until they are so long."""


@pytest.mark.parametrize("kind", REPEATED)
def test_the_longest_texts_are_read_or_refused_in_time(kind: str) -> None:
    begin, more = REPEATED[kind]
    text = begin + more * ((HUGE - len(begin)) // len(more))
    start = time.process_time()
    with suppress(BadText):
        parse_annotated(text)
    assert time.process_time() - start < SLOWEST
