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


class PlaceUnusable(AquariumError):
    """An address of a kind that cannot be reached with what is installed."""


@dataclass(frozen=True)
class Address:
    """Where a picture is, or belongs, that is not a path on this computer."""

    url: str

    def __str__(self) -> str:
        """As it was given."""
        return self.url

    def __truediv__(self, below: str) -> Address:
        """Return what is in a folder."""
        return Address(f"{self.url.rstrip('/')}/{below}")

    @property
    def path(self) -> str:
        """What follows the store's name, without a query."""
        return urlsplit(self.url).path or "/"

    @property
    def name(self) -> str:
        """The last part of its path."""
        return PurePosixPath(self.path).name or "picture"


@dataclass(frozen=True)
class FarJob:
    """One picture to solve of which source, target or both are elsewhere."""

    name: str
    """The address as it was given, for messages."""
    source: Address | Path
    target: Address | Path
    page: int = 1
    """The only one: of files with several the first alone can be fetched."""


def is_address(word: str) -> bool:
    """Tell whether a word names a place that is not a path on this computer."""
    return ADDRESS.match(word) is not None


def check_kind(address: Address) -> None:
    """Make sure that such addresses can be reached, before the work begins.

    Raises
    ------
    PlaceUnusable
        If its kind is unknown, or a package is missing for it.
    """
    _system(address)


def list_pictures(folder: Address) -> Iterator[Address]:
    """Yield the pictures in a folder elsewhere and in its folders, as they are listed, without own answers.

    Raises
    ------
    PlaceUnusable
        If such addresses cannot be reached.
    """
    with _told_plainly("listed"):
        system, path = _system(folder)
        for place, folders, files in system.walk(path):
            folders.sort()
            for name in sorted(files):
                suffix = PurePosixPath(name).suffix.lower()
                if suffix in PICTURE_SUFFIXES and not name.startswith(".") and OWN_NAME not in name:
                    yield Address(system.unstrip_protocol(f"{place.rstrip('/')}/{name}"))


def below(folder: Address, picture: Address) -> PurePosixPath:
    """Return the way from a folder elsewhere to a picture in it."""
    return PurePosixPath(_system(picture)[1]).relative_to(_system(folder)[1])


def fetch(source: Address, folder: Path) -> Path:
    """Copy a picture into a folder of this computer and return its path there.

    Raises
    ------
    PlaceUnusable
        If it cannot be had.
    """
    with _told_plainly("fetched"):
        system, path = _system(source)
        with system.open(path, "rb") as stream:
            contents = stream.read(LARGEST_FILE + 1)
    if len(contents) > LARGEST_FILE:
        raise PlaceUnusable(f"it is larger than {LARGEST_FILE >> 20} megabytes", "give a smaller picture")
    copy = folder / f"question{PurePosixPath(source.name).suffix}"
    copy.write_bytes(contents)
    return copy


def send(answer: Path, target: Address) -> None:
    """Copy an answer to its place, whole or not at all.

    Raises
    ------
    PlaceUnusable
        If it cannot be written.
    """
    with _told_plainly("written"):
        system, path = _system(target)
        with system.transaction:
            system.makedirs(path.rpartition("/")[0], exist_ok=True)
            with system.open(path, "wb") as stream:
                stream.write(answer.read_bytes())


def _system(address: Address) -> tuple[Any, str]:
    """Return fsspec's file system for an address, and its path there."""
    try:
        from fsspec.core import url_to_fs  # noqa: PLC0415 — an extra, which only addresses need
    except ImportError:
        raise PlaceUnusable(
            f"{address} needs fsspec, which is not installed",
            f"install it with: pip install '{PACKAGE}[cloud]'",
        ) from None
    try:
        system, path = url_to_fs(address.url)
    except (ImportError, ValueError) as error:
        raise PlaceUnusable(f"{address} cannot be reached: {error}", "check the address") from None
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
            raise PlaceUnusable(f"it cannot be {done} ({error.__cause__})", "check the connection") from None
        raise PlaceUnusable("there is no such file", "check the address") from None
    except PermissionError:
        raise PlaceUnusable(f"it may not be {done}", "check your rights there") from None
    except NotImplementedError:
        raise PlaceUnusable(f"nothing can be {done} at such an address", "choose another place") from None
    except Exception as error:
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise PlaceUnusable(f"it cannot be {done} ({said})", "check the address and the connection") from None
