"""Texts of other programs: what they write is read equal, and what is wrong in it is named with its place."""

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
from solver.formats import MOST_PARTS, Form, form_of, format_puzzle, parse_annotated, parse_puzzle
from solver.formats.annotated import known_of
from solver.formats.task import TASK_FORM
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
