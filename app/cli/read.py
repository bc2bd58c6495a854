"""`aquarium read`: pictures or texts → the puzzle as text, proved before it is printed."""

from dataclasses import replace

import rich_click as click

from ..request import Request
from ..tasks import Task
from ..tasks.forms import FORMS
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

USUAL = "text"
ABOUT = f"""\
Prints the puzzle in a picture as text. It is printed only if it was read for certain.

{PICTURES} {TEXTS}

\b
  [cyan]aquarium read shot.png > puzzle.txt[/]            to keep, and to draw again
  [cyan]aquarium read shot.png --format puzzlink[/]       to play it at puzz.link
  [cyan]aquarium read puzzle.txt --format unicode[/]      one form into another

\b
Forms:
  text        clues, a blank line, the number of each cell's aquarium
  task        the site's own: clues;aquariums on one line
  walls       a matrix of x (wall), . (no wall) and 0 (cell)
  numbers     a matrix of 9 (wall), 8 (no wall) and 0 (cell)
  puzzlink    an address of puzz.link
  json        one line, with the water and what you have put in
  unicode     a drawing in box characters
"""


@click.command(help=ABOUT, context_settings={"rich_help_config": HELP_PAGE})
@pictures_argument
@click.option(
    *("--format", "form"),
    type=click.Choice(list(FORMS)),
    default=USUAL,
    show_default=True,
    panel="Answer",
    help="The form of the text.",
)
@request_options
@print_options
def read(*, pictures: tuple[str, ...], form: str, request: Request, printing: PrintOptions) -> int:
    """Print the puzzles of pictures; return the exit code."""
    words = ("read", *(("--format", form) if form != USUAL else ()))
    printing = replace(printing, command=words, separator="" if form == "json" else "\n")
    request = replace(request, task=Task("read", form=form))
    return run(pictures, request, printing)
