"""What a worker does: the bytes of a picture or text and what is asked of it → the record, or a file.

What is refused without work is answered with a record of the same fields, `error_record`.
"""

from __future__ import annotations

import io
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypedDict

from solver.belief.evidence import Evidence
from solver.errors import AquariumError
from solver.message import sentences
from solver.places import ClueAt, Place
from vision.drawing.overlay import Drawing
from vision.drawing.palette import cell_colours
from vision.files.errors import ImageUnwritable, too_much_memory
from vision.files.guarded import find_pages, frames_of
from vision.files.mark import QUESTION, Mark
from vision.files.pixels import Picture
from vision.pixels.brightness import is_dark
from vision.reading.doubts import find_loose
from vision.reading.read import find_frame
from vision.reading.reasons import is_cut, maybe_cut

from .. import VERSION
from ..outcome import Outcome, encoded, place_fields, solution_texts
from ..record import OF_COMMAND, Box, PlaceFields
from ..request import LIMITS_OF_NEW, Request, Wanted
from ..sentences import Message, UsageError
from ..service import process
from ..sources import Size, Source, load
from ..status import ENDINGS, one_line
from ..tasks import SEEDS, Task
from ..tasks.draw import make_puzzle
from ..tasks.judge import is_consistent
from .ask import MEDIA_TYPES, Ask, AskNew

PALER = 10
"""One cell of so many may be paler than its paper, or darker on a dark board."""


class Layout(TypedDict):
    """Where the board stands in the upright picture, in its pixels.

    Board position (u, v), in cells, is the point that to_picture projects (xs at u, ys at v) to, both
    interpolated.
    """

    width: int
    height: int
    turned: Annotated[bool, "whether programs may show the file otherwise: not upright, or another frame"]
    to_picture: Annotated[Sequence[Sequence[float]], "homography, 3 rows of 3"]
    xs: Annotated[Sequence[float], "a number for each column line, cols + 1"]
    ys: Annotated[Sequence[float], "a number for each row line, rows + 1"]
    top: Annotated[Sequence[Box], "the box of each column's clue"]
    left: Annotated[Sequence[Box], "the box of each row's clue"]
    dark: Annotated[bool, "whether most of its cells are dark"]
    paper: Annotated[Sequence[int], "RGB of cells with nothing in them"]


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

    sentence: Annotated[str | None, "what the code says, as the page shows it"]
    status_words: Annotated[str, "the status, as people read it"]
    is_of_puzzle: Annotated[bool, "whether the status tells of the puzzle, not of the file or the server"]
    lines: Annotated[Sequence[str] | None, "what check and hint say of cells and lines, without reasons"]
    text: Annotated[str | None, "puzzle and water as text; of read, the puzzle"]
    share: Annotated[str | None, "the water as emoji, and the puzzle's address"]
    pages: Annotated[int | None, "number of pages in the file"]
    page: Annotated[int | None, "number of this page"]
    kept: Annotated[str | None, "the name by which the server still has the file, if it has several pages"]
    ground: Annotated[str | None, "the colour below a transparent picture: its drawing shows on it"]
    layout: Layout | None
    reading: Correcting | None


@dataclass(frozen=True, slots=True)
class Reply:
    """What a worker sends back."""

    code: int
    """The status of HTTP."""
    record: dict[str, Any]
    file: bytes | None = None
    """The picture where one is asked for and was drawn."""
    media_type: str = ""


def ready() -> None:
    """Do nothing: a worker that has done it has loaded all that it needs."""


