"""The task `check`: which of the player's marks are wrong, in words and drawn."""

from pipeline import Result
from solver.formats.annotated import known_of
from solver.rules import Violation, find_violations
from vision.drawing.layer import Layer
from vision.drawing.overlay import Drawing, mistakes_layer, unclear_layer
from vision.drawing.steps import violations_layer
from vision.files.pixels import Image
from vision.reading.reading import Reading

from ..sentences import Message
from . import Answer
from .judge import SEVERAL, Judgement, judged, of_colours, offer, unclear_cells
from .wording import cell_fields, cell_words, row_lines, where_fields

DONE = Message("all_done")
UNCLEAR = "cannot tell what you put"
"""Said of cells in a picture that does not show it."""


def check(image: Image, result: Result, *, rules_only: bool = False) -> Answer | None:
    """Compare the marks with what is certain of the water, or with the rules alone."""
    return _by_rules(image, result) if rules_only else _by_solution(image, result)


def _by_solution(image: Image, result: Result) -> Answer | None:
    judgement = judged(result)
    if judgement is None or result.reading is None:
        return None
    wrong, unclear = judgement.wrong, judgement.unclear
    messages = [Message("nothing_entered") if judgement.is_empty else _checked(judgement)]
    if result.status == "ambiguous":
        messages.append(SEVERAL)
    messages += [*of_colours(judgement.coloured), *offer(result.reading, wrong)]
    lines = (*judgement.mistake_lines(), *row_lines(unclear, UNCLEAR))
    board = result.reading.board
    return Answer(
        "mistaken" if wrong else "answered",
        tuple(messages),
        "".join(f"{line}\n" for line in lines),
        Drawing(
            image,
            (
                mistakes_layer(image, board, judgement.is_wrong()),
                unclear_layer(image, board, unclear, judgement.coloured),
            ),
        ),
        lines=lines,
        fields={
            "mistakes": judgement.mistake_fields(),
            "wet_marked": judgement.wet_marked,
            "wet": judgement.wet,
            "crosses": judgement.crosses,
            "unclear": cell_fields(unclear),
            "done": judgement.is_done,
        },
    )


def _checked(judgement: Judgement) -> Message:
    wrong, unclear = len(judgement.wrong), len(judgement.unclear)
    parts = [
        Message("filled", filled=judgement.wet_marked, wet=judgement.wet),
        Message("crosses", crosses=judgement.crosses),
        Message("mistakes", mistakes=wrong) if wrong else Message("no_mistakes"),
    ]
    if unclear:
        parts.append(Message("unclear", cells=unclear))
    elif judgement.is_done:
        parts.append(DONE)
    return Message("checked", parts=tuple(parts))


def _by_rules(image: Image, result: Result) -> Answer | None:
    reading = result.reading
    was_read = result.status in ("solved", "ambiguous", "no_solution")
    if not was_read or reading is None or reading.puzzle.problems():
        return None
    marks, unclear, coloured = known_of(reading.marks), unclear_cells(reading), reading.coloured
    broken = find_violations(reading.puzzle, marks)
    wet, crosses = (sum(line.count(mark) for line in marks) for mark in (True, False))
    filled = tuple(tuple(map(bool, row)) for row in marks)
    is_whole = not (broken or unclear or coloured or find_violations(reading.puzzle, filled))
    is_done = is_whole and result.status == "solved"
    found = DONE if is_done else Message("no_rule_broken")
    parts = [
        Message("water_cells", cells=wet),
        Message("crosses", crosses=crosses),
        Message("rules_broken", rules=len(broken)) if broken else found,
        *([Message("unclear", cells=len(unclear))] if unclear else []),
    ]
    lines = (*map(_broken_line, broken), *row_lines(unclear, UNCLEAR))
    return Answer(
        "mistaken" if broken else "answered",
        (Message("checked", parts=tuple(parts)), *of_colours(coloured), *offer(reading, broken)),
        "".join(f"{line}\n" for line in lines),
        Drawing(
            image, (_violations(reading, broken), unclear_layer(image, reading.board, unclear, coloured))
        ),
        lines=lines,
        fields={
            "broken": [_fields(violation) for violation in broken],
            "wet_marked": wet,
            "crosses": crosses,
            "unclear": cell_fields(unclear),
        },
    )


def _fields(at: Violation) -> dict[str, object]:
    words = {**at.what.to_dict(), "what": str(at.what)}
    return {**words, "cells": cell_fields(at.cells), **where_fields(at.lines, at.aquariums)}


def _broken_line(at: Violation) -> str:
    """Say which rule is broken and where: numbers of aquariums are not printed."""
    said = str(at.what) if at.lines else f"{cell_words(at.cells)}: {at.what}"
    return f"{said[0].upper()}{said[1:]}"


def _violations(reading: Reading, broken: list[Violation]) -> Layer:
    """Return what breaks rules: of a line all of it, of an aquarium also the cells."""
    return violations_layer(
        reading,
        cells={cell for at in broken if not at.lines for cell in at.cells},
        lines={line for at in broken for line in at.lines},
        aquariums={number for at in broken for number in at.aquariums},
    )
