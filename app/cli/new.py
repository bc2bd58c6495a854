"""`aquarium new`: a size, a grade and a seed → a new puzzle, as a picture or as text."""

import secrets
from dataclasses import replace
from functools import partial
from typing import Any

import rich_click as click

from ..request import Limits, Request
from ..tasks import FORMS, Task
from . import options
from .launch import load_running
from .options import PrintOptions, answer_flag, answer_option

GRADES = ("easy", "normal", "hard", "very-hard")
"""As `solver.logic.step.Grade` names them, in one word."""
LIMITS = Limits(solve=60.0, repair=0.0)
"""Of proving what was made to have one solution only, once more."""
SEEDS = 1_000_000
"""Seeds that are chosen from where none is given: short enough to type."""
ABOUT = """\
Makes a puzzle that has exactly one solution, as hard for people as asked, and draws it.

\b
  [cyan]aquarium new 10[/]                                    writes aquarium-10x10-….png
  [cyan]aquarium new 15x15 --grade hard --seed 7[/]           the same one every time
  [cyan]aquarium new 6x6 --format puzzlink[/]                 an address, no picture
"""
SEED = "The same size, grade and seed give the same puzzle; by default another one every time."
FORM = "Print it in this form instead of drawing it."
puzzle_option = partial(click.option, panel="Puzzle")


@options.command(ABOUT)
@click.argument("size", metavar="ROWSxCOLS", callback=options.board_size)
@options.output_option("aquarium-ROWSxCOLS-GRADE-SEED.png")
@puzzle_option(
    "--grade",
    type=click.Choice(GRADES),
    default="normal",
    show_default=True,
    help="How hard it is for people.",
)
@puzzle_option("--seed", type=click.IntRange(min=0), metavar="N", help=SEED)
@answer_option("--format", "form", type=click.Choice(list(FORMS)), help=FORM)
@answer_flag("--solution", help="Draw the water in.")
@options.show_options
@options.print_options
def new(*, size: tuple[int, int], output: str | None, printing: PrintOptions, **made: Any) -> int:
    if made["form"] and (output or made["solution"]):
        raise click.UsageError("--format prints a text and draws nothing; leave out -o and --solution")
    if made["seed"] is None:
        made["seed"] = secrets.randbelow(SEEDS)
    printing = replace(printing, command=("draw",))
    return int(load_running().run_new(size, Request(Task("new", **made), LIMITS), printing, output=output))
