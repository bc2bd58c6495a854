"""Contents of a picture or text → the picture to work on, and what a text tells of its puzzle."""

import codecs
import io
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pipeline
from solver import formats
from solver.belief.overrides import BadOverride
from solver.errors import BadText, InvalidPuzzle, TextPlace
from solver.formats.annotated import CROSS, EMPTY, UNCLEAR, WATER, AnnotatedPuzzle, marks_of
from solver.puzzle import Marks, Puzzle, Rule
from vision.drawing.overlay import Clean, clean_of
from vision.files.errors import ImageUnreadable
from vision.files.guarded import load_guarded
from vision.files.mark import MARK, parse_mark
from vision.files.pixels import Picture
from vision.reading.comb import FEWEST_STATED, MOST_CELLS
from vision.reading.reading import Reading

from .escaping import visible
from .inputs.naming import exists, is_picture
from .inputs.words import is_page, similar_name
from .request import Request
from .sentences import Message, UsageError
from .tasks import LARGEST_BOARD


class Text(NamedTuple):
    """A puzzle as text, where a str would name a file."""

    text: str

    def __str__(self) -> str:
        return self.text


Contents = bytes | Path | str | Text
"""The contents of a picture or text file; its path, where `pipeline.solve_image` takes one; or a text."""
Size = tuple[int, int]
"""Rows and columns."""

MARKS = {".": EMPTY, "w": WATER, "x": CROSS, "?": UNCLEAR}
"""Signs for what a player has put in a cell."""
LARGEST_TEXT = 1 << 19
"""Bytes of a text that is taken for a puzzle. Words are looked at for two seconds a megabyte at least."""
BLANKS = "\t\n\r\f\xa0\u00ad\u200b\u200c\u200d\u200e\u200f\u2028\u202f\u3000\ufeff"
"""Signs without a look that a text may hold, as pages of the web do; others are of files that are no text."""
NO_PICTURES = ("not_a_picture", "web_page")
"""Codes of what is said of files that may hold a text."""


class Source(NamedTuple):
    """A picture to work on."""

    picture: Picture
    reading: Reading | None = None
    """Of a text, from which the picture was drawn: known for certain. None if the picture must be read."""
    clean: Clean | None = None
    """What the picture shows if it was drawn."""
    file: bytes | Path | None = None
    """What it comes from, if that may be an animation of which it is the first frame."""


def load(contents: Contents, request: Request, page: int = 1) -> Source:
    """Load a picture, or draw the puzzle of a text with what the player has put in.

    Whether a file is a picture or a text is told by what is in it, not by its name. `page` counts from 1.
    What a person says of clues and walls is drawn into the picture of a text, while its reading is still
    without that; what is said of the rule and of the marks counts in place of what the text says.
    ImageUnreadable if there is neither; BadText or InvalidPuzzle if a text is no puzzle; UsageError if what
    was asked for is not possible with a text, or with a picture.
    """
    if isinstance(contents, Text):
        return _drawn(contents.text, request)
    file = contents if isinstance(contents, bytes) else Path(contents)
    if isinstance(file, Path):
        _check_is_file(file)
    try:
        picture = load_guarded(io.BytesIO(file) if isinstance(file, bytes) else file, page)
    except ImageUnreadable as error:
        text = _text(file) if error.what.code in NO_PICTURES else None
        called_picture = isinstance(file, Path) and is_picture(file)
        if text is None or not _is_meant_as_puzzle(text, called_picture=called_picture):
            raise
        try:
            return _drawn(text, request)
        except (BadText, InvalidPuzzle):
            form = formats.form_of(text)
            if not called_picture or form is None:
                raise
            # No more: it may be a link to what nobody is to see
            raise ImageUnreadable(Message("text_in_disguise", form=form.name)) from None
    _check_size(request.overrides.size)
    _check_rule(picture, request.overrides.rule)
    return Source(picture, file=file if page == 1 else None)


def parse_marks(signs: str, puzzle: Puzzle) -> Marks:
    """Return what the player has put, which is given as a sign of `MARKS` for each cell, row by row.

    `/` between rows is passed over. UsageError if there are not as many as the board has cells.
    """
    put = signs.replace("/", "")
    wide, cells = puzzle.width, puzzle.width * puzzle.height
    if set(put) - set(MARKS):
        raise UsageError(Message("unknown_marks"))
    if len(put) != cells:
        raise UsageError(
            Message("number_of_marks", cells=cells, rows=puzzle.height, columns=wide, found=len(put))
        )
    return tuple(tuple(MARKS[sign] for sign in put[at : at + wide]) for at in range(0, cells, wide))


