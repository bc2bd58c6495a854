"""Jobs → outcomes: each picture loaded, solved and saved, whatever happens to the others."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from .inputs.parse import STREAM
from .inputs.plan import Job
from .inputs.walk import real_path
from .outcome import Answer, Outcome
from .store.picture_info import describe_picture, digest_of

if TYPE_CHECKING:  # importing them costs half a second, which `aquarium --help` must not
    from pipeline import Result
    from solver.belief.evidence import Override
    from solver.errors import AquariumError
    from vision.files.pixels import Image, Picture

    from .sources import Source

REPORT = "this is a fault of the program: please report it, with the picture"


@dataclass(frozen=True)
class Request:
    """What is asked of every picture alike."""

    time_limit: float
    """Seconds for solving it."""
    repair_limit: float
    """Seconds for the search for a puzzle near the one that was read; 0 for none."""
    overrides: tuple[Override, ...] = ()
    """What a person says of its clues and walls."""
    size: tuple[int, int] | None = None
    """Rows and columns of its board, if they are known."""
    answer: Callable[[Image, Result], Answer | None] | None = None
    """What a command makes of a picture and of what was proved of its puzzle: None if nothing can be made of
    it. Without such a command the water is drawn in."""
    fields: tuple[str, ...] = ()
    """Names of the fields that it adds to JSON."""
    keep_info: bool = False
    """Whether a ledger is kept, which wants to know which bytes a picture had and how it looked."""


def solve_job(job: Job, request: Request) -> Outcome:
    """Solve one picture and write the answer. Nothing that is amiss with a picture, or with us, is raised.

    Raises
    ------
    BrokenPipeError
        If whoever reads standard output has gone.
    click.UsageError
        If a picture or text cannot be asked for what it was.
    """
    seconds: dict[str, float] = {}
    try:
        return _solved(job, request, seconds)
    except (BrokenPipeError, click.UsageError):
        raise
    except Exception as error:  # one picture must not end the others
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        message = f"the program failed ({_one_line(said)}); {REPORT}"
        return Outcome(job.name, "crashed", message, seconds=seconds, traceback=traceback.format_exc())


def told(error: AquariumError) -> str:
    """Say an error in one line that follows the picture's name."""
    return _one_line(f"{error.message}; {error.advice}" if error.advice else error.message)


def _solved(job: Job, request: Request, seconds: dict[str, float]) -> Outcome:
    from solver.errors import BadText, InvalidPuzzle  # noqa: PLC0415 — the solver's package takes time to load
    from vision.files.errors import ImageUnreadable  # noqa: PLC0415 — loads OpenCV

    from .sources import load  # noqa: PLC0415 — as above

    content = digest_of(job.source) if request.keep_info else None
    try:
        with _timed(seconds, "load"):
            source = load(job, request.size, fixed=bool(request.overrides))
    except (ImageUnreadable, BadText, InvalidPuzzle) as error:
        place = f"{error.place}: " if isinstance(error, BadText) else ""
        seen = place + told(error)
        outcome = Outcome(job.name, "unreadable", seen, seconds=seconds, fields=request.fields)
        return (
            replace(outcome, picture_info=describe_picture(job.source, content, outcome))
            if content
            else outcome
        )
    result, answer = _answered(job, request, source)
    seconds |= result.seconds
    message = (answer and answer.message) or (result.message and _one_line(result.message))
    outcome = Outcome(
        *(job.name, result.status, message, result),
        seconds=seconds,
        answer=answer,
        fields=request.fields,
        is_text=source.is_text,
    )
    certain = source.reading is not None or result.status == "solved"
    picture = source.picture
    before = picture.pixels if request.keep_info else None
    if result.picture is not None and picture.rgba is None:
        picture = replace(picture, pixels=result.picture)
    del source  # frees the input, which is needed no more
    outcome = _written(job, picture, outcome, result, certain=certain)
    if request.keep_info:
        looks = describe_picture(job.source, content, outcome, before, page=job.page)
        outcome = replace(outcome, picture_info=looks)
    return outcome


