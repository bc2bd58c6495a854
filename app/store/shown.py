"""A picture's record → what the reports show of it: its cells in `report.csv`, and its JSON in the page."""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

from ..escaping import visible
from ..fields import COLUMNS, Cell, total_seconds
from ..outcome import Thumbnails

Record = dict[str, Any]
"""What `Outcome.to_dict` tells, with what the database adds: a line of `report.jsonl`."""

OF_FILES = ("sha256", "bytes", "version", "finished")
"""The last columns of `report.csv`: what the database adds to a record, by its name there."""
MOST_TOLD = 12
"""Doubts of a picture that the page tells: the least certain."""
DOUBTFUL = 0.995
"""Doubts of a higher confidence are told only if there is no other: `NEARLY_CERTAIN` of the reader."""
FORMULA = re.compile(r"""(?:^|(?<=[;,|]))(?=['"\s]*[=+\-@＝＋－＠])""")
"""Where a spreadsheet would take a text for a formula, the wide signs too: at its beginning and, as cells may
be separated so, after each of `;,|`. Tabs and line ends are escaped before."""
LONGEST_CELL = 32_000
"""Signs; spreadsheets take no more."""
DRIVE = re.compile(r"[A-Za-z]:/")
WEB = ("http://", "https://")
IN_ADDRESS = "/:?&=%+~,;@"
"""Signs of an address that are kept as they are."""


class Entry(NamedTuple):
    """What is known of a picture."""

    status: str
    """How it ended; `unsaved` if there was an answer that could not be written."""
    record: Record
    thumbnails: Thumbnails | None = None
    """How it looks, small, if that is known and was asked for."""


def columns() -> list[str]:
    """Return the headings of `report.csv` after the number."""
    return [column.name or name for name, column in COLUMNS.items()] + list(OF_FILES)


def cells_of(entry: Entry) -> list[Cell]:
    """Return a picture's cells of `report.csv`, none of which is a formula."""
    record = entry.record | {"status": entry.status}
    shown = [column.cell(record.get(name)) for name, column in COLUMNS.items()]
    return [_cell(value) for value in (*shown, *map(record.get, OF_FILES))]


def item_of(entry: Entry) -> str:
    """Return what the page tells of a picture, as JSON in ASCII; `crop` is the part that thumbnails show."""
    record, looks = entry.record, entry.thumbnails
    size, source = (record.get("rows"), record.get("cols")), link(record["source"])
    if source and record["page"] > 1:
        source += f"#page={record['page']}"
    doubts = record.get("doubts") or []
    told = [doubt for doubt in doubts if doubt["confidence"] < DOUBTFUL][:MOST_TOLD]
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
            "doubts": [_place(found) for found in told or doubts[:1]],
            "further": _further(record),
            "crop": looks and looks.crop,
        }
    )


def needs_look(entry: Entry) -> bool:
    """Tell whether a person should look at a picture: its thumbnails come first where room is short."""
    record = entry.record
    return entry.status != "solved" or bool(record.get("repairs")) or record.get("puzzle_certain") is False


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


def _cell(value: Cell) -> Cell:
    """Return what a spreadsheet shows as it is: nothing in it begins like a formula, whatever parts cells.

    A single quote is put before each that would. It can be taken away again: docs/batches.md says how.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, str):
        return value
    return FORMULA.sub("'", visible(value))[:LONGEST_CELL]
