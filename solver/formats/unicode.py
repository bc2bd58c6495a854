"""A puzzle drawn for the terminal, in box characters, and such a drawing read back."""

from collections.abc import Sequence
from itertools import pairwise, product, starmap, zip_longest

from ..errors import NotWritable
from ..message import Message
from ..puzzle import Clue, Puzzle, Rows
from .annotated import AnnotatedPuzzle
from .tokens import Token, behind, lines_in, lines_of, number_of, unexpected
from .walls import check_rule, check_walls, regions_in

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
WALLS = ("┃", "━")
BOX_SIGNS = "".join(JUNCTIONS.values()) + FILL
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

    Raises BadText: the text differs in any sign from the drawing of the puzzle in it.
    """
    lines = [line for line in lines_of(text) if line.text.strip()]
    top = next((at for at, line in enumerate(lines) if line.text.lstrip().startswith(CORNER)), None)
    if top not in (0, 1):
        wanted = f"column clues, and below them a board that begins with {CORNER}"
        raise unexpected(behind(lines_in(text), 0), wanted, DRAWING_FORM)
    header = lines[0] if top else Token("", 1, 1)
    record = _undrawn(header, lines[top:])
    _check_drawn(record, [header, *lines[top:]])
    return record


def _undrawn(header: Token, frame: list[Token]) -> AnnotatedPuzzle:
    """Read the column clues above a frame and what stands in it; nothing is checked."""
    left = frame[0].text.index(CORNER)
    height, width = len(frame) // DOWN, len(frame[0].text.strip()) // ACROSS
    if not height or not width:
        raise unexpected(frame[0].end(), "the frame of a board", DRAWING_FORM)
    middles = range(left + ACROSS // 2, left + ACROSS * width, ACROSS // 2)
    lattice = [[line.since(at).until(1) for at in middles] for line in frame[1 : DOWN * height]]
    rows = lattice[::DOWN]
    marks = tuple(tuple(True if sign.text == FILL else None for sign in row[::2]) for row in rows)
    columns = [_clue(header, left - 1 + ACROSS * col, ACROSS) for col in range(width)]
    row_clues = [_clue(line, 0, left) for line in frame[1 : DOWN * height : DOWN]]
    puzzle = Puzzle(columns, row_clues, regions_in(lattice, WALLS))
    return AnnotatedPuzzle(puzzle, marks if any(map(any, marks)) else None)


def _clue(line: Token, start: int, length: int) -> Clue:
    words = line.since(max(start, 0)).until(length).words()
    return number_of(words[0], "a clue", DRAWING_FORM) if words else None


def _check_drawn(record: AnnotatedPuzzle, lines: list[Token]) -> None:
    """Check that lines are the drawing of what was read from them, blanks at their ends aside."""
    wet = [[bool(cell) for cell in row] for row in record.marks or ()] or None
    drawn = draw_unicode(record.puzzle, wet).split("\n")
    indent = " " * (lines[1].text.index(CORNER) - drawn[1].index(CORNER))
    for line, wanted in zip(lines, drawn, strict=False):
        signs = zip_longest(line.text.rstrip(), (indent + wanted).rstrip(), fillvalue=" ")
        for at, (sign, other) in enumerate(signs):
            if sign != other:
                expected = "a blank" if other == " " else f'"{other}"'
                raise unexpected(line.since(at).until(1), expected, DRAWING_FORM)
    if len(lines) != len(drawn):
        raise unexpected(lines[-1].end(), f"{len(drawn)} lines", DRAWING_FORM)
