"""The task `read`: the puzzle as text, proved before it is given, or with what is in doubt marked."""

from collections.abc import Sequence

from pipeline import Result
from solver.errors import NotWritable
from solver.formats import Form, format_json, format_puzzle
from solver.formats.annotated import AnnotatedPuzzle, known_of, unclear_of
from solver.formats.matrices import WALLS
from vision.files.pixels import Image
from vision.reading.doubts import doubtful_places

from ..errors import UsageError
from ..sentences import Message
from . import FORMS, Answer
from .judge import DOUBTED
from .wording import told_with


def read(
    _: Image, result: Result, *, form: str = "text", doubtful: bool = False, documents: Sequence[str] = ()
) -> Answer | None:
    """Write the puzzle as text, in one of `FORMS`; None if it was not read for certain.

    What is `doubtful` is written too, as `?` in a matrix of walls, for a person to correct. `documents` has
    `txt` if a file of it is wanted.
    """
    is_certain = result.status in ("solved", "ambiguous")
    if doubtful and form not in ("text", "walls"):
        raise UsageError(Message("only_walls_doubtful"))
    if result.puzzle is None or (not is_certain and (result.status == "no_puzzle" or not doubtful)):
        return None
    try:
        if is_certain:
            text, messages = _written(result, Form[FORMS[form]]), told_with(result.puzzle, result)
        else:
            text, messages = _doubtful(result)
    except NotWritable as error:
        why = Message("not_in_format", form=form, what=error.what)
        return Answer("unsaved", (why,), fields={"text": None})
    return Answer(
        "answered" if result.status == "solved" else None,
        messages,
        text,
        fields={"text": text},
        documents=dict.fromkeys(documents, text.encode()),
    )


def _doubtful(result: Result) -> tuple[str, tuple[Message, ...]]:
    """Return what was read as a matrix of walls, `?` where it is in doubt, and what is told with it."""
    assert result.reading is not None
    is_named = DOUBTED in result.messages  # the water is certain, and all that is not was named
    places = {doubt.place for doubt in result.doubts} if is_named else doubtful_places(result.reading)
    text = WALLS.format(result.reading.puzzle, places)
    return text, (*result.messages, *([Message("doubtful_written", places=len(places))] if places else []))


def _written(result: Result, form: Form) -> str:
    """Return the puzzle of a result in a text form, JSON with marks and water; may raise NotWritable."""
    assert result.reading is not None
    puzzle, marks = result.reading.puzzle, result.reading.marks
    if form is not Form.JSON:
        return format_puzzle(puzzle, form)
    unique = result.solution is not None and result.solution.unique
    water = result.solution.water if result.solution and unique else None
    return format_json(AnnotatedPuzzle(puzzle, known_of(marks), water, unclear_of(marks)))
