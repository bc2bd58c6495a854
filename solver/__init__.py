"""Puzzles in, solutions out, without a pixel."""

from .errors import AquariumError, BadText, InvalidPuzzle, NoSolution, NotWritable, TimedOut
from .puzzle import Puzzle, Solution
from .rules import violations
from .solving import solve

__all__ = [
    "AquariumError",
    "BadText",
    "InvalidPuzzle",
    "NoSolution",
    "NotWritable",
    "Puzzle",
    "Solution",
    "TimedOut",
    "solve",
    "violations",
]
