"""Pictures at addresses such as `s3://` or `https://`: fetched, solved here, and the answers sent back.

Only an address loads fsspec, which the extra `cloud` brings; some kinds of store need a package more, which
fsspec names. Workers fetch and send themselves, so that no picture passes through the parent.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from solver.errors import AquariumError

from .batch import Request, solve_job, told
from .inputs import Job
from .outcome import Outcome
from .walk import OWN_NAME, PICTURE_ENDINGS

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

    @property
    def name(self) -> str:
        """The last part of its path, without a query."""
        return PurePosixPath(urlsplit(self.url).path or "/").name or "picture"


@dataclass(frozen=True)
class FarJob:
    """One picture to solve of which source, target or both are elsewhere."""

    given: str
    """The address as it was given, for messages."""
    source: Address | Path
    target: Address | Path


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


def pictures_in(folder: Address) -> Iterator[Address]:
    """Yield the pictures in a folder elsewhere and in its folders, as they are listed, without own answers.

    Raises
    ------
    PlaceUnusable
        If such addresses cannot be reached.
    """
    system, path = _system(folder)
    for place, folders, files in system.walk(path):
        folders.sort()
        for name in sorted(files):
            ending = PurePosixPath(name).suffix.lower()
            if ending in PICTURE_ENDINGS and not name.startswith(".") and OWN_NAME not in name:
                yield Address(system.unstrip_protocol(f"{place.rstrip('/')}/{name}"))


def solve_far_job(job: FarJob, request: Request) -> Outcome:
    """Fetch one picture, solve it and send the answer, as `solve_job` does with files of this computer."""
    with tempfile.TemporaryDirectory(prefix="aquarium-") as folder:
        try:
            source = job.source if isinstance(job.source, Path) else _fetched(job.source, Path(folder))
        except AquariumError as error:
            return Outcome(job.given, "unreadable", told(error))
        if isinstance(job.target, Path):
            return solve_job(Job(job.given, source, job.target), request)
        answer = Path(folder) / f"answer{PurePosixPath(job.target.name).suffix}"
        outcome = solve_job(Job(job.given, source, answer), request)
        return outcome if outcome.output is None else _sent(outcome, answer, job.target)


def _fetched(source: Address, folder: Path) -> Path:
    """Copy a picture into a folder of this computer and return its path there."""
    with _told_plainly("fetched"):
        system, path = _system(source)
        with system.open(path, "rb") as stream:
            contents = stream.read(LARGEST_FILE + 1)
    if len(contents) > LARGEST_FILE:
        raise PlaceUnusable(f"it is larger than {LARGEST_FILE >> 20} megabytes", "give a smaller picture")
    copy = folder / f"question{PurePosixPath(source.name).suffix}"
    copy.write_bytes(contents)
    return copy


def _sent(outcome: Outcome, answer: Path, target: Address) -> Outcome:
    """Copy an answer to its place, whole or not at all."""
    try:
        with _told_plainly("written"):
            system, path = _system(target)
            with system.transaction:
                system.makedirs(path.rpartition("/")[0], exist_ok=True)
                with system.open(path, "wb") as stream:
                    stream.write(answer.read_bytes())
    except AquariumError as error:
        return replace(outcome, output=None, unsaved=True, message=f"{target}: {told(error)}")
    return replace(outcome, output=str(target))


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
