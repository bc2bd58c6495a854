"""The task `solve`: the water, and the player's mistakes, drawn in."""

from pipeline import Result
from vision.drawing.answer import answer_drawing
from vision.drawing.drawing import Drawing
from vision.files.pixels import Image

from . import Answer
from .judge import judged


def solve(image: Image, result: Result) -> Answer | None:
    """Draw the water of a puzzle that is solved."""
    drawing, judgement = drawing_of(image, result), judged(result)
    if drawing is None or judgement is None:
        return None
    return Answer(drawing=drawing, fields={"mistakes": judgement.mistake_fields()})


def drawing_of(image: Image, result: Result) -> Drawing | None:
    """Return the drawing of an answer, None unless there is one."""
    if result.status != "solved" or result.reading is None or result.solution is None:
        return None
    certain = result.puzzle_certain
    return answer_drawing(image, result.reading, result.solution.water, walls_certain=certain)
