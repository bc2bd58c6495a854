"""A drawing → a page of vectors: over the pixels of the picture, or without any for a clean picture."""

from collections.abc import Iterator

from ..drawing.drawing import Drawing
from ..drawing.layer import Layer
from ..drawing.water import Water
from ..files.pixels import Image, Picture
from .clean import ink_items, paper_items
from .layers import layer_items
from .page import SCREEN_DOTS, Item, Page, Raster
from .svg import encode_svg
from .water import poured_items, water_layer

TITLE = "Aquarium"
PHOTO_SHARE = 0.5
"""Share of the pixels that differ from the next one from which a picture is one of a camera: of screenshots
less than a tenth do, of photographs nearly all."""
SAMPLED_ROWS = 200


def encode_drawing(drawing: Drawing, like: Picture, form: str, mark: str) -> bytes:
    """Return a drawing as a file of the form "SVG" or "PDF", with a mark as `save_picture` sets it.

    `like` is the picture that was drawn on, with its transparency and resolution.
    """
    from .pdf import encode_pdf  # noqa: PLC0415 — loads pikepdf

    page = drawing_page(drawing, like)
    return encode_svg(page, mark, TITLE) if form == "SVG" else encode_pdf([page], mark, TITLE)


def drawing_page(drawing: Drawing, like: Picture) -> Page:
    """Return a drawing as vectors; `like` is the picture, with its transparency and resolution."""
    height, width = drawing.base.shape[:2]
    dots = like.dpi[0] if like.dpi and like.dpi[0] > 1 else SCREEN_DOTS
    return Page(width, height, tuple(_items(drawing, like, width, height)), dots)


def _items(drawing: Drawing, like: Picture, width: int, height: int) -> Iterator[Item]:
    """Yield the picture, the water under its ink, and the rest upon it."""
    water = [part for part in drawing.parts if isinstance(part, Water)]
    clean = drawing.clean
    if clean is None:
        yield Raster(drawing.base if like.rgba is None else like.rgba, is_photo=_is_photo(drawing.base))
        for poured in water:
            yield from poured_items(poured, drawing.base)
    else:
        yield from paper_items(width, height)
        for poured in water:
            seen = poured.lay_on(drawing.base.copy())
            yield from layer_items(water_layer(poured, seen), width, height)
        yield from ink_items(clean.puzzle, clean.board, width, height)
    for part in drawing.parts:
        if isinstance(part, Layer):
            yield from layer_items(part, width, height)


def _is_photo(image: Image) -> bool:
    """Whether a picture was taken by a camera, rather than drawn by a computer."""
    rows = image[:: max(1, image.shape[0] // SAMPLED_ROWS)]
    return bool((rows[:, 1:] != rows[:, :-1]).any(axis=2).mean() > PHOTO_SHARE)
