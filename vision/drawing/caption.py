"""A picture and a sentence → the picture with the words on a strip below it."""

from collections.abc import Iterable, Iterator
from functools import cache

import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from ..files.pixels import Image
from ..pixels.brightness import is_dark
from .palette import CAPTION_DARK, CAPTION_INK_ON_DARK, CAPTION_INK_ON_LIGHT, CAPTION_LIGHT

SIZE = 1 / 44
"""Height of the letters' font as a share of the picture's width: about eighty letters stand in a line."""
LEAST_SIZE = 15
"""Pixels below which letters are not legible."""
LEAST_WIDTH = 18
"""Least width of the strip, in font sizes: a narrower picture gets room at its right."""
LEADING = 1.3
"""Distance of the lines, in font sizes."""
PAD = 0.7
"""Room around the words, in font sizes."""
SAMPLED = 200
"""Pixels across and down, about, by which a picture is found dark or light."""
SPELT = str.maketrans({"×": "x", "–": "-"})
"""Signs of our sentences that Pillow's own font lacks, and what is written for them."""

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def add_caption(image: Image, text: str, *, lines: int | None = None, dark: bool | None = None) -> Image:
    """Return a copy of a picture, uint8 (H, W, 3) RGB, with words on a strip below it.

    The words are wrapped to the picture's width, a line feed begins a new line; a narrow picture gets room at
    its right. `lines` get room, so that all frames of an animation have one size, as many as the words need
    where not given. `dark` is whether the strip is.
    """
    height, width = image.shape[:2]
    size = letter_size(width)
    wide, written = _wide(width), wrapped(text, width)
    count = len(written) if lines is None else lines
    dark = strip_is_dark(image) if dark is None else dark
    ground = CAPTION_DARK if dark else CAPTION_LIGHT
    ink = CAPTION_INK_ON_DARK if dark else CAPTION_INK_ON_LIGHT
    pad, leading = round(PAD * size), round(LEADING * size)
    strip = Pillow.new("RGB", (wide, 2 * pad + count * leading), ground)
    pen = ImageDraw.Draw(strip)
    for line, words in enumerate(written):
        pen.text((pad, pad + (line + 0.5) * leading), words, ink, _font(size), "lm")
    drawn = np.empty((height + strip.height, wide, 3), np.uint8)
    drawn[:height, :width] = image
    drawn[:height, width:] = np.median(image[:, -1], axis=0)
    drawn[height:] = np.asarray(strip)
    return drawn


def strip_is_dark(image: Image) -> bool:
    """Whether the strip below a picture is dark, as most of the picture is."""
    apart = max(1, min(image.shape[:2]) // SAMPLED)
    return is_dark(image[::apart, ::apart])


def lines_needed(width: int, texts: Iterable[str]) -> int:
    """Return how many lines the longest of some texts takes below a picture so many pixels wide."""
    return max((len(wrapped(text, width)) for text in texts), default=0)


def wrapped(text: str, width: int) -> list[str]:
    """Return the lines in which a text is written below a picture so many pixels wide."""
    size = letter_size(width)
    room = _wide(width) - 2 * round(PAD * size)
    parts = (part.split() for part in text.translate(SPELT).splitlines())
    return [line for words in parts for line in _lines(words, _font(size), room)]


def _lines(words: list[str], font: Font, room: float) -> Iterator[str]:
    """Put as many words into a line as there is room for, and at least one."""
    line = ""
    for word in words:
        longer = f"{line} {word}" if line else word
        if line and font.getlength(longer) > room:
            yield line
            longer = word
        line = longer
    yield line


def letter_size(width: int) -> int:
    """Return the font's size below a picture so many pixels wide."""
    return max(LEAST_SIZE, round(SIZE * width))


def _wide(width: int) -> int:
    """Return the strip's width below a picture so many pixels wide."""
    return max(width, LEAST_WIDTH * LEAST_SIZE)


@cache
def _font(size: int) -> Font:
    return ImageFont.load_default(size)
