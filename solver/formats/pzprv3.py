"""What pzpr, the program behind puzz.link, saves: `pzprv3/aquarium/H/W/[r/]` and lines; read only.

In a file every `/` is the end of a line. The form is that of github.com/robx/pzprjs (src/variety/aquarium.js,
src/puzzle/FileData.js). The line `r` is the flag of addresses: see `puzzlink`.
"""

import re
from itertools import takewhile

from ..places import sides_below, sides_right
from ..puzzle import Clue, Puzzle, Rule
from .annotated import CROSS, EMPTY, WATER, AnnotatedPuzzle, known_of
from .puzzlink import LEVEL_FLAG
from .tokens import Token, behind, check_lines, counted, lines_in, number_of, one_of, size_of
from .walls import regions_between

SAVED_FORM = "give it as puzz.link saves it, every line of it"
BEFORE = r"(\S*\?)?(\w+=\w+&)*pzprv3(\.\d+)?"
"""Begins the first line, or the address."""
BLANK = r"_|%20"
"""What stands for a blank in an address."""
AFTER = ("info:", "history:", "HISTORY", "TrialData", "http:")
"""Begin lines behind the board, blanks aside: what else the program saves."""
KIND = "aquarium"
WALL, NO_WALL = "1", "0"
NO_CLUE = "."
MARKS = {".": EMPTY, "#": WATER, "%23": WATER, "+": CROSS, "%2B": CROSS}
SATISFIED = "c"
"""Begins a clue that the player has marked as satisfied."""


def is_saved(lines: list[Token]) -> bool:
    """Tell whether lines begin as a saved puzzle does, of whatever kind."""
    return bool(lines) and re.match(BEFORE + "(/|$)", lines[0].text) is not None


def parse_pzprv3(text: str) -> AnnotatedPuzzle:
    """Read a puzzle and the player's marks, as pzpr saves them in a file or in an address."""
    lines = _lines(text)
    kind, rows, columns, flag = (behind(lines, at) for at in range(4))
    one_of(kind, [KIND], SAVED_FORM)
    height = size_of(rows, "the board's height", SAVED_FORM)
    width = size_of(columns, "the board's width", SAVED_FORM)
    is_level = flag.text == LEVEL_FLAG
    across = 3 + is_level
    down = across + (height if width > 1 else 0)  # lines without values were blank
    cells = down + height - 1
    check_lines(lines, cells + height + 1, "cells", SAVED_FORM)
    signs = [sign for line in lines[across:down] for sign in counted(line, width - 1, SAVED_FORM)]
    signs += [sign for line in lines[down:cells] for sign in counted(line, width, SAVED_FORM)]
    sides = [*sides_right(height, width), *sides_below(height, width)]
    for sign in signs:
        one_of(sign, (NO_WALL, WALL), SAVED_FORM, f"{NO_WALL} or {WALL} (a wall)")
    walls = {side: sign for side, sign in zip(sides, signs, strict=True) if sign.text == WALL}
    (corner, *top), *lists = [counted(line, width + 1, SAVED_FORM) for line in lines[cells:]]
    one_of(corner, [NO_CLUE], SAVED_FORM)
    clues = list(map(_clue, top)), [_clue(row[0]) for row in lists]
    wanted = "a cell: . or # (water) or + (air)"
    marks = [[MARKS[one_of(sign, MARKS, SAVED_FORM, wanted)] for sign in row[1:]] for row in lists]
    rule: Rule = "level" if is_level else "connected"
    puzzle = Puzzle(*clues, regions_between(height, width, walls), rule=rule)
    return AnnotatedPuzzle(puzzle, known_of(marks) if any(map(any, marks)) else None)


def _lines(text: str) -> list[Token]:
    """Split a text at ends of lines and slashes, blank lines aside, and end it where the board ends."""
    plain = re.sub(rf"\A\s*{BEFORE}|{BLANK}", lambda found: re.sub(r"\S", " ", found[0]), text)
    parts = (part for line in lines_in(plain) for part in map(Token.bare, line.parts("/")) if part.text)
    return list(takewhile(lambda part: not part.text.startswith(AFTER), parts))


def _clue(sign: Token) -> Clue:
    if sign.text == NO_CLUE:
        return None
    number = sign.since(1) if sign.text.startswith(SATISFIED) else sign
    return number_of(number, f"a clue, or {NO_CLUE} for none", SAVED_FORM)
