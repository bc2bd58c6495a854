"""Cells of a grid [row, col] that hang together: neighbours, floods, disjoint sets, bridges."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import compress, count
from operator import ne

Cell = tuple[int, int]
"""[row, col], from 0."""


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the four cells edge to edge with a cell, whether or not the grid has them."""
    row, col = cell
    return (row, col + 1), (row + 1, col), (row, col - 1), (row - 1, col)


def from_1(cell: Cell) -> Cell:
    """Return row and column of a cell as people count them."""
    return cell[0] + 1, cell[1] + 1


def run_ends(line: Sequence[int]) -> list[int]:
    """Return after how many cells of a line each run of equal numbers ends.

    >>> run_ends((5, 5, 2))
    [2, 3]
    """
    return [*compress(count(1), map(ne, line, line[1:])), len(line)] if line else []


def flood(start: Cell, passable: Callable[[Cell], bool]) -> set[Cell]:
    """Return a cell with all that passable cells join it to, edge to edge."""
    found, edge = {start}, [start]
    while edge:
        for near in neighbours(edge.pop()):
            if near not in found and passable(near):
                found.add(near)
                edge.append(near)
    return found


def components(cells: Iterable[Cell]) -> list[set[Cell]]:
    """Split cells into sets that are joined edge to edge, in reading order of their first cells."""
    left, pieces = set(cells), []
    while left:
        pieces.append(flood(min(left), left.__contains__))
        left -= pieces[-1]
    return pieces


class DisjointSets:
    """Sets of the whole numbers below a size that grow together; the smallest member stands for each."""

    def __init__(self, size: int) -> None:
        """Begin with every number alone."""
        self._parent = list(range(size))

    def find(self, member: int) -> int:
        """Return the smallest member of the set that holds this one."""
        parent = self._parent
        while parent[member] != member:
            parent[member] = member = parent[parent[member]]
        return member

    def join(self, one: int, other: int) -> bool:
        """Join the sets of two members; return whether they were apart."""
        parent = self._parent
        if parent[one] != one:  # most are roots, and checking every puzzle calls this for every run of cells
            one = self.find(one)
        if parent[other] != other:
            other = self.find(other)
        if one == other:
            return False
        if one < other:
            parent[other] = one
        else:
            parent[one] = other
        return True


def joined_cells(height: int, width: int, pairs: Iterable[tuple[Cell, Cell]]) -> tuple[tuple[int, ...], ...]:
    """Give the cells of a grid that pairs join one number, that of the first of them in reading order."""
    sets = DisjointSets(height * width)
    for (row, col), (other_row, other_col) in pairs:
        sets.join(row * width + col, other_row * width + other_col)
    return tuple(tuple(sets.find(row * width + col) for col in range(width)) for row in range(height))


def bridges(links: Sequence[tuple[int, int]]) -> set[int]:
    """Return which links between numbers no way around them replaces (Tarjan).

    >>> bridges([(0, 1), (1, 2), (2, 0), (2, 3)])
    {3}
    """
    near: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for at, (one, other) in enumerate(links):
        near[one].append((other, at))
        near[other].append((one, at))
    order: dict[int, int] = {}
    lowest: dict[int, int] = {}
    found: set[int] = set()
    for start in near:
        way = [] if start in order else [(start, -1, iter(near[start]))]
        while way:
            here, came, onward = way[-1]
            lowest.setdefault(here, order.setdefault(here, len(order)))
            there, at = next(((there, at) for there, at in onward if at != came), (-1, -1))
            if at >= 0 and there in order:
                lowest[here] = min(lowest[here], order[there])
            elif at >= 0:
                way.append((there, at, iter(near[there])))
            else:
                way.pop()
                if way:
                    before = way[-1][0]
                    lowest[before] = min(lowest[before], lowest[here])
                    found |= {came} if lowest[here] > order[before] else set()
    return found
