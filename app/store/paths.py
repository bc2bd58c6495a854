"""How pictures are known again: by paths as seen from the folder of answers, which may move, and by bytes."""

import hashlib
import os
from contextlib import suppress
from functools import lru_cache
from pathlib import Path, PurePath

from vision.files.errors import ImageUnreadable
from vision.files.within import real_path

from ..inputs.address import Address
from ..outcome import FileDigest
from .stamps import settled_stamp

Part = int | str
"""Which page of a file is meant, or which board of it, as `inputs.parse.part_of` writes that."""
FOLDERS_REMEMBERED = 1024
"""Folders whose real path is not asked for again."""
_real_path = lru_cache(FOLDERS_REMEMBERED)(real_path)


def path_from(folder: str, path: object) -> str:
    """Return a path as seen from a folder, with /; whole if no way leads there, as to other drives.

    Links among the folders of the path are followed, the last name is not: a link to a picture has its own
    answer. `folder` is a real path. What is not on this computer is written without what may be secret.
    """
    if not isinstance(path, PurePath):
        return path.key if isinstance(path, Address) else str(path)
    parent = os.path.dirname(path)  # noqa: PTH120 — for speed
    if not os.path.isabs(parent):  # noqa: PTH117 — for speed; where all are absolute, the working folder may go
        parent = os.path.join(os.getcwd(), parent)  # noqa: PTH109, PTH118 — for speed
    real = os.path.join(_real_path(parent), path.name)  # noqa: PTH118 — for speed
    try:
        return os.path.relpath(real, folder).replace(os.sep, "/")
    except ValueError:  # another drive
        return real.replace(os.sep, "/")


def picture_key(source: str | None, part: Part, name: str) -> bytes:
    """Return what tells a picture apart: its path and part, or what was given if there is no file."""
    return to_bytes(f"\0{name}" if source is None else f"{source}\0{part}")


def to_bytes(path: str) -> bytes:
    """Write a path for the database, also one with bytes that are no text."""
    return path.encode("utf-8", "surrogatepass")


def from_bytes(path: bytes) -> str:
    """Read what `to_bytes` has written."""
    return path.decode("utf-8", "surrogatepass")


def is_nonempty_file(path: Path) -> bool:
    """Tell whether a file of at least one byte is there: a power cut may leave a name without contents."""
    try:
        return path.is_file() and path.stat().st_size > 0
    except (OSError, ValueError):
        return False


def digest_of(source: bytes | Path | Address | None) -> FileDigest | None:
    """Return which bytes a file has; None if it is none, or cannot be read. One elsewhere is fetched."""
    if isinstance(source, Address):
        from ..inputs.fetch import fetch  # noqa: PLC0415 — loads urllib.request, which takes 40 ms

        with suppress(ImageUnreadable):
            return digest_of(fetch(source.url))
        return None
    if isinstance(source, bytes):
        return FileDigest(hashlib.sha256(source).hexdigest(), len(source))
    try:
        if source is None or not source.is_file():
            return None
        with source.open("rb") as file:
            stamp = settled_stamp(os.fstat(file.fileno()))
            seen = hashlib.file_digest(file, "sha256")
            return FileDigest(seen.hexdigest(), file.tell(), stamp)
    except (OSError, ValueError):  # a name that no file can have
        return None


def stamp_at(source: Path | Address | None) -> bytes | None:
    """Return the stamp of a file, if it has one that tells of every change from now on."""
    with suppress(OSError, ValueError):
        return settled_stamp(source.stat()) if isinstance(source, Path) else None
    return None


def has_digest(source: Path | Address, sha256: str | None, size: int | None) -> bool:
    """Tell whether a file still has the bytes that are known of it; another size tells at once that not."""
    try:
        if isinstance(source, Path) and source.stat().st_size != size:
            return False
    except (OSError, ValueError):
        return False
    digest = digest_of(source)
    return digest is not None and digest.sha256 == sha256
