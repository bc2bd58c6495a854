"""A file → the texts in it where our mark may stand, found among its bytes: no library is let loose on it."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from .png import SIGNATURE
from .safe_open import open_file

HEAD_BYTES, TAIL_BYTES = 1 << 16, 1 << 20
"""At the start of a file, and at its end, among which the texts stand: profiles may stand before them."""
LEADS = (
    (SIGNATURE, re.compile(rb"(....)tEXtSoftware\0", re.DOTALL), len(b"Software\0")),
    (b"\xff\xd8", re.compile(rb"\xff\xfe(..)", re.DOTALL), 2),
    (b"GIF8", re.compile(rb"!\xfe(.)", re.DOTALL), 0),
)
"""First bytes of formats, what leads to a text in them with its length, and what is not text in that."""
VECTORS, OF_VECTORS = (b"<?xml", b"%PDF"), re.compile(rb"(?:<metadata>|/Creator \()([\w .+-]{1,100})[<)]")
BMP, BMP_FREE = b"BM", slice(6, 10)
"""First bytes of a BMP, and the only ones of its header that are free for a program."""
TAGGED = (b"II*\0", b"MM\0*", b"RIFF")
"""First bytes of TIFF and WebP, which hold texts as values of tags behind the pixels."""
VALUE = re.compile(rb"(aquarium[\w .+-]{0,90})\0")
SOFTWARE = re.compile(rb"\x31\x01\x02\0(.)\0\0\0|\x01\x31\0\x02\0\0\0(.)", re.DOTALL)
"""A text that may be ours, and the tag of what a file was written by with the length of its value."""
LONGEST = 100
"""Bytes of a text."""


def texts_of(source: Path | BinaryIO) -> list[bytes]:
    """Return what a file says that it was written by, as far as it is soon found; a stream is closed.

    Raises OSError or ValueError if the file cannot be read.
    """
    with open_file(source) if isinstance(source, Path) else source as file:
        seen = file.read(HEAD_BYTES)
        if seen.startswith(TAGGED):
            file.seek(max(0, file.seek(0, os.SEEK_END) - TAIL_BYTES))
            seen += file.read(TAIL_BYTES)
    return list(_texts(seen))


def _texts(seen: bytes) -> Iterator[bytes]:
    if seen.startswith(BMP):
        yield seen[BMP_FREE]
    if seen.startswith(VECTORS):
        yield from OF_VECTORS.findall(seen)
    if seen.startswith(TAGGED):
        sizes = {ord(one or other) for one, other in SOFTWARE.findall(seen)}
        yield from (text for text in VALUE.findall(seen) if len(text) + 1 in sizes)
    for start, lead, more in LEADS:
        if seen.startswith(start):
            for found in lead.finditer(seen):
                size = int.from_bytes(found[1]) - more
                if 0 < size <= LONGEST:
                    yield seen[found.end() : found.end() + size]
