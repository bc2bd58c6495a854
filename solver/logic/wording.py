"""Lines, aquariums and cells as a player would name them: counted from 1, with where they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..grid import Cell
from ..places import ClueAt
from .layout import Layout


def line_name(at: ClueAt) -> str:
    """Name a line: row 4."""
    return f"{at.axis} {at.line + 1}"


def cell_name(cell: Cell) -> str:
    """Name a cell: row 3 column 5."""
    return f"row {cell[0] + 1} column {cell[1] + 1}"


def aquarium_name(layout: Layout, number: int) -> str:
    """Name an aquarium, with its first cell, for numbers are not printed: aquarium 7 (at row 3 column 5)."""
    return f"aquarium {number} (at {cell_name(layout.starts[number])})"


def aquarium_names(layout: Layout, numbers: Iterable[int], word: str = "and") -> str:
    """Name one or several aquariums: aquariums 7 (at row 3 column 5) and 9 (at row 4 column 1)."""
    names = [f"{number} (at {cell_name(layout.starts[number])})" for number in numbers]
    return f"aquarium{'s' if len(names) > 1 else ''} {joined(names, word)}"


def segment_names(layout: Layout, segments: Iterable[int]) -> str:
    """Name one or several segments in their row: the segments of 4 (columns 3–6) and 1 (column 8)."""
    names = [
        f"{len(layout.cells[segment])} ({spans('column', (col for _, col in layout.cells[segment]))})"
        for segment in segments
    ]
    return f"the segment{'s' if len(names) > 1 else ''} of {joined(names)}"


def segment_position(layout: Layout, segment: int) -> str:
    """Say where in its aquarium a segment is: row 4; with its columns where rows may hold several."""
    (row, _), *_ = cells = layout.cells[segment]
    if layout.puzzle.rule == "level":
        return f"row {row + 1}"
    return f"row {row + 1} {spans('column', (col for _, col in cells))}"


def state(wet: bool) -> str:
    """Say what a cell is."""
    return "wet" if wet else "dry"


def spans(axis: str, lines: Iterable[int]) -> str:
    """Name lines, from 0, joining neighbours: columns 3–5 and 7."""
    runs: list[list[int]] = []
    for line in sorted(set(lines)):
        if runs and runs[-1][-1] == line - 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    names = [str(run[0] + 1) if len(run) == 1 else f"{run[0] + 1}–{run[-1] + 1}" for run in runs]
    several = len(runs) > 1 or len(runs[0]) > 1
    return f"{axis}{'s' if several else ''} {joined(names)}"


def joined(words: Sequence[str], word: str = "and") -> str:
    """Join words as in a sentence: a, b and c."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {word} {words[-1]}"


def sentence(words: str) -> str:
    """Begin with a capital, end with a stop."""
    return f"{words[0].upper()}{words[1:]}{'' if words.endswith('.') else '.'}"


def cells_of(count: int) -> str:
    """Count cells: 1 cell, 2 cells."""
    return f"{count} cell" if count == 1 else f"{count} cells"
