"""`aquarium explain`: pictures or texts → the whole solution as steps with reasons, also as page and film."""

from dataclasses import replace

import rich_click as click

from ..request import Request
from ..tasks import Task
from .launch import run
from .options import (
    HELP_PAGE,
    PICTURES,
    TEXTS,
    PrintOptions,
    pictures_argument,
    print_options,
    request_options,
)

ABOUT = f"""\
Explains the whole solution as a person finds it: numbered steps, each with its reason, and how hard it is.

{PICTURES} {TEXTS}

\b
  [cyan]aquarium explain shot.png[/]                  the steps, from the empty board
  [cyan]aquarium explain shot.png --from-marks[/]     from what you have put in
  [cyan]aquarium explain shot.png --gif film.gif[/]   the water poured in that order
  [cyan]aquarium explain shot.png --md steps.md[/]    a page of it
"""


@click.command(help=ABOUT, context_settings={"rich_help_config": HELP_PAGE})
@pictures_argument
@click.option("--md", type=click.Path(), metavar="FILE", panel="Answer", help="Write it as Markdown.")
@click.option("--gif", type=click.Path(), metavar="FILE", panel="Answer", help="Write it as a film.")
@click.option(
    "--from-marks",
    is_flag=True,
    panel="Answer",
    help="Begin with what you have put in, as far as it is right, not with the empty board.",
)
@request_options
@print_options
def explain(
    *,
    pictures: tuple[str, ...],
    md: str | None,
    gif: str | None,
    from_marks: bool,
    request: Request,
    printing: PrintOptions,
) -> int:
    """Explain the puzzles of pictures; return the exit code."""
    documents = {kind: word for kind, word in (("md", md), ("gif", gif)) if word is not None}
    request = replace(request, task=Task("explain", from_marks=from_marks, documents=tuple(documents)))
    return run(pictures, request, replace(printing, command=("explain",)), documents=documents)
