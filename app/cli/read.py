"""`aquarium read`: pictures or texts → the puzzle as text, proved before it is printed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import rich_click as click

from ..outcome import Answer
from ..service import Request
from .console import Report
from .options import HELP_PAGE, PICTURES, TEXTS, pictures_argument, report_options, request_options
from .running import run

if TYPE_CHECKING:  # importing them costs half a second, which `aquarium --help` must not
    from pipeline import Result
    from vision.files.pixels import Image

FORMS = {
    "text": "GRID",
    "task": "TASK",
    "walls": "WALL_MATRIX",
    "numbers": "NUMBER_MATRIX",
    "puzzlink": "PUZZLINK",
    "json": "JSON",
    "unicode": "DRAWING",
}
"""Words for the text forms, and their names in `solver.formats.Form`."""
USUAL = "text"
FIELDS = ("text",)
ABOUT = f"""\
Prints the puzzle in a picture as text. It is printed only if it was read for certain.

{PICTURES} {TEXTS}

\b
  [cyan]aquarium read shot.png > puzzle.txt[/]            to keep, and to draw again
  [cyan]aquarium read shot.png --format puzzlink[/]       to play it at puzz.link
  [cyan]aquarium read puzzle.txt --format unicode[/]      one form into another

\b
Forms:
  text        clues, a blank line, the number of each cell's aquarium
  task        the site's own: clues;aquariums on one line
  walls       a matrix of x (wall), . (no wall) and 0 (cell)
  numbers     a matrix of 9 (wall), 8 (no wall) and 0 (cell)
  puzzlink    an address of puzz.link
  json        one line, with the water and what you have put in
  unicode     a drawing in box characters
"""


@click.command(help=ABOUT, context_settings={"rich_help_config": HELP_PAGE})
@pictures_argument
@click.option(
    *("--format", "form"),
    type=click.Choice(list(FORMS)),
    default=USUAL,
    show_default=True,
    panel="Answer",
    help="The form of the text.",
)
@request_options
@report_options
def read(*, pictures: tuple[str, ...], form: str, request: Request, report: Report) -> int:
    """Print the puzzles of pictures; return the exit code."""
    report.command = ("read", *(("--format", form) if form != USUAL else ()))
    report.between = "" if form == "json" else "\n"
    request = replace(request, answer=partial(text_of, form=form), fields=FIELDS)
    return run(pictures, request, report)


def _written(result: Result, form: str) -> str:
    """Return the puzzle of a result in a text form, JSON with marks and water.

    Raises
    ------
    NotWritable
        The form has no signs for something in it.
    """
    from solver.formats import Form, format_json, format_puzzle  # noqa: PLC0415 — the solver's package takes time to load
    from solver.formats.annotated import Record, known_of  # noqa: PLC0415 — as above

    assert result.reading is not None
    puzzle = result.reading.puzzle
    if form != "json":
        return format_puzzle(puzzle, Form[FORMS[form]])
    unique = result.solution is not None and result.solution.unique
    water = result.solution.water if result.solution and unique else None
    return format_json(Record(puzzle, known_of(result.reading.marks), water))


def text_of(_: Image, result: Result, *, form: str) -> Answer | None:
    """Write the puzzle of a result as text; None if it was not read for certain."""
    from solver.errors import NotWritable  # noqa: PLC0415 — the solver's package takes time to load

    if result.status not in ("solved", "ambiguous") or result.puzzle is None:
        return None
    try:
        text = _written(result, form)
    except NotWritable as error:
        return Answer("unsaved", f"--format {form}: {error}", fields={"text": None})
    puzzle = result.puzzle
    size = f"{puzzle.height}×{puzzle.width}, {len(puzzle.aquariums())} aquariums"
    is_solved = result.status == "solved"
    message = f"{size}, one solution" if is_solved else f"{size}; {result.message}"
    return Answer("answered" if is_solved else None, message, text, fields={"text": text})
