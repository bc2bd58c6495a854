"""PNG, by OpenCV: the ordinary ones that are read, and those that are written.

Pillow, whose import takes longer than most pictures, is then not even loaded. Whatever is out of the ordinary
is left to it, and so is saying what is amiss with a file.
"""

import struct
import zlib
from collections.abc import Iterator
from itertools import islice, takewhile
from typing import cast

import cv2
import numpy as np

from .limits import MAX_SIDE
from .pixels import Image, Picture, TransparentImage, usable_dpi
from .plain import MOST_CHUNKS, MOST_PIXELS

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}
"""Of PNG's kinds of colour: RGB and RGBA."""
TEXTS = (b"Software\0", b"Creation Time\0")
"""Names of texts that say nothing of the pixels, as some do of how they are turned."""
SAYS_NOTHING = frozenset((b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"bKGD", b"tIME"))
"""Chunks that Pillow passes over in pictures of eight bits."""
NOTE = 0x20
"""Bit of the first byte of a chunk's name, then a small letter: the pixels can be shown without it."""
INCH = 0.0254
"""In metres."""
HEAD_BYTES = len(SIGNATURE) + 25
"""Of a file: its signature and its header, which are followed by what it says of itself."""
AS_DRAWINGS = (
    *(cv2.IMWRITE_PNG_COMPRESSION, 3),  # of zlib: the highest that passes over runs of equal bytes at once
    *(cv2.IMWRITE_PNG_FILTER, cv2.IMWRITE_PNG_FILTER_UP),  # the differences of rows are nearly all zero
)
"""How OpenCV is to compress."""

Chunk = tuple[bytes, memoryview, memoryview]
"""Its kind, its contents, and all of it."""


def encode_png(
    pixels: Image | TransparentImage,
    software: str,
    icc_profile: bytes | None = None,
    dpi: tuple[float, float] | None = None,
) -> bytes:
    """Return the PNG of pixels, uint8 (H, W, 3) RGB or (H, W, 4) RGBA.

    Before them it says what has written it, in Latin-1, and its colour profile and dots per inch if it has.
    """
    notes = [_chunk(b"tEXt", f"Software\0{software}".encode("latin-1"))]
    if icc_profile:
        notes.append(_chunk(b"iCCP", b"ICC Profile\0\0" + zlib.compress(icc_profile)))
    if dpi:
        notes.append(_chunk(b"pHYs", struct.pack(">2IB", *(round(dots / INCH) for dots in dpi), 1)))
    order = cv2.COLOR_RGB2BGR if pixels.shape[2] == 3 else cv2.COLOR_RGBA2BGRA
    contents = cv2.imencode(".png", cv2.cvtColor(pixels, order), AS_DRAWINGS)[1].data
    return b"".join([contents[:HEAD_BYTES], *notes, contents[HEAD_BYTES:]])


def _chunk(kind: bytes, contents: bytes) -> bytes:
    check = zlib.crc32(contents, zlib.crc32(kind))
    return b"".join([len(contents).to_bytes(4), kind, contents, check.to_bytes(4)])


def decode_plain_png(contents: bytes) -> Picture | None:
    """Return the opaque picture in a PNG of 8 bits a channel; None if it is anything else, or damaged."""
    chunks = _chunks(contents)
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


def without_damaged_notes(contents: bytes) -> bytes:
    """Return a PNG without those of its notes whose check is wrong: browsers pass over them, too.

    A note is a chunk that is not needed to show the pixels, as its name tells.
    """
    every = list(islice(_walk(contents), MOST_CHUNKS))
    kept = [chunk for chunk in every if _is_right(chunk) or not chunk[0][0] & NOTE]
    if len(kept) == len(every):
        return contents
    walked = len(SIGNATURE) + sum(len(whole) for _, _, whole in every)
    return b"".join([SIGNATURE, *(whole for _, _, whole in kept), contents[walked:]])


def _chunks(contents: bytes) -> list[Chunk]:
    """Return all chunks of a PNG; none if there are too many, one is damaged, or more than they is there."""
    chunks = list(islice(_walk(contents), MOST_CHUNKS))
    walked = len(SIGNATURE) + sum(len(whole) for _, _, whole in chunks)
    return chunks if walked == len(contents) and all(map(_is_right, chunks)) else []


def _walk(contents: bytes) -> Iterator[Chunk]:
    """Yield the chunks of a PNG, damaged ones too, as far as none runs past the end."""
    view, at = memoryview(contents), len(SIGNATURE)
    while at + 12 <= len(view):
        end = at + 12 + int.from_bytes(view[at : at + 4])
        if end > len(view):
            return
        yield bytes(view[at + 4 : at + 8]), view[at + 8 : end - 4], view[at:end]
        at = end


def _is_right(chunk: Chunk) -> bool:
    """Tell whether the check at the end of a chunk is that of its kind and contents."""
    _, _, whole = chunk
    return zlib.crc32(whole[4:-4]) == int.from_bytes(whole[-4:])


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
