"""What the tests hold the solver against: every way to fill a small board, and the published puzzles."""

import json
from collections.abc import Sequence
from functools import cache
from itertools import product
from math import exp
from pathlib import Path
from typing import Any

import pytest

from solver import Puzzle, violations
from solver.belief.evidence import Evidence
from solver.grid import Cell
from solver.logic.explanation import steps
from solver.logic.step import Step
from solver.places import is_wall
from solver.puzzle import Clue, Known, Rows, Water
from solver.solving import find_solutions

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


def find_only_water(puzzle: Puzzle) -> Water | None:
    """Return the water of a puzzle with exactly one solution; None if it has none or several."""
    waters = find_solutions(puzzle, 2)
    return waters[0] if len(waters) == 1 else None


def next_step(puzzle: Puzzle, known: Known) -> Step | None:
    """Return the first of the steps from a position; None if there is none."""
    return next(steps(puzzle, known), None)


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


# What may be meant by evidence


NOTHING = 1e-8
"""Probability of walls that look so different that all such puzzles together count for nothing."""


@cache
def proved_puzzles(rows: int, cols: int, *, omits: bool) -> list[tuple[Rows, tuple[Clue, ...], Water]]:
    """List all puzzles of a size with exactly one solution: regions, column and row clues, the water.

    Those that omit clues are among them only if that is asked for: there are very many.
    """
    found = []
    masks = list(product((True, False) if omits else (True,), repeat=cols + rows))
    for regions in partitions(rows, cols):
        waters = every_water(Puzzle([None] * cols, [None] * rows, regions))
        for given in masks:
            by_clues: dict[tuple[Clue, ...], list[Water]] = {}
            for water in waters:
                counts = (*map(sum, zip(*water, strict=True)), *map(sum, water))
                clues = tuple(count if is_in else None for count, is_in in zip(counts, given, strict=True))
                by_clues.setdefault(clues, []).append(water)
            found += [(regions, clues, some[0]) for clues, some in by_clues.items() if len(some) == 1]
    return found


@cache
def partitions(rows: int, cols: int) -> list[Rows]:
    """List all ways to part a small grid into aquariums, numbered in reading order."""
    cells = list(product(range(rows), range(cols)))
    ways: list[tuple[int, ...]] = [()]
    for _ in cells:
        ways = [(*way, number) for way in ways for number in range(1, max(way, default=0) + 2)]
    grids = [tuple(way[row * cols : (row + 1) * cols] for row in range(rows)) for way in ways]
    return [regions for regions in grids if not list(Puzzle((), (), regions).piece_problems())]


def masses(evidence: Evidence) -> dict[tuple[Rows, tuple[Clue, ...], Water], float]:
    """Return how probable every puzzle with exactly one solution is, against all being as it looks."""
    places: list[dict[Clue, float]] = []
    for _, (*values, none) in evidence.clues():
        most = max(*values, none)
        places.append({None: exp(none - most), **{clue: exp(one - most) for clue, one in enumerate(values)}})
    sides = list(evidence.sides())
    omits = any(shares[None] > NOTHING for shares in places)
    weights: dict[Rows, float] = {}
    found = {}
    size = len(evidence.row_clues), len(evidence.col_clues)
    for regions, clues, water in proved_puzzles(*size, omits=omits):
        if regions not in weights:
            against = sum(abs(odds) for side, odds in sides if is_wall(regions, side) != (odds > 0))
            weights[regions] = exp(-against)
        mass = weights[regions]
        if mass < NOTHING:
            continue
        for shares, clue in zip(places, clues, strict=True):
            mass *= shares[clue]
        if mass > NOTHING:
            found[regions, clues, water] = mass
    return found
