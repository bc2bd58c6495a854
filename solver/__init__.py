"""Puzzles in, solutions out, without a pixel. A name loads its module when it is first used."""

from typing import TYPE_CHECKING

from .lazy import load_on_use

if TYPE_CHECKING:
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

if not TYPE_CHECKING:  # who checks types would take every name for one of these
    __getattr__ = load_on_use(
        __name__,
        {
            **dict.fromkeys(
                ("AquariumError", "BadText", "InvalidPuzzle", "NoSolution", "NotWritable", "TimedOut"),
                "errors",
            ),
            "Puzzle": "puzzle",
            "Solution": "puzzle",
            "solve": "solving",
            "violations": "rules",
        },
    )
