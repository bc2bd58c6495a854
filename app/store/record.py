"""A line of `report.jsonl` → what the database keeps of it, if every field that is gone by is of its kind."""

import json
import re
from base64 import b64decode
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ..inputs.find import part_of
from ..outcome import Thumbnails
from ..status import EXIT_CODES
from .paths import picture_key, to_bytes

DEEPEST = 16
"""Lists within each other; Python reads some hundred, but not everywhere."""
LARGEST = 2**63 - 1
"""Of whole numbers in a database."""
FEWEST_OWN = 4
"""Fields of names that this program writes which show that a line is of it, though it may be damaged."""
NO_SIGN = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Halves of signs, which no text has; those between stand for bytes of names."""
WEBP = (b"RIFF", b"WEBP")
"""How a thumbnail begins, and goes on after its length."""

Record = dict[str, Any]
Kind = Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and not NO_SIGN.search(value)


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and value.isascii()


def _is_place(value: Any) -> bool:
    return _is_text(value) and value != "" and "\0" not in value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST


def _is_count(value: Any) -> bool:
    return _is_number(value) and isinstance(value, int) and value >= 0


def _is_found(value: Any) -> bool:
    """Tell whether it is a repair or a doubt."""
    if not isinstance(value, Mapping) or not _is_text(value.get("what")):
        return False
    return _is_number(value.get("confidence")) and _is_list(_is_number, 4)(value.get("box"))


def _is_mistake(value: Any) -> bool:
    """Tell whether it is a cell, counted from 1, that the player has wrong."""
    return isinstance(value, Mapping) and _is_count(value.get("row")) and _is_count(value.get("col"))


def _is_list(kind: Kind, length: int | None = None) -> Kind:
    return lambda value: isinstance(value, list) and all(map(kind, value)) and length in (None, len(value))


def _maybe(kind: Kind) -> Kind:
    return lambda value: value is None or kind(value)


NEEDED: Mapping[str, Kind] = {
    "path": lambda value: _is_text(value) and "\0" not in value,
    "status": lambda value: isinstance(value, str) and value in EXIT_CODES,
    "exit_code": lambda value: _is_count(value) and value in EXIT_CODES.values(),
    "page": _is_count,
    **dict.fromkeys(("source", "target", "output"), _maybe(_is_place)),
    **dict.fromkeys(("version", "settings", "sha256"), _maybe(_is_word)),
    "bytes": _maybe(_is_count),
}
"""What a line must have."""
FURTHER: Mapping[str, Kind] = {
    **dict.fromkeys(("reading_output", "drawing"), _maybe(_is_place)),
    **dict.fromkeys(("message", "task", "finished"), _maybe(_is_text)),
    **dict.fromkeys(("rows", "cols", "board"), _maybe(_is_count)),
    "puzzle_certain": _maybe(lambda value: isinstance(value, bool)),
    **dict.fromkeys(("repairs", "doubts"), _maybe(_is_list(_is_found))),
    "mistakes": _maybe(_is_list(_is_mistake)),
    "seconds": _maybe(
        lambda value: isinstance(value, Mapping) and all(map(_maybe(_is_number), value.values()))
    ),
    "pixels": _maybe(_is_list(_is_count, 2)),
}
"""What the reports show of it, if it is there."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a picture."""

    status: str
    """How it ended; `unsaved` if there was an answer that could not be written."""
    record: Record
    """Its last line of `report.jsonl`."""
    key: bytes
    """Tells it apart from all others."""


def is_understood(record: Record) -> bool:
    """Tell whether a line holds what this program writes."""
    return (
        all(name in record and kind(record[name]) for name, kind in NEEDED.items())
        and all(name not in record or kind(record[name]) for name, kind in FURTHER.items())
        and _is_shallow(record)
    )


def is_of_this_program(record: Record) -> bool:
    """Tell by the names of its fields whether this program wrote a line, whatever became of it since."""
    return len(record.keys() & NEEDED.keys()) >= FEWEST_OWN


def row_of(line: str, record: Record) -> dict[str, Any]:
    """Return the columns of a picture: those by which later runs go, and the line."""
    is_unsaved = record["status"] == "solved" and record["exit_code"]
    return {
        "key": picture_key(record["source"], part_of(record["page"], record.get("board")), record["path"]),
        "path": to_bytes(record["path"]),
        "status": "unsaved" if is_unsaved else record["status"],
        **{name: record[name] for name in ("version", "settings", "sha256", "bytes")},
        "target": to_bytes(record["target"]) if record["target"] else None,
        "has_answer": record["output"] is not None,
        "record": line,
    }


def entry_of(status: str, line: str, key: bytes) -> Entry | None:
    """Return what a row tells, None if that is not what its line tells."""
    with suppress(ValueError, RecursionError):
        record = json.loads(line)
        if isinstance(record, dict) and is_understood(record):
            row = row_of(line, record)
            return Entry(status, record, key) if (row["status"], row["key"]) == (status, key) else None
    return None


def former_thumbnails(fields: Record | None) -> tuple[bytes, str, Thumbnails] | None:
    """Return the key, the SHA-256 and the thumbnails in a line of earlier versions; None if it is damaged."""
    with suppress(KeyError, TypeError, ValueError):
        fields = fields or {}
        after = fields["after"] and b64decode(fields["after"])
        looks = checked_thumbnails(b64decode(fields["before"]), after, fields["crop"])
        if looks is not None and _is_word(fields["sha256"]):
            return bytes.fromhex(fields["key"]), fields["sha256"], looks
    return None


def checked_thumbnails(before: Any, after: Any, crop: Any) -> Thumbnails | None:
    """Return thumbnails as they were stored, `crop` as JSON says it; None if they are not such."""
    if not _is_webp(before) or not (after is None or _is_webp(after)):
        return None
    if not _is_list(_is_count, 4)(crop) or not (crop[0] < crop[2] and crop[1] < crop[3]):
        return None
    return Thumbnails(before, after, (crop[0], crop[1], crop[2], crop[3]))


def _is_webp(value: Any) -> bool:
    return isinstance(value, bytes) and (value[:4], value[8:12]) == WEBP


def _is_shallow(value: Any, depth: int = DEEPEST) -> bool:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return depth > 0 and all(_is_shallow(part, depth - 1) for part in parts if isinstance(part, dict | list))
