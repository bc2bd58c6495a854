"""What the reports show of each picture, kept from run to run: only that of pictures that are new is made."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..outcome import Thumbnails
from .paths import from_bytes
from .record import checked_thumbnails

IN_ORDER = """
FROM pictures AS p INDEXED BY by_path CROSS JOIN shown AS s USING (number) WHERE path >= ? ORDER BY path, key
"""
"""The pictures from some path on: the index has these in order, so nothing is sorted or held."""

FAILED = """
SELECT failed FROM (
    SELECT number, path, key FROM pictures INDEXED BY by_status WHERE status < 'solved'
    UNION ALL SELECT number, path, key FROM pictures INDEXED BY by_status WHERE status > 'solved'
) CROSS JOIN shown USING (number) WHERE failed IS NOT NULL ORDER BY path, key
"""
"""Those without an answer: the index of statuses has them, which are few, and they alone are sorted."""

THUMBNAILS = "SELECT before, after, crop FROM thumbnails JOIN pictures USING (key, sha256) WHERE key = ?"
"""Those of the bytes that a picture had."""
PUT = """
INSERT OR REPLACE INTO shown VALUES (?, ?, ?, ?, ?, ?, (
    SELECT total(length(before) + ifnull(length(after), 0))
    FROM pictures JOIN thumbnails USING (key, sha256) WHERE number = ?
))
"""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the reports show of a picture."""

    cells: bytes
    """Its row of the table, without the number."""
    item: bytes
    """Its JSON in the page, without what part of it the thumbnails show."""
    failed: bytes | None
    """Its name, as `to_bytes` writes it, if it has no answer."""
    is_odd: bool
    """Whether it needs a look."""


Item = tuple[bytes, bytes, bool, int]
"""A picture of the page, one of perhaps a hundred thousand: its key, its JSON, whether it needs a look, and
the bytes of its thumbnails."""


class ShownTable:
    """The table of what is shown, of one version of the program."""

    def __init__(self, database: sqlite3.Connection, version: str) -> None:
        self._database, self._version = database, version

    def forget_other_versions(self) -> None:
        """Forget what another version shows; all is of the one that the first is of."""
        first = self._database.execute("SELECT version FROM shown LIMIT 1").fetchone()
        if first is not None and first[0] != self._version:
            self._database.executescript("DELETE FROM shown; DELETE FROM reported")

    @property
    def last(self) -> int:
        """The number of the last picture that is known here: all before it are, unless they are damaged."""
        return int(self._database.execute("SELECT ifnull(max(number), 0) FROM shown").fetchone()[0])

    def put(self, number: int, shown: Shown) -> None:
        """Note what is shown of a picture, and how many bytes its thumbnails take."""
        row = number, self._version, shown.cells, shown.item, shown.failed, shown.is_odd, number
        self._database.execute(PUT, row)

    def rows(self, first: bytes = b"") -> Iterator[bytes]:
        """Yield the rows of the table, from the `first` path on."""
        return (cells for (cells,) in self._database.execute(f"SELECT cells {IN_ORDER}", [first]))

    def failed(self) -> Iterator[str]:
        """Yield the names of the pictures without an answer."""
        return (from_bytes(name) for (name,) in self._database.execute(FAILED))

    def items(self, first: bytes = b"") -> Iterator[Item]:
        """Yield the pictures of the page, from the `first` path on."""
        return self._database.execute(f"SELECT key, item, is_odd, size {IN_ORDER}", [first])

    def sizes(self) -> dict[bool, int]:
        """Return how many bytes the thumbnails take of pictures that need a look, and of the others."""
        return self._sizes("SELECT is_odd, size FROM shown", [])

    def sizes_from(self, first: bytes) -> dict[bool, int]:
        """Return the same of the pictures from the `first` path on."""
        return self._sizes(f"SELECT is_odd, size {IN_ORDER}", [first])

    def thumbnails(self, key: bytes) -> Thumbnails | None:
        """Return how a picture looks, small, if that is known of these bytes."""
        return parsed_thumbnails(self._database.execute(THUMBNAILS, [key]).fetchone())

    def put_thumbnails(self, key: bytes, sha256: str, thumbnails: Thumbnails) -> None:
        """Note how a picture of these bytes looks."""
        row = key, sha256, json.dumps(thumbnails.crop), thumbnails.before, thumbnails.after
        self._database.execute("INSERT OR REPLACE INTO thumbnails VALUES (?, ?, ?, ?, ?)", row)

    def _sizes(self, question: str, values: list[bytes]) -> dict[bool, int]:
        totals = self._database.execute(
            f"SELECT is_odd, total(size) FROM ({question}) GROUP BY is_odd", values
        )
        return {True: 0, False: 0} | {bool(is_odd): int(size) for is_odd, size in totals}


def parsed_thumbnails(row: tuple[Any, Any, Any] | None) -> Thumbnails | None:
    """Return thumbnails as the database has them, None if they are damaged, as by a crop that is none."""
    try:
        return checked_thumbnails(row[0], row[1], json.loads(row[2])) if row else None
    except (TypeError, ValueError, RecursionError):
        return None
