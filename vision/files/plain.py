"""A file → whether it is an ordinary picture or a text, by its parts: no library is let loose on it.

Pillow goes over the parts of a file in Python, and keeps what they say in memory: a file of tiny parts, or of
tags that point at one another, would hold it for minutes. So an ordinary picture has few of them.
"""

import re
from typing import BinaryIO

MOST_PIXELS = 16_000_000
"""Of an ordinary picture: the largest screens have 15 million, most telephones' photographs 12."""
MOST_BYTES = 1 << 26
"""Of its file: the pixels of the largest ordinary pictures take hardly as many."""
MOST_CHUNKS = 20_000
"""Chunks of a PNG: its pixels come in chunks of 8 KB or more."""
MOST_NOTES, MOST_NOTE_BYTES = 100, 1 << 16
"""Parts that are not pixels, and their bytes: a photograph with its thumbnail has a dozen and 20 KB."""
MOST_SCANS = 20
"""Of a JPEG, each of which goes over all its pixels: progressive ones have ten."""
START_BYTES = 64
READ_AT_ONCE = 1 << 20

PNG = re.compile(rb"\x89PNG\r\n\x1a\n....IHDR(....)(....)", re.DOTALL)
SIGNATURE_BYTES = 8
PACKED_EXIF = b"Raw profile type"
"""Begins a text of a PNG, which may unpack to half a megabyte of tags."""

JPEG = b"\xff\xd8"
SIZES = frozenset((*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)))
"""Markers of a JPEG after which its size stands."""
SCAN = 0xDA
SEGMENTS = SIZES | frozenset((0xC4, 0xCC, *range(0xDA, 0xF0), 0xFE))
"""Markers after which a length stands, which Pillow, too, takes for one."""

WIDE = (b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")
"""First bytes of texts of Windows' programs."""
BINARY = re.compile(rb"[\0-\x08\x0b\x0e-\x1f]")
"""What no text has."""
LIKE_TEXT = re.compile(rb"(?s:\s*%PDF|GIF8|RIFF|BM|II|MM|8BPS|qoif|icns|P[1-7fFyY]|....ftyp)")
"""First bytes of pictures that may look like those of a text."""


def is_plain(stream: BinaryIO) -> bool:
    """Tell whether a file that can be rewound is empty, a text, or a PNG or JPEG of no unusual size or parts.

    The stream is at its start afterwards.
    """
    size = stream.seek(0, 2)
    stream.seek(0)
    start = stream.read(START_BYTES)
    if start.startswith(JPEG):
        plain = size <= MOST_BYTES and _is_plain_jpeg(stream)
    elif start.startswith(b"\x89PNG"):
        plain = size <= MOST_BYTES and _is_plain_png(stream, start)
    else:
        plain = not LIKE_TEXT.match(start) and (start.startswith(WIDE) or not BINARY.search(start))
    stream.seek(0)
    return plain


def _is_plain_png(stream: BinaryIO, start: bytes) -> bool:
    found = PNG.match(start)
    if not found or not 0 < int.from_bytes(found[1]) * int.from_bytes(found[2]) <= MOST_PIXELS:
        return False
    stream.seek(SIGNATURE_BYTES)
    notes = note_bytes = 0
    for _ in range(MOST_CHUNKS):
        head = stream.read(8)
        length, kind = int.from_bytes(head[:4]), head[4:]
        if len(head) < 8 or kind == b"IEND":  # one that is cut off is ordinary, too
            return True
        begin = b"" if kind == b"IDAT" else stream.read(min(length, len(PACKED_EXIF)))
        if kind != b"IDAT":
            notes, note_bytes = notes + 1, note_bytes + length
        if notes > MOST_NOTES or note_bytes > MOST_NOTE_BYTES or begin == PACKED_EXIF:
            return False
        stream.seek(length - len(begin) + 4, 1)
    return False


def _is_plain_jpeg(stream: BinaryIO) -> bool:
    """Tell whether a JPEG soon comes to its pixels, has not too many, and goes over them only a few times."""
    pixels = 0
    stream.seek(len(JPEG))
    for _ in range(MOST_NOTES):
        head = stream.read(4)
        length = int.from_bytes(head[2:])
        if length < 2 or head[0] != 0xFF or head[1] not in SEGMENTS or stream.tell() > MOST_NOTE_BYTES:
            return False
        if head[1] == SCAN:
            return 0 < pixels <= MOST_PIXELS and _count_scans(stream) < MOST_SCANS
        fields = stream.read(length - 2)
        if head[1] in SIZES:
            pixels = max(pixels, int.from_bytes(fields[3:5]) * int.from_bytes(fields[1:3]))
    return False


def _count_scans(stream: BinaryIO) -> int:
    """Return how many more scans there are; nothing else among a JPEG's pixels looks like their marker."""
    count, last = 0, b""
    while read := stream.read(READ_AT_ONCE):
        count += (last + read).count(b"\xff\xda")
        last = read[-1:]
    return count