def answer(contents: bytes, ask: Ask) -> Reply:
    """Do what is asked with the contents of a picture or text file."""
    try:
        pages = find_pages(io.BytesIO(contents))
        if ask.page > len(pages):
            raise UsageError(Message("page_not_in_file", page=ask.page, pages=len(pages)))
        made = replace(ask, page=pages[ask.page - 1])
        if ask.is_plain:
            return _plain(contents, made)
        reply, outcome = _processed(contents, made)
        reply.record.update(pages=len(pages), page=ask.page)
        return reply if ask.form is None else _drawn(reply, outcome, ask.form)
    except UsageError as error:
        return Reply(400, error_record(error.what, task=ask.request.task))
    except MemoryError:
        record = error_record(too_much_memory().what, "unreadable", task=ask.request.task)
        return Reply(ENDINGS["unreadable"].http_code, record)


def new(ask: AskNew) -> Reply:
    """Make a puzzle."""
    seed = secrets.randbelow(SEEDS) if ask.seed is None else ask.seed
    try:
        address = make_puzzle(*ask.size, ask.grade, seed)
        task = Task("new", grade=ask.grade, seed=seed)
        reply, _ = _processed(address.encode(), Ask(Request(task, LIMITS_OF_NEW)))
    except UsageError as error:
        return Reply(400, error_record(error.what))
    reply.record.update(pages=1, page=1, grade=ask.grade, seed=seed)
    return reply


def _processed(contents: bytes, ask: Ask) -> tuple[Reply, Outcome]:
    wanted = Wanted(picture=ask.form is not None)
    outcome = process(contents, ask.request, page=ask.page, board=ask.board, wanted=wanted)
    return Reply(ENDINGS[outcome.final_status].http_code, record_of(outcome)), outcome


def record_of(outcome: Outcome) -> dict[str, Any]:
    """Return the record of an outcome."""
    boards = (outcome, *outcome.named_boards)
    record = {**fields_of_api(outcome), "kept": None, "ground": _ground(outcome.like)}
    for fields, board in zip((record, *record["boards"]), boards, strict=True):
        fields["lines"] = board.answer and [*board.answer.lines]
        texts, _ = solution_texts(board)
        fields.update({name: text for name, text in texts.items() if name not in fields})
        fields["layout"] = _layout(board, outcome.like)
        fields["reading"] = reading_fields(board)
        fields["message"] = one_line(sentences(board.messages, "api")) or None
        fields.update(_status_fields(board.status))
    return {"sentence": None, **with_sentences(record)}


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
        **_status_fields(status),
        **(message_fields(what) if what else {}),
    }


def _status_fields(status: str) -> dict[str, Any]:
    """Return what a page makes of a status."""
    ending = ENDINGS[status]
    return {"status_words": ending.words or status, "is_of_puzzle": ending.is_of_puzzle}


def message_fields(what: Message) -> dict[str, Any]:
    """Return the fields of a record that a message alone has, in words of the API."""
    return with_sentences({**what.to_dict(), "message": one_line(what.sentence("api"))})


def with_sentences(fields: dict[str, Any]) -> dict[str, Any]:
    """Add to all in a record that has a code its sentence on the page, and to steps their technique."""
    inner = {name: value if name == "values" else _with_sentences(value) for name, value in fields.items()}
    if "technique_code" in fields:
        named = Message.from_dict({"code": fields["technique_code"], "values": {}})
        return {**inner, "title": page_words(named)}
    return {**inner, "sentence": page_words(Message.from_dict(fields))} if fields.get("code") else inner


def _with_sentences(value: Any) -> Any:
    if isinstance(value, dict):
        return with_sentences(value)
    return list(map(_with_sentences, value)) if isinstance(value, list | tuple) else value


def page_words(what: Message) -> str:
    """Return a message as the page shows it: what was seen and what to do as sentences; perhaps empty."""
    parts = map(one_line, what.parts("page"))
    return " ".join(
        f"{part[0].upper()}{part[1:]}{'' if part[-1] in '.?!' else '.'}" for part in parts if part
    )


