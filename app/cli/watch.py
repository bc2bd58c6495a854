"""`aquarium watch`: a folder that pictures arrive in → their answers in another, until it is stopped."""

from typing import Any

import rich_click as click

from ..request import Request
from . import options
from .launch import load_running
from .options import PrintOptions, path_option

ABOUT = """\
Solves the pictures in a folder, then each that arrives there, until Ctrl-C.

A picture is taken when it is whole: copied to its end, moved in, or renamed from a temporary name. What was
solved before is not solved again. The reports of a folder of answers are written at the end.

\b
  [cyan]aquarium watch shots/ -o out/[/]               a folder of screenshots
  [cyan]aquarium watch //server/in -o out/ --poll[/]   a drive in a network
"""


@options.command(ABOUT)
@click.argument("folder", type=click.Path(), metavar="FOLDER")
@path_option("-o", "--output", required=True, metavar="DIR", help="The folder for answers and reports.")
@click.option("--poll", is_flag=True, panel="Work", help="List the folder again and again.")
@options.filter_options
@options.request_options
@options.print_options
def watch(*, folder: str, output: str, request: Request, printing: PrintOptions, **rest: Any) -> int:
    for option, given in (("--fix", request.overrides), ("--as-read", request.as_read)):
        if given:
            raise click.UsageError(f"{option} speaks of one board; leave it out")
    return int(load_running().run_watch(folder, output, request, printing, **rest))
