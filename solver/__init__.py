"""Puzzles in, solutions out, without a pixel."""

from .cpsat import solve
from .errors import AquariumError, BadText, InvalidPuzzle, NoSolution, NotWritable, TimedOut
from .puzzle import Puzzle, Solution
from .rules import violations

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
