"""One family of errors for what cannot be done: each says what was seen and what to do."""


class AquariumError(Exception):
    """Something about the input that the person can understand and act on."""

    def __init__(self, message: str, advice: str = "", place: str = "") -> None:
        """Keep what was seen (`message`), what to do (`advice`) and where it was (`place`)."""
        super().__init__(message)
        self.message = message
        self.advice = advice
        self.place = place

    def __str__(self) -> str:
        """One line: what was seen, where, and what to do."""
        seen = f"{self.message} ({self.place})" if self.place else self.message
        return f"{seen}; {self.advice}" if self.advice else seen


class InvalidPuzzle(AquariumError):
    """The clues and aquariums do not make a puzzle: every defect is in the message."""


class NoSolution(AquariumError):
    """A well-formed puzzle that no water fits."""


class TimedOut(AquariumError):
    """The solver was stopped by its time limit before it could answer with proof."""


class BadText(AquariumError):
    """A text form that cannot be read: the place names line and column."""


class NotWritable(AquariumError):
    """A puzzle that a text form has no signs for."""