def reading_fields(outcome: Outcome) -> Correcting | None:
    """Return what a page needs to offer ways on from what was read; None where no board was."""
    reading = outcome.result.reading if outcome.result else None
    if outcome.result is None or reading is None:
        return None
    doubtful = outcome.status == "unsure" or (outcome.status == "solved" and not outcome.puzzle_certain)
    refused = outcome.status != "solved" and not outcome.is_text
    loose = [] if outcome.is_text or outcome.status == "solved" else find_loose(reading)
    return {
        "misfits": list(map(str, outcome.misfits)),
        "loose": list(map(place_fields, loose)),
        "looks_like": {
            str(repair.place): _looks_like(reading.evidence, repair.place)
            for repair in outcome.result.repairs
        },
        "can_be_as_read": doubtful and not outcome.is_text and is_consistent(reading),
        "is_cut": refused and is_cut(reading),
        "size_may_help": refused and bool(is_cut(reading) or reading.too_large or maybe_cut(reading)),
    }


def _looks_like(evidence: Evidence, place: Place) -> str:
    """Return what a place looks most like, as fixes write it."""
    if isinstance(place, ClueAt):
        clue = dict(evidence.clues())[place].likeliest
        return "none" if clue is None else str(clue)
    return "yes" if dict(evidence.sides())[place] > 0 else "no"


def _layout(outcome: Outcome, picture: Picture | None) -> Layout | None:
    """Return where the board stands in the upright picture."""
    reading = outcome.result.reading if outcome.result else None
    if reading is None or picture is None:
        return None
    board, (top, left) = reading.board, reading.clue_boxes
    colours = cell_colours(picture.pixels, board)
    dark = bool(is_dark(colours))
    papers = sorted(colours.reshape(-1, 3).tolist(), key=sum, reverse=not dark)
    return {
        "width": picture.pixels.shape[1],
        "height": picture.pixels.shape[0],
        "turned": picture.is_turned,
        "to_picture": board.to_picture.tolist(),
        "xs": board.xs.tolist(),
        "ys": board.ys.tolist(),
        "top": top,
        "left": left,
        "dark": dark,
        "paper": papers[len(papers) // PALER],
    }


def _ground(picture: Picture | None) -> str | None:
    """Return what a transparent picture is read on: the colour of its most transparent pixel."""
    if picture is None or picture.rgba is None:
        return None
    red, green, blue = picture.pixels.reshape(-1, 3)[picture.rgba[..., 3].argmin()]
    return f"#{red:02x}{green:02x}{blue:02x}"


def _drawn(reply: Reply, outcome: Outcome, word: str) -> Reply:
    """Return the picture of an outcome as a file, or its record where there is none."""
    if reply.code != 200 or outcome.picture is None:
        return reply
    return _filed(outcome.encoded, word, reply.record)


def _plain(contents: bytes, ask: Ask) -> Reply:
    """Return the upright picture itself, or the clean one of a text."""
    try:
        source = load(contents, ask.request, ask.page)
    except UsageError:
        raise
    except AquariumError as error:
        return Reply(ENDINGS["unreadable"].http_code, error_record(error.what, "unreadable"))
    known, picture = source.reading, _shown(source, ask.request.overrides.size)
    mark = str(Mark(QUESTION, VERSION, "draw", known.puzzle.rule if known else "level"))

    drawing = Drawing(picture.pixels, clean=source.clean)
    return _filed(lambda form: encoded(drawing, picture, form, mark), ask.form or "png", error_record())


def _shown(source: Source, size: Size | None) -> Picture:
    """Return the frame of an animation that is read; of all else there is but one picture."""
    frames = source.file and frames_of(source.file)
    found = find_frame(frames.pictures, size) if frames else None
    return source.picture if found is None else found[1]


def _filed(encoded: Callable[[str], bytes], word: str, record: dict[str, Any]) -> Reply:
    """Return a picture as a file of a format; the record, saying why, where that cannot be."""
    try:
        return Reply(200, record, encoded(word.upper()), MEDIA_TYPES[word])
    except ImageUnwritable as error:
        return Reply(422, record | message_fields(error.what) | {"status": "unsaved"})
