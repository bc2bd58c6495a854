"""Jobs → outcomes: each picture loaded, solved and saved, whatever happens to the others."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from .inputs import STREAM, Job, is_there, nearest
from .outcome import Outcome

if TYPE_CHECKING:  # importing them costs half a second, which `aquarium --help` must not
    from pipeline import Result
    from solver.errors import AquariumError
    from vision.image import Picture

REPORT = "this is a fault of the program: please report it, with the picture"


def solve_job(job: Job, time_limit: float) -> Outcome:
    """Solve one picture and write the answer. Nothing that is amiss with a picture, or with us, is raised.

    Raises
    ------
    BrokenPipeError
        If whoever reads standard output has gone.
    """
    seconds: dict[str, float] = {}
    try:
        return _solved(job, time_limit, seconds)
    except BrokenPipeError:
        raise
    except Exception as error:  # one picture must not end the others
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        message = f"the program failed ({_one_line(said)}); {REPORT}"
        return Outcome(job.given, "crashed", message, seconds=seconds, traceback=traceback.format_exc())


def told(error: AquariumError) -> str:
    """Say an error in one line that follows the picture's name."""
    return _one_line(f"{error.message}; {error.advice}" if error.advice else error.message)


def _solved(job: Job, time_limit: float, seconds: dict[str, float]) -> Outcome:
    import pipeline  # noqa: PLC0415 — loads OpenCV and OR-Tools, which `aquarium --help` must not
    from vision.image import ImageUnreadable  # noqa: PLC0415 — as above
    from vision.save import ImageUnwritable  # noqa: PLC0415 — as above

    try:
        with _timed(seconds, "load"):
            picture = _loaded(job)
    except ImageUnreadable as error:
        return Outcome(job.given, "unreadable", told(error), seconds=seconds)
    result = pipeline.solve_image(picture.pixels, time_limit=time_limit, trace=_trace(job, picture))
    seconds |= result.seconds
    message = result.message and _one_line(result.message)
    try:
        output = _saved(job, picture, result)
    except ImageUnwritable as error:
        message = f"{error.place or 'standard output'}: {told(error)}"
        return Outcome(job.given, result.status, message, result, unsaved=True, seconds=seconds)
    return Outcome(job.given, result.status, message, result, output, seconds=seconds)


@contextmanager
def _timed(seconds: dict[str, float], stage: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    seconds[stage] = time.perf_counter() - start


def _loaded(job: Job) -> Picture:
    from vision.image import ImageUnreadable, load_picture  # noqa: PLC0415 — loads OpenCV

    if job.source is None:
        return load_picture(sys.stdin.buffer)
    if is_there(job.source, folder=True):
        raise ImageUnreadable(
            "there is no picture to solve in this folder", "put screenshots there, or name another"
        )
    try:
        return load_picture(job.source)
    except ImageUnreadable as error:
        like = None if is_there(job.source) else nearest(job.source)
        error.advice = f"did you mean {like}?" if like else error.advice
        raise


def _trace(job: Job, picture: Picture) -> Callable[[str, object], None]:
    from vision.reading import ignore  # noqa: PLC0415 — loads OpenCV

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
    with suppress(OSError):  # where the folder cannot be made, saving says so
        job.target.parent.mkdir(parents=True, exist_ok=True)
    save_picture(job.target, result.picture, picture)
    return str(job.target)


def _one_line(text: str) -> str:
    return " ".join(text.split())
