"""Contents of a picture or text → an outcome, in memory: nothing is printed, written or asked here.

The command line, workers, clusters and pages all go through `process`; threads may call it.
"""

from collections.abc import Sequence
from dataclasses import replace

import pipeline
from pipeline import Result
from solver.belief.overrides import BadOverride, Override
from solver.deadline import timed
from solver.errors import BadText, InvalidPuzzle
from solver.places import Place
from vision.drawing.overlay import Drawing, clean_of
from vision.drawing.style import Style
from vision.files.errors import ImageUnreadable
from vision.files.pixels import Image, Picture
from vision.reading.facts import has_clues, is_uniform, may_have_clues
from vision.reading.one_board import Trace, ignore
from vision.reading.page import is_as_large, is_complete
from vision.reading.read import read
from vision.reading.reading import BoardNotFound, Reading
from vision.threads import one_thread

from .outcome import Outcome
from .request import Limits, Overrides, Request, Wanted
from .sentences import Message, UsageError
from .sources import Contents, Source, Text, is_own_answer, load, parse_marks
from .tasks import Answer, Task
from .tasks.judge import DOUBTED, without_puzzle

__all__ = ["Limits", "Outcome", "Overrides", "Request", "Task", "Text", "Wanted", "process"]

USUAL, ALL = Request(), Wanted()
LEFT_BY_FIXES = {
    "no_solution": Message("left_without_solution"),
    "ambiguous": Message("left_with_several"),
    "unsure": Message("left_unsure"),
}
"""What a puzzle has that a fix has broken, by its status."""
MOST_TRIED = 5
"""Fixes that are left out one by one to see which of them breaks the puzzle."""


@one_thread()
def process(
    contents: Contents,
    request: Request = USUAL,
    *,
    page: int = 1,
    board: int | None = None,
    wanted: Wanted = ALL,
    trace: Trace = ignore,
) -> Outcome:
    """Read the puzzle in a picture or text, prove it, and do with it what is requested.

    `contents` are the bytes of a picture or text file, the path of such a file (a str or Path), or a puzzle
    as `Text`. `page` is that of a TIFF, PDF or HEIC file of several, `board` the only one to look at, from 1
    as the largest: without it the outcome is that of the largest, of which overrides speak, with those of the
    others in it. `trace` is called with the name and the product of every stage, first `loaded` with the
    pixels. Whatever goes wrong with the contents or the program is in the outcome; what cannot be asked of
    them raises UsageError.
    """
    path = "-" if isinstance(contents, bytes) else str(contents)
    seconds: dict[str, float] = {}
    try:
        _check_places(request.overrides.places)
        with timed(seconds, "load"):
            source = load(contents, request, page)
        outcome = _processed(source, request, board, trace, seconds)
        if not wanted.picture and outcome.answer:
            outcome = replace(outcome, answer=replace(outcome.answer, drawing=None))
    except UsageError:
        raise
    except (ImageUnreadable, BadText, InvalidPuzzle) as error:
        what = error.what
        if isinstance(error, BadText):
            line, column = error.place
            what = Message("mistake_in_text", place=str(error.place), line=line, column=column, what=what)
        outcome = Outcome(path, "unreadable", (what,), is_text=isinstance(error, BadText | InvalidPuzzle))
    except Exception as error:  # a page or batch must not end with one picture
        outcome = Outcome.failed(path, error)
    return replace(outcome, path=path, task=request.task, seconds=seconds)


def _check_places(overrides: Sequence[Override]) -> None:
    """Raise UsageError if a person states two values of one clue or wall."""
    values: dict[Place, int | bool | None] = {}
    for override in overrides:
        if values.setdefault(override.place, override.value) != override.value:
            raise UsageError(Message("two_values", place=str(override.place)))


