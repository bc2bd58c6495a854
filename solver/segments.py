"""Row segments: the cells of a row that are wet or dry together, and how they stand on each other."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress, count
from typing import NamedTuple

from .grid import DisjointSets, run_ends
from .puzzle import Rows, Rule

SETS_KEPT = 1 << 12
"""Sets of columns that are remembered, each once for all segments that have it: a few thousand are common."""


class SegmentGraph(NamedTuple):
    """The row segments of a board, numbered in reading order of their first cells.

    Where water is level in the whole aquarium, a segment is all that the aquarium has in a row. Where it is
    level as far as it is connected, water in a row reaches all that hangs together in this row and those
    below it: segments of a row are the pieces in which the rows above leave the aquariums, and grow together
    from bottom to top.
    """

    at: Rows
    """at[row][col]: the segment of every cell."""
    below: tuple[tuple[int, ...], ...]
    """below[segment]: those of its aquarium that touch it from below, wet where it is wet."""


def segment_graph(regions: Rows, rule: Rule = "level") -> SegmentGraph:
    """Return the row segments of a board; regions[row][col] is the cell's aquarium, `rule` the puzzle's."""
    bodies = regions if rule == "level" else _connected_bodies(regions)
    at: list[tuple[int, ...]] = []
    numbers = count()
    for bodies_in_row in bodies:
        number = {body: next(numbers) for body in dict.fromkeys(bodies_in_row)}
        at.append(tuple(number[body] for body in bodies_in_row))
    below: list[dict[int, None]] = [{} for _ in range(next(numbers))]
    for row in range(len(regions) - 1):
        for col, aquarium in enumerate(regions[row]):
            if regions[row + 1][col] == aquarium:
                below[at[row][col]][at[row + 1][col]] = None
    return SegmentGraph(tuple(at), tuple(map(tuple, below)))


def _connected_bodies(regions: Rows) -> Rows:
    """Give cells of a row one number where its row and those below join them within the aquarium."""
    width = len(regions[0]) if regions else 0
    bodies, rows = DisjointSets(width * len(regions)), []
    for row in reversed(range(len(regions))):
        for col, aquarium in enumerate(regions[row]):
            cell = row * width + col
            if col and regions[row][col - 1] == aquarium:
                bodies.join(cell, cell - 1)
            if row + 1 < len(regions) and regions[row + 1][col] == aquarium:
                bodies.join(cell, cell + width)
        rows.append(tuple(bodies.find(row * width + col) for col in range(width)))
    return tuple(reversed(rows))


class SegmentForest(NamedTuple):
    """The row segments of a board as chains, each of one water level: a segment stands on one below it.

    Where water is level in the whole aquarium, an aquarium is a chain. Where it is level as far as it is
    connected, a segment may lie over several: its chain goes on with the first of them, and the others are
    the tops of chains that branch off below it. Sets of rows and columns are bits of whole numbers, the first
    lowest.
    """

    at: Rows
    """at[row][col]: the chain a cell belongs to."""
    cols_of: tuple[dict[int, tuple[int, tuple[int, ...]]], ...]
    """cols_of[chain]: by row, as a bit, the columns of its cells there, as bits and one by one."""
    rows_of: tuple[int, ...]
    """rows_of[chain]: the rows it has cells in."""
    in_row: Sequence[Sequence[tuple[int, int]]]
    """in_row[row]: number of cells and chain of every segment of the row, few cells first."""
    in_col: Sequence[Sequence[tuple[int, int]]]
    """in_col[col]: every chain of the column, and its rows there."""
    longest: tuple[int, ...]
    """longest[col]: how many cells of the column a chain has at most."""
    children: tuple[tuple[tuple[int, int], ...], ...]
    """children[chain]: the rows above whose wet cells another chain is wet to its top, and that chain."""
    has_children: bool
    """Whether any chain has children."""
    parents: tuple[tuple[int, int] | None, ...]
    """parents[chain]: of which chain, from which row up, nothing is wet unless this one is wet to its top."""


def segment_forest(regions: Rows, rule: Rule = "level") -> SegmentForest:
    """Return the chains of row segments of a board; regions and rule as of `segment_graph`."""
    at, parents = (regions, {}) if rule == "level" else _connected_chains(regions)
    number = 1 + max(map(max, at))
    cols_of: list[dict[int, tuple[int, tuple[int, ...]]]] = [{} for _ in range(number)]
    in_row = []
    for row, chains in enumerate(at):
        here = _cells_of(chains)
        for chain, cols in here.items():
            cols_of[chain][1 << row] = (cols, members(cols))
        in_row.append(sorted([(cols.bit_count(), chain) for chain, cols in here.items()]))
    in_col = [list(_cells_of(chains).items()) for chains in zip(*at, strict=True)]
    children: list[tuple[tuple[int, int], ...]] = [()] * number
    for chain, (parent, row) in parents.items():
        children[parent] += ((row, chain),)
    return SegmentForest(
        at=at,
        cols_of=tuple(cols_of),
        rows_of=tuple(map(sum, cols_of)),
        in_row=in_row,
        in_col=in_col,
        longest=tuple([max([rows.bit_count() for _, rows in stretches]) for stretches in in_col]),
        children=tuple(children),
        has_children=bool(parents),
        parents=tuple(map(parents.get, range(number))),
    )


def _cells_of(line: tuple[int, ...]) -> dict[int, int]:
    """Return where the numbers of a line are, as bits."""
    cells: dict[int, int] = {}
    start = 0
    for end in run_ends(line):
        number = line[end - 1]
        cells[number] = cells.get(number, 0) | (1 << end) - (1 << start)
        start = end
    return cells


@lru_cache(SETS_KEPT)
def members(bits: int) -> tuple[int, ...]:
    """Return the positions of the bits of a whole number, lowest first.

    >>> members(0b1101)
    (0, 2, 3)
    """
    first, end = (bits & -bits).bit_length() - 1, bits.bit_length()
    if bits.bit_count() == end - first:  # as of most segments, the wide ones of large boards among them
        return tuple(range(first, end))
    return tuple(compress(count(), map("1".__eq__, bin(bits)[:1:-1])))


def _connected_chains(regions: Rows) -> tuple[Rows, dict[int, tuple[int, int]]]:
    """Return the chains of water that is level as far as it is connected, and their parents."""
    graph = segment_graph(regions, "connected")
    row_of = {segment: row for row, segments in enumerate(graph.at) for segment in segments}
    chain_of: dict[int, int] = {}
    parents: dict[int, tuple[int, int]] = {}
    chains = count()
    for segment, lower in enumerate(graph.below):
        if segment not in chain_of:
            chain_of[segment] = next(chains)
        for other in lower[1:]:
            chain_of[other] = next(chains)
            parents[chain_of[other]] = (chain_of[segment], row_of[segment])
        for other in lower[:1]:
            chain_of[other] = chain_of[segment]
    return tuple(tuple(chain_of[segment] for segment in row) for row in graph.at), parents
