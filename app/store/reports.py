"""A database → what a person opens: `report.csv`, `summary.json`, `failed.txt` and `index.html`."""

import codecs
import csv
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any, BinaryIO

from ..escaping import visible
from ..inputs.listfile import format_name
from ..inputs.parse import STREAM
from ..status import EXIT_CODES, exit_code
from .database import Database
from .files import FAILED, PAGE, SUMMARY, TABLE, Unwritable
from .gallery import item_of, needs_look, room_of, seconds_of, write_page
from .paths import to_bytes
from .record import Entry
from .reported import Kept
from .shown import Shown

Cell = str | int | float | bool | None
COLUMNS = (
    *(
        "path",
        "status",
        "exit_code",
        "message",
        "rows",
        "cols",
        "puzzle_certain",
        "repairs",
        "doubts",
        "mistakes",
        "answer",
        "drawing",
    ),
    *("seconds", "task", "sha256", "bytes", "version", "finished"),
)
"""The columns of `report.csv` after the number; the first two show that it is of this program."""
FIELDS = {"answer": "output", "drawing": "reading_output"}
"""Fields of the record that columns of other names show."""
FORMULA = re.compile(r"""(?:^|(?<=[;,|]))(?=['"\s]*[=+\-@＝＋－＠])""")
"""Where a spreadsheet would take a text for a formula, the wide signs too: at its beginning and, as cells may
be separated so, after each of `;,|`. Tabs and line ends are escaped before."""
LONGEST_CELL = 32_000
"""Signs; spreadsheets take no more."""


@dataclass(frozen=True, slots=True)
class Run:
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
    """Pictures whose answers stood already."""
    interrupted: bool = False


def write_reports(database: Database, run: Run) -> Path:
    """Write all reports from the database, each whole or not at all; return the page to open.

    Unwritable if some cannot be written, as one that is open in a spreadsheet; all others are.
    """
    database.restore_report()
    database.show(shown_of)
    told = summary(database, run)
    writers: Mapping[str, Callable[[Kept, BinaryIO], None]] = {
        TABLE: partial(write_table, database),
        SUMMARY: lambda _, file: write_summary(told, file),
        FAILED: lambda _, file: write_failed(database, file),
        PAGE: lambda kept, file: write_page(database.shown, kept, told, file),
    }
    rooms = {PAGE: room_of(database.shown)}
    errors = []
    for name, write in writers.items():
        if name == TABLE and database.reported.stands(name):
            continue
        try:
            with database.reported.renewed(name, rooms.get(name)) as (kept, file):
                write(kept, file)
        except Unwritable as error:
            errors.append(error)
    if errors:
        raise Unwritable(errors[0].message, errors[0].advice, ", ".join(error.place for error in errors))
    return database.folder / PAGE


def shown_of(entry: Entry) -> Shown:
    """Return what the reports show of a picture."""
    failed = None if entry.status == "solved" else to_bytes(entry.record["path"])
    cells = (_cell(_value(entry, column)) for column in COLUMNS)
    return Shown(_row(cells), item_of(entry), failed, needs_look(entry))


def write_table(database: Database, kept: Kept, file: BinaryIO) -> None:
    """Write a row for each picture, none a formula; without the mark of UTF-8 Excel shows other letters."""
    file.write(codecs.BOM_UTF8 + _row(["number", *COLUMNS]))
    file.writelines(kept.lines(head=1, each=1))
    further = enumerate(database.shown.rows(kept.before), kept.pictures + 1)
    file.writelines(b"%d,%s" % row for row in further)


def write_failed(database: Database, file: BinaryIO) -> None:
    """Write the names of the pictures without an answer, as `--from-file` reads them."""
    for name in database.shown.failed():
        if name != STREAM:  # what came through a pipe cannot be had again
            file.write(format_name(name))


def write_summary(told: Mapping[str, Any], file: BinaryIO) -> None:
    file.write(json.dumps(told, indent=2, default=str).encode("ascii") + b"\n")


def summary(database: Database, run: Run) -> dict[str, Any]:
    """Return how many pictures ended how, and of the last run when, for how long and with what settings."""
    statuses, interruption = database.statuses(), ["interrupted"] * run.interrupted
    return {
        "program": "aquarium",
        "version": database.fingerprint.version,
        "pictures": statuses.total(),
        "statuses": dict(statuses.most_common()),
        "exit_code": exit_code(*(word for word in statuses if word in EXIT_CODES), *interruption),
        "command": run.command,
        "settings": run.settings,
        "started": run.started.astimezone(UTC).isoformat(timespec="seconds"),
        "seconds": round(run.seconds, 1),
        "done": run.done,
        "standing": run.skipped,
        "interrupted": run.interrupted,
    }


def _row(cells: Iterable[Cell]) -> bytes:
    text = StringIO(newline="")
    csv.writer(text).writerow(cells)
    return text.getvalue().encode("utf-8", "backslashreplace")


def _value(entry: Entry, column: str) -> Cell:
    value = entry.record.get(FIELDS.get(column, column))
    if column in ("repairs", "doubts"):
        return "; ".join(found["what"] for found in value or ())
    if column == "mistakes":
        return "; ".join(f"row {found['row']} column {found['col']}" for found in value or ())
    own: dict[str, Cell] = {"status": entry.status, "seconds": seconds_of(entry.record)}
    return own.get(column, value)


def _cell(value: Cell) -> Cell:
    """Return what a spreadsheet shows as it is: nothing in it begins like a formula, whatever parts cells.

    A single quote is put before each that would. It can be taken away again: docs/batches.md says how.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, str):
        return value
    return FORMULA.sub("'", visible(value))[:LONGEST_CELL]
