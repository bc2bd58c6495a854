"""The puzzle on the paper and its solution, as plain values: clues and aquariums in, water out."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal, get_args

Cell = tuple[int, int]
Rows = tuple[tuple[int, ...], ...]
Clue = int | None
Rule = Literal["level", "connected"]
RULES: tuple[Rule, ...] = get_args(Rule)
Water = tuple[tuple[bool, ...], ...]
Known = tuple[tuple[bool | None, ...], ...]
"""known[row][col]: whether the cell is wet, None where that is not known."""


@dataclass(frozen=True)
class Puzzle:
    """One Aquarium puzzle: any sequences are taken and kept as tuples, aquariums numbered in reading order.

    >>> Puzzle([1, 2], [1, 2], [["a", "b"], ["b", "b"]]).regions
    ((1, 2), (2, 2))
    """

    col_clues: tuple[Clue, ...]
    """Wet cells wanted in each column, left to right; None where nothing is printed."""
    row_clues: tuple[Clue, ...]
    """Wet cells wanted in each row, top to bottom; None where nothing is printed."""
    regions: Rows
    """regions[row][col]: the number of the cell's aquarium. Two equal partitions are equal values."""
    rule: Rule = "level"
    """Where water stands equally high: "level", in the whole aquarium (the site's rule).

    "connected": only where it is connected, the rule of puzz.link without its flag `r`. Beside and below a
    wet cell every cell of its aquarium is wet, and in one body of water, wet cells of an aquarium that are
    joined edge to edge, every cell above a cell below the body's highest row is wet too. So a wet cell makes
    all wet that water can reach from it within the aquarium without rising above its row. That is
    `checkSupports` and `checkPoolLevel` in src/variety/aquarium.js of github.com/robx/pzprjs; that program
    also takes no board for solved that is dry all over, which is not taken for a rule here.
    """

    def __init__(
        self,
        col_clues: Iterable[Clue],
        row_clues: Iterable[Clue],
        regions: Iterable[Iterable[Hashable]],
        *,
        rule: Rule = "level",
    ) -> None:
        object.__setattr__(self, "col_clues", tuple(col_clues))
        object.__setattr__(self, "row_clues", tuple(row_clues))
        object.__setattr__(self, "regions", _numbered(regions))
        object.__setattr__(self, "rule", rule)

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.regions)

    @property
    def width(self) -> int:
        """Number of columns (of the longest row)."""
        return max(map(len, self.regions), default=0)

    def aquariums(self) -> dict[int, tuple[Cell, ...]]:
        """Return the cells [row, col] of each aquarium, in reading order."""
        cells: defaultdict[int, list[Cell]] = defaultdict(list)
        for row, ids in enumerate(self.regions):
            for col, aquarium in enumerate(ids):
                cells[aquarium].append((row, col))
        return {aquarium: tuple(members) for aquarium, members in cells.items()}

    def problems(self) -> list[str]:
        """Return every reason why this is not a well-formed puzzle, in words; empty if it is one."""
        return [
            *self.shape_problems(),
            *self._clue_problems(),
            *self._sum_problems(),
            *self.piece_problems(),
        ]

    def shape_problems(self) -> Iterator[str]:
        """Yield why rows and clues do not make a board, in words."""
        width = self.width
        if not self.height or not width:
            yield "the grid has no cells"
        for row, ids in enumerate(self.regions, start=1):
            if len(ids) != width:
                yield f"row {row} has {len(ids)} cells, the longest row has {width}"
        if len(self.col_clues) != width:
            yield f"{len(self.col_clues)} column clues for {width} columns"
        if len(self.row_clues) != self.height:
            yield f"{len(self.row_clues)} row clues for {self.height} rows"

    def _clue_problems(self) -> Iterator[str]:
        lines = (("column", self.col_clues, self.height), ("row", self.row_clues, self.width))
        for name, clues, length in lines:
            for number, clue in enumerate(clues, start=1):
                if clue is not None and not 0 <= clue <= length:
                    yield f"clue {clue} of {name} {number} is not between 0 and {length}, the {name}'s length"

    def _sum_problems(self) -> Iterator[str]:
        across = [clue for clue in self.col_clues if clue is not None]
        down = [clue for clue in self.row_clues if clue is not None]
        complete = len(across) == len(self.col_clues) and len(down) == len(self.row_clues)
        if complete and sum(across) != sum(down):
            yield f"the column clues add to {sum(across)} and the row clues to {sum(down)}"

    def piece_problems(self) -> Iterator[str]:
        """Yield which aquariums are not in one piece, in words."""
        if _piece_count(self.regions) == max(map(max, filter(None, self.regions)), default=0):
            return
        for aquarium, cells in self.aquariums().items():
            pieces = pieces_of(cells)
            if len(pieces) > 1:
                starts = " and ".join(f"row {row + 1} column {col + 1}" for row, col in map(min, pieces))
                yield f"aquarium {aquarium} is in {len(pieces)} pieces, starting at {starts}"


@dataclass(frozen=True)
class Solution:
    """Water that satisfies a puzzle."""

    water: Water
    """water[row][col]: whether the cell is wet."""
    unique: bool
    """Whether this was proved to be the only water that fits."""
    forced: Known
    """forced[row][col]: wet or dry where every solution agrees, None where solutions differ."""


def _numbered(regions: Iterable[Iterable[Hashable]]) -> Rows:
    numbers: dict[Hashable, int] = {}
    return tuple(tuple(numbers.setdefault(label, len(numbers) + 1) for label in row) for row in regions)


def _piece_count(regions: Rows) -> int:
    """Count the pieces in which the aquariums are, in one pass over the cells.

    A piece begins where neither the cell to the left nor the one above is of the same aquarium, and two
    become one where both are: A. Rosenfeld and J. L. Pfaltz, "Sequential operations in digital picture
    processing" (1966).
    """
    parent: list[int] = []
    count = 0
    above_ids: tuple[int, ...] = ()
    above: list[int] = []
    for ids in regions:
        left_id, left = 0, 0
        here: list[int] = []
        for number, above_number, above_piece in zip_longest(ids, above_ids[: len(ids)], above[: len(ids)]):
            if number == above_number:
                if number == left_id and left != above_piece:
                    one, other = first_of(parent, left), first_of(parent, above_piece)
                    parent[one] = other
                    count -= one != other
                left = above_piece
            elif number != left_id:
                left = len(parent)
                parent.append(left)
                count += 1
            left_id = number
            here.append(left)
        above_ids, above = ids, here
    return count


def first_of(parent: list[int], member: int) -> int:
    """Return the one that stands for all a member is joined with; parent[member] is the next on the way."""
    while parent[member] != member:
        parent[member] = parent[parent[member]]
        member = parent[member]
    return member


def pieces_of(cells: Iterable[Cell]) -> list[set[Cell]]:
    """Split cells [row, col] into sets of edge-to-edge neighbours, in reading order of their first cells."""
    left, pieces = set(cells), []
    while left:
        piece, edge = set(), {min(left)}
        while edge:
            piece |= edge
            left -= edge
            edge = {
                (row + down, col + right)
                for row, col in edge
                for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
            } & left
        pieces.append(piece)
    return pieces
