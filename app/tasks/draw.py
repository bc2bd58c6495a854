"""The tasks that give the puzzle itself: `draw` a clean picture, `read` a text, `new` either of a new one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pipeline import Result, read_written
from solver.errors import AquariumError, NotWritable
from solver.formats import Form, format_json, format_puzzle
from solver.formats.annotated import AnnotatedPuzzle, known_of, unclear_of
from solver.formats.matrices import WALLS
from vision.drawing.overlay import Drawing
from vision.drawing.style import DEFAULT, Style
from vision.files.limits import MAX_PIXELS
from vision.files.pixels import Image
from vision.reading.doubts import doubtful_places

from ..sentences import Message, UsageError
from . import FORMS, LARGEST_BOARD, Answer
from .judge import DOUBTED
from .solve import drawing_of
from .wording import told_with


def draw(
    _: Image,
    result: Result,
    *,
    solution: bool = False,
    with_marks: bool | None = None,
    pitch: int | None = None,
    style: Style = DEFAULT,
) -> Answer | None:
    """Draw the puzzle anew, `pitch` pixels per cell; None if it is not certain, UsageError if too large.

    `solution` draws the water in, `with_marks` what the player has put; None draws that only where a text
    says it.
    """
    reading = result.reading
    if reading is None or result.status in ("no_puzzle", "unsure"):
        return None
    if result.status == "timeout" and not reading.is_known:
        return None  # of a picture, which only a proof makes certain
    solved = result.status == "solved"
    if solution and not solved:
        return Answer(messages=(*result.messages, Message("draw_alone")))
    puzzle = reading.puzzle
    if pitch and pitch**2 * puzzle.height * puzzle.width > MAX_PIXELS:
        raise UsageError(Message("pitch_too_large", pitch=pitch))
    is_written = reading.is_known and reading.marks_said
    marks = reading.marks if with_marks or (with_marks is None and is_written) else None
    page, page_reading = read_written(puzzle, marks, pitch=pitch, style=style)
    messages = told_with(puzzle, result)
    if not solution:
        return Answer("answered", messages, drawing=Drawing(page), reading=page_reading, is_puzzle=True)
    drawing = drawing_of(page, replace(result, reading=page_reading), style)
    return Answer("answered", messages, drawing=drawing, reading=page_reading)


def make_puzzle(rows: int, cols: int, grade: str = "normal", seed: int = 0) -> str:
    """Return a puzzle of a grade in one word as an address of puzz.link; UsageError if there is none."""
    from solver.generate.new_puzzle import generate  # noqa: PLC0415 — loads the logic of steps
    from solver.logic.step import Grade  # noqa: PLC0415 — as above

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
    documents: Sequence[str] = (),
    **drawn: Any,
) -> Answer | None:
    """Draw a puzzle of `make_puzzle` or, with a `form`, write it; `grade` and `seed` are told with it.

    `documents` has `txt` if a file of that is wanted; `drawn` are options of the task `draw`.
    """
    answer = draw(image, result, **drawn) if not form else read(image, result, form=form, documents=documents)
    if answer is None or not answer.messages:
        return answer
    first, *rest = answer.messages
    return replace(answer, messages=(Message("new_puzzle", grade=grade, seed=seed, what=first), *rest))


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
