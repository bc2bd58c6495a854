"""Pixels → the contents of a PNG, in half the time of encoders that try every filter on every row.

Each row is written as its difference from the row above. In drawings and screenshots nearly all of that is
zero; in photographs it is noise, as what every other filter leaves.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .pixels import Image, TransparentImage

SIGNATURE = b"\x89PNG\r\n\x1a\n"
COLOUR_TYPES = {3: 2, 4: 6}
"""PNG's numbers of RGB and RGBA."""
UP = 2
"""PNG's number of the filter."""
LEVEL = 3
"""Of zlib: the highest at which runs of equal bytes, nearly all there is, are passed over at once. The next
takes half as long again for files a seventh smaller."""
MEMORY = 6
"""Of zlib, where it searches: with the usual 8, bringing its table up to date for every 32 kB would take a
sixth of the time, and files were no smaller."""
NOISE, SAMPLED = 0.3, 64
"""Share of zeros in the differences below which nothing repeats that is worth searching for, and rows, about,
that tell."""
BAND_BYTES = 1 << 18
"""Bytes that are worked on at a time: as many as the processor's cache has room for."""
INCH = 0.0254
"""In metres."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What a PNG says beside its pixels."""

    software: str
    """What has written it, in Latin-1."""
    texts: tuple[tuple[str, str], ...] = ()
    """Names and texts, which are compressed."""
    icc_profile: bytes | None = None
    """The colour profile."""
    dpi: tuple[float, float] | None = None
    """Dots per inch across and down."""

    @property
    def chunks(self) -> Iterator[bytes]:
        """All of it, as it stands before the pixels."""
        if self.icc_profile:
            yield _chunk(b"iCCP", b"ICC Profile\0\0" + zlib.compress(self.icc_profile))
        yield _chunk(b"tEXt", f"Software\0{self.software}".encode("latin-1"))
        for name, text in self.texts:
            yield _chunk(b"iTXt", f"{name}\0\1\0\0\0".encode("latin-1") + zlib.compress(text.encode()))
        if self.dpi:
            across, down = (round(dots / INCH) for dots in self.dpi)
            yield _chunk(b"pHYs", struct.pack(">2IB", across, down, 1))


def encode_png(pixels: Image | TransparentImage, notes: Notes) -> bytes:
    """Return the PNG of pixels, uint8 (H, W, 3) RGB or (H, W, 4) RGBA."""
    height, width, channels = pixels.shape
    header = struct.pack(">2I5B", width, height, 8, COLOUR_TYPES[channels], 0, 0, 0)
    rows = np.ascontiguousarray(pixels).reshape(height, width * channels)
    data = (_chunk(b"IDAT", part) for part in _compressed(rows) if part)
    return b"".join([SIGNATURE, _chunk(b"IHDR", header), *notes.chunks, *data, _chunk(b"IEND", b"")])


def _chunk(kind: bytes, contents: bytes) -> bytes:
    check = zlib.crc32(contents, zlib.crc32(kind))
    return b"".join([len(contents).to_bytes(4), kind, contents, check.to_bytes(4)])


def _compressed(rows: NDArray[np.uint8]) -> Iterator[bytes]:
    """Yield the compressed differences of rows, (H, W * channels), part by part."""
    search = (zlib.DEF_MEM_LEVEL, zlib.Z_RLE) if _is_noise(rows) else (MEMORY, zlib.Z_DEFAULT_STRATEGY)
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, zlib.MAX_WBITS, *search)
    height, width = rows.shape
    high = max(1, min(height, BAND_BYTES // width))
    band = np.empty((high, 1 + width), np.uint8)
    band[:, 0] = UP
    band[0, 1:] = rows[0]  # above it there is nothing
    for top in range(0, height, high):
        part, first = band[: height - top], max(1, top)
        below = rows[first : top + high]
        np.subtract(below, rows[first - 1 : first - 1 + len(below)], out=part[first - top :, 1:])
        yield packer.compress(part.data)
    yield packer.flush()


def _is_noise(rows: NDArray[np.uint8]) -> bool:
    step = max(1, len(rows) // SAMPLED) | 1  # odd: every eighth row may begin a block of a JPEG
    changed = rows[step::step] != rows[step - 1 : -1 : step]
    return bool(np.count_nonzero(changed) > (1 - NOISE) * changed.size)
