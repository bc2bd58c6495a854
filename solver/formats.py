"""Puzzles and water as text, in and out: the site's task string, a text grid, a drawing for the terminal."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise, product, starmap

from .errors import BadText
from .puzzle import Clue, Puzzle, Rows, Water

UNKNOWN = "?"
"""Stands for a clue that is not printed, in every form."""
WET, DRY = "~", "."

TASK_FORM = "write column clues, row clues and aquariums as c1_c2_…_r1_r2_…;id,id,…"
GRID_FORM = "write column clues, row clues, a blank line, and the aquarium ids of each row"
WATER_FORM = f"write a line of {WET} and {DRY} for each row of the board"
LONGEST = 9
"""Digits of the longest number taken: more is garbage, not a clue."""

Line = tuple[int, str]
"""A line of text that is not blank, with its number counted from 1."""

OUTSIDE = 0
FILL = "▒"
SIDES = " ─━"
JUNCTIONS = dict(
    zip(
        product(range(3), repeat=4),
        " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋",
        strict=True,
    )
)
"""The sign whose arms up, right, down and left are 0 not there, 1 light, 2 heavy."""


def parse_task(text: str, *, columns: int | None = None) -> Puzzle:
    """Read the site's task string: `c1_c2_…_cW_r1_…_rH;id,id,…`, ids row by row.

    Parameters
    ----------
    text : str
        Column clues, then row clues, then the aquarium number of every cell; `?` for a missing clue.
    columns : int, optional
        The board's width in cells: the text does not tell it unless the board is square.

    Returns
    -------
    Puzzle
        As written: whether it is well-formed is asked of `Puzzle.problems`.

    Raises
    ------
    BadText
        Something else was found than expected, or a board that is not square came without `columns`.
    """
    halves = text.strip().split(";")
    if len(halves) != 2:
        raise BadText(f"expected one semicolon after the clues, found {len(halves) - 1}", TASK_FORM)
    clues = [_clue(token, f"clue {at}") for at, token in enumerate(halves[0].split("_"), 1)]
    ids = [
        _number(token, f"aquarium {at}", "an aquarium's number")
        for at, token in enumerate(halves[1].split(","), 1)
    ]
    width = _square_side(len(clues), len(ids)) if columns is None else columns
    if not 0 < width < len(clues) or width * (len(clues) - width) != len(ids):
        seen = f"{len(clues)} clues and {len(ids)} cells do not make a board of {width} columns"
        raise BadText(seen, "correct the text or the number of columns")
    return Puzzle(clues[:width], clues[width:], [ids[at : at + width] for at in range(0, len(ids), width)])


def format_task(puzzle: Puzzle) -> str:
    """Write the site's task string, on one line without an end of line; a missing clue as `?`."""
    clues = "_".join(map(_text, puzzle.col_clues + puzzle.row_clues))
    return f"{clues};{','.join(str(aquarium) for ids in puzzle.regions for aquarium in ids)}"


def parse_grid(text: str) -> Puzzle:
    """Read a text grid: a line of column clues, one of row clues, a blank line, one of ids for each row.

    Parameters
    ----------
    text : str
        Clues are numbers or `?`, with blanks between them. Ids are numbers or letters with blanks between
        them, or single digits or letters without.

    Returns
    -------
    Puzzle
        As written: whether it is well-formed is asked of `Puzzle.problems`.

    Raises
    ------
    BadText
        Something else was found than expected; the place names line and token.
    """
    puzzle, water = parse_truth(text)
    if water is not None:
        raise BadText("expected the text grid to end after its rows, found water", "remove the last lines")
    return puzzle


def format_grid(puzzle: Puzzle) -> str:
    """Write a text grid in aligned columns, a missing clue as `?`; it ends with an end of line."""
    rows = [list(map(str, ids)) for ids in puzzle.regions]
    columns = list(map(_text, puzzle.col_clues))
    wide = max(map(len, [*columns, *(token for row in rows for token in row)]), default=1)
    lines = [_aligned(columns, wide), _aligned(map(_text, puzzle.row_clues), wide), ""]
    return "\n".join([*lines, *(_aligned(row, wide) for row in rows)]) + "\n"


