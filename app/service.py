"""Contents of a picture or text → an outcome, in memory: nothing is printed, written or asked here.

The command line, workers, clusters and pages all go through `process`. It may be called in several threads.
"""

from collections.abc import Sequence
from dataclasses import replace

import pipeline
from pipeline import Result
from solver.belief.overrides import BadOverride, Override
from solver.errors import BadText, InvalidPuzzle
from vision.drawing.drawing import Clean
from vision.files.errors import ImageUnreadable
from vision.files.pixels import Picture
from vision.reading.read import Trace, ignore
from vision.reading.reading import Reading

from .embedded import write_note
from .errors import UsageError
from .outcome import Outcome, format_error
from .request import Limits, Request
from .sources import Contents, Size, Source, load
from .status import one_line
from .tasks import Answer, Task
from .tasks.certainty import DOUBTED, without_puzzle

__all__ = ["Limits", "Outcome", "Request", "Task", "process"]

SOLVE, LIMITS = Task("solve"), Limits()
LEFT_BY_FIXES = {
    "no_solution": "no solution",
    "ambiguous": "several solutions",
    "unsure": "no solution that is certain",
}
"""What a puzzle has that a fix has broken, by its status."""
MISNOTED = "the file's note tells another puzzle than the picture shows, so the picture was read"
MOST_TRIED = 5
"""Fixes that are left out one by one to see which of them breaks the puzzle."""


def process(
    contents: Contents,
    task: Task = SOLVE,
    limits: Limits = LIMITS,
    *,
    overrides: Sequence[Override] = (),
    size: Size | None = None,
    as_read: bool = False,
    page: int = 1,
    trace: Trace = ignore,
) -> Outcome:
    """Read the puzzle in a picture or text, prove it, and do a task with it.

    `contents` are the bytes of a picture or text file, the path of such a file, or a puzzle as text.
    `overrides` are what a person says of clues and walls of a picture, `size` is the board's (rows, cols), if
    known, `as_read` says that a person has looked and the reading of a picture is right, `page` is that of a
    TIFF, PDF or HEIC file of several. `trace` is called with the name and the product of every stage, first
    `loaded` with the pixels. Whatever is amiss with the contents, or with the program,
    is told by the outcome; what cannot be asked of such contents raises UsageError.
    """
    request = Request(task, limits, tuple(overrides), size, as_read)
    path = "-" if isinstance(contents, bytes) else str(contents)
    seconds: dict[str, float] = {}
    try:
        outcome = _processed(contents, request, page, trace, seconds)
    except UsageError:
        raise
    except (ImageUnreadable, BadText, InvalidPuzzle) as error:
        place = f"{error.place}: " if isinstance(error, BadText) else ""
        outcome = Outcome(path, "unreadable", place + format_error(error))
    except Exception as error:  # a page or batch must not end with one picture
        outcome = Outcome.failed(path, error)
    return replace(outcome, path=path, task=task, seconds=seconds)


def _processed(
    contents: Contents, request: Request, page: int, trace: Trace, seconds: dict[str, float]
) -> Outcome:
    with pipeline.timed(seconds, "load"):
        source = load(contents, request.size, page, is_overridden=bool(request.overrides))
    pixels = source.picture.pixels
    trace("loaded", pixels)
    result = _proved(source, request, trace)
    seconds |= result.seconds
    misfits = _misfits(source, request, result)
    if misfits and result.reading is not None and _is_of(result.reading, misfits[0]):
        result = replace(result, message=_misfit_words(misfits, result))
    if request.task.needs_puzzle:
        result = without_puzzle(result)
    with pipeline.timed(seconds, "draw"):
        answer = _with_clean(request.task.answer(pixels, result), source)
        drawn = answer.picture if answer else None
    if answer is None:
        del seconds["draw"]
    elif drawn is not None:
        trace("picture", drawn)
    return replace(_outcome(source, result, answer), misfits=misfits)


def _with_clean(answer: Answer | None, source: Source) -> Answer | None:
    """Return an answer that tells of what puzzle its drawing is the clean picture, if it is one of those."""
    reading = (answer and answer.reading) or (source.reading if source.is_text else None)
    if answer is None or answer.drawing is None or reading is None:
        return answer
    clean = Clean(reading.puzzle, reading.board)
    return replace(answer, drawing=replace(answer.drawing, clean=clean))


def _proved(source: Source, request: Request, trace: Trace) -> Result:
    """Prove the puzzle, which is read from the picture unless it is known."""
    limits = request.limits
    if source.reading is not None:
        return pipeline.prove_reading(source.reading, time_limit=limits.solve, trace=trace)
    return pipeline.prove_image(
        source.picture.pixels,
        time_limit=limits.solve,
        repair_limit=limits.repair,
        overrides=request.overrides,
        size=request.size,
        as_read=request.as_read,
        trace=trace,
    )


def _misfits(source: Source, request: Request, result: Result) -> tuple[Override, ...]:
    """Return what a person said of a refused puzzle that speaks of no place, or breaks the puzzle."""
    said, reading = request.overrides, result.reading
    if not said or reading is None or result.status not in LEFT_BY_FIXES:
        return ()
    return tuple(fix for fix in said if not _is_of(reading, fix)) or _breaking(source, request)


def _is_of(reading: Reading, fix: Override) -> bool:
    """Whether a board has the clue or wall that a person speaks of."""
    try:
        return bool(reading.with_overrides([fix]))
    except BadOverride:
        return False


def _breaking(source: Source, request: Request) -> tuple[Override, ...]:
    """Return the fix, or all of them, without which there is an answer."""
    said = request.overrides
    single = [(fix,) for fix in said[:MOST_TRIED]]
    for wrong in (*single, *([said] if len(said) > 1 else [])):
        rest = tuple(fix for fix in said if fix not in wrong)
        if _proved(source, replace(request, overrides=rest), ignore).status == "solved":
            return wrong
    return ()


def _misfit_words(misfits: Sequence[Override], result: Result) -> str:
    """Say what a puzzle has that a fix has broken, and why if that is more than said so."""
    named = " and ".join(f"--fix {fix}" for fix in misfits)
    leave = "leaves" if len(misfits) == 1 else "leave"
    why, *_ = (result.message or "").split(";")
    reason = f" ({why})" if why and result.status != "ambiguous" else ""
    return f"{named} {leave} {LEFT_BY_FIXES[result.status]}{reason}; without, there is exactly one"


def _outcome(source: Source, result: Result, answer: Answer | None) -> Outcome:
    """Put together what was made of a picture. A file of it carries a note only if the puzzle is certain."""
    message = (answer and answer.message) or (result.message and one_line(result.message))
    if result.status == "solved" and not (result.puzzle_certain or (answer and answer.message)):
        message = "; ".join(filter(None, (message, DOUBTED)))
    if source.is_misnoted:
        message = "; ".join(filter(None, (message, MISNOTED)))
    is_certain = source.reading is not None or (result.status == "solved" and result.puzzle_certain)
    like, note = source.picture, ""
    if answer is not None and answer.picture is not None:
        if answer.reading is not None:
            like, result = Picture(answer.picture), replace(result, reading=answer.reading)
        elif like.rgba is None:
            like = replace(like, pixels=answer.picture)  # frees the input, which is needed no more
        note = write_note(result) if is_certain else ""
    return Outcome(
        *("-", result.status, message, result), answer=answer, is_text=source.is_text, like=like, note=note
    )
