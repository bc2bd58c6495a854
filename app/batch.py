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

from .inputs import STREAM, Job, is_there, nearest
from .outcome import Outcome
from .walk import identity

if TYPE_CHECKING:  # importing them costs half a second, which `aquarium --help` must not
    from pipeline import Result
    from solver.errors import AquariumError
    from solver.evidence import Fix
    from vision.image import Picture

REPORT = "this is a fault of the program: please report it, with the picture"


@dataclass(frozen=True)
class Request:
    """What is asked of every picture alike."""

    time_limit: float
    """Seconds for solving it."""
    repair_limit: float
    """Seconds for the search for a puzzle near the one that was read; 0 for none."""
    fixes: tuple[Fix, ...] = ()
    """What a person says of its clues and walls."""
    size: tuple[int, int] | None = None
    """Rows and columns of its board, if they are known."""


def solve_job(job: Job, request: Request) -> Outcome:
    """Solve one picture and write the answer. Nothing that is amiss with a picture, or with us, is raised.

    Raises
    ------
    BrokenPipeError
        If whoever reads standard output has gone.
    """
    seconds: dict[str, float] = {}
    try:
        return _solved(job, request, seconds)
    except BrokenPipeError:
        raise
    except Exception as error:  # one picture must not end the others
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        message = f"the program failed ({_one_line(said)}); {REPORT}"
        return Outcome(job.given, "crashed", message, seconds=seconds, traceback=traceback.format_exc())


def told(error: AquariumError) -> str:
    """Say an error in one line that follows the picture's name."""
    return _one_line(f"{error.message}; {error.advice}" if error.advice else error.message)


def _solved(job: Job, request: Request, seconds: dict[str, float]) -> Outcome:
    import pipeline  # noqa: PLC0415 — loads OpenCV and OR-Tools, which `aquarium --help` must not
    from vision.image import ImageUnreadable  # noqa: PLC0415 — as above
    from vision.save import ImageUnwritable  # noqa: PLC0415 — as above

    try:
        with _timed(seconds, "load"):
            picture = _loaded(job)
    except ImageUnreadable as error:
        return Outcome(job.given, "unreadable", told(error), seconds=seconds)
    result = pipeline.solve_image(
        picture.pixels,
        time_limit=request.time_limit,
        repair_limit=request.repair_limit,
        fixes=request.fixes,
        size=request.size,
        trace=_trace(job, picture),
    )
    seconds |= result.seconds
    message = result.message and _one_line(result.message)
    if result.picture is not None and picture.rgba is None:
        picture = replace(picture, pixels=result.picture)  # frees the input, which is needed no more
    try:
        output = _saved(job, picture, result)
    except ImageUnwritable as error:
        message = f"{error.place or 'standard output'}: {told(error)}"
        return Outcome(job.given, result.status, message, result, unsaved=True, seconds=seconds)
    try:
        drawing = _shown(job, picture, result)
    except ImageUnwritable as error:
        drawing, message = None, f"{message}; what was read cannot be drawn: {error.place}: {told(error)}"
    return Outcome(job.given, result.status, message, result, output, drawing, seconds=seconds)


@contextmanager
def _timed(seconds: dict[str, float], stage: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    seconds[stage] = time.perf_counter() - start


def _loaded(job: Job) -> Picture:
    from vision.image import ImageUnreadable, load_picture  # noqa: PLC0415 — loads OpenCV

    if job.source is None:
        return load_picture(sys.stdin.buffer, job.page)
    if is_there(job.source, folder=True):
        raise ImageUnreadable(
            "there is no picture to solve in this folder", "put screenshots there, or name another"
        )
    try:
        return load_picture(job.source, job.page)
    except ImageUnreadable as error:
        like = None if is_there(job.source) else nearest(job.source)
        error.advice = f"did you mean {like}?" if like else error.advice
        raise


def _trace(job: Job, picture: Picture) -> Callable[[str, object], None]:
    from vision.reader import ignore  # noqa: PLC0415 — loads OpenCV

    if job.stages is None:
        return ignore
    from vision.debug import StageFolder  # noqa: PLC0415 — only --debug comes here

    return StageFolder(job.stages, picture.pixels)


def _saved(job: Job, picture: Picture, result: Result) -> str | None:
    """Write the answer, if there is one, and say where."""
    from vision.save import save_picture  # noqa: PLC0415 — loads OpenCV

    if result.picture is None:
        return None
    if job.target is None:
        save_picture(sys.stdout.buffer, result.picture, picture)
        sys.stdout.buffer.flush()
        return STREAM
    _make_folder_of(job.target, job.within)
    save_picture(job.target, result.picture, picture)
    return str(job.target)


def _shown(job: Job, picture: Picture, result: Result) -> str | None:
    """Draw what was read of a refused picture, if that is wanted and there is anything, and say where."""
    if job.reading is None or result.picture is not None or result.reading is None:
        return None
    from vision.annotate import draw_reading  # noqa: PLC0415 — only --show-reading comes here
    from vision.image import Picture as Drawing  # noqa: PLC0415 — loads OpenCV
    from vision.save import save_picture  # noqa: PLC0415 — as above

    drawn = draw_reading(picture.pixels, result.reading, result.doubts)
    _make_folder_of(job.reading, job.within)
    save_picture(job.reading, drawn, Drawing(drawn))
    return str(job.reading)


def _make_folder_of(target: Path, within: Path | None) -> None:
    """Make the folder of an answer, unless links in the output folder lead it elsewhere."""
    from vision.save import ImageUnwritable  # noqa: PLC0415 — loads OpenCV

    if within is not None and not Path(identity(target.parent)).is_relative_to(identity(within)):
        raise ImageUnwritable(
            "a link in the output folder leads out of it",
            "remove the link, or choose another folder",
            str(target),
        )
    with suppress(OSError):  # where the folder cannot be made, saving says so
        target.parent.mkdir(parents=True, exist_ok=True)


def _one_line(text: str) -> str:
    return " ".join(text.split())
