"""Boards in the making: aquariums drawn at random and filled, and the changes that make puzzles of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import TypeVar

from ..grid import Cell, neighbours
from ..puzzle import Puzzle, Water

T = TypeVar("T")
Labels = list[list[int]]
"""labels[row][col]: which aquarium a cell belongs to."""
SMALLEST, LARGEST = 0.17, 1.87
"""Cells an aquarium is to grow to, as a share of the mean. Fewer are got where no room is left; with these,
sizes vary as on the site's boards: a deviation of half the mean."""
NEWEST, OFTEN = 3, 0.9
"""Growth goes on mostly from one of the newest cells at the edge, which makes arms, U and ∩."""
MAY_BE_SINGLE = 2.5
"""Mean cells up to which the site's boards have aquariums of one cell."""


class RandomBoard:
    """A board being made: which aquarium every cell belongs to, and how high the water stands in each.

    Chance comes from `Random.random` alone, whose numbers no version of Python changes.
    """

    def __init__(self, rng: Random, rows: int, cols: int, count: int) -> None:
        """Draw about so many aquariums and fill each to a random level."""
        self.rng = rng
        self.labels = grown(rng, rows, cols, count)
        self.surface: dict[int, int] = {}
        """surface[label]: the first wet row of each aquarium, the row below its last if it is dry."""
        self._survey()
        self.fill(self._cells)

    def fill(self, labels: Iterable[int]) -> None:
        """Fill aquariums to other random levels, dry and full among them."""
        for label in labels:
            (first, _), (last, _) = self._cells[label][0], self._cells[label][-1]
            self.surface[label] = first + below(self.rng, last - first + 2)

    def merge(self, labels: Iterable[int]) -> None:
        """Give the cells of each aquarium to a neighbour, with its level; the last one stays."""
        for label in labels:
            near = sorted(set(_labels_around(self.labels, self._cells[label])))
            if near:
                other = near[below(self.rng, len(near))]
                self.labels = [[other if at == label else at for at in row] for row in self.labels]
                del self.surface[label]
                self._survey()

    def labels_of(self, aquariums: Iterable[int]) -> list[int]:
        """Return the labels of aquariums that are given by their numbers in the puzzle, in order."""
        return sorted([self._label_of[aquarium] for aquarium in aquariums])

    def water(self) -> Water:
        """Return water[row][col] as filled."""
        return tuple(
            tuple([row >= self.surface[label] for label in labels]) for row, labels in enumerate(self.labels)
        )

    def puzzle(self) -> Puzzle:
        """Return the puzzle whose clues are counted from the water."""
        water = self.water()
        return Puzzle(map(sum, zip(*water, strict=True)), map(sum, water), self._regions)

    def _survey(self) -> None:
        """Note where the aquariums are."""
        self._regions = Puzzle((), (), self.labels).regions
        self._label_of = {
            aquarium: label
            for both in zip(self._regions, self.labels, strict=True)
            for aquarium, label in zip(*both, strict=True)
        }
        self._cells: defaultdict[int, list[Cell]] = defaultdict(list)
        """The cells of every aquarium, in reading order."""
        for row, labels in enumerate(self.labels):
            for col, label in enumerate(labels):
                self._cells[label].append((row, col))


def grown(rng: Random, rows: int, cols: int, count: int) -> Labels:
    """Grow aquariums one after another, each as far as there is room, and give the smallest to others.

    `rng`: the only source of chance.
    `rows`, `cols`: the board's size in cells.
    `count`: how many aquariums there are to be; some fewer where the board is divided finely.
    """
    labels = [[-1] * cols for _ in range(rows)]
    mean = rows * cols / count
    cells: dict[int, list[Cell]] = {}
    for start in shuffled(rng, range(rows * cols)):
        if labels[start // cols][start % cols] < 0:
            size = max(2, round(mean * (SMALLEST + rng.random() * (LARGEST - SMALLEST))))
            cells[len(cells)] = _grow(rng, labels, divmod(start, cols), len(cells), size)
    while len(cells) > 1:
        smallest = min(cells, key=lambda label: (len(cells[label]), label))
        if len(cells) <= count and (len(cells[smallest]) > 1 or mean <= MAY_BE_SINGLE):
            break
        near = _labels_around(labels, cells[smallest])
        other = min(near, key=lambda label: (len(cells[label]), label))
        for row, col in cells[smallest]:
            labels[row][col] = other
        cells[other] += cells.pop(smallest)
    return labels


def _grow(rng: Random, labels: Labels, start: Cell, label: int, size: int) -> list[Cell]:
    """Label so many free cells that hang together, or all there are; return them."""
    cells: list[Cell] = []
    edge = [start]
    while edge and len(cells) < size:
        newest = below(rng, min(NEWEST, len(edge))) if rng.random() < OFTEN else below(rng, len(edge))
        edge[-1 - newest], edge[-1] = edge[-1], edge[-1 - newest]
        row, col = edge.pop()
        if labels[row][col] < 0:
            labels[row][col] = label
            cells.append((row, col))
            edge += [(near, at) for near, at in _around(labels, row, col) if labels[near][at] < 0]
    return cells


def _labels_around(labels: Labels, cells: Sequence[Cell]) -> Iterator[int]:
    """Yield the other aquariums at the sides of cells that make up one."""
    own = labels[cells[0][0]][cells[0][1]]
    for row, col in cells:
        yield from (labels[near][at] for near, at in _around(labels, row, col) if labels[near][at] != own)


def _around(labels: Labels, row: int, col: int) -> Iterator[Cell]:
    for near, at in neighbours((row, col)):
        if 0 <= near < len(labels) and 0 <= at < len(labels[0]):
            yield near, at


def below(rng: Random, number: int) -> int:
    """Return a random whole number from 0 on, less than a number."""
    return int(rng.random() * number)


def shuffled(rng: Random, things: Iterable[T]) -> list[T]:
    """Return things in random order."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = below(rng, last + 1)
        order[last], order[other] = order[other], order[last]
    return order
