"""Where a player stands: a puzzle and what is known of it; and steps from there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import inf

from ..deadline import FOLLOWED_LINE, Deadline
from ..grid import Cell
from ..message import Message
from ..places import ClueAt
from ..puzzle import Known, Puzzle
from .counting import Tally, exactly, tally
from .layout import Fates, Layout, Line, Settled, layout_of
from .step import Step, Technique

MOST_NAMED = 3
"""Aquariums that a sentence names, at most: more are not kept in mind."""
LOOKING = Message("looking_for_a_step")
"""What is done when the time is up."""
BY_LINES = {Technique.COMPLETE, Technique.ROW, Technique.COLUMN, Technique.SUMS, Technique.PAIR}
"""Techniques whose reasons speak of the cells in their lines alone."""


class State:
    """What is known of every segment, and what is open of every line, kept up as segments are settled."""

    __slots__ = ("fates", "layout", "need", "open")

    def __init__(self, layout: Layout, fates: Fates) -> None:
        """Take up a board of which so much is known."""
        self.layout = layout
        self.fates: Fates = [None] * len(fates)
        """Of every segment whether it is wet, None where that is open."""
        self.open = [(1 << sum(line.sizes)) - 1 for line in layout.lines]
        """The open cells of every line with a clue, as bits along it."""
        self.need = [line.clue or 0 for line in layout.lines]
        """How many of these must be wet."""
        for wet in (True, False):
            self._settle([segment for segment, fate in enumerate(fates) if fate is wet], wet)

    def copy(self) -> State:
        """Return the same knowledge, free to be added to."""
        other = State.__new__(State)
        other.layout = self.layout
        other.fates = self.fates[:]
        other.open = self.open[:]
        other.need = self.need[:]
        return other

    def settle(self, settles: Settled) -> list[int]:
        """Settle segments, and by level all that goes with them; return those that were open."""
        fresh = []
        for segment, wet in settles.items():
            fresh += self._settle(self.layout.closed(segment, wet), wet)
        return fresh

    def _settle(self, segments: Iterable[int], wet: bool) -> list[int]:
        fresh, fates, open_cells, need = [], self.fates, self.open, self.need
        for segment in segments:
            if fates[segment] is None:
                fates[segment] = wet
                fresh.append(segment)
                for line, cells, number in self.layout.parts[segment]:
                    open_cells[line] ^= cells
                    if wet:
                        need[line] -= number
        return fresh

    def tally(self, line: Line) -> Tally:
        """Count what a line still wants."""
        return tally(line, self.open[line.index], self.need[line.index])

    def settled_by(self, line: int) -> Settled | None:
        """Return all segments that a line alone settles; None if it cannot reach its clue."""
        return exactly(self.layout.lines[line], self.open[line], self.need[line])

    def is_undecided(self, line: int) -> bool:
        """Return whether a line can do with some of its open cells wet and others dry."""
        return 0 < self.need[line] < self.open[line].bit_count()


@dataclass(slots=True)
class Memory:
    """What was found on a board, and holds on all to which steps lead from there."""

    is_level: bool = False
    """Whether no cell is open, or otherwise, that must be as another is because water is level."""
    forced: Known | None = None
    """Where all solutions agree, once that was asked."""


@dataclass(frozen=True, eq=False, slots=True)
class Position:
    """A partial board."""

    known: Known
    state: State
    """The same of every segment and line."""
    deadline: Deadline
    """When the looking for steps from here ends with TimedOut."""
    memory: Memory

    @property
    def layout(self) -> Layout:
        """The puzzle."""
        return self.state.layout

    @property
    def fates(self) -> Fates:
        """What is known of every segment."""
        return self.state.fates

    def marks_in(self, segment: int) -> set[bool | None]:
        """Return what its cells are known to be, None among that where one is open."""
        return {self.known[row][col] for row, col in self.layout.cells[segment]}

    @property
    def half_known(self) -> set[int]:
        """The segments with open cells and known ones; none on a board that is level."""
        every = () if self.memory.is_level else range(len(self.layout.cells))
        return {segment for segment in every if self.marks_in(segment) > {None}}

    def spend(self, seconds: float) -> None:
        """Count work that is to be done; TimedOut when there is no time left for it."""
        self.deadline.spend(seconds)
        self.deadline.check(LOOKING)

    def spend_on_supposition(self) -> None:
        """Count the work of following one supposition."""
        self.spend(FOLLOWED_LINE * len(self.layout.lines))

    def step(
        self,
        technique: Technique,
        settles: Settled,
        reason: Message,
        *,
        lines: Iterable[Line] = (),
        aquariums: Iterable[int] = (),
        chain: tuple[Step, ...] = (),
    ) -> Step:
        """Make the step that settles segments, and by level all that goes with them.

        `aquariums`: those of the segments if none are given.
        """
        cells: dict[bool, list[Cell]] = {True: [], False: []}
        every = {other: wet for segment, wet in settles.items() for other in self.layout.closed(segment, wet)}
        for segment, wet in every.items():
            cells[wet] += [
                (row, col) for row, col in self.layout.cells[segment] if self.known[row][col] is None
            ]
        named = tuple(dict.fromkeys(line.at for line in lines))
        return Step(
            technique,
            tuple(sorted(cells[True])),
            tuple(sorted(cells[False])),
            reason,
            named,
            tuple(sorted(set(aquariums) or {self.layout.aquariums[segment] for segment in settles})),
            chain,
            tuple(_beside(named, cells)) if technique in BY_LINES else (),
        )


def aquariums_named(what: Message) -> int:
    """Count the aquariums that a message names."""
    named = 0
    for name, value in what.values:
        parts = value if isinstance(value, tuple) else (value,)
        named += sum(aquariums_named(part) for part in parts if isinstance(part, Message))
        if name in ("aquarium", "aquariums"):
            named += 1 if name == "aquarium" else len(parts)
    return named


def _beside(lines: Collection[ClueAt], cells: Mapping[bool, Collection[Cell]]) -> Iterator[Message]:
    """Say how many of the cells are not in the lines that settle them, and so are by level."""
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

    `memory`: of boards from which steps led to this one.
    """
    layout = layout_of(puzzle)
    state = State(layout, layout.fates(known))
    return Position(known, state, deadline or Deadline(inf), memory or Memory())
