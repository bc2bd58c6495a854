"""A deadline shared by propagation, search and CP-SAT."""

import time

from .errors import TimedOut


class Deadline:
    """Counts seconds down from now."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.end = time.monotonic() + limit

    def left(self) -> float:
        """Return the seconds that are left, 0 when the time is up."""
        return max(0.0, self.end - time.monotonic())

    def check(self, doing: str) -> None:
        """Raise TimedOut, saying what was being done, when the time is up."""
        if not self.left():
            raise self.timed_out(doing)

    def timed_out(self, doing: str) -> TimedOut:
        """Return the error that says so."""
        seen = f"out of time while {doing}: the limit is {self.limit:g} s"
        return TimedOut(seen, "allow more with --time-limit")
