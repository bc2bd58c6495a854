"""Where a player stands: a puzzle and what is known of it; and steps from there, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..places import ClueAt
from ..puzzle import Cell, Known, Puzzle
from .counting import Settled
from .layout import Layout, Line, Marks, layout_of
from .step import Step, Technique
from .wording import sentence


@dataclass(frozen=True, eq=False)
class Position:
    """A partial board."""

    layout: Layout
    known: Known
    marks: Marks
    """What is known of every segment."""

    def counted(self) -> Iterator[Line]:
        """Yield the lines that have a clue and are not settled, rows first."""
        for line in self.layout.lines:
            if line.clue is not None and any(self.marks[segment] is None for segment in line.segments):
                yield line

    def step(
        self,
        technique: Technique,
        settles: Settled,
        because: str,
        *,
        lines: Iterable[ClueAt] = (),
        aquariums: Iterable[int] = (),
        chain: tuple[Step, ...] = (),
    ) -> Step:
        """Make the step that settles segments, and by level all that goes with them."""
        cells: dict[bool, list[Cell]] = {True: [], False: []}
        every = {other: wet for segment, wet in settles.items() for other in self.layout.closed(segment, wet)}
        for segment, wet in every.items():
            cells[wet] += [
                (row, col) for row, col in self.layout.cells[segment] if self.known[row][col] is None
            ]
        return Step(
            technique,
            tuple(sorted(cells[True])),
            tuple(sorted(cells[False])),
            sentence(because),
            tuple(dict.fromkeys(lines)),
            tuple(sorted(set(aquariums))),
            chain,
        )


def position_of(puzzle: Puzzle, known: Known) -> Position:
    """Look at a puzzle of which so much is known."""
    layout = layout_of(puzzle)
    return Position(layout, known, layout.marks(known))


def close(layout: Layout, marks: Marks, settles: Settled) -> list[int]:
    """Mark segments, and by level all that goes with them, in place; return those that were open."""
    fresh = []
    for segment, wet in settles.items():
        for other in layout.closed(segment, wet):
            if marks[other] is None:
                marks[other] = wet
                fresh.append(other)
    return fresh
