"""A puzzle drawn for the terminal, in box characters, and such a drawing read back."""

from collections.abc import Sequence
from itertools import pairwise, product, starmap

from ..errors import BadText, NotWritable
from ..message import Message
from ..places import SideAt
from ..puzzle import Clue, Puzzle, Rows
from .annotated import AnnotatedPuzzle
from .tokens import Token, end_of, lines_in, number_of, unexpected
from .walls import check_rule, check_walls, regions_between

CORNER = "┏"
"""The sign at the top left, with which every drawing's frame begins."""
ACROSS, DOWN = 4, 2
"""Signs from one cell to the next."""
LARGEST = 99
"""The largest clue there is room for above a column."""
DRAWING_FORM = "give the drawing as it was printed, every line of it"

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


BOX_SIGNS = "".join(JUNCTIONS.values()) + "│┃" + SIDES + FILL
"""The signs of drawings, besides numbers."""


def draw_unicode(puzzle: Puzzle, water: Sequence[Sequence[bool]] | None = None) -> str:
    """Draw a well-formed puzzle in box characters: heavy walls, light grid lines, wet cells filled.

    `puzzle`: a well-formed puzzle; where nothing is printed for a line, nothing is drawn beside it.
    `water`: water[row][col]: whether the cell is wet.
    Returns lines without an end of line after the last: four signs a column and two lines a row.
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


def format_unicode(puzzle: Puzzle) -> str:
    """Draw a puzzle that `parse_unicode` reads back, without water; it ends with an end of line.

    Raises NotWritable: the walls do not tell the aquariums, the puzzle's water is level only where it is
    connected, or a clue has more digits than a drawing has room for.
    """
    check_rule(puzzle)
    check_walls(puzzle)
    if any(clue is not None and clue > LARGEST for clue in puzzle.col_clues):
        raise NotWritable(Message("no_room_for_clues", most=LARGEST))
    return draw_unicode(puzzle) + "\n"


def parse_unicode(text: str) -> AnnotatedPuzzle:
    """Read a puzzle drawn by `draw_unicode`; filled cells are water that was put there.

    Returns AnnotatedPuzzle: marks are given if any cell is filled.
    Raises BadText: the text differs in any sign from the drawing of the puzzle in it; the place names line
    and column.
    """
    lines = [
        Token(line, number, 1) for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1)
    ]
    top = next((at for at, line in enumerate(lines) if line.text.lstrip().startswith(CORNER)), None)
    if top is None:
        raise unexpected(
            (lines_in(text) or [end_of([])])[0], f"a board that begins with {CORNER}", DRAWING_FORM
        )
    while not lines[-1].text.strip():
        lines.pop()
    header = lines[top - 1] if top else Token("", 1, 1)
    before = max(top - 1, 0)
    if any(line.text.strip() for line in lines[:before]):
        raise unexpected(lines_in(text)[0], "column clues and the board below them", DRAWING_FORM)
    record = _undrawn(header, lines[top:])
    _check_equal(record, [header, *lines[top:]])
    return record


def _undrawn(header: Token, frame: list[Token]) -> AnnotatedPuzzle:
    """Read the column clues above a frame and what stands in it; nothing is checked."""
    left = frame[0].text.index(CORNER)
    height, width = len(frame) // DOWN, len(frame[0].text.strip()) // ACROSS
    if not height or not width:
        raise unexpected(frame[0].end(), "the frame of a board", DRAWING_FORM)
    clues = [_clue(header, left - 1 + ACROSS * col, ACROSS) for col in range(width)]
    rows = frame[1::DOWN][:height]
    walls = {}
    for row, col in product(range(height), range(width)):
        right = frame[DOWN * row + 1].since(left + ACROSS * (col + 1)).until(1)
        below = frame[DOWN * (row + 1)] if DOWN * (row + 1) < len(frame) else frame[-1]
        below = below.since(left + ACROSS * col + ACROSS // 2).until(1)
        if col + 1 < width and right.text == JUNCTIONS[2, 0, 2, 0]:
            walls[SideAt(row, col, below=False)] = right
        if row + 1 < height and below.text == SIDES[2]:
            walls[SideAt(row, col, below=True)] = below
    middles = [line.text[left + ACROSS // 2 :: ACROSS].ljust(width)[:width] for line in rows]
    marks = tuple(tuple(True if sign == FILL else None for sign in signs) for signs in middles)
    row_clues = [_clue(line, 0, left) for line in rows]
    puzzle = Puzzle(clues, row_clues, regions_between(height, width, walls))
    return AnnotatedPuzzle(puzzle, marks if any(map(any, marks)) else None)


def _clue(line: Token, start: int, length: int) -> Clue:
    words = line.since(max(start, 0)).until(length).words()
    return number_of(words[0], "a clue", DRAWING_FORM) if words else None


def _check_equal(record: AnnotatedPuzzle, lines: list[Token]) -> None:
    """Check that a text is the drawing of what was read from it, blanks at the ends of lines aside."""
    wet = [[bool(cell) for cell in row] for row in record.marks or ()] or None
    drawn = draw_unicode(record.puzzle, wet).split("\n")
    indent = " " * (lines[1].text.index(CORNER) - drawn[1].index(CORNER))
    for found, wanted in zip(lines, drawn, strict=False):
        if found.text.rstrip() != (indent + wanted).rstrip():
            raise _first_difference(found, (indent + wanted).rstrip())
    if len(lines) != len(drawn):
        raise unexpected(lines[-1].end(), f"{len(drawn)} lines", DRAWING_FORM)


def _first_difference(found: Token, wanted: str) -> BadText:
    signs = enumerate(zip(found.text.ljust(len(wanted)), wanted.ljust(len(found.text)), strict=True))
    at = next(at for at, (sign, other) in signs if sign != other)
    sign = wanted[at : at + 1].strip()
    return unexpected(found.since(at).until(1), f'"{sign}"' if sign else "a blank", DRAWING_FORM)
