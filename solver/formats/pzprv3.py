"""What pzpr, the program behind puzz.link, saves: `pzprv3/aquarium/H/W/[r/]` and lines; read only.

In a file every `/` is the end of a line. The form is that of github.com/robx/pzprjs (src/variety/aquarium.js,
src/puzzle/FileData.js). The line `r` is the flag of addresses: see `puzzlink`.
"""

import re
from collections.abc import Iterator

from ..places import sides_below, sides_right
from ..puzzle import Clue, Puzzle, Rule
from .annotated import CROSS, EMPTY, WATER, AnnotatedPuzzle, known_of
from .puzzlink import LEVEL_FLAG
from .tokens import Token, counted, end_of, lines_in, number_of, size_of, unexpected
from .walls import regions_between

SAVED_FORM = "give it as puzz.link saves it, every line of it"
BEFORE = r"(\S*\?)?(\w+=\w+&)*pzprv3(\.\d+)?"
"""Begins the first line, or the address."""
BLANK = r"_|%20"
"""What stands for a blank in an address."""
AFTER = ("info:", "history:", "__HISTORY__", "TrialData", "http:")
"""Begin lines behind the board: what else the program saves."""
WALL, NO_WALL = "1", "0"
NO_CLUE = "."
MARKS = {".": EMPTY, "#": WATER, "%23": WATER, "+": CROSS, "%2B": CROSS}
SATISFIED = "c"
"""Begins a clue that the player has marked as satisfied."""


def is_saved(lines: list[Token]) -> bool:
    """Tell whether lines begin as a saved puzzle does, of whatever kind."""
    return bool(lines) and re.match(BEFORE + "(/|$)", lines[0].text) is not None


def parse_pzprv3(text: str) -> AnnotatedPuzzle:
    """Read a puzzle and the player's marks, as pzpr saves them in a file or in an address.

    Whether the puzzle is well-formed is asked of `Puzzle.problems`.
    Raises BadText: something else was found than expected, or a wall with one aquarium on both sides; the
    place names line and column.
    """
    lines = list(_lines(text))
    height, width, rule, body = _head(lines)
    across, down = height if width > 1 else 0, height - 1  # lines without values were blank
    if len(body) < across + down + height + 1:
        raise unexpected(end_of(lines), "a line of walls or cells", SAVED_FORM)
    if len(body) > across + down + height + 1:
        raise unexpected(body[across + down + height + 1], "the text to end after the cells", SAVED_FORM)
    right, below = body[:across], body[across : across + down]
    signs = [sign for line in right for sign in counted(line, width - 1, SAVED_FORM)]
    signs += [sign for line in below for sign in counted(line, width, SAVED_FORM)]
    sides = [*sides_right(height, width), *sides_below(height, width)]
    walls = {side: sign for side, sign in zip(sides, signs, strict=True) if _is_wall(sign)}
    (corner, *top), *rows = [counted(line, width + 1, SAVED_FORM) for line in body[across + down :]]
    if corner.text != NO_CLUE:
        raise unexpected(corner, NO_CLUE, SAVED_FORM)
    clues = list(map(_clue, top)), [_clue(row[0]) for row in rows]
    marks = [list(map(_mark, row[1:])) for row in rows]
    puzzle = Puzzle(*clues, regions_between(height, width, walls), rule=rule)
    return AnnotatedPuzzle(puzzle, known_of(marks) if any(map(any, marks)) else None)


def _lines(text: str) -> Iterator[Token]:
    """Yield what stands between the ends of lines and slashes, without blank lines, up to what follows it."""
    for number, line in enumerate(lines_in(text)):
        found = re.match(BEFORE + "/?", line.text) if number == 0 else None
        rest = line.since(found.end()) if found else line
        plain = re.sub(BLANK, lambda blank: " " * len(blank[0]), rest.text)
        for part in Token(plain, rest.line, rest.column).parts("/"):
            if part.text.lstrip().startswith(AFTER):
                return
            if words := part.words():
                indent = words[0].column - part.column
                yield part.since(indent).until(len(part.text.strip()))


def _head(lines: list[Token]) -> tuple[int, int, Rule, list[Token]]:
    """Return the board's height, width and rule, and the lines behind them."""
    wanted = ("aquarium", "the board's height", "the board's width")
    if len(lines) < len(wanted):
        raise unexpected(end_of(lines), wanted[len(lines)], SAVED_FORM)
    kind, rows, columns, *body = lines
    if kind.text != wanted[0]:
        raise unexpected(kind, wanted[0], SAVED_FORM)
    height, width = size_of(rows, wanted[1], SAVED_FORM), size_of(columns, wanted[2], SAVED_FORM)
    is_level = bool(body) and body[0].text == LEVEL_FLAG
    return height, width, "level" if is_level else "connected", body[is_level:]


def _is_wall(sign: Token) -> bool:
    if sign.text not in (WALL, NO_WALL):
        raise unexpected(sign, f"{NO_WALL} or {WALL} (a wall)", SAVED_FORM)
    return sign.text == WALL


def _clue(sign: Token) -> Clue:
    if sign.text == NO_CLUE:
        return None
    number = sign.since(1) if sign.text.startswith(SATISFIED) else sign
    return number_of(number, f"a clue, or {NO_CLUE} for none", SAVED_FORM)


def _mark(sign: Token) -> int:
    if sign.text not in MARKS:
        raise unexpected(sign, "a cell: . or # (water) or + (air)", SAVED_FORM)
    return MARKS[sign.text]
