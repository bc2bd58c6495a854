"""Puzzles of all sizes and rules, drawn at random for the property tests."""

from collections.abc import Sequence

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from fixtures.drawing.board.puzzles import random_puzzle
from solver import Puzzle
from solver.puzzle import RULES, Rule, Water

WALL_MATRIX = """\
    3   5   1   4   3   2
  x x x x x x x x x x x x x
1 x 0 x 0 x 0 . 0 . 0 . 0 x
  x . x . x x x x x x x . x
1 x 0 x 0 x 0 . 0 . 0 x 0 x
  x . x x x . x x x x x . x
2 x 0 . 0 . 0 x 0 . 0 x 0 x
  x . . . . . x . x x x . x
4 x 0 . 0 . 0 x 0 x 0 . 0 x
  x x x . x x x . x . . . x
5 x 0 x 0 x 0 x 0 x 0 . 0 x
  x . x . x . x . x . . . x
5 x 0 x 0 x 0 x 0 x 0 . 0 x
  x x x x x x x x x x x x x
"""
"""A published puzzle, as a wall matrix."""

repeatable = settings(derandomize=True, deadline=None, max_examples=40)
seeds = st.integers(0, 2**32 - 1)


@st.composite
def boards(draw: st.DrawFn, *, rules: Sequence[Rule] = ("level",), longest: int = 30) -> tuple[Puzzle, Water]:
    """Draw a puzzle with its water, some of its clues hidden."""
    rng = np.random.default_rng(draw(seeds))
    puzzle, water = random_puzzle(rng, draw(st.integers(1, longest)), draw(st.integers(1, longest)))
    hidden = draw(st.sampled_from([0.0, 0.2, 1.0]))
    columns, rows = (
        [None if rng.random() < hidden else clue for clue in clues]
        for clues in (puzzle.col_clues, puzzle.row_clues)
    )
    return Puzzle(columns, rows, puzzle.regions, rule=draw(st.sampled_from(rules))), water


@st.composite
def tiny_puzzles(
    draw: st.DrawFn, *, longest: int = 4, cells: int = 12, rules: Sequence[Rule] = RULES,
    changes: Sequence[str] = ("keep", "keep", "hide", "hide", "less"),
) -> Puzzle:  # fmt: skip
    """Draw a puzzle of few cells, under either rule, that may have no solution, one or several."""
    rng = np.random.default_rng(draw(seeds))
    rows = draw(st.integers(1, longest))
    cols = draw(st.integers(1, min(longest, cells // rows)))
    puzzle, _ = random_puzzle(rng, rows, cols, mean_size=draw(st.sampled_from([3, 6, 12])))
    change = st.sampled_from(changes)

    def changed(clue: int | None) -> int | None:
        match draw(change):
            case "hide":
                return None
            case "less" if clue:
                return clue - 1
        return clue

    columns, row_clues = (list(map(changed, clues)) for clues in (puzzle.col_clues, puzzle.row_clues))
    return Puzzle(columns, row_clues, puzzle.regions, rule=draw(st.sampled_from(rules)))


def seeded(*words: object) -> np.random.Generator:
    """Return a random generator seeded by words and numbers."""
    return np.random.default_rng([*"/".join(map(str, words)).encode()])


def without_clues(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle that gives no clue."""
    return Puzzle([None] * puzzle.width, [None] * puzzle.height, puzzle.regions)
