"""Pictures at addresses such as `s3://` or `https://`: fetched, solved here, and the answers sent back.

Only an address loads fsspec, which the extra `cloud` brings; some kinds of store need a package more, which
fsspec names. Workers fetch and send themselves, so that no picture passes through the parent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from solver.errors import AquariumError

from .naming import OWN_NAME, PICTURE_SUFFIXES

PACKAGE = "aquarium-reader"
ADDRESS = re.compile(r"(?!file:)[a-z][a-z0-9+.-]+://", re.IGNORECASE)
"""Begins an address. A single letter is a drive of Windows, and file:// leads to this computer."""
LARGEST_FILE = 1 << 30
"""Bytes fetched of one picture, as of one that comes through a pipe."""


class RemoteError(AquariumError):
    """An address of a kind that cannot be reached with what is installed."""


@dataclass(frozen=True)
class RemotePath:
    """Where a picture is, or belongs, that is not a path on this computer."""

    url: str

    def __str__(self) -> str:
        """As it was given."""
        return self.url

    def __truediv__(self, below: str) -> RemotePath:
        """Return what is in a folder."""
        return RemotePath(f"{self.url.rstrip('/')}/{below}")

    @property
    def path(self) -> str:
        """What follows the store's name, without a query."""
        return urlsplit(self.url).path or "/"

    @property
    def name(self) -> str:
        """The last part of its path."""
        return PurePosixPath(self.path).name or "picture"


@dataclass(frozen=True)
class RemoteJob:
    """One picture to solve of which source, target or both are elsewhere."""

    name: str
    """The address as it was given, for messages."""
    source: RemotePath | Path
    target: RemotePath | Path
    page: int = 1
    """The only one: of files with several the first alone can be fetched."""


def is_address(word: str) -> bool:
    """Tell whether a word names a place that is not a path on this computer."""
    return ADDRESS.match(word) is not None


def check_remote(address: RemotePath) -> None:
    """Make sure that such addresses can be reached, before the work begins.

    Raises
    ------
    RemoteError
        If its kind is unknown, or a package is missing for it.
    """
    _system(address)


def list_pictures(folder: RemotePath) -> Iterator[RemotePath]:
    """Yield the pictures in a folder elsewhere and in its folders, as they are listed, without own answers.

    Raises
    ------
    RemoteError
        If such addresses cannot be reached.
    """
    with _told_plainly("listed"):
        system, path = _system(folder)
        for place, folders, files in system.walk(path):
            folders.sort()
            for name in sorted(files):
                suffix = PurePosixPath(name).suffix.lower()
                if suffix in PICTURE_SUFFIXES and not name.startswith(".") and OWN_NAME not in name:
                    yield RemotePath(system.unstrip_protocol(f"{place.rstrip('/')}/{name}"))


def below(folder: RemotePath, picture: RemotePath) -> PurePosixPath:
    """Return the way from a folder elsewhere to a picture in it."""
    return PurePosixPath(_system(picture)[1]).relative_to(_system(folder)[1])


def fetch(source: RemotePath, folder: Path) -> Path:
    """Copy a picture into a folder of this computer and return its path there.

    Raises
    ------
    RemoteError
        If it cannot be had.
    """
    with _told_plainly("fetched"):
        system, path = _system(source)
        with system.open(path, "rb") as stream:
            contents = stream.read(LARGEST_FILE + 1)
    if len(contents) > LARGEST_FILE:
        raise RemoteError(f"it is larger than {LARGEST_FILE >> 20} megabytes", "give a smaller picture")
    copy = folder / f"question{PurePosixPath(source.name).suffix}"
    copy.write_bytes(contents)
    return copy


def send(answer: Path, target: RemotePath) -> None:
    """Copy an answer to its place, whole or not at all.

    Raises
    ------
    RemoteError
        If it cannot be written.
    """
    with _told_plainly("written"):
        system, path = _system(target)
        with system.transaction:
            system.makedirs(path.rpartition("/")[0], exist_ok=True)
            with system.open(path, "wb") as stream:
                stream.write(answer.read_bytes())


def _system(address: RemotePath) -> tuple[Any, str]:
    """Return fsspec's file system for an address, and its path there."""
    try:
        from fsspec.core import url_to_fs  # noqa: PLC0415 — an extra, which only addresses need
    except ImportError:
        raise RemoteError(
            f"{address} needs fsspec, which is not installed",
            f"install it with: pip install '{PACKAGE}[cloud]'",
        ) from None
    try:
        system, path = url_to_fs(address.url)
    except (ImportError, ValueError) as error:
        raise RemoteError(f"{address} cannot be reached: {error}", "check the address") from None
    return system, path


@contextmanager
def _told_plainly(done: str) -> Iterator[None]:
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
