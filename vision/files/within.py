"""A folder → a descriptor of it, which a link that takes the place of a folder later does not lead astray."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

HAS_DESCRIPTORS = {os.open, os.mkdir, os.stat, os.unlink, os.rename} <= os.supports_dir_fd
"""Whether files can be named as seen from an open folder: on all systems but Windows."""
FLAGS = (
    os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
)


class LeadsOut(OSError):
    """A link leads out of the folder that something belongs in; the message says so."""

    def __init__(self) -> None:
        super().__init__("a link leads out of it")


@contextmanager
def open_within(folder: Path, within: Path) -> Iterator[int | None]:
    """Open a folder that lies in another, made if it is missing, and give its descriptor.

    Links among its parents are followed as long as they stay `within`. Each folder is opened from the one
    above, and no link after its path was looked up: one that is put in the place of a folder meanwhile is
    refused. Without descriptors, on Windows, the path is checked before, and None is given.

    Raises LeadsOut, or OSError if the folder cannot be made or opened.
    """
    top, real = os.path.realpath(within), os.path.realpath(folder)
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
