"""Texts of other programs are read; what is bad in any is named with its place and what is wanted there."""

import csv
import json
import re
import string
import time
from collections.abc import Callable
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solver import BadText, Puzzle
from solver.formats import (
    MOST_PARTS,
    READ_ONLY,
    Form,
    TextForm,
    form_of,
    format_puzzle,
    parse_annotated,
    parse_puzzle,
    parse_truth,
)
from solver.formats.annotated import known_of
from solver.formats.json import JSON_FORM, parse_json
from solver.formats.lists import LIST_FORM
from solver.formats.matrices import NUMBERS, WALLS
from solver.formats.puzzlink import ADDRESS_FORM, parse_puzzlink
from solver.formats.pzprv3 import SAVED_FORM
from solver.formats.tables import TABLE_FORM
from solver.formats.task import TASK_FORM, parse_task
from solver.formats.text import GRID_FORM, WATER_FORM
from solver.formats.unicode import DRAWING_FORM, format_unicode, parse_unicode
from solver.message import Message
from solver.puzzle import RULES
from tests.solver.formats.others import (
    addressed,
    foreign,
    in_markdown,
    in_rows,
    listed,
    page,
    puzzles,
    refusal,
    refused,
    saved,
    tabled,
    with_margins,
)
from tests.strategies import repeatable, seeds

PUZZLE = Puzzle([1, 2], [1, 2], ["ab", "bb"])
SAVED = saved(PUZZLE, ((None, None), (None, None)))
LISTS = listed(PUZZLE)
GRID = "two lines of clues, a blank line and the rows of the board"
BOARD = "column clues, and below them a board that begins with ┏"
SAME_LABEL = Message("same_label", form=GRID_FORM)
LOOSE = Message("wall_ends_inside", cells=((1, 1), (1, 2)))
CLUE = "a clue: 0 to f, -hh, +hhh, a dot or g to z"
CELL = "a cell: . or # (water) or + (air)"
IDS = "the digits or letters of an aquarium"
LONG = "9" * 5000


def borders(wanted: int, found: int) -> Message:
    return Message("number_of_borders", wanted=wanted, found=found)


def drawn_with(line: int, column: int, sign: str) -> str:
    lines = [list(line.ljust(11)) for line in format_unicode(PUZZLE).splitlines()]
    lines[line - 1][column - 1] = sign
    return "\n".join("".join(signs).rstrip() for signs in lines)