def _processed(
    source: Source, request: Request, board: int | None, trace: Trace, seconds: dict[str, float]
) -> Outcome:
    trace("loaded", source.picture.pixels)
    result = _proved(source, request, board, trace)
    source, result, of_frame = _of_frame(source, request, board, trace, result)
    pixels = source.picture.pixels
    if board is None:
        result = _of_said_size(source, request, result)
    seconds |= result.seconds
    if request.overrides.marks is not None and result.reading is not None:
        marks = parse_marks(request.overrides.marks, result.reading.puzzle)
        result = replace(result, reading=result.reading.with_marks(marks))
    misfits = _misfits(source, request, board, result)
    if misfits and result.reading is not None and _is_of(result.reading, misfits[0]):
        result = replace(result, messages=(_misfit(misfits, result),))
    with timed(seconds, "draw"):
        results = [replace(result, others=()), *result.others]
        if request.task.needs_puzzle:
            results = list(map(without_puzzle, results))
        answers = [request.task.answer(pixels, one, request.style, request.limits.solve) for one in results]
        answer = _with_clean(_of_page(pixels, answers), source, request.style)
        drawn = answer.picture if answer else None
    if answer is None:
        del seconds["draw"]
    elif drawn is not None:
        trace("picture", drawn)
    outcome = _outcome(source, results, [answer, *answers[1:]])
    boards = result.reading.on_page if result.reading else 1
    if len(results) == 1 and board is None and boards > 1:
        outcome = replace(outcome, messages=(*outcome.messages, Message("largest_board", boards=boards)))
    return replace(outcome, messages=(*outcome.messages, *of_frame), misfits=misfits)


def _of_frame(
    source: Source, request: Request, board: int | None, trace: Trace, first: Result
) -> tuple[Source, Result, tuple[Message, ...]]:
    """Return the frame that is read of an animation whose first shows no grid, its result, and which it is.

    Of all else that is what there was.
    """
    if source.file is None:
        return source, first, ()

    def prove(frame: Picture) -> Result:
        trace("loaded", frame.pixels)
        return _proved(Source(frame), request, board, trace)

    frame, result = pipeline.prove_frames(source.file, first, request.overrides.size, prove)
    if frame is None:
        return source, result, ()
    *messages, which = result.messages
    return Source(replace(frame, is_turned=True)), replace(result, messages=tuple(messages)), (which,)


def _with_clean(answer: Answer | None, source: Source, style: Style) -> Answer | None:
    """Return an answer that tells what its drawing shows below all parts, if that is a clean picture."""
    if answer is None or answer.drawing is None:
        return answer
    clean = clean_of(answer.reading, style) if answer.reading else source.clean
    return replace(answer, drawing=replace(answer.drawing, clean=clean))


def _of_page(pixels: Image, answers: Sequence[Answer | None]) -> Answer | None:
    """Return the answer of the largest board, on whose picture the others' answers are drawn, too."""
    meant, *others = answers
    drawings = [answer.drawing for answer in answers if answer and answer.drawing]
    if not any(others) or not drawings:
        return meant
    drawing = Drawing(pixels, tuple(part for drawing in drawings for part in drawing.parts))
    return replace(meant, drawing=drawing) if meant else Answer(drawing=drawing, is_of_others=True)


def _proved(
    source: Source, request: Request, board: int | None, trace: Trace, seen: Reading | None = None
) -> Result:
    """Prove the puzzles, which are read from the picture unless they are known."""
    limits, stated = request.limits, request.overrides
    if board is None and not request.task.kind.each_board:
        board = 1
    if source.reading is not None:
        try:
            reading = source.reading.named(board or 1).with_overrides(stated.places)
        except BoardNotFound as error:
            return Result("no_puzzle", (error.what,))
        except BadOverride as error:
            return Result("unsure", (error.what,), source.reading)
        return pipeline.prove_reading(reading, time_limit=limits.solve, trace=trace)
    asked: pipeline.Options = {
        "time_limit": limits.solve,
        "repair_limit": limits.repair,
        "overrides": stated.places,
        "rule": stated.rule,
        "as_read": stated.as_read,
        "ignore_entries": stated.ignore_entries,
        "trace": trace,
    }
    if seen is not None:
        return pipeline.prove_reading(seen, is_meant=stated.size is not None, **asked)
    return pipeline.prove_image(source.picture.pixels, size=stated.size, board=board, **asked)


def _of_said_size(source: Source, request: Request, result: Result) -> Result:
    """Tell of what size a board looks, where none of the size that was said is to be seen."""
    stated = request.overrides.size
    if stated is None or source.reading or result.status in ("solved", "ambiguous"):
        return result
    try:
        seen = pipeline.read(source.picture.pixels)
    except BoardNotFound:
        return result
    is_of_it = result.reading is not None and may_have_clues(result.reading)
    size = seen.board.rows, seen.board.cols
    if size == stated or not (is_complete(seen) or (has_clues(seen) and not is_of_it)):
        return result
    (rows, columns), (seen_rows, seen_columns) = stated, size
    what = Message("other_size", rows=rows, columns=columns, seen_rows=seen_rows, seen_columns=seen_columns)
    return Result("no_puzzle", (what,), seconds=result.seconds)


