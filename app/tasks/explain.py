"""The task `explain`: the whole solution as steps with reasons, also as an animation."""

from collections.abc import Sequence

from pipeline import Result
from solver.deadline import Deadline
from solver.logic.explanation import Explanation
from solver.logic.explanation import explain as find_steps
from solver.puzzle import Known
from vision.drawing.animation import animate, encode_animation, frames_in
from vision.drawing.style import DEFAULT, Style
from vision.files.pixels import Image
from vision.reading.reading import Reading

from ..sentences import Message
from . import Answer
from .judge import Judgement, judged, of_colours
from .wording import settled_words, step_fields

SECONDS = 3.0
"""A frame of the animation stays so long: two short lines can be read in it."""


def explain(
    image: Image,
    result: Result,
    *,
    from_marks: bool = False,
    documents: Sequence[str] = (),
    time_limit: float = 30.0,
    style: Style = DEFAULT,
) -> Answer | None:
    """Explain the solution step by step, from the empty board or from the marks as far as they are right.

    `time_limit` is that of explaining, and again that of drawing the animation, in seconds.
    `documents` has `gif` if an animation is wanted.
    """
    judgement = judged(result)
    if judgement is None or result.reading is None:
        return None
    known = judgement.right if from_marks else None
    way = find_steps(judgement.puzzle, known, deadline=Deadline(time_limit))
    files: dict[str, bytes] = {}
    messages = _messages(result, judgement, way, from_marks=from_marks)
    shown = len(way.steps)
    if "gif" in documents:
        shown = min(shown, frames_in(time_limit, image, result.reading.board))
        files["gif"] = _animation(image, result.reading, way, known, shown, style=style)
    if shown < len(way.steps):
        messages.append(Message("animation_cut", steps=shown, limit=time_limit))
    is_late = way.late is not None or shown < len(way.steps)
    return Answer(
        "timeout" if is_late else "answered" if result.status == "solved" else None,
        tuple(messages),
        "".join(f"{line}\n" for line in _lines(way)),
        fields={"grade": _grade(way), "steps": [step_fields(step) for step in way.steps]},
        documents=files,
    )


def _grade(way: Explanation) -> str | None:
    """Return how hard the whole is: what is left may be harder than all before."""
    return str(way.grade) if way.complete else None


def _messages(result: Result, judgement: Judgement, way: Explanation, *, from_marks: bool) -> list[Message]:
    """Tell how long the way is, what it begins without, and why it ends where it does."""
    steps, grade = len(way.steps), _grade(way)
    told = [Message("graded_steps", grade=grade, steps=steps) if grade else Message("steps", steps=steps)]
    if judgement.wrong and from_marks:
        told.append(Message("mistakes_ignored", mistakes=len(judgement.wrong)))
    if judgement.unclear and from_marks:
        told.append(Message("left_aside", cells=len(judgement.unclear)))
    if from_marks:
        told += of_colours(judgement.coloured)
    if way.late is not None:
        told.append(way.late.what)
    elif not way.complete:
        told.append(Message("nothing_more", why=result.messages or (Message("not_settled"),)))
    return told


def _lines(way: Explanation) -> list[str]:
    """Return the numbered steps, the chains of trials below theirs."""
    wide = len(str(len(way.steps)))
    lines = []
    for number, step in enumerate(way.steps, 1):
        lines.append(f"{number:>{wide}}. {step.because}")
        lines += [f"{'':{wide}}    {link.because}" for link in step.chain]
        lines.append(f"{'':{wide}}  → {settled_words(step)} ({step.technique.words})")
    return lines


def _animation(
    image: Image, reading: Reading, way: Explanation, known: Known | None, shown: int, *, style: Style
) -> bytes:
    """Return a GIF of the water poured in the order of the steps, as many of them as are to be shown."""
    puzzle, steps = reading.puzzle, way.steps[:shown]
    title = f"{puzzle.height}×{puzzle.width}" + (f", {way.grade}" if way.complete else "")
    numbered = (f"{number}. {step.because}" for number, step in enumerate(steps, 1))
    end = "All the water is in." if way.complete else "Nothing more can be deduced."
    if way.late is not None or len(steps) < len(way.steps):
        end = "Out of time."
    frames = animate(image, reading, steps, [title, *numbered, end], known=known, style=style)
    return encode_animation(frames, SECONDS)