REFUSED = {
    (parse_task, TASK_FORM): [
        ("1_1;1\n2", (2, 1, "the task string to end on its first line", '"2"')),
        ("\n  1_1_1_1", (2, 10, "one semicolon after the clues", "0")),
        ("1_1;1;1", (1, 7, "one semicolon after the clues", "2")),
        ("1_;1", (1, 3, "a number or ?", "nothing")),
        ("1_²;1", (1, 3, "a number or ?", '"²"')),
        (f"1_{LONG};1", (1, 3, "a number or ?", '"999999999…"')),
        ("1_1_0_2;1,1,?,1", (1, 13, "an aquarium's number", '"?"')),
        ("1_1_0_2;1,1,1", (1, 9, Message("width_needed", clues=4, cells=3, widths=(1, 3)))),
        ("1_1_0_2;1,1,1,1,1", (1, 9, Message("no_board_of_any_width", clues=4, cells=5, form=TASK_FORM))),
    ],
    (parse_puzzle, TASK_FORM): [
        (
            page(PUZZLE).replace("1_2_1_2", "1_2_1"),
            (3, 42, Message("no_board_of_any_width", clues=3, cells=4, form=TASK_FORM)),
        )
    ],
    (parse_truth, GRID_FORM): [
        ("", (1, 1, GRID, "nothing")),
        ("1 1\n2\n", (2, 2, GRID, "nothing")),
        ("1 1\n2\n  11\n", (3, 3, GRID, '"11"')),
        ("1 1\n2\n\n11\n\n~~\n\n1\n", (8, 1, "the text to end after the water", '"1"')),
        ("1 1\n\n2\n\n11\n", (1, 4, GRID, "nothing")),
        ("rows: 1 1\nrow: 2\n\n11\n", (2, 1, SAME_LABEL)),
        ("columns: 1 x\n2\n\n11\n", (1, 12, "a number or ?", '"x"')),
        ("1 1\n2\n\n1;\n", (4, 2, IDS, '";"')),
        ("1 1\n2\n\n1 -1\n", (4, 3, IDS, '"-1"')),
        (f"{LONG}\n1 1\n\nab\nab\n", (1, 1, "a number or ?", '"999999999…"')),
        ("123\n33\naab\nab\n", (4, 3, "3 values in this line", "2")),
        ("rows: 3\ncolumns: 123\naab\nabb\n", (1, 8, "2 values in this line", "1")),
    ],
    (parse_puzzle, GRID_FORM): [
        ("1,2\n1,2\n\na,b!\nb,b\n", (4, 3, IDS, '"b!"')),
        ('"1";"2"\n1;2\n\na;"b"\nb;"b-"\n', (5, 4, IDS, '"b-"')),
    ],
    (parse_puzzle, TABLE_FORM): [
        ("\n;1;2\n1;a;b\n2;b; ;\n", (4, 6, IDS, "nothing")),
        ("A\n```\n,1,2\n1,a,b\n2,b,b.\n```\n", (5, 5, IDS, '"b."')),
        ("A\n\n| |1|2|\n|-|-|-|\n|1|a|b|\n|2|b|b|\n|2x|b|b|\n", (7, 2, "a number or ?", '"2x"')),
    ],
    (parse_json, JSON_FORM): [
        ('{"sums": {"rows": [2]}, "matrix": [[1]]}', (1, 1, "cols, a list of numbers or null", "none")),
        ('{"sums": [1], "matrix": [[1]]}', (1, 1, "col_clues, a list of numbers or null", "none")),
        (
            '{"sums": {"cols": [1], "rows": [1]}, "matrix": 1}',
            (1, 38, "matrix, rows of aquarium numbers", "something else"),
        ),
    ],
    (parse_truth, WATER_FORM): [
        ("1 1\n2\n\n11\n\n~\n", (6, 2, "2 values in this line", "1")),
        ("1 1\n2\n\n11\n\n~~\n~~\n", (7, 1, "the text to end after the water for each of 1 rows", '"~~"')),
        ("1\n1 1\n\n1\n1\n\n~\n", (7, 2, "a line of water for each of 2 rows", "nothing")),
        ("1 1\n2\n\n11\n\n~x\n", (6, 2, "~ (wet) or . (dry)", '"x"')),
    ],
    (WALLS.parse, WALLS.form): [
        ("  1", (1, 4, "a line of walls", "nothing")),
        ("1\nx x x", (2, 6, "a line of cells", "nothing")),
        ("y\nx x x\n1 x 0 x\nx x x\n", (1, 1, "a number or ?", '"y"')),
        ("1\nx x x\ny x 0 x\nx x x\n", (3, 1, "a number or ?", '"y"')),
        ("1\nx x\n1 x 0 x\nx x x\n", (2, 4, "3 values in this line", "2")),
        ("1\nx . x\n1 x 0 x\nx x x\n", (2, 3, "x", '"."')),
        ("1\nx x x\n1 x 0 x\nx . x\n", (4, 3, "x", '"."')),
        ("1\nx x x\n1 . 0 x\nx x x\n", (3, 3, "x", '"."')),
        ("1\nx x x\n1 x 0 .\nx x x\n", (3, 7, "x", '"."')),
        ("1\nx x x\n1 x 1 x\nx x x\n", (3, 5, "0", '"1"')),
        ("1 1\nx x x x x\n1 x 0 0 0 x\nx x x x x\n", (3, 7, "x or .", '"0"')),
        ("1 1\nx x x x x\n1 x 0 x 0 x\nx . x . x\n1 x 0 . 0 x\nx x x x x\n", (3, 7, LOOSE)),
    ],
    (NUMBERS.parse, NUMBERS.form): [
        ("8 1", (1, 4, "a line of cells", "nothing")),
        (" 8 1 8\n1 0 8", (1, 7, "a number or ?", "nothing")),
        ("8 1 9 1\n1 0 8 0", (1, 5, "8", '"9"')),
        ("8 1\n1 0\n8 8", (3, 4, "a line of cells", "nothing")),
        ("8 1\n1 0\n9 8\n1 0", (3, 1, "8", '"9"')),
    ],
    (parse_puzzlink, ADDRESS_FORM): [
        ("", (1, 1, "aquarium/", "nothing")),
        ("\n https://puzz.link/p?lits/2/1/0/h", (2, 22, "aquarium/", '"lits"')),
        ("aquarium/2/1/0/\nh", (2, 1, "the address to end on its first line", '"h"')),
        ("aquarium/r/2", (1, 13, "the board's height", "nothing")),
        ("aquarium/2/1", (1, 13, borders(1, 0))),
        ("aquarium/2/1/0/i/", (1, 18, "the address to end after the clues", "nothing")),
        ("aquarium/q/2/1/0/i", (1, 10, "r or the board's width", '"q"')),
        ("aquarium/2/0/0/i", (1, 12, "the board's height, at least 1", '"0"')),
        ("aquarium/2/1/w/i", (1, 14, "a digit 0 to 9 or a to v", '"w"')),
        ("aquarium/2/1/0/1A", (1, 17, CLUE, '"A"')),
        ("aquarium/2/1/0/-1", (1, 16, CLUE, '"-"')),
        ("aquarium/2/1/0/123-10", (1, 19, "the address to end after 3 clues", '"-10"')),
        ("aquarium/2/1/0/12", (1, 18, "3 clues", "2")),
        ("aquarium/2/1/000/i", (1, 15, borders(1, 3))),
        ("aquarium/999999999/999999999/0/i", (1, 31, borders(399999998800000002, 1))),
        ("aquarium/2/2/g0/j", (1, 14, LOOSE)),
        ("aquarium/r/2/2/0g/j", (1, 17, Message("wall_ends_inside", cells=((1, 1), (2, 1))))),
    ],
    (parse_unicode, DRAWING_FORM): [
        (drawn_with(6, 3, "x"), (6, 3, '"┗"', '"x"')),
        (drawn_with(6, 11, " "), (6, 11, '"┛"', "nothing")),
        (drawn_with(3, 1, "x"), (3, 1, "a clue", '"x"')),
        (drawn_with(4, 1, "x"), (4, 1, "a blank", '"x"')),
        (drawn_with(3, 11, "│"), (3, 11, '"┃"', '"│"')),
        (f"hello\n{format_unicode(PUZZLE)}", (1, 1, BOARD, '"hello"')),
    ],
    (parse_puzzle, SAVED_FORM): [
        (SAVED.replace("aquarium", "slither"), (2, 1, "aquarium", '"slither"')),
        ("pzprv3/aquarium/2", (1, 18, "the board's width", "nothing")),
        ("pzprv3/aquarium/0/2/", (1, 17, "the board's height, at least 1", '"0"')),
        (SAVED.replace("\n1 \n", "\n2 \n"), (6, 1, "0 or 1 (a wall)", '"2"')),
        (SAVED.replace("\n1 \n", "\n1 0\n"), (6, 3, "1 values in this line", "2")),
        (SAVED.replace(". 1 2", "1 1 2"), (9, 1, ".", '"1"')),
        (SAVED.replace(". 1 2", ". 1 x"), (9, 5, "a clue, or . for none", '"x"')),
        (SAVED.replace("2 . .", "2 . o"), (11, 5, CELL, '"o"')),
        (SAVED.removesuffix("2 . . \n"), (10, 6, "a line of cells", "nothing")),
        (SAVED + "1 . . \n", (12, 1, "the text to end after the cells", '"1 . ."')),
        (SAVED.replace("\n", "/").replace("2 . .", "2 . o"), (1, 52, CELL, '"o"')),
        ("pzprv3/aquarium/2/2/1 /0 /0 0 /. . . /. . . /. . . /", (1, 21, LOOSE)),
    ],
    (parse_puzzle, LIST_FORM): [
        (LISTS.replace("Row 1", "Row 2"), (5, 1, "Row 1:", '"Row 2: 2 2"')),
        (LISTS.replace("2 2", "2 -"), (5, 10, IDS, '"-"')),
        (LISTS.replace("[1, 2]", "[1, x]", 1), (7, 16, "a number or ?", '"x"')),
        (LISTS.replace("[1, 2]", "[]", 1), (7, 14, "numbers", "nothing")),
        (LISTS.replace("Column clues", "Row clues"), (8, 1, "Row clues: once", '"Row clues: [1, 2]"')),
        (LISTS.replace("Column clues", "Top"), (11, 9, "Column clues:", "nothing")),
    ],
}
"""By the function that reads and the form that is meant."""


