"""Which cells are wet or dry together, and which a wet one makes wet below, under either rule of levels."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from .puzzle import Rows, Rule, first_of

SETS_KEPT = 1 << 12
"""Sets of columns that are remembered, each once however many places have these: few thousand are common."""

Place = tuple[int, int]
"""A pool's number and a row it reaches: its cells there are wet or dry together."""
Places = tuple[tuple[Place, ...], ...]
"""places[row][col]: the place of every cell."""


def places_of(regions: Rows, rule: Rule = "level") -> Places:
    """Give every cell the place whose water it shares.

    Where water is level in the whole aquarium, an aquarium is a pool. Where it is level as far as it is
    connected, water in a row reaches all that hangs together in this row and those below it: the pools of a
    row are the pieces in which the rows above leave the aquariums, and grow together from bottom to top.

    Parameters
    ----------
    regions : tuple of tuples of int
        regions[row][col]: the number of the cell's aquarium.
    rule : {"level", "connected"}
        As `Puzzle.rule`.
    """
    if rule == "level":
        return tuple(tuple((aquarium, row) for aquarium in ids) for row, ids in enumerate(regions))
    width = len(regions[0]) if regions else 0
    parent = list(range(width * len(regions)))
    places: list[tuple[Place, ...]] = []
    for row in reversed(range(len(regions))):
        for col, aquarium in enumerate(regions[row]):
            here = row * width + col
            if col and regions[row][col - 1] == aquarium:
                parent[first_of(parent, here)] = first_of(parent, here - 1)
            if row + 1 < len(regions) and regions[row + 1][col] == aquarium:
                parent[first_of(parent, here)] = first_of(parent, here + width)
        places.append(tuple((first_of(parent, row * width + col), row) for col in range(width)))
    return tuple(reversed(places))


def places_below(regions: Rows, places: Places) -> dict[Place, tuple[Place, ...]]:
    """Return, for every place in reading order, those that touch it from below in its aquarium."""
    below: dict[Place, dict[Place, None]] = {place: {} for row in places for place in row}
    for row in range(len(regions) - 1):
        for col, aquarium in enumerate(regions[row]):
            if regions[row + 1][col] == aquarium:
                below[places[row][col]][places[row + 1][col]] = None
    return {place: tuple(lower) for place, lower in below.items()}


@dataclass(frozen=True)
class Stacks:
    """The places of a grid as stacks: each place stands on one of those below it, and has one water level.

    Where water is level in the whole aquarium, an aquarium is a stack. Where it is level as far as it is
    connected, a place may lie over several: it stands on the first of them, and the others are the tops of
    stacks that branch off below it. Sets of rows and columns are bits of whole numbers, the first lowest.
    """

    at: Rows
    """at[row][col]: the stack a cell belongs to."""
    cols_of: tuple[dict[int, tuple[int, tuple[int, ...]]], ...]
    """cols_of[stack]: by row, as a bit, the columns of its cells there, as bits and one by one."""
    rows_of: tuple[int, ...]
    """rows_of[stack]: the rows it has cells in."""
    in_row: Sequence[Sequence[tuple[int, int]]]
    """in_row[row]: number of cells and stack of every place of the row, few cells first."""
    in_col: Sequence[Sequence[tuple[int, int]]]
    """in_col[col]: every stack of the column, and its rows there."""
    branches: tuple[tuple[tuple[int, int], ...], ...]
    """branches[stack]: the rows above whose wet cells another stack is wet to its top, and that stack."""
    branched: bool
    """Whether there are any branches."""
    stems: tuple[tuple[int, int] | None, ...]
    """stems[stack]: of which stack, from which row up, nothing is wet unless this one is wet to its top."""


def stacks_of(regions: Rows, rule: Rule = "level") -> Stacks:
    """Stack up the places of a grid; regions and rule as of `places_of`."""
    at, stems = (regions, {}) if rule == "level" else _stacked(regions)
    number = 1 + max(map(max, at))
    cols_of: list[dict[int, tuple[int, tuple[int, ...]]]] = [{} for _ in range(number)]
    in_row = []
    bits = [1 << line for line in range(max(len(at), len(at[0])))]
    for row_bit, stacks in zip(bits, at, strict=False):
        here = dict.fromkeys(stacks, 0)
        for col_bit, stack in zip(bits, stacks, strict=False):
            here[stack] |= col_bit
        for stack, cols in here.items():
            cols_of[stack][row_bit] = (cols, members(cols))
        in_row.append(sorted([(cols.bit_count(), stack) for stack, cols in here.items()]))
    in_col = []
    for stacks in zip(*at, strict=True):
        here = dict.fromkeys(stacks, 0)
        for row_bit, stack in zip(bits, stacks, strict=False):
            here[stack] |= row_bit
        in_col.append(list(here.items()))
    branches: list[tuple[tuple[int, int], ...]] = [()] * number
    for stack, (stem, row) in stems.items():
        branches[stem] += ((row, stack),)
    return Stacks(
        at=at,
        cols_of=tuple(cols_of),
        rows_of=tuple(map(sum, cols_of)),
        in_row=in_row,
        in_col=in_col,
        branches=tuple(branches),
        branched=bool(stems),
        stems=tuple(map(stems.get, range(number))),
    )


@lru_cache(SETS_KEPT)
def members(bits: int) -> tuple[int, ...]:
    """Return the places of the bits of a whole number, lowest first.

    >>> members(0b1101)
    (0, 2, 3)
    """
    return tuple([place for place in range(bits.bit_length()) if bits >> place & 1])


def _stacked(regions: Rows) -> tuple[Rows, dict[int, tuple[int, int]]]:
    """Stack up water that is level as far as it is connected; return stacks and stems."""
    places = places_of(regions, "connected")
    stack_of: dict[Place, int] = {}
    stems: dict[int, tuple[int, int]] = {}
    stacks = count()
    for place, lower in places_below(regions, places).items():
        if place not in stack_of:
            stack_of[place] = next(stacks)
        for other in lower[1:]:
            stack_of[other] = next(stacks)
            stems[stack_of[other]] = (stack_of[place], place[1])
        for other in lower[:1]:
            stack_of[other] = stack_of[place]
    return tuple(tuple(stack_of[place] for place in row) for row in places), stems
