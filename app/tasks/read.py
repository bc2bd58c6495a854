"""The task `read`: the puzzle as text, proved before it is given."""

from pipeline import Result
from solver.errors import NotWritable
from solver.formats import Form, format_json, format_puzzle
from solver.formats.annotated import AnnotatedPuzzle, known_of, unclear_of
from solver.message import Message
from vision.files.pixels import Image

from . import FORMS, Answer
from .wording import told_with


def read(_: Image, result: Result, *, form: str = "text") -> Answer | None:
    """Write the puzzle as text, in one of `FORMS`; None if it was not read for certain."""
    if result.status not in ("solved", "ambiguous") or result.puzzle is None:
        return None
    try:
        text = _written(result, Form[FORMS[form]])
    except NotWritable as error:
        why = Message("not_in_format", form=form, what=error.what)
        return Answer("unsaved", (why,), fields={"text": None})
    messages = told_with(result.puzzle, result)
    return Answer("answered" if result.status == "solved" else None, messages, text, fields={"text": text})


def _written(result: Result, form: Form) -> str:
    """Return the puzzle of a result in a text form, JSON with marks and water; may raise NotWritable."""
    assert result.reading is not None
    puzzle, marks = result.reading.puzzle, result.reading.marks
    if form is not Form.JSON:
        return format_puzzle(puzzle, form)
    unique = result.solution is not None and result.solution.unique
    water = result.solution.water if result.solution and unique else None
    return format_json(AnnotatedPuzzle(puzzle, known_of(marks), water, unclear_of(marks)))
