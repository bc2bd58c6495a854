"""`aquarium watch`: a folder that pictures arrive in → their answers in another, until it is stopped."""

from dataclasses import replace
from typing import Any

import click

from ..request import Request
from ..tasks import Task
from . import options
from .launch import load_running
from .options import panel_option, path_option

ABOUT = """\
Solves the pictures in a folder, then each new one, until you press Ctrl-C.

A picture is read when it is complete: fully copied, moved in, or renamed from a temporary name. Solved
pictures are not solved again. Reports are written when it stops.

  aquarium watch shots/ -o out/               a folder of screenshots
  aquarium watch //server/in -o out/ --poll   a network drive
"""


@options.command(ABOUT)
@click.argument("folder", type=click.Path(), metavar="FOLDER")
@path_option("-o", "--output", required=True, metavar="DIR", help="Folder for answers and reports.")
@panel_option(
    "--poll", is_flag=True, panel="Work", help="List the folder repeatedly, as network drives need."
)
@options.look_options
@options.only_new_option
@options.filter_options
@options.request_options
@options.plain_print_options
def watch(*, folder: str, output: str, request: Request, look: dict[str, Any], **rest: Any) -> int:
    for option, given in (("--fix", request.overrides), ("--as-read", request.as_read)):
        if given:
            raise click.UsageError(f"{option} is for one board; leave it out")
    request = replace(request, task=Task("solve", **look))
    return int(load_running().run_watch(folder, output, request, **rest))


for shared in watch.params:
    if isinstance(shared, click.Option) and shared.name in ("overrides", "as_read"):
        shared.hidden = True  # they are taken only to be refused in words
