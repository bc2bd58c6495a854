"""A job → its outcome: the picture is read, processed and its answer saved, whatever goes wrong."""

import sys
from contextlib import suppress
from dataclasses import replace
from typing import cast

from vision.files.errors import ImageUnreadable, ImageUnwritable, reason
from vision.files.guarded import find_pages
from vision.files.mark import MARK, Mark
from vision.files.pixels import Image, Picture
from vision.files.safe_open import check_bytes, rewindable
from vision.files.save import format_of, replace_file, save_picture
from vision.reading.doubts import doubts_to_draw, find_loose
from vision.reading.one_board import Trace, ignore

from .. import VERSION
from ..inputs.naming import mark_key
from ..inputs.plan import Job
from ..inputs.words import STREAM, Input
from ..outcome import Outcome
from ..record import FileState
from ..request import Request, Wanted
from ..sentences import Message, UsageError
from ..service import ALL, process
from ..sources import Contents, Text


def solve_job(job: Job, request: Request, wanted: Wanted = ALL) -> Outcome:
    """Solve one picture and save the answer; raises nothing but BrokenPipeError and UsageError.

    The outcome is without pixels, fit to be sent and kept.
    """
    try:
        return _solved(job, request, wanted).without_pixels()
    except (BrokenPipeError, UsageError):
        raise
    except ImageUnreadable as error:
        return Outcome(job.name, "unreadable", (error.what,), task=request.task)
    except Exception as error:  # one picture must not end the others
        return Outcome.failed(job.name, error, task=request.task)


def _solved(job: Job, request: Request, wanted: Wanted) -> Outcome:
    contents, page = _contents(job.picture), job.picture.page or 1
    state = FileState.of(job.source) if wanted.info and job.source is not None else None
    trace = _JobTrace(job, keeps_pixels=wanted.info)
    outcome = process(contents, request, page=page, board=job.picture.board, trace=trace)
    outcome = _saved(job, wanted, replace(outcome, path=job.name, key=mark_key(job.key)))
    if trace.fault:
        outcome = replace(outcome, messages=(*outcome.messages, trace.fault), unsaved=True)
    if wanted.info:
        from ..store.thumbnails import describe_picture  # noqa: PLC0415 — loads Pillow

        info = describe_picture(state, outcome, trace.pixels)
        outcome = replace(outcome, picture_info=info)
    return outcome


class _JobTrace:
    """Keeps the pixels of the picture where they are needed, and draws every stage where that is wanted."""

    def __init__(self, job: Job, *, keeps_pixels: bool) -> None:
        self.pixels: Image | None = None
        self.fault: Message | None = None
        """Why stages cannot be written; the picture is solved all the same."""
        self._job, self._keeps = job, keeps_pixels
        self._draw: Trace = ignore

    def __call__(self, name: str, product: object) -> None:
        try:
            self._draw(name, product)
        except (ImageUnwritable, OSError) as error:
            self._draw, folder = ignore, self._job.stages_folder
            why = reason(error) if isinstance(error, OSError) else error.what
            self.fault = Message("stages_not_written", folder=str(folder), why=why)
        if name == "loaded":
            pixels = cast(Image, product)
            self.pixels = pixels if self._keeps else None
            if self._job.stages_folder is not None:
                from vision.drawing.stages import StageFolder  # noqa: PLC0415 — loads scikit-image

                mark = str(Mark(MARK, VERSION, "debug", key=mark_key(self._job.key)))
                self._draw = StageFolder(self._job.stages_folder, pixels, self._job.debug_folder, mark)


def _contents(picture: Input) -> Contents:
    """Return what is to be processed; standard input is read here."""
    if picture.text is not None:
        return Text(picture.text)
    if picture.source is not None:
        with suppress(OSError, ValueError):  # opening it says why not
            check_bytes(picture.source.stat().st_size)
        return picture.source
    try:
        stream = rewindable(sys.stdin.buffer)
        if len(find_pages(stream)) > 1:
            raise ImageUnreadable(Message("pages_in_stream"))
        stream.seek(0)
        return stream.read()
    except OSError as error:
        raise ImageUnreadable(Message("broke_off", said=reason(error))) from None


def _saved(job: Job, wanted: Wanted, outcome: Outcome) -> Outcome:
    """Write all that was made: the picture drawn, further files, or else what was read if that is wanted."""
    try:
        outcome = replace(outcome, target=_save_picture(job, outcome))
        outcome = _save_documents(job, outcome)
    except ImageUnwritable as error:
        what = Message("not_saved", place=error.place or "standard output", what=error.what)
        return replace(outcome, messages=(what,), unsaved=True)
    try:
        return replace(outcome, reading_output=_save_reading(job, outcome, all_doubts=wanted.all_doubts))
    except ImageUnwritable as error:
        what = Message("reading_not_saved", place=error.place, what=error.what)
        return replace(outcome, messages=(*outcome.messages, what))


def _save_picture(job: Job, outcome: Outcome) -> str | None:
    """Write what was drawn, if anything was, and say where."""
    if outcome.picture is None or outcome.like is None:
        return None
    if job.to_stream:
        save_picture(sys.stdout.buffer, outcome.picture, outcome.like, mark=outcome.mark)
        return STREAM
    if job.target is None:
        return None
    replace_file(job.target, outcome.encoded(format_of(job.target)), job.output_folder)
    return None if job.is_page else str(job.target)


def _save_documents(job: Job, outcome: Outcome) -> Outcome:
    """Write the further files of an answer where they belong, and tell the places."""
    answer = outcome.answer
    if answer is None or not answer.documents:
        return outcome
    places = {kind: path for kind, path in job.documents if kind in answer.documents}
    for kind, path in places.items():
        replace_file(path, answer.documents[kind])
    return replace(outcome, documents={kind: str(path) for kind, path in places.items()})


def _save_reading(job: Job, outcome: Outcome, *, all_doubts: bool) -> str | None:
    """Draw what was read, if that is wanted and the puzzle is not certain, and return where."""
    result, like = outcome.result, outcome.like
    is_drawn = outcome.answer is not None and not outcome.answer.is_of_others and outcome.picture is not None
    is_answered = is_drawn and outcome.puzzle_certain is not False
    if job.reading_target is None or is_answered or like is None or result is None or result.reading is None:
        return None
    from vision.drawing.review import draw_reading  # noqa: PLC0415 — loads Pillow

    reading = result.reading
    doubts, loose = doubts_to_draw(reading, result.doubts), find_loose(reading)
    drawn = draw_reading(like.pixels, reading, doubts, loose, all_doubts=all_doubts)
    mark = str(Mark(MARK, VERSION, outcome.task.name, key=outcome.key))
    save_picture(job.reading_target, drawn, Picture(drawn), mark=mark, within=job.output_folder)
    return str(job.reading_target)
