"""Any picture file people have → a `Picture`; what is no picture is refused in words."""

import io
import re
import warnings
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO

from PIL import Image as Pillow

from .errors import ImageUnreadable, NotAPicture, damaged, reason
from .heif import is_heif, open_heif
from .limits import MAX_PAGES, MAX_PIXELS, check_size, too_large
from .pdf import draw_page, is_pdf
from .pixels import Picture, as_picture
from .safe_open import NotAFile, open_file

MAX_STREAM_BYTES = 1 << 29
"""Bytes read from a pipe, which tells no size beforehand, until it is refused."""

READ_FORMATS = (
    *("PNG", "JPEG", "GIF", "BMP", "PPM", "WEBP", "TIFF", "DIB"),
    *("ICO", "ICNS", "JPEG2000", "PCX", "PSD", "QOI", "AVIF"),
)
"""Pillow's names of what is read, commonest first. EPS is left out: Pillow runs Ghostscript on it."""

SIGNATURES = rb"(?s:\x89PNG|\xff\xd8|GIF8|BM....\0\0\0\0|II\*\0|MM\0\*|RIFF....WEBP|\0\0\0.ftypavi)"
"""First bytes of the commonest formats: a file that starts so was a picture, even if it cannot be read."""
KNOWN_STRANGERS = (
    (rb"(?i:\s*<(\?xml|svg|!doctype|html))", "a web page or SVG", "take a screenshot of it"),
    (rb"PK\x03\x04", "a ZIP archive", "unpack the pictures first"),
)
"""First bytes of what people hand over for a picture, what it is, and what to do."""


def load_picture(source: Path | BinaryIO, page: int = 1) -> Picture:
    """Read a picture file of any common kind; `page` is that of a TIFF, PDF or HEIC file of several.

    The EXIF turn is applied; palette, grey, 16-bit and CMYK colours become RGB; of an animation the first
    frame is taken. The size is checked on the header, before anything is decoded.

    Raises ImageUnreadable if nothing readable is there; the message says what was seen, the advice what to
    do.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of metadata that is of no use here
            with opened(source) as stream:
                return _decode(stream, page)
    except ImageUnreadable as error:
        error.place = str(source) if isinstance(source, Path) else ""
        raise


def opened(source: Path | BinaryIO) -> AbstractContextManager[BinaryIO]:
    """Open a path, or take what is open already.

    Raises ImageUnreadable if the path cannot be opened, or is no regular file.
    """
    if not isinstance(source, Path):
        return nullcontext(source)
    try:
        return open_file(source)
    except NotAFile as error:
        raise ImageUnreadable(f"this is {error}, not a picture", "save the picture as a file") from None
    except IsADirectoryError:
        raise ImageUnreadable("this is a folder, not a picture", "name a picture in it") from None
    except FileNotFoundError:
        raise ImageUnreadable("there is no such file", "check the name") from None
    except PermissionError:
        raise ImageUnreadable("no permission to read it", "check the file's permissions") from None
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        raise ImageUnreadable(f"it cannot be opened: {reason(error)}", "check the name") from None


def _decode(stream: BinaryIO, page: int) -> Picture:
    try:
        stream = rewindable(stream)
        start = stream.read(64)
        stream.seek(0)
    except OSError as error:
        raise ImageUnreadable(
            f"it cannot be read: {reason(error)}", "check the disk or the connection"
        ) from None
    if not start:
        raise ImageUnreadable("the file is empty", "save or send the picture again")
    with _open_page(stream, start, page) as image:
        return as_picture(image)


def rewindable(stream: BinaryIO) -> BinaryIO:
    """Keep what comes from a pipe, since decoding goes to and fro.

    Raises ImageUnreadable if more comes than any picture has.
    """
    if stream.seekable():
        return stream
    contents = stream.read(MAX_STREAM_BYTES + 1)
    if len(contents) > MAX_STREAM_BYTES:
        raise ImageUnreadable(
            f"standard input has more than {MAX_STREAM_BYTES >> 20} MB", "use a smaller picture"
        )
    return io.BytesIO(contents)


def _open_page(stream: BinaryIO, start: bytes, page: int) -> Pillow.Image:
    try:
        image = _seek_page(stream, start, page)
        check_size(image)
        return image
    except ImageUnreadable:
        raise
    except Pillow.DecompressionBombError as error:
        pixels = max(map(int, re.findall(r"\d+", str(error))), default=MAX_PIXELS + 1)
        raise too_large(f"the picture has {pixels / 1e6:,.0f} million pixels") from None
    except Exception as error:  # damage leads Pillow's parsers to errors of every kind
        for beginning, what, advice in KNOWN_STRANGERS:
            if re.match(beginning, start):
                raise ImageUnreadable(f"this is {what}, not a picture", advice) from error
        if re.match(SIGNATURES, start) or is_heif(start):
            raise damaged(error) from error
        raise NotAPicture(
            "this is not a picture", "give a screenshot or photo, such as a PNG or JPEG"
        ) from error


def _seek_page(stream: BinaryIO, start: bytes, page: int) -> Pillow.Image:
    """Return a page, not decoded yet; drawn pages are checked for their size as they are drawn."""
    if page > MAX_PAGES:
        raise ImageUnreadable(f"only the first {MAX_PAGES:,} pages of a file are read", "split the file")
    if is_pdf(start):
        return draw_page(stream, page)
    image = open_heif(stream) if is_heif(start) else Pillow.open(stream, formats=READ_FORMATS)
    if page > 1:
        try:
            image.seek(page - 1)
        except EOFError:
            raise ImageUnreadable(f"the file has no page {page}", "check the page number") from None
    return image
