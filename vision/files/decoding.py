"""A stream of any kind that people have → its picture, by Pillow; what is no picture is refused in words."""

import io
import re
import warnings
from typing import BinaryIO

from PIL import Image as Pillow

from solver.message import Message

from .archives import ZIP, what_archive
from .converting import as_picture
from .errors import ImageUnreadable, NotAPicture, damaged
from .limits import MAX_PAGES, MAX_PIXELS, check_size
from .pages import draw_page, is_heif, is_pdf, open_heif
from .pixels import Picture
from .png import SIGNATURE, without_damaged_notes

READ_FORMATS = (
    *("PNG", "JPEG", "GIF", "BMP", "PPM", "WEBP", "TIFF", "DIB"),
    *("ICO", "ICNS", "JPEG2000", "PCX", "PSD", "QOI", "AVIF"),
)
"""Pillow's names of what is read, commonest first. EPS is left out: Pillow runs Ghostscript on it."""

SIGNATURES = rb"(?s:\x89PNG|\xff\xd8|GIF8|BM....\0\0\0\0|II\*\0|MM\0\*|RIFF....WEBP|\0\0\0.ftypavi)"
"""First bytes of the commonest formats: a file that starts so was a picture, even if it cannot be read."""
WEB_PAGE = rb"(?i:\s*<(\?xml|svg|!doctype|html))"
"""First bytes of pages and drawings of the web, which people hand over for pictures as they do archives."""


def decode_any(stream: BinaryIO, start: bytes, page: int) -> Picture:
    """Decode a page of what can be rewound and begins so, as `load_picture` tells.

    Raises ImageUnreadable if it is no picture, or damaged.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow warns of metadata that is of no use here
        with open_page(stream, start, page) as image:
            return as_picture(image)


def open_page(stream: BinaryIO, start: bytes, page: int) -> Pillow.Image:
    """Return a page of what can be rewound and begins so, whose size is checked, not decoded yet.

    Raises ImageUnreadable if it is no picture, or damaged.
    """
    try:
        image = _seek_page(stream, start, page)
        check_size(image)
        return image
    except ImageUnreadable:
        raise
    except Pillow.DecompressionBombError as error:
        pixels = max(map(int, re.findall(r"\d+", str(error))), default=MAX_PIXELS + 1)
        what = Message("many_pixels", millions=round(pixels / 1e6), most=MAX_PIXELS // 10**6)
        raise ImageUnreadable(what) from None
    except Exception as error:  # damage leads Pillow's parsers to errors of every kind
        if start.startswith(ZIP):
            raise ImageUnreadable(what_archive(stream)) from error
        if re.match(WEB_PAGE, start):
            raise ImageUnreadable(Message("web_page")) from error
        if re.match(SIGNATURES, start) or is_heif(start):
            raise damaged(error) from error
        raise NotAPicture(Message("not_a_picture")) from error


def _seek_page(stream: BinaryIO, start: bytes, page: int) -> Pillow.Image:
    """Return a page, not decoded yet; drawn pages are checked for their size as they are drawn."""
    if page > MAX_PAGES:
        raise ImageUnreadable(Message("many_pages", most=MAX_PAGES))
    if is_pdf(start):
        return draw_page(stream, page)
    if start.startswith(SIGNATURE):
        stream = io.BytesIO(without_damaged_notes(stream.read()))
    image = open_heif(stream) if is_heif(start) else Pillow.open(stream, formats=READ_FORMATS)
    # The first picture of an animated PNG may be shown only where there are no animations.
    if at := page - 1 + getattr(image, "default_image", False):
        try:
            image.seek(at)
        except EOFError:
            raise ImageUnreadable(Message("no_such_page", page=page)) from None
    return image