@pytest.mark.parametrize(
    ("parse", "form", "text", "said"), [(*key, *row) for key, rows in REFUSED.items() for row in rows]
)
def test_a_bad_text_is_refused_with_its_place_and_what_was_expected(
    parse: Callable[[str], object], form: str, text: str, said: tuple
) -> None:
    assert refusal(parse, text) == refused(form, *said)


@pytest.mark.parametrize("columns", [-1, 0, 1, 4])
def test_a_number_of_columns_that_does_not_fit_a_task_is_refused(columns: int) -> None:
    said = Message("no_board_of_that_width", clues=4, cells=4, columns=columns)
    assert refusal(parse_task, "1_1_0_2;1,1,1,1", columns=columns) == refused(TASK_FORM, 1, 9, said)


def test_a_text_without_a_known_form_is_refused() -> None:
    forms = "a task string, text grid, wall matrix, number matrix, puzz.link address, JSON or drawing in "
    wanted = f"{forms}box characters"
    other = refused("write one of these forms", 3, 3, wanted, '"hello"')
    assert refusal(parse_puzzle, "\n\n  hello") == other
    assert refusal(parse_puzzle, "") == refused("write a puzzle", 1, 1, wanted, "nothing")


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("1 1\n2\n11\n", Form.GRID.value),
        ("1_1_1_1\n1,1,1,1\n", Form.TASK.value),
        ("x x x x x\n2 x 0 . 0 x\nx x x x x\n", Form.WALL_MATRIX.value),
        ("8 1", Form.NUMBER_MATRIX.value),
        ('[{"col_clues": [1]}]', Form.JSON.value),
        ("┃   │   ┃\n┗━━━┷━━━┛\n", Form.DRAWING.value),
        ("Row 0: 1 2\nRow 1: 2 2\n", READ_ONLY[1]),
    ],
)
def test_a_text_that_lacks_something_has_the_form_that_is_meant(text: str, form: TextForm) -> None:
    assert form_of(text) is form
    refusal(parse_puzzle, text)


