"""A page of a PDF document → a Pillow picture of it."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, BinaryIO

from solver.message import Message

from .errors import ImageUnreadable, too_much_memory

if TYPE_CHECKING:
    from PIL import Image as Pillow

DOTS_PER_INCH = 200
"""A printed board's cells are then some 40 pixels wide at least, and a page has four million."""
MAX_PIXELS = 16_000_000
"""Pixels; larger pages, posters and bad files, are drawn with fewer dots per inch."""
MAX_SIDE = 30_000
"""Pixels of a side: a page that is a mere line is not stretched beyond it."""
POINTS_PER_INCH = 72
START = re.compile(rb"\s*%PDF")


def is_pdf(start: bytes) -> bool:
    """Tell by its first bytes whether a file is a PDF document."""
    return START.match(start) is not None


def count_pages(stream: BinaryIO) -> int:
    """Return how many pages a document says it has.

    Raises ImageUnreadable if it cannot be opened.
    """
    with _open(stream) as document:
        return len(document)


def draw_page(stream: BinaryIO, page: int) -> Pillow.Image:
    """Return an RGB picture of a page, counted from 1; its `info` holds the dots per inch.

    Raises ImageUnreadable if the document needs a password, or there is no such page.
    """
    with _open(stream) as document:
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
    by_area = math.sqrt(MAX_PIXELS / (width * height))
    by_side = MAX_SIDE / max(width, height)
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
