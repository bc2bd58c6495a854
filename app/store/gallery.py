"""A database → `index.html`: one page that works from disk, with every picture before and after."""

import hashlib
import json
import math
import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, BinaryIO
from urllib.parse import quote

from ..escaping import visible
from ..outcome import Thumbnails
from .database import Database
from .record import Entry, Record

MOST_EMBEDDED = 45_000_000
"""Bytes of thumbnails in a page: those of some 9,000 pictures. Of further ones the files are shown."""
MOST_TOLD = 12
"""Doubts of a picture that the page tells: the least certain."""
DOUBTFUL = 0.995
"""Doubts of a higher confidence are told only if there is no other: `vision.reading.words.NEARLY_CERTAIN`."""
DRIVE = re.compile(r"[A-Za-z]:/")
WEB = ("http://", "https://")
IN_ADDRESS = "/:?&=%+~,;@"
"""Signs of an address that are kept as they are."""
POLICY = (
    "default-src 'none'; img-src 'self' data: file:; base-uri 'none'; form-action 'none'; "
    "style-src {style}; script-src {script}"
)
"""What the page may do: run its own script and show pictures; whatever a name holds, it is only text."""


def write_page(database: Database, summary: Mapping[str, Any], file: BinaryIO) -> None:
    """Write the page of all pictures of a database; `summary` is what `reports.summary` tells.

    It asks nothing of any network: thumbnails are in it, pictures and answers are linked as they lie from it.
    Its script makes only that part of the table that is seen, so it is as quick with thousands of pictures.
    """
    head, tail = _frame()
    file.write(head.replace("{summary}", _in_script({"run": _told(summary)})).encode("utf-8"))
    embedded = _embedding(database)
    for entry in database:
        thumbnails = database.thumbnails(entry) if embedded(entry) else None
        codes = f"{_base64(thumbnails.before)} {_base64(thumbnails.after)}" if thumbnails else ""
        file.write(f"{_in_script(row_of(entry, thumbnails))}\n{codes}\n".encode("ascii"))
    file.write(tail.encode("utf-8"))


def row_of(entry: Entry, thumbnails: Thumbnails | None = None) -> dict[str, Any]:
    record = entry.record
    size, source = (record.get("rows"), record.get("cols")), link(record["source"])
    if source and record["page"] > 1:
        source += f"#page={record['page']}"
    doubts = record.get("doubts") or []
    told = [doubt for doubt in doubts if doubt["confidence"] < DOUBTFUL][:MOST_TOLD]
    return {
        "name": visible(record["path"]),
        "result": entry.status,
        "message": record.get("message") and visible(record["message"]),
        "board": size if all(size) else None,
        "seconds": seconds_of(record),
        "source": source,
        "answer": link(record["target"]) if record.get("output") and entry.status == "solved" else None,
        "drawing": link(record.get("drawing")),
        "pixels": record.get("pixels"),
        "crop": thumbnails.crop if thumbnails else None,
        "repairs": [_place(found) for found in record.get("repairs") or ()],
        "doubts": [_place(found) for found in told or doubts[:1]],
    }


def link(place: str | None) -> str | None:
    """Return the address of a file, as the page can follow it; None if only programs can reach it.

    Whatever signs a name has, it stays a name: `javascript:`, `#` and `?` mean nothing in it.
    """
    if place is None:
        return None
    if place.startswith(WEB):  # what follows # only tells such addresses apart
        place = place.partition("#")[0]
        return quote(place.encode("utf-8", "surrogateescape"), safe=IN_ADDRESS)
    if "://" in place:
        return None
    name = quote(place.encode("utf-8", "surrogateescape"), safe="/")
    if DRIVE.match(place):
        return f"file:///{name.replace('%3A', ':', 1)}"
    return f"file://{name}" if place.startswith("/") else name


def seconds_of(record: Record) -> float | None:
    spent = [seconds for seconds in (record.get("seconds") or {}).values() if seconds is not None]
    return round(sum(spent), 3) if spent else None


def _frame() -> tuple[str, str]:
    """Return what stands before and after the pictures."""
    style, script, page = (
        (files(__package__) / f"gallery.{suffix}").read_text("utf-8") for suffix in ("css", "js", "html")
    )
    policy = POLICY.format(style=_digest(style), script=_digest(script))
    head, tail = page.split("{rows}")
    return head.replace("{policy}", policy).replace("{style}", style), tail.replace("{script}", script)


def _digest(text: str) -> str:
    """Return how a policy names a script or style: no other runs."""
    return f"'sha256-{_base64(hashlib.sha256(text.encode('utf-8')).digest())}'"


def _embedding(database: Database) -> Callable[[Entry], bool]:
    """Return what tells whether a picture's thumbnails fit into the page: first all that needs a look."""
    if database.thumbnail_bytes() <= MOST_EMBEDDED:
        return lambda _: True
    odd = sum(database.thumbnail_bytes(entry) for entry in database if _needs_look(entry))
    room = {True: MOST_EMBEDDED, False: MOST_EMBEDDED - odd}

    def embedded(entry: Entry) -> bool:
        needs_look = _needs_look(entry)
        room[needs_look] -= database.thumbnail_bytes(entry)
        return room[needs_look] >= 0

    return embedded


def _needs_look(entry: Entry) -> bool:
    record = entry.record
    return entry.status != "solved" or bool(record.get("repairs")) or record.get("puzzle_certain") is False


def _place(found: Mapping[str, Any]) -> dict[str, Any]:
    return {name: found[name] for name in ("what", "confidence", "box")}


def _base64(picture: bytes | None) -> str:
    return b64encode(picture or b"").decode("ascii")


def _told(summary: Mapping[str, Any]) -> str:
    spent = summary["seconds"]
    units = ((100, 1, ".0f", "s"), (6000, 60, ".0f", "min"), (math.inf, 3600, ".1f", "h"))
    took = next(f"{spent / size:{form}} {unit}" for below, size, form, unit in units if spent < below)
    parts = [
        f"Last run {summary['started'].replace('T', ' ').replace('+00:00', ' UTC')}, {took}",
        f"{summary['done']:,} done, {summary['standing']:,} already done",
        f"aquarium {summary['version']}",
    ]
    return ("Interrupted: run the same command to continue. " if summary["interrupted"] else "") + " · ".join(
        parts
    )


def _in_script(value: object) -> str:
    """Write JSON that ends no script, in ASCII."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")
