"""Any picture file people have → a `Picture`; what is no picture is refused in words."""

import io
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO

from .errors import ImageUnreadable, reason
from .pixels import Picture
from .plain_png import MOST_BYTES, decode_plain_png
from .png import SIGNATURE
from .safe_open import NotAFile, open_file

MAX_STREAM_BYTES = 1 << 29
"""Bytes read from a pipe, which tells no size beforehand, until it is refused."""


def load_picture(source: Path | BinaryIO, page: int = 1) -> Picture:
    """Read a picture file of any common kind; `page` is that of a TIFF, PDF or HEIC file of several.

    The EXIF turn is applied; palette, grey, 16-bit and CMYK colours become RGB; of an animation the first
    frame is taken. The size is checked on the header, before anything is decoded.

    Raises ImageUnreadable if nothing readable is there; the message says what was seen, the advice what to
    do.
    """
    try:
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
    if page == 1 and start.startswith(SIGNATURE):
        plain = decode_plain_png(stream.read(MOST_BYTES + 1))
        stream.seek(0)
        if plain is not None:
            return plain
    from .decoding import decode_any  # noqa: PLC0415 — loads Pillow

    return decode_any(stream, start, page)


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
