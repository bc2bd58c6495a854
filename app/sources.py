"""A job → the picture to work on, and what is read of it already where a text or a note tells the puzzle."""

from __future__ import annotations

import codecs
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import rich_click as click

from .inputs.naming import PICTURE_SUFFIXES
from .inputs.parse import exists, similar_name
from .inputs.plan import Job

if TYPE_CHECKING:  # importing them costs half a second, which `aquarium --help` must not
    from solver.formats.annotated import Record
    from solver.puzzle import Puzzle
    from vision.files.pixels import Picture
    from vision.reading.reading import Reading

    Size = tuple[int, int]

LARGEST_TEXT = 1 << 24
"""Bytes of a text that is taken for a puzzle."""
LARGEST_BOARD = 400
"""Rows or columns of a puzzle that is drawn: its picture has not many more pixels than one that is read."""
BLANKS = "\t\n\r\f"
"""Signs without a look that a text may hold; others are of files that are no text."""
ADDRESSES = ("http://", "https://")


@dataclass(frozen=True, eq=False)
class Source:
    """A picture to work on."""

    picture: Picture
    reading: Reading | None = None
    """What is known of it for certain, by a text or by the note it carries; None if it must be read."""
    is_text: bool = False
    """Whether the picture was drawn here, from a text."""


def load(job: Job, size: Size | None, *, fixed: bool = False) -> Source:
    """Load a picture, or draw the puzzle of a text.

    Parameters
    ----------
    job : Job
        What was asked for: whether it is a picture or a text is told by what is in it, not by its name.
    size : tuple of int, optional
        Rows and columns of the board, if they are known.
    fixed : bool, optional
        Whether a person says something of clues and walls, so that the picture must be read by eye.

    Raises
    ------
    ImageUnreadable
        If there is neither a picture nor a text.
    BadText, InvalidPuzzle
        If it is a text, but not a puzzle.
    click.UsageError
        If what was asked for is not possible with a text, or with a picture.
    """
    from vision.files.errors import NotAPicture  # noqa: PLC0415 — loads OpenCV
    from vision.files.load import load_picture  # noqa: PLC0415 — loads OpenCV

    if job.text is not None:
        return _drawn(job.text, size, fixed=fixed)
    file = _file(job)
    try:
        picture = load_picture(file, job.page)
    except NotAPicture:
        text = _text(file)
        if text is None or not _is_meant_as_puzzle(text, job):
            raise
        return _drawn(text, size, fixed=fixed)
    _check_size(size)
    _check_rule(picture)
    return Source(picture, None if fixed else _noted(picture, size))


def _file(job: Job) -> Path | BinaryIO:
    """Return a file, or standard input as a stream that can be read twice."""
    from vision.files.errors import ImageUnreadable, reason  # noqa: PLC0415 — loads OpenCV
    from vision.files.load import rewindable  # noqa: PLC0415 — loads OpenCV
    from vision.files.pages import pages_of  # noqa: PLC0415 — as above

    if job.source is None:
        try:
            stream = rewindable(sys.stdin.buffer)
        except OSError as error:
            raise ImageUnreadable(f"it cannot be read: {reason(error)}", "check the connection") from None
        if len(pages_of(stream)) > 1:
            raise ImageUnreadable("it has several pages", "save it as a file and name that")
        return stream
    if exists(job.source, folder=True):
        raise ImageUnreadable(
            "there is no picture to solve in this folder", "put screenshots there, or name another"
        )
    if not exists(job.source):
        like = similar_name(job.source)
        if like:
            raise ImageUnreadable("there is no such file", f"did you mean {like}?")
    return job.source


def _text(source: Path | BinaryIO) -> str | None:
    """Return the text that a file or stream holds, None if it holds none."""
    if isinstance(source, Path):
        try:
            with source.open("rb") as file:
                contents = file.read(LARGEST_TEXT + 1)
        except OSError:  # whoever loads pictures says what is amiss
            return None
    else:
        source.seek(0)
        contents = source.read(LARGEST_TEXT + 1)
    if len(contents) > LARGEST_TEXT:
        return None
    wide = contents.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))  # of Windows' own programs
    try:
        text = contents.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        return None
    return text if all(sign.isprintable() or sign in BLANKS for sign in text) else None


