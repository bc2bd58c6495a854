"""A puzzle with the marks in its cells: what those text forms give that have more than the puzzle."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from ..grid import Cell
from ..puzzle import Known, Marks, Puzzle, Water

EMPTY, WATER, CROSS = 0, 1, 2
"""What a cell may hold, as numbers: in texts, and in what is read from pictures."""
UNCLEAR = None
"""Stands for what a cell holds that is unclear."""
MEANINGS: dict[int | None, bool | None] = {EMPTY: None, WATER: True, CROSS: False, UNCLEAR: None}


@dataclass(frozen=True, slots=True)
class AnnotatedPuzzle:
    """A puzzle, the player's marks in its cells, and its water, as far as they are known."""

    puzzle: Puzzle
    marks: Known | None = None
    """marks[row][col]: whether the player takes the cell to be wet; None where there is no mark."""
    water: Water | None = None
    """water[row][col]: the solution."""
    unclear: tuple[Cell, ...] = ()
    """The cells [row, col] whose mark is unclear, in reading order."""

    @property
    def put(self) -> Known | None:
        """What is in the cells: the player's marks, else the water."""
        return self.water if self.marks is None else self.marks


def known_of(marks: Sequence[Sequence[int | None]]) -> Known:
    """Return what marks[row][col] say of the cells: nothing where there is none, or where it is unclear."""
    return tuple(tuple(MEANINGS[mark] for mark in row) for row in marks)


def unclear_of(marks: Sequence[Sequence[int | None]]) -> tuple[Cell, ...]:
    """Return the cells [row, col] of which marks[row][col] are unclear, in reading order."""
    return tuple(
        (row, col) for row, line in enumerate(marks) for col, mark in enumerate(line) if mark is UNCLEAR
    )


def marks_of(known: Known, unclear: Container[Cell] = ()) -> Marks:
    """Return the marks that say what is known; those of unclear cells [row, col] are None."""
    numbers = {None: EMPTY, True: WATER, False: CROSS}
    return tuple(
        tuple(UNCLEAR if (row, col) in unclear else numbers[cell] for col, cell in enumerate(line))
        for row, line in enumerate(known)
    )
