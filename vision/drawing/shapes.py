"""What is painted over a board: shapes in cells of the board, the same for pixels and for vectors."""

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from solver.grid import Cell

from ..board import CellBox
from .palette import Paint

ARC_STEP = 10
"""Degrees between the points of an arc."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line with round ends in a cell; a disc where it has one point."""

    points: tuple[tuple[float, float], ...]
    """(u, v) in cells from the cell's left and top."""
    width: float
    """In cells."""


@dataclass(frozen=True, slots=True)
class Fill:
    """Rectangles painted anew: what was painted there before is gone."""

    boxes: tuple[CellBox, ...]
    paint: Paint


@dataclass(frozen=True, slots=True)
class Outline:
    """A band inside the border of a shape made of cells, painted anew."""

    cells: tuple[Cell, ...]
    width: float
    """In cells."""
    paint: Paint

    @property
    def boxes(self) -> Iterator[CellBox]:
        """Yield the rectangles that the band is made of."""
        shape = frozenset(self.cells)
        for row, col in self.cells:
            for down in (-1, 0, 1):
                for right in (-1, 0, 1):
                    if (row + down, col + right) not in shape:
                        yield _edge(row, col, down, right, self.width)


@dataclass(frozen=True, slots=True)
class Marks:
    """The same strokes over each of some cells."""

    cells: tuple[Cell, ...]
    strokes: tuple[Stroke, ...]
    paint: Paint


@dataclass(frozen=True, slots=True)
class Stripes:
    """Slanting stripes over cells, which go on from cell to cell."""

    cells: tuple[Cell, ...]
    paint: Paint


Shape = Fill | Outline | Marks | Stripes


def cross(reach: float, width: float) -> tuple[Stroke, ...]:
    """Return a cross around the middle of a cell; half its side and its strokes' width in cells."""
    near, far = 0.5 - reach, 0.5 + reach
    return Stroke(((near, near), (far, far)), width), Stroke(((near, far), (far, near)), width)


def dot(radius: float) -> tuple[Stroke, ...]:
    """Return a disc in the middle of a cell, its radius in cells."""
    return (Stroke(((0.5, 0.5),), 2 * radius),)


def arc(middle: tuple[float, float], radius: float, start: int, end: int) -> tuple[tuple[float, float], ...]:
    """Return the points of an arc, from one angle to another: degrees from the right, clockwise."""
    turns = [math.radians(degrees) for degrees in (*range(start, end, ARC_STEP), end)]
    return tuple((middle[0] + radius * math.cos(turn), middle[1] + radius * math.sin(turn)) for turn in turns)


def cell_boxes(cells: Collection[Cell]) -> tuple[CellBox, ...]:
    """Return the rectangles of whole cells."""
    return tuple((col, row, col + 1, row + 1) for row, col in cells)


def _edge(row: int, col: int, down: int, right: int, width: float) -> CellBox:
    """Return the part of a cell along the side, or in the corner, towards a neighbour."""
    spans = {-1: (0.0, width), 0: (0.0, 1.0), 1: (1 - width, 1.0)}
    (left, east), (top, south) = spans[right], spans[down]
    return col + left, row + top, col + east, row + south
