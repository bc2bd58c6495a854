"""A database → `index.html`: one page that works from disk, with every picture before and after."""

import hashlib
import json
import math
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, BinaryIO
from urllib.parse import quote

from ..escaping import visible
from .record import Entry, Record
from .reported import Kept
from .shown import ShownTable

MOST_EMBEDDED = 45_000_000
"""Bytes of thumbnails in a page: those of some 9,000 pictures. Of further ones the files are shown."""
LINES = 2
"""Of the page for each picture: its JSON, and its thumbnails."""
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


def write_page(shown: ShownTable, kept: Kept, summary: Mapping[str, Any], file: BinaryIO) -> None:
    """Write the page of all pictures of a database; `summary` is what `reports.summary` tells.

    Of these, what is `kept` stands in the page as it was, if it was made with the same `room_of`.
    It asks nothing of any network: thumbnails are in it, pictures and answers are linked as they lie from it.
    Its script makes only that part of the table that is seen, so it is as quick with thousands of pictures.
    """
    head, tail = _frame()
    file.write(head.replace("{summary}", _in_script({"run": _told(summary)})).encode("utf-8"))
    file.writelines(kept.lines(head=head.count("\n"), each=LINES))
    file.writelines(_lines(shown, kept.before))
    file.write(tail.encode("utf-8"))


def _lines(shown: ShownTable, first: bytes) -> Iterator[bytes]:
    """Yield what the page has of each picture from the `first` path on: JSON, and its thumbnails."""
    room = _room(shown, first)
    for key, item, is_odd, size in shown.items(first):
        room[is_odd] -= size
        thumbnails = shown.thumbnails(key) if room[is_odd] >= 0 else None
        if thumbnails is None:
            yield b'%s,"crop":null}\n\n' % item[:-1]
        else:
            crop = _in_script(thumbnails.crop).encode("ascii")
            codes = b64encode(thumbnails.before), b64encode(thumbnails.after or b"")
            yield b'%s,"crop":%s}\n%s %s\n' % (item[:-1], crop, *codes)


def item_of(entry: Entry) -> bytes:
    """Return what the page tells of a picture, as JSON in ASCII, without the crop of its thumbnails."""
    return _in_script(_fields(entry)).encode("ascii")


def _fields(entry: Entry) -> dict[str, Any]:
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
    return f"'sha256-{b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


def room_of(shown: ShownTable) -> int | None:
    """Return how many bytes of thumbnails the page embeds of pictures that need no look; None for all.

    It chooses which pictures have theirs in the page: the first ones, and above all those that need a look.
    """
    sizes = shown.sizes()
    return None if sum(sizes.values()) <= MOST_EMBEDDED else MOST_EMBEDDED - sizes[True]


def _room(shown: ShownTable, first: bytes) -> dict[bool, float]:
    """Return how many bytes are left at the `first` path, of pictures that need a look, and of the others."""
    if (room := room_of(shown)) is None:
        return {True: math.inf, False: math.inf}
    every, further = shown.sizes(), shown.sizes_from(first)
    return {
        True: MOST_EMBEDDED - (every[True] - further[True]),
        False: room - (every[False] - further[False]),
    }


def needs_look(entry: Entry) -> bool:
    record = entry.record
    return entry.status != "solved" or bool(record.get("repairs")) or record.get("puzzle_certain") is False


def _place(found: Mapping[str, Any]) -> dict[str, Any]:
    return {name: found[name] for name in ("what", "confidence", "box")}


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
