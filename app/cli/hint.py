"""`aquarium hint`: pictures or texts → the next step from where the player is, as much of it as is wanted."""

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
    output_option,
    pictures_argument,
    print_options,
    request_options,
)

LEVELS = ("nudge", "cell", "reason")
"""How much is given away, least first. A hint starts with the least: more can be asked for, and nothing that
was seen can be taken back."""
ABOUT = f"""\
Gives the next step from where you are: where to look, which cells, and why. The easiest step for a person
is chosen; if something that you have put in is wrong, that is said first.

{PICTURES} {TEXTS}

\b
  [cyan]aquarium hint shot.png[/]                  where to look
  [cyan]aquarium hint shot.png --level cell[/]     also which cells
  [cyan]aquarium hint shot.png --level reason[/]   also why
"""


@click.command(help=ABOUT, context_settings={"rich_help_config": HELP_PAGE})
@pictures_argument
@output_option("NAME.hint.png beside the picture")
@click.option(
    "--level",
    type=click.Choice(LEVELS),
    default=LEVELS[0],
    show_default=True,
    panel="Answer",
    help="How much to give away: where to look, the cells as well, or the reason too.",
)
@request_options
@print_options
def hint(
    *, pictures: tuple[str, ...], output: str | None, level: str, request: Request, printing: PrintOptions
) -> int:
    """Give hints for pictures; return the exit code."""
    words = ("hint", *(("--level", level) if level != LEVELS[0] else ()))
    request = replace(request, task=Task("hint", level=level))
    return run(pictures, request, replace(printing, command=words), output=output)
