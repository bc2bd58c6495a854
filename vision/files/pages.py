"""A file that may hold several pictures → which of its pages are pictures, and each of them."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from PIL import Image as Pillow

from . import heif, pdf
from .safe_open import open_file

MOST_PAGES = 1000
"""Pages that are counted: a document of more is a bad file, or no document of puzzles."""
KIND_OF_PAGE = 254  # TIFF tag
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
        return _finder(start)(stream)[:MOST_PAGES] or (1,)
    except Exception:  # as above
        return (1,)
    finally:
        with suppress(OSError, ValueError):
            stream.seek(0)


def _finder(start: bytes) -> Callable[[BinaryIO], tuple[int, ...]]:
    if start.startswith((b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")):
        return _tiff_pages
    if pdf.is_pdf(start):
        return _pdf_pages
    if heif.is_heif(start):
        return _heif_pages
    return lambda _: (1,)


def _tiff_pages(stream: BinaryIO) -> tuple[int, ...]:
    found: list[int] = []
    with Pillow.open(stream, formats=("TIFF",)) as image, suppress(EOFError):
        for page in range(1, MOST_PAGES + 1):
            try:
                image.seek(page - 1)
                kind = int(image.tag_v2.get(KIND_OF_PAGE, 0))  # type: ignore[attr-defined]
            except EOFError:
                break
            except Exception:  # damage leads Pillow's parsers to errors of every kind
                return (*found, page)
            if not kind & (SMALLER | MASK):
                found.append(page)
    return tuple(found)


def _pdf_pages(stream: BinaryIO) -> tuple[int, ...]:
    return tuple(range(1, min(pdf.count_pages(stream), MOST_PAGES) + 1))


def _heif_pages(stream: BinaryIO) -> tuple[int, ...]:
    return tuple(range(1, min(heif.open_heif(stream).n_frames, MOST_PAGES) + 1))
