"""A puzzle as a player looks at it: segments that are wet or dry together, and the lines that count them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..grid import Cell
from ..places import ClueAt
from ..puzzle import Clue, Known, Puzzle
from ..segments import segment_graph

Fates = list[bool | None]
"""fates[segment]: whether the segment is wet, None where that is not known."""
Settled = dict[int, bool]
"""Positions or segments that must be wet (True) or dry (False)."""
PUZZLES_KEPT = 8
"""Puzzles whose layout is kept: hints ask again and again for the same one."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row or column with its clue."""

    at: ClueAt
    clue: Clue
    segments: tuple[int, ...]
    """The segments it counts, in order."""
    sizes: tuple[int, ...]
    """How many cells of it each segment has."""
    under: tuple[int, ...]
    """For each segment, as bits by position in `segments`: it and those that are wet if it is."""
    over: tuple[int, ...]
    """For each segment, as bits by position in `segments`: it and those that are dry if it is."""
    cells: tuple[int, ...]
    """For each segment, as bits along the line: its cells. In a column, these bits are also by position."""
    root_cells: dict[int, int]
    """By the top segment of what hangs together: its cells, as bits along the line."""


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
    lines_of: tuple[tuple[int, ...], ...]
    """For every segment, the lines with a clue that count it."""
    parts: tuple[tuple[tuple[int, int, int], ...], ...]
    """For every segment, all lines it is in, its cells there as bits along the line, and their number."""
    starts: dict[int, Cell]
    """The first cell of every aquarium."""
    memos: tuple[dict[tuple[int, int], Settled | None], ...]
    """For every line, what it was found to settle: by its open cells, as bits, and how many must be wet."""

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


@lru_cache(maxsize=PUZZLES_KEPT)
def layout_of(puzzle: Puzzle) -> Layout:
    """Lay out a well-formed puzzle."""
    graph = segment_graph(puzzle.regions, puzzle.rule)
    cells: list[list[Cell]] = [[] for _ in graph.below]
    for row, line in enumerate(graph.at):
        for col, segment in enumerate(line):
            cells[segment].append((row, col))
    above = {lower: segment for segment, touching in enumerate(graph.below) for lower in touching}
    upper = tuple(tuple(_upwards(segment, above)) for segment in range(len(cells)))
    lower = tuple(map(tuple, _turned(upper, len(cells))))
    lines = tuple(_lines(puzzle, graph.at, lower, upper))
    counted = [line.segments if line.clue is not None else () for line in lines]
    return Layout(
        puzzle=puzzle,
        cells=tuple(map(tuple, cells)),
        aquariums=tuple(puzzle.regions[row][col] for ((row, col), *_) in cells),
        lower=lower,
        upper=upper,
        lines=lines,
        lines_of=tuple(map(tuple, _turned(counted, len(cells)))),
        parts=_parts(lines, len(cells)),
        memos=tuple({} for _ in lines),
        starts={number: members[0] for number, members in puzzle.aquariums().items()},
    )


def _upwards(segment: int, above: dict[int, int]) -> Iterator[int]:
    here: int | None = segment
    while here is not None:
        yield here
        here = above.get(here)


def _turned(lists: Sequence[Sequence[int]], size: int) -> list[list[int]]:
    """Return for every number below `size` the indices of the lists that hold it."""
    holders: list[list[int]] = [[] for _ in range(size)]
    for index, numbers in enumerate(lists):
        for number in numbers:
            holders[number].append(index)
    return holders


def _parts(lines: Sequence[Line], size: int) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    parts: list[list[tuple[int, int, int]]] = [[] for _ in range(size)]
    for index, line in enumerate(lines):
        for segment, cells, number in zip(line.segments, line.cells, line.sizes, strict=True):
            parts[segment].append((index, cells, number))
    return tuple(map(tuple, parts))


def _lines(
    puzzle: Puzzle,
    segment_at: tuple[tuple[int, ...], ...],
    lower: tuple[tuple[int, ...], ...],
    upper: tuple[tuple[int, ...], ...],
) -> Iterator[Line]:
    rows = [(ClueAt("row", row), clue, segment_at[row]) for row, clue in enumerate(puzzle.row_clues)]
    columns = [
        (ClueAt("column", col), clue, tuple(line[col] for line in segment_at))
        for col, clue in enumerate(puzzle.col_clues)
    ]
    for at, clue, every in (*rows, *columns):
        cells = dict.fromkeys(every, 0)
        for position, segment in enumerate(every):
            cells[segment] |= 1 << position
        roots: defaultdict[int, int] = defaultdict(int)
        for segment, bits in cells.items():
            roots[upper[segment][-1]] |= bits
        segments = tuple(cells)
        bit = {segment: 1 << position for position, segment in enumerate(segments)}
        yield Line(
            at=at,
            clue=clue,
            segments=segments,
            sizes=tuple(map(int.bit_count, cells.values())),
            cells=tuple(cells.values()),
            root_cells=dict(roots),
            under=tuple(sum(bit.get(other, 0) for other in lower[segment]) for segment in segments),
            over=tuple(sum(bit.get(other, 0) for other in upper[segment]) for segment in segments),
        )
