"""The text grid, in and out: clues, a blank line, a line of ids for each row; and water lines after it."""

import re
from collections.abc import Sequence
from itertools import chain

from ..errors import BadText
from ..message import Message
from ..puzzle import Clue, Puzzle, Water
from .annotated import AnnotatedPuzzle
from .tokens import (
    LONGEST,
    UNKNOWN,
    Token,
    aligned,
    behind,
    blocks_of,
    check_lines,
    clue_of,
    counted,
    one_of,
    text_of,
    unexpected,
)
from .walls import check_rule

WET, DRY = "~", "."
COLUMNS, ROWS = "columns:", "rows:"
"""Begin the lines of clues. They may be left out; then the clues of the columns come first."""
LABEL = r"(?i:(columns?|cols?|rows?)\b\s*:?\s*)"

GRID_FORM = "write column clues, row clues, a blank line, and the aquarium numbers of each row"
WATER_FORM = f"write a line of {WET} and {DRY} for each row of the board"


def format_grid(puzzle: Puzzle) -> str:
    """Write a text grid in aligned columns, a missing clue as `?`; it ends with an end of line.

    Its lines of clues are labelled, and stand aligned with the cells.

    Raises NotWritable: the puzzle's water is level only where it is connected, which the form cannot say.
    """
    check_rule(puzzle)
    rows = [list(map(str, ids)) for ids in puzzle.regions]
    columns = list(map(text_of, puzzle.col_clues))
    wide = max(map(len, [*columns, *(token for row in rows for token in row)]), default=1)
    blocks = ((COLUMNS, columns), (ROWS, list(map(text_of, puzzle.row_clues)))), [("", row) for row in rows]
    return "\n".join("".join(_labelled(*line, wide) for line in block) for block in blocks)


def format_water(water: Sequence[Sequence[bool]]) -> str:
    """Write water lines, `~` wet and `.` dry, [row][col] as read; each ends with an end of line."""
    return "".join("".join(WET if wet else DRY for wet in row) + "\n" for row in water)


def parse_annotated_grid(text: str) -> AnnotatedPuzzle:
    """Read a text grid as `parse_truth` does."""
    puzzle, water = parse_truth(text)
    return AnnotatedPuzzle(puzzle, water=water)


def parse_truth(text: str) -> tuple[Puzzle, Water | None]:
    """Read a text grid and, where a blank line and water lines follow it, its water.

    `text`: a line of column clues, one of row clues, a blank line, one of ids for each row. Clues are numbers
    or `?`, with blanks between them, or single digits without; before them may stand `columns:` and `rows:`,
    and then in either order. Ids are numbers or letters with blanks between them, or single digits or letters
    without. Where no line has blanks, the blank line may be left out. Water lines have `~` for a wet cell and
    `.` for a dry one.
    Whether the puzzle is well-formed is asked of `Puzzle.problems`; the water is water[row][col].
    Raises BadText: something else was found than expected; the place names line and column.
    """
    clues, *others = blocks_of(text) or [[]]
    if _has_no_gap(clues):
        _check_lengths(clues)
        clues, others = clues[:2], [clues[2:], *others]
    if len(clues) != 2 or not others:
        wanted = "two lines of clues, a blank line and the rows of the board"
        raise unexpected(behind(clues, 2), wanted, GRID_FORM)
    board, *water = others
    if len(water) > 1:
        raise unexpected(water[1][0], "the text to end after the water", GRID_FORM)
    columns, rows = _clues(*_clue_lines(*clues), board)
    puzzle = Puzzle(columns, rows, [ids_of(line.words(), len(columns), GRID_FORM) for line in board])
    return puzzle, _water(water[0], puzzle) if water else None


def format_truth(puzzle: Puzzle, water: Water | None = None) -> str:
    """Write a text grid and, where given, a blank line and the water lines."""
    grid = format_grid(puzzle)
    return grid if water is None else f"{grid}\n{format_water(water)}"


