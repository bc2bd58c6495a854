"""A drawing → a page: vectors for a clean picture, for any other the drawn picture itself."""

from collections.abc import Iterator
from os import PathLike
from pathlib import Path

from ..drawing.layer import Layer
from ..drawing.overlay import Drawing
from ..drawing.water import Water
from ..files.mark import MARK
from ..files.pixels import Image, Picture
from ..files.save import VECTOR_FORMATS, format_of, replace_file, save_picture, with_transparency
from .clean import ink_items, paper_items, water_layer
from .layers import layer_items
from .page import SCREEN_DOTS, Item, Page, Raster
from .pdf import encode_pdf
from .svg import encode_svg

TITLE = "Aquarium"


def encode_drawing(drawing: Drawing, like: Picture, form: str, mark: str) -> bytes:
    """Return a drawing as a file of the form "SVG" or "PDF", with a mark as `save_picture` sets it.

    `like` is the picture that was drawn on, with its transparency and resolution.
    """
    page = drawing_page(drawing, like)
    return encode_svg(page, mark, TITLE) if form == "SVG" else encode_pdf([page], mark, TITLE)


def save_drawing(target: str | PathLike[str], pixels: Image) -> None:
    """Write a drawn picture, uint8 (H, W, 3) RGB, to a file of any format that a path's ending can name.

    Raises ImageUnwritable if the ending is unknown, its format cannot hold the picture, or the place cannot
    be written.
    """
    path, like = Path(target), Picture(pixels)
    form = format_of(path)
    if form in VECTOR_FORMATS.values():
        replace_file(path, encode_drawing(Drawing(pixels), like, form, MARK))
    else:
        save_picture(path, pixels, like)


def drawing_page(drawing: Drawing, like: Picture) -> Page:
    """Return the page of a drawing; `like` is the picture, with its transparency and resolution."""
    height, width = drawing.base.shape[:2]
    dots = like.dpi[0] if like.dpi and like.dpi[0] > 1 else SCREEN_DOTS
    if drawing.clean is None:
        drawn = with_transparency(drawing.pixels, like)
        return Page(width, height, (Raster(drawn, is_photo=like.format == "JPEG"),), dots)
    return Page(width, height, tuple(_clean_items(drawing, width, height)), dots)


def _clean_items(drawing: Drawing, width: int, height: int) -> Iterator[Item]:
    """Yield paper, water, lines and clues, and whatever is drawn over them."""
    assert drawing.clean is not None
    yield from paper_items(width, height)
    for part in drawing.parts:
        if isinstance(part, Water):
            yield from layer_items(water_layer(part), width, height)
    yield from ink_items(drawing.clean.puzzle, drawing.clean.board, width, height)
    for part in drawing.parts:
        if isinstance(part, Layer):
            yield from layer_items(part, width, height)
