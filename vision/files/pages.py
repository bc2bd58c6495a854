"""A file that may hold several pictures → the numbers of its pages."""

from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from PIL import Image as Pillow

from .heif import is_heif, open_heif
from .pdf import count_pages, is_pdf
from .safe_open import open_file

MAX_PAGES = 1000
"""Pages that are counted: a document of more is a bad file, or no document of puzzles."""
TIFF_SIGNATURES = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
SUBFILE_TYPE = 254  # TIFF tag
SMALLER, MASK = 1, 4
"""Bits of that tag: the page is a smaller copy of another, or its mask."""


def find_pages(path: Path) -> tuple[int, ...]:
    """Return the numbers of a file's pages, counted from 1: the first alone where nothing tells of more.

    A page behind a damaged one is not found; the damaged one is, so that reading it says what is amiss.
    """
    try:
        with open_file(path) as stream:
            return pages_of(stream)
    except (OSError, ValueError):  # reading the first page says what is amiss
        return (1,)


def pages_of(stream: BinaryIO) -> tuple[int, ...]:
    """Return the numbers of the pages in a stream that can be rewound, and rewind it."""
    try:
        start = stream.read(64)
        stream.seek(0)
        if start.startswith(TIFF_SIGNATURES):
            return _tiff_pages(stream) or (1,)
        if is_pdf(start):
            return _numbered(count_pages(stream))
        if is_heif(start):
            return _numbered(open_heif(stream).n_frames)
        return (1,)
    except Exception:  # as above
        return (1,)
    finally:
        with suppress(OSError, ValueError):
            stream.seek(0)


def _tiff_pages(stream: BinaryIO) -> tuple[int, ...]:
    found: list[int] = []
    with Pillow.open(stream, formats=("TIFF",)) as image, suppress(EOFError):
        for page in range(1, MAX_PAGES + 1):
            try:
                image.seek(page - 1)
                kind = int(image.tag_v2.get(SUBFILE_TYPE, 0))  # type: ignore[attr-defined]  # only TIFF images have it
            except EOFError:
                break
            except Exception:  # damage leads Pillow's parsers to errors of every kind
                return (*found, page)
            if not kind & (SMALLER | MASK):
                found.append(page)
    return tuple(found)


def _numbered(count: int) -> tuple[int, ...]:
    return tuple(range(1, min(count, MAX_PAGES) + 1)) or (1,)
