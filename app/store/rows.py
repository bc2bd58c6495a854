"""The rows of the database: one for each picture, each with a checksum that shows whether it is damaged."""

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from ..inputs.parse import part_of
from ..outcome import Thumbnails
from ..status import EXIT_CODES
from .paths import picture_key, to_bytes
from .shown import Entry, Record, cells_of, item_of, needs_look

VERSION = 4
"""Of the tables; 1.0.0 has 3."""
SCHEMA = """
CREATE TABLE pictures (
    key BLOB PRIMARY KEY, path BLOB NOT NULL, status TEXT NOT NULL, needs_look INTEGER NOT NULL,
    version TEXT, settings TEXT, sha256 TEXT, size INTEGER, target BLOB, has_answer INTEGER NOT NULL,
    picture BLOB, answer BLOB,  -- stamps of both files when the answer was known to be right
    record TEXT NOT NULL, crop TEXT, before BLOB, after BLOB, checksum INTEGER NOT NULL
);
CREATE INDEX by_path ON pictures (path, key);
CREATE INDEX by_answer ON pictures (target) WHERE has_answer;
"""
VERSION_OF_1_0 = 3
FROM_1_0 = (
    "DROP INDEX by_path",
    "DROP INDEX by_answer",
    "ALTER TABLE pictures RENAME TO former",
)
ROWS_OF_1_0 = """
SELECT record, crop, before, after, picture, answer FROM former
LEFT JOIN thumbnails USING (key, sha256)
LEFT JOIN standing USING (key)
ORDER BY number
"""
TABLES_OF_1_0 = ("former", "thumbnails", "standing", "shown", "reported", "report")
LARGEST = 2**63 - 1
"""Of whole numbers in a database."""


Kind = Callable[[Any], bool]
Looks = tuple[str | None, bytes | None, bytes | None]
"""What part of the picture thumbnails show, as JSON, and how that looked before and after."""
NO_LOOKS: Looks = (None, None, None)


class Row(NamedTuple):
    """What is known of a picture, as the columns of these names have it, but for the stamps."""

    key: bytes
    """Tells it apart from all others."""
    path: bytes
    status: str
    needs_look: int
    version: str | None
    settings: str | None
    sha256: str | None
    size: int | None
    target: bytes | None
    has_answer: int
    record: str
    """JSON; what the columns before it tell is in it, too."""
    crop: str | None
    """What part of the picture its thumbnails show, as JSON."""
    before: bytes | None
    after: bytes | None


class Stamps(NamedTuple):
    """By which both files are known to be as they were."""

    picture: bytes | None = None
    answer: bytes | None = None


NO_STAMPS = Stamps()
COLUMNS = ", ".join(Row._fields)
PUT = f"""
INSERT OR REPLACE INTO pictures ({COLUMNS}, picture, answer, checksum)
VALUES ({", ".join("?" * (len(Row._fields) + 3))})
"""
TAKE_PLACE = "DELETE FROM pictures WHERE target = ? AND has_answer AND ?"


def entry_of(record: Record, thumbnails: Thumbnails | None = None) -> Entry:
    """Return what a record tells: of an answer that could not be written its status tells nothing."""
    status = "unsaved" if record["status"] == "solved" and record["exit_code"] else record["status"]
    return Entry(status, record, thumbnails)


def row_of(line: str, entry: Entry) -> Row:
    """Return the row of a picture, `line` being the JSON of its record."""
    record, looks = entry.record, entry.thumbnails
    return Row(
        picture_key(record["source"], part_of(record["page"], record.get("board")), record["path"]),
        to_bytes(record["path"]),
        entry.status,
        int(needs_look(entry)),
        record["version"],
        record["settings"],
        record["sha256"],
        record["bytes"],
        to_bytes(record["target"]) if record["target"] else None,
        int(record["output"] is not None),
        line,
        *((json.dumps(looks.crop), looks.before, looks.after) if looks else NO_LOOKS),
    )


def put(database: sqlite3.Connection, row: Row, stamps: Stamps = NO_STAMPS) -> None:
    """Put a row in the place of any other of its picture, in the transaction of the caller.

    Where its answer took the place of another picture's, that one counts as new: its answer is gone.
    """
    database.execute(TAKE_PLACE, [row.target, row.has_answer])
    database.execute(PUT, [*row, *stamps, _checksum(row)])


def drop_damaged(database: sqlite3.Connection) -> int:
    """Delete the rows that are not as they were written, in the transaction of the caller; return how many.

    The stamps do not count: those of other files fit none.
    """
    rows = database.execute(f"SELECT rowid, checksum, {COLUMNS} FROM pictures")
    damaged = [number for number, checksum, *row in rows if checksum != _checksum(row)]
    database.executemany("DELETE FROM pictures WHERE rowid = ?", [(number,) for number in damaged])
    return len(damaged)


def take_over_1_0(database: sqlite3.Connection) -> None:
    """Bring the tables of 1.0.0 to those of today, in the transaction of the caller."""
    for statement in FROM_1_0:
        database.execute(statement)
    create(database)
    for line, crop, before, after, *stamps in database.execute(ROWS_OF_1_0):
        if (row := understood(line, (crop, before, after))) is not None:
            put(database, row, Stamps(*stamps))
    for table in TABLES_OF_1_0:
        database.execute(f"DROP TABLE {table}")


def create(database: sqlite3.Connection) -> None:
    """Make the tables, in the transaction of the caller."""
    for statement in SCHEMA.split(";\n"):
        database.execute(statement)
    database.execute(f"PRAGMA user_version = {VERSION}")


def understood(line: str | bytes, looks: Looks = NO_LOOKS) -> Row | None:
    """Return the row of a line that a database or report once had, None if no run can have written it.

    The reports must be able to show it: whatever else a person has put into it does no harm.
    """
    try:
        record = json.loads(line)
        if not all(is_kind(record[name]) for name, is_kind in NEEDED.items()):
            return None
        entry = entry_of(record, thumbnails_of(looks))
        cells_of(entry)
        item_of(entry)
        return row_of(json.dumps(record), entry)
    except Exception:  # whatever stands there, it costs only itself
        return None


def thumbnails_of(looks: Looks) -> Thumbnails | None:
    """Return thumbnails as a row has them; ValueError if they are none, None if it has none."""
    crop, before, after = looks
    if crop is None or before is None:
        return None
    left, top, right, bottom = json.loads(crop)
    if not isinstance(before, bytes) or not isinstance(after, bytes | None):
        raise ValueError("no thumbnails")
    return Thumbnails(before, after, (left, top, right, bottom))


def _is_name(value: Any) -> bool:
    """Tell whether it may name a file: it has no end of names within, and can be written as bytes."""
    return isinstance(value, str) and b"\0" not in value.encode("utf-8", "surrogateescape")


def _or_none(is_kind: Kind) -> Kind:
    return lambda value: value is None or is_kind(value)


NEEDED: Mapping[str, Kind] = {
    "path": _is_name,
    "status": lambda value: value in EXIT_CODES,
    "exit_code": lambda value: value in EXIT_CODES.values(),
    "page": lambda value: isinstance(value, int),
    **dict.fromkeys(("source", "target", "output"), _or_none(_is_name)),
    **dict.fromkeys(("version", "settings", "sha256"), _or_none(str.isascii)),
    "bytes": _or_none(lambda value: type(value) is int and 0 <= value <= LARGEST),
}
"""The fields by which later runs go, and of what kind they are."""


def _checksum(row: Iterable[object]) -> int:
    total = 0
    for value in row:
        total = zlib.crc32(value if isinstance(value, bytes) else repr(value).encode("utf-8"), total)
    return total
