"""Jobs of one run → every outcome told and written down; answers that stand already are left as they are."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..cli.console import Report
from ..cli.progress import Progress
from ..inputs.plan import Job
from ..outcome import exit_code

if TYPE_CHECKING:  # importing them takes a tenth of a second, which a single picture need not wait for
    from ..request import Request
    from ..store.database import Database

FAULTS = (1, 2)
"""Exit codes that are not about pictures: a fault of the program, and nowhere to write."""


@dataclass(frozen=True)
class Wishes:
    """How a run goes about its pictures."""

    workers: int = 1
    """Processes; 0 for one per usable core."""
    cluster: str | None = None
    """Address of a dask cluster to work on."""
    fail_fast: bool = False
    """Whether the first picture without an answer ends the run."""
    exit_zero: bool = False
    """Whether the exit code says nothing of pictures without an answer."""
    no_clobber: bool = False
    """Whether whatever is where an answer belongs stays."""
    force: bool = False
    """Whether answers that stand are made anew."""
    keeps: bool = False
    """Whether reports are left in a folder of answers."""


@dataclass
class Session:
    """One run over pictures."""

    request: Request
    report: Report
    wishes: Wishes
    database: Database | None
    progress: Progress
    standing: int = 0
    """Pictures whose answers stood already."""
    done: int = 0
    """Pictures worked on."""
    interrupted: bool = False
    began: float = field(default_factory=time.monotonic)
    started: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def exit_code(self) -> int:
        """The gravest of what became of pictures, unless that is not asked for, and of the run."""
        if self.interrupted:
            return exit_code("interrupted")
        if self.wishes.exit_zero:
            return exit_code(*(ending for ending in self.report.endings if exit_code(ending) in FAULTS))
        return self.report.exit_code

    def due(self, jobs: Iterable[Job]) -> Iterator[Job]:
        """Yield the jobs whose answers do not stand."""
        for job in jobs:
            if self._stands(job):
                self.standing += 1
                if self.progress.total:
                    self.progress.total -= 1
            else:
                yield job

    def work(self, jobs: Iterable[Job], executor: Executor) -> None:
        """Solve the jobs, tell each outcome as it comes and write it down.

        Raises
        ------
        Unwritable
            If the ledger cannot grow.
        BrokenExecutor
            If the executor takes no more work.
        OSError
            If standard output cannot be written.
        """
        from .run import run, solve_lightly  # noqa: PLC0415 — as above

        try:
            with closing(run(jobs, partial(solve_lightly, request=self.request), executor)) as landed:
                for job, outcome in landed:
                    if self.database is not None:
                        self.database.add(job, outcome.to_dict(), outcome.picture_info)
                    with self.progress.aside():
                        self.report.tell(outcome)
                    self.progress.done(outcome.final_status)
                    self.done += 1
                    if self.wishes.fail_fast and outcome.exit_code:
                        return
        except KeyboardInterrupt:
            self.interrupted = True

    def leave(self, command: str) -> None:
        """Write the reports, if they are kept.

        Raises
        ------
        Unwritable
            If some cannot be written.
        """
        if self.database is None:
            return
        from ..store.reports import Run, write_reports  # noqa: PLC0415 — as above

        spent = time.monotonic() - self.began
        told = Run(
            *(command, self.request.settings(), self.started, spent, self.done, self.standing),
            interrupted=self.interrupted,
        )
        write_reports(self.database, told)

    def _stands(self, job: Job) -> bool:
        if self.database is not None:
            why = self.database.reason(job, force=self.wishes.force, no_clobber=self.wishes.no_clobber)
            return why is None
        return self.wishes.no_clobber and isinstance(job.target, Path) and os.path.lexists(job.target)
