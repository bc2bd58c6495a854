"""What a worker does: the bytes of a picture or text and what is asked of it → the record, or a file."""

from __future__ import annotations

import io
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from solver.belief.evidence import Evidence
from solver.errors import AquariumError
from solver.places import ClueAt, Place
from vision.drawing.overlay import Clean, Drawing
from vision.files.errors import ImageUnwritable, too_much_memory
from vision.files.guarded import find_pages
from vision.files.mark import QUESTION, Mark
from vision.files.pixels import Image
from vision.files.save import VECTOR_FORMATS, encode_picture, format_of
from vision.reading.doubts import find_loose
from vision.reading.reading import Reading
from vision.reading.refuse import maybe_cut
from vision.vectors.drawing import encode_drawing

from ..errors import UsageError
from ..outcome import Outcome, place_fields, solution_texts
from ..request import LIMITS_OF_NEW, Request
from ..sentences import Message
from ..service import process_request
from ..sources import load
from ..status import ENDINGS
from ..tasks import SEEDS, Task
from ..tasks.certainty import is_consistent, is_cut
from ..tasks.new import make_puzzle
from ..version import VERSION
from .ask import MEDIA_TYPES, Ask, AskNew
from .replies import Correcting, Layout, error_record, fields_of_api, message_fields, message_of


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
        reply, _ = _processed(address.encode(), Ask(Request(task, LIMITS_OF_NEW, draws=False)))
    except UsageError as error:
        return Reply(400, error_record(error.what))
    reply.record.update(pages=1, page=1, grade=ask.grade, seed=seed)
    return reply


def _processed(contents: bytes, ask: Ask) -> tuple[Reply, Outcome]:
    loaded: list[Image] = []

    def trace(name: str, product: Any) -> None:
        if name == "loaded":
            loaded.append(product)

    outcome = process_request(contents, ask.request, page=ask.page, board=ask.board, trace=trace)
    code = ENDINGS[outcome.final_status].http_code
    return Reply(code, record_of(outcome, loaded[0] if loaded else None)), outcome


def record_of(outcome: Outcome, pixels: Image | None) -> dict[str, Any]:
    """Return the record of an outcome; `pixels` are those of the upright picture, if it could be loaded."""
    boards = (outcome, *outcome.named_boards)
    record = {**fields_of_api(outcome), "kept": None}
    for fields, board in zip((record, *record["boards"]), boards, strict=True):
        texts, _ = solution_texts(board)
        fields.update({name: text for name, text in texts.items() if name not in fields})
        fields["layout"] = _layout(board, pixels, is_turned=bool(outcome.like and outcome.like.is_turned))
        fields["reading"] = reading_fields(board)
        fields["message"] = message_of(board)
    return record


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
        "loose": [{**place_fields(doubt), "otherwise": doubt.otherwise} for doubt in loose],
        "looks_like": {
            str(repair.place): _looks_like(reading.evidence, repair.place)
            for repair in outcome.result.repairs
        },
        "can_be_as_read": doubtful and not outcome.is_text and is_consistent(reading),
        "is_cut": refused and is_cut(reading),
        "size_may_help": refused and _size_may_help(reading),
    }


def _size_may_help(reading: Reading) -> bool:
    return bool(is_cut(reading) or reading.too_large or maybe_cut(reading))


def _looks_like(evidence: Evidence, place: Place) -> str:
    """Return what a place looks most like, as fixes write it."""
    if isinstance(place, ClueAt):
        clue = dict(evidence.clues())[place].likeliest
        return "none" if clue is None else str(clue)
    return "yes" if dict(evidence.sides())[place] > 0 else "no"


def _layout(outcome: Outcome, pixels: Image | None, *, is_turned: bool) -> Layout | None:
    """Return where the board stands in the upright picture."""
    reading: Reading | None = outcome.result.reading if outcome.result else None
    if reading is None or pixels is None:
        return None
    board, (top, left) = reading.board, reading.clue_boxes
    return {
        "width": pixels.shape[1],
        "height": pixels.shape[0],
        "turned": is_turned,
        "to_picture": board.to_picture.tolist(),
        "xs": board.xs.tolist(),
        "ys": board.ys.tolist(),
        "top": top,
        "left": left,
    }


def _drawn(reply: Reply, outcome: Outcome, word: str) -> Reply:
    """Return the picture of an outcome as a file, or its record where there is none."""
    if reply.code != 200 or outcome.picture is None:
        return reply
    return _filed(outcome.encoded, word, reply.record)


def _plain(contents: bytes, ask: Ask) -> Reply:
    """Return the upright picture itself, or the clean one of a text."""
    try:
        source = load(contents, ask.request.size, ask.page, ask.request.overrides)
    except UsageError:
        raise
    except AquariumError as error:
        return Reply(ENDINGS["unreadable"].http_code, error_record(error.what, "unreadable"))

    known = source.reading if source.is_text else None
    mark = str(Mark(QUESTION, VERSION, "draw", known.puzzle.rule if known else "level"))

    def encoded(form: str) -> bytes:
        picture = source.picture
        if form not in VECTOR_FORMATS.values():
            return encode_picture(picture.pixels, picture, form, mark)
        clean = Clean(known.puzzle, known.board) if known else None
        return encode_drawing(Drawing(picture.pixels, clean=clean), picture, form, mark)

    return _filed(encoded, ask.form or "png", error_record())


def _filed(encoded: Callable[[str], bytes], word: str, record: dict[str, Any]) -> Reply:
    """Return a picture as a file of a format; the record, saying why, where that cannot be."""
    try:
        form = format_of(Path(f"picture.{word}"))
        return Reply(200, record, encoded(form), MEDIA_TYPES[word])
    except ImageUnwritable as error:
        return Reply(422, record | message_fields(error.what) | {"status": "unsaved"})
