"""Lists in words: `Row 0: 0 0 1` for each row of aquariums, `Row clues: [2, 1]`, `Column clues: [1, 1, 1]`.

So puzzles are put to language models. What else stands in such a text tells nothing of the puzzle.
"""

import re

from ..puzzle import Puzzle
from .markdown import FENCE
from .text import ids_of
from .tokens import Token, clue_of, lines_in, unexpected

LIST_FORM = "write lines like Row 0: 0 0 1, and the lists Row clues: and Column clues:"
ROW = r"(?i:\W*row\s+([0-9]{1,9})\s*:)"
CLUES = r"(?i:\W*(row|col)(umn)?s?(\s+(clues|sums|totals|counts|constraints))?\s*:)"
AXES = {"col": "Column clues:", "row": "Row clues:"}


def has_lists(text: str) -> bool:
    """Tell whether a text has lists of aquariums and of clues, or several of aquariums and no fence."""
    lines = lines_in(text)
    rows, clues = (sum(bool(re.match(pattern, line.text)) for line in lines) for pattern in (ROW, CLUES))
    return bool(rows and clues) or (rows > 1 and FENCE not in text)


def parse_lists(text: str) -> Puzzle:
    """Read a puzzle from lists; their numbers may have commas between them, and brackets around."""
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
            raise unexpected(lines_in(text)[-1].end(), title, LIST_FORM)
    columns, row_clues = ([clue_of(token, LIST_FORM) for token in clues[axis]] for axis in AXES)
    return Puzzle(columns, row_clues, [ids_of(row, len(columns), LIST_FORM) for row in rows])


def _listed(line: Token) -> list[Token]:
    """Return what is in a list; behind its bracket anything may stand."""
    values = line.until(len(line.text.partition("]")[0])).values()
    if not values:
        raise unexpected(line.end(), "numbers", LIST_FORM)
    return values
