"""Which cells are wet or dry together, and which a wet one makes wet below, under either rule of levels."""

from .puzzle import Rows

Place = tuple[int, int]
"""A pool's number and a row it reaches: its cells there are wet or dry together."""
Places = tuple[tuple[Place, ...], ...]
"""places[row][col]: the place of every cell."""


def places_of(regions: Rows, *, level: bool = True) -> Places:
    """Give every cell the place whose water it shares.

    Where water is level in the whole aquarium, an aquarium is a pool. Where it is level as far as it is
    connected, water in a row reaches all that hangs together in this row and those below it: the pools of a
    row are the pieces in which the rows above leave the aquariums, and grow together from bottom to top.

    Parameters
    ----------
    regions : tuple of tuples of int
        regions[row][col]: the number of the cell's aquarium.
    level : bool
        As `Puzzle.level`.
    """
    if level:
        return tuple(tuple((aquarium, row) for aquarium in ids) for row, ids in enumerate(regions))
    width = len(regions[0]) if regions else 0
    parent = list(range(width * len(regions)))
    places: list[tuple[Place, ...]] = []
    for row in reversed(range(len(regions))):
        for col, aquarium in enumerate(regions[row]):
            here = row * width + col
            if col and regions[row][col - 1] == aquarium:
                parent[_first(parent, here)] = _first(parent, here - 1)
            if row + 1 < len(regions) and regions[row + 1][col] == aquarium:
                parent[_first(parent, here)] = _first(parent, here + width)
        places.append(tuple((_first(parent, row * width + col), row) for col in range(width)))
    return tuple(reversed(places))


def places_below(regions: Rows, places: Places) -> dict[Place, tuple[Place, ...]]:
    """Return, for every place in reading order, those that touch it from below in its aquarium."""
    below: dict[Place, dict[Place, None]] = {place: {} for row in places for place in row}
    for row in range(len(regions) - 1):
        for col, aquarium in enumerate(regions[row]):
            if regions[row + 1][col] == aquarium:
                below[places[row][col]][places[row + 1][col]] = None
    return {place: tuple(lower) for place, lower in below.items()}


def _first(parent: list[int], cell: int) -> int:
    """Return the cell that stands for all that a cell is joined with."""
    while parent[cell] != cell:
        parent[cell] = parent[parent[cell]]
        cell = parent[cell]
    return cell
