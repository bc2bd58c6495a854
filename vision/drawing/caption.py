"""A picture and a sentence → the picture with the words on a strip below it."""

import unicodedata
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
"""Pixels across and down, about, that tell whether a picture is dark."""
SPELT = dict.fromkeys("–—−•", "-") | {
    **{"×": "x", "→": "->", "≤": "<=", "≥": ">=", "≠": "is not", "½": "1/2"},
}
"""Signs that Pillow's own font lacks, and how they are written with it."""
UNKNOWN = "?"
"""Stands for any other sign that it lacks."""

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def add_caption(image: Image, text: str, *, lines: int | None = None, dark: bool | None = None) -> Image:
    """Return a copy of a picture, uint8 (H, W, 3) RGB, with words on a strip below it.

    The words are wrapped to the picture's width, a line feed begins a new line; a narrow picture gets room at
    its right. `lines` get room, so that all frames of an animation have one size, as many as the words need
    where not given; words beyond them are left out and end in "…". `dark` is whether the strip is.
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
    for line, words in enumerate(_shortened(written, count)):
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
    return [line for part in spelt(text).splitlines() for line in _lines(part.split(), _font(size), room)]


def spelt(text: str) -> str:
    """Return a text with the signs alone that Pillow's own font has."""
    return "".join(_spelt(sign) for sign in text)


def _lines(words: list[str], font: Font, room: float) -> Iterator[str]:
    """Put as many words into a line as there is room for; one that is too long is parted."""
    line = ""
    for word in words:
        longer = f"{line} {word}" if line else word
        if font.getlength(longer) <= room:
            line = longer
            continue
        if line:
            yield line
        *whole, line = _parted(word, font, room)
        yield from whole
    yield line


def _parted(word: str, font: Font, room: float) -> list[str]:
    parts = [""]
    for letter in word:
        if parts[-1] and font.getlength(parts[-1] + letter) > room:
            parts.append("")
        parts[-1] += letter
    return parts


def _shortened(lines: list[str], count: int) -> list[str]:
    """Return at most so many lines; where some are left out, the last one says so."""
    if len(lines) <= count:
        return lines
    return [*lines[: count - 1], f"{lines[count - 1].rpartition(' ')[0]} …"] if count else []


def letter_size(width: int) -> int:
    """Return the font's size below a picture so many pixels wide."""
    return max(LEAST_SIZE, round(SIZE * width))


def _wide(width: int) -> int:
    """Return the strip's width below a picture so many pixels wide."""
    return max(width, LEAST_WIDTH * LEAST_SIZE)


@cache
def _font(size: int) -> Font:
    return ImageFont.load_default(size)


@cache
def _spelt(sign: str) -> str:
    """Return a sign, or what stands for it where the font lacks it."""
    if sign in SPELT:
        return SPELT[sign]
    if sign == "\n" or _has(sign):
        return sign
    plain = "".join(part for part in unicodedata.normalize("NFKD", sign) if part != sign and _has(part))
    return plain or ("" if unicodedata.combining(sign) else UNKNOWN)


def _has(sign: str) -> bool:
    """Whether the font has a sign of its own for it: what it lacks is drawn as one and the same box."""
    missing = _font(LEAST_SIZE).getmask("\U0010ffff")
    return sign.isspace() or bytes(_font(LEAST_SIZE).getmask(sign)) != bytes(missing)
