"""The puzzles that solving is measured on: published, hard and large ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from fixtures.drawing.board.puzzles import unique_puzzle
from solver import Puzzle
from solver.generate.new_puzzle import generate
from solver.logic.step import Grade
from solver.solving import find_solutions

REAL = Path(__file__).parents[2] / "shared" / "puzzles.jsonl"
"""Published puzzles, where they are at hand."""
HARD = 1 / 3
"""Cells of a mean aquarium as a share of the side on hard generated boards: 90 aquariums at 30 x 30."""
DRAWN = {20: 3, 25: 3, 30: 5}
"""Sides of the hard generated boards, and how many times as many have targets as are compared."""
LARGE = (50, 75, 100, 200)
"""Sides of the generated boards that propagation settles."""
SIZES = (6, 10, 15, 20, 25, 30, *LARGE)


@cache
def real() -> tuple[tuple[str, str, Puzzle], ...]:
    """Return size, label and puzzle of every published one that has a solution."""
    if not REAL.exists():
        return ()
    found = map(json.loads, REAL.read_text(encoding="utf-8").splitlines())
    return tuple(
        (one["size"], one["difficulty"] or "", Puzzle(one["col_clues"], one["row_clues"], one["regions"]))
        for one in found
        if one["solutions"]
    )


def compared(size: int, boards: int) -> dict[str, list[Puzzle]]:
    """Return the boards of one size that all peers solve, by kind: of real ones the hardest first."""
    known = sorted(with_one(size), key=lambda pair: "Hard" not in pair[0])
    found = {f"real {size}x{size}": [puzzle for _, puzzle in known[:boards]]}
    if size in DRAWN:
        found[f"hard generated {size}x{size}"] = [hard(size, seed) for seed in range(boards)]
    if size in LARGE:
        found[f"generated {size}x{size}"] = [large(size, seed) for seed in range(boards)]
    return {kind: puzzles for kind, puzzles in found.items() if puzzles}


def with_one(size: int) -> list[tuple[str, Puzzle]]:
    """Return label and puzzle of the published ones of a size with all clues and exactly one solution."""
    return [
        (label, puzzle)
        for at, label, puzzle in real()
        if at == f"{size}x{size}"
        and None not in (*puzzle.col_clues, *puzzle.row_clues)
        and len(find_solutions(puzzle, 2)) == 1
    ]


@cache
def hard(size: int, seed: int) -> Puzzle:
    """Draw a board as finely divided as hard ones are."""
    return unique_puzzle(np.random.default_rng([size, seed]), size, size, mean_size=size * HARD)[0]


@cache
def large(size: int, seed: int) -> Puzzle:
    """Make a board that counting settles."""
    return generate(size, size, Grade.NORMAL, seed).puzzle


@dataclass(frozen=True)
class Target:
    """What boards of one kind shall take."""

    kind: str
    puzzles: Sequence[Puzzle]
    median_ms: float | None = None
    worst_ms: float | None = None


def targets(boards: int) -> list[Target]:
    """Return all boards of the product's own table."""
    known = {size: [puzzle for _, puzzle in with_one(size)] for size in (6, 10, 15, 30)}
    drawn = {size: [hard(size, seed) for seed in range(number * boards)] for size, number in DRAWN.items()}
    made = {size: [large(size, seed) for seed in range(boards)] for size in (30, *LARGE)}
    return [
        Target("real 6x6", known[6], 0.1),
        Target("real 10x10", known[10], 0.3),
        Target("real 15x15", known[15]),
        Target("real 15x15, hard", [puzzle for label, puzzle in with_one(15) if "Hard" in label], 1.5, 5.0),
        Target("real 30x30, monthly", known[30], 5.0),
        Target("hard generated 20x20", drawn[20]),
        Target("hard generated 25x25", drawn[25]),
        Target("hard generated 30x30", drawn[30], None, 2000.0),
        *(Target(f"generated {size}x{size}", made[size], {100: 1000.0}.get(size)) for size in made),
    ]
