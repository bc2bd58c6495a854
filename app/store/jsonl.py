"""`report.jsonl`: a file of JSON lines that only grows, every line whole however its writer ended."""

import json
import os
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import BufferedReader, FileIO
from pathlib import Path

from .files import Unwritable, replace_file, unwritable
from .record import Record

LONGEST = 1 << 26
"""Bytes of a line that is taken for one; the largest board needs a tenth. A file may be damaged."""
SYNC_SECONDS = 5.0
"""Seconds after which lines are forced to the disk: as much as a power cut may cost."""
TAIL = 256
"""Bytes before the end that show whether a file is still the one that was written: they hold a hash."""
PARTIAL = (b"{", b"\0")
"""How a last line begins that was being written: an object, or nothing yet after a power cut."""
FLAGS = (
    os.O_RDWR
    | os.O_CREAT
    | os.O_APPEND
    | getattr(os, "O_NOFOLLOW", 0)  # a link would lead the writing out of the folder
    | getattr(os, "O_NONBLOCK", 0)  # a pipe would be waited for
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class JsonLines:
    """An open file of JSON lines. Opening changes nothing in it; `cut_partial_line` makes it fit to grow."""

    def __init__(self, path: Path) -> None:
        """Open or make the file; Unwritable if that is not possible, or it is a link or no regular file."""
        self.path = path
        self._file = _open(path)
        self._synced = time.monotonic()
        self.end = 0
        """Bytes up to the end of the last whole line, as far as the file was read or written."""

    def read(self, start: int = 0) -> Iterator[tuple[bytes, Record | None]]:
        """Yield every line from `start` on with its record, None if it is damaged; one too long in parts.

        A last line without its end is passed over if a killed writer may have left it.
        """
        self._file.seek(start)
        reader, position, damaged = BufferedReader(self._file), start, False
        self.end = start
        try:
            while line := reader.readline(LONGEST):
                position += len(line)
                is_whole = line.endswith(b"\n")
                if is_whole:
                    self.end = position
                if line.strip() and (is_whole or len(line) == LONGEST or not line.startswith(PARTIAL)):
                    yield line, None if damaged or not is_whole else _parse(line)
                damaged = not is_whole
        finally:
            reader.detach()

    def cut_partial_line(self) -> None:
        """Cut off what follows the last whole line, as a killed writer leaves it. Read all before."""
        try:
            if self._file.seek(0, os.SEEK_END) > self.end:
                self._file.truncate(self.end)
        except OSError as error:
            raise unwritable(self.path, error) from error

    def is_intact(self) -> bool:
        """Tell whether the file is still there under its name, and as long as it was made here."""
        try:
            here, there = os.fstat(self._file.fileno()), self.path.lstat()
        except OSError:
            return False
        return os.path.samestat(here, there) and here.st_size == self.end

    def append(self, contents: bytes) -> None:
        """Add a line, with its end; Unwritable if the disk is full, or gone, and the file is as before."""
        rest = memoryview(contents)
        try:
            while rest:
                rest = rest[os.write(self._file.fileno(), rest) :]
            if time.monotonic() - self._synced > SYNC_SECONDS:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()
        except BaseException as error:
            with suppress(OSError):
                self._file.truncate(self.end)
            if isinstance(error, OSError):
                raise unwritable(self.path, error) from error
            raise
        self.end += len(contents)

    def tail(self, end: int) -> bytes:
        """Return the last bytes before a place: fewer if the file does not reach it."""
        length = self._file.seek(0, os.SEEK_END)
        self._file.seek(min(max(0, end - TAIL), length))  # a damaged database may name any place
        return self._file.read(min(end, TAIL)) or b""

    def sync(self) -> None:
        """Wait until all is on the disk; Unwritable if it cannot be."""
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise unwritable(self.path, error) from error

    def replace(self, lines: Iterable[str]) -> None:
        """Leave these lines alone in the file, wholly or not at all."""
        with replace_file(self.path) as file:
            for line in lines:
                file.write(line.encode("utf-8") + b"\n")
            end = file.tell()
            self._file.close()  # Windows renames nothing to the name of an open file
        self._file, self.end = _open(self.path), end

    def close(self) -> None:
        self._file.close()


def text_of(line: bytes) -> str:
    """Return a line without its end, and without the mark that editors begin files with; ValueError."""
    return line.decode("utf-8-sig").strip()


def _open(path: Path) -> FileIO:
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


def _parse(line: bytes) -> Record | None:
    try:
        record = json.loads(text_of(line))
    except (ValueError, RecursionError):  # no UTF-8, no JSON, or zeros after a power cut
        return None
    return record if isinstance(record, dict) else None
