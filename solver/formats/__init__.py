"""Puzzles as text: the table of text forms, and the one door to all of them.

A new form is a file of its own, which reads and writes it, and one line of `Form` here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from ..errors import BadText
from ..message import Message
from ..puzzle import Puzzle, Water
from .annotated import AnnotatedPuzzle
from .json import format_json, parse_json
from .matrices import (
    NUMBERS,
    WALLS,
    format_number_matrix,
    format_wall_matrix,
    parse_number_matrix,
    parse_wall_matrix,
)
from .puzzlink import format_puzzlink, is_address, parse_puzzlink
from .task import format_task, parse_task
from .text import format_grid, format_truth, format_water, is_clue_line, parse_annotated_grid, parse_truth
from .tokens import UNKNOWN, Token, blocks_of, end_of, unexpected
from .unicode import BOX_SIGNS, CORNER, draw_unicode, format_unicode, parse_unicode

__all__ = [
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


class Looks:
    """What a text looks like: its blocks of lines, the words of each line."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.blocks: list[list[Token]] = blocks_of(text)
        lines = [[token.text for token in line.words()] for block in self.blocks for line in block]
        self.first = lines[0][0] if lines else ""
        self.second = lines[1][0] if len(lines) > 1 else ""
        self.is_one_word = len(lines) == 1 and len(lines[0]) == 1

    def are_mostly(self, signs: str) -> bool:
        """Tell whether most of the text, without blanks, is made of such signs."""
        everything = "".join(self.text.split())
        return sum(sign in signs for sign in everything) >= MOSTLY * len(everything)


@dataclass(frozen=True, slots=True)
class TextForm:
    """How one form is called, recognized, read and written."""

    name: str
    is_meant: Callable[[Looks], bool]
    """Whether a text can have this form."""
    is_clear: Callable[[Looks], bool]
    """Whether such a text cannot well be anything else, though something in it may be wrong."""
    parse: Callable[[str], Puzzle | AnnotatedPuzzle]
    format: Callable[[Puzzle], str]


class Form(Enum):
    """The text forms of a puzzle, in the order in which people read of them."""

    TASK = TextForm(
        "task string",
        lambda looks: ";" in looks.text,
        lambda looks: looks.is_one_word and "_" in looks.text and looks.are_mostly(f"{DIGITS}_;,{UNKNOWN}"),
        parse_task,
        format_task,
    )
    GRID = TextForm(
        "text grid",
        lambda looks: len(looks.blocks) > 1 and len(looks.blocks[0]) == 2,
        lambda looks: all(map(is_clue_line, looks.blocks[0])),
        parse_annotated_grid,
        format_grid,
    )
    WALL_MATRIX = TextForm(
        "wall matrix",
        lambda looks: looks.second in WALLS,
        lambda looks: looks.are_mostly("".join(WALLS) + DIGITS + UNKNOWN),
        parse_wall_matrix,
        format_wall_matrix,
    )
    NUMBER_MATRIX = TextForm(
        "number matrix",
        lambda looks: looks.second != "" and looks.first == NUMBERS.no_wall,
        lambda looks: looks.are_mostly(DIGITS + UNKNOWN),
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
        lambda looks: any(f'"{name}"' in looks.text for name in ("col_clues", "row_clues", "regions")),
        parse_json,
        lambda puzzle: format_json(AnnotatedPuzzle(puzzle)),
    )
    DRAWING = TextForm(
        "drawing in box characters",
        lambda looks: CORNER in looks.text,
        lambda looks: looks.are_mostly(BOX_SIGNS + DIGITS),
        parse_unicode,
        format_unicode,
    )


ASKED = (
    *(Form.JSON, Form.DRAWING, Form.PUZZLINK, Form.TASK),
    *(Form.WALL_MATRIX, Form.GRID, Form.NUMBER_MATRIX),
)
"""In which order it is asked whether a text looks like them."""


def parse_annotated(text: str, *, columns: int | None = None) -> AnnotatedPuzzle:
    """Read a puzzle in any of the text forms, and what stands in its cells where the form tells it.

    `text`: a task string, text grid, wall matrix, number matrix, address of puzz.link, JSON or drawing; water
    lines may follow a text grid.
    `columns`: the board's width in cells, which a task string does not tell unless the board is square.
    Whether the puzzle is well-formed is asked of `Puzzle.problems`.
    Raises BadText: the text has none of the forms, or something else stands in it than its form wants; the
    place names line and column.
    """
    form = form_of(text)
    found = parse_task(text, columns=columns) if form is Form.TASK else form.value.parse(text)
    record = found if isinstance(found, AnnotatedPuzzle) else AnnotatedPuzzle(found)
    if columns not in (None, record.puzzle.width):
        seen = Message("other_width", wanted=columns, found=record.puzzle.width)
        raise BadText(seen, blocks_of(text)[0][0].place)
    return record


def is_clearly_puzzle(text: str) -> bool:
    """Tell whether a text is meant to be a puzzle and nothing else, though something in it may be wrong.

    Of other texts it makes no sense to say where they are not as a form of puzzles wants them.
    """
    looks = Looks(text)
    return any(form.value.is_meant(looks) and form.value.is_clear(looks) for form in Form)


def parse_puzzle(text: str, *, columns: int | None = None) -> Puzzle:
    """Read the puzzle alone of what `parse_annotated` reads."""
    return parse_annotated(text, columns=columns).puzzle


def format_puzzle(puzzle: Puzzle, form: Form) -> str:
    """Write a puzzle in one of the text forms.

    Raises NotWritable: the form has no signs for something in this puzzle.
    """
    return form.value.format(puzzle)


def format_share(water: Water) -> str:
    """Write a sign for each cell, wet or dry, a line for each row: a solution to show around."""
    return "".join("".join(WAVE if wet else AIR for wet in row) + "\n" for row in water)


def form_of(text: str) -> Form:
    """Tell by its looks which form a text is meant to have; one that it clearly has comes first.

    Raises BadText: it looks like none of them.
    """
    *most, last = (form.value.name for form in Form)
    wanted = f"a {', '.join(most)} or {last}"
    looks = Looks(text)
    if not looks.blocks:
        raise unexpected(end_of([]), wanted, "write a puzzle")
    meant = [form for form in ASKED if form.value.is_meant(looks)]
    for form in [form for form in meant if form.value.is_clear(looks)] or meant:
        return form
    raise unexpected(looks.blocks[0][0], wanted, "write one of these forms")
