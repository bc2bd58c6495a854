"""`aquarium solve`, the command that may be left out: pictures or texts → their answers."""

from dataclasses import replace
from typing import Any

import rich_click as click

from ..request import Request
from ..tasks import Task
from .launch import run
from .options import (
    DOUBTS,
    HELP_PAGE,
    PICTURES,
    TEXTS,
    PrintOptions,
    batch_options,
    json_option,
    message_options,
    optional_pictures_argument,
    output_option,
    request_options,
    version_option,
)

ABOUT = f"""\
Reads Aquarium puzzles from pictures, solves them and draws the water in.

{PICTURES} {TEXTS}
The picture itself is never changed; the answer is a new file beside it.

\b
  [cyan]aquarium shot.png[/]                  writes shot.solved.png
  [cyan]aquarium shot.png -o answer.jpg[/]    another name, another format
  [cyan]aquarium shots/ -o out/[/]            all pictures of a folder, with a report
  [cyan]aquarium shot.png --json[/]           what was read and solved, on one line
  [cyan]aquarium - -o - < a.png > b.png[/]    in a pipe

\b
Other commands, each with a page of its own, as in aquarium hint --help:
  [cyan]aquarium check shot.png[/]            is what I have put in right so far?
  [cyan]aquarium hint shot.png[/]             the next step: where, which cells, why
  [cyan]aquarium explain shot.png[/]          the whole solution, step by step
  [cyan]aquarium read shot.png[/]             the puzzle as text
  [cyan]aquarium draw puzzle.txt[/]           a text as a clean picture
  [cyan]aquarium new 15x15 --grade hard[/]    a new puzzle
  [cyan]aquarium watch shots/ -o out/[/]      solve pictures as they arrive
  [cyan]aquarium doctor[/]                    is all there that is needed?
  [cyan]aquarium completion bash[/]           lines that let a shell complete words
"""


@click.command(help=ABOUT, context_settings={"rich_help_config": HELP_PAGE})
@optional_pictures_argument
@output_option("NAME.solved.png beside the picture")
@json_option
@click.option("--text", "as_text", is_flag=True, panel="Answer", help="Print puzzle and water as text.")
@click.option(
    "--share", is_flag=True, panel="Answer", help="Print the water as emoji, and the puzzle's address."
)
@click.option(
    "--solutions",
    type=click.IntRange(min=1),
    metavar="N",
    panel="Answer",
    help="Print up to N solutions; what all of them share is drawn, the rest hatched.",
)
@click.option("--paste", is_flag=True, panel="Answer", help="Take the picture in the clipboard.")
@click.option("--open", "opens", is_flag=True, panel="Answer", help="Show the answer, or the page of many.")
@click.option(
    "--debug", type=click.Path(), metavar="DIR", panel="Work", help="Write a picture of every stage there."
)
@request_options
@click.option(
    "--show-reading",
    is_flag=True,
    panel=DOUBTS,
    help="Draw what was read of a refused picture: NAME.reading.png.",
)
@batch_options
@version_option
@message_options
def solve(
    *,
    pictures: tuple[str, ...],
    output: str | None,
    request: Request,
    paste: bool,
    as_json: bool,
    as_text: bool,
    share: bool,
    solutions: int | None,
    quiet: bool,
    verbose: bool,
    **rest: Any,
) -> int:
    """Solve the puzzles in pictures; return the exit code."""
    exclusive = {
        "--json": as_json,
        "--text": as_text,
        "--share": share,
        "--solutions": bool(solutions) and not as_json,
    }
    if solutions is not None:
        task = Task("solutions", most=solutions, time_limit=request.limits.solve)
        request = replace(request, task=task)
    printing = PrintOptions(as_json, as_text, share, quiet, verbose)
    return run(pictures, request, printing, output=output, exclusive=exclusive, paste=paste, **rest)
