"""Places on a board that have a name in text: the clue of a line, the side between two cells."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, pairwise
from operator import ne
from typing import Literal

from .grid import from_1
from .puzzle import Rows

Axis = Literal["column", "row"]


@dataclass(frozen=True, slots=True)
class ClueAt:
    """The place of a line's clue."""

    axis: Axis
    line: int
    """From 0."""

    @property
    def named(self) -> tuple[str, int]:
        """The line as people name it: its axis, and its number from 1."""
        return self.axis, self.line + 1

    def __str__(self) -> str:
        """Write it as `--fix` takes it: top:7, left:2."""
        return f"{'top' if self.axis == 'column' else 'left'}:{self.line + 1}"


@dataclass(frozen=True, slots=True)
class SideAt:
    """The side between a cell and the one right of it or below it."""

    row: int
    """From 0, as col: the left or upper one of the two cells."""
    col: int
    below: bool
    """Whether the other cell is the one below, rather than the one to the right."""

    @property
    def cells(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The two cells [row, col] it lies between."""
        here = (self.row, self.col)
        return here, (self.row + 1, self.col) if self.below else (self.row, self.col + 1)

    @property
    def named_cells(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The two cells as people name them: row and column from 1."""
        one, other = self.cells
        return from_1(one), from_1(other)

    def __str__(self) -> str:
        """Write it as `--fix` takes it: wall:3,4-3,5."""
        (row, col), (other_row, other_col) = self.named_cells
        return f"wall:{row},{col}-{other_row},{other_col}"


Place = ClueAt | SideAt


def sides_right(height: int, width: int) -> Iterator[SideAt]:
    """Yield the sides between a cell and the one right of it, row by row."""
    return (SideAt(row, col, below=False) for row in range(height) for col in range(width - 1))


def sides_below(height: int, width: int) -> Iterator[SideAt]:
    """Yield the sides between a cell and the one below it, row by row."""
    return (SideAt(row, col, below=True) for row in range(height - 1) for col in range(width))


def walls(regions: Rows) -> Iterator[bool]:
    """Say of all sides to the right, then of all below, which have different aquariums on their two sides."""
    yield from chain.from_iterable(map(ne, ids, ids[1:]) for ids in regions)
    yield from chain.from_iterable(map(ne, upper, lower) for upper, lower in pairwise(regions))


def is_wall(regions: Rows, side: SideAt) -> bool:
    """Say whether a side has different aquariums, of regions[row][col], on its two sides."""
    (row, col), (other_row, other_col) = side.cells
    return regions[row][col] != regions[other_row][other_col]


def sides_between(regions: Rows, sides: Iterable[SideAt]) -> dict[tuple[int, int], list[int]]:
    """Return the numbers of sides by what lies beside them in regions[row][col]."""
    between: dict[tuple[int, int], list[int]] = {}
    for number, side in enumerate(sides):
        between.setdefault(regions_beside(regions, side), []).append(number)
    return between


def regions_beside(regions: Rows, side: SideAt) -> tuple[int, int]:
    """Return the numbers, of regions[row][col], on the two sides of a side, in order."""
    one, other = (regions[row][col] for row, col in side.cells)
    return (one, other) if one <= other else (other, one)
