"""What is bad in a text is named with its place, and what the form wants there."""

from collections.abc import Callable

import pytest

from solver import Puzzle
from solver.formats import READ_ONLY, Form, TextForm, form_of, parse_puzzle, parse_truth
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
from tests.solver.formats.others import Said, listed, page, refusal, refused, saved

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
    """Draw the puzzle with another sign at a place."""
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
        ("8 y\n1 0", (1, 3, "a number or ?", '"y"')),
        ("8 1\ny 0", (2, 1, "a number or ?", '"y"')),
        ("8 1\n1 0\n8 8", (3, 4, "a line of cells", "nothing")),
        ("8 1\n1 0\n9 8\n1 0", (3, 1, "8", '"9"')),
        ("8 1\n1", (2, 2, "2 values in this line", "1")),
        ("8 1\n1 8", (2, 3, "0", '"8"')),
        ("8 1 8 1\n1 0 x 0", (2, 5, "9 or 8", '"x"')),
        ("8 1 8 1\n1 0 9 0\n8 8 8 8\n1 0 8 0", (2, 5, LOOSE)),
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
    parse: Callable[[str], object], form: str, text: str, said: Said
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
