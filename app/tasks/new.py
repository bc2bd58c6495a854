"""The task `new`: a puzzle that was just made, as a picture or as text, with the words to make it again."""

from dataclasses import replace
from typing import Any

from pipeline import Result
from solver.errors import AquariumError
from solver.formats import Form, format_puzzle
from solver.generate.new_puzzle import generate
from solver.logic.step import Grade
from vision.files.pixels import Image

from ..errors import UsageError
from ..sentences import Message
from . import Answer
from .draw import LARGEST_BOARD, draw
from .read import read


def make_puzzle(rows: int, cols: int, grade: str = "normal", seed: int = 0) -> str:
    """Return a puzzle of a grade in one word as an address of puzz.link; UsageError if there is none."""
    if max(rows, cols) > LARGEST_BOARD:
        raise UsageError(Message("new_too_large", most=LARGEST_BOARD))
    try:
        made = generate(rows, cols, Grade(grade.replace("-", " ")), seed)
        return format_puzzle(made.puzzle, Form.PUZZLINK)
    except AquariumError as error:
        raise UsageError(error.what) from None


def new(
    image: Image,
    result: Result,
    *,
    grade: str = "normal",
    seed: int = 0,
    form: str | None = None,
    **drawn: Any,
) -> Answer | None:
    """Draw a puzzle of `make_puzzle` or, with a `form`, write it; `grade` and `seed` are told with it.

    `drawn` are options of the task `draw`.
    """
    answer = read(image, result, form=form) if form else draw(image, result, **drawn)
    if answer is None or not answer.messages:
        return answer
    first, *rest = answer.messages
    return replace(answer, messages=(Message("new_puzzle", grade=grade, seed=seed, what=first), *rest))
