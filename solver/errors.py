"""One family of errors for what cannot be done: each says what was seen and what to do."""

from typing import NamedTuple

from .message import Message


class TextPlace(NamedTuple):
    """A place in a text."""

    line: int
    """From 1."""
    column: int
    """Of its first sign, from 1."""

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


class AquariumError(Exception):
    """Something about the input that the person can understand and act on."""

    def __init__(self, what: Message, place: str | TextPlace = "") -> None:
        """Keep what was seen, and where: in a text, or the path of a file."""
        super().__init__(what, place)
        self.what = what
        self.place = place

    def __str__(self) -> str:
        """One line: what was seen, where, and what to do."""
        seen = f"{self.what.seen} ({self.place})" if self.place else self.what.seen
        return "; ".join(filter(None, (seen, self.what.advice)))


class InvalidPuzzle(AquariumError):
    """The clues and aquariums do not make a puzzle: every defect is named."""


class NoSolution(AquariumError):
    """A well-formed puzzle that no water fits."""


class TimedOut(AquariumError):
    """The solver was stopped by its time limit before it could answer with proof."""


class BadText(AquariumError):
    """A text form that cannot be read."""

    place: TextPlace


class NotWritable(AquariumError):
    """A puzzle that a text form has no signs for."""
