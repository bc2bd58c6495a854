"""A puzzle as a player looks at it: segments that are wet or dry together, and the lines that count them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..grid import Cell, from_1
from ..places import ClueAt
from ..puzzle import Clue, Known, Puzzle
from ..segments import segment_graph

Fates = list[bool | None]
"""fates[segment]: whether the segment is wet, None where that is not known."""
Settled = dict[int, bool]
"""Positions or segments that must be wet (True) or dry (False)."""
PUZZLES_KEPT = 8
"""Puzzles whose layout is remembered: hints ask again and again for the same one."""


@dataclass(frozen=True, eq=False, slots=True)
class Line:
    """A row or column with its clue."""

    index: int
    """Its number among the lines of the layout."""
    at: ClueAt
    clue: Clue
    segments: tuple[int, ...]
    """The segments it counts, in order."""
    sizes: tuple[int, ...]
    """How many cells of it each segment has."""
    cells: tuple[int, ...]
    """For each segment, as bits along the line: its cells. In a column, these bits are also by position."""
    under: tuple[int, ...]
    """For each segment, as bits by position in `segments`: it and those that are wet if it is."""
    over: tuple[int, ...]
    """For each segment, as bits by position in `segments`: it and those that are dry if it is."""


@dataclass(frozen=True, eq=False, slots=True)
class Layout:
    """The segments of a puzzle, numbered in reading order, and its lines: rows first, then columns."""

    puzzle: Puzzle
    cells: tuple[tuple[Cell, ...], ...]
    """The cells of every segment, all in one row."""
    aquariums: tuple[int, ...]
    """The aquarium of every segment."""
    lower: tuple[tuple[int, ...], ...]
    """For every segment, itself and all segments that are wet if it is."""
    upper: tuple[tuple[int, ...], ...]
    """For every segment, itself and all segments that are dry if it is: a chain upwards."""
    lines: tuple[Line, ...]
    parts: tuple[tuple[tuple[int, int, int], ...], ...]
    """For every segment, the lines with a clue that count it, its cells there as bits, and their number."""

    def closed(self, segment: int, wet: bool) -> tuple[int, ...]:
        """Return the segments that are like this one if it is wet (or dry), itself among them."""
        return self.lower[segment] if wet else self.upper[segment]

    def fates(self, known: Known) -> Fates:
        """Return what is known of every segment: as the first of its cells that is known."""
        fates: Fates = [None] * len(self.cells)
        for segment, cells in enumerate(self.cells):
            for row, col in cells:
                if known[row][col] is not None:
                    fates[segment] = known[row][col]
                    break
        return fates

    def named_aquarium(self, number: int) -> tuple[int, int, int]:
        """Return the number of an aquarium, and its first cell from 1, for numbers are not printed."""
        return number, *from_1(self.cells[self.aquariums.index(number)][0])

    def named_aquariums(self, numbers: Iterable[int]) -> tuple[tuple[int, int, int], ...]:
        """Return several aquariums so."""
        return tuple(map(self.named_aquarium, numbers))

    def named_segments(self, segments: Iterable[int]) -> tuple[tuple[int, ...], ...]:
        """Return the columns of segments in their row, from 1."""
        return tuple(tuple(col + 1 for _, col in self.cells[segment]) for segment in segments)

    def place_of(self, segment: int) -> tuple[int, tuple[int, ...]]:
        """Return the row of a segment of an aquarium; with its columns where rows may hold several."""
        columns = () if self.puzzle.rule == "level" else self.named_segments([segment])[0]
        return self.cells[segment][0][0] + 1, columns


@lru_cache(maxsize=PUZZLES_KEPT)
def layout_of(puzzle: Puzzle) -> Layout:
    """Lay out a well-formed puzzle."""
    graph = segment_graph(puzzle.regions, puzzle.rule)
    cells: list[list[Cell]] = [[] for _ in graph.below]
    for row, line in enumerate(graph.at):
        for col, segment in enumerate(line):
            cells[segment].append((row, col))
    upper: list[tuple[int, ...]] = [(segment,) for segment in range(len(cells))]
    for segment, touching in enumerate(graph.below):
        for below in touching:
            upper[below] = (below, *upper[segment])
    lower: list[list[int]] = [[] for _ in cells]
    for segment, above in enumerate(upper):
        for other in above:
            lower[other].append(segment)
    lines = tuple(_lines(puzzle, graph.at, lower, upper))
    parts: list[list[tuple[int, int, int]]] = [[] for _ in cells]
    for each in filter(lambda line: line.clue is not None, lines):
        for segment, bits, number in zip(each.segments, each.cells, each.sizes, strict=True):
            parts[segment].append((each.index, bits, number))
    return Layout(
        puzzle=puzzle,
        cells=tuple(map(tuple, cells)),
        aquariums=tuple(puzzle.regions[row][col] for ((row, col), *_) in cells),
        lower=tuple(map(tuple, lower)),
        upper=tuple(upper),
        lines=lines,
        parts=tuple(map(tuple, parts)),
    )


def _lines(
    puzzle: Puzzle,
    segment_at: Sequence[Sequence[int]],
    lower: Sequence[Sequence[int]],
    upper: Sequence[Sequence[int]],
) -> Iterator[Line]:
    """Yield the rows, then the columns."""
    rows = [(ClueAt("row", row), clue) for row, clue in enumerate(puzzle.row_clues)]
    columns = [(ClueAt("column", col), clue) for col, clue in enumerate(puzzle.col_clues)]
    every = (*segment_at, *zip(*segment_at, strict=True))
    for index, ((at, clue), line) in enumerate(zip((*rows, *columns), every, strict=True)):
        cells = dict.fromkeys(line, 0)
        for position, segment in enumerate(line):
            cells[segment] |= 1 << position
        bit = {segment: 1 << position for position, segment in enumerate(cells)}
        yield Line(
            index=index,
            at=at,
            clue=clue,
            segments=tuple(cells),
            sizes=tuple(map(int.bit_count, cells.values())),
            cells=tuple(cells.values()),
            under=tuple(sum(bit.get(other, 0) for other in lower[segment]) for segment in cells),
            over=tuple(sum(bit.get(other, 0) for other in upper[segment]) for segment in cells),
        )
