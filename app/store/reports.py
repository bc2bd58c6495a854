"""A ledger → what a person opens: `report.csv`, `summary.json`, `failed.txt` and `index.html`."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from io import TextIOWrapper
from typing import Any, BinaryIO

from ..inputs.listfile import format_name
from ..inputs.parse import STREAM
from ..outcome import EXIT_CODES, exit_code
from .atomic import Unwritable, whole
from .gallery import seconds_of, shown, write_page
from .ledger import Entry, Ledger
from .ours import FAILED, PAGE, SUMMARY, TABLE

COLUMNS = (
    *("number", "path", "status", "exit_code", "message", "rows", "cols", "repairs", "doubts"),
    *("answer", "drawing", "seconds", "task", "sha256", "bytes", "version", "finished"),
)
FORMULA = re.compile(r"\s*[=+\-@\t\r\n＝＋－＠]")
"""Begins a cell that a spreadsheet would take for a formula; the wide signs are taken so too."""
LONGEST_CELL = 32_000
"""Signs; spreadsheets take no more."""


@dataclass(frozen=True)
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
    standing: int
    """Pictures whose answers stood already."""
    interrupted: bool = False


def leave(ledger: Ledger, run: Run) -> None:
    """Write all reports anew from the ledger, each whole or not at all.

    Raises
    ------
    Unwritable
        If some cannot be written, as one that is open in a spreadsheet; all others are.
    """
    writers: Mapping[str, Callable[[BinaryIO], None]] = {
        TABLE: partial(write_table, ledger),
        SUMMARY: partial(write_summary, ledger, run),
        FAILED: partial(write_failed, ledger),
        PAGE: partial(write_page, ledger, summary(ledger, run)),
    }
    errors = []
    for name, write in writers.items():
        try:
            with whole(ledger.folder / name) as file:
                write(file)
        except Unwritable as error:
            errors.append(error)
    if errors:
        raise Unwritable(errors[0].message, errors[0].advice, ", ".join(error.place for error in errors))


def write_table(ledger: Ledger, file: BinaryIO) -> None:
    """Write a row for each picture, safe to open in a spreadsheet: no cell is a formula.

    It begins with the mark of UTF-8, without which Excel shows other letters for all but ASCII.
    """
    text = TextIOWrapper(file, "utf-8-sig", "backslashreplace", newline="", write_through=True)
    rows = csv.writer(text)
    rows.writerow(COLUMNS)
    for number, entry in enumerate(ledger, 1):
        rows.writerow([number, *map(_cell, _row(entry))])
    text.detach()


def write_failed(ledger: Ledger, file: BinaryIO) -> None:
    """Write the names of the pictures without an answer, as `--from-file` reads them."""
    for name in ledger.failed():
        if name != STREAM:  # what came through a pipe cannot be had again
            file.write(format_name(name))


def write_summary(ledger: Ledger, run: Run, file: BinaryIO) -> None:
    """Write what `summary` tells as JSON."""
    file.write(json.dumps(summary(ledger, run), indent=2, default=str).encode("ascii") + b"\n")


def summary(ledger: Ledger, run: Run) -> dict[str, Any]:
    """Return how many pictures ended how, and of the last run when, for how long and with what settings."""
    endings, interruption = ledger.endings(), ["interrupted"] * run.interrupted
    return {
        "program": "aquarium",
        "version": ledger.edition.version,
        "pictures": endings.total(),
        "statuses": dict(endings.most_common()),
        "exit_code": exit_code(*(word for word in endings if word in EXIT_CODES), *interruption),
        "command": run.command,
        "settings": run.settings,
        "started": run.started.astimezone(UTC).isoformat(timespec="seconds"),
        "seconds": round(run.seconds, 1),
        "done": run.done,
        "standing": run.standing,
        "interrupted": run.interrupted,
    }


def _row(entry: Entry) -> Iterator[object]:
    """Yield the cells of a picture's row but the first."""
    fields = entry.fields
    yield from (fields.get("path"), entry.ending)
    yield from (fields.get(name) for name in ("exit_code", "message", "rows", "cols"))
    yield "; ".join(found["what"] for found in fields.get("repairs") or ())
    yield "; ".join(found["what"] for found in fields.get("doubts") or ())
    yield from (fields.get("output"), fields.get("reading_output"), seconds_of(fields))
    yield from (fields.get(name) for name in COLUMNS[-5:])


def _cell(value: object) -> object:
    """Return what a spreadsheet shows as it is: a text never begins like a formula."""
    if not isinstance(value, str):
        return value
    text = shown(value).replace("\0", "")[:LONGEST_CELL]
    return f"'{text}" if FORMULA.match(text) else text
