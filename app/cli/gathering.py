"""One PDF of the answers to several pictures: when it is written, and what is said of it."""

from vision.files.errors import ImageUnwritable

from ..batch.gather import Gathering
from ..outcome import format_error
from ..status import exit_code
from ..tasks.wording import number_of
from .console import echo_error, end
from .printer import Printer


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
