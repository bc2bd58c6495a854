"""The records that are answered, and why a request is refused: a record with the same fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

from solver.message import sentences

from ..outcome import Outcome
from ..record import OF_COMMAND, Box, PlaceFields
from ..sentences import Message
from ..status import ENDINGS, Status, one_line
from ..tasks import Task


class Layout(TypedDict):
    """Where the board stands in the upright picture, in its pixels.

    Board position (u, v), in cells, is the point that to_picture projects (xs at u, ys at v) to, both
    interpolated.
    """

    width: int
    height: int
    turned: Annotated[bool, "whether programs may show the file otherwise: not upright"]
    to_picture: Annotated[Sequence[Sequence[float]], "homography, 3 rows of 3"]
    xs: Annotated[Sequence[float], "a number for each column line, cols + 1"]
    ys: Annotated[Sequence[float], "a number for each row line, rows + 1"]
    top: Annotated[Sequence[Box], "the box of each column's clue"]
    left: Annotated[Sequence[Box], "the box of each row's clue"]


class Correcting(TypedDict):
    """What helps a person to correct what was read; null where no board was."""

    misfits: Annotated[Sequence[str], "fixes without which there is an answer"]
    loose: Annotated[Sequence[PlaceFields], "walls that end inside an aquarium, so that regions lack them"]
    looks_like: Annotated[dict[str, str], "what repaired places look like, as fix takes it"]
    can_be_as_read: Annotated[bool, "whether it is a whole puzzle, so that as_read may help"]
    is_cut: Annotated[bool, "whether the board is certainly cut off"]
    size_may_help: Annotated[bool, "whether lines may be missing"]


class ServerFields(TypedDict):
    """Fields that the server adds to each record."""

    text: Annotated[str | None, "puzzle and water as text; of read, the puzzle"]
    share: Annotated[str | None, "the water as emoji, and the puzzle's address"]
    pages: Annotated[int | None, "number of pages in the file"]
    page: Annotated[int | None, "number of this page"]
    kept: Annotated[str | None, "the name by which the server still has the file, if it has several pages"]
    layout: Layout | None
    reading: Correcting | None


def fields_of_api(outcome: Outcome) -> dict[str, Any]:
    """Return the fields of a record that the API has: all but those about files and exit codes."""
    record = outcome.to_dict()
    whole, *boards = (
        {name: value for name, value in fields.items() if name not in OF_COMMAND}
        for fields in (record, *record["boards"])
    )
    return {**whole, "boards": boards}


def error_record(
    what: Message | None = None, status: str = "usage", task: Task | None = None
) -> dict[str, Any]:
    """Return the record of what came to no picture: all fields that any has, all but these null."""
    fields = fields_of_api(Outcome("-", "unreadable", task=task or Task()))
    return {
        **fields,
        **dict.fromkeys(ServerFields.__annotations__),
        "status": status,
        **(message_fields(what) if what else {}),
    }


class Refused(Exception):
    """A request that is answered without work."""

    def __init__(self, what: Message, status: Status = "usage", code: int = 0, **headers: str) -> None:
        """Refuse for a reason; `code` is the HTTP status where several share one, headers have _ for -."""
        super().__init__(what.code)
        self.what, self.code = what, code or ENDINGS[status].http_code
        self.record = error_record(what, status)
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


def message_fields(what: Message) -> dict[str, Any]:
    """Return the fields of a record that a message alone has, in words of the API."""
    return {**what.to_dict(), "message": one_line(what.sentence(api=True))}


def message_of(outcome: Outcome) -> str | None:
    """Return what an outcome says in words of the API, which has parameters where the command has options."""
    return one_line(sentences(outcome.messages, api=True)) or None
