"""Puzzles as text: the table of text forms, and the one door to all of them.

A new form is a file of its own, which reads and writes it, and one line of `Form` here; one that is only
read, a line of `READ_ONLY`.
"""

from collections import Counter
from collections.abc import Callable
from enum import Enum
from itertools import chain, islice
from typing import NamedTuple

from ..errors import BadText
from ..message import Message
from ..puzzle import Puzzle, Water
from .annotated import AnnotatedPuzzle
from .json import format_json, has_fields, parse_json
from .lists import has_lists, parse_lists
from .markdown import FENCE, parts_of
from .matrices import NUMBERS, WALLS
from .page import has_task, parse_page
from .puzzlink import format_puzzlink, is_address, parse_puzzlink
from .pzprv3 import is_saved, parse_pzprv3
from .tables import has_margins, parse_margins, with_tabs
from .task import format_task, parse_task
from .text import (
    format_grid,
    format_truth,
    format_water,
    parse_annotated_grid,
    parse_truth,
    share_of_clues,
)
from .tokens import UNKNOWN, Token, behind, blocks_of, lines_in, unexpected
from .unicode import BOX_SIGNS, draw_unicode, format_unicode, parse_unicode

__all__ = [
    "READ_ONLY",
    "Form",
    "draw_unicode",
    "form_of",
    "format_json",
    "format_puzzle",
    "format_share",
    "format_task",
    "format_truth",
    "format_water",
    "parse_annotated",
    "parse_json",
    "parse_puzzle",
    "parse_task",
    "parse_truth",
]
WAVE, AIR = "🟦", "⬜"
"""Signs of wet and dry cells where no puzzle is given away."""
MOSTLY = 0.8
"""Share of the signs of a text that must be those of a form: in a small puzzle some may be wrong."""
DIGITS = "0123456789"
SIDE = "┃"
"""A sign that every drawing has."""
MOST_PARTS = 20
"""Parts of a text in Markdown that are looked at."""


class Looks:
    """What a text looks like: its first block of lines, the words of every line. Cells have tabs between."""

    def __init__(self, text: str) -> None:
        self.text = text = with_tabs(text.removeprefix("\ufeff"))
        self.signs = Counter("".join(text.split()))
        blocks = blocks_of(text)
        self.top: list[Token] = blocks[0] if blocks else []
        self.first_line = self.top[0].text if self.top else ""
        self.lines = [[word.text for word in line.words()] for block in blocks for line in block]
        self.first = self.lines[0][0] if self.lines else ""

    def are_mostly(self, signs: str) -> bool:
        """Tell whether most of the text, without blanks, is made of such signs, and nothing is in a fence."""
        fenced = self.text.partition(FENCE)[2].strip("` \n")
        return not fenced and sum(self.signs[sign] for sign in set(signs)) >= MOSTLY * self.signs.total()


class TextForm(NamedTuple):
    """How one form is called, recognized, read and written."""

    name: str
    is_meant: Callable[[Looks], bool]
    """Whether a text is meant to have this form, though something in it may be wrong."""
    parse: Callable[[str], Puzzle | AnnotatedPuzzle]
    """Raises BadText, with line and column, if something else was found than expected, or a wall with one
    aquarium on both sides. Whether the puzzle is well-formed is asked of `Puzzle.problems`."""
    format: Callable[[Puzzle], str] | None = None
    """None if it is of another program, and only read."""


def _is_grid(looks: Looks) -> bool:
    """Tell whether a text begins with two lines of clues; without a blank line below, others may too."""
    clues = [share_of_clues(line) for line in looks.top[:2]]
    if len(looks.top) == 2 < len(looks.lines):
        return min(clues) > 0.5
    return clues == [1, 1] and not (_is_number_matrix(looks) or has_margins(looks.text))


def _is_wall_matrix(looks: Looks) -> bool:
    has_frame = any(line.count(WALLS.wall) > 1 for line in looks.lines[:2])
    return has_frame and looks.are_mostly("".join(WALLS[:2]) + DIGITS + UNKNOWN)


def _is_number_matrix(looks: Looks) -> bool:
    return looks.first == NUMBERS.no_clue != looks.first_line and looks.are_mostly(DIGITS + UNKNOWN)


