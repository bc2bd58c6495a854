"""A database → `index.html`: one page that works from disk, with every picture before and after."""

import hashlib
import json
import math
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from ..escaping import visible
from ..record import COLUMNS, total_seconds
from .done import Database, Entry, Record, needs_look

MOST_EMBEDDED = 45_000_000
"""Bytes of thumbnails in a page: those of some 9,000 pictures. Of further ones the files are shown."""
POLICY = (
    "default-src 'none'; img-src 'self' data: file:; base-uri 'none'; form-action 'none'; "
    "style-src {style}; script-src {script}"
)
"""What the page may do: run its own script and show pictures; whatever a name holds, it is only text."""
MOST_DOUBTS = 12
"""Doubts of a picture that the page shows: the least certain."""
DOUBTFUL = 0.995
"""Doubts of a higher confidence are shown only if there is no other: `NEARLY_CERTAIN` of the reader."""
DRIVE = re.compile(r"[A-Za-z]:/")


def page(database: Database, summary: Mapping[str, Any]) -> Iterator[bytes]:
    """Yield the page of all pictures of a database; `summary` is that of the reports.

    It asks nothing of any network: thumbnails are in it, pictures and answers are linked as they lie from it.
    Its script makes only that part of the table that is seen, so it is as quick with thousands of pictures.
    """
    head, tail = _frame()
    yield head.replace("{summary}", in_script({"run": _told(summary)})).encode("utf-8")
    yield from _lines(database)
    yield tail.encode("utf-8")


def _lines(database: Database) -> Iterator[bytes]:
    """Yield two lines for each picture: its JSON, and its thumbnails as long as there is room for them.

    Those of pictures that need a look come first, wherever they stand.
    """
    room = {True: MOST_EMBEDDED, False: MOST_EMBEDDED - database.thumbnail_bytes()}
    for entry in database.entries():
        is_odd, looks = needs_look(entry), entry.thumbnails
        if looks is not None:
            room[is_odd] -= len(looks.before) + len(looks.after or b"")
        if looks is None or room[is_odd] < 0:
            yield _item(entry._replace(thumbnails=None)).encode("ascii") + b"\n\n"
        else:
            codes = b64encode(looks.before), b64encode(looks.after or b"")
            yield b"%s\n%s %s\n" % (_item(entry).encode("ascii"), *codes)


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
    return f"'sha256-{b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


def _told(summary: Mapping[str, Any]) -> str:
    spent = summary["seconds"]
    units = ((100, 1, ".0f", "s"), (6000, 60, ".0f", "min"), (math.inf, 3600, ".1f", "h"))
    took = next(f"{spent / size:{form}} {unit}" for below, size, form, unit in units if spent < below)
    started = summary["started"].replace("T", " ").replace("+00:00", " UTC")
    counts = f"{summary['done']:,} done, {summary['standing']:,} already done"
    interrupted = "Interrupted: run the same command to continue. " if summary["interrupted"] else ""
    return f"{interrupted}Last run {started}, {took} · {counts} · aquarium {summary['version']}"


def _item(entry: Entry) -> str:
    """Return what the page tells of a picture, as JSON in ASCII; `crop` is the part that thumbnails show."""
    record, looks = entry.record, entry.thumbnails
    size, source = (record.get("rows"), record.get("cols")), link(record["source"])
    if source and record["page"] > 1:
        source += f"#page={record['page']}"
    doubts = record.get("doubts") or []
    open_ones = [doubt for doubt in doubts if doubt["confidence"] < DOUBTFUL][:MOST_DOUBTS]
    return in_script(
        {
            "name": visible(record["path"]),
            "result": entry.status,
            "message": record.get("message") and visible(record["message"]),
            "board": size if all(size) else None,
            "seconds": total_seconds(record.get("seconds")),
            "source": source,
            "answer": link(record["target"]) if record.get("output") and entry.status == "solved" else None,
            "drawing": link(record.get("drawing")),
            "pixels": record.get("pixels"),
            "repairs": [_place(found) for found in record.get("repairs") or ()],
            "doubts": [_place(found) for found in open_ones or doubts[:1]],
            "further": _further(record),
            "crop": looks and looks.crop,
        }
    )


def link(place: str | None) -> str | None:
    """Return the address of a file, as the page can follow it; None if there is none.

    Whatever signs a name has, it stays a name: `javascript:`, `#` and `?` mean nothing in it.
    """
    if place is None:
        return None
    name = quote(place.encode("utf-8", "surrogateescape"), safe="/")
    if DRIVE.match(place):
        return f"file:///{name.replace('%3A', ':', 1)}"
    return f"file://{name}" if place.startswith("/") else name


def in_script(value: object) -> str:
    """Write JSON that ends no script, in ASCII. ValueError for numbers that JSON lacks."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def _further(record: Record) -> list[tuple[str, str]]:
    """Return the fields that the page lists in words, those that tell something, with their labels."""
    cells = (
        (column.label, column.cell(record.get(name))) for name, column in COLUMNS.items() if column.label
    )
    return [(label, visible(cell)) for label, cell in cells if cell not in (None, "")]


def _place(found: Mapping[str, Any]) -> dict[str, Any]:
    return {name: found[name] for name in ("what", "confidence", "box")}
