"""Any picture file people have → a `Picture`; what is no picture is refused in words."""

from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from solver.message import Message

from .errors import ImageUnreadable, reason
from .mark import read_mark
from .pixels import Picture
from .png import SIGNATURE, decode_plain_png
from .safe_open import opened, rewindable


def load_picture(source: Path | BinaryIO, page: int = 1) -> Picture:
    """Read a picture file of any common kind; `page` is that of a TIFF, PDF or HEIC file of several.

    The EXIF turn is applied; palette, grey, 16-bit and CMYK colours become RGB; of an animation the first
    frame is taken. The size is checked on the header, before anything is decoded.

    Raises ImageUnreadable if nothing readable is there; it says what was seen and what to do.
    """
    try:
        with opened(source) as stream:
            return _decode(stream, page)
    except ImageUnreadable as error:
        error.place = str(source) if isinstance(source, Path) else ""
        raise


def _decode(stream: BinaryIO, page: int) -> Picture:
    try:
        stream = rewindable(stream)
        start = stream.read(64)
        stream.seek(0)
    except OSError as error:
        raise ImageUnreadable(Message("broke_off", said=reason(error))) from None
    if not start:
        raise ImageUnreadable(Message("empty_file"))
    plain = None
    if page == 1 and start.startswith(SIGNATURE):
        plain = decode_plain_png(stream.read())
        stream.seek(0)
    if plain is None:
        from .decoding import decode_any  # noqa: PLC0415 — loads Pillow

        plain = decode_any(stream, start, page)
    return replace(plain, mark=str(read_mark(stream) or ""))
