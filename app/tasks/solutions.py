"""The task `solutions`: several solutions of a puzzle, and what all of them share."""

from pipeline import Result
from solver.errors import TimedOut
from solver.formats import format_water
from solver.solving import find_solutions
from vision.drawing.overlay import Drawing, known_parts
from vision.drawing.style import DEFAULT, Style
from vision.files.pixels import Image

from ..sentences import Message
from . import Answer
from .solve import drawing_of


def solutions(
    image: Image, result: Result, *, most: int, time_limit: float = 30.0, style: Style = DEFAULT
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