def parse_water(text: str) -> Water:
    """Read water lines: a line for each row, `~` a wet cell and `.` a dry one.

    Returns
    -------
    tuple of tuples of bool
        water[row][col]: whether the cell is wet.

    Raises
    ------
    BadText
        Another sign was found, or lines of unequal length; the place names line and token.
    """
    blocks = _blocks(text)
    if len(blocks) != 1:
        raise BadText(f"expected one block of water lines, found {len(blocks)}", WATER_FORM)
    return _water(blocks[0])


def format_water(water: Sequence[Sequence[bool]]) -> str:
    """Write water lines, `~` wet and `.` dry, [row][col] as read; each ends with an end of line."""
    return "".join("".join(WET if wet else DRY for wet in row) + "\n" for row in water)


def parse_truth(text: str) -> tuple[Puzzle, Water | None]:
    """Read a text grid and, where a blank line and water lines follow it, its water.

    Raises
    ------
    BadText
        Something else was found than expected; the place names line and token.
    """
    blocks = _blocks(text)
    if len(blocks) not in (2, 3) or len(blocks[0]) != 2:
        raise BadText("expected two lines of clues, a blank line and the rows of the board", GRID_FORM)
    columns, rows = ([_clue(*token) for token in _tokens(line)] for line in blocks[0])
    puzzle = Puzzle(columns, rows, [_ids(line, len(columns)) for line in blocks[1]])
    water = _water(blocks[2]) if len(blocks) == 3 else None
    if water is not None and (len(water), len(water[0])) != (puzzle.height, puzzle.width):
        seen = (
            f"the water is {len(water)} × {len(water[0])} cells, the board {puzzle.height} × {puzzle.width}"
        )
        raise BadText(seen, "write as many signs as the board has cells", f"line {blocks[2][0][0]}")
    return puzzle, water


def format_truth(puzzle: Puzzle, water: Water | None = None) -> str:
    """Write a text grid and, where given, a blank line and the water lines."""
    grid = format_grid(puzzle)
    return grid if water is None else f"{grid}\n{format_water(water)}"


def draw_unicode(puzzle: Puzzle, water: Sequence[Sequence[bool]] | None = None) -> str:
    """Draw a well-formed puzzle in box characters: heavy walls, light grid lines, wet cells filled.

    Parameters
    ----------
    puzzle : Puzzle
        A well-formed puzzle; where nothing is printed for a line, nothing is drawn beside it.
    water : sequence of sequences of bool, optional
        water[row][col]: whether the cell is wet.

    Returns
    -------
    str
        Lines without an end of line after the last: four signs a column and two lines a row.
    """
    around = _with_outside(puzzle.regions)
    columns, rows = (
        ["" if clue is None else str(clue) for clue in clues]
        for clues in (puzzle.col_clues, puzzle.row_clues)
    )
    margin = max(map(len, rows))
    lines = [" " * margin + "".join(f"  {clue:>2}" for clue in columns)]
    for row, (above, below) in enumerate(pairwise(around)):
        lines.append(" " * (margin + 1) + _border(above, below))
        if row < puzzle.height:
            wet = water[row] if water else [False] * puzzle.width
            lines.append(f"{rows[row]:>{margin}} " + _cells(below, wet))
    return "\n".join(line.rstrip() for line in lines)


def _blocks(text: str) -> list[list[Line]]:
    """Split a text at its blank lines."""
    blocks: list[list[Line]] = [[]]
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if line.strip():
            blocks[-1].append((number, line.strip()))
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def _tokens(line: Line) -> list[tuple[str, str]]:
    """Split a line at its blanks, each token with its place."""
    number, text = line
    return [(token, f"line {number}, token {at}") for at, token in enumerate(text.split(), 1)]


