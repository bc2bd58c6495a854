"""Where a player stands: a puzzle and what is known of it; and steps from there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import inf

from ..deadline import COUNTED_LINE, FOLLOWED_LINE, Deadline
from ..grid import Cell
from ..message import Message
from ..places import ClueAt
from ..puzzle import Known, Puzzle
from .layout import Fates, Layout, Line, Settled, layout_of
from .memory import Memory
from .state import State
from .step import Step, Technique

LOOKING = Message("looking_for_a_step")
"""What is done when the time is up."""
BY_LINES = {Technique.COMPLETE, Technique.ROW, Technique.COLUMN, Technique.SUMS, Technique.PAIR}
"""Techniques whose reasons speak of the cells in their lines alone."""


@dataclass(frozen=True, eq=False, slots=True)
class Position:
    """A partial board."""

    layout: Layout
    known: Known
    deadline: Deadline
    """When the looking for steps from here ends with TimedOut."""
    memory: Memory
    """What was found by trying, here and before."""
    state: State
    """What is known of every segment and line."""

    @property
    def fates(self) -> Fates:
        """What is known of every segment."""
        return self.state.fates

    def spend(self, seconds: float) -> None:
        """Count work that is to be done; TimedOut when there is no time left for it."""
        self.deadline.spend(seconds)
        self.deadline.check(LOOKING)

    def spend_on_supposition(self) -> None:
        """Count the work of following one supposition."""
        self.spend(FOLLOWED_LINE * len(self.layout.lines))

    def counted(self) -> Iterator[Line]:
        """Yield the lines that settle something or cannot reach their clue, rows first.

        Raises TimedOut: when the time is up.
        """
        for index, line in enumerate(self.layout.lines):
            self.spend(COUNTED_LINE)
            if line.clue is not None and self.state.open[index] and self.state.settled_by(index) != {}:
                yield line

    def step(
        self,
        technique: Technique,
        settles: Settled,
        reason: Message,
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
        named = tuple(dict.fromkeys(lines))
        return Step(
            technique,
            tuple(sorted(cells[True])),
            tuple(sorted(cells[False])),
            reason,
            named,
            tuple(sorted(set(aquariums))),
            chain,
            tuple(_beside(named, cells)) if technique in BY_LINES else (),
        )


def _beside(lines: Collection[ClueAt], cells: Mapping[bool, Collection[Cell]]) -> Iterator[Message]:
    """Tell how many of the cells are not in the lines that settle them, and so are by level."""
    water, air = (
        sum(ClueAt("row", row) not in lines and ClueAt("column", col) not in lines for row, col in cells[wet])
        for wet in (True, False)
    )
    if water:
        yield Message("level_water", cells=water)
    if air:
        yield Message("level_air", cells=air)


def position_of(
    puzzle: Puzzle, known: Known, deadline: Deadline | None = None, memory: Memory | None = None
) -> Position:
    """Look at a puzzle of which so much is known; without a deadline, as long as it takes.

    `memory`: what was found by trying on boards of the same puzzle of which less was known.
    """
    layout, memory = layout_of(puzzle), memory or Memory()
    state = State(layout, layout.fates(known))
    memory.keep_for(state)
    return Position(layout, known, deadline or Deadline(inf), memory, state)
