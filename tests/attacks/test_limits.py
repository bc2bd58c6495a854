"""Small files, and texts of the largest puzzles, that ask for much: every command ends soon, in few words."""

from collections.abc import Callable
from random import Random

import pytest

from fixtures.hostile.bombs import BOMBS
from solver.formats import Form, format_puzzle
from solver.puzzle import Puzzle

from .command import SOLVED, outside

pytestmark = pytest.mark.attack

BOMB_SECONDS, MOST_LINES = 30.0, 20
"""Seconds of CPU in which a bomb must be refused, and lines that a person reads."""

SIDE = 150
"""Cells along a side of the largest board that a text may have."""
LIMIT = 2
"""Seconds of counted work that are granted."""
TEXT_SECONDS = 45.0
"""Seconds of CPU that a command may take all the same: to start, solve, explain and draw."""
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
    ("explain", "--gif", "x.gif"),
    ("hint", "--level", "reason", "-o", "x.hint.png"),
    ("check", "-o", "x.checked.png"),
)


@pytest.mark.parametrize("bomb", BOMBS)
def test_bombs(tmp_path, bomb):
    (tmp_path / bomb).write_bytes(BOMBS[bomb]())
    end = outside([f"{bomb}#page=1", "-o", "x.solved.png"], tmp_path)
    end.check(3, 4, 5)
    assert end.seconds <= BOMB_SECONDS
    assert end.printed.count(b"\n") <= MOST_LINES


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("kind", WALLS)
def test_long_work(tmp_path, chance, kind, words):
    (tmp_path / "x.json").write_text(format_puzzle(_puzzle(kind, chance), Form.JSON))
    end = outside([words[0], "x.json", "--time-limit", str(LIMIT), *words[1:]], tmp_path)
    end.check(0, 5)
    assert end.seconds <= TEXT_SECONDS


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
    return Puzzle([*map(sum, zip(*wet, strict=True))], [*map(sum, wet)], regions)
