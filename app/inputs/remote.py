"""Pictures at addresses such as `s3://` or `https://`: listed, read, and their answers written.

Only this module imports fsspec, which the extra `cloud` brings, and it does so when an address is used; some
kinds of store need a package more, which fsspec names. Workers read and write themselves, so that no picture
passes through the parent. universal-pathlib was tried for `RemotePath`: its paths lose the host of ftp:// and
sftp://, and take the query of a web address for a part of the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePath, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from solver.errors import AquariumError

from .naming import is_picture, is_solved_name

ADDRESS = re.compile(r"(?!file:)[a-z][a-z0-9+.-]+://", re.IGNORECASE)
"""Begins an address. A single letter is a drive of Windows, and file:// leads to this computer."""
LARGEST_FILE = 1 << 30
"""Bytes read of one picture, as of one that comes through a pipe."""


class RemoteError(AquariumError):
    """An address that cannot be reached, or that nothing can be read from or written to."""


@dataclass(frozen=True)
class RemotePath:
    """A place that is not on this computer; what cannot be done there raises `RemoteError`."""

    url: str

    def __str__(self) -> str:
        return self.url

    def __truediv__(self, below: PurePath | str) -> RemotePath:
        return RemotePath(f"{self.url.rstrip('/')}/{PurePath(below).as_posix()}")

    def with_name(self, name: str) -> RemotePath:
        return RemotePath(f"{self.url.rpartition('/')[0]}/{name}")

    @property
    def name(self) -> str:
        """The last part of the path, without a query."""
        return PurePosixPath(urlsplit(self.url).path).name or "picture"

    @property
    def is_folder(self) -> bool:
        """Whether it does not end like a picture."""
        return not is_picture(self.name)

    def check(self) -> None:
        """Make sure, before the work begins, that its kind is known and that no package is missing for it."""
        self._system()

    def pictures(self) -> Iterator[tuple[RemotePath, PurePosixPath]]:
        """Yield the pictures below this folder with their way from here, no hidden ones and own answers."""
        with _explained("listed"):
            system, top = self._system()
            for folder, folders, files in system.walk(top):
                folders.sort()
                for name in sorted(files):
                    if is_picture(name) and not name.startswith(".") and not is_solved_name(name):
                        picture = RemotePath(system.unstrip_protocol(f"{folder.rstrip('/')}/{name}"))
                        yield picture, PurePosixPath(picture._system()[1]).relative_to(top)

    def read_bytes(self) -> bytes:
        """Return the contents of the file, if it is not too large."""
        with _explained("fetched"):
            system, path = self._system()
            with system.open(path, "rb") as stream:
                contents: bytes = stream.read(LARGEST_FILE + 1)
        if len(contents) > LARGEST_FILE:
            raise RemoteError(f"it is larger than {LARGEST_FILE >> 20} megabytes", "give a smaller picture")
        return contents

    def write_bytes(self, contents: bytes) -> None:
        with _explained("written"):
            system, path = self._system()
            with system.transaction:
                system.makedirs(path.rpartition("/")[0], exist_ok=True)
                with system.open(path, "wb") as stream:
                    stream.write(contents)

    def _system(self) -> tuple[Any, str]:
        """Return fsspec's file system for this address, and the path there."""
        try:
            from fsspec.core import url_to_fs  # noqa: PLC0415 — an extra, which only addresses need
        except ImportError:
            raise RemoteError(
                f"{self} needs fsspec, which is not installed",
                "install it with: pip install 'aquarium-reader[cloud]'",
            ) from None
        try:
            system, path = url_to_fs(self.url)
        except (ImportError, ValueError) as error:
            raise RemoteError(f"{self} cannot be reached: {error}", "check the address") from None
        return system, path


def is_address(word: str) -> bool:
    """Tell whether a word has the form of a place that is not a path on this computer."""
    return ADDRESS.match(word) is not None


@contextmanager
def _explained(done: str) -> Iterator[None]:
    """Turn what file systems raise, which is of every kind, into what a person can act on."""
    try:
        yield
    except AquariumError:
        raise
    except FileNotFoundError as error:
        if isinstance(error.__cause__, OSError):  # of HTTP it covers that no server answers
            raise RemoteError(f"it cannot be {done} ({error.__cause__})", "check the connection") from None
        raise RemoteError("there is no such file", "check the address") from None
    except PermissionError:
        raise RemoteError(f"it may not be {done}", "check your rights there") from None
    except NotImplementedError:
        raise RemoteError(f"nothing can be {done} at such an address", "choose another place") from None
    except Exception as error:
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise RemoteError(f"it cannot be {done} ({said})", "check the address and the connection") from None
