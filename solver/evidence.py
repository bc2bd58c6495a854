"""What a reader believes about a puzzle: log-probabilities of clue values and walls, without a pixel in it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Doubt:
    """One clue or wall that may have been misread."""

    what: str
    """In words, naming row and column: "row clue 7 read as 1, or 7"."""
    confidence: float
    """Probability, 0 to 1, that it was read right."""
    box: tuple[int, int, int, int]
    """Where it stands in the picture: left, top, right, bottom in pixels, right and bottom excluded."""
