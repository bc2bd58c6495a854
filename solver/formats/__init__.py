"""Puzzles as text: the table of text forms, and the one door to all of them.

A new form is a file of its own, which reads and writes it, and one line of `Form` here; one that is only
read, a line of `READ_ONLY`.
"""

from collections import Counter
from collections.abc import Callable
from enum import Enum
from itertools import islice
from typing import NamedTuple

from ..errors import BadText
from ..message import Message
from ..puzzle import Puzzle, Water
from .annotated import AnnotatedPuzzle
from .json import format_json, has_fields, parse_json
from .lists import has_lists, is_of_lists, parse_lists
from .markdown import parts_of
from .matrices import (
    NUMBERS,
    WALLS,
    format_number_matrix,
    format_wall_matrix,
    parse_number_matrix,
    parse_wall_matrix,
)
from .page import has_task, is_page, parse_page
from .puzzlink import format_puzzlink, is_address, parse_puzzlink
from .pzprv3 import is_saved, parse_pzprv3
from .tables import has_margins, is_of_margins, parse_margins, with_tabs
from .task import format_task, parse_task
from .text import (
    format_grid,
    format_truth,
    format_water,
    has_no_gap,
    is_clue_line,
    parse_annotated_grid,
    parse_truth,
)
from .tokens import UNKNOWN, Token, blocks_of, end_of, lines_in, unexpected
from .unicode import BOX_SIGNS, CORNER, draw_unicode, format_unicode, parse_unicode

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
    "is_clearly_puzzle",
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
    """What a text looks like: its blocks of lines, the words of each line; tabs part the cells of a table."""

    def __init__(self, text: str) -> None:
        self.text = text = with_tabs(text.removeprefix("\ufeff"))
        self.signs = Counter("".join(text.split()))
        self.blocks: list[list[Token]] = blocks_of(text)
        lines = [[token.text for token in line.words()] for block in self.blocks for line in block]
        self.top: list[Token] = self.blocks[0] if self.blocks else []
        self.beginnings = {line[0] for line in lines}
        self.first = lines[0][0] if lines else ""
        self.second = lines[1][0] if len(lines) > 1 else ""
        self.first_line = self.top[0].text if self.top else ""
        self.is_one_word = len(lines) == 1 and len(lines[0]) == 1

    def are_mostly(self, signs: str) -> bool:
        """Tell whether most of the text, without blanks, is made of such signs."""
        return sum(self.signs[sign] for sign in set(signs)) >= MOSTLY * self.signs.total()


class TextForm(NamedTuple):
    """How one form is called, recognized, read and written."""

    name: str
    is_meant: Callable[[Looks], bool]
    """Whether a text can have this form."""
    is_clear: Callable[[Looks], bool]
    """Whether a text cannot well be anything else, though something in it may be wrong."""
    parse: Callable[[str], Puzzle | AnnotatedPuzzle]
    format: Callable[[Puzzle], str] | None = None
    """None if it is of another program, and only read."""


class Form(Enum):
    """The text forms of a puzzle that are written, in the order in which people read of them."""

    TASK = TextForm(
        "task string",
        lambda looks: ";" in looks.text,
        lambda looks: "_" in looks.first_line and looks.are_mostly(f"{DIGITS}_;,{UNKNOWN}"),
        parse_task,
        format_task,
    )
    GRID = TextForm(
        "text grid",
        lambda looks: (len(looks.blocks) > 1 and len(looks.top) == 2) or has_no_gap(looks.top),
        lambda looks: len(looks.top) > 1 and all(map(is_clue_line, looks.top[:2])),
        parse_annotated_grid,
        format_grid,
    )
    WALL_MATRIX = TextForm(
        "wall matrix",
        lambda looks: looks.second in WALLS,
        lambda looks: WALLS.wall in looks.beginnings and looks.are_mostly("".join(WALLS) + DIGITS + UNKNOWN),
        parse_wall_matrix,
        format_wall_matrix,
    )
    NUMBER_MATRIX = TextForm(
        "number matrix",
        lambda looks: looks.second != "" and looks.first == NUMBERS.no_wall,
        lambda looks: looks.first == NUMBERS.no_wall and looks.are_mostly(DIGITS + UNKNOWN),
        parse_number_matrix,
        format_number_matrix,
    )
    PUZZLINK = TextForm(
        "puzz.link address",
        lambda looks: "/" in looks.text,
        lambda looks: looks.is_one_word and is_address(looks.first),
        parse_puzzlink,
        format_puzzlink,
    )
    JSON = TextForm(
        "JSON",
        lambda looks: looks.first.startswith("{"),
        lambda looks: looks.first.startswith(("{", "[")) and has_fields(looks.text),
        parse_json,
        lambda puzzle: format_json(AnnotatedPuzzle(puzzle)),
    )
    DRAWING = TextForm(
        "drawing in box characters",
        lambda looks: CORNER in looks.text,
        lambda looks: SIDE in looks.text and looks.are_mostly(BOX_SIGNS + DIGITS),
        parse_unicode,
        format_unicode,
    )


