"""A path → how a ledger writes it down: as seen from the ledger's folder, so that both may be moved."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path, PurePath

from ..inputs.remote import RemotePath

REMEMBERED = 1024
"""Folders whose real place is not asked for again."""


def place_of(path: PurePath | RemotePath, folder: str) -> str:
    """Return a path as seen from a folder, with /; whole if no way leads there, as to other drives.

    Links among the folders of the path are followed, the last name is not: a link to a picture has its own
    answer. `folder` is a real path.
    """
    if isinstance(path, RemotePath):
        return str(path)
    real = os.path.join(_real(os.path.join(os.getcwd(), os.path.dirname(path))), path.name)  # noqa: PTH109, PTH118, PTH120 — for speed
    try:
        return os.path.relpath(real, folder).replace(os.sep, "/")
    except ValueError:  # another drive
        return real.replace(os.sep, "/")


def key_of(place: str | None, page: int, given: str) -> bytes:
    """Return what tells a picture apart: its place and page, or what was given if there is no file."""
    name = f"\0{given}" if place is None else f"{place}\0{page}"
    return name.encode("utf-8", "surrogatepass")


@lru_cache(REMEMBERED)
def _real(folder: str) -> str:
    return os.path.realpath(folder)


def is_file(path: Path) -> bool:
    """Tell whether a file of at least one byte is there: a power cut may leave a name without contents."""
    try:
        return path.is_file() and path.stat().st_size > 0
    except (OSError, ValueError):
        return False
