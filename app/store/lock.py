"""One run at a time in a folder: a lock that its process holds, and that ends with it however it ends."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from .atomic import Unwritable, unwritable


class Lock:
    """A held lock."""

    def __init__(self, path: Path) -> None:
        """Take the lock; where the file system knows no locks, as some networks' do not, it is not asked for.

        Raises
        ------
        Unwritable
            If another process holds it, or its file cannot be made.
        """
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
        try:
            self._descriptor = os.open(path, flags, 0o666)
        except OSError as error:
            raise unwritable(path, error) from error
        try:
            with suppress(NotImplementedError):
                _lock(self._descriptor)
        except (BlockingIOError, PermissionError) as error:
            os.close(self._descriptor)
            folder = path.parent.parent
            raise Unwritable(
                "another run is writing to this folder", "wait for it or choose another", str(folder)
            ) from error

    def release(self) -> None:
        """Let others have it."""
        os.close(self._descriptor)


def _lock(descriptor: int) -> None:
    """Lock an open file or raise BlockingIOError or PermissionError at once, if another process has it."""
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 — there is none elsewhere

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 — there is none on Windows

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        raise
    except OSError as error:  # no locks are known here
        raise NotImplementedError from error
