"""Files that may hold several pictures, TIFF, PDF and HEIC → the numbers of their pages, and one page.

The extra `heic` brings what decodes HEIC.
"""

from __future__ import annotations

import math
import re
import warnings
from contextlib import suppress
from typing import TYPE_CHECKING, Any, BinaryIO

from solver.message import Message

from .errors import ImageUnreadable, too_much_memory
from .limits import MAX_PAGES

if TYPE_CHECKING:
    from PIL import Image as Pillow

TIFFS = (b"II*\0", b"II+\0", b"MM\0*", b"MM\0+")
"""First bytes of a TIFF."""
SUBFILE_TYPE = 254  # TIFF tag
SMALLER, MASK = 1, 4
"""Bits of that tag: the page is a smaller copy of another, or its mask."""
PDF = re.compile(rb"\s*%PDF")
HEIF = re.compile(rb"....ftyp(hei|hev|mif1|msf1)", re.DOTALL)
DOTS_PER_INCH = 200
"""A printed board's cells are then some 40 pixels wide at least, and a page has four million."""
PAGE_PIXELS = 16_000_000
"""Pixels; larger pages, posters and bad files, are drawn with fewer dots per inch."""
PAGE_SIDE = 30_000
"""Pixels of a side: a page that is a mere line is not stretched beyond it."""
POINTS_PER_INCH = 72


def pages_of(stream: BinaryIO) -> tuple[int, ...]:
    """Return the numbers of the pages in a stream that can be rewound, counted from 1, and rewind it.

    It is the first alone for any other file. No page after a damaged one is found, but the damaged one is,
    so that reading it reports the damage; the same goes for one page more than are read.
    """
    try:
        start = stream.read(64)
        stream.seek(0)
        if start.startswith(TIFFS):
            return _tiff_pages(stream) or (1,)
        if is_pdf(start):
            with _open(stream) as document:
                return _numbered(len(document))
        if is_heif(start):
            return _numbered(open_heif(stream).n_frames)
        return (1,)
    except MemoryError:
        raise
    except Exception:  # damage leads parsers to errors of every kind; reading the first page reports it
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


def is_pdf(start: bytes) -> bool:
    """Tell by its first bytes whether a file is a PDF document."""
    return PDF.match(start) is not None


def is_heif(start: bytes) -> bool:
    """Tell by its first bytes whether a file is an HEIC photograph."""
    return HEIF.match(start) is not None


def open_heif(stream: BinaryIO) -> Any:
    """Return the photographs of a file as a Pillow picture: its `n_frames` are its pages.

    Raises ImageUnreadable if the extra is missing.
    """
    try:
        from pillow_heif import HeifImageFile  # noqa: PLC0415 — an extra
    except ImportError:
        raise ImageUnreadable(Message("heic_extra")) from None
    return HeifImageFile(stream)


def draw_page(stream: BinaryIO, page: int) -> Pillow.Image:
    """Return an RGB picture of a page, counted from 1; its `info` holds the dots per inch.

    What is typed into a form is on it, as viewers show it.

    Raises ImageUnreadable if the document needs a password, or there is no such page.
    """
    with _open(stream) as document:
        with suppress(RuntimeError):  # PDFium cannot do with the form: the page is drawn without it
            document.init_forms()
        if not 1 <= page <= len(document):
            raise ImageUnreadable(Message("page_not_in_document", page=page, pages=len(document)))
        try:
            paper = document[page - 1]
            dots = _dots_per_inch(*paper.get_size())
            picture: Pillow.Image = paper.render(scale=dots / POINTS_PER_INCH).to_pil().convert("RGB")
        except MemoryError as error:
            raise too_much_memory() from error
        except Exception as error:  # damage: PDFium says little more than that it failed
            raise _damaged() from error
        picture.info["dpi"] = (dots, dots)
        return picture


def _dots_per_inch(width: float, height: float) -> float:
    """Return the resolution for a page of a size in points: the usual one, less if it is large."""
    if not (math.isfinite(width) and math.isfinite(height) and width > 0 and height > 0):
        raise ValueError(f"a page of {width} x {height} points")
    by_area = math.sqrt(PAGE_PIXELS / (width * height))
    by_side = PAGE_SIDE / max(width, height)
    return min(DOTS_PER_INCH, POINTS_PER_INCH * min(by_area, by_side))


def _open(stream: BinaryIO) -> Any:
    import pypdfium2  # noqa: PLC0415 — heavy: only documents need it

    try:
        return pypdfium2.PdfDocument(stream)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise ImageUnreadable(Message("password_needed")) from None
        raise _damaged() from error


def _damaged() -> ImageUnreadable:
    return ImageUnreadable(Message("damaged_pdf"))
