"""Texts of the largest puzzles: every command ends about when it is told to, with what it has found."""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random

from solver.formats import Form, format_puzzle
from solver.puzzle import Puzzle

from .ground import SOLVED, Ground, first, outside

SIDE = 150
"""Cells along a side of the largest board that a text may have."""
LIMIT = 2
"""Seconds of counted work that are granted."""
SLOWEST = 45.0
"""Seconds that a command may take all the same: to start, solve, explain and draw, on a busy computer."""
WALLS: dict[str, Callable[[int, int], int]] = {
    "columns": lambda _, col: col,
    "rows": lambda row, _: row,
    "cells": lambda row, col: row * SIDE + col,
    "squares": lambda row, col: row // 5 * SIDE + col // 5,
    "corners": min,
}
"""Aquariums of each kind, by the cells [row, col] they have."""
COMMANDS = (
    ("solve", "-o", f"x{SOLVED}"),
    ("solve", "--solutions", "3", "-o", f"x{SOLVED}"),
    ("explain", "--json"),
    ("explain", "--gif", "x.gif", "--md", "x.md"),
    ("hint", "--level", "reason", "-o", "x.hint.png"),
    ("check", "-o", "x.checked.png"),
)


def long_work(ground: Ground) -> Iterator[str]:
    """Ask everything of puzzles that take long, with a short limit."""
    for kind, (command, *options) in ground.some(product(WALLS, COMMANDS)):
        place = ground.folder / f"{kind}.json"
        place.write_text(format_puzzle(_puzzle(kind, ground.chance), Form.JSON))
        end = outside([command, place.name, "--time-limit", str(LIMIT), *options], ground.folder)
        slow = f"it took {end.seconds:.0f} s" if end.seconds > SLOWEST else ""
        problem = first(end.problem(0, 5), slow)
        yield f"{kind}, {' '.join([command, *options])}: {problem}" if problem else ""


def _puzzle(kind: str, chance: Random) -> Puzzle:
    """Return a puzzle with aquariums of a kind, filled at random."""
    cells = range(SIDE)
    regions = [[WALLS[kind](row, col) for col in cells] for row in cells]
    rows: dict[int, set[int]] = {}
    for row in cells:
        for number in regions[row]:
            rows.setdefault(number, set()).add(row)
    surfaces = {number: chance.choice([*sorted(own), SIDE]) for number, own in rows.items()}
    wet = [[row >= surfaces[number] for number in regions[row]] for row in cells]
    return Puzzle(
        row_clues=[sum(line) for line in wet],
        col_clues=[sum(column) for column in zip(*wet, strict=True)],
        regions=regions,
    )
