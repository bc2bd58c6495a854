"""A database → the reports: `report.jsonl`, `report.csv`, `summary.json`, `failed.txt` and `index.html`.

Each is put together of lines that the database has.
"""

from __future__ import annotations

import codecs
import hashlib
import json
import math
import os
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, get_args

from vision.files.atomic import atomic_write

from .. import VERSION
from ..escaping import visible
from ..inputs.words import STREAM
from ..sentences import Message
from ..status import ENDINGS, EXIT_CODES, OfPicture, exit_code
from .database import Database, Unwritable, unwritable
from .lines import HEADINGS, in_script, table_row

REPORT = "report.jsonl"
TABLE = "report.csv"
SUMMARY = "summary.json"
FAILED = "failed.txt"
PAGE = "index.html"
BEGINNINGS = {
    REPORT: b'{"schema": ',
    TABLE: codecs.BOM_UTF8 + b"number,path,status,",
    SUMMARY: b'{\n  "program": "aquarium"',
    PAGE: b"<!doctype html>\n<!-- aquarium -->",
}
"""How these files begin where this program has written them."""
TONES = {"red": "bad", "yellow": "odd", "green": "good"}
"""Of words on the page, by the colours of statuses."""
MOST_EMBEDDED = 45_000_000
"""Bytes of thumbnails in a page: those of some 9,000 pictures. Of further ones the files are shown."""
POLICY = (
    "default-src 'none'; img-src 'self' data: file:; base-uri 'none'; form-action 'none'; "
    "style-src {style}; script-src {script}"
)
"""What the page may do: run its own script and show pictures; whatever a name holds, it is only text."""


class Run(NamedTuple):
    """One run of the program over many pictures."""

    command: str
    """The words it was started with."""
    settings: Mapping[str, object]
    """All that answers depend on, by name."""
    started: datetime
    seconds: float
    """Wall-clock time so far."""
    done: int
    """Pictures worked on."""
    skipped: int
    """Pictures that were done already."""
    interrupted: bool = False


def write_reports(database: Database, run: Run) -> Path:
    """Write all reports from the database, each whole or not at all; return the page to open.

    Unwritable if some cannot be written, as one that is open in a spreadsheet; all others are.
    """
    counts = _summary(database, run)
    parts: Mapping[str, Iterable[bytes]] = {
        REPORT: (line.encode("ascii") + b"\n" for line in database.lines("record")),
        TABLE: _table(database),
        SUMMARY: [json.dumps(counts, indent=2, default=str).encode("ascii"), b"\n"],
        FAILED: _failed(database),
        PAGE: _page(database, counts),
    }
    errors = []
    for name, contents in parts.items():
        path = database.folder / name
        try:
            with atomic_write(path, sync=True) as file:
                file.writelines(contents)
        except OSError as error:
            errors.append(unwritable(path, error))
    if errors:
        raise Unwritable(errors[0].what, ", ".join(str(error.place) for error in errors))
    return database.folder / PAGE


def check_foreign(folder: Path) -> None:
    """Raise Unwritable if reports would replace files of others in a folder of which nothing is known."""
    foreign = []
    for name, beginning in BEGINNINGS.items():
        with suppress(FileNotFoundError, IsADirectoryError), (folder / name).open("rb") as file:
            if not beginning.startswith(file.read(len(beginning))):  # of a run without pictures one is empty
                foreign.append(name)
    if (folder / FAILED).exists() and not any((folder / name).exists() for name in BEGINNINGS):
        foreign.append(FAILED)
    if foreign:
        raise Unwritable(Message("foreign_files", names=tuple(foreign)), str(folder))


def _table(database: Database) -> Iterator[bytes]:
    """Yield a row for each picture; without the mark of UTF-8 Excel shows other letters."""
    yield codecs.BOM_UTF8 + table_row(HEADINGS).encode("utf-8")
    for number, row in enumerate(database.lines("row"), 1):
        yield f"{number},{row}".encode()


def _failed(database: Database) -> Iterator[bytes]:
    """Yield the names of the pictures without an answer, one on each line."""
    for name in database.without_answer():
        if name != STREAM:  # what came through a pipe cannot be had again
            yield os.fsencode(name if name.isprintable() else visible(name)) + b"\n"


def _summary(database: Database, run: Run) -> dict[str, Any]:
    """Return how many pictures ended how, and of the last run when, for how long and with what settings."""
    statuses, interruption = database.statuses(), ["interrupted"] * run.interrupted
    return {
        "program": "aquarium",
        "version": VERSION,
        "pictures": statuses.total(),
        "statuses": dict(statuses.most_common()),
        "uncertain": database.uncertain(),
        "exit_code": exit_code(*(word for word in statuses if word in EXIT_CODES), *interruption),
        "command": run.command,
        "settings": run.settings,
        "started": run.started.astimezone(UTC).isoformat(timespec="seconds"),
        "seconds": round(run.seconds, 1),
        "done": run.done,
        "standing": run.skipped,
        "interrupted": run.interrupted,
    }


def _page(database: Database, summary: Mapping[str, Any]) -> Iterator[bytes]:
    """Yield the page of all pictures of a database; `summary` is that of the reports.

    It asks nothing of any network: thumbnails are in it, pictures and answers are linked as they lie from it.
    Its script makes only that part of the table that is seen, so it is as quick with thousands of pictures.
    """
    head, tail = _frame()
    yield head.replace("{summary}", in_script({"run": _told(summary), "results": _results()})).encode("utf-8")
    yield from _items(database)
    yield tail.encode("utf-8")


def _items(database: Database) -> Iterator[bytes]:
    """Yield two lines for each picture: its JSON, and its thumbnails as long as there is room for them.

    Those of pictures that need a look come first, wherever they stand.
    """
    room = {True: MOST_EMBEDDED, False: MOST_EMBEDDED - database.bytes_to_look_at()}
    for number, item, needs_look, looks in database.items():
        room[needs_look] -= looks
        thumbnails = b""
        if looks and room[needs_look] >= 0:
            thumbnails = b" ".join(map(b64encode, database.thumbnails(number)))
        yield b"%s\n%s\n" % (item.encode("ascii"), thumbnails)


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


def _results() -> dict[str, tuple[str, str]]:
    """Return the words and the tone of each status on the page; what needs a look comes first."""
    statuses = {status: ENDINGS[status] for status in (*get_args(OfPicture), "unsaved")}
    told = {status: (ending.words or status, TONES[ending.colour]) for status, ending in statuses.items()}
    solved = told.pop("solved")
    in_order = sorted(told.items(), key=lambda one: [*TONES.values()].index(one[1][1]))
    return {**dict(in_order), "repaired": ("repaired", "mend"), "solved": solved}


def _told(summary: Mapping[str, Any]) -> str:
    spent = summary["seconds"]
    units = ((100, 1, ".0f", "s"), (6000, 60, ".0f", "min"), (math.inf, 3600, ".1f", "h"))
    took = next(f"{spent / size:{form}} {unit}" for below, size, form, unit in units if spent < below)
    started = summary["started"].replace("T", " ").replace("+00:00", " UTC")
    counts = f"{summary['done']:,} done, {summary['standing']:,} already done"
    interrupted = "Interrupted: run the same command to continue. " if summary["interrupted"] else ""
    return f"{interrupted}Last run {started}, {took} · {counts} · aquarium {summary['version']}"