LABELS = string.digits + string.ascii_letters


@repeatable
@given(puzzles(rules=RULES, longest=12), seeds, st.data())
def test_what_puzz_link_saves_is_read_with_its_marks_from_files_and_addresses_but_no_strange_sign(
    puzzle: Puzzle, seed: int, data: st.DataObject
) -> None:
    marks = known_of(np.random.default_rng(seed).integers(0, 3, np.shape(puzzle.regions)).tolist())
    file = saved(puzzle, marks)
    is_marked = any(mark is not None for line in marks for mark in line)
    after = file + 'info:{\n "metadata": {\n  "author": "a/b"\n }\n}'
    for text in (file, after, "\ufeff" + file.replace("\n", "\r\n"), *addressed(file)):
        record = parse_annotated(text)
        assert (record.puzzle, record.marks) == (puzzle, marks if is_marked else None)
    at = data.draw(st.sampled_from([at for at, sign in enumerate(file) if sign != "\n"]))
    _, place = refusal(parse_puzzle, f"{file[:at]}!{file[at + 1 :]}")
    assert re.fullmatch(r"line \d+, column \d+", place)


def summed(puzzle: Puzzle) -> str:
    """Write a puzzle as JSON of another program, whose clues are sums."""
    sums = {"cols": puzzle.col_clues, "rows": puzzle.row_clues}
    return json.dumps({"id": "MDo3", "size": 6, "sums": sums, "matrix": puzzle.regions})


