"""Small pictures of all that was worked on, before and after: kept beside the ledger for its page."""

from __future__ import annotations

import json
import sqlite3
from base64 import b64encode
from dataclasses import dataclass
from pathlib import Path

from .atomic import Unwritable
from .index import SETTINGS
from .lines import Fields, Lines
from .picture_info import Crop, PictureInfo

THUMBNAILS = "thumbnails.jsonl"
TABLE = """
CREATE TABLE thumbnails (key BLOB PRIMARY KEY, sha256 TEXT, start INTEGER, length INTEGER) WITHOUT ROWID
"""


@dataclass(frozen=True)
class Pair:
    """A picture before and after, both WebP written in base64."""

    before: str
    after: str | None
    crop: Crop
    """What of the picture they show."""


class Thumbnails:
    """The open file of thumbnails of a ledger. Where one is missing the page is plainer, no more."""

    def __init__(self, folder: Path) -> None:
        """Open or make the file.

        Raises
        ------
        Unwritable
            If that is not possible.
        """
        self._lines = Lines(folder / THUMBNAILS)
        self._database = sqlite3.connect("", isolation_level=None)
        for setting in SETTINGS:
            self._database.execute(setting)
        self._database.execute(TABLE)
        self._noted = 0
        for start, fields in self._lines:
            self._note(start, fields)
        try:
            self._lines.mend()
        except Unwritable:
            self.close()
            raise

    def add(self, key: bytes, seen: PictureInfo) -> None:
        """Keep a picture's thumbnails, if there are any.

        Raises
        ------
        Unwritable
            If the disk is full, or gone.
        """
        if seen.before is None or seen.digest is None:
            return
        fields = {
            "key": key.hex(),
            "sha256": seen.digest.sha256,
            "crop": seen.crop,
            "before": b64encode(seen.before).decode("ascii"),
            "after": seen.after and b64encode(seen.after).decode("ascii"),
        }
        self._note(self._lines.append(json.dumps(fields)), fields)

    def find(self, key: bytes, sha256: str | None) -> Pair | None:
        """Return a picture's thumbnails, if they are of these bytes."""
        found = self._database.execute("SELECT sha256, start FROM thumbnails WHERE key = ?", [key]).fetchone()
        if not found or sha256 is None or found[0] != sha256:
            return None
        fields = self._lines.read(found[1])
        left, top, right, bottom = fields["crop"]
        return Pair(fields["before"], fields["after"], (left, top, right, bottom))

    def length_of(self, key: bytes, sha256: str | None) -> int:
        """Return how many bytes a picture's thumbnails take on a page."""
        wanted = "SELECT length FROM thumbnails WHERE key = ? AND sha256 = ?"
        found = self._database.execute(wanted, [key, sha256]).fetchone()
        return int(found[0]) if found else 0

    def length(self) -> int:
        """Return how many bytes all take on a page."""
        return int(self._database.execute("SELECT total(length) FROM thumbnails").fetchone()[0])

    def compact(self) -> None:
        """Leave only each picture's last thumbnails in the file; it takes no more then.

        Raises
        ------
        Unwritable
            If the disk is full, or gone; the file is as before.
        """
        starts = [start for (start,) in self._database.execute("SELECT start FROM thumbnails ORDER BY start")]
        if len(starts) < self._noted:
            self._lines.keep(starts)

    def close(self) -> None:
        """Close the file."""
        self._lines.close()
        self._database.close()

    def _note(self, start: int, fields: Fields) -> None:
        try:
            key = bytes.fromhex(fields["key"])
            length = len(fields["before"]) + len(fields["after"] or "")
        except (KeyError, TypeError, ValueError):  # JSON, but not of ours
            return
        row = key, fields["sha256"], start, length
        self._database.execute("INSERT OR REPLACE INTO thumbnails VALUES (?, ?, ?, ?)", row)
        self._noted += 1
