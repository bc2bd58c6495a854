"""`aquarium new`: a size, a grade and a seed → a new puzzle, as a picture or as text."""

from functools import partial

import click

from ..request import LIMITS_OF_NEW, Request
from ..tasks import FORMS, GRADES, SEEDS, Task
from .page import Option
from .parameters import (
    JSON,
    MESSAGES,
    SHOW,
    STYLE,
    Given,
    answer_flag,
    answer_option,
    board_size,
    command,
    output_option,
    printing_of,
    style_of,
)

MOST = 1000
"""Puzzles that can be asked for at a time."""
puzzle_option = partial(Option, "Puzzle")


def _new(given: Given) -> int:
    import secrets  # noqa: PLC0415 — loads what encrypts

    made = {name: given[name] for name in ("grade", "seed", "form", "solution")}
    if made["form"] and (given["output"] or made["solution"]):
        raise click.UsageError("--format prints text and draws nothing; leave out -o and --solution")
    first = secrets.randbelow(SEEDS) if made["seed"] is None else made["seed"]
    request = Request(Task("new", **made), LIMITS_OF_NEW, style_of(given))
    from .making import run_new  # noqa: PLC0415 — loads what reads pictures

    seeds = range(first, first + given["count"])
    return run_new(given["size"], seeds, request, printing_of(given, ("draw",)), output=given["output"])


new = command(
    "new",
    """\
Makes a puzzle that has exactly one solution, of the difficulty you choose, and draws it.

  aquarium new 10                               10x10 cells, a picture
  aquarium new 15x15 --grade hard --seed 7      the same one every time
  aquarium new 15x15 -n 20 -o book.pdf          a booklet, with solutions
  aquarium new 6x6 --format puzzlink            an address, no picture
""",
    [
        click.Argument(["size"], metavar="ROWSxCOLS", callback=board_size),
        output_option("aquarium-ROWSxCOLS-GRADE-SEED.png"),
        puzzle_option(
            "--grade",
            type=click.Choice(GRADES),
            default="normal",
            show_default=True,
            help="How hard the puzzle is.",
        ),
        puzzle_option(
            "--seed",
            type=click.IntRange(min=0),
            metavar="N",
            help="Same size, grade and seed: same puzzle. Default: random.",
        ),
        puzzle_option(
            *("-n", "--count"),
            type=click.IntRange(1, MOST),
            default=1,
            show_default=True,
            metavar="N",
            help="How many puzzles; each takes the next seed.",
        ),
        answer_option(
            *("--format", "form"),
            type=click.Choice(list(FORMS)),
            help="Print the puzzle in this form instead of drawing it.",
        ),
        answer_flag("--solution", help="Draw the water in."),
        *STYLE,
        *SHOW,
        JSON,
        *MESSAGES,
    ],
    _new,
)
