"""A file that may hold several pictures → the numbers of its pages."""

import warnings
from contextlib import suppress
from typing import BinaryIO

from .heif import is_heif, open_heif
from .limits import MAX_PAGES
from .pdf import count_pages, is_pdf

TIFFS = (b"II*\0", b"II+\0", b"MM\0*", b"MM\0+")
"""First bytes of a TIFF."""
SUBFILE_TYPE = 254  # TIFF tag
SMALLER, MASK = 1, 4
"""Bits of that tag: the page is a smaller copy of another, or its mask."""


def pages_of(stream: BinaryIO) -> tuple[int, ...]:
    """Return the numbers of the pages in a stream that can be rewound, counted from 1, and rewind it.

    It is the first alone where nothing tells of more. A page behind a damaged one is not found; the damaged
    one is, so that reading it says what is amiss, as it does of the one page beyond those that are read.
    """
    try:
        start = stream.read(64)
        stream.seek(0)
        if start.startswith(TIFFS):
            return _tiff_pages(stream) or (1,)
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


def _tiff_pages(stream: BinaryIO) -> tuple[int, ...]:
    """Return the pages that are neither a smaller copy of another nor its mask."""
    from PIL.TiffImagePlugin import TiffImageFile  # noqa: PLC0415 — loads Pillow

    pages: list[int] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of tags that are of no use here
        image = TiffImageFile(stream)
        for page in range(1, MAX_PAGES + 2):
            try:
                image.seek(page - 1)
            except EOFError:
                break
            except Exception:  # damage leads Pillow to errors of every kind
                return (*pages, page)
            if not image.tag_v2.get(SUBFILE_TYPE, 0) & (SMALLER | MASK):
                pages.append(page)
    return tuple(pages)


def _numbered(count: int) -> tuple[int, ...]:
    return tuple(range(1, min(count, MAX_PAGES + 1) + 1)) or (1,)
