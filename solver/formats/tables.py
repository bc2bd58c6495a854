"""Tables as spreadsheets and Markdown have them: any text form in cells, and one of their own, only read.

That has the clues in the margins of the board, as pictures have them: those of the columns in the first or
last row, those of the rows in the first or last column, and nothing in the corner between.
"""

import re

from ..puzzle import Clue, Puzzle
from .text import ids_of, is_of_clues
from .tokens import Token, clue_of, lines_of

TABLE_FORM = "write column clues above the aquariums, row clues beside them, and nothing in the corner"
TAB, PIPE = "\t", "|"
SEPARATORS = f",;{PIPE}{TAB}"
"""Signs between cells, all read as tabs are."""
CELL = re.compile(r"""\s*("?)[^\s"{}\[\]<>()/_,;|]*\1\s*""")
"""One value, maybe in quotes. Other forms with such signs between values have further ones, or blanks."""
RULE = re.compile(r"(?m)^[ |:]*-[ |:-]*$")
"""The line of Markdown between the head of a table and its body."""

Cells = list[list[Token]]


def with_tabs(text: str) -> str:
    """Return a table with tabs between its cells and no quotes, all else where it was; others as they are."""
    for separator in SEPARATORS:
        table = RULE.sub(lambda rule: " " * len(rule[0]), text) if separator == PIPE else text
        rows = [line.split(separator) for line in table.splitlines() if line.strip()]
        if any(len(row) > 1 for row in rows) and all(CELL.fullmatch(cell) for row in rows for cell in row):
            return table.translate({ord(separator): TAB, ord('"'): " "})
    return text


def has_margins(text: str) -> bool:
    """Tell whether a text is a table with an empty corner, and most of what two margins hold are clues."""
    cells = _cells(text)
    if (corner := _corner(cells)) is None:
        return False
    margins = ([cell for cell in margin if cell.text] for margin in _margins(cells, *corner))
    return all(2 * sum(map(is_of_clues, margin)) > len(margin) for margin in margins)


def parse_margins(text: str) -> Puzzle:
    """Read a table with tabs between its cells, whose margins have the clues; an empty cell there is none."""
    cells = _cells(text)
    columns, rows = _margins(cells, *(_corner(cells) or (0, 0)))
    board = [ids_of(row, len(columns), TABLE_FORM) for row in cells]
    return Puzzle(list(map(_clue, columns)), list(map(_clue, rows)), board)


def _cells(text: str) -> Cells:
    """Return the rows of a table, equally long, without those and the columns at its sides that are empty."""
    cells = [[cell.bare() for cell in line.parts(TAB)] for line in lines_of(text) if line.text.strip()]
    wide = max(map(len, cells), default=0)
    cells = [[*row, *[row[-1].end()] * (wide - len(row))] for row in cells]
    used = [column for column in range(wide) if any(row[column].text for row in cells)]
    return [row[used[0] : used[-1] + 1] for row in cells]


def _corner(cells: Cells) -> tuple[int, int] | None:
    """Return the row and column of the first empty corner of a table with a board, -1 being the last."""
    if len(cells) < 2 or len(cells[0]) < 2:
        return None
    corners = ((row, column) for row in (0, -1) for column in (0, -1))
    return next(((row, column) for row, column in corners if not cells[row][column].text), None)


def _margins(cells: Cells, row: int, column: int) -> tuple[list[Token], list[Token]]:
    """Take the clues of columns and rows out of a table, in whose corner between them there is nothing."""
    columns = cells.pop(row)
    del columns[column]
    return columns, [line.pop(column) for line in cells]


def _clue(cell: Token) -> Clue:
    return clue_of(cell, TABLE_FORM) if cell.text else None
