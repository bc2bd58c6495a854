"""`aquarium solve`, the command that may be left out: pictures or texts → their answers."""

from dataclasses import replace
from typing import Any

import click

from ..request import Request
from ..tasks import Task
from . import options
from .commands import other_commands
from .launch import load_running
from .options import PICTURES, TEXTS, PrintOptions, answer_flag, answer_option, doubt_option, panel_option

ABOUT = f"""\
Reads Aquarium puzzles from pictures, solves them and draws the water in.

{PICTURES} {TEXTS}
The picture itself is never changed; the answer is a new file beside it.

  aquarium shot.png                  writes shot.solved.png
  aquarium shot.png -o answer.jpg    another name or format; also .svg, .pdf
  aquarium scan.pdf -o solved.pdf    all pages in one PDF
  aquarium shots/ -o out/            all pictures of a folder, with a report
  aquarium shot.png --json           what was read and solved, on one line
  aquarium - -o - < a.png > b.png    in a pipe

Other commands; each has a help page, as in aquarium hint --help:
{other_commands()}"""
SOLUTIONS = "Print up to N solutions; the picture shows what they all share."
DEBUG = "Write a picture of each stage to this folder."
SHOW_READING = "If a picture is refused, draw what was read: NAME.reading.png."


@options.command(ABOUT)
@options.pictures_argument()
@options.output_option("NAME.solved.png beside the picture")
@options.json_option
@answer_flag("--text", "as_text", help="Print the puzzle and its water as text; draw only with -o.")
@answer_flag("--share", help="Print the water as emoji, and the puzzle's address; draw only with -o.")
@answer_option("--solutions", type=click.IntRange(min=1), metavar="N", help=SOLUTIONS)
@options.look_options
@options.only_new_option
@options.take_options
@options.show_options
@panel_option("--debug", type=click.Path(), metavar="DIR", panel="Work", help=DEBUG)
@options.request_options
@doubt_option("--show-reading", is_flag=True, help=SHOW_READING)
@options.batch_options
@options.version_option
@options.message_options
@options.with_printing
def solve(
    *,
    pictures: tuple[str, ...],
    request: Request,
    printing: PrintOptions,
    solutions: int | None,
    look: dict[str, Any],
    **rest: Any,
) -> int:
    printed = {"--text": printing.as_text, "--share": printing.share, "--solutions": bool(solutions)}
    # With --json, what these print is in the JSON.
    exclusive = {"--json": True} if printing.as_json else printed
    task = Task("solve", **look)
    if solutions is not None:
        task = Task("solutions", most=solutions, time_limit=request.limits.solve, **look)
    request = replace(request, task=task)
    rest["options"] = replace(rest["options"], keep_reports=True)
    return int(load_running().run(pictures, request, printing, exclusive=exclusive, **rest))
