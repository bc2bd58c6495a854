"""`aquarium draw`: a puzzle as text → a clean picture of it."""

from dataclasses import replace

import rich_click as click

from ..request import Request
from ..tasks import Task
from .launch import run
from .options import HELP_PAGE, PrintOptions, output_option, print_options, request_options

SMALLEST, LARGEST = 8, 200
"""Pixels per cell that can be asked for."""
ABOUT = """\
Draws a clean picture of a puzzle that is given as text.

TEXT is a file of any form that `aquarium read` writes, - for standard input, or the text itself where it is
an address of puzz.link, a task string, or JSON. A picture is read first, and drawn anew.

\b
  [cyan]aquarium draw puzzle.txt[/]                     writes puzzle.png beside it
  [cyan]aquarium draw puzzle.txt --solution[/]          with the water in
  [cyan]aquarium draw "https://puzz.link/p?…"[/]        writes puzzle.png here
  [cyan]aquarium read shot.png | aquarium draw -[/]     a photograph made clean
"""


@click.command(help=ABOUT, context_settings={"rich_help_config": HELP_PAGE})
@click.argument("texts", nargs=-1, required=True, type=click.Path(), metavar="TEXT...")
@output_option("NAME.png beside the text, or puzzle.png")
@click.option("--solution", is_flag=True, panel="Answer", help="Draw the water in.")
@click.option(
    "--pitch",
    type=click.IntRange(SMALLEST, LARGEST),
    metavar="PIXELS",
    panel="Answer",
    help="Pixels per cell; by default as many as make a picture of a usual size.",
)
@request_options
@print_options
def draw(
    *,
    texts: tuple[str, ...],
    output: str | None,
    solution: bool,
    pitch: int | None,
    request: Request,
    printing: PrintOptions,
) -> int:
    """Draw puzzles; return the exit code."""
    request = replace(request, task=Task("draw", solution=solution, pitch=pitch))
    return run(texts, request, replace(printing, command=("draw",)), output=output)
