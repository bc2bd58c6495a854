"""A command's pictures: each outcome is printed as it is done; then all are summed up."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from datetime import UTC, datetime
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.globals import get_current_context

from vision.files.errors import ImageUnwritable

from ..batch.gather import Gathering
from ..batch.run import Batch, solve_all
from ..escaping import shell_line
from ..inputs.address import shown_word
from ..inputs.listfile import read_list
from ..inputs.parse import parse_path
from ..inputs.plan import Job, JobPlan, plan_jobs
from ..inputs.walk import FileFilter
from ..inputs.watch import watch
from ..outcome import Outcome
from ..request import Request
from ..status import exit_code
from ..tasks.wording import number_of
from . import desktop
from .advice import IGNORE
from .checks import check_named, check_one_picture, check_streams, fitting, is_meant, usage_errors
from .console import OutputLost, discard, echo_error, end
from .printer import Printer
from .printing import Printing
from .progress import Progress
from .signals import ending_interrupts

if TYPE_CHECKING:  # SQLite takes time to load, which pictures without reports need not
    from ..store.database import Database

ALONE = Batch(workers=1)
"""One picture after the other, in this process."""
FAULTS = (1, 2)
"""Exit codes that are not about pictures: a fault of the program, and nowhere to write."""


def run(
    words: Sequence[str],
    request: Request,
    printing: Printing,
    *,
    output: str | None = None,
    exclusive: Mapping[str, bool] | None = None,
    listed: str | None = None,
    paste: bool,
    grab: bool,
    batch: Batch = ALONE,
    **places: Any,
) -> int:
    """Do what is requested for every picture, print it, and return the exit code.

    `words` name the pictures, `listed` a file of more such words, `paste` the picture in the clipboard, and
    `grab` a region of the screen. At most one of the options in `exclusive` and `-o -` may be given.
    `places` are as for `plan_jobs`.
    """
    check_streams(output, exclusive or {"--json": printing.as_json})
    desktop.check_desktop(printing, output)
    printer = Printer(printing)
    wanted = desktop.taken(paste=paste, grab=grab)
    with usage_errors(), ending_interrupts(), wanted as (taken, printer.named_by):
        named = (*words, *(read_list(listed) if listed is not None else ()), *taken)
        check_named(named, printing)
        plan = plan_jobs(
            named,
            output,
            listed=listed,
            draws=printing.draws,
            suffix=request.task.kind.suffix,
            on_skipped=printer.pass_over,
            **places,
        )
        if not (batch.force or is_meant(plan, request)):
            return 0
        printer.words_to_repeat = _words_to_repeat(plan, output, request)
        printer.to_folder = plan.folder is not None
        return _run(plan, request, printer, fitting(batch, plan))


def run_watch(
    folder: str,
    output: str,
    request: Request,
    printing: Printing,
    *,
    file_filter: FileFilter,
    poll: bool = False,
) -> int:
    """Do what is requested for the pictures that arrive in a folder, and return the exit code."""
    path, printer = parse_path(folder), Printer(printing, several=True)
    with ending_interrupts(), usage_errors():
        pictures = watch(path, file_filter=file_filter, polling=poll, on_skipped=printer.pass_over)
        plan = plan_jobs([folder], output)
        if plan.folder is None:
            seen = f"-o {output} is one PDF, but watch writes an answer for each picture"
            raise click.UsageError(f"{seen}; name a folder")
        with open_database(plan.folder, request) as database:
            if not printing.quiet:
                echo_error(f"watching {path}; press Ctrl-C to stop")
            jobs = plan.arrivals(pictures, database)
            printer.words_to_repeat, printer.to_folder = _words_to_repeat(plan, output, request), True
            return solve_and_print(jobs, request, printer, database=database, watching=True)


def _run(plan: JobPlan, request: Request, printer: Printer, batch: Batch) -> int:
    folder = plan.folder if batch.keep_reports and plan.several else None
    gathering, progress = Gathering(plan.output.document), Progress(plan.inputs.count)
    printer.progress = progress
    with open_database(folder, request) as database, gathering:
        jobs = plan.jobs(database, None if batch.force else progress.skip)
        first = list(islice(jobs, 2))
        printer.several = len(first) + progress.skipped > 1
        if printer.several:
            check_one_picture(request, printer.printing)
        jobs = gathering.jobs(chain(first, jobs))
        code = solve_and_print(jobs, request, printer, batch=batch, database=database)
        if gathering.document is not None:
            code = _end_gathering(gathering, printer, code)
    desktop.hand_over(printer)
    return code


def _end_gathering(gathering: Gathering, printer: Printer, code: int) -> int:
    """Write the one PDF of the answers to several pictures, if all were made; return the exit code."""
    document = gathering.document
    if code == exit_code("interrupted") or not gathering.has_all(printer.progress.statuses.total()):
        echo_error(f"{document} was not written: the run stopped before the last page; run it again")
        return code
    if not gathering.has_answers:
        echo_error(f"{document} was not written: no page has an answer")
        return code
    try:
        pages = gathering.write()
    except ImageUnwritable as error:
        return end("unsaved", f"{document}: {error.what}")
    printer.to_show = document
    if not printer.printing.quiet:
        echo_error(f"{number_of(pages, 'page')} → {document}")
    return code


def solve_and_print(
    jobs: Iterable[Job],
    request: Request,
    printer: Printer,
    *,
    batch: Batch = ALONE,
    database: Database | None = None,
    watching: bool = False,
) -> int:
    """Solve pictures, print each outcome, write the reports, return the exit code; a watch ends by Ctrl-C."""
    started, begun, interrupted = datetime.now(UTC), time.monotonic(), False
    lost: str | None = None
    progress = printer.progress
    try:
        outcomes = solve_all(
            jobs, request, batch=batch, database=database, on_skipped=lambda _: progress.skip()
        )
        shows_progress = printer.several and not printer.printing.quiet and not watching
        with progress if shows_progress else nullcontext(), closing(outcomes):
            _print_all(outcomes, printer, fail_fast=batch.fail_fast)
    except KeyboardInterrupt:
        interrupted = not watching
    except (OutputLost, BrokenPipeError) as error:  # the latter of a picture that is written there
        discard(sys.stdout)
        lost = str(error) if isinstance(error, OutputLost) else ""
    if database is not None:
        from ..store.reports import Run, write_reports  # noqa: PLC0415 — loads what only reports need

        words, counts = shell_line(["aquarium", *_words()]), (progress.statuses.total(), progress.skipped)
        cut = interrupted or lost is not None
        ran = Run(words, request.settings(), started, time.monotonic() - begun, *counts, cut)
        printer.to_show = write_reports(database, ran)
    code = _sum_up(printer, batch, interrupted=interrupted, reports=database is not None)
    return end("unsaved", f"cannot write to standard output: {lost}") if lost else code


def _print_all(outcomes: Iterable[tuple[Job, Outcome]], printer: Printer, *, fail_fast: bool) -> None:
    """Count and print outcomes as they come; with `fail_fast` until the first without an answer."""
    for job, made in outcomes:
        outcome = printer.as_told(made)
        printer.progress.done(outcome.counted_as)
        with printer.progress.aside():
            printer.print_outcome(outcome, job.picture.subfolder)
        if fail_fast and outcome.exit_code and outcome.final_status != "mistaken":
            return


def _sum_up(printer: Printer, batch: Batch, *, interrupted: bool, reports: bool) -> int:
    """Say how it went and, if it was interrupted, how to go on; return the exit code."""
    printer.print_total()
    if reports and not printer.printing.quiet:
        echo_error(f"reports: {printer.to_show}")
    is_kept = reports or printer.to_show is not None or not printer.printing.is_data
    if interrupted and not (is_kept and (printer.several or reports)):
        raise click.Abort
    if interrupted:
        words = [word for word in _words() if word != "--force"]
        no_clobber = [] if reports or batch.no_clobber else ["-n"]
        return end(
            "interrupted", f"interrupted; to continue: {shell_line(['aquarium', *words, *no_clobber])}"
        )
    if batch.exit_zero:
        return exit_code(*(status for status in printer.progress.statuses if exit_code(status) in FAULTS))
    return printer.exit_code


@contextmanager
def open_database(folder: Path | None, request: Request) -> Iterator[Database | None]:
    """Give the database of a folder, if one is to be kept; Unwritable if the folder cannot hold one.

    What was amiss with its files and is mended is said, at the end if it came to light meanwhile.
    """
    if folder is None:
        yield None
        return
    from ..store.database import Database, fingerprint  # noqa: PLC0415 — loads SQLite, which only reports need

    with Database(folder, fingerprint(request.settings())) as database:
        for warning in database.warnings:
            echo_error(warning)
        said = len(database.warnings)
        yield database
    for warning in database.warnings[said:]:
        echo_error(warning)


def _words() -> Sequence[str]:
    """Return the words of the command line as they may be shown."""
    context = get_current_context(silent=True)
    return [shown_word(word) for word in (context and context.find_root().obj) or ()]


def _words_to_repeat(plan: JobPlan, output: str | None, request: Request) -> tuple[str, ...]:
    """Return the words of this command line that another try at one of its pictures needs too.

    The document of several is no place for one of them.
    """
    return (
        *(("-o", shown_word(output)) if output is not None and plan.output.document is None else ()),
        *(("--size", "x".join(map(str, request.size))) if request.size else ()),
        *(("--rule", request.rule) if request.rule else ()),
        *(word for override in request.overrides for word in ("--fix", str(override))),
        *([IGNORE] if request.ignore_entries else ()),
    )