def share_of_clues(line: Token) -> float:
    """Return which share of the words of a line are clues, its label aside; 1 if there are none."""
    words = _unlabelled(line)[1].words()
    return sum(map(is_of_clues, words)) / len(words) if words else 1


def is_of_clues(word: Token) -> bool:
    """Tell whether a word is a clue, or several of one sign each."""
    return word.text.replace(UNKNOWN, "0").isdecimal()


def _labelled(label: str, tokens: list[str], wide: int) -> str:
    return f"{label:{len(COLUMNS)}} {aligned(tokens, wide)}".rstrip() + "\n"


def _unlabelled(line: Token) -> tuple[str, Token]:
    """Return the initial of a line's label, "" if it has none, and the line without it."""
    found = re.match(LABEL, line.text)
    return (found[1][0].lower(), line.since(found.end())) if found else ("", line)


def _clue_lines(first: Token, second: Token) -> tuple[Token, Token]:
    """Return the lines of column clues and of row clues, without their labels."""
    (label, one), (other_label, other) = _unlabelled(first), _unlabelled(second)
    if label and label == other_label:
        raise BadText(Message("same_label", form=GRID_FORM), second.place)
    is_swapped = label == ROWS[0] or other_label == COLUMNS[0]
    return (other, one) if is_swapped else (one, other)


def _clues(columns: Token, rows: Token, board: list[Token]) -> list[list[Clue]]:
    """Read the lines of column and row clues above the rows of a board."""
    words = [line.words() for line in board]
    width = max(len(row) if len(row) > 1 else len(row[0].text) for row in words)
    are_apart = len(rows.words()) == len(board)
    if are_apart and all(len(row) == 1 for row in words) and _is_clue(columns.text, len(board)):
        width = 1  # and its ids have more signs than one
    lines = (columns, width), (rows, len(board))
    return [[clue_of(token, GRID_FORM) for token in _clue_words(*line)] for line in lines]


def _clue_words(line: Token, count: int) -> list[Token]:
    """Split a line of so many clues at blanks; one that is a single word of as many signs, into its signs."""
    words = line.words()
    return line.signs() if len(words) == 1 < count == len(line.text) else words


def _is_clue(text: str, longest: int) -> bool:
    """Tell whether a text is one clue of a line so long."""
    return len(text) <= LONGEST and text.isdecimal() and text[0] != "0" and int(text) <= longest


def _has_no_gap(lines: list[Token]) -> bool:
    """Tell whether lines are clues and ids without a blank between any two of them."""
    clues = [word for line in lines[:2] for word in _unlabelled(line)[1].words()]
    has_clues = len(clues) == 2 and all(map(is_of_clues, clues)) and any(len(one.text) > 1 for one in clues)
    return has_clues and len(lines) > 2 and all(len(line.words()) == 1 for line in lines[2:])


def _check_lengths(lines: list[Token]) -> None:
    """Check that lines without blanks have a sign for every line of the board."""
    columns, rows = _clue_lines(*lines[:2])
    counted(rows, len(lines) - 2, GRID_FORM, Token.signs)
    for row in lines[2:]:
        counted(row, len(columns.text), GRID_FORM, Token.signs)


def ids_of(tokens: list[Token], width: int, form: str) -> list[str]:
    """Read a row of ids; without blanks they are single signs, unless the board is one column wide."""
    if len(tokens) == 1 and width > 1:
        tokens = tokens[0].signs()
    for token in tokens:
        if not token.text.isalnum():
            raise unexpected(token, "the digits or letters of an aquarium", form)
    return [token.text for token in tokens]


def _water(lines: list[Token], puzzle: Puzzle) -> Water:
    """Read the water of a board: a sign for every cell."""
    for sign in chain.from_iterable(map(Token.signs, lines)):
        one_of(sign, (WET, DRY), WATER_FORM, f"{WET} (wet) or {DRY} (dry)")
    rows = [counted(line, puzzle.width, WATER_FORM, Token.signs) for line in lines]
    check_lines(lines, puzzle.height, f"water for each of {puzzle.height} rows", WATER_FORM)
    return tuple(tuple(sign.text == WET for sign in row) for row in rows)