PAGE = TextForm(
    "page of puzzle-aquarium.com",
    lambda looks: is_page(looks.text),
    lambda looks: has_task(looks.text),
    parse_page,
)
READ_ONLY = (
    TextForm(
        "puzz.link file", lambda looks: is_saved(looks.top), lambda looks: is_saved(looks.top), parse_pzprv3
    ),
    TextForm(
        "lists of numbers",
        lambda looks: has_lists(looks.text),
        lambda looks: is_of_lists(looks.text),
        parse_lists,
    ),
    PAGE,
    TextForm(
        "table with clues in its margins",
        lambda looks: has_margins(looks.text),
        lambda looks: is_of_margins(looks.text),
        parse_margins,
    ),
)
"""The forms of other programs, which are not written."""
ASKED = (
    *READ_ONLY,
    *(Form.JSON.value, Form.DRAWING.value, Form.PUZZLINK.value, Form.TASK.value),
    *(Form.WALL_MATRIX.value, Form.GRID.value, Form.NUMBER_MATRIX.value),
)
"""In which order it is asked whether a text looks like them."""
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
    text, (clear, like, meant) = _look_at(text)
    errors = []
    for form in clear[:1] or [*like, *meant]:
        try:
            return _parsed(form, text, columns)
        except BadText as error:
            errors.append(error)
    if like and not clear:
        raise BadText(Message("looks_like", form=like[0].name, what=errors[0].what), errors[0].place)
    raise errors[0] if errors else _of_no_form(text)


def _parsed(form: TextForm, text: str, columns: int | None) -> AnnotatedPuzzle:
    """Read a puzzle in one form."""
    found = SIZED[form](text, columns=columns) if form in SIZED else form.parse(text)
    record = found if isinstance(found, AnnotatedPuzzle) else AnnotatedPuzzle(found)
    if columns not in (None, record.puzzle.width):
        seen = Message("other_width", wanted=columns, found=record.puzzle.width)
        raise BadText(seen, blocks_of(text)[0][0].place)
    return record


def _forms(looks: Looks) -> tuple[list[TextForm], ...]:
    """Return the forms that a text clearly has, those that it is only like, and those that it may have."""
    meant = [form for form in ASKED if form.is_meant(looks)]
    like = [form for form in ASKED if form.is_clear(looks)]
    return [form for form in meant if form in like], [form for form in like if form not in meant], meant


def _look_at(text: str) -> tuple[str, tuple[list[TextForm], ...]]:
    """Return a text, or the first part of it in Markdown that is clearly a puzzle, and its forms as above."""
    looks = Looks(text)
    whole = looks.text, _forms(looks)
    if whole[1][0]:
        return whole
    parts = map(Looks, islice(parts_of(text), MOST_PARTS))
    seen = ((part.text, _forms(part)) for part in parts)
    return next((found for found in seen if found[1][0]), whole)


def is_clearly_puzzle(text: str) -> bool:
    """Tell whether a text is meant to be a puzzle and nothing else, though something in it may be wrong.

    Of other texts it makes no sense to say where they are not as a form of puzzles wants them.
    """
    return bool(_look_at(text)[1][0])


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


def form_of(text: str) -> TextForm:
    """Tell by its looks which form a text has; one that it clearly has comes first.

    Raises BadText: it looks like none of them.
    """
    for form in [form for forms in _look_at(text)[1] for form in forms]:
        return form
    raise _of_no_form(text)


def _of_no_form(text: str) -> BadText:
    *most, last = (form.value.name for form in Form)
    wanted = f"a {', '.join(most)} or {last}"
    lines = lines_in(text)
    return unexpected(
        lines[0] if lines else end_of([]), wanted, "write one of these forms" if lines else "write a puzzle"
    )