def _check_is_file(path: Path) -> None:
    if exists(path, folder=True):
        raise ImageUnreadable(Message("empty_folder"))
    if not exists(path) and (like := similar_name(path)):
        raise ImageUnreadable(Message("no_such_file_but", like=visible(like)))


def _text(contents: bytes | Path) -> str | None:
    """Return the text that a file holds, None if it holds none."""
    if isinstance(contents, Path):
        try:
            with contents.open("rb") as file:
                contents = file.read(LARGEST_TEXT + 1)
        except OSError:  # whoever loads pictures says what is amiss
            return None
    if len(contents) > LARGEST_TEXT:
        return None
    wide = contents.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))  # of Windows' own programs
    try:
        text = contents.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        return None
    return text if text.translate(dict.fromkeys(map(ord, BLANKS))).isprintable() else None


def _is_meant_as_puzzle(text: str, *, called_picture: bool) -> bool:
    """Whether a text may be told what is wrong in it, as one that should be a picture by its name may not."""
    is_web_page = text.lstrip().startswith("<")  # the error of whoever loads pictures knows it
    return formats.form_of(text) is not None if called_picture or is_web_page else bool(text.strip())


def _drawn(text: str, request: Request) -> Source:
    stated = request.overrides
    record = _record(text, stated.size)
    puzzle = replace(record.puzzle, rule=stated.rule or record.puzzle.rule)
    marks = _marks(record, request)
    page, reading = pipeline.read_written(puzzle, marks, style=request.style)
    shown = reading
    with suppress(BadOverride):  # who proves the puzzle says so
        if stated.places or request.task.begins_empty:
            corrected = reading.with_overrides(stated.places).puzzle
            entries = None if request.task.begins_empty else marks
            page, shown = pipeline.read_written(corrected, entries, style=request.style)
            reading = replace(reading, board=shown.board, clue_boxes=shown.clue_boxes)
    return Source(Picture(page), reading, clean_of(shown, request.style))


def _marks(record: AnnotatedPuzzle, request: Request) -> Marks | None:
    """Return what the player has put in: as a person says, else as the text does, if that counts."""
    if request.overrides.marks is not None:
        return parse_marks(request.overrides.marks, record.puzzle)
    if request.overrides.ignore_entries or record.put is None:
        return None
    return marks_of(record.put, frozenset(record.unclear))


def _record(text: str, size: Size | None) -> AnnotatedPuzzle:
    if is_page(text):
        raise ImageUnreadable(Message("address_not_fetched"))
    if formats.form_of(text) is None:
        raise ImageUnreadable(Message("neither_picture_nor_puzzle"))
    try:
        record = formats.parse_annotated(text, columns=size[1] if size else None)
    except BadText as error:
        if error.what.code != "width_needed":
            raise
        said = dict(error.what.values)
        what = Message("size_needed", clues=said["clues"], cells=said["cells"], widths=said["widths"])
        raise BadText(what, error.place) from None
    _check_board(record.puzzle, size)
    return record


def _check_board(puzzle: Puzzle, size: Size | None) -> None:
    puzzle.check_board()
    if size and size[0] != puzzle.height:
        raise BadText(Message("other_height", wanted=size[0], found=puzzle.height), TextPlace(1, 1))
    if max(puzzle.height, puzzle.width) > LARGEST_BOARD:
        raise InvalidPuzzle(
            Message("large_board", rows=puzzle.height, columns=puzzle.width, most=LARGEST_BOARD)
        )


def _check_size(size: Size | None) -> None:
    if size and not all(FEWEST_STATED <= cells <= MOST_CELLS for cells in size):
        text = "x".join(map(str, size))
        raise UsageError(Message("size_out_of_range", size=text, least=FEWEST_STATED, most=MOST_CELLS))


def is_own_answer(picture: Picture) -> bool:
    """Whether a picture says that it is an answer of this program."""
    mark = parse_mark(picture.mark)
    return mark is not None and mark.kind == MARK


def _check_rule(picture: Picture, rule: Rule | None) -> None:
    """Check that a picture that was drawn here of a puzzle of the other rule is taken as one of that."""
    mark = parse_mark(picture.mark)
    if mark is not None and mark.rule == "connected" != rule:
        raise ImageUnreadable(Message("connected_rule"))
