"""A puzzle that may be the one in the picture."""

from dataclasses import dataclass

from ..puzzle import Puzzle, Water


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A puzzle with exactly one solution."""

    puzzle: Puzzle
    water: Water
    """water[row][col]."""
    log_odds: float
    """How much less probable it is, in natural log, than every clue and side as it looks."""
