"""A picture that is not decoded yet → whether decoding it takes more time or memory than it is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from solver.message import Message

from .errors import ImageUnreadable

if TYPE_CHECKING:
    from PIL import Image as Pillow

MAX_PAGES = 1000
"""Pages of a file that are read; of more, it is said that they are not."""
MAX_PIXELS = 120_000_000
"""Pixels; more are refused by the header. Telephones reach 108 million, a bad file any number."""
MAX_PIXELS_COSTLY, MAX_PIXELS_HEIF = 30_000_000, 50_000_000
"""Pixels of pictures that need up to four times the usual memory, and of the photographs of telephones."""
COSTLY_FORMATS = ("WEBP", "JPEG2000", "AVIF")
PLAIN_MODES = ("1", "L", "P", "RGB", "YCbCr")
"""What is decoded in more than eight bytes a pixel, and what is not unless it is transparent."""
RUNS_OF_BMP = (1, 2)
"""Says that a BMP is written as runs of equal pixels, which are put together apart from the picture."""
MAX_SIDE = 32_766
"""Pixels; OpenCV cannot straighten what is longer. No screenshot of a puzzle is."""
TILE_WIDTH, TILE_HEIGHT = 322, 323  # TIFF tags


def check_size(image: Pillow.Image) -> None:
    """Refuse a picture by what its header says of sizes, before anything is decoded.

    Raises ImageUnreadable if it, or a tile of it, has more pixels than are read.
    """
    width, height = image.size
    if width * height > (most := max_pixels(image)):
        raise ImageUnreadable(Message("large_picture", width=width, height=height, most=most // 10**6))
    if max(image.size) > MAX_SIDE:
        raise ImageUnreadable(Message("long_picture", width=width, height=height, most=MAX_SIDE))
    if image.format == "TIFF":
        _check_tiles(image)


def max_pixels(image: Pillow.Image) -> int:
    """Return how many pixels a picture may have, so that reading it takes less than a gigabyte."""
    if image.format == "HEIF":
        return MAX_PIXELS_HEIF
    plain = image.mode in PLAIN_MODES and "transparency" not in image.info
    plain = plain and image.info.get("compression") not in RUNS_OF_BMP
    return MAX_PIXELS if plain and image.format not in COSTLY_FORMATS else MAX_PIXELS_COSTLY


def _check_tiles(image: Any) -> None:
    """Refuse tiles far larger than the picture: each is decoded as a whole."""
    width, height = (image.tag_v2.get(tag, 0) for tag in (TILE_WIDTH, TILE_HEIGHT))
    if isinstance(width, int) and isinstance(height, int) and width * height > MAX_PIXELS_COSTLY:
        most = MAX_PIXELS_COSTLY // 10**6
        raise ImageUnreadable(Message("large_tiles", width=width, height=height, most=most))
