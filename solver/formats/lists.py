"""Lists in words: `Row 0: 0 0 1` for each row of aquariums, `Row clues: [2, 1]`, `Column clues: [1, 1, 1]`.

So puzzles are put to language models. What else stands in such a text tells nothing of the puzzle.
"""

import re

from ..puzzle import Puzzle
from .text import ids_of
from .tokens import Token, clue_of, end_of, lines_in, unexpected

LIST_FORM = "write lines like Row 0: 0 0 1, and the lists Row clues: and Column clues:"
ROW = r"(?i:\W*row\s+([0-9]{1,9})\s*:)"
CLUES = r"(?i:\W*(row|col)(umn)?s?(\s+(clues|sums|totals|counts|constraints))?\s*:)"
ROWS = r"(?im)^\W{0,9}row[ \t]{1,9}[0-9]{1,9}[ \t]{0,9}:[ \t\[]{0,9}\w"
"""A line with a list of the aquariums of a row."""
AXES = {"col": "Column clues:", "row": "Row clues:"}


def has_lists(text: str) -> bool:
    """Tell whether a text has lines with the aquariums of a row, and such with clues."""
    lines = lines_in(text)
    return all(any(re.match(pattern, line.text) for line in lines) for pattern in (ROW, CLUES))


def is_of_lists(text: str) -> bool:
    """Tell whether a text has lines of both kinds, or several with the aquariums of a row."""
    return has_lists(text) or len(re.findall(ROWS, text)) > 1


def parse_lists(text: str) -> Puzzle:
    """Read a puzzle from lists; their numbers may have commas between them, and brackets around.

    Whether the puzzle is well-formed is asked of `Puzzle.problems`.
    Raises BadText: a list is missing or there twice, or something else stands in it; the place names line and
    column.
    """
    clues: dict[str, list[Token]] = {}
    rows: list[list[Token]] = []
    first = 0
    for line in lines_in(text):
        if found := re.match(CLUES, line.text):
            axis = found[1].lower()
            if axis in clues:
                raise unexpected(line, f"{AXES[axis]} once", LIST_FORM)
            clues[axis] = _listed(line.since(found.end()))
        elif found := re.match(ROW, line.text):
            first = int(found[1]) if not rows else first
            if int(found[1]) != first + len(rows):
                raise unexpected(line, f"Row {first + len(rows)}:", LIST_FORM)
            rows.append(_listed(line.since(found.end())))
    for axis, title in AXES.items():
        if axis not in clues:
            raise unexpected(end_of(lines_in(text)), title, LIST_FORM)
    columns, row_clues = ([clue_of(token, LIST_FORM) for token in clues[axis]] for axis in AXES)
    return Puzzle(columns, row_clues, [ids_of(row, len(columns), LIST_FORM) for row in rows])


def _listed(line: Token) -> list[Token]:
    """Return what is in a list; behind its bracket anything may stand."""
    values = line.until(len(line.text.partition("]")[0])).values()
    if not values:
        raise unexpected(line.end(), "numbers", LIST_FORM)
    return values
