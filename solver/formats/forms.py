"""Puzzles as text, in and out: which form a text has, and the one door to all forms."""

from collections.abc import Callable
from enum import StrEnum

from ..errors import BadText
from ..puzzle import Puzzle, Water
from .annotated import Record
from .json import format_json, parse_json
from .matrices import (
    NUMBERS,
    WALLS,
    format_number_matrix,
    format_wall_matrix,
    parse_number_matrix,
    parse_wall_matrix,
)
from .puzzlink import format_puzzlink, parse_puzzlink
from .task import format_task, parse_task
from .text import format_grid, parse_grid, parse_truth
from .tokens import blocks_of, end_of, unexpected
from .unicode import CORNER, format_unicode, parse_unicode


class Form(StrEnum):
    """The text forms of a puzzle."""

    TASK = "task string"
    GRID = "text grid"
    WALL_MATRIX = "wall matrix"
    NUMBER_MATRIX = "number matrix"
    PUZZLINK = "puzz.link"
    JSON = "JSON"
    DRAWING = "drawing in box characters"


WAVE, AIR = "🟦", "⬜"
"""Signs of wet and dry cells where no puzzle is given away."""

PARSE: dict[Form, Callable[[str], Puzzle]] = {
    Form.TASK: parse_task,
    Form.GRID: parse_grid,
    Form.WALL_MATRIX: parse_wall_matrix,
    Form.NUMBER_MATRIX: parse_number_matrix,
    Form.PUZZLINK: parse_puzzlink,
    Form.JSON: lambda text: parse_json(text).puzzle,
    Form.DRAWING: lambda text: parse_unicode(text).puzzle,
}
"""How each form is read."""
FORMAT: dict[Form, Callable[[Puzzle], str]] = {
    Form.TASK: format_task,
    Form.GRID: format_grid,
    Form.WALL_MATRIX: format_wall_matrix,
    Form.NUMBER_MATRIX: format_number_matrix,
    Form.PUZZLINK: format_puzzlink,
    Form.JSON: lambda puzzle: format_json(Record(puzzle)),
    Form.DRAWING: format_unicode,
}
"""How each form is written."""


def parse_puzzle(text: str, *, columns: int | None = None) -> Puzzle:
    """Read a puzzle in any of the text forms.

    Parameters
    ----------
    text : str
        A task string, text grid, wall matrix, number matrix, address of puzz.link, JSON or drawing.
    columns : int, optional
        The board's width in cells, which a task string does not tell unless the board is square.

    Returns
    -------
    Puzzle
        As written: whether it is well-formed is asked of `Puzzle.problems`.

    Raises
    ------
    BadText
        The text has none of the forms, or something else stands in it than its form wants; the place names
        line and column.
    """
    form = form_of(text)
    puzzle = parse_task(text, columns=columns) if form is Form.TASK else PARSE[form](text)
    _check_columns(text, puzzle, columns)
    return puzzle


def parse_record(text: str, *, columns: int | None = None) -> Record:
    """Read a puzzle in any of the text forms, and what stands in its cells where the form tells it.

    Parameters
    ----------
    text, columns
        As `parse_puzzle` takes them; water lines may follow a text grid.

    Raises
    ------
    BadText
        As `parse_puzzle` raises it.
    """
    match form_of(text):
        case Form.JSON:
            record = parse_json(text)
        case Form.DRAWING:
            record = parse_unicode(text)
        case Form.GRID:
            puzzle, water = parse_truth(text)
            record = Record(puzzle, water=water)
        case _:
            return Record(parse_puzzle(text, columns=columns))
    _check_columns(text, record.puzzle, columns)
    return record


def format_share(water: Water) -> str:
    """Write a sign for each cell, wet or dry, a line for each row: a solution to show around."""
    return "".join("".join(WAVE if wet else AIR for wet in row) + "\n" for row in water)


def format_puzzle(puzzle: Puzzle, form: Form) -> str:
    """Write a puzzle in one of the text forms.

    Raises
    ------
    NotWritable
        The form has no signs for something in this puzzle.
    """
    return FORMAT[form](puzzle)


def form_of(text: str) -> Form:
    """Tell by its looks which form a text is meant to have.

    Raises
    ------
    BadText
        It looks like none of them.
    """
    blocks = blocks_of(text)
    lines = [[token.text for token in line.words()] for block in blocks for line in block]
    if not lines:
        raise unexpected(end_of([]), _any_form(), "write a puzzle")
    second = lines[1][0] if len(lines) > 1 else ""
    looks = {
        Form.JSON: lines[0][0].startswith("{"),
        Form.DRAWING: CORNER in text,
        Form.PUZZLINK: "/" in text,
        Form.TASK: ";" in text,
        Form.WALL_MATRIX: second != "" and second in WALLS,
        Form.GRID: len(blocks) > 1 and len(blocks[0]) == 2,
        Form.NUMBER_MATRIX: second != "" and lines[0][0] == NUMBERS.no_wall,
    }
    for form, is_so in looks.items():
        if is_so:
            return form
    raise unexpected(blocks[0][0], _any_form(), "write one of these forms")


def _check_columns(text: str, puzzle: Puzzle, columns: int | None) -> None:
    if columns not in (None, puzzle.width):
        seen = f"expected a board of {columns} columns, found {puzzle.width}"
        raise BadText(seen, "correct the text or the number of columns", blocks_of(text)[0][0].place)


def _any_form() -> str:
    *most, last = Form
    return f"a {', '.join(most)} or {last}"
