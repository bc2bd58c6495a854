"""A command's pictures: each is worked on, here or by workers, and told when done; then all are summed up."""

from __future__ import annotations

import contextlib
import importlib
import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click
from click.globals import get_current_context

from ..batch.session import Session, Wishes
from ..inputs.parse import STREAM
from ..inputs.plan import JobPlan, plan_jobs
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
FEW = 4
"""Pictures that are solved in this process unless workers are asked for: starting those takes longer."""


def run(
    pictures: Sequence[str],
    request: Request,
    report: Report,
    *,
    output: str | None = None,
    debug: str | None = None,
    show_reading: bool = False,
    file_filter: FileFilter | None = None,
    wishes: Wishes | None = None,
) -> int:
    """Do what is requested for every picture, tell it, and return the exit code."""
    load_pipeline()
    wishes, skipped = wishes or Wishes(), ignore_skipped if report.quiet else tell_skipped
    with told_plainly():
        asked = plan_jobs(
            pictures,
            output,
            debug,
            show_reading=show_reading,
            suffix=request.task.kind.suffix,
            file_filter=file_filter,
            on_skipped=skipped,
        )
    _make_folder(debug)
    report.options = _again(output, request.size, request.overrides)
    folder = asked.folder if wishes.keeps and asked.several else None
    with told_plainly(), kept(folder, request) as database:
        total = asked.inputs.count() if asked.several and not report.quiet else None
        keeping = replace(request, keep_info=database is not None)
        session = Session(keeping, report, wishes, database, Progress(total))
        return _worked(session, asked)


def _worked(session: Session, asked: JobPlan) -> int:
    """Work through what was asked for, leave the reports, sum up, and return the exit code."""
    request, report, database = session.request, session.report, session.database
    jobs = asked.jobs(database.target_of if database is not None else None)
    first = list(islice(jobs, 2))
    report.several = len(first) > 1
    if request.overrides and report.several:
        raise click.UsageError("--fix speaks of one board, and there are several pictures; give one")
    due = session.due(chain(first, jobs))
    with contextlib.ExitStack() as opened:
        if report.several and not report.quiet:
            opened.enter_context(session.progress)
        head = list(islice(due, FEW + 1))
        executor = opened.enter_context(_executor(session, asked, len(head)))
        try:
            session.work(chain(head, due), executor)
        except BrokenPipeError:  # whoever reads has read enough: `aquarium … | head`
            forget_output()
        except OSError as error:
            forget_output()
            return ended("unsaved", f"standard output cannot be written: {error.strerror}")
    return sum_up(session)


def sum_up(session: Session) -> int:
    """Leave the reports, say how it went and, if it was interrupted, how to go on; return the exit code."""
    words = list(_words())
    session.leave(shlex.join(["aquarium", *words]))
    session.report.conclude(session.standing)
    if session.database is not None:
        from ..store.report_files import PAGE  # noqa: PLC0415 — only runs that keep a database come here

        session.report.result = session.database.folder / PAGE
        if not session.report.quiet:
            say(f"reports: {session.report.result}")
    if session.interrupted and not (session.report.several or session.database):
        raise click.Abort
    if session.interrupted:
        rest = [word for word in words if word != "--force"]
        no_clobber = [] if session.database is not None or session.wishes.no_clobber else ["-n"]
        ended("interrupted", f"interrupted; to go on: {shlex.join(['aquarium', *rest, *no_clobber])}")
    return session.exit_code


@contextmanager
def kept(folder: Path | None, request: Request) -> Iterator[Database | None]:
    """Give the database of a folder, if one is to be kept.

    Raises
    ------
    Unwritable
        If the folder cannot hold one.
    """
    if folder is None:
        yield None
        return
    from ..store.database import Database, fingerprint  # noqa: PLC0415 — loads sqlite, which single pictures need not

    with Database(folder, fingerprint(request.settings())) as database:
        yield database


@contextmanager
def told_plainly() -> Iterator[None]:
    """Turn what keeps a whole run from going on into one line of wrong usage."""
    from solver.errors import AquariumError  # noqa: PLC0415 — the solver's package takes time to load

    try:
        yield
    except AquariumError as error:
        place = f"{error.place}: " if getattr(error, "place", "") else ""
        advice = f"; {error.advice}" if error.advice else ""
        raise click.UsageError(f"{place}{error.message}{advice}") from None
    except BrokenExecutor as error:
        raise click.UsageError(f"the work cannot go on: {error}; try it with -j 1") from None


@contextmanager
def _executor(session: Session, asked: JobPlan, due: int) -> Iterator[Executor]:
    """Give what does the work: a cluster, worker processes, or this process for one picture or few."""
    from ..batch.cores import usable_cores  # noqa: PLC0415 — as below
    from ..batch.run import InProcess, executor_for, hard_limit  # noqa: PLC0415 — takes time, which help has not

    wishes, limit = session.wishes, hard_limit(session.request)
    if wishes.cluster is not None:
        if asked.inputs.reads_stdin:
            raise click.UsageError("a cluster cannot read standard input; name files, or leave out --cluster")
        from ..batch.cluster import cluster  # noqa: PLC0415 — loads distributed, an extra

        with cluster(wishes.cluster, limit=limit) as executor:
            yield executor
    elif asked.inputs.reads_stdin or due <= (1 if wishes.workers else FEW):
        yield InProcess()
    else:
        with executor_for(wishes.workers or usable_cores(), limit) as executor:
            yield executor


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


def load_pipeline() -> None:
    """Load what reads and solves, once for all pictures; say what a bare server lacks for it."""
    try:
        importlib.import_module("pipeline")
        importlib.import_module("cv2").setNumThreads(1)  # the work is too small for more to pay
    except ImportError as error:
        package = next((deb for name, deb in MISSING_LIBRARIES.items() if name in str(error)), None)
        if package is None:
            raise
        raise click.UsageError(
            f"OpenCV cannot be loaded ({error}); install what it needs with: apt install {package}, "
            "or an OpenCV without windows: pip install opencv-python-headless"
        ) from None


def tell_skipped(path: str, why: str) -> None:
    """Say of something in a folder that it is passed over, and why."""
    say(f"{path}: passed over, {why}")


def ended(ending: str, message: str) -> int:
    """Say in one line how the whole program ended, and return its exit code."""
    with contextlib.suppress(OSError):  # standard error may have gone as well
        say(f"aquarium: {' '.join(message.split())}")
    return exit_code(ending)


def forget_output() -> None:
    """Let Python flush into nothing at its end, where it would complain of the reader that has gone."""
    with contextlib.suppress(OSError, ValueError, AttributeError):  # closed already, or no file (in tests)
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


def _again(
    output: str | None, size: tuple[int, int] | None, overrides: tuple[Override, ...]
) -> tuple[str, ...]:
    """Return the words of this command line that another try at one of its pictures needs too."""
    return (
        *(("-o", output) if output is not None else ()),
        *(("--size", "x".join(map(str, size))) if size else ()),
        *(word for override in overrides for word in ("--fix", str(override))),
    )
