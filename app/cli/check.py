"""`aquarium check`: pictures or texts → which of the player's marks are wrong, in words and drawn."""

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

ABOUT = f"""\
Says which of the water and crosses that you have put in are wrong, and draws it.

{PICTURES} {TEXTS}

\b
  [cyan]aquarium check shot.png[/]                what is wrong, and how much is done
  [cyan]aquarium check shot.png --rules-only[/]   only which rule is broken so far
"""


@click.command(help=ABOUT, context_settings={"rich_help_config": HELP_PAGE})
@pictures_argument
@output_option("NAME.checked.png beside the picture")
@click.option(
    "--rules-only",
    is_flag=True,
    panel="Answer",
    help="Say which rule is broken so far, and nothing that only the solution tells.",
)
@request_options
@print_options
def check(
    *,
    pictures: tuple[str, ...],
    output: str | None,
    rules_only: bool,
    request: Request,
    printing: PrintOptions,
) -> int:
    """Check what was put into pictures; return the exit code."""
    request = replace(request, task=Task("check", rules_only=rules_only))
    return run(pictures, request, replace(printing, command=("check",)), output=output)
