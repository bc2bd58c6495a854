"""A command's pictures: each outcome is printed as it is done; then all are summed up."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, nullcontext
from datetime import UTC, datetime
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.globals import get_current_context

from solver.errors import AquariumError
from vision.files.errors import ImageUnwritable

from ..batch.run import Batch, solve_all
from ..escaping import shell_line
from ..inputs.folders import FileFilter, watch
from ..inputs.naming import file_key
from ..inputs.plan import Job, JobPlan, nothing_is_known, plan_jobs
from ..inputs.words import STREAM, Input, parse_path
from ..outcome import Outcome
from ..request import Request
from ..sentences import Message, UsageError
from ..status import exit_code
from ..tasks.wording import number_of
from .parameters import Printing
from .printer import IGNORE, Printer
from .process import OutputLost, confirmed, discard, echo_error, end, ending_interrupts
from .progress import Progress

if TYPE_CHECKING:  # SQLite takes time to load, which pictures without reports need not
    from ..store.database import Database

ALONE = Batch(workers=1)
"""One picture after the other, in this process."""
SOLVING = ("solve", "solutions")
"""Tasks that leave reports in a folder of answers, and are hardly meant for what is an answer already."""
NO_PIXELS = ".svg"
"""Ends the names of answers that have no pixels."""
FAULTS = (1, 2)
"""Exit codes that are not about pictures: a fault of the program, and nowhere to write."""


def run(
    words: Sequence[str],
    request: Request,
    printing: Printing,
    *,
    output: str | None = None,
    exclusive: Mapping[str, bool] | None = None,
    paste: bool,
    batch: Batch,
    **places: Any,
) -> int:
    """Do what is requested for every picture, print it, and return the exit code.

    `words` name the pictures, and `paste` the picture in the clipboard. At most one of the options in
    `exclusive` and `-o -` may be given. `places` are as for `plan_jobs`.
    """
    check_streams(output, exclusive or {"--json": printing.as_json})
    check_can_copy(printing, output)
    printer = Printer(printing)
    with usage_errors(), ending_interrupts(), ExitStack() as opened:
        named: list[str | Input] = [*words]
        if paste:
            from .desktop import pasted  # noqa: PLC0415 — loads what starts programs

            named.append(opened.enter_context(pasted()))
        if not named:
            example = shell_line(["aquarium", *printing.command[:1], "shot.png"])
            raise UsageError(Message("no_picture", example=example))
        suffix = request.task.suffix
        places |= {"draws": printing.draws, "suffix": suffix, "on_skipped": printer.pass_over}
        plan = plan_jobs(named, output, **places)
        if not (batch.force or is_meant(plan, request)):
            return 0
        printer.words_to_repeat = _words_to_repeat(plan, output, request)
        printer.to_folder = plan.folder is not None
        return _run(plan, request, printer, fitting(batch, plan))


def run_watch(
    folder: str, output: str, request: Request, printing: Printing, *, file_filter: FileFilter, poll: bool
) -> int:
    """Do what is requested for the pictures that arrive in a folder, and return the exit code."""
    path, printer = parse_path(folder), Printer(printing, several=True)
    with ending_interrupts(), usage_errors():
        pictures = watch(path, file_filter=file_filter, polling=poll, on_skipped=printer.pass_over)
        plan = plan_jobs([folder], output)
        if plan.folder is None:
            seen = f"-o {output} is one PDF, but watch writes an answer for each picture"
            raise click.UsageError(f"{seen}; name a folder")
        with open_database(plan.folder) as database:
            if not printing.quiet:
                echo_error(f"watching {path}; press Ctrl-C to stop")
            jobs = plan.arrivals(pictures, database.target_of)
            printer.words_to_repeat, printer.to_folder = _words_to_repeat(plan, output, request), True
            return solve_and_print(jobs, request, printer, database=database, watching=True)


def _run(plan: JobPlan, request: Request, printer: Printer, batch: Batch) -> int:
    folder = plan.folder if request.task.name in SOLVING and plan.several else None
    progress = printer.progress = Progress(plan.inputs.count_all)
    with open_database(folder) if folder else nullcontext() as database:
        asked = "" if database is None else request.fingerprint()

        def is_done(path: str) -> bool:
            if database is None or batch.force:
                return False
            done = database.find(file_key(database.real, path))
            if done is None or not done.has_answer or not done.is_current(path, asked):
                return False
            progress.skip(done.status)
            return True

        jobs = plan.jobs(nothing_is_known if database is None else database.target_of, is_done)
        first = list(islice(jobs, 2))
        printer.several = len(first) + progress.skipped > 1
        if printer.several:
            check_one_picture(request, printer.printing)
        jobs = chain(first, jobs)
        if plan.output.document is None:
            code = solve_and_print(jobs, request, printer, batch=batch, database=database)
        else:
            code = _gather(jobs, plan.output.document, request, printer, batch)
    hand_over(printer)
    return code


def _gather(jobs: Iterable[Job], document: Path, request: Request, printer: Printer, batch: Batch) -> int:
    """Solve pictures and write their answers as one PDF, if all were made; return the exit code."""
    from ..batch.gather import Gathering  # noqa: PLC0415 — loads what makes folders for a while

    with Gathering(document) as gathering:
        code = solve_and_print(gathering.jobs(jobs), request, printer, batch=batch)
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
            jobs,
            request,
            batch=batch,
            database=database,
            on_skipped=progress.skip,
            all_doubts=printer.printing.verbose,
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
def open_database(folder: Path) -> Iterator[Database]:
    """Give the database of a folder; Unwritable if the folder cannot hold one."""
    from ..store.database import Database  # noqa: PLC0415 — loads SQLite, which only reports need
    from ..store.reports import check_foreign  # noqa: PLC0415 — as above

    with Database(folder) as database:
        if database.warning:
            echo_error(database.warning)
        if not len(database):
            check_foreign(folder)
        yield database


def _words() -> Sequence[str]:
    """Return the words of the command line."""
    context = get_current_context(silent=True)
    return (context and context.find_root().obj) or ()


def _words_to_repeat(plan: JobPlan, output: str | None, request: Request) -> tuple[str, ...]:
    """Return the words of this command line that another try at one of its pictures needs too.

    The document of several is no place for one of them.
    """
    stated = request.overrides
    return (
        *(("-o", output) if output is not None and plan.output.document is None else ()),
        *(("--size", "x".join(map(str, stated.size))) if stated.size else ()),
        *(("--rule", stated.rule) if stated.rule else ()),
        *(word for override in stated.places for word in ("--fix", str(override))),
        *([IGNORE] if stated.ignore_entries else ()),
    )


@contextmanager
def usage_errors() -> Iterator[None]:
    """Turn what keeps a whole run from going on into one line of wrong usage."""
    try:
        os.getcwd()  # noqa: PTH109 — Path.cwd does the same
    except FileNotFoundError:
        raise click.UsageError("the current folder no longer exists; change to another: cd") from None
    try:
        yield
    except AquariumError as error:
        place = f"{error.place}: " if error.place else ""
        raise click.UsageError(f"{place}{error.what}") from None


def check_streams(output: str | None, exclusive: Mapping[str, bool]) -> None:
    """Check that at most one thing goes to standard output, of `exclusive` options and the picture."""
    streaming = [option for option, given in {**exclusive, "-o -": output == STREAM}.items() if given]
    if len(streaming) > 1:
        names, every = f"{', '.join(exclusive)} and -o -", "all" if len(exclusive) > 1 else "both"
        raise click.UsageError(f"{names} {every} write to standard output; choose one")
    if streaming and sys.stdout is None:
        seen = f"{streaming[0]} writes to standard output, which is closed"
        raise click.UsageError(f"{seen}; add > FILE")


def check_can_copy(printing: Printing, output: str | None) -> None:
    """Check before the work that its answer can be copied; UsageError if not."""
    if printing.copy and output is not None and (output == STREAM or output.lower().endswith(NO_PIXELS)):
        raise click.UsageError(f"--copy cannot be used with -o {output}; name a file like answer.png")


def hand_over(printer: Printer) -> None:
    """Copy and open the last answer, as far as that is asked for."""
    printing = printer.printing
    if printing.copy or printing.opens:
        from .desktop import show  # noqa: PLC0415 — as above

        show(printer)


def check_one_picture(request: Request, printing: Printing) -> None:
    """Check that nothing is asked that is for one picture where there are several."""
    asked = {"--fix": request.overrides.places, "--as-read": request.overrides.as_read}
    for option, given in {**asked, "--copy": printing.copy}.items():
        if given:
            raise click.UsageError(f"{option} is for one picture, but there are several; name one")


def is_meant(plan: JobPlan, request: Request) -> bool:
    """Ask whether an answer that is named alone is to be solved; UsageError if there is nobody to ask.

    Its text, an explanation or a check of it may well be wanted.
    """
    answer = plan.named_answer
    if answer is None or request.task.name not in SOLVING:
        return True
    seen = f"{answer} is an answer of this program"
    agreed = confirmed(f"{seen}; solve it anyway?")
    if agreed is None:
        raise UsageError(Message("answer_given", answer=str(answer)))
    return agreed


def fitting(batch: Batch, plan: JobPlan) -> Batch:
    """Return how to go about the pictures, checked against where they come from and go to."""
    if (document := plan.output.document) is not None:
        if batch.cluster:
            seen = "--cluster cannot write one PDF of all answers"
            raise click.UsageError(f"{seen}; leave it out, or name a folder")
        if batch.no_clobber and document.exists():
            raise click.UsageError(f"{document} exists, and -n overwrites nothing; choose another name")
    if plan.inputs.reads_stdin and batch.cluster:
        raise click.UsageError("a cluster cannot read standard input; name files, or leave out --cluster")
    return batch._replace(workers=1) if plan.inputs.reads_stdin else batch
