"""Texts of other programs: what they write is read equal, and what is wrong in it is named with its place."""

import csv
import json
import re
import string
import time
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solver import BadText, Puzzle
from solver.formats import (
    MOST_PARTS,
    Form,
    form_of,
    format_puzzle,
    parse_annotated,
    parse_puzzle,
)
from solver.formats.page import parse_page
from solver.formats.task import TASK_FORM
from solver.puzzle import RULES, Known, Water
from tests.solver.formats.others import (
    SIGNS,
    addressed,
    foreign,
    in_markdown,
    in_rows,
    listed,
    page,
    saved,
    tabled,
    with_margins,
)
from tests.solver.formats.refusals import refusal, refused
from tests.strategies import boards, repeatable

PUZZLE = Puzzle([1, 2], [1, 2], ["ab", "bb"])
ID = "the digits or letters of an aquarium"
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
    after = file + 'info:{\n "metadata": {\n  "author": "a/b"\n }\n}'
    for text in (file, after, "\ufeff" + file.replace("\n", "\r\n"), *addressed(file)):
        record = parse_annotated(text)
        assert (record.puzzle, record.marks) == (puzzle, marks if is_marked else None)
        assert form_of(text)


@repeatable
@given(marked(), st.data())
def test_a_strange_sign_in_what_is_saved_is_never_passed_over(
    board: tuple[Puzzle, Known], data: st.DataObject
) -> None:
    file = saved(*board)
    at = data.draw(st.sampled_from([at for at, sign in enumerate(file) if sign != "\n"]))
    _, place = refusal(parse_puzzle, f"{file[:at]}!{file[at + 1 :]}")
    assert re.fullmatch(r"line \d+, column \d+", place)


def summed(puzzle: Puzzle) -> str:
    """Write a puzzle as JSON of another program, whose clues are sums."""
    sums = {"cols": puzzle.col_clues, "rows": puzzle.row_clues}
    return json.dumps({"id": "MDo3", "size": 6, "sums": sums, "matrix": puzzle.regions})


@pytest.mark.parametrize(
    ("write", "form"), [(listed, "lists of numbers"), (page, "page of puzzle-aquarium.com"), (summed, "JSON")]
)
def test_what_others_write_is_known_and_read(write: Callable[[Puzzle], str], form: str) -> None:
    @repeatable
    @given(boards())
    def check(board: tuple[Puzzle, Water]) -> None:
        puzzle, _ = board
        text = write(puzzle)
        assert (found := form_of(text)) and found.name == form
        assert parse_puzzle(text, columns=puzzle.width) == puzzle

    check()


@pytest.mark.parametrize(
    "text",
    [
        "row 1 : 12\nROW 2: 2, 2\nColumns: 1 2\nrow sums: 1,2\n",
        "- Row 1: [1 2] → 1\n- Row 2: [2 2] → 2\n* Row constraints: [1, 2].\n* Column counts: [1 2]\n",
        f"<!-- saved from url=(0035)https://www.puzzle-aquarium.com/?size=4 -->\n{page(PUZZLE, title='水')}",
        f'<link rel="canonical" href="https://www.puzzle-aquarium.com/">\n{page(PUZZLE, title="Acuario")}',
        page(PUZZLE, title="AQUARIUM"),
        "pzprv3/aquarium/2/2/r/1 /0 /1 0 /. c1 2 /1 . . /2 . + /",
    ],
    ids=["lists", "bullets", "saved page", "canonical page", "title", "marked clue"],
)
def test_they_may_be_written_in_other_ways(text: str) -> None:
    assert parse_puzzle(text) == PUZZLE


@pytest.mark.parametrize(
    "text",
    [page(PUZZLE, title="Thermometers - online game"), page(PUZZLE).replace("task", "mask"), "<svg/>"],
    ids=["another puzzle", "no task", "no page"],
)
def test_pages_of_other_puzzles_and_without_one_are_none(text: str) -> None:
    assert form_of(text) is None
    refusal(parse_puzzle, text)


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
    assert form_of(text)


