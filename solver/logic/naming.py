"""Lines, aquariums and segments of a layout as values of messages: counted from 1, with where they are."""

from __future__ import annotations

from collections.abc import Iterable

from ..grid import Cell
from ..places import ClueAt
from .layout import Layout


def from_1(cell: Cell) -> Cell:
    """Return row and column of a cell."""
    return cell[0] + 1, cell[1] + 1


def named_line(at: ClueAt) -> tuple[str, int]:
    """Return axis and number of a line."""
    return at.axis, at.line + 1


def named_aquarium(layout: Layout, number: int) -> tuple[int, int, int]:
    """Return the number of an aquarium, and its first cell, for numbers are not printed."""
    return number, *from_1(layout.starts[number])


def named_aquariums(layout: Layout, numbers: Iterable[int]) -> tuple[tuple[int, int, int], ...]:
    return tuple(named_aquarium(layout, number) for number in numbers)


def named_segments(layout: Layout, segments: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """Return the columns of segments in their row."""
    return tuple(tuple(col + 1 for _, col in layout.cells[segment]) for segment in segments)


def place_of(layout: Layout, segment: int) -> tuple[int, tuple[int, ...]]:
    """Return the row of a segment of an aquarium; with its columns where rows may hold several."""
    (row, _), *_ = cells = layout.cells[segment]
    return row + 1, () if layout.puzzle.rule == "level" else tuple(col + 1 for _, col in cells)
