"""What the tests hold the solver against: every way to fill a small board, and the published puzzles."""

import json
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from solver import Puzzle, violations
from solver.puzzle import Cell, Known, Water

SITE = Path(__file__).resolve().parents[2] / "shared" / "puzzles.jsonl"
RECORDS: list[Any] = (
    [json.loads(line) for line in SITE.read_text(encoding="utf-8").splitlines()]
    if SITE.exists()
    else [pytest.param({}, marks=pytest.mark.skip(reason=f"{SITE} is not there"))]
)
"""Published puzzles with what is known of their solutions."""
UNIQUE = [record for record in RECORDS if not isinstance(record, dict) or record["solutions"] == 1]


def name_of(record: dict[str, Any]) -> str:
    """Name a published puzzle among the tests."""
    return f"{record.get('size')} {record.get('id')}"


def puzzle_of(record: dict[str, Any], **rule: Any) -> Puzzle:
    """Return a published puzzle."""
    return Puzzle(record["col_clues"], record["row_clues"], record["regions"], **rule)


def water_of(record: dict[str, Any]) -> Water:
    """Return the recorded solution of a published puzzle."""
    return tuple(tuple(map(bool, row)) for row in record["water"])


def agrees(water: Known, cells: Known) -> bool:
    """Tell whether water has nothing otherwise than cells[row][col], None where nothing is said."""
    return all(
        said is None or wet is said
        for wets, row in zip(water, cells, strict=True)
        for wet, said in zip(wets, row, strict=True)
    )


def every_water(puzzle: Puzzle) -> list[Water]:
    """Return all solutions by brute force, row by row; the rules in words have the last say."""
    waters: list[Water] = [()]
    for ids, clue in zip(puzzle.regions, puzzle.row_clues, strict=True):
        ways = [way for way in product((True, False), repeat=len(ids)) if clue in (None, sum(way))]
        if puzzle.rule == "level":
            ways = [way for way in ways if len(set(zip(ids, way, strict=True))) == len(set(ids))]
        waters = [(*water, way) for water in waters for way in ways if _may_follow(puzzle, water, way)]
    return [water for water in waters if not violations(puzzle, water)]


def _may_follow(puzzle: Puzzle, water: Water, way: tuple[bool, ...]) -> bool:
    """Tell whether a row keeps what is wet above it wet, and no column has too much."""
    row = len(water)
    for col, wet in enumerate(way):
        is_inside = row and puzzle.regions[row - 1][col] == puzzle.regions[row][col]
        if is_inside and water[-1][col] and not wet:
            return False
        clue = puzzle.col_clues[col]
        if clue is not None and wet + sum(cells[col] for cells in water) > clue:
            return False
    return True


def common(waters: Sequence[Water]) -> Known:
    """Return what all waters have in common, as cells[row][col]."""
    return tuple(
        tuple(cells[0] if len(set(cells)) == 1 else None for cells in zip(*rows, strict=True))
        for rows in zip(*waters, strict=True)
    )


def reachable(puzzle: Puzzle, start: Cell) -> set[Cell]:
    """Walk through an aquarium from a cell, never above its row."""
    number = puzzle.regions[start[0]][start[1]]
    inside = {cell for cell in puzzle.aquariums()[number] if cell[0] >= start[0]}
    found = {start}
    while more := {
        (row, col)
        for row, col in inside - found
        if found & {(row, col - 1), (row, col + 1), (row - 1, col), (row + 1, col)}
    }:
        found |= more
    return found
