"""From walls to aquariums and back, for the text forms that draw walls."""

from collections.abc import Iterator, Mapping

from ..belief.evidence import SideAt
from ..errors import BadText
from ..puzzle import Cell, Rows
from .tokens import Token


def sides_right(height: int, width: int) -> Iterator[SideAt]:
    """Yield the sides between a cell and the one right of it, row by row."""
    return (SideAt(row, col, below=False) for row in range(height) for col in range(width - 1))


def sides_below(height: int, width: int) -> Iterator[SideAt]:
    """Yield the sides between a cell and the one below it, row by row."""
    return (SideAt(row, col, below=True) for row in range(height - 1) for col in range(width))


def is_wall(regions: Rows, side: SideAt) -> bool:
    """Say whether a side has different aquariums, of regions[row][col], on its two sides."""
    (row, col), (other_row, other_col) = side.cells
    return regions[row][col] != regions[other_row][other_col]


def regions_between(height: int, width: int, walls: Mapping[SideAt, Token]) -> Rows:
    """Give the cells that walls do not part one number.

    Parameters
    ----------
    height, width : int
        The board's size in cells.
    walls : mapping of SideAt to Token
        Every wall, with its sign in the text; all other sides are open.

    Returns
    -------
    tuple of tuples of int
        regions[row][col].

    Raises
    ------
    BadText
        A wall parts nothing, because one aquarium reaches around it.
    """
    parent = {(row, col): (row, col) for row in range(height) for col in range(width)}
    for sides in (sides_right(height, width), sides_below(height, width)):
        for side in sides:
            if side not in walls:
                one, other = (_first(parent, cell) for cell in side.cells)
                parent[max(one, other)] = min(one, other)
    regions = [[_first(parent, (row, col)) for col in range(width)] for row in range(height)]
    numbers = tuple(tuple(row * width + col for row, col in cells) for cells in regions)
    for side, sign in walls.items():
        if not is_wall(numbers, side):
            here, there = (f"row {row + 1} column {col + 1}" for row, col in side.cells)
            seen = f"expected no wall between {here} and {there}, where one aquarium reaches around it"
            raise BadText(seen, "remove this wall, or close the gap in it", sign.place)
    return numbers


def _first(parent: dict[Cell, Cell], cell: Cell) -> Cell:
    """Return the cell that stands for all that a cell is joined with."""
    while parent[cell] != cell:
        parent[cell] = parent[parent[cell]]
        cell = parent[cell]
    return cell
