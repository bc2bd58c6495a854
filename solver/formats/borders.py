"""From walls to aquariums and back, for the text forms that draw walls."""

from collections.abc import Mapping
from itertools import chain

from ..errors import BadText
from ..grid import joined_cells
from ..message import Message
from ..places import SideAt, is_wall, sides_below, sides_right
from ..puzzle import Rows
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
