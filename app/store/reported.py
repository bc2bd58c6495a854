"""Reports as the last run left them: what stands in them before the first picture that has changed is copied.

They hold a line or two for each picture, sorted by path, and to make those anew takes longest of all that
a run does over a hundred thousand pictures of which few are new.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from .files import replace_file
from .stamps import stamp_of

ALL = b"\xff"
"""Comes after all paths, which are UTF-8."""
BLOCK = 1 << 20
"""Bytes that are copied at a time."""
ALL_SHOWN = "SELECT (SELECT count(*) FROM shown) = (SELECT count(*) FROM pictures)"
"""Whether every picture has its lines in the reports; where some are damaged, lines cannot be counted."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What a report may keep of the one before."""

    before: bytes = b""
    """The lines of all pictures whose paths come before this are as they are to be."""
    pictures: int = 0
    """How many these are."""
    former: BinaryIO | None = None
    """The report before, open at its beginning."""

    def lines(self, *, head: int, each: int) -> Iterator[bytes]:
        """Yield what is kept, in blocks: `each` picture has so many lines, and the `head` before them all."""
        wanted = each * self.pictures
        if self.former is None or not wanted:
            return
        for _ in range(head):
            self.former.readline()
        while block := self.former.read(BLOCK):
            if (number := block.count(b"\n")) >= wanted:
                end = 0
                for _ in range(wanted):
                    end = block.index(b"\n", end) + 1
                yield block[:end]
                return
            wanted -= number
            yield block


NOTHING = Kept()


class Reported:
    """The table of those reports in a folder that are as they were left here."""

    def __init__(self, database: sqlite3.Connection, folder: Path) -> None:
        self._database, self._folder = database, folder

    def stands(self, name: str) -> bool:
        """Tell whether a report is as it is to be, to the last picture."""
        return self._before(name, None) == ALL

    @contextmanager
    def renewed(self, name: str, room: int | None = None) -> Iterator[tuple[Kept, BinaryIO]]:
        """Open a report to be written, and give what it may keep; Unwritable leaves what was there.

        It keeps nothing if `room`, by which its lines are chosen, is another than it was.
        """
        with self._kept(name, room) as kept, replace_file(self._folder / name) as file:
            yield kept, file
        with suppress(sqlite3.Error):  # then all of it is made the next time
            row = name, self._stamp(name), ALL, room
            self._database.execute("INSERT OR REPLACE INTO reported VALUES (?, ?, ?, ?)", row)

    @contextmanager
    def _kept(self, name: str, room: int | None) -> Iterator[Kept]:
        before = self._before(name, room)
        if not (before and self._one(ALL_SHOWN)):
            yield NOTHING
            return
        pictures = self._one("SELECT count(*) FROM pictures WHERE path < ?", before)
        with (self._folder / name).open("rb") as former:
            yield Kept(before, pictures, former)

    def _before(self, name: str, room: int | None) -> bytes:
        """Return the path before which a report is as it is to be; empty if it is not the one left here."""
        wanted = "SELECT max(path) FROM reported WHERE name = ? AND stamp = ? AND room IS ?"
        path = self._one(wanted, name, self._stamp(name), room)
        return path if isinstance(path, bytes) else b""  # a database may be damaged

    def _stamp(self, name: str) -> bytes | None:
        with suppress(OSError):
            return stamp_of((self._folder / name).lstat())
        return None

    def _one(self, question: str, *values: object) -> Any:
        return self._database.execute(question, values).fetchone()[0]
