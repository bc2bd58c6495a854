"""A file of JSON lines that only grows: every line whole, however its writer ended."""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Any

from .atomic import Unwritable, unwritable, whole

LONGEST = 1 << 26
"""Bytes of a line that is believed to be one; the largest board needs a tenth. A file may be damaged."""
SYNC_EVERY = 5.0
"""Seconds after which lines are forced to the disk: as much as a power cut may cost."""
FLAGS = (
    os.O_RDWR
    | os.O_CREAT
    | os.O_APPEND
    | getattr(os, "O_NOFOLLOW", 0)  # a link would lead the writing out of the folder
    | getattr(os, "O_NONBLOCK", 0)  # a pipe would be waited for
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)

Fields = dict[str, Any]


class Lines:
    """An open file of JSON lines. Opening changes nothing in it; `mend` makes it fit to grow."""

    def __init__(self, path: Path) -> None:
        """Open or make the file.

        Raises
        ------
        Unwritable
            If that is not possible, or it is a link or no file.
        """
        self.path = path
        self._file = _opened(path)
        try:
            self._reader = path.open("rb")
        except OSError as error:
            self._file.close()
            raise unwritable(path, error) from error
        self.end = 0
        """Bytes up to the end of the last whole line, as far as is known by reading."""
        self._synced = time.monotonic()

    def __iter__(self) -> Iterator[tuple[int, Fields]]:
        """Yield the place and the fields of every line that holds any; what is damaged is passed over."""
        for start, line in self._whole_lines():
            fields = _fields(line)
            if fields is not None:
                yield start, fields

    def mend(self) -> None:
        """Cut off what follows the last whole line, as a killed writer leaves it. Read all before."""
        try:
            if self._file.seek(0, os.SEEK_END) > self.end:
                self._cut(self.end)
        except OSError as error:
            raise unwritable(self.path, error) from error

    def append(self, line: str) -> int:
        """Add one line of ASCII and return its place; if that fails the file is as before.

        Raises
        ------
        Unwritable
            If the disk is full, or gone.
        """
        start, rest = self.end, memoryview(line.encode("ascii") + b"\n")
        end = start + len(rest)
        try:
            while rest:
                rest = rest[os.write(self._file.fileno(), rest) :]
            self._sync()
        except BaseException as error:
            with suppress(OSError):
                self._cut(start)
            if isinstance(error, OSError):
                raise unwritable(self.path, error) from error
            raise
        self.end = end
        return start

    def read(self, start: int) -> Fields:
        """Return the fields of the line at a place; none if it is damaged."""
        return _fields(self._line(start)) or {}

    def keep(self, starts: Iterable[int]) -> None:
        """Leave only the lines at these places, in their order, and close the file."""
        with whole(self.path) as file:
            for start in starts:
                file.write(self._line(start))
            self.close()  # Windows renames nothing to the name of an open file

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        self._reader.close()

    def _cut(self, end: int) -> None:
        self._file.truncate(end)
        self._reader.close()  # it may hold what was cut off
        self._reader = self.path.open("rb")

    def _line(self, start: int) -> bytes:
        self._reader.seek(start)
        return self._reader.readline(LONGEST)

    def _sync(self) -> None:
        if time.monotonic() - self._synced > SYNC_EVERY:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()

    def _whole_lines(self) -> Iterator[tuple[int, bytes]]:
        start, broken = 0, False
        while True:
            line = self._line(start)  # other places may have been read meanwhile
            if not line.endswith(b"\n") and len(line) < LONGEST:
                return
            if line.endswith(b"\n"):
                self.end = max(self.end, start + len(line))
                if not broken:
                    yield start, line
            broken = not line.endswith(b"\n")
            start += len(line)


def _opened(path: Path) -> FileIO:
    try:
        descriptor = os.open(path, FLAGS, 0o666)
    except OSError as error:
        if path.is_symlink():
            raise _not_a_file(path) from error
        raise unwritable(path, error) from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise _not_a_file(path)
    return FileIO(descriptor, "r+")


def _not_a_file(path: Path) -> Unwritable:
    return Unwritable("it is a link or no regular file", "move it away or choose another folder", str(path))


def _fields(line: bytes) -> Fields | None:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):  # no JSON, no UTF-8, or zeros after a power cut
        return None
    return fields if isinstance(fields, dict) else None