class Form(Enum):
    """The text forms of a puzzle that are written, in the order in which people read of them."""

    TASK = TextForm(
        "task string",
        lambda looks: "_" in looks.first_line and looks.are_mostly(f"{DIGITS}_;,{UNKNOWN}"),
        parse_task,
        format_task,
    )
    GRID = TextForm("text grid", _is_grid, parse_annotated_grid, format_grid)
    WALL_MATRIX = TextForm("wall matrix", _is_wall_matrix, WALLS.parse, WALLS.format)
    NUMBER_MATRIX = TextForm("number matrix", _is_number_matrix, NUMBERS.parse, NUMBERS.format)
    PUZZLINK = TextForm(
        "puzz.link address",
        lambda looks: looks.lines == [[looks.first]] and is_address(looks.first),
        parse_puzzlink,
        format_puzzlink,
    )
    JSON = TextForm(
        "JSON",
        lambda looks: looks.first.startswith(("{", "[")) and has_fields(looks.text),
        parse_json,
        lambda puzzle: format_json(AnnotatedPuzzle(puzzle)),
    )
    DRAWING = TextForm(
        "drawing in box characters",
        lambda looks: SIDE in looks.text and looks.are_mostly(BOX_SIGNS + DIGITS),
        parse_unicode,
        format_unicode,
    )


PAGE = TextForm("page of puzzle-aquarium.com", lambda looks: has_task(looks.text), parse_page)
MARGINS = TextForm("table with clues in its margins", lambda looks: has_margins(looks.text), parse_margins)
READ_ONLY = (
    TextForm("puzz.link file", lambda looks: is_saved(looks.top), parse_pzprv3),
    TextForm("lists of numbers", lambda looks: has_lists(looks.text), parse_lists),
    PAGE,
    MARGINS,
)
"""The forms of other programs, which are not written."""
ASKED = (
    *READ_ONLY[:-1],
    *(Form.JSON.value, Form.DRAWING.value, Form.PUZZLINK.value, Form.TASK.value),
    *(Form.GRID.value, Form.WALL_MATRIX.value, MARGINS, Form.NUMBER_MATRIX.value),
)
"""In which order it is asked whether a text is meant to have them."""
SIZED = {Form.TASK.value: parse_task, PAGE: parse_page}
"""How those are read that do not tell the board's width."""


def parse_annotated(text: str, *, columns: int | None = None) -> AnnotatedPuzzle:
    """Read a puzzle in any of the text forms, and what stands in its cells where the form tells it.

    `text`: any of `Form` or `READ_ONLY`; water lines may follow a text grid. It may be a table with commas,
    semicolons or | between its cells, and stand in Markdown, in a fence or as a table.
    `columns`: the board's width in cells, which a task string does not tell unless the board is square.
    Whether the puzzle is well-formed is asked of `Puzzle.problems`.
    Raises BadText: the text has none of the forms, or something else stands in it than its form wants; the
    place names line and column.
    """
    if (found := _look_at(text)) is None:
        raise _of_no_form(text)
    form, text = found
    puzzle = SIZED[form](text, columns=columns) if form in SIZED else form.parse(text)
    record = puzzle if isinstance(puzzle, AnnotatedPuzzle) else AnnotatedPuzzle(puzzle)
    if columns not in (None, record.puzzle.width):
        seen = Message("other_width", wanted=columns, found=record.puzzle.width)
        raise BadText(seen, lines_in(text)[0].place)
    return record


def parse_puzzle(text: str, *, columns: int | None = None) -> Puzzle:
    """Read the puzzle alone of what `parse_annotated` reads."""
    return parse_annotated(text, columns=columns).puzzle


def format_puzzle(puzzle: Puzzle, form: Form) -> str:
    """Write a puzzle in one of the text forms.

    Raises NotWritable: the form has no signs for something in this puzzle.
    """
    assert form.value.format is not None
    return form.value.format(puzzle)


def format_share(water: Water) -> str:
    """Write a sign for each cell, wet or dry, a line for each row: a solution to show around."""
    return "".join("".join(WAVE if wet else AIR for wet in row) + "\n" for row in water)


def form_of(text: str) -> TextForm | None:
    """Tell which form a text is meant to have, though something in it may be wrong; None if it has none.

    Of other texts it makes no sense to say where they are not as a form of puzzles wants them.
    """
    found = _look_at(text)
    return found and found[0]


def _look_at(text: str) -> tuple[TextForm, str] | None:
    """Return the form of a text, or of the first part of it in Markdown that has one, and that text."""
    for looks in map(Looks, chain([text], islice(parts_of(text), MOST_PARTS))):
        for form in ASKED:
            if form.is_meant(looks):
                return form, looks.text
    return None


def _of_no_form(text: str) -> BadText:
    *most, last = (form.value.name for form in Form)
    wanted = f"a {', '.join(most)} or {last}"
    first = behind(lines_in(text), 0)
    return unexpected(first, wanted, "write one of these forms" if first.text else "write a puzzle")
