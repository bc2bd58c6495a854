"""What is told of a puzzle whose water is certain, but not every wall and clue of it."""

from dataclasses import replace

from pipeline import Result
from vision.reading.reading import Reading
from vision.reading.refuse import complaints

from ..sentences import Message

DOUBTED = Message("only_water_certain")
"""Said of such a puzzle; what is in doubt is named beside it."""


def without_puzzle(result: Result) -> Result:
    """Return a result as one to be refused, if its puzzle is not certain; any other as it is.

    So it is told to whoever asks for the puzzle, and for what rests on its walls: not only for the water.
    """
    if result.puzzle_certain or result.status not in ("solved", "ambiguous"):
        return result
    messages = (DOUBTED,) if result.status == "solved" else result.messages
    return replace(result, status="unsure", messages=messages, solution=None)


def is_consistent(reading: Reading) -> bool:
    """Whether what was read is a whole puzzle, so that a person can say that it is right."""
    return not (is_cut(reading) or complaints(reading) or reading.puzzle.problems())


def is_cut(reading: Reading) -> bool:
    """Whether a board is surely only a part of one."""
    return any(cut.is_sure for cut in reading.cut)
