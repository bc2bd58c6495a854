"""A command's pictures: each outcome is printed as it is done; then all are summed up."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click
from click.globals import get_current_context

from solver.errors import AquariumError

from ..batch.load import load_pipeline
from ..batch.options import BatchOptions
from ..inputs.parse import STREAM
from ..inputs.plan import Job, plan_jobs
from ..inputs.walk import FileFilter, ignore_skipped
from ..outcome import exit_code
from ..request import Request
from .console import Report, say
from .progress import Progress

if TYPE_CHECKING:  # importing them takes time, which `aquarium --help` must not
    from solver.belief.overrides import Override

    from ..store.database import Database

MISSING_LIBRARIES = {"libGL": "libgl1", "libgthread": "libglib2.0-0", "libglib": "libglib2.0-0"}
"""What OpenCV asks of a system with a screen, and the Debian packages that bring it."""
FAULTS = (1, 2)
"""Exit codes that are not about pictures: a fault of the program, and nowhere to write."""


def run(
    pictures: Sequence[str],
    request: Request,
    report: Report,
    *,
    output: str | None = None,
    debug: str | None = None,
    show_reading: bool = False,
    file_filter: FileFilter | None = None,
    options: BatchOptions | None = None,
) -> int:
    """Do what is requested for every picture, print it, and return the exit code."""
    load_or_explain()
    options = options or BatchOptions(workers=1)
    with usage_errors():
        plan = plan_jobs(
            pictures,
            output,
            debug,
            show_reading=show_reading,
            suffix=request.task.kind.suffix,
            file_filter=file_filter,
            on_skipped=ignore_skipped if report.quiet else print_skipped,
        )
    _make_folder(debug)
    report.options = _options_to_repeat(output, request.size, request.overrides)
    if plan.inputs.reads_stdin and options.cluster:
        raise click.UsageError("a cluster cannot read standard input; name files, or leave out --cluster")
    options = replace(options, workers=1) if plan.inputs.reads_stdin else options
    folder = plan.folder if options.keep_reports and plan.several else None
    with usage_errors(), open_database(folder, request) as database:
        progress = Progress(plan.inputs.count() if plan.several and not report.quiet else None)
        jobs = plan.jobs(database.target_of if database is not None else None)
        first = list(islice(jobs, 2))
        report.several = len(first) > 1
        if request.overrides and report.several:
            raise click.UsageError("--fix speaks of one board, and there are several pictures; give one")
        return solve_and_print(
            chain(first, jobs), request, report, options=options, database=database, progress=progress
        )


def solve_and_print(
    jobs: Iterable[Job],
    request: Request,
    report: Report,
    *,
    options: BatchOptions,
    database: Database | None,
    progress: Progress,
    watching: bool = False,
) -> int:
    """Solve pictures, print each outcome, write the reports, return the exit code; a watch ends by Ctrl-C."""
    from ..batch.run import solve_all  # noqa: PLC0415 — loads multiprocessing, which help need not

    started, begun, interrupted = datetime.now(UTC), time.monotonic(), False
    try:
        with ExitStack() as opened:
            if report.several and not report.quiet and not watching:
                opened.enter_context(progress)
            outcomes = solve_all(jobs, request, options=options, database=database, on_skipped=progress.skip)
            for _, outcome in opened.enter_context(closing(outcomes)):
                with progress.aside():
                    report.tell(outcome)
                progress.done(outcome.final_status)
                if options.fail_fast and outcome.exit_code:
                    break
    except KeyboardInterrupt:
        interrupted = not watching
    except OSError as error:
        forget_output()
        if not isinstance(error, BrokenPipeError):  # else whoever reads has read enough: `aquarium … | head`
            return ended("unsaved", f"standard output cannot be written: {error.strerror}")
    if database is not None:
        from ..store.reports import Run, write_reports  # noqa: PLC0415 — loads what only reports need

        words, counts = shlex.join(["aquarium", *_words()]), (progress.statuses.total(), progress.skipped)
        ran = Run(words, request.settings(), started, time.monotonic() - begun, *counts, interrupted)
        report.result = write_reports(database, ran)
    return _sum_up(report, options, progress, interrupted=interrupted, reports=database is not None)


def _sum_up(
    report: Report, options: BatchOptions, progress: Progress, *, interrupted: bool, reports: bool
) -> int:
    """Say how it went and, if it was interrupted, how to go on; return the exit code."""
    report.conclude(progress.skipped)
    if reports and not report.quiet:
        say(f"reports: {report.result}")
    if interrupted and not (report.several or reports):
        raise click.Abort
    if interrupted:
        words = [word for word in _words() if word != "--force"]
        no_clobber = [] if reports or options.no_clobber else ["-n"]
        return ended("interrupted", f"interrupted; to go on: {shlex.join(['aquarium', *words, *no_clobber])}")
    if options.exit_zero:
        return exit_code(*(status for status in progress.statuses if exit_code(status) in FAULTS))
    return report.exit_code


@contextmanager
def open_database(folder: Path | None, request: Request) -> Iterator[Database | None]:
    """Give the database of a folder, if one is to be kept.

    Raises
    ------
    Unwritable
        If the folder cannot hold one.
    """
    if folder is None:
        yield None
        return
    from ..store.database import Database, fingerprint  # noqa: PLC0415 — loads SQLite, which only reports need

    with Database(folder, fingerprint(request.settings())) as database:
        yield database


@contextmanager
def usage_errors() -> Iterator[None]:
    """Turn what keeps a whole run from going on into one line of wrong usage."""
    try:
        yield
    except AquariumError as error:
        place = f"{error.place}: " if getattr(error, "place", "") else ""
        advice = f"; {error.advice}" if error.advice else ""
        raise click.UsageError(f"{place}{error.message}{advice}") from None
    except BrokenExecutor as error:
        raise click.UsageError(f"the work cannot go on: {error}; try it with -j 1") from None


def check_streams(output: str | None, *words: tuple[str, bool]) -> None:
    """Check that at most one thing goes to standard output: `words` are options and whether they are given.

    Raises
    ------
    click.UsageError
        If several are.
    """
    if sum(given for _, given in words) + (output == STREAM) > 1:
        names = f"{', '.join(name for name, _ in words)} and -o -"
        raise click.UsageError(f"{names} all write to standard output; choose one of them")


def load_or_explain() -> None:
    """Load what reads and solves, once for all pictures; say what a bare server lacks for it."""
    try:
        load_pipeline()
    except ImportError as error:
        package = next((deb for name, deb in MISSING_LIBRARIES.items() if name in str(error)), None)
        if package is None:
            raise
        raise click.UsageError(
            f"OpenCV cannot be loaded ({error}); install what it needs with: apt install {package}, "
            "or an OpenCV without windows: pip install opencv-python-headless"
        ) from None


def print_skipped(path: str, why: str) -> None:
    """Say of something in a folder that it is passed over, and why."""
    say(f"{path}: passed over, {why}")


def ended(status: str, message: str) -> int:
    """Say in one line how the whole program ended, and return its exit code."""
    with suppress(OSError):  # standard error may have gone as well
        say(f"aquarium: {' '.join(message.split())}")
    return exit_code(status)


def forget_output() -> None:
    """Let Python flush into nothing at its end, where it would complain of the reader that has gone."""
    with suppress(OSError, ValueError, AttributeError):  # closed already, or no file (in tests)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _words() -> Sequence[str]:
    """Return the words that the program was started with."""
    context = get_current_context(silent=True)
    return (context and context.find_root().obj) or ()


def _make_folder(debug: str | None) -> None:
    """Fail before the work, not in its middle."""
    if debug is not None:
        try:
            Path(debug).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            seen = f"--debug {debug} cannot be made a folder: {error.strerror}"
            raise click.UsageError(f"{seen}; choose another") from None


def _options_to_repeat(
    output: str | None, size: tuple[int, int] | None, overrides: tuple[Override, ...]
) -> tuple[str, ...]:
    """Return the words of this command line that another try at one of its pictures needs too."""
    return (
        *(("-o", output) if output is not None else ()),
        *(("--size", "x".join(map(str, size))) if size else ()),
        *(word for override in overrides for word in ("--fix", str(override))),
    )
