"""The puzzles that solving is measured on: published, hard and large ones, and some without an answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from fixtures.drawing.board.puzzles import random_puzzle, unique_puzzle
from solver import Puzzle
from solver.generate.new_puzzle import generate
from solver.logic.step import Grade
from solver.puzzle import Rule
from solver.solving import find_solutions

REAL = Path(__file__).parents[2] / "shared" / "puzzles.jsonl"
"""Published puzzles, where they are at hand."""
HARD = 1 / 3
"""Cells of a mean aquarium as a share of the side on hard generated boards: 90 aquariums at 30 x 30."""
DRAWN = (20, 25, 30)
"""Sides of the hard generated boards."""
LARGE = (50, 75, 100, 200)
"""Sides of the generated boards that propagation settles."""
SIZES = (6, 10, 15, 20, 25, 30, *LARGE)


@dataclass(frozen=True)
class Board:
    """A puzzle to solve."""

    kind: str
    puzzle: Puzzle


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


def compared(size: int, boards: int) -> list[Board]:
    """Return the boards of one size that all peers solve: with all clues, the hardest real ones first."""
    known = [(label, puzzle) for at, label, puzzle in real() if at == f"{size}x{size}" and has_one(puzzle)]
    known.sort(key=lambda pair: "Hard" not in pair[0])
    found = [Board(f"real {size}x{size}", puzzle) for _, puzzle in known[:boards]]
    if size in DRAWN:
        found += [Board(f"hard generated {size}x{size}", hard(size, seed)) for seed in range(boards)]
    if size in LARGE:
        found += [Board(f"generated {size}x{size}", large(size, seed)) for seed in range(boards)]
    return found


def has_one(puzzle: Puzzle) -> bool:
    """Return whether a puzzle has all clues and exactly one solution."""
    return None not in (*puzzle.col_clues, *puzzle.row_clues) and len(find_solutions(puzzle, 2)) == 1


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
    sites = {6: (0.1, None), 10: (0.3, None), 15: (1.5, 5.0), 30: (5.0, None)}
    found = []
    for size, (usual, worst) in sites.items():
        unique = [
            (label, puzzle) for at, label, puzzle in real() if at == f"{size}x{size}" and has_one(puzzle)
        ]
        if size == 15:
            found.append(Target("real 15x15", [puzzle for _, puzzle in unique]))
            unique = [(label, puzzle) for label, puzzle in unique if "Hard" in label]
        kind = {15: "real 15x15, hard", 30: "real 30x30, monthly"}.get(size, f"real {size}x{size}")
        found.append(Target(kind, [puzzle for _, puzzle in unique], usual, worst))
    found += [
        Target(f"hard generated {size}x{size}", [hard(size, seed) for seed in range(3 * boards)])
        for size in DRAWN[:-1]
    ]
    found.append(Target("hard generated 30x30", [hard(30, seed) for seed in range(5 * boards)], None, 2000.0))
    easy = [(size, [large(size, seed) for seed in range(boards)]) for size in (30, *LARGE)]
    found += [
        Target(f"generated {size}x{size}", puzzles, 1000.0 if size == 100 else None) for size, puzzles in easy
    ]
    return found


def doubtful(rng: np.random.Generator) -> Puzzle:
    """Draw a puzzle of either rule that may have several solutions or none, some clues missing."""
    puzzle, _ = random_puzzle(rng, int(rng.integers(1, 16)), int(rng.integers(1, 16)))
    hidden = rng.choice([0.0, 0.0, 0.2])
    clues: list[int | None] = [*puzzle.col_clues, *puzzle.row_clues]
    lines = int(rng.integers(puzzle.width)), puzzle.width + int(rng.integers(puzzle.height))
    if rng.random() < 1 / 3 and all(clues[line] for line in lines):  # so that many have no solution
        clues = [(clue or 0) - (line in lines) for line, clue in enumerate(clues)]
    shown = [None if rng.random() < hidden else clue for clue in clues]
    rule: Rule = "level" if rng.random() < 1 / 2 else "connected"
    return Puzzle(shown[: puzzle.width], shown[puzzle.width :], puzzle.regions, rule=rule)


def mixed(boards: int) -> dict[str, list[Puzzle]]:
    """Return puzzles with one solution, several and none, by their kind."""
    kinds: dict[str, list[Puzzle]] = {}
    for area, _, puzzle in real():
        kinds.setdefault(f"real {area}", []).append(puzzle)
    kinds["random, either rule"] = [doubtful(np.random.default_rng(seed)) for seed in range(60 * boards)]
    for size in DRAWN:
        kinds[f"hard generated {size}x{size}"] = [hard(size, seed) for seed in range(boards)]
    kinds["generated 50x50"] = [large(50, seed) for seed in range(boards)]
    return kinds
