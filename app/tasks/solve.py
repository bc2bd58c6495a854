"""The task `solve`: the water, and the player's mistakes, drawn in."""

from pipeline import Result
from vision.drawing.overlay import Drawing, answer_drawing
from vision.drawing.style import DEFAULT, Style
from vision.files.pixels import Image

from ..sentences import Message
from . import Answer
from .certainty import DOUBTED
from .judge import Judgement, judged, may_be_colours, offer


def solve(image: Image, result: Result, *, style: Style = DEFAULT) -> Answer | None:
    """Draw the water of a puzzle that is solved."""
    drawing = drawing_of(image, result, style)
    judgement = judged(result)
    if drawing is None or judgement is None:
        return None
    messages = _of_colours(result, judgement)
    return Answer(messages=messages, drawing=drawing, fields={"mistakes": judgement.mistake_fields()})


def _of_colours(result: Result, judgement: Judgement) -> tuple[Message, ...]:
    """Tell of entries that may be colours of the picture, after all that is told anyway; nothing without."""
    reading, unclear = result.reading, len(judgement.unclear)
    offered = offer(reading, judgement.wrong) if reading and may_be_colours(reading) else ()
    if not offered:
        return ()
    doubted = () if result.puzzle_certain else (DOUBTED,)
    untold = (Message("entries_untold", cells=unclear),) if unclear else ()
    return (*result.messages, *doubted, *untold, *offered)


def drawing_of(image: Image, result: Result, style: Style = DEFAULT) -> Drawing | None:
    """Return the drawing of an answer, None unless there is one."""
    if result.status != "solved" or result.reading is None or result.solution is None:
        return None
    certain = result.puzzle_certain
    return answer_drawing(image, result.reading, result.solution.water, walls_certain=certain, style=style)