def _ids(line: Line, width: int) -> list[str]:
    """Read a row of ids; without blanks they are single signs, unless the board is one column wide."""
    number, text = line
    tokens = _tokens(line)
    if len(tokens) == 1 and width > 1:
        tokens = [(sign, f"line {number}, token {at}") for at, sign in enumerate(text, 1)]
    for token, place in tokens:
        if not token.isalnum():
            raise BadText(f'expected the digits or letters of an aquarium, found "{token}"', GRID_FORM, place)
    return [token for token, _ in tokens]


def _clue(token: str, place: str) -> Clue:
    return None if token == UNKNOWN else _number(token, place, f"a number or {UNKNOWN}")


def _number(token: str, place: str, wanted: str) -> int:
    if token.isascii() and token.isdecimal() and len(token) <= LONGEST:
        return int(token)
    found = token if len(token) <= 2 * LONGEST else f"{token[:LONGEST]}…"
    raise BadText(f'expected {wanted}, found "{found}"', "correct the text", place)


def _square_side(clues: int, cells: int) -> int:
    """Return the side of the square board with so many clues and cells; else say which widths there are."""
    if clues == 2 * math.isqrt(cells) and math.isqrt(cells) ** 2 == cells:
        return math.isqrt(cells)
    widths = [width for width in range(1, clues) if width * (clues - width) == cells]
    if not widths:
        raise BadText(f"{clues} clues and {cells} cells do not make a board", TASK_FORM)
    raise BadText(
        f"{clues} clues and {cells} cells are not a square board",
        f"say how many columns it has, {' or '.join(map(str, widths))}",
    )


def _aligned(tokens: Iterable[str], wide: int) -> str:
    return " ".join(token.rjust(wide) for token in tokens)


def _text(clue: Clue) -> str:
    return UNKNOWN if clue is None else str(clue)


def _water(lines: list[Line]) -> Water:
    width = len(lines[0][1])
    for number, text in lines:
        for at, sign in enumerate(text, 1):
            if sign not in WET + DRY:
                place = f"line {number}, sign {at}"
                raise BadText(f'expected {WET} (wet) or {DRY} (dry), found "{sign}"', WATER_FORM, place)
        if len(text) != width:
            seen = f"expected {width} signs as in the first line of water, found {len(text)}"
            raise BadText(seen, WATER_FORM, f"line {number}")
    return tuple(tuple(sign == WET for sign in text) for _, text in lines)


def _with_outside(regions: Rows) -> list[list[int]]:
    """Put a ring of cells around the board that belong to no aquarium."""
    outside = [OUTSIDE] * (len(regions[0]) + 2)
    return [outside, *([OUTSIDE, *ids, OUTSIDE] for ids in regions), outside]


def _border(above: list[int], below: list[int]) -> str:
    """Draw the line between two rows of cells: a junction, then the side of a cell, and so on."""
    signs = []
    for (upper_left, upper), (lower_left, lower) in zip(pairwise(above), pairwise(below), strict=True):
        arms = (
            _weight(upper_left, upper),
            _weight(upper, lower),
            _weight(lower_left, lower),
            _weight(upper_left, lower_left),
        )
        signs += [JUNCTIONS[arms], SIDES[_weight(upper, lower)] * 3]
    return "".join(signs)


def _cells(ids: list[int], wet: Sequence[bool]) -> str:
    """Draw a row of cells and the sides between them."""
    sides = [JUNCTIONS[weight, 0, weight, 0] for weight in starmap(_weight, pairwise(ids))]
    fills = [FILL * 3 if filled else "   " for filled in wet]
    return "".join(side + fill for side, fill in zip(sides, [*fills, ""], strict=True))


def _weight(one: int, other: int) -> int:
    """Weigh the line between two cells: 0 none (both outside), 1 light (one aquarium), 2 heavy (a wall)."""
    return 2 if one != other else int(one != OUTSIDE)