def _misfits(source: Source, request: Request, board: int | None, result: Result) -> tuple[Override, ...]:
    """Return what a person said of a refused puzzle that speaks of no place, or breaks the puzzle."""
    said, reading = request.overrides.places, result.reading
    if not said or reading is None or result.status not in LEFT_BY_FIXES:
        return ()
    return tuple(fix for fix in said if not _is_of(reading, fix)) or _breaking(source, request, board or 1)


def _is_of(reading: Reading, fix: Override) -> bool:
    """Whether a board has the clue or wall that a person speaks of."""
    try:
        return bool(reading.with_overrides([fix]))
    except BadOverride:
        return False


def _breaking(source: Source, request: Request, board: int) -> tuple[Override, ...]:
    """Return the fix, the last said first, or all of them, without which there is an answer."""
    said = request.overrides.places
    seen = None if source.reading else read(source.picture.pixels, ignore, request.overrides.size, board)
    single = [(fix,) for fix in reversed(said[-MOST_TRIED:])]
    for wrong in (*single, *([said] if len(said) > 1 else [])):
        rest = tuple(fix for fix in said if fix not in wrong)
        without = replace(request, overrides=request.overrides._replace(places=rest))
        if _proved(source, without, board, ignore, seen).status == "solved":
            return wrong
    return ()


def _misfit(misfits: Sequence[Override], result: Result) -> Message:
    """Tell what a puzzle has that a fix has broken, and why if that is more than said so."""
    fixes, left = tuple(map(str, misfits)), LEFT_BY_FIXES[result.status]
    why = result.messages[:1]
    if not why or result.status == "ambiguous" or why[0].code == "no_solution":
        return Message("misfits", fixes=fixes, left=left)
    return Message("misfits_because", fixes=fixes, left=left, why=why[0])


def _outcome(source: Source, results: Sequence[Result], answers: Sequence[Answer | None]) -> Outcome:
    """Put together what was made of a picture."""
    boards = [_of_board(source, *made) for made in zip(results, answers, strict=True)]
    meant, others = boards[0], tuple(_beside(board, results[0]) for board in boards[1:])
    messages, like = list(meant.messages), source.picture
    if meant.status != "solved" and is_own_answer(source.picture):
        messages.append(Message("own_answer"))
    if amiss := tuple(number for number, board in enumerate(others, 2) if _is_refused(board)):
        messages.append(Message("no_answer_for", boards=amiss))
    answer, result = meant.answer, results[0]
    if answer is not None and answer.picture is not None:
        if answer.reading is not None:
            like, result = Picture(answer.picture), replace(result, reading=answer.reading)
        elif like.rgba is None:
            like = replace(like, pixels=answer.picture)  # frees the input, which is needed no more
    return replace(meant, messages=tuple(messages), result=result, like=like, boards=others)


def _is_refused(board: Outcome) -> bool:
    """Whether a board that counts has no answer; one that tells mistakes is one."""
    return board.counts and board.exit_code != 0 and board.final_status != "mistaken"


def _of_board(source: Source, result: Result, answer: Answer | None) -> Outcome:
    """Put together what was made of one board."""
    told = answer.messages if answer else ()
    messages = told or result.messages
    if result.status == "solved" and not (result.puzzle_certain or told):
        messages = (*messages, DOUBTED)
    return Outcome("-", result.status, messages, result, answer=answer, is_text=source.reading is not None)


def _beside(board: Outcome, meant: Result) -> Outcome:
    """Return what was made of another board of the page, light, and whether it counts.

    Where there is no answer, a small one may be a logo or a thumbnail, one without walls a table or a
    calendar, and one of another puzzle is none.
    """
    reading = board.result.reading if board.result else None
    is_answer = not board.exit_code or bool(board.answer and board.answer.status)
    is_puzzle = board.status != "no_puzzle" and reading is not None and not is_uniform(reading)
    large = bool(reading and meant.reading and is_as_large(reading.board, meant.reading.board))
    answer = board.answer and replace(board.answer, drawing=None)
    seconds = board.result.seconds if board.result else {}
    return replace(board, answer=answer, seconds=seconds, counts=is_answer or (is_puzzle and large))
