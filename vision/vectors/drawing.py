"""A drawing → a page: vectors for a clean picture, for any other the drawn picture itself."""

from collections.abc import Iterator

from ..drawing.drawing import Drawing
from ..drawing.layer import Layer
from ..drawing.water import Water
from ..files.pixels import Picture
from ..files.save import with_transparency
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
