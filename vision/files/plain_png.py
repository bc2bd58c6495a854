"""An ordinary PNG → its picture, by OpenCV: in half the time of Pillow, which then need not even be loaded.

Whatever is out of the ordinary is left to Pillow, and so is saying what is amiss with a file.
"""

from __future__ import annotations

import struct
import zlib
from itertools import takewhile
from typing import BinaryIO, cast

import cv2
import numpy as np

from .limits import MAX_SIDE
from .pixels import Image, Picture, usable_dpi
from .plain import MOST_PIXELS
from .png import COLOUR_TYPES, INCH, SIGNATURE

MOST_BYTES = 1 << 26
"""Bytes of a file; the pixels of the largest ordinary pictures take hardly as many."""
CHANNELS = {colour_type: channels for channels, colour_type in COLOUR_TYPES.items()}
TEXTS = (b"Software\0", b"Creation Time\0")
"""Names of texts that say nothing of the pixels, as some do of how they are turned."""
SAYS_NOTHING = frozenset((b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"bKGD", b"tIME"))
"""Chunks that Pillow passes over in pictures of eight bits."""
MOST_CHUNKS = 1000
"""Chunks of a file that are looked at for its software: our own files have five before their pixels."""

Chunk = tuple[bytes, memoryview, memoryview]
"""Its kind, its contents, and all of it."""


def decode_plain_png(contents: bytes) -> Picture | None:
    """Return the opaque picture in a PNG of 8 bits a channel; None if it is anything else, or damaged."""
    chunks = _chunks(contents) if len(contents) <= MOST_BYTES else []
    head = list(takewhile(lambda chunk: chunk[0] != b"IDAT", chunks))
    data, end = chunks[len(head) : -1], chunks[-1:]
    if not (head and data and end[0][0] == b"IEND" and all(kind == b"IDAT" for kind, _, _ in data)):
        return None
    channels, told = _channels(head[0]), [chunk for chunk in head[1:] if not _says_nothing(chunk)]
    if channels is None or any(kind != b"pHYs" or len(fields) != 9 for kind, fields, _ in told):
        return None
    bare = b"".join([SIGNATURE, *(whole for _, _, whole in (head[0], *data, *end))])
    pixels = _decoded(bare, channels)
    return None if pixels is None else Picture(pixels, dpi=_dpi(told[-1][1]) if told else None)


def software_of(file: BinaryIO) -> str | None:
    """Return what a PNG says before its pixels that it was written by; None if it does not say."""
    file.seek(len(SIGNATURE))
    for _ in range(MOST_CHUNKS):
        start = file.read(8)
        length, kind = int.from_bytes(start[:4]), start[4:]
        if len(kind) < 4 or kind == b"IDAT":
            return None
        if kind == b"tEXt" and length < MOST_CHUNKS:
            text = file.read(length)
            file.seek(4, 1)
            if text.startswith(TEXTS[0]):
                return text[len(TEXTS[0]) :].decode("latin-1")
        else:
            file.seek(length + 4, 1)
    return None


def _chunks(contents: bytes) -> list[Chunk]:
    """Return all chunks of a PNG; none if one is damaged, or something comes after the last."""
    view, at, chunks = memoryview(contents), len(SIGNATURE), list[Chunk]()
    while at < len(view):
        end = at + 8 + int.from_bytes(view[at : at + 4])
        check = view[end : end + 4]
        if len(check) < 4 or zlib.crc32(view[at + 4 : end]) != int.from_bytes(check):
            return []
        chunks.append((bytes(view[at + 4 : at + 8]), view[at + 8 : end], view[at : end + 4]))
        at = end + 4
    return chunks


def _channels(header: Chunk) -> int | None:
    """Return the number of channels, if it is the header of a picture of ordinary kind and size."""
    kind, fields, _ = header
    if kind != b"IHDR" or len(fields) != 13:
        return None
    width, height, depth, colour_type, *others = struct.unpack(">2I5B", fields)
    is_ordinary = depth == 8 and colour_type in CHANNELS and not any(others)
    fits = 0 < width * height <= MOST_PIXELS and max(width, height) <= MAX_SIDE
    return CHANNELS[colour_type] if is_ordinary and fits else None


def _says_nothing(chunk: Chunk) -> bool:
    """Whether what a chunk says has no bearing on the pixels, nor is to come back in an answer."""
    kind, fields, _ = chunk
    return kind in SAYS_NOTHING or (kind == b"tEXt" and bytes(fields).startswith(TEXTS))


def _decoded(contents: bytes, channels: int) -> Image | None:
    """Return the RGB pixels, if all are there and none is transparent."""
    try:
        pixels = cv2.imdecode(np.frombuffer(contents, np.uint8), cv2.IMREAD_UNCHANGED)
    except cv2.error:
        return None
    if pixels is None or (channels == 4 and pixels[..., 3].min() < 255):
        return None
    rgb = cv2.cvtColor(pixels, cv2.COLOR_BGRA2RGB if channels == 4 else cv2.COLOR_BGR2RGB)
    rgb.flags.writeable = False  # as Pillow's mostly are
    return cast(Image, rgb)


def _dpi(fields: memoryview) -> tuple[float, float] | None:
    across, down, unit = struct.unpack(">2IB", fields)
    return usable_dpi(across * INCH, down * INCH) if unit == 1 else None
