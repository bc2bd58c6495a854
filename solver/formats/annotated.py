"""A puzzle with what stands in its cells: what the text forms that tell more than the puzzle give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..puzzle import Known, Puzzle, Rows, Water

EMPTY, WATER, CROSS = 0, 1, 2
"""What a cell may hold, as numbers: in texts, and in what is read from pictures."""
MEANINGS: dict[int, bool | None] = {EMPTY: None, WATER: True, CROSS: False}


@dataclass(frozen=True)
class AnnotatedPuzzle:
    """A puzzle, what the player has put in its cells, and its water, as far as they are told."""

    puzzle: Puzzle
    marks: Known | None = None
    """marks[row][col]: whether the player takes the cell to be wet; None where nothing is put."""
    water: Water | None = None
    """water[row][col]: the solution."""

    @property
    def put(self) -> Known | None:
        """What stands in the cells: the player's marks, else the water."""
        return self.water if self.marks is None else self.marks


def known_of(marks: Sequence[Sequence[int | None]]) -> Known:
    """Return what marks[row][col] (0 nothing, 1 water, 2 cross, None cannot be told) say of the cells."""
    return tuple(tuple(None if mark is None else MEANINGS[mark] for mark in row) for row in marks)


def marks_of(known: Known) -> Rows:
    """Return marks[row][col], 0 nothing, 1 water, 2 cross, that say what is known."""
    numbers = {meaning: mark for mark, meaning in MEANINGS.items()}
    return tuple(tuple(numbers[cell] for cell in row) for row in known)
