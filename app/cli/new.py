"""`aquarium new`: a size, a grade and a seed → a new puzzle, as a picture or as text."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import rich_click as click

from ..inputs.naming import DRAWN_SUFFIX
from ..outcome import Answer
from ..service import Request
from ..sources import LARGEST_BOARD
from .console import Report
from .draw import page_of
from .options import HELP_PAGE, board_size, output_option, report_options
from .read import FORMS, text_of
from .running import check_streams, load_pipeline, run

if TYPE_CHECKING:  # importing them costs half a second, which `aquarium --help` must not
    from pipeline import Result
    from vision.files.pixels import Image

Maker = Callable[..., Answer | None]

GRADES = ("easy", "normal", "hard", "very-hard")
"""As `solver.logic.step.Grade` names them, in one word."""
TIME_LIMIT = 60.0
"""Seconds for proving what was made to have one solution only, once more."""
SEEDS = 1_000_000
"""Seeds that are chosen from where none is given: short enough to type."""
ABOUT = """\
Makes a puzzle that has exactly one solution, as hard for people as asked, and draws it.

\b
  [cyan]aquarium new 10x10[/]                                 writes aquarium-10x10-….png
  [cyan]aquarium new 15x15 --grade hard --seed 7[/]           the same one every time
  [cyan]aquarium new 6x6 --format puzzlink[/]                 an address, no picture
"""


@click.command(help=ABOUT, context_settings={"rich_help_config": HELP_PAGE})
@click.argument("size", metavar="ROWSxCOLS", callback=board_size)
@output_option("aquarium-ROWSxCOLS-GRADE-SEED.png")
@click.option(
    "--grade",
    type=click.Choice(GRADES),
    default="normal",
    show_default=True,
    panel="Puzzle",
    help="How hard it is for people.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    panel="Puzzle",
    help="The same size, grade and seed give the same puzzle; by default another one every time.",
)
@click.option(
    *("--format", "form"),
    type=click.Choice(list(FORMS)),
    panel="Answer",
    help="Print it in this form instead of drawing it.",
)
@click.option("--solution", is_flag=True, panel="Answer", help="Draw the water in.")
@report_options
def new(
    *,
    size: tuple[int, int],
    output: str | None,
    grade: str,
    seed: int | None,
    form: str | None,
    solution: bool,
    report: Report,
) -> int:
    """Make a puzzle; return the exit code."""
    check_streams(output, ("--json", report.as_json), ("--format", form is not None))
    if form and (output or solution):
        raise click.UsageError("--format prints a text and draws nothing; leave out -o and --solution")
    load_pipeline()
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    address = _made(*size, grade.replace("-", " "), seed)
    answer = partial(text_of, form=form) if form else partial(page_of, solution=solution, pitch=None)
    report.command = ("draw",)
    name = f"aquarium-{size[0]}x{size[1]}-{grade}-{seed}.png"
    request = Request(TIME_LIMIT, 0, answer=partial(_told, answer=answer, origin=f"{grade}, seed {seed}"))
    return run((address,), request, report, output=None if form else output or name, suffix=DRAWN_SUFFIX)


def _made(rows: int, cols: int, grade: str, seed: int) -> str:
    """Return the address of a new puzzle."""
    from solver.errors import AquariumError  # noqa: PLC0415 — the solver's package takes time to load
    from solver.formats import Form, format_puzzle  # noqa: PLC0415 — as above
    from solver.generate.new_puzzle import generate  # noqa: PLC0415 — as above
    from solver.logic.step import Grade  # noqa: PLC0415 — as above

    if max(rows, cols) > LARGEST_BOARD:
        raise click.UsageError(f"boards have at most {LARGEST_BOARD} rows and columns; ask for a smaller one")
    try:
        return format_puzzle(generate(rows, cols, Grade(grade), seed).puzzle, Form.PUZZLINK)
    except AquariumError as error:
        raise click.UsageError(str(error)) from None


def _told(image: Image, result: Result, *, answer: Maker, origin: str) -> Answer | None:
    """Return the answer that another command would give, with the words to make the puzzle again."""
    made = answer(image, result)
    return made and replace(made, message=f"{origin}: {made.message}")
