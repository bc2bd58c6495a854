"""`aquarium watch`: a folder that pictures arrive in → their answers in another, until it is stopped."""

import rich_click as click

from ..request import Request
from .launch import run_watch
from .options import HELP_PAGE, PrintOptions, filter_options, print_options, request_options

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
@print_options
def watch(
    *,
    folder: str,
    output: str,
    poll: bool,
    exclude: tuple[str, ...],
    flat: bool,
    request: Request,
    printing: PrintOptions,
) -> int:
    """Solve pictures as they arrive; return the exit code."""
    if request.overrides:
        raise click.UsageError("--fix speaks of one board; leave it out")
    return run_watch(folder, output, request, printing, poll=poll, exclude=exclude, flat=flat)