@repeatable
@given(
    puzzles(longest=15),
    st.sampled_from([(listed, "lists of numbers"), (page, "page of puzzle-aquarium.com"), (summed, "JSON")]),
)
def test_what_others_write_is_known_and_read(
    puzzle: Puzzle, way: tuple[Callable[[Puzzle], str], str]
) -> None:
    write, form = way
    assert (found := form_of(write(puzzle))) and found.name == form
    assert parse_puzzle(write(puzzle), columns=puzzle.width) == puzzle


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


def test_a_page_with_several_puzzles_is_refused_and_one_that_is_there_twice_is_one() -> None:
    other = format_puzzle(Puzzle([1, 1], [1, 1], ["ab", "ab"]), Form.TASK)
    twice = page(PUZZLE).replace(
        "</html>", f"<script>task: '{format_puzzle(PUZZLE, Form.TASK)}'</script></html>"
    )
    assert parse_puzzle(twice) == PUZZLE
    both = page(PUZZLE).replace("</html>", f'<script>\nx = {{"task": "{other}"}};\n</script></html>')
    assert refusal(parse_puzzle, both) == refused(TASK_FORM, 5, 15, "one task", "2")


@repeatable
@given(puzzles(longest=9), st.booleans(), st.booleans())
def test_a_text_grid_may_do_without_blanks(puzzle: Puzzle, has_labels: bool, has_gap: bool) -> None:
    assume(max(map(max, puzzle.regions)) < len(LABELS))
    both = puzzle.col_clues, puzzle.row_clues
    clues = ["".join("?" if clue is None else str(clue) for clue in one) for one in both]
    if has_labels:
        clues = [f"Rows: {clues[1]}", f"columns {clues[0]}"]
    gap = "\n" if has_gap or puzzle.width == 1 else ""
    rows = "".join("".join(LABELS[number] for number in ids) + "\n" for ids in puzzle.regions)
    assert parse_puzzle("".join(line + "\n" for line in clues) + gap + rows) == puzzle