def _is_meant_as_puzzle(text: str, job: Job) -> bool:
    """Whether a text may be told what is wrong in it, as one that should be a picture by its name may not."""
    from solver.errors import BadText  # noqa: PLC0415 — the solver's package takes time to load
    from solver.formats import form_of  # noqa: PLC0415 — as above

    if job.source is None or job.source.suffix.lower() not in PICTURE_SUFFIXES:
        return bool(text.strip()) and not text.lstrip().startswith(
            "<"
        )  # a web page: pictures' errors know it
    try:
        form_of(text)
    except BadText:
        return False
    return True


def _drawn(text: str, size: Size | None, *, fixed: bool) -> Source:
    import pipeline  # noqa: PLC0415 — loads OpenCV
    from vision.files.pixels import Picture  # noqa: PLC0415 — as above

    record = _record(text, size)
    if fixed:
        raise click.UsageError("--fix is for pictures; change the text instead")
    page, reading = pipeline.read_written(record.puzzle, record.put)
    return Source(Picture(page), reading, is_text=True)


def _record(text: str, size: Size | None) -> Record:
    from solver.errors import BadText  # noqa: PLC0415 — the solver's package takes time to load
    from solver.formats import parse_record  # noqa: PLC0415 — as above
    from vision.files.errors import ImageUnreadable  # noqa: PLC0415 — as above

    if text.startswith(ADDRESSES) and "?" not in text:
        raise ImageUnreadable(
            "this is an address, and nothing is fetched", "save the picture and name the file"
        )
    try:
        record = parse_record(text, columns=size[1] if size else None)
    except BadText as error:
        if error.advice.startswith("say how many columns"):
            error.advice += ": --size ROWSxCOLUMNS"
        raise
    _check_board(record.puzzle, size)
    return record


def _check_board(puzzle: Puzzle, size: Size | None) -> None:
    """Check that a puzzle is as large as was said, makes a board, and can be drawn."""
    from solver.errors import BadText, InvalidPuzzle  # noqa: PLC0415 — the solver's package takes time to load

    if defects := [*puzzle.shape_problems(), *puzzle.piece_problems()]:
        raise InvalidPuzzle("; ".join(defects), "correct the clues or the aquariums")
    if size and size[0] != puzzle.height:
        seen = f"expected a board of {size[0]} rows, found {puzzle.height}"
        raise BadText(seen, "correct the text or --size", "line 1, column 1")
    if max(puzzle.height, puzzle.width) > LARGEST_BOARD:
        seen = f"the board has {puzzle.height} x {puzzle.width} cells"
        raise InvalidPuzzle(
            f"{seen}, more than the {LARGEST_BOARD} each way that are drawn", "give a smaller one"
        )


def _check_size(size: Size | None) -> None:
    """Check that a board of this size can be looked for in a picture."""
    from vision.reading.comb import FEWEST_CELLS, MOST_CELLS  # noqa: PLC0415 — loads OpenCV

    if size and not all(FEWEST_CELLS <= cells <= MOST_CELLS for cells in size):
        text = "x".join(map(str, size))
        raise click.UsageError(
            f"--size {text}: expected rows x columns, {FEWEST_CELLS} to {MOST_CELLS} each; "
            "write it like 15x15"
        )


def _check_rule(picture: Picture) -> None:
    """Check that a changed picture is not one of ours whose rule cannot be seen in it."""
    from vision.files.errors import ImageUnreadable  # noqa: PLC0415 — loads OpenCV

    from .embedded import read_note  # noqa: PLC0415 — as above

    former = read_note(picture.former_note) if picture.former_note else None
    if former is not None and former.puzzle.rule == "connected":
        raise ImageUnreadable(
            "it was drawn here for the rule of connected water, which cannot be seen, and was changed since",
            "give the puzzle as text; JSON can hold what you have put in",
        )


def _noted(picture: Picture, size: Size | None) -> Reading | None:
    """Return the reading that a picture's note tells, None if there is none or it has another size."""
    from .embedded import read_note  # noqa: PLC0415 — loads OpenCV

    reading = read_note(picture.note) if picture.note else None
    if reading is None or size not in (None, (reading.board.rows, reading.board.cols)):
        return None
    return reading
