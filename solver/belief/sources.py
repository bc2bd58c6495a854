"""Where puzzles come from: how probable one with several solutions is, or a misprint, before it is seen.

Most puzzles were checked: they have exactly one solution. Some were never checked, by generators that do not,
or by people who draw their own; and now and then one is misprinted. All are compared with one of those that
were checked, and as natural logarithms.
"""

from __future__ import annotations

from math import log, log1p, sqrt

from ..puzzle import Puzzle

NEVER_CHECKED = 1 / 20
"""Share of the pictures whose puzzle nobody has checked for having one solution."""
MISPRINTED = 1 / 200
"""Share of the pictures whose puzzle is misprinted: a clue or a wall is not the one that was meant."""
HALF = 0.35
"""Of random puzzles half have one solution where aquariums have so many cells for each cell of a square
board's side: measured from 4 × 4 to 20 × 20, by `benchmarks.proofs --shares`."""
STEEPNESS = 8
"""How fast that share grows with their size, as the power of the odds."""
FEWEST = 0.01
"""No share is measured below: 0 of 60 to 150 puzzles each."""


def share_with_one_solution(puzzle: Puzzle) -> float:
    """Return what share of the random puzzles of this size, with so many aquariums, has one solution."""
    cells = puzzle.height * puzzle.width
    mean = cells / max(map(max, puzzle.regions))
    return max(FEWEST, 1 / (1 + (HALF * sqrt(cells) / mean) ** STEEPNESS))


def several_solutions(puzzle: Puzzle) -> float:
    """Return how much less probable a puzzle like this is that has several solutions, in natural log.

    Of those that were never checked each is as probable as any other.
    """
    return log1p((1 - NEVER_CHECKED) / (NEVER_CHECKED * share_with_one_solution(puzzle)))


def misprint(height: int, width: int) -> float:
    """Return how much less probable one certain misprint is: one clue otherwise, or one side."""
    ways = 2 * height * width + height * (width - 1) + width * (height - 1)
    return log(ways) - log(MISPRINTED)
