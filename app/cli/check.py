"""`aquarium check`: pictures or texts → which of the player's marks are wrong, in words and drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import rich_click as click

from ..inputs.naming import CHECKED_SUFFIX
from ..outcome import Answer
from ..service import Request
from .console import Report
from .options import (
    HELP_PAGE,
    PICTURES,
    TEXTS,
    output_option,
    pictures_argument,
    report_options,
    request_options,
)
from .running import check_streams, run

if TYPE_CHECKING:  # importing them costs half a second, which `aquarium --help` must not
    from pipeline import Result
    from solver.rules import Violation
    from vision.files.pixels import Image
    from vision.reading.reading import Reading

FIELDS = ("mistakes", "broken", "wet_marked", "wet", "crosses", "done")
ABOUT = f"""\
Says which of the water and crosses that you have put in are wrong, and draws it.

{PICTURES} {TEXTS}

\b
  [cyan]aquarium check shot.png[/]                what is wrong, and how much is done
  [cyan]aquarium check shot.png --rules-only[/]   only which rule is broken so far
"""


@click.command(help=ABOUT, context_settings={"rich_help_config": HELP_PAGE})
@pictures_argument
@output_option("NAME.checked.png beside the picture")
@click.option(
    "--rules-only",
    is_flag=True,
    panel="Answer",
    help="Say which rule is broken so far, and nothing that only the solution tells.",
)
@request_options
@report_options
def check(
    *, pictures: tuple[str, ...], output: str | None, rules_only: bool, request: Request, report: Report
) -> int:
    """Check what was put into pictures; return the exit code."""
    check_streams(output, ("--json", report.as_json))
    report.command = ("check",)
    request = replace(request, answer=_by_rules if rules_only else _by_solution, fields=FIELDS)
    return run(pictures, request, report, output=output, suffix=CHECKED_SUFFIX)


def _by_solution(image: Image, result: Result) -> Answer | None:
    """Compare the marks with what is certain of the water."""
    from vision.drawing.water import draw_mistakes  # noqa: PLC0415 — loads OpenCV

    from ..tasks.judge import SEVERAL, judged  # noqa: PLC0415 — as above
    from ..tasks.wording import number_of  # noqa: PLC0415 — loads the solver's package

    judgement = judged(result)
    if judgement is None or result.reading is None:
        return None
    wrong = judgement.wrong
    done = f"{judgement.wet_marked} of {number_of(judgement.wet, 'wet cell')}"
    count = number_of(len(wrong), "mistake") if wrong else "no mistake"
    message = f"{done}, {number_of(judgement.crosses, 'cross', 'crosses')}, {count}"
    if judgement.is_empty:
        message = "nothing has been put in yet"
    elif judgement.is_done:
        message += ", all done"
    if result.status == "ambiguous":
        message += f"; {SEVERAL}"
    return Answer(
        "mistaken" if wrong else "answered",
        message,
        "".join(f"{judgement.mistake_words(cell)}\n" for cell in wrong),
        draw_mistakes(image, result.reading.board, judgement.is_wrong()),
        fields={
            "mistakes": judgement.mistake_fields(),
            "broken": None,
            "wet_marked": judgement.wet_marked,
            "wet": judgement.wet,
            "crosses": judgement.crosses,
            "done": judgement.is_done,
        },
    )


def _by_rules(image: Image, result: Result) -> Answer | None:
    """Look for broken rules in the marks alone."""
    from solver.formats.annotated import known_of  # noqa: PLC0415 — the solver's package takes time to load
    from solver.rules import find_violations  # noqa: PLC0415 — as above

    from ..tasks.wording import cell_fields, number_of, place_fields  # noqa: PLC0415 — as above

    reading = result.reading
    read = result.status in ("solved", "ambiguous", "no_solution")
    if not read or reading is None or reading.complaints() or reading.puzzle.problems():
        return None
    marks = known_of(reading.marks)
    broken = find_violations(reading.puzzle, marks)
    wet, crosses = (sum(line.count(mark) for line in marks) for mark in (True, False))
    so_far = f"{number_of(wet, 'wet cell')}, {number_of(crosses, 'cross', 'crosses')}"
    count = f"{number_of(len(broken), 'rule')} broken" if broken else "no rule broken so far"
    fields = [
        {"what": at.words, "cells": cell_fields(at.cells), **place_fields(at.lines, at.aquariums)}
        for at in broken
    ]
    return Answer(
        "mistaken" if broken else "answered",
        f"{so_far}, {count}",
        "".join(f"{at.words}\n" for at in broken),
        draw_rules(image, reading, broken),
        fields={"mistakes": None, "broken": fields, "wet_marked": wet, "crosses": crosses},
    )


def draw_rules(image: Image, reading: Reading, broken: list[Violation]) -> Image:
    """Draw what breaks rules: of a line all of it, of an aquarium also the cells."""
    from vision.drawing.steps import draw_violations  # noqa: PLC0415 — loads OpenCV

    return draw_violations(
        image,
        reading.board,
        reading.puzzle.regions,
        cells={cell for at in broken if not at.lines for cell in at.cells},
        lines={line for at in broken for line in at.lines},
        aquariums={number for at in broken for number in at.aquariums},
        clue_boxes=reading.clue_boxes,
    )
