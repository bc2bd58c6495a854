"""The text grid, in and out: clues, a blank line, a line of ids for each row; and water lines after it."""

import re
from collections.abc import Sequence

from ..errors import BadText
from ..message import Message
from ..puzzle import Clue, Puzzle, Water
from .annotated import AnnotatedPuzzle
from .tokens import LONGEST, UNKNOWN, Token, aligned, blocks_of, clue_of, end_of, text_of, unexpected, unlike
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
    blocks = blocks_of(text)
    if blocks and has_no_gap(blocks[0]):
        _check_lengths(blocks[0])
        blocks[:1] = [blocks[0][:2], blocks[0][2:]]
    if len(blocks) not in (2, 3) or len(blocks[0]) != 2:
        raise BadText(Message("unexpected_lines", form=GRID_FORM), _first_misplaced(blocks).place)
    columns, rows = _clues(*_clue_lines(*blocks[0]), blocks[1])
    puzzle = Puzzle(columns, rows, [ids_of(line.words(), len(columns), GRID_FORM) for line in blocks[1]])
    water = _water(blocks[2]) if len(blocks) == 3 else None
    if water is not None and (len(water), len(water[0])) != (puzzle.height, puzzle.width):
        seen = Message(
            "water_of_other_board",
            rows=len(water),
            columns=len(water[0]),
            board_rows=puzzle.height,
            board_columns=puzzle.width,
        )
        raise BadText(seen, blocks[2][0].place)
    return puzzle, water


def format_truth(puzzle: Puzzle, water: Water | None = None) -> str:
    """Write a text grid and, where given, a blank line and the water lines."""
    grid = format_grid(puzzle)
    return grid if water is None else f"{grid}\n{format_water(water)}"


def is_clue_line(line: Token) -> bool:
    """Tell whether a line is more of clues than of anything else, or is labelled as one."""
    words = _unlabelled(line)[1].words()
    return 2 * sum(map(_is_of_clues, words)) > len(words)


def has_no_gap(lines: list[Token]) -> bool:
    """Tell whether lines are clues and ids without a blank between any two of them."""
    clues = [word for line in lines[:2] for word in _unlabelled(line)[1].words()]
    has_clues = len(clues) == 2 and all(map(_is_of_clues, clues)) and any(len(one.text) > 1 for one in clues)
    return has_clues and len(lines) > 2 and all(len(line.words()) == 1 for line in lines[2:])


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


def _is_of_clues(word: Token) -> bool:
    """Tell whether a word is a clue, or several of one sign each."""
    return word.text.replace(UNKNOWN, "0").isdecimal()


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


def _check_lengths(lines: list[Token]) -> None:
    """Check that lines without blanks have a sign for every line of the board."""
    columns, rows = _clue_lines(*lines[:2])
    for line, wanted in (*((row, len(columns.text)) for row in lines[2:]), (rows, len(lines) - 2)):
        if len(line.text) != wanted:
            place = line.since(min(wanted, len(line.text))).place
            raise unlike(f"{wanted} values in this line", str(len(line.text)), GRID_FORM, place)


def _first_misplaced(blocks: list[list[Token]]) -> Token:
    """Return the first line that is one too many, or the place where the next one is missing."""
    first = blocks[0] if blocks else []
    if len(first) > 2:
        return first[2]
    if len(first) == 2 and len(blocks) > 3:
        return blocks[3][0]
    return end_of(first)


def ids_of(tokens: list[Token], width: int, form: str) -> list[str]:
    """Read a row of ids; without blanks they are single signs, unless the board is one column wide."""
    if len(tokens) == 1 and width > 1:
        tokens = tokens[0].signs()
    for token in tokens:
        if not token.text.isalnum():
            raise unexpected(token, "the digits or letters of an aquarium", form)
    return [token.text for token in tokens]


def _water(lines: list[Token]) -> Water:
    width = len(lines[0].text)
    for line in lines:
        for sign in line.signs():
            if sign.text not in WET + DRY:
                raise unexpected(sign, f"{WET} (wet) or {DRY} (dry)", WATER_FORM)
        if len(line.text) != width:
            length = len(line.text)
            seen = Message("water_line_of_other_length", length=length, first=width, form=WATER_FORM)
            raise BadText(seen, line.since(min(width, length)).place)
    return tuple(tuple(sign == WET for sign in line.text) for line in lines)
