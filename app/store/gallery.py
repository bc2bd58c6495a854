"""A database → `index.html`: one page that works from disk, with every picture before and after."""

import hashlib
import math
from base64 import b64encode
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, BinaryIO

from .database import Database
from .shown import in_script, item_of, needs_look

MOST_EMBEDDED = 45_000_000
"""Bytes of thumbnails in a page: those of some 9,000 pictures. Of further ones the files are shown."""
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
    file.write(head.replace("{summary}", in_script({"run": _told(summary)})).encode("utf-8"))
    file.writelines(_lines(database))
    file.write(tail.encode("utf-8"))


def _lines(database: Database) -> Iterator[bytes]:
    """Yield two lines for each picture: its JSON, and its thumbnails as long as there is room for them.

    Those of pictures that need a look come first, wherever they stand.
    """
    room = {True: MOST_EMBEDDED, False: MOST_EMBEDDED - database.thumbnail_bytes()}
    for entry in database.with_thumbnails():
        is_odd, looks = needs_look(entry), entry.thumbnails
        if looks is not None:
            room[is_odd] -= len(looks.before) + len(looks.after or b"")
        if looks is None or room[is_odd] < 0:
            yield item_of(entry._replace(thumbnails=None)).encode("ascii") + b"\n\n"
        else:
            codes = b64encode(looks.before), b64encode(looks.after or b"")
            yield b"%s\n%s %s\n" % (item_of(entry).encode("ascii"), *codes)


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
    parts = [
        f"Last run {summary['started'].replace('T', ' ').replace('+00:00', ' UTC')}, {took}",
        f"{summary['done']:,} done, {summary['standing']:,} already done",
        f"aquarium {summary['version']}",
    ]
    return ("Interrupted: run the same command to continue. " if summary["interrupted"] else "") + " · ".join(
        parts
    )
