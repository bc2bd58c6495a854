"""`aquarium draw`: a puzzle as text → a clean picture of it."""

from typing import Any

import click

from ..tasks import Task
from . import options
from .launch import Invocation, picture_command
from .options import answer_flag, answer_option

SMALLEST, LARGEST = 8, 200
"""Pixels per cell that can be asked for."""
ABOUT = """\
Draws a clean picture of a puzzle that is given as text.

TEXT is a file of any form that `aquarium read` writes, - for standard input, or the text itself where it is
an address of puzz.link, a task string, or JSON. A picture is read first, then redrawn.

  aquarium draw puzzle.txt                     writes puzzle.png beside it
  aquarium draw puzzle.txt --solution          with the water in
  aquarium draw "https://puzz.link/p?…"        writes puzzle.png here
  aquarium read shot.png | aquarium draw -     a photograph made clean
"""
PITCH = "Pixels per cell. Default: depends on the size of the board."


@picture_command(
    ABOUT,
    answer_flag("--solution", help="Draw the water in."),
    answer_option("--pitch", type=click.IntRange(SMALLEST, LARGEST), metavar="PIXELS", help=PITCH),
    options.look_options,
    output="NAME.png beside the text, or puzzle.png",
    metavar="TEXT...",
)
def draw(asked: Invocation, *, solution: bool, pitch: int | None, look: dict[str, Any]) -> int:
    own = [*(["--solution"] if solution else []), *(["--pitch", str(pitch)] if pitch else [])]
    return asked.run(Task("draw", solution=solution, pitch=pitch, **look), ("draw", *own))
