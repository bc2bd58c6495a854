"""A path → the open file behind it, or where it really is; pipes and devices are named, never waited for."""

import io
import os
import stat
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import BinaryIO

from solver.message import Message

from .errors import ImageUnreadable, reason

MAX_BYTES = 1 << 29
"""Of a file: what is larger is refused before it is read. The largest pictures take half of it in memory."""

OPEN_ALREADY = ("/dev/fd/", "/proc/self/fd/", "/dev/stdin")
"""Paths of what the process was given open, as a shell's <(command) does: a pipe there may be read."""
AT_ONCE = (
    getattr(os, "O_NONBLOCK", 0)  # a pipe that nobody writes to would be waited for
    | getattr(os, "O_NOCTTY", 0)  # a terminal would become the program's own
    | getattr(os, "O_BINARY", 0)
)
KINDS = ((stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"))
"""What is no regular file and no folder, and how it is called; all else is a device."""
TRIES = 10
"""Times that links are followed which vanish on the way."""


class NotAFile(OSError):
    """A pipe, socket or device where a file is wanted; its message is what it is."""


def open_file(path: Path) -> BinaryIO:
    """Open a regular file for reading, without ever waiting for it.

    Raises NotAFile if it is a pipe, a socket or a device; OSError if it is a folder, or cannot be opened.
    """
    given_open = os.fspath(path).startswith(OPEN_ALREADY)
    if not given_open:
        _check(path.stat().st_mode)  # opening alone makes some devices act
    descriptor = os.open(path, os.O_RDONLY | AT_ONCE)
    try:
        mode = os.fstat(descriptor).st_mode
        if not given_open or stat.S_ISDIR(mode):
            _check(mode)  # once more: another file may have taken the name
        if AT_ONCE & getattr(os, "O_NONBLOCK", 0):
            os.set_blocking(descriptor, True)
        return open(descriptor, "rb")  # noqa: PTH123 — a descriptor, which the caller closes
    except BaseException:
        os.close(descriptor)
        raise


def kind_of(mode: int) -> str | None:
    """Return what the mode of something on disk says it is, if it is neither a file nor a folder."""
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
        return None
    return next((kind for is_kind, kind in KINDS if is_kind(mode)), "a device")


def _check(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError
    if kind := kind_of(mode):
        raise NotAFile(kind)


def opened(source: Path | BinaryIO) -> AbstractContextManager[BinaryIO]:
    """Open the file of a picture, or take what is open already.

    Raises ImageUnreadable if the path cannot be opened, or is no regular file.
    """
    if not isinstance(source, Path):
        return nullcontext(source)
    try:
        return open_file(source)
    except NotAFile as error:
        raise ImageUnreadable(Message("not_a_file", kind=str(error))) from None
    except IsADirectoryError:
        raise ImageUnreadable(Message("folder")) from None
    except FileNotFoundError:
        raise ImageUnreadable(Message("no_such_file")) from None
    except PermissionError:
        raise ImageUnreadable(Message("read_forbidden")) from None
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        raise ImageUnreadable(Message("not_opened", said=reason(error))) from None


def rewindable(stream: BinaryIO) -> BinaryIO:
    """Keep what comes from a pipe, since decoding goes to and fro.

    Raises ImageUnreadable if the file is larger than any picture, or more comes.
    """
    if not stream.seekable():
        contents = stream.read(MAX_BYTES + 1)
        check_bytes(len(contents))
        return io.BytesIO(contents)
    start = stream.tell()
    check_bytes(stream.seek(0, io.SEEK_END) - start)
    stream.seek(start)
    return stream


def check_bytes(size: int) -> None:
    """Raise ImageUnreadable if a file of so many bytes is larger than any picture."""
    if size > MAX_BYTES:
        raise ImageUnreadable(Message("large_file", most=MAX_BYTES >> 20))


def real_path(path: str | os.PathLike[str]) -> str:
    """Return a path with all links followed, as far as there are any.

    Where a link vanishes between two looks at it, os.path.realpath raises an error; this looks again.
    """
    for _ in range(TRIES):
        with suppress(OSError):
            return os.path.realpath(path)
    return os.path.abspath(path)  # noqa: PTH100 — links stay