@repeatable
@given(puzzles(longest=8), st.sampled_from(",;\t|"), st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
def test_what_spreadsheets_save_is_read_in_cells_as_in_lines_and_with_clues_in_any_margins(
    puzzle: Puzzle, delimiter: str, quoting: int
) -> None:
    assume(puzzle.width + puzzle.height > 2)  # of one cell there are no cells apart
    sides = [{"below": below, "right": right} for below in (False, True) for right in (False, True)]
    columns, clues, *lines = in_rows(puzzle)
    labelled = [["Rows:", *clues], ["columns", *columns], *lines]
    for rows in (in_rows(puzzle), labelled, *(with_margins(puzzle, **side) for side in sides)):
        text = tabled(rows, delimiter=delimiter, quoting=quoting)
        for saved_text in (text, "\ufeff" + text, text.replace("\r\n", "\n")):
            assert parse_puzzle(saved_text) == puzzle


@settings(repeatable, max_examples=15)
@given(puzzles(longest=8))
def test_a_puzzle_in_a_fence_or_table_of_markdown_is_read_whatever_stands_around(puzzle: Puzzle) -> None:
    commands = "```sh\naquarium a.png, b.png; ls\n```\n"
    for form in Form:
        fenced = f"```text\n{format_puzzle(puzzle, form)}\n```\n"
        text = f"# Tuesday's\n\n{commands}\nA puzzle:\n{fenced}\nYours, A.\n"
        for saved_text in (text, text.replace("\n", "\r\n")):
            assert parse_puzzle(saved_text, columns=puzzle.width) == puzzle
    assert parse_puzzle(f"A table:\n\n{in_markdown(with_margins(puzzle))}\nYours, A.\n") == puzzle


def test_an_empty_cell_of_a_margin_is_no_clue_and_empty_cells_around_a_table_are_nothing() -> None:
    assert parse_puzzle(",,,,\n,,1,,\n,1,a,b,\n,,b,b,\n,,,,\n") == Puzzle([1, None], [1, None], ["ab", "bb"])


@pytest.mark.parametrize(
    "text",
    [
        *(page(PUZZLE, title="Thermometers - online game"), page(PUZZLE).replace("task", "mask"), "<svg/>"),
        "Dear diary,\nhalf/half; really\n\nyours",
        "a;b;c\n1;2;3\n",
        "name,rows\nx,2\n\ny,3\n",
        ",2019,2020\nnorth,1,2\nsouth,3,4\n",
        "x,y\n1,2\n3,4\n",
        "Dear A,\nyes,\nB\n",
        "```\naquarium a.png\n```\n| a | b |\n|---|---|\n| 1 | 2 |\n",
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
    assert form_of(text) is None
    refusal(parse_puzzle, text)


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


def repeating(more: str, begin: str = "") -> Callable[[int], str]:
    return lambda length: begin + more * ((length - len(begin)) // len(more))


LONG_TEXTS: dict[str, Callable[[int], str]] = {
    "clues": repeating("1 "),
    "lines": repeating("1\n"),
    "a text grid": repeating("1 ", "1\n1\n\n"),
    "a grid without blanks": lambda length: ("1" * (length // 64) + "\n") * 64,
    "a matrix": repeating("1 8\n", "8 1\n"),
    "a task": repeating("1,", "1_1;"),
    "tasks": repeating("task='1_1_1_1;1,1,1,1' ", "<title>aquarium</title>"),
    "a task without end": repeating("1_", "<title>aquarium</title>task='"),
    "titles": repeating("<title>", "<"),
    "addresses of a page": repeating("canonical", "<"),
    "what is saved": repeating("1 /", "pzprv3/aquarium/300/300/"),
    "beginnings of it": repeating("a=b&pzprv3/", "?"),
    "a column saved": lambda rows: f"pzprv3/aquarium/{rows}/1/{'0 /' * (rows - 1)}{'. . /' * rows}",
    "an address": lambda rows: f"https://puzz.link/p?aquarium/1/{rows}/{'0' * (rows // 5)}/{'1' * rows}",
    "rows": repeating("Row 0: 1\n", "Column clues: 1\nRow clues: 1\n"),
    "a list": repeating("1,", "Row 0: 1\nColumn clues: 1\nRow clues: ["),
    "titles of lists": repeating("Row clues"),
    "fields": repeating('"regions":', "{"),
    "a drawing": repeating("┏━┓\n┃ "),
    "cells": repeating("1,"),
    "rows of cells": repeating("1,1\n", ",1\n"),
    "fences": repeating("```\n"),
    "long fences": repeating("```" * 9 + "`\n"),
    "rows of Markdown": repeating("|--|\n", "|1|\n"),
    "blanks": repeating(" \n"),
    "zeros": repeating("\0"),
}
"""Texts of about so many characters, each of which gives some pattern or loop much to do."""
LENGTH, TIMES = 1 << 10, 8
MOST = 3 * TIMES
"""How many times as long a text may take that is TIMES as long: where each part looks at all, it is 64."""
TRIES = 5
"""Of which one must succeed: what else the computer does may slow down any."""


def seconds_for(text: str) -> float:
    """Return the seconds of the processor, which others do not count in, for reading or refusing a text."""
    start = time.process_time()
    with suppress(BadText):
        parse_annotated(text)
    return time.process_time() - start


@pytest.mark.parametrize("kind", LONG_TEXTS)
def test_long_texts_are_read_or_refused_in_time_that_grows_as_they_do(kind: str) -> None:
    short, long = (LONG_TEXTS[kind](length) for length in (LENGTH, TIMES * LENGTH))
    seconds_for(short)  # patterns are compiled once
    assert any(seconds_for(long) < MOST * min(seconds_for(short) for _ in range(3)) for _ in range(TRIES))
