"""The task `read`: the puzzle as text, proved before it is given."""

from pipeline import Result
from solver.errors import NotWritable
from solver.formats import Form, format_json, format_puzzle
from solver.formats.annotated import AnnotatedPuzzle, known_of, unclear_of
from vision.files.pixels import Image

from . import FORMS, Answer
from .wording import size_words


def read(_: Image, result: Result, *, form: str = "text") -> Answer | None:
    """Write the puzzle as text, in one of `FORMS`; None if it was not read for certain."""
    if result.status not in ("solved", "ambiguous") or result.puzzle is None:
        return None
    try:
        text = _written(result, Form[FORMS[form]])
    except NotWritable as error:
        return Answer("unsaved", f"--format {form}: {error}", fields={"text": None})
    is_solved = result.status == "solved"
    size = size_words(result.puzzle)
    message = f"{size}, one solution" if is_solved else f"{size}; {result.message}"
    return Answer("answered" if is_solved else None, message, text, fields={"text": text})


def _written(result: Result, form: Form) -> str:
    """Return the puzzle of a result in a text form, JSON with marks and water; may raise NotWritable."""
    assert result.reading is not None
    puzzle, marks = result.reading.puzzle, result.reading.marks
    if form is not Form.JSON:
        return format_puzzle(puzzle, form)
    unique = result.solution is not None and result.solution.unique
    water = result.solution.water if result.solution and unique else None
    return format_json(AnnotatedPuzzle(puzzle, known_of(marks), water, unclear_of(marks)))
