"""A database → the reports: `report.jsonl`, `report.csv`, `summary.json`, `failed.txt` and `index.html`."""

from __future__ import annotations

import codecs
import csv
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from vision.files.atomic import atomic_write

from ..escaping import visible
from ..inputs.words import STREAM
from ..record import COLUMNS, Cell
from ..sentences import Message
from ..status import EXIT_CODES, exit_code
from ..version import VERSION
from .done import Database, Entry, Unwritable, unwritable
from .gallery import page

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
OF_FILES = ("bytes", "version", "finished")
"""The last columns of `report.csv`: what the database adds to a record, by its name there."""
FORMULA = re.compile(r"""(?:^|(?<=[;,|]))(?=['"\s]*[=+\-@＝＋－＠])""")
"""Where a spreadsheet would take a text for a formula, the wide signs too: at its beginning and, as cells may
be separated so, after each of `;,|`. Tabs and line ends are escaped before."""
LONGEST_CELL = 32_000
"""Signs; spreadsheets take no more."""


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
        REPORT: (line.encode("ascii") + b"\n" for line in database.lines()),
        TABLE: _table(database),
        SUMMARY: [json.dumps(counts, indent=2, default=str).encode("ascii"), b"\n"],
        FAILED: _failed(database),
        PAGE: page(database, counts),
    }
    errors = []
    for name, contents in parts.items():
        path = database.folder / name
        try:
            with atomic_write(path, sync=True) as file:
                file.writelines(contents)
        except OSError as error:
            errors.append(unwritable(path, error))
        except (LookupError, TypeError, ValueError) as error:  # of a record that no run has written
            raise database.set_aside(f"{type(error).__name__}: {error}") from error
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
    """Yield a row for each picture, none a formula; without the mark of UTF-8 Excel shows other letters."""
    names = [column.name or name for name, column in COLUMNS.items()]
    yield codecs.BOM_UTF8 + _row(["number", *names, *OF_FILES])
    for number, entry in enumerate(database.entries(), 1):
        yield _row([number, *_cells(entry)])


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


def _cells(entry: Entry) -> list[Cell]:
    """Return a picture's cells of `report.csv`, none of which is a formula."""
    record = entry.record | {"status": entry.status}
    shown = [column.cell(record.get(name)) for name, column in COLUMNS.items()]
    return [_cell(value) for value in (*shown, *map(record.get, OF_FILES))]


def _cell(value: Cell) -> Cell:
    """Return what a spreadsheet shows as it is: nothing in it begins like a formula, whatever parts cells.

    A single quote is put before each that would. It can be taken away again: docs/batches.md says how.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, str):
        return value
    return FORMULA.sub("'", visible(value))[:LONGEST_CELL]


def _row(cells: Iterable[Cell]) -> bytes:
    text = StringIO(newline="")
    csv.writer(text).writerow(cells)
    return text.getvalue().encode("utf-8", "backslashreplace")