def _written(job: Job, picture: Picture, outcome: Outcome, result: Result, *, certain: bool) -> Outcome:
    """Write what was drawn, if anything was; a note goes with it if the puzzle is certain."""
    from vision.files.errors import ImageUnwritable  # noqa: PLC0415 — as above
    from vision.files.pixels import Picture as Page  # noqa: PLC0415 — loads OpenCV

    answer = outcome.answer
    if answer and answer.page and answer.picture is not None:
        picture, result = Page(answer.picture), replace(result, reading=answer.page)
        outcome = replace(outcome, result=result)
    try:
        outcome = replace(outcome, output=_saved(job, picture, outcome, result, certain=certain))
    except ImageUnwritable as error:
        message = f"{error.place or 'standard output'}: {told(error)}"
        return replace(outcome, message=message, unsaved=True)
    try:
        return replace(outcome, reading_output=_shown(job, picture, result))
    except ImageUnwritable as error:
        seen = f"what was read cannot be drawn: {error.place}: {told(error)}"
        return replace(outcome, message=f"{outcome.message}; {seen}")


def _answered(job: Job, request: Request, source: Source) -> tuple[Result, Answer | None]:
    """Prove the puzzle of a picture, and draw what is asked for as the result's picture."""
    import pipeline  # noqa: PLC0415 — loads OpenCV, which `aquarium --help` must not

    pixels, trace = source.picture.pixels, _trace(job, source.picture)
    if source.reading is not None:
        result = pipeline.prove_reading(source.reading, time_limit=request.time_limit, trace=trace)
        if request.answer is None:
            result = pipeline.draw_answer(pixels, result, trace)
    else:
        read = pipeline.solve_image if request.answer is None else pipeline.prove_image
        result = read(
            pixels,
            time_limit=request.time_limit,
            repair_limit=request.repair_limit,
            overrides=request.overrides,
            size=request.size,
            trace=trace,
        )
    if request.answer is None:
        return result, None
    seconds = dict(result.seconds)
    with _timed(seconds, "draw"):
        answer = request.answer(pixels, result)
    return replace(result, picture=answer.picture if answer else None, seconds=seconds), answer


@contextmanager
def _timed(seconds: dict[str, float], stage: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    seconds[stage] = time.perf_counter() - start


def _trace(job: Job, picture: Picture) -> Callable[[str, object], None]:
    from vision.reading.read import ignore  # noqa: PLC0415 — loads OpenCV

    if job.stages_folder is None:
        return ignore
    from vision.drawing.stages import StageFolder  # noqa: PLC0415 — only --debug comes here

    return StageFolder(job.stages_folder, picture.pixels)


def _saved(job: Job, picture: Picture, outcome: Outcome, result: Result, *, certain: bool) -> str | None:
    """Write what was drawn, if anything was, and say where."""
    from vision.files.save import MARK, QUESTION, save_picture  # noqa: PLC0415 — loads OpenCV

    from .embedded import write_note  # noqa: PLC0415 — as above

    if result.picture is None:
        return None
    note = write_note(result) if certain else ""
    mark = QUESTION if outcome.answer and outcome.answer.is_question else MARK
    if job.target is None:
        save_picture(sys.stdout.buffer, result.picture, picture, note=note, mark=mark)
        sys.stdout.buffer.flush()
        return STREAM
    _make_folder_of(job.target, job.output_folder)
    save_picture(job.target, result.picture, picture, note=note, mark=mark)
    return str(job.target)


def _shown(job: Job, picture: Picture, result: Result) -> str | None:
    """Draw what was read of a refused picture, if that is wanted and there is anything, and say where."""
    if job.reading_target is None or result.picture is not None or result.reading is None:
        return None
    from vision.drawing.review import draw_reading  # noqa: PLC0415 — only --show-reading comes here
    from vision.files.pixels import Picture as Drawing  # noqa: PLC0415 — loads OpenCV
    from vision.files.save import save_picture  # noqa: PLC0415 — as above

    drawn = draw_reading(picture.pixels, result.reading, result.doubts)
    _make_folder_of(job.reading_target, job.output_folder)
    save_picture(job.reading_target, drawn, Drawing(drawn))
    return str(job.reading_target)


def _make_folder_of(target: Path, within: Path | None) -> None:
    """Make the folder of an answer, unless links in the output folder lead it elsewhere."""
    from vision.files.errors import ImageUnwritable  # noqa: PLC0415 — loads OpenCV

    if within is not None and not Path(real_path(target.parent)).is_relative_to(real_path(within)):
        raise ImageUnwritable(
            "a link in the output folder leads out of it",
            "remove the link, or choose another folder",
            str(target),
        )
    with suppress(OSError):  # where the folder cannot be made, saving says so
        target.parent.mkdir(parents=True, exist_ok=True)


def _one_line(text: str) -> str:
    return " ".join(text.split())
