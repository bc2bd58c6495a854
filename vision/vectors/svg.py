"""A page of vectors → an SVG file."""

import base64
import io
from collections.abc import Iterator
from xml.sax.saxutils import escape

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow

from ..drawing.palette import Paint
from ..files.save import PHOTO_SETTINGS
from .page import FONT, Area, Group, Item, Lines, Page, Place, Raster, Words

NAMESPACE = "http://www.w3.org/2000/svg"
MARK_ELEMENT = "<metadata>{mark}</metadata>"
"""Tells that the file was written here, and whether it is an answer or a puzzle."""


def encode_svg(page: Page, mark: str, title: str) -> bytes:
    """Return the contents of an SVG file, always the same for the same page."""
    wide, high = _number(page.width), _number(page.height)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="{NAMESPACE}" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">',
        MARK_ELEMENT.format(mark=escape(mark)),
        f"<title>{escape(title)}</title>",
        *(line for item in page.items for line in _element(item)),
        "</svg>\n",
    ]
    return "\n".join(lines).encode()


def _element(item: Item) -> Iterator[str]:
    match item:
        case Area(rings, paint):
            d = "".join(f"{_path(ring)}Z" for ring in rings)
            yield f'<path d="{d}" fill-rule="evenodd" {_coloured("fill", paint)}/>'
        case Lines(lines, width, paint):
            d = "".join(map(_path, lines))
            ends = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
            yield f'<path d="{d}" {ends} stroke-width="{_number(width)}" {_coloured("stroke", paint)}/>'
        case Words(text, (x, y), size, colour, anchor):
            font = f'font-family="{FONT}" font-weight="bold" font-size="{_number(size)}"'
            at = f'x="{_number(x)}" y="{_number(y)}" text-anchor="{anchor}"'
            yield f'<text {at} {font} fill="{_hex(colour)}">{escape(text)}</text>'
        case Group((x, y), scale, items):
            yield f'<g transform="translate({_number(x)} {_number(y)}) scale({scale:.6f})">'
            yield from (line for part in items for line in _element(part))
            yield "</g>"
        case Raster(pixels, is_photo):
            high, wide = pixels.shape[:2]
            yield f'<image width="{wide}" height="{high}" href="{_data(pixels, is_photo=is_photo)}"/>'


def _path(places: tuple[Place, ...]) -> str:
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in places)


def _coloured(what: str, paint: Paint) -> str:
    opacity = "" if paint.opacity == 255 else f' {what}-opacity="{paint.opacity / 255:.3f}"'
    return f'{what}="{_hex(paint.colour)}"{opacity}'


def _hex(colour: tuple[int, int, int]) -> str:
    return "#" + bytes(colour).hex()


def _number(value: float) -> str:
    """Write a number to a hundredth of a pixel."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _data(pixels: NDArray[np.uint8], *, is_photo: bool) -> str:
    form, kind = ("JPEG", "jpeg") if is_photo else ("PNG", "png")
    file = io.BytesIO()
    Pillow.fromarray(pixels).save(file, form, **(PHOTO_SETTINGS if is_photo else {"optimize": True}))
    return f"data:image/{kind};base64,{base64.b64encode(file.getvalue()).decode()}"
