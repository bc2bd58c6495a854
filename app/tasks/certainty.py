"""What is told of a puzzle whose water is certain, but not every wall and clue of it."""

from dataclasses import replace

from pipeline import Result

from .wording import number_of

DOUBTED = "the water is certain, but the puzzle is not"


def doubtful_words(result: Result) -> str:
    """Say how much of a puzzle could be otherwise with the same water."""
    count = number_of(len(result.doubts), "wall or clue", "walls or clues")
    return f"{DOUBTED}: {count} could be otherwise" if result.doubts else DOUBTED


def without_puzzle(result: Result) -> Result:
    """Return a result as one to be refused, if its puzzle is not certain; any other as it is.

    So it is told to whoever asks for the puzzle, and for what rests on its walls: not only for the water.
    """
    if result.status != "solved" or result.puzzle_certain:
        return result
    return replace(result, status="unsure", message=doubtful_words(result), solution=None)
