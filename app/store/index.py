"""The lines of a ledger → where each picture's last one is: a temporary database, so memory stays small."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from .lines import Fields
from .places import key_of

SETTINGS = (
    "PRAGMA journal_mode=OFF",
    "PRAGMA synchronous=OFF",
    "PRAGMA locking_mode=EXCLUSIVE",
    "PRAGMA cache_size=-4000",
)
"""Nothing in it is worth keeping safe: it is made anew from the ledger by every run. 4 MB are in memory."""
TABLE = """
CREATE TABLE lines (
    key BLOB PRIMARY KEY, path BLOB, start INTEGER, ending TEXT, version TEXT, settings TEXT,
    sha256 TEXT, bytes INTEGER, target BLOB, answered INTEGER
) WITHOUT ROWID
"""
BY_TARGET = "CREATE INDEX by_target ON lines (target) WHERE answered"


@dataclass(frozen=True)
class Known:
    """What is at hand of a picture's last line."""

    ending: str
    """The status, or `unsaved`."""
    version: str
    settings: str
    sha256: str | None
    bytes: int | None
    target: str | None
    """Where the answer belonged, as seen from the ledger's folder."""


class Index:
    """Where the last line of every picture is."""

    def __init__(self) -> None:
        """Make an empty one; it is gone with the process, however that ends."""
        self._database = sqlite3.connect("", isolation_level=None)
        for setting in SETTINGS:
            self._database.execute(setting)
        self._database.execute(TABLE)
        self._database.execute(BY_TARGET)
        self.noted = 0
        """Lines noted, of which some may be of one picture."""

    def __len__(self) -> int:
        """Return the number of pictures."""
        return self._number("SELECT count(*) FROM lines")

    def note(self, start: int, fields: Fields) -> bool:
        """Note a line, which supersedes any other of its picture; tell whether it is one of a ledger.

        Where its answer took the place of another picture's, that one counts as not met: its answer is gone.
        """
        try:
            row = _row(start, fields)
        except (KeyError, TypeError, AttributeError):  # JSON, but not of ours
            return False
        if row[-1]:
            self._database.execute("DELETE FROM lines WHERE target = ? AND answered", [row[-2]])
        self._database.execute("INSERT OR REPLACE INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        self.noted += 1
        return True

    def find(self, key: bytes) -> Known | None:
        """Return what is known of a picture."""
        wanted = "SELECT ending, version, settings, sha256, bytes, target FROM lines WHERE key = ?"
        row = self._database.execute(wanted, [key]).fetchone()
        return Known(row[0], row[1], row[2], row[3], row[4], _text(row[5])) if row else None

    def starts(self, *, by_path: bool) -> Iterator[tuple[int, str]]:
        """Yield place and ending of each picture's last line, sorted by path or by place."""
        order = "path, key" if by_path else "start"
        yield from self._database.execute(f"SELECT start, ending FROM lines ORDER BY {order}")

    def endings(self) -> Counter[str]:
        """Return how many pictures ended how."""
        return Counter(dict(self._database.execute("SELECT ending, count(*) FROM lines GROUP BY ending")))

    def failed(self) -> Iterator[str]:
        """Yield the paths of the pictures without an answer, as they were given, sorted."""
        wanted = "SELECT path FROM lines WHERE ending != 'solved' ORDER BY path, key"
        for (path,) in self._database.execute(wanted):
            yield path.decode("utf-8", "surrogatepass")

    def is_answer(self, target: str) -> bool:
        """Tell whether an answer was written at a place."""
        wanted = "SELECT count(*) FROM lines WHERE target = ? AND answered"
        return self._number(wanted, _blob(target)) > 0

    def close(self) -> None:
        """Forget all."""
        self._database.close()

    def _number(self, question: str, *values: object) -> int:
        return int(self._database.execute(question, values).fetchone()[0])


def ending_of(fields: Fields) -> str:
    """Return the word that tells how a picture ended: its status, or `unsaved`."""
    status = str(fields["status"])
    return "unsaved" if status == "solved" and fields["exit_code"] else status


def _row(start: int, fields: Fields) -> tuple[object, ...]:
    target, content = fields["target"], (fields["sha256"], fields["bytes"])
    return (
        key_of(fields["source"], fields["page"], fields["path"]),
        _blob(fields["path"]),
        start,
        ending_of(fields),
        *(str(fields["version"]), str(fields["settings"])),
        *content,
        target and _blob(target),
        fields["output"] is not None,
    )


def _blob(text: str) -> bytes:
    """Write a path for the database, also one with bytes that are no text."""
    return text.encode("utf-8", "surrogatepass")


def _text(blob: bytes | None) -> str | None:
    return None if blob is None else blob.decode("utf-8", "surrogatepass")
