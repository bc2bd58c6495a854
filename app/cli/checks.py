"""What keeps a run from being done as it is asked → one line of wrong usage."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

import click

from solver.errors import AquariumError

from ..batch.run import Batch
from ..errors import UsageError
from ..escaping import shell_line
from ..inputs.plan import JobPlan
from ..inputs.words import STREAM
from ..request import Request
from ..sentences import Message
from .console import confirmed
from .printing import Printing


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


def check_named(words: Sequence[object], printing: Printing) -> None:
    """Check that there is a picture at all."""
    if not words:
        example = ["aquarium", *printing.command[:1], "shot.png"]
        raise UsageError(Message("no_picture", example=shell_line(example)))


def check_one_picture(request: Request, printing: Printing) -> None:
    """Check that nothing is asked that is for one picture where there are several."""
    asked = {"--fix": request.overrides, "--as-read": request.as_read}
    for option, given in {**asked, "--copy": printing.copy, "--view": printing.view}.items():
        if given:
            raise click.UsageError(f"{option} is for one picture, but there are several; name one")


def is_meant(plan: JobPlan, request: Request) -> bool:
    """Ask whether an answer that is named alone is to be solved; UsageError if there is nobody to ask.

    Its text, an explanation or a check of it may well be wanted.
    """
    answer = plan.named_answer
    if answer is None or request.task.name not in ("solve", "solutions"):
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
    return replace(batch, workers=1) if plan.inputs.reads_stdin else batch
