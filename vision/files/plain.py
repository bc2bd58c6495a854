"""A file → whether it is an ordinary picture or a text, by its beginning: no library is let loose on it."""

import re
from typing import BinaryIO

MOST_PIXELS = 16_000_000
"""Of an ordinary picture: the largest screens have 15 million, most telephones' photographs 12."""
START_BYTES = 64
PNG = re.compile(rb"\x89PNG\r\n\x1a\n....IHDR(....)(....)", re.DOTALL)
JPEG = b"\xff\xd8"
SIZES = frozenset((*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)))
"""Marks of a JPEG after which its size stands."""
MOST_MARKS = 1000
"""Marks of a JPEG that are passed over before its size: a photograph has some dozens."""
WIDE = (b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")
"""First bytes of texts of Windows' programs."""
BINARY = re.compile(rb"[\0-\x08\x0b\x0e-\x1f]")
"""What no text has."""
LIKE_TEXT = re.compile(rb"\s*%PDF|GIF8|RIFF|BM|II|MM|8BPS|qoif|icns|P[1-7fFyY]")
"""First bytes of pictures that may look like those of a text."""


def is_plain(stream: BinaryIO) -> bool:
    """Tell whether a file that can be rewound is empty, a text, or a PNG or JPEG of no unusual size.

    The stream is at its start afterwards.
    """
    start = stream.read(START_BYTES)
    size = _jpeg_size(stream) if start.startswith(JPEG) else _png_size(start)
    stream.seek(0)
    if size is not None:
        return 0 < size[0] * size[1] <= MOST_PIXELS
    if start.startswith((JPEG, b"\x89PNG")):
        return False
    return start.startswith(WIDE) or not (BINARY.search(start) or LIKE_TEXT.match(start))


def _png_size(start: bytes) -> tuple[int, int] | None:
    found = PNG.match(start)
    return (int.from_bytes(found[1]), int.from_bytes(found[2])) if found else None


def _jpeg_size(stream: BinaryIO) -> tuple[int, int] | None:
    """Return the size that the first frame of a JPEG tells, None if there is none where one should be."""
    stream.seek(len(JPEG))
    for _ in range(MOST_MARKS):
        mark = stream.read(2)
        while mark == b"\xff\xff":  # any number may stand before a mark
            mark = mark[1:] + stream.read(1)
        length = stream.read(2)
        if len(length) < 2 or mark[0] != 0xFF:
            return None
        if mark[1] in SIZES:
            fields = stream.read(5)
            return int.from_bytes(fields[3:5]), int.from_bytes(fields[1:3])
        stream.seek(int.from_bytes(length) - 2, 1)
    return None
