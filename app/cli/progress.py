"""How far a run is, on standard error: a bar on a terminal, elsewhere a plain line now and then."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, TextIO

from .process import echo_error, losing_errors

if TYPE_CHECKING:  # loading rich takes a tenth of a second, which a single picture must not
    from rich.progress import Progress as Bar

PLAIN_SECONDS = 30.0
"""Seconds between two lines where there is no terminal: a log of a night has a thousand."""
RATE_SECONDS = 120.0
"""Seconds over which the rate is taken that foretells the time left."""
REFRESHES_PER_SECOND = 4
"""Times a second that the bar is drawn anew."""


class Progress:
    """Tells how many pictures are done, how many there are, how fast it goes and how it ended.

    While a bar is there, whatever else is written belongs into `with progress.aside()`.
    """

    def __init__(
        self, total: int | Callable[[], int] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Take how many pictures there are, or what counts them when that is needed, and a clock."""
        self._total = total
        self.statuses: Counter[str] = Counter()
        """How many pictures ended how."""
        self.earlier: Counter[str] = Counter()
        """How pictures ended that were done already."""
        self._bar: Bar | None = None
        self._is_shown = False
        self._clock = clock
        self._started = self._printed = clock()

    def __enter__(self) -> Progress:
        """Show the bar, on a terminal; elsewhere plain lines."""
        self._is_shown = True
        self._started = self._printed = self._clock()
        if sys.stderr and sys.stderr.isatty() and os.environ.get("TERM") != "dumb":  # which moves no cursor
            self._bar = _bar(sys.stderr)
            self._bar.add_task("", total=self.total, rate="", counts="")
            with losing_errors():
                self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Take the bar away; elsewhere print the last state, if one was printed before."""
        if self._bar is not None:
            with losing_errors():
                self._bar.stop()
        elif self._printed > self._started:
            echo_error(self.line())

    @property
    def total(self) -> int | None:
        """How many pictures there are besides those skipped, if that is known."""
        if callable(self._total):
            self._total = self._total()
        return self._total and self._total - self.skipped

    @property
    def skipped(self) -> int:
        """How many pictures were done already."""
        return self.earlier.total()

    def skip(self, status: str) -> None:
        """Count a picture that was done already, and ended so."""
        self.earlier[status] += 1

    def done(self, status: str) -> None:
        """Count one picture that ended so."""
        self.statuses[status] += 1
        now = self._clock()
        if self._bar is not None:
            done = self.statuses.total()
            rate = f"{done / max(now - self._started, 1e-9):.1f}/s"
            task = self._bar.tasks[0].id
            with losing_errors():
                self._bar.update(task, completed=done, total=self.total, rate=rate, counts=self._counts())
        elif self._is_shown and now - self._printed >= PLAIN_SECONDS:
            self._printed = now
            echo_error(self.line())

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Take the bar away for the time in which something else is written, which then stands above it."""
        if self._bar is None:
            yield
            return
        with losing_errors():
            self._bar.stop()
        try:
            yield
        finally:
            with losing_errors():
                self._bar.start()

    def line(self) -> str:
        """Return in one line how far it is."""
        done, spent = self.statuses.total(), self._clock() - self._started
        of = f"{done:,} of {self.total:,} pictures" if self.total else f"{done:,} pictures"
        rate = done / spent if spent > 0 else 0.0
        parts = [of, f"{rate:.1f} per second"]
        if self.total and rate and done < self.total:
            parts.append(f"{timedelta(seconds=round((self.total - done) / rate))} left")
        return ", ".join(parts) + (f": {self._counts()}" if done else "")

    def _counts(self) -> str:
        counts = self.statuses.most_common()
        return ", ".join(f"{count:,} {status.replace('_', ' ')}" for status, count in counts)


def _bar(stream: TextIO) -> Bar:
    from rich import console, progress  # noqa: PLC0415 — take a tenth of a second, which a single picture must not

    class Console(console.Console):
        def on_broken_pipe(self) -> None:
            raise  # noqa: PLE0704 — it is called where the error is handled; rich itself would end the program

    columns = (
        progress.BarColumn(bar_width=24),
        progress.MofNCompleteColumn(),
        progress.TextColumn("{task.fields[rate]}"),
        progress.TimeRemainingColumn(compact=True),
        progress.TextColumn("{task.fields[counts]}"),
    )
    return progress.Progress(
        *columns,
        console=Console(file=stream, stderr=True),
        refresh_per_second=REFRESHES_PER_SECOND,
        speed_estimate_period=RATE_SECONDS,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
