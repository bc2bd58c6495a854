"""The tasks `solve`, the water and the player's mistakes drawn in, and `solutions`, what several share."""

from pipeline import Result
from solver.errors import TimedOut
from solver.formats import format_water
from solver.solving import find_solutions
from vision.drawing.overlay import Drawing, answer_drawing, known_parts
from vision.drawing.style import DEFAULT, Style
from vision.files.pixels import Image

from ..sentences import Message
from . import Answer
from .judge import DOUBTED, Judgement, judged, may_be_colours, of_colours, offer


def solve(image: Image, result: Result, *, style: Style = DEFAULT) -> Answer | None:
    """Draw the water of a puzzle that is solved."""
    drawing = drawing_of(image, result, style)
    judgement = judged(result)
    if drawing is None or judgement is None:
        return None
    messages = _of_entries(result, judgement)
    return Answer(messages=messages, drawing=drawing, fields={"mistakes": judgement.mistake_fields()})


def _of_entries(result: Result, judgement: Judgement) -> tuple[Message, ...]:
    """Tell of entries that may be colours of the picture, after all that is told anyway; nothing without."""
    reading, unclear = result.reading, len(judgement.unclear)
    if reading is None or not (judgement.coloured or may_be_colours(reading)):
        return ()
    doubted = () if result.puzzle_certain else (DOUBTED,)
    untold = (Message("entries_untold", cells=unclear),) if unclear else ()
    told = (*of_colours(judgement.coloured), *untold)
    offered = offer(reading, judgement.wrong)
    return (*result.messages, *doubted, *told, *offered) if offered else ()


def drawing_of(image: Image, result: Result, style: Style = DEFAULT) -> Drawing | None:
    """Return the drawing of an answer, None unless there is one."""
    if result.status != "solved" or result.reading is None or result.solution is None:
        return None
    certain = result.puzzle_certain
    return answer_drawing(image, result.reading, result.solution.water, walls_certain=certain, style=style)


def solutions(
    image: Image, result: Result, *, most: int = 10, time_limit: float = 30.0, style: Style = DEFAULT
) -> Answer | None:
    """List up to `most` solutions, found in `time_limit` seconds, and draw what all of them share."""
    if result.status not in ("solved", "ambiguous") or result.puzzle is None or result.solution is None:
        return None
    assert result.reading is not None
    try:
        found = find_solutions(result.puzzle, most + 1, time_limit=time_limit)
    except TimedOut as error:
        return Answer("timeout", (error.what,))
    if result.status == "solved":
        drawing = drawing_of(image, result, style)
    else:
        board, forced, marks = result.reading.board, result.solution.forced, result.reading.marks
        drawing = Drawing(image, known_parts(board, forced, result.puzzle.regions, put=marks, style=style))
    listed, total = found[:most], len(found)
    drawn = () if result.status == "solved" else (Message("shared_drawn"),)
    return Answer(
        messages=(_counted(total, most), *drawn),
        text="\n".join(map(format_water, listed)),
        drawing=drawing,
        fields={
            "solutions": [[[int(wet) for wet in row] for row in water] for water in listed],
            "more_solutions": total > most,
        },
    )


def _counted(total: int, most: int) -> Message:
    if total > most:
        return Message("some_solutions", shown=most, found=total)
    return Message("only_solution") if total == 1 else Message("all_solutions", solutions=total)
