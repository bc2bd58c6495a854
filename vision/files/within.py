"""A folder → where it really is, and a descriptor of it, which no link put in its place leads astray."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

HAS_DESCRIPTORS = {os.open, os.mkdir, os.stat, os.unlink, os.rename} <= os.supports_dir_fd
"""Whether files can be named as seen from an open folder: on all systems but Windows."""
FLAGS = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
TRIES = 10
"""Times that links are followed which vanish on the way."""


class LeadsOut(OSError):
    """A link leads out of the folder that something belongs in; the message says so."""

    def __init__(self) -> None:
        super().__init__("a link leads out of it")


def real_path(path: str | os.PathLike[str]) -> str:
    """Return a path with all links followed, as far as there are any.

    Where a link vanishes between two looks at it, os.path.realpath raises an error; this looks again.
    """
    for _ in range(TRIES):
        with suppress(OSError):
            return os.path.realpath(path)
    return os.path.abspath(path)  # noqa: PTH100 — links stay


@contextmanager
def open_within(folder: Path, within: Path) -> Iterator[int | None]:
    """Open a folder that lies in another, made if it is missing, and give its descriptor.

    Links among its parents are followed as long as they stay `within`. Each folder is opened from the one
    above, and no link after its path was looked up: one that is put in the place of a folder meanwhile is
    refused. Without descriptors, on Windows, the path is checked before, and None is given.

    Raises LeadsOut, or OSError if the folder cannot be made or opened.
    """
    top, real = real_path(within), real_path(folder)
    if not Path(real).is_relative_to(top):
        raise LeadsOut
    if not HAS_DESCRIPTORS:
        folder.mkdir(parents=True, exist_ok=True)
        yield None
        return
    Path(top).mkdir(parents=True, exist_ok=True)
    descriptor = os.open(top, FLAGS & ~getattr(os, "O_NOFOLLOW", 0))
    try:
        for name in Path(real).relative_to(top).parts:
            below = _open_below(descriptor, name)
            os.close(descriptor)
            descriptor = below
        yield descriptor
    finally:
        os.close(descriptor)


def _open_below(descriptor: int, name: str) -> int:
    with suppress(FileExistsError):
        os.mkdir(name, dir_fd=descriptor)
    try:
        return os.open(name, FLAGS, dir_fd=descriptor)
    except OSError:
        if stat.S_ISLNK(os.stat(name, dir_fd=descriptor, follow_symlinks=False).st_mode):
            raise LeadsOut from None
        raise
