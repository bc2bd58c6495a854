"""A database → the reports: `report.jsonl`, `report.csv`, `summary.json`, `failed.txt` and `index.html`."""

import codecs
import csv
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any, BinaryIO

from vision.files.atomic import atomic_write

from ..fields import Cell
from ..inputs.listfile import format_name
from ..inputs.parse import STREAM
from ..status import EXIT_CODES, exit_code
from .database import Database
from .files import FAILED, PAGE, REPORT, SUMMARY, TABLE, Unwritable, unwritable
from .gallery import write_page
from .shown import cells_of, columns


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
    """Pictures that were done already."""
    interrupted: bool = False


def write_reports(database: Database, run: Run) -> Path:
    """Write all reports from the database, each whole or not at all; return the page to open.

    Unwritable if some cannot be written, as one that is open in a spreadsheet; all others are.
    """
    told = summary(database, run)
    writers: Mapping[str, Callable[[BinaryIO], None]] = {
        REPORT: partial(write_lines, database),
        TABLE: partial(write_table, database),
        SUMMARY: partial(write_summary, told),
        FAILED: partial(write_failed, database),
        PAGE: partial(write_page, database, told),
    }
    errors = []
    for name, write in writers.items():
        path = database.folder / name
        try:
            with atomic_write(path, sync=True) as file:
                write(file)
        except OSError as error:
            errors.append(unwritable(path, error))
    if errors:
        raise Unwritable(errors[0].what, ", ".join(error.place for error in errors))
    return database.folder / PAGE


def write_lines(database: Database, file: BinaryIO) -> None:
    """Write a line of JSON for each picture."""
    file.writelines(line.encode("ascii") + b"\n" for line in database.lines())


def write_table(database: Database, file: BinaryIO) -> None:
    """Write a row for each picture, none a formula; without the mark of UTF-8 Excel shows other letters."""
    file.write(codecs.BOM_UTF8 + _row(["number", *columns()]))
    file.writelines(_row([number, *cells_of(entry)]) for number, entry in enumerate(database, 1))


def write_failed(database: Database, file: BinaryIO) -> None:
    """Write the names of the pictures without an answer, as `--from-file` reads them."""
    for name in database.failed():
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


def _row(cells: Iterable[Cell]) -> bytes:
    text = StringIO(newline="")
    csv.writer(text).writerow(cells)
    return text.getvalue().encode("utf-8", "backslashreplace")
