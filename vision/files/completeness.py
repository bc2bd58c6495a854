"""A file on its way → whether its end has arrived, as far as its format tells; nothing is decoded."""

import re
from collections.abc import Callable
from pathlib import Path

from .safe_open import open_file

LAST = 4096
"""Bytes at the end of a file among which its end mark stands; some programs write a little after it."""

Look = tuple[bytes, bytes, int]
"""First bytes, last bytes, and the size of a file."""


def has_end(path: Path) -> bool:
    """Tell whether a file seems to be there to its end: True also where its format does not tell."""
    try:
        with open_file(path) as file:
            start = file.read(64)
            size = file.seek(0, 2)
            file.seek(max(0, size - LAST))
            last = file.read(LAST)
    except OSError:
        return False
    complete = next((complete for begins, complete in ENDS if begins.match(start)), _any)
    return complete((start, last, size))


def _any(look: Look) -> bool:
    return look[2] > 0


def _marked(mark: bytes) -> Callable[[Look], bool]:
    return lambda look: mark in look[1]


def _told(place: int, order: str, more: int = 0) -> Callable[[Look], bool]:
    """Return a test of a size that is told in four bytes at a place of the header."""

    def complete(look: Look) -> bool:
        said = int.from_bytes(look[0][place : place + 4], "big" if order == ">" else "little")
        return look[2] >= said + more

    return complete


ENDS = (
    (re.compile(rb"\x89PNG"), _marked(b"IEND")),
    (re.compile(rb"\xff\xd8"), _marked(b"\xff\xd9")),
    (re.compile(rb"GIF8"), _marked(b";")),
    (re.compile(rb"\s*%PDF"), _marked(b"%%EOF")),
    (re.compile(rb"RIFF....WEBP", re.DOTALL), _told(4, "<", 8)),
    (re.compile(rb"BM"), _told(2, "<")),
    (re.compile(rb"II\*\0"), _told(4, "<")),
    (re.compile(rb"MM\0\*"), _told(4, ">")),
)
"""First bytes of formats that tell their end, and how."""