@repeatable
@given(boards(), st.sampled_from(",;\t|"), st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
def test_what_spreadsheets_save_is_read_in_cells_as_in_lines_and_with_clues_in_any_margins(
    board: tuple[Puzzle, Water], delimiter: str, quoting: int
) -> None:
    puzzle, _ = board
    assume(puzzle.width + puzzle.height > 2)  # of one cell there are no cells apart
    sides = [{"below": below, "right": right} for below in (False, True) for right in (False, True)]
    columns, clues, *lines = in_rows(puzzle)
    labelled = [["Rows:", *clues], ["columns", *columns], *lines]
    for rows in (in_rows(puzzle), labelled, *(with_margins(puzzle, **side) for side in sides)):
        text = tabled(rows, delimiter=delimiter, quoting=quoting)
        for saved_text in (text, "\ufeff" + text, text.replace("\r\n", "\n")):
            assert parse_puzzle(saved_text) == puzzle
            assert form_of(saved_text)


@repeatable
@given(boards())
def test_a_puzzle_in_a_fence_or_table_of_markdown_is_read_whatever_stands_around(
    board: tuple[Puzzle, Water],
) -> None:
    puzzle, _ = board
    commands = "```sh\naquarium a.png, b.png; ls\n```\n"
    for form in Form:
        fenced = f"```text\n{format_puzzle(puzzle, form)}\n```\n"
        text = f"# Tuesday's\n\n{commands}\nA puzzle:\n{fenced}\nYours, A.\n"
        assert form_of(text)
        for saved_text in (text, text.replace("\n", "\r\n")):
            assert parse_puzzle(saved_text, columns=puzzle.width) == puzzle
    assert parse_puzzle(f"A table:\n\n{in_markdown(with_margins(puzzle))}\nYours, A.\n") == puzzle


@pytest.mark.parametrize(
    ("text", "wanted", "found", "line", "column"),
    [
        ("1,2\n1,2\n\na,b!\nb,b\n", ID, "b!", 4, 3),
        ('"1";"2"\n1;2\n\na;"b"\nb;"b-"\n', ID, "b-", 5, 4),
        ("\n;1;2\n1;a;b\n2;b; ;\n", ID, "", 4, 6),
        ("A\n```\n,1,2\n1,a,b\n2,b,b.\n```\n", ID, "b.", 5, 5),
        ("A\n\n| |1|2|\n|-|-|-|\n|1|a|b|\n|2|b|b|\n|2x|b|b|\n", "a number or ?", "2x", 7, 2),
    ],
)
def test_what_is_wrong_in_a_cell_has_its_place_in_the_text(
    text: str, wanted: str, found: str, line: int, column: int
) -> None:
    said, place = refusal(parse_puzzle, text)
    assert (dict(said.values)["wanted"], dict(said.values)["found"]) == (
        wanted,
        f'"{found}"' if found else "nothing",
    )
    assert place == f"line {line}, column {column}"
    assert form_of(text)


def test_an_empty_cell_of_a_margin_is_no_clue_and_empty_cells_around_a_table_are_nothing() -> None:
    assert parse_puzzle(",,,,\n,,1,,\n,1,a,b,\n,,b,b,\n,,,,\n") == Puzzle([1, None], [1, None], ["ab", "bb"])


@pytest.mark.parametrize(
    "text",
    [
        ",2019,2020\nnorth,1,2\nsouth,3,4\n",
        "x,y\n1,2\n3,4\n",
        "Dear A,\nyes,\nB\n",
        "```\naquarium a.png\n```\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    ],
)
def test_other_tables_and_pages_are_no_puzzles(text: str) -> None:
    assert form_of(text) is None


def test_lines_about_rows_around_a_fence_are_no_lists_and_half_a_fence_is_none() -> None:
    fenced = f"```\n{format_puzzle(PUZZLE, Form.NUMBER_MATRIX)}```\n"
    assert parse_puzzle(f"{fenced}Row 1: 1 cell is wet\nRow 2: 2 are\n") == PUZZLE
    half = format_puzzle(PUZZLE, Form.WALL_MATRIX) + "```\n"
    assert form_of(half) is Form.WALL_MATRIX.value
    assert refusal(parse_puzzle, half)[1] == "line 7, column 4"


def test_a_table_with_few_clues_is_read_in_markdown_too() -> None:
    table = with_margins(Puzzle([None, None, 2], [None, 2], ["abb", "bbb"]))
    bare = [["" if cell == "?" else cell for cell in row] for row in table]
    for text in (tabled(bare), f"A table:\n\n{in_markdown(bare)}\nYours, A.\n"):
        assert parse_puzzle(text) == Puzzle([None, None, 2], [None, 2], ["abb", "bbb"])


def test_the_first_fence_that_is_a_puzzle_is_taken_of_so_many_that_are_looked_at() -> None:
    first, other = (
        f"```\n{format_puzzle(puzzle, Form.GRID)}```\n" for puzzle in (PUZZLE, Puzzle([1], [1], ["a"]))
    )
    assert parse_puzzle(first + other) == PUZZLE
    assert form_of("```\nno\n```\n" * (MOST_PARTS - 1) + first)
    assert form_of("```\nno\n```\n" * MOST_PARTS + first) is None


TEXTS = [*foreign(PUZZLE), "123\n33\n\naab\nabb\n", *(format_puzzle(PUZZLE, form) for form in Form)]


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


LONG = 1 << 16
"""Characters, an eighth of what is taken for a puzzle."""
SLOWEST = 2.0
"""Seconds of work for one of them, many times what the slowest takes."""
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
    "a column saved": (f"pzprv3/aquarium/9000/1/{'0 /' * 8999}", ". . /"),
    "an address": (f"https://puzz.link/p?aquarium/1/30000/{'0' * 6000}/", "1"),
    "questions": ("", "?a=b&"),
    "rows": ("Column clues: 1\nRow clues: 1\n", "Row 0: 1\n"),
    "a list": ("Row 0: 1\nColumn clues: 1\nRow clues: [", "1,"),
    "titles of lists": ("", "Row clues"),
    "brackets": ('{"regions": ', "["),
    "fields": ("{", '"regions":'),
    "a drawing": ("", "┏━┓\n┃ "),
    "cells": ("", "1,"),
    "rows of cells": (",1\n", "1,1\n"),
    "fences": ("", "```\n"),
    "long fences": ("", "```" * 9 + "`\n"),
    "rows of Markdown": ("|1|\n", "|--|\n"),
    "blanks": ("", " \n"),
    "zeros": ("", "\0"),
}
"""How texts begin, and what is repeated in them until they are so long."""


@pytest.mark.parametrize("kind", REPEATED)
def test_long_texts_are_read_or_refused_in_time(kind: str) -> None:
    begin, more = REPEATED[kind]
    text = begin + more * ((LONG - len(begin)) // len(more))
    start = time.process_time()
    with suppress(BadText):
        parse_annotated(text)
    assert time.process_time() - start < SLOWEST
