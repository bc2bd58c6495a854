"""A file that may hold several pictures → the numbers of its pages."""

import struct
from contextlib import suppress
from dataclasses import dataclass
from typing import BinaryIO

from .heif import is_heif, open_heif
from .limits import MAX_PAGES
from .pdf import count_pages, is_pdf

MAX_ENTRIES = 200_000
"""Entries of a TIFF's directories, all together: a page has some twenty."""
SUBFILE_TYPE, SHORT = 254, 3  # TIFF tag, and the type of its value if that is no LONG
SMALLER, MASK = 1, 4
"""Bits of that tag: the page is a smaller copy of another, or its mask."""


@dataclass(frozen=True, slots=True)
class _Tiff:
    """How a TIFF writes its directories."""

    order: str
    """As `struct` has it."""
    place: str
    """Of what is somewhere in the file."""
    count: str
    """Of the number of entries in a directory."""
    entry: str
    """Tag, type, and the field that holds small values."""
    first: int
    """Where the place of the first directory stands."""

    def read(self, stream: BinaryIO, form: str) -> int:
        """Return a number that stands where the stream is; struct.error if the file ends there."""
        number: int = struct.unpack(self.order + form, stream.read(struct.calcsize(self.order + form)))[0]
        return number


TIFFS = {
    start: _Tiff(order, *layout)
    for order, starts in (("<", (b"II*\0", b"II+\0")), (">", (b"MM\0*", b"MM\0+")))
    for start, layout in zip(starts, (("I", "H", "HHxxxx4s", 4), ("Q", "Q", "HHxxxxxxxx8s", 8)), strict=True)
}


def pages_of(stream: BinaryIO) -> tuple[int, ...]:
    """Return the numbers of the pages in a stream that can be rewound, counted from 1, and rewind it.

    It is the first alone where nothing tells of more. A page behind a damaged one is not found; the damaged
    one is, so that reading it says what is amiss, as it does of the one page beyond those that are read.
    """
    try:
        start = stream.read(64)
        stream.seek(0)
        if tiff := TIFFS.get(start[:4]):
            return _tiff_pages(stream, tiff) or (1,)
        if is_pdf(start):
            return _numbered(count_pages(stream))
        if is_heif(start):
            return _numbered(open_heif(stream).n_frames)
        return (1,)
    except MemoryError:
        raise
    except (
        Exception
    ):  # damage leads parsers to errors of every kind; reading the first page says what is amiss
        return (1,)
    finally:
        with suppress(OSError, ValueError):
            stream.seek(0)


def _tiff_pages(stream: BinaryIO, tiff: _Tiff) -> tuple[int, ...]:
    """Follow the directories, each once; no more are followed than can be in a good file."""
    found: list[int] = []
    followed: set[int] = set()
    entries = 0
    stream.seek(tiff.first)
    try:
        while (place := tiff.read(stream, tiff.place)) and place not in followed:
            page = len(followed) + 1
            followed.add(place)
            stream.seek(place)
            entries += (count := tiff.read(stream, tiff.count))
            if page > MAX_PAGES or entries > MAX_ENTRIES:
                return (*found, MAX_PAGES + 1)
            if not _kind(stream, tiff, count) & (SMALLER | MASK):
                found.append(page)
    except struct.error:  # the file ends; the damaged page is one, so that reading it says so
        return tuple(dict.fromkeys((*found, len(followed) or 1)))
    return tuple(found)


def _kind(stream: BinaryIO, tiff: _Tiff, count: int) -> int:
    """Return the type of a directory of so many entries; the stream is then behind them."""
    size = struct.calcsize(tiff.order + tiff.entry)
    entries = stream.read(count * size)
    kinds = [
        int(struct.unpack_from(tiff.order + ("H" if form == SHORT else "I"), value)[0])
        for tag, form, value in struct.iter_unpack(tiff.order + tiff.entry, entries)
        if tag == SUBFILE_TYPE
    ]
    return kinds[0] if kinds else 0


def _numbered(count: int) -> tuple[int, ...]:
    return tuple(range(1, min(count, MAX_PAGES + 1) + 1)) or (1,)
