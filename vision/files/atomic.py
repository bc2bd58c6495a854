"""Files that appear whole or not at all: written beside their place, then renamed."""

import os
import re
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from .safe_open import real_path

if sys.platform != "win32":
    import fcntl

    AS_IT_IS = os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK
    """Opens neither what a link leads to nor waits for a pipe."""

PART = re.compile(r"\.aquarium-[0-9a-f]{12}\.part")
"""Names of files that are being written; a killed run leaves them behind."""
DEAD_SECONDS = 3600
"""After which a file is no longer being written, where files cannot be locked."""
FOLDERS_REMEMBERED = 1024
"""Folders that this process need not sweep again."""
HAS_DESCRIPTORS = {os.open, os.mkdir, os.stat, os.unlink, os.rename} <= os.supports_dir_fd
"""Whether files can be named as seen from an open folder: on all systems but Windows."""
FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
"""How a folder is opened: only where no link is in its place."""


class LeadsOut(OSError):
    """A link leads out of the folder that something belongs in; the message says so."""

    def __init__(self) -> None:
        super().__init__("a link leads out of it")


@contextmanager
def atomic_write(path: Path, *, within: Path | None = None, sync: bool = False) -> Iterator[BinaryIO]:
    """Open a file for writing that replaces `path` when the block ends without an error.

    A symbolic link of that name is replaced; what it leads to is not touched. `within` is a folder that no
    link leads out of; in it, folders that are missing are made. With `sync` the bytes are on the disk before
    the name is, so that not even a power cut leaves half a file. What killed writers left in the folder is
    swept.

    Raises LeadsOut if a link leads out of `within`, or OSError if the file cannot be written; what was at
    `path` is as it was.
    """
    with nullcontext() if within is None else open_within(path.parent, within) as folder:
        _sweep_once(str(path.parent))
        part = path.with_name(f".aquarium-{os.urandom(6).hex()}.part")
        new, old = (str(part), str(path)) if folder is None else (part.name, path.name)
        descriptor, lock = _new(new, folder)
        try:
            with open(descriptor, "wb") as file:  # noqa: PTH123 — a descriptor
                yield file
                if sync:
                    file.flush()
                    os.fsync(file.fileno())
            os.replace(new, old, src_dir_fd=folder, dst_dir_fd=folder)
        finally:
            if lock is not None:
                os.close(lock)
            with suppress(OSError):  # the rename took it away
                os.unlink(new, dir_fd=folder)


def sweep(folder: Path, names: Iterable[str]) -> None:
    """Delete those of the files in a folder that are half written, and whose writers are dead."""
    for name in filter(PART.fullmatch, names):
        with suppress(OSError):
            _sweep(folder / name)


@lru_cache(FOLDERS_REMEMBERED)
def _sweep_once(folder: str) -> None:
    with suppress(OSError), os.scandir(folder) as entries:
        sweep(Path(folder), (entry.name for entry in entries))


def _new(name: str, folder: int | None) -> tuple[int, int | None]:
    """Make a file and lock it as long as the second descriptor is open, which shows that its writer lives."""
    while True:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        descriptor = os.open(name, flags, 0o666, dir_fd=folder)
        if sys.platform == "win32":  # where open files cannot be deleted
            return descriptor, None
        with suppress(OSError):  # some drives in a network have no locks
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(descriptor).st_nlink:
            return descriptor, os.dup(descriptor)
        os.close(descriptor)  # another run has swept it before it was locked


def _sweep(path: Path) -> None:
    if sys.platform == "win32":
        path.unlink()  # which fails as long as it is open
        return
    descriptor = os.open(path, AS_IT_IS)
    try:
        seen = os.fstat(descriptor)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_dead = True
        except BlockingIOError:
            is_dead = False
        except OSError:  # some drives in a network have no locks
            is_dead = time.time() - seen.st_mtime > DEAD_SECONDS
        if is_dead and stat.S_ISREG(seen.st_mode):
            path.unlink()
    finally:
        os.close(descriptor)


# A folder within another, which no link put in its place leads out of


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
    descriptor = os.open(top, FOLDER & ~getattr(os, "O_NOFOLLOW", 0))
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
        return os.open(name, FOLDER, dir_fd=descriptor)
    except OSError:
        if stat.S_ISLNK(os.stat(name, dir_fd=descriptor, follow_symlinks=False).st_mode):
            raise LeadsOut from None
        raise
