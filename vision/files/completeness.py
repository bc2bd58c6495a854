"""A file on its way → whether its end has arrived, as far as its format tells; nothing is decoded."""

import re
from pathlib import Path
from typing import Literal

from .safe_open import open_file

TAIL = 4096
"""Bytes at the end of a file among which its end mark stands; some programs write a little after it."""

END_MARKS = (
    (re.compile(rb"\x89PNG"), b"IEND"),
    (re.compile(rb"\xff\xd8"), b"\xff\xd9"),
    (re.compile(rb"GIF8"), b";"),
    (re.compile(rb"\s*%PDF"), b"%%EOF"),
)
"""First bytes of formats that end in a mark, and the mark."""
SIZE_FIELDS: tuple[tuple[re.Pattern[bytes], int, Literal["little", "big"], int], ...] = (
    (re.compile(rb"RIFF....WEBP", re.DOTALL), 4, "little", 8),
    (re.compile(rb"BM"), 2, "little", 0),
    (re.compile(rb"II\*\0"), 4, "little", 0),
    (re.compile(rb"MM\0\*"), 4, "big", 0),
)
"""First bytes of formats whose header tells a size in four bytes, the place of these, their byte order, and
what is not counted; a TIFF tells where its directory is, which is usually last."""


def has_end(path: Path) -> bool:
    """Tell whether a file seems to be there to its end: True also where its format does not tell."""
    try:
        with open_file(path) as file:
            start = file.read(64)
            size = file.seek(0, 2)
            file.seek(max(0, size - TAIL))
            tail = file.read(TAIL)
    except OSError:
        return False
    for signature, mark in END_MARKS:
        if signature.match(start):
            return mark in tail
    for signature, place, order, more in SIZE_FIELDS:
        if signature.match(start):
            return size >= int.from_bytes(start[place : place + 4], order) + more
    return size > 0
