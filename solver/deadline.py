"""Time: a budget that counts work at the prices here, the clock stopping only what hangs; and a stopwatch."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from .errors import TimedOut
from .message import Message

HANGS = 10.0
"""Times the limit after which the clock stops what its work did not: a computer is that slow, or that busy,
only if something is wrong with it."""
LEAST_CLOCK = 10.0
"""Seconds that the clock grants even to the smallest limit: files may be slow to load."""
CHECK_LIMIT = 2.0
"""Seconds of work for making sure that no other puzzle may be meant, where none are granted for repairing."""
# What work counts as, in seconds that it takes on a usual computer
LOADING = 0.25
"""The first CP-SAT model of a deadline: to load it takes as long, and counts whether it was loaded or not."""
MODELLED_CELL = 6e-6
"""Making a CP-SAT model, for each cell of the board."""
MODEL_RUN = 1e-3
"""Running one, whatever it holds."""
DETERMINISTIC = 1.0
"""And for each unit of CP-SAT's own count of work: a second was 0.3 to 0.8 of them in runs of boards up to
100 x 100, more where they were long, and 1.2 where the likeliest clues were looked for."""
SEARCHED_CELL, SEARCHED_LINE = 3e-6, 2.5e-6
"""A search without a model: each cell of the board before the first line, then each line settled. Measured on
boards of 6 x 6 to 30 x 30."""
COUNTED_LINE, COUNTED_PAIR = 5e-6, 1.5e-5
"""Counting a line for an explanation, and two together, remembered states among them."""
FOLLOWED_LINE = 1e-6
"""Following a supposition, for each line of the board."""
LOOKED_AT_CELL = 0.5e-6
"""Looking at a whole board for the next step, for each of its cells."""


class Deadline:
    """Counts down work, in seconds that it would take alone on a usual computer.

    So the same puzzle gets the same answer on a busy computer as on an idle one.
    """

    def __init__(self, limit: float) -> None:
        """Grant so many seconds of work."""
        self.limit = limit
        self.work_left = limit
        self.has_model = False
        """Whether loading CP-SAT was counted; it is for every deadline, loaded or not."""
        self.end = time.monotonic() + max(HANGS * limit, LEAST_CLOCK)

    @classmethod
    def of(cls, limit: float | Deadline) -> Deadline:
        """Return a deadline of so many seconds, or the one that is shared."""
        return limit if isinstance(limit, Deadline) else cls(limit)

    def spend(self, seconds: float) -> None:
        """Count work that was done."""
        self.work_left -= seconds

    def clock_left(self) -> float:
        """Return the seconds of the clock that are left, 0 when they are up."""
        return max(0.0, self.end - time.monotonic())

    def check(self, doing: Message) -> None:
        """Raise TimedOut, saying what was being done, when the work is spent or the clock stops it."""
        if self.work_left <= 0 or time.monotonic() >= self.end:
            raise self.timed_out(doing)

    def timed_out(self, doing: Message) -> TimedOut:
        """Return the error that says so."""
        return TimedOut(Message("out_of_time", doing=doing, limit=self.limit))


@contextmanager
def timed(seconds: dict[str, float], stage: str) -> Iterator[None]:
    """Note the wall-clock seconds of a stage that comes to its end."""
    start = time.perf_counter()
    yield
    seconds[stage] = time.perf_counter() - start
