"""A record → its line in each report: a row of the table, and what the page tells of the picture."""

import csv
import json
import re
from collections.abc import Callable, Iterable, Mapping
from io import StringIO
from typing import Any, NamedTuple
from urllib.parse import quote

from ..escaping import visible
from ..record import Crop

RENDERING = 1
"""Rises when a line is written otherwise: databases then write their lines anew, once."""
Cell = str | int | float | bool | None
"""What a cell of a table holds."""
Stored = Mapping[str, Any]
"""A record with what a database adds to it: a line of `report.jsonl`."""
OF_FILES = ("bytes", "version", "finished")
"""The last columns of `report.csv`: what the database adds to a record, by its name there."""
FORMULA = re.compile(r"""(?:^|(?<=[;,|]))(?=['"\s]*[=+\-@＝＋－＠])""")
"""Where a spreadsheet would take a text for a formula, the wide signs too: at its beginning and, as cells may
be separated so, after each of `;,|`. Tabs and line ends are escaped before."""
LONGEST_CELL = 32_000
"""Signs; spreadsheets take no more."""
MOST_DOUBTS = 12
"""Doubts of a picture that the page shows: the least certain."""
DOUBTFUL = 0.995
"""Doubts of a higher confidence are shown only if there is no other: `NEARLY_CERTAIN` of the reader."""
DRIVE = re.compile(r"[A-Za-z]:/")


class Column(NamedTuple):
    """How the reports show a field."""

    cell: Callable[[Any], Cell] = lambda value: value
    """Its value → what `report.csv` shows of it."""
    name: str = ""
    """The heading, where it is not the name of the field."""
    label: str = ""
    """What the page of a run calls it, where it lists the field in words below the pictures."""


def _places(value: Any) -> Cell:
    return "; ".join(found["what"] for found in value or ())


def _mistakes(value: Any) -> Cell:
    return "; ".join(f"row {found['row']} column {found['col']}" for found in value or ())


def _total_seconds(value: Any) -> float | None:
    """Return the seconds of all stages together, None if there were none."""
    spent = [seconds for seconds in (value or {}).values() if seconds is not None]
    return round(sum(spent), 3) if spent else None


COLUMNS: Mapping[str, Column] = {
    **dict.fromkeys(("path", "status", "exit_code", "message", "code", "rows", "cols"), Column()),
    "puzzle_certain": Column(),
    "repairs": Column(_places),
    "doubts": Column(_places),
    "mistakes": Column(_mistakes, label="Mistakes"),
    "output": Column(name="answer"),
    "reading_output": Column(name="drawing"),
    "seconds": Column(_total_seconds),
    "task": Column(),
}
"""The columns of `report.csv` in their order, by their fields."""
HEADINGS = ("number", *(column.name or name for name, column in COLUMNS.items()), *OF_FILES)


def needs_look(record: Stored, status: str) -> bool:
    """Tell whether a person should look at a picture: its thumbnails come first where room is short."""
    return status != "solved" or bool(record.get("repairs")) or record.get("puzzle_certain") is False


def row_of(record: Stored, status: str) -> str:
    """Return a picture's row of `report.csv` without its number, in which no cell is a formula."""
    told = {**record, "status": status}
    shown = [column.cell(told.get(name)) for name, column in COLUMNS.items()]
    return table_row(map(_cell, (*shown, *map(told.get, OF_FILES))))


def table_row(cells: Iterable[Cell]) -> str:
    text = StringIO(newline="")
    csv.writer(text).writerow(cells)
    return text.getvalue()


def _cell(value: Cell) -> Cell:
    """Return what a spreadsheet shows as it is: nothing in it begins like a formula, whatever parts cells.

    A single quote is put before each that would. It can be taken away again: docs/batches.md says how.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, str):
        return value
    return FORMULA.sub("'", visible(value))[:LONGEST_CELL]


def item_of(record: Stored, status: str, crop: Crop | None) -> str:
    """Return what the page tells of a picture, as JSON in ASCII; `crop` is the part that thumbnails show."""
    size, source = (record.get("rows"), record.get("cols")), link(record["source"])
    if source and record["page"] > 1:
        source += f"#page={record['page']}"
    doubts = record.get("doubts") or []
    open_ones = [doubt for doubt in doubts if doubt["confidence"] < DOUBTFUL][:MOST_DOUBTS]
    return in_script(
        {
            "name": visible(record["path"]),
            "result": status,
            "message": record.get("message") and visible(record["message"]),
            "board": size if all(size) else None,
            "seconds": _total_seconds(record.get("seconds")),
            "source": source,
            "answer": link(record["target"]) if record.get("output") and status == "solved" else None,
            "drawing": link(record.get("drawing")),
            "pixels": record.get("pixels"),
            "repairs": [_place(found) for found in record.get("repairs") or ()],
            "doubts": [_place(found) for found in open_ones or doubts[:1]],
            "further": _further(record),
            "crop": crop,
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


def _further(record: Stored) -> list[tuple[str, str]]:
    """Return the fields that the page lists in words, those that tell something, with their labels."""
    cells = (
        (column.label, column.cell(record.get(name))) for name, column in COLUMNS.items() if column.label
    )
    return [(label, visible(cell)) for label, cell in cells if cell not in (None, "")]


def _place(found: Mapping[str, Any]) -> dict[str, Any]:
    return {name: found[name] for name in ("what", "confidence", "box")}
