"""Cells, lines, aquariums and steps in words and as fields of JSON; all are counted from 1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from solver.grid import Cell
from solver.places import ClueAt
from solver.puzzle import Puzzle
from solver.wording import joined, spans

from ..sentences import Message

if TYPE_CHECKING:  # a picture alone has none
    from pipeline import Result
    from solver.logic.step import Step


def number_of(count: int, thing: str) -> str:
    return f"{count} {thing if count == 1 else thing + 's'}"


def size_words(puzzle: Puzzle, *, certain: bool = True) -> str:
    """Return rows and columns, and how many aquariums there are if the puzzle is certain."""
    size = f"{puzzle.height}×{puzzle.width}"
    return f"{size}, {number_of(len(puzzle.aquariums()), 'aquarium')}" if certain else size


def cell_words(cells: Iterable[Cell]) -> str:
    """Name cells [row, col] row by row, neighbours as a range: row 2 columns 2–4 and 6; row 3 column 1."""
    rows = groupby(sorted(cells), key=lambda cell: cell[0])
    return "; ".join(f"row {row + 1} {spans('column', (col + 1 for _, col in found))}" for row, found in rows)


def row_lines(cells: Iterable[Cell], said: str) -> Iterator[str]:
    """Yield for each row of some cells [row, col] what is said of them: "Row 3, columns 1–6: unclear"."""
    for row, found in groupby(sorted(cells), key=lambda cell: cell[0]):
        yield f"Row {row + 1}, {spans('column', (col + 1 for _, col in found))}: {said}"


def told_with(puzzle: Puzzle, result: Result) -> tuple[Message, ...]:
    """Return the size of a puzzle that is told, and what solving has to say."""
    rows, columns, aquariums = puzzle.height, puzzle.width, len(puzzle.aquariums())
    if result.status == "solved":
        return (Message("one_solution", rows=rows, columns=columns, aquariums=aquariums),)
    return (Message("size", rows=rows, columns=columns, aquariums=aquariums), *result.messages)


def place_words(puzzle: Puzzle, lines: Sequence[ClueAt], aquariums: Sequence[int]) -> str:
    """Name lines and aquariums; these with their first cell, for no picture shows their numbers."""
    first = {number: cells[0] for number, cells in puzzle.aquariums().items()}
    named = [f"{line.axis} {line.line + 1}" for line in lines]
    named += [f"the aquarium at {cell_words([first[number]])}" for number in aquariums]
    return joined(named)


def settled_words(step: Step) -> str:
    parts = (("water", step.water), ("air", step.air))
    return ", ".join(f"{name} in {cell_words(cells)}" for name, cells in parts if cells)


def cell_fields(cells: Iterable[Cell]) -> list[list[int]]:
    """Return cells as [row, col] from 1."""
    return [[row + 1, col + 1] for row, col in cells]


def where_fields(lines: Iterable[ClueAt], aquariums: Iterable[int]) -> dict[str, Any]:
    """Return lines as `--fix` names them, and numbers of aquariums."""
    return {"lines": list(map(str, lines)), "aquariums": list(aquariums)}


def step_fields(step: Step) -> dict[str, Any]:
    """Return a step with all that it settles, and why."""
    return {
        "technique": str(step.technique),
        "technique_code": step.technique.name_for_players.code,
        **where_fields(step.lines, step.aquariums),
        "water": cell_fields(step.water),
        "air": cell_fields(step.air),
        "settles": settled_words(step),
        "premises": [step_fields(premise) for premise in step.premises],
        **step.reason.to_dict(),
        "because": step.because,
        "chain": [step_fields(link) for link in step.chain],
    }
