"""`aquarium draw`: a puzzle as text → a clean picture of it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import rich_click as click

from ..inputs.naming import DRAWN_SUFFIX
from ..outcome import Answer
from ..service import Request
from .console import Report
from .options import HELP_PAGE, output_option, report_options, request_options
from .running import check_streams, run

if TYPE_CHECKING:  # importing them costs half a second, which `aquarium --help` must not
    from pipeline import Result
    from vision.files.pixels import Image

SMALLEST, LARGEST = 8, 200
"""Pixels per cell that can be asked for."""
ABOUT = """\
Draws a clean picture of a puzzle that is given as text.

TEXT is a file of any form that `aquarium read` writes, - for standard input, or the text itself where it is
an address of puzz.link, a task string, or JSON. A picture is read first, and drawn anew.

\b
  [cyan]aquarium draw puzzle.txt[/]                     writes puzzle.png beside it
  [cyan]aquarium draw puzzle.txt --solution[/]          with the water in
  [cyan]aquarium draw "https://puzz.link/p?…"[/]        writes puzzle.png here
  [cyan]aquarium read shot.png | aquarium draw -[/]     a photograph made clean
"""


@click.command(help=ABOUT, context_settings={"rich_help_config": HELP_PAGE})
@click.argument("texts", nargs=-1, required=True, type=click.Path(), metavar="TEXT...")
@output_option("NAME.png beside the text, or puzzle.png")
@click.option("--solution", is_flag=True, panel="Answer", help="Draw the water in.")
@click.option(
    "--pitch",
    type=click.IntRange(SMALLEST, LARGEST),
    metavar="PIXELS",
    panel="Answer",
    help="Pixels per cell; by default as many as make a picture of a usual size.",
)
@request_options
@report_options
def draw(
    *,
    texts: tuple[str, ...],
    output: str | None,
    solution: bool,
    pitch: int | None,
    request: Request,
    report: Report,
) -> int:
    """Draw puzzles; return the exit code."""
    check_streams(output, ("--json", report.as_json))
    report.command = ("draw",)
    request = replace(request, answer=partial(page_of, solution=solution, pitch=pitch))
    return run(texts, request, report, output=output, suffix=DRAWN_SUFFIX)


def page_of(_: Image, result: Result, *, solution: bool, pitch: int | None) -> Answer | None:
    """Draw the puzzle of a result anew; None if it was not read for certain."""
    from pipeline import draw_answer, read_written  # noqa: PLC0415 — loads OpenCV
    from vision.files.limits import MAX_PIXELS  # noqa: PLC0415 — as above

    reading = result.reading
    if reading is None or result.status in ("no_puzzle", "unsure"):
        return None
    solved = result.status == "solved"
    if solution and not solved:
        return Answer(message=f"{result.message}; without --solution it can be drawn as it is")
    puzzle = reading.puzzle
    if pitch and pitch**2 * puzzle.height * puzzle.width > MAX_PIXELS:
        seen = f"--pitch {pitch}: the picture would be too large"
        raise click.UsageError(f"{seen}; choose fewer pixels per cell")
    page, page_reading = read_written(puzzle, pitch=pitch)
    size = f"{puzzle.height}×{puzzle.width}, {len(puzzle.aquariums())} aquariums"
    message = f"{size}, one solution" if solved else f"{size}; {result.message}"
    if not solution:
        return Answer("answered", message, picture=page, page=page_reading, is_question=True)
    picture = draw_answer(page, replace(result, reading=page_reading)).picture
    return Answer("answered", message, picture=picture, page=page_reading)
