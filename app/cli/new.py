"""`aquarium new`: a size, a grade and a seed → a new puzzle, as a picture or as text."""

import secrets
from dataclasses import replace
from functools import partial
from typing import Any

import click

from ..request import LIMITS_OF_NEW, Request
from ..tasks import FORMS, GRADES, SEEDS, Task
from . import options
from .launch import load_running
from .options import PrintOptions, answer_flag, answer_option, panel_option

MOST = 1000
"""Puzzles that can be asked for at a time."""
ABOUT = """\
Makes a puzzle that has exactly one solution, of the difficulty you choose, and draws it.

  aquarium new 10                                    writes aquarium-10x10-….png
  aquarium new 15x15 --grade hard --seed 7           the same one every time
  aquarium new 15x15 -n 20 --grade hard -o book.pdf  a booklet, with solutions
  aquarium new 6x6 --format puzzlink                 an address, no picture
"""
SEED = "Same size, grade and seed: same puzzle. Default: random."
COUNT = "How many puzzles; each takes the next seed."
FORM = "Print the puzzle in this form instead of drawing it."
puzzle_option = partial(panel_option, panel="Puzzle")


@options.command(ABOUT)
@click.argument("size", metavar="ROWSxCOLS", callback=options.board_size)
@options.output_option("aquarium-ROWSxCOLS-GRADE-SEED.png")
@puzzle_option(
    "--grade",
    type=click.Choice(GRADES),
    default="normal",
    show_default=True,
    help="How hard the puzzle is.",
)
@puzzle_option("--seed", type=click.IntRange(min=0), metavar="N", help=SEED)
@puzzle_option(
    *("-n", "--count"), type=click.IntRange(1, MOST), default=1, show_default=True, metavar="N", help=COUNT
)
@answer_option("--format", "form", type=click.Choice(list(FORMS)), help=FORM)
@answer_flag("--solution", help="Draw the water in.")
@options.look_options
@options.show_options
@options.print_options
def new(
    *,
    size: tuple[int, int],
    count: int,
    output: str | None,
    printing: PrintOptions,
    look: dict[str, Any],
    **made: Any,
) -> int:
    if made["form"] and (output or made["solution"]):
        raise click.UsageError("--format prints text and draws nothing; leave out -o and --solution")
    first = secrets.randbelow(SEEDS) if made["seed"] is None else made["seed"]
    seeds = range(first, first + count)
    printing = replace(printing, command=("draw",))
    request = Request(Task("new", **made, **look), LIMITS_OF_NEW)
    making = load_running("making")
    return int(making.run_new(size, seeds, request, printing, output=output))
