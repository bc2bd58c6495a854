"""What a step of human logic is: the cells it settles, by which technique, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from ..grid import Cell
from ..message import Message
from ..places import ClueAt
from ..puzzle import Known, Puzzle


class Technique(StrEnum):
    """The ways of settling cells, easiest for people first."""

    COMPLETE = "line complete"
    LEVEL = "level"
    ROW = "row by counting"
    COLUMN = "column by counting"
    SUMS = "row by sums"
    BOUNDS = "aquarium between bounds"
    PAIR = "pair of lines"
    SUPPOSE = "suppose"
    SEARCH = "every way tried"

    @property
    def words(self) -> str:
        """Name it for players; the value is what programs read."""
        return str(self.name_for_players)

    @property
    def name_for_players(self) -> Message:
        return NAMES[self]


NAMES = {
    Technique.COMPLETE: Message("finish_the_line"),
    Technique.LEVEL: Message("level_the_water"),
    Technique.ROW: Message("count_the_row"),
    Technique.COLUMN: Message("count_the_column"),
    Technique.SUMS: Message("add_up_the_row"),
    Technique.BOUNDS: Message("limit_the_aquarium"),
    Technique.PAIR: Message("compare_two_lines"),
    Technique.SUPPOSE: Message("try_and_fail"),
    Technique.SEARCH: Message("try_every_way"),
}
"""Techniques as players call them."""


SEGMENT = Message("segment")


class Grade(StrEnum):
    """How hard a puzzle is for people, easiest first."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    VERY_HARD = "very hard"


@dataclass(frozen=True, slots=True)
class Step:
    """Cells that are settled by one technique, with the reason."""

    technique: Technique
    water: tuple[Cell, ...]
    """Cells [row, col] that are wet, in reading order."""
    air: tuple[Cell, ...]
    """Cells [row, col] that are dry, in reading order."""
    reason: Message
    """Why, with rows, columns and aquariums counted from 1."""
    lines: tuple[ClueAt, ...] = ()
    """Rows and columns that one has to look at."""
    aquariums: tuple[int, ...] = ()
    """Numbers of the aquariums that one has to look at."""
    chain: tuple[Step, ...] = ()
    """After "suppose": first what is supposed, then what would follow from it, step by step; the last step
    settles nothing, its reason is the contradiction."""
    follows: tuple[Message, ...] = ()
    """What else it settles beside its lines, because water is level."""
    premises: tuple[Step, ...] = ()
    """What the reason counts on that is not on the board: lines that are full, and their air."""
    defines: Message | None = None
    """What a word of the reason means that players may not know."""

    @property
    def because(self) -> str:
        """The reason in sentences: what it counts on first, what a word of it means last."""
        reason = "; ".join(map(str, (self.reason, *self.follows)))
        reason = f"then {reason}" if self.premises else reason
        premises = [str(premise.reason) for premise in self.premises]
        words = [*premises, reason, *([str(self.defines)] if self.defines else [])]
        return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in words)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells it settles, in reading order."""
        return tuple(sorted(self.water + self.air))

    @property
    def contradicts(self) -> bool:
        """Whether it settles nothing, but says which rule is broken."""
        return not self.water and not self.air


def defined(step: Step) -> Step:
    """Return a step, alone or the first of several, that says what a segment is where it speaks of some."""
    if step.technique in (Technique.ROW, Technique.SUMS):
        return replace(step, defines=SEGMENT)
    chain = list(step.chain)
    for at, link in enumerate(chain):
        if link.technique in (Technique.ROW, Technique.SUMS):
            chain[at] = replace(link, defines=SEGMENT)
            break
    return replace(step, chain=tuple(chain))


def empty(puzzle: Puzzle) -> Known:
    """Return the board of a puzzle of which nothing is known yet."""
    return tuple((None,) * len(ids) for ids in puzzle.regions)


def settled(known: Known, water: Iterable[Cell] = (), air: Iterable[Cell] = ()) -> Known:
    """Return the board with more cells wet and dry."""
    cells = [list(row) for row in known]
    for row, col in water:
        cells[row][col] = True
    for row, col in air:
        cells[row][col] = False
    return tuple(map(tuple, cells))
