"""One PDF of the answers to several pictures: what goes with it, and what is said of it."""

from pathlib import Path

import click

from vision.files.errors import ImageUnwritable

from ..batch.gather import Gathering
from ..batch.run import Batch
from ..outcome import format_error
from ..status import exit_code
from ..tasks.wording import number_of
from .console import echo_error, end
from .printer import Printer

__all__ = ["Gathering", "check_gathering", "end_gathering"]


def check_gathering(document: Path, batch: Batch) -> None:
    """Check that nothing is asked that does not go with one document of all answers."""
    if batch.cluster:
        raise click.UsageError(
            "--cluster cannot write one PDF of all answers; leave it out, or name a folder"
        )
    if batch.no_clobber and document.exists():
        raise click.UsageError(f"{document} exists, and -n overwrites nothing; choose another name")


def end_gathering(gathering: Gathering, printer: Printer, code: int) -> int:
    """Write the one document of all answers, if all were made; return the exit code."""
    document, done = gathering.document, printer.statuses.total()
    if code == exit_code("interrupted") or not gathering.has_all(done):
        echo_error(f"{document} was not written: the run stopped before the last page; run it again")
        return code
    if not gathering.has_answers:
        echo_error(f"{document} was not written: no page has an answer")
        return code
    try:
        pages = gathering.write()
    except ImageUnwritable as error:
        return end("unsaved", f"{document}: {format_error(error)}")
    printer.to_show = document
    if not printer.printing.quiet:
        echo_error(f"{number_of(pages, 'page')} → {document}")
    return code
