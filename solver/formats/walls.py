"""From walls to aquariums, for the text forms that draw walls; and what a form cannot say is not written."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain

from ..errors import BadText, NotWritable
from ..grid import joined_cells
from ..message import Message
from ..places import SideAt, is_wall, sides_below, sides_right
from ..puzzle import Puzzle, Rows
from .tokens import Token


def regions_between(height: int, width: int, walls: Mapping[SideAt, Token]) -> Rows:
    """Give the cells that walls do not part one number.

    `height`, `width`: the board's size in cells.
    `walls`: every wall, with its sign in the text; all other sides are open.
    Returns regions[row][col].
    Raises BadText: a wall parts nothing, because one aquarium reaches around it.
    """
    sides = chain(sides_right(height, width), sides_below(height, width))
    numbers = joined_cells(height, width, (side.cells for side in sides if side not in walls))
    for side, sign in walls.items():
        if not is_wall(numbers, side):
            raise BadText(Message("wall_ends_inside", cells=side.named_cells), sign.place)
    return numbers


def regions_in(lattice: Sequence[Sequence[Token]], walls: Collection[str]) -> Rows:
    """Read the aquariums of a lattice as `regions_between` does; some signs between cells are walls."""
    found = {side: sign for side, sign in sides_in(lattice) if sign.text in walls}
    return regions_between(len(lattice) // 2 + 1, len(lattice[0]) // 2 + 1, found)


def sides_in(lattice: Sequence[Sequence[Token]]) -> Iterator[tuple[SideAt, Token]]:
    """Yield every side inside a lattice of cells, sides and corners in turn, and what stands there."""
    for down, signs in enumerate(lattice):
        for right, sign in enumerate(signs):
            if down % 2 != right % 2:
                yield SideAt(down // 2, right // 2, below=down % 2 == 1), sign


def check_rule(puzzle: Puzzle) -> None:
    """Check that a puzzle keeps the site's rule, which all forms mean that have no sign for the rule.

    Raises NotWritable: its water is level only where it is connected.
    """
    if puzzle.rule == "connected":
        raise NotWritable(Message("rule_not_writable"))


def check_walls(puzzle: Puzzle) -> None:
    """Check that the walls between a puzzle's aquariums tell which cells belong together.

    Raises NotWritable: the rows or clues do not make a board, or an aquarium is in several pieces.
    """
    if defects := [*puzzle.shape_problems(), *puzzle.piece_problems()]:
        raise NotWritable(Message("not_a_puzzle", defects=tuple(defects)))
