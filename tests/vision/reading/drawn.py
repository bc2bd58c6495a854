"""Crops with one number each, as the tests of glyphs and of the networks draw them."""

import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from vision.files.pixels import Image

BLACK, WHITE = (0, 0, 0), (255, 255, 255)

Colour = tuple[int, int, int]


def draw(
    text: str,
    *,
    cell: int = 40,
    size: float = 0.55,
    ink: Colour = BLACK,
    paper: Colour = WHITE,
    at: float = 0.5,
) -> Image:
    """Print text of `size` cells in a crop of 1.1 by 1.4 cells, at this share of the free width."""
    picture = Pillow.new("RGB", (round(1.4 * cell), round(1.1 * cell)), paper)
    font = ImageFont.load_default(size * cell)
    left, top, right, bottom = font.getbbox(text)
    place = (at * (picture.width - (right - left)) - left, (picture.height - (bottom - top)) / 2 - top)
    ImageDraw.Draw(picture).text(place, text, fill=ink, font=font)
    return np.asarray(picture)
