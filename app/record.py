"""The record of a picture: what its JSON holds, and what a worker sends for the reports.

`Outcome.to_dict` returns a `Record`. A field that is added there gets its type here, by which the document of
the API has it, and a line in docs/reference.md; one in `store.lines.COLUMNS` if the reports show it, too.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict

from .status import OfRecord

Values = dict[str, Any]
Clues = Sequence[int | None]
Cells = Sequence[Sequence[int]]
Box = Annotated[tuple[float, float, float, float], "left, top, right, bottom in pixels"]


class MessageFields(TypedDict):
    """A message."""

    code: str
    values: Values
    sentence: NotRequired[Annotated[str, "as the page shows it; from the server alone"]]


class PlaceFields(MessageFields):
    """A clue or side that is not proved, or was corrected."""

    place: Annotated[str, "as the parameter fix names it"]
    what: str
    confidence: float
    box: Box
    otherwise: NotRequired[Annotated[str, "the other value for fix"]]


class BoardFields(TypedDict):
    """What every record tells of each board of a page."""

    status: OfRecord
    message: Annotated[str | None, "what was seen, then what to do"]
    code: Annotated[str | None, "of what most matters of the message"]
    values: Annotated[Values | None, "what the code speaks of"]
    also: Annotated[Sequence[MessageFields], "what else the message says"]
    rows: int | None
    cols: int | None
    col_clues: Clues | None
    row_clues: Clues | None
    regions: Annotated[Cells | None, "the number of each cell's aquarium"]
    rule: str | None
    puzzle_certain: Annotated[bool | None, "whether clues and walls are surely those seen"]
    water: Annotated[Cells | None, "1 wet, 0 dry; null unless it is proved to be the only solution"]
    unique: bool | None
    shared: Sequence[Clues] | None
    marks: Annotated[Sequence[Clues] | None, "0 nothing, 1 water, 2 a cross, null where it is unclear"]
    corners: Sequence[Sequence[float]] | None
    repairs: Sequence[PlaceFields]
    doubts: Sequence[PlaceFields]
    seconds: dict[str, float | None]
    task: Annotated[str | None, "the puzzle as a task string"]
    puzzlink: Annotated[str | None, "the puzzle's address at puzz.link"]


class Record(BoardFields):
    """The fields of a picture, besides those of its task."""

    path: str
    exit_code: int
    output: str | None
    reading_output: str | None
    schema: Annotated[int, "rises when a field changes its meaning"]
    boards: Annotated[Sequence[Values], "further boards of the page, with these fields each"]


class SolveFields(TypedDict):
    """The player's entries."""

    mistakes: Annotated[Sequence[Values] | None, "row, col and mark of each"]


class EntriesFields(SolveFields):
    """What tasks about them add."""

    unclear: Cells | None
    done: bool | None


class CheckFields(EntriesFields):
    """What `check` tells."""

    broken: Annotated[Sequence[Values] | None, "rules that are broken; with rules_only"]
    wet_marked: int | None
    wet: int | None
    crosses: int | None


class HintFields(EntriesFields):
    """What `hint` tells."""

    level: str | None
    step: Annotated[Values | None, "as far as the level allows"]


class ExplainFields(TypedDict):
    """What `explain` tells."""

    gif_output: str | None
    grade: str | None
    steps: Sequence[Values] | None


class ReadFields(TypedDict):
    """What `read` tells."""

    txt_output: str | None
    text: str | None


class SolutionsFields(TypedDict):
    """What `solutions` tells."""

    solutions: Sequence[Cells] | None
    more_solutions: bool | None


OF_TASKS: Mapping[str, type] = {
    "solve": SolveFields,
    "read": ReadFields,
    "check": CheckFields,
    "hint": HintFields,
    "explain": ExplainFields,
    "solutions": SolutionsFields,
}
"""The fields that the records of a task have besides those of all."""
OF_COMMAND = ("path", "exit_code", "output", "reading_output", "gif_output", "txt_output")
"""Fields that the API does not have: where files are, and how the command ends."""


def fields_of(task: str) -> list[str]:
    """Return the fields that the JSON of a task has besides those of all tasks."""
    return [*OF_TASKS[task].__annotations__] if task in OF_TASKS else []


Crop = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a picture, in pixels."""


class FileState(NamedTuple):
    """By what a file is taken for unchanged."""

    size: int
    """In bytes."""
    mtime_ns: int

    @classmethod
    def of(cls, path: str | Path) -> FileState | None:
        """Return that of a file, None if there is none."""
        try:
            seen = os.stat(path)  # noqa: PTH116 — asked of thousands, without a Path for each
        except (OSError, ValueError):  # ValueError: a name that no file can have
            return None
        return cls(seen.st_size, seen.st_mtime_ns)


class Thumbnails(NamedTuple):
    """A picture before and after, small, as WebP."""

    before: bytes
    after: bytes | None
    """The answer, or the drawing of what was read."""
    crop: Crop
    """The part of picture and answer that they show; of a drawing of what was read they show all."""


class PictureInfo(NamedTuple):
    """What a worker sends along with an outcome, for the database and for the page."""

    state: FileState | None = None
    """Of the file as it was before it was read; None for standard input, or if there is none."""
    pixels: tuple[int, int] | None = None
    """Height and width of the upright picture."""
    thumbnails: Thumbnails | None = None
