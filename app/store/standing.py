"""Pictures whose answers stand, as their files' stamps tell: thousands are looked up at once, none is read.

It is but a shortcut: of whatever it does not know, `Database.reason` finds out whether the answer stands.
"""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from .paths import from_bytes, to_bytes
from .stamps import stamp_of

Row = tuple[bytes, str, bytes, bytes | None, bytes | None]


class Standing:
    """The table of answers that stand, of one folder and one fingerprint."""

    def __init__(self, database: sqlite3.Connection, folder: Path, fingerprint: str) -> None:
        self._database, self._folder, self._fingerprint = database, os.fspath(folder), fingerprint

    def among(self, keys: dict[bytes, os.DirEntry[str]], below: str) -> set[str]:
        """Return the names of those pictures whose answers stand in a folder `below` that of all answers."""
        wanted = (
            "SELECT key, target, picture, answer FROM standing "
            f"WHERE key IN ({', '.join('?' * len(keys))}) AND fingerprint = ?"
        )
        stand, lead = set(), to_bytes(f"{below}/" if below else "")
        count, top, lstat = len(lead), f"{self._folder}/", os.lstat  # a picture takes some microseconds
        for key, target, picture, answer in self._database.execute(wanted, [*keys, self._fingerprint]):
            if target[:count] != lead or b"/" in target[count:] or picture is None or answer is None:
                continue
            entry = keys[key]
            try:
                if stamp_of(lstat(entry.path)) != picture:
                    continue
                if stamp_of(lstat(top + from_bytes(target))) == answer:
                    stand.add(entry.name)
            except (OSError, UnicodeDecodeError):
                continue
        return stand

    def row(self, key: bytes, target: Path, stored: str, picture: bytes | None) -> list[Row]:
        """Return the row of an answer that stands now, `picture` being the stamp of what was read."""
        with suppress(OSError):
            return [(key, self._fingerprint, to_bytes(stored), picture, stamp_of(os.lstat(target)))]
        return []

    def put(self, rows: Sequence[Row]) -> None:
        """Write rows down, in the transaction of the caller."""
        self._database.executemany("INSERT OR REPLACE INTO standing VALUES (?, ?, ?, ?, ?)", rows)
