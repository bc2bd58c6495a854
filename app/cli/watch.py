"""`aquarium watch`: a folder that pictures arrive in → their answers in another, until it is stopped."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

import rich_click as click

from ..batch.options import BatchOptions
from ..inputs.parse import parse_path
from ..inputs.plan import plan_arrivals
from ..inputs.remote import is_address
from ..inputs.walk import FileFilter
from ..inputs.watch import watch as pictures_arriving
from ..request import Request
from .batch_options import filter_options
from .console import Report, say
from .options import HELP_PAGE, report_options, request_options
from .progress import Progress
from .running import load_or_explain, open_database, print_skipped, solve_and_print, usage_errors

ABOUT = """\
Solves the pictures in a folder, then each that arrives there, until Ctrl-C.

A picture is taken when it is whole: copied to its end, moved in, or renamed from a temporary name. What was
solved before is not solved again. The reports of a folder of answers are written at the end.

\b
  [cyan]aquarium watch shots/ -o out/[/]               a folder of screenshots
  [cyan]aquarium watch //server/in -o out/ --poll[/]   a drive in a network
"""


@click.command(help=ABOUT, context_settings={"rich_help_config": HELP_PAGE})
@click.argument("folder", type=click.Path(), metavar="FOLDER")
@click.option(
    *("-o", "--output"),
    type=click.Path(),
    required=True,
    metavar="DIR",
    panel="Answer",
    help="The folder for answers and reports.",
)
@click.option("--poll", is_flag=True, panel="Work", help="List the folder again and again.")
@filter_options
@request_options
@report_options
def watch(
    *,
    folder: str,
    output: str,
    poll: bool,
    file_filter: FileFilter,
    request: Request,
    report: Report,
) -> int:
    """Solve pictures as they arrive; return the exit code."""
    if request.overrides:
        raise click.UsageError("--fix speaks of one board; leave it out")
    if is_address(output):
        raise click.UsageError("what a watch leaves needs a folder on this computer; name another")
    load_or_explain()
    place, report.several = parse_path(folder), True
    with _stopped() as stop, usage_errors(), open_database(parse_path(output), request) as database:
        came = pictures_arriving(
            place, file_filter=file_filter, polling=poll, stop=stop, on_skipped=print_skipped
        )
        if not report.quiet:
            say(f"watching {place}; Ctrl-C ends it")
        return solve_and_print(
            plan_arrivals(place, came, output),
            request,
            report,
            options=BatchOptions(workers=1),
            database=database,
            progress=Progress(),
            watching=True,
        )


@contextmanager
def _stopped() -> Iterator[Event]:
    """Give what is set when the system asks the program to end."""
    stop = Event()
    former = signal.signal(signal.SIGTERM, lambda *_: stop.set())
    try:
        yield stop
    finally:
        signal.signal(signal.SIGTERM, former)
