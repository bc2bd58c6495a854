"""What a reader believes about a puzzle: log-probabilities of clue values and walls, and no pixels."""

from dataclasses import dataclass
from math import exp, log1p

from .puzzle import Clue

LogP = tuple[float, ...]
"""Natural-log probabilities of the values 0, 1, … of a clue and, last, of no clue being there; they add to
1."""


@dataclass(frozen=True)
class Doubt:
    """One clue or wall that may have been misread."""

    what: str
    """In words, naming row and column: "row clue 7 read as 1, or 7"."""
    confidence: float
    """Probability, 0 to 1, that it was read right."""
    box: tuple[int, int, int, int]
    """Where it stands in the picture: left, top, right, bottom in pixels, right and bottom excluded."""


@dataclass(frozen=True)
class Evidence:
    """What was seen of a puzzle of given size."""

    col_clues: tuple[LogP, ...]
    """One for each column."""
    row_clues: tuple[LogP, ...]
    """One for each row."""
    right: tuple[tuple[float, ...], ...]
    """right[row][col]: log-odds of a wall between the cell and the one right of it."""
    below: tuple[tuple[float, ...], ...]
    """below[row][col]: log-odds of a wall between the cell and the one below it."""

    @property
    def log_probability(self) -> float:
        """Natural logarithm of the probability that every clue and wall is what it most probably is."""
        clues = sum(max(values) for values in (*self.col_clues, *self.row_clues))
        sides = sum(-log1p(exp(-abs(odds))) for line in (*self.right, *self.below) for odds in line)
        return clues + sides


def likeliest(values: LogP) -> Clue:
    """Return the most probable value of a clue, None where it most probably is not there."""
    best = max(range(len(values)), key=values.__getitem__)
    return best if best < len(values) - 1 else None
