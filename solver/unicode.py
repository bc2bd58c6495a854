"""A puzzle drawn for the terminal, in box characters."""

from collections.abc import Sequence
from itertools import pairwise, product, starmap

from .puzzle import Puzzle, Rows

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
