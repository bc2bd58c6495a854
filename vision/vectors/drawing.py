"""A drawing → a page: areas, lines and words for a clean picture, for any other the drawn picture itself."""

from collections.abc import Iterator
from os import PathLike
from pathlib import Path

import numpy as np

from solver.grid import Cell

from ..board import Board
from ..drawing.caption import LEADING, PAD, letter_size, wrapped
from ..drawing.layer import Layer
from ..drawing.overlay import Clean, Drawing
from ..drawing.palette import CAPTION_INK_ON_LIGHT, CAPTION_LIGHT, PUZZLE_INK, PUZZLE_LINE, WHITE, Paint
from ..drawing.puzzle import LETTERS, MARGIN, NOT_LEVEL, clue_words, line_boxes, wall_boxes
from ..drawing.water import SURFACE_DEPTH, Flags, Water, colours_on_white
from ..files.mark import MARK
from ..files.pixels import Image, Picture
from ..files.save import VECTOR_FORMATS, format_of, replace_file, save_picture, with_transparency
from .layers import layer_items
from .page import DIGIT_HEIGHT, SCREEN_DOTS, Area, Item, Page, Raster, Words, rectangle
from .pdf import encode_pdf
from .svg import encode_svg

TITLE = "Aquarium"
OPAQUE = 255
LINE_OPACITY = 115
"""Of thin lines, out of 255: they are darker in water than on paper, as they are in pixels."""
_red, _green, _blue = (OPAQUE - (OPAQUE - level) * OPAQUE // LINE_OPACITY for level in PUZZLE_LINE)
THIN_LINE = Paint((_red, _green, _blue), LINE_OPACITY)
"""On white, it has just the colour of a line."""
WORDS_SHARE = 0.88
"""Of the font's size: bold letters are wider than those of a caption in pixels."""


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
    return Page(width, height, tuple(_clean_items(drawing, drawing.clean, width, height)), dots)


def _clean_items(drawing: Drawing, clean: Clean, width: int, height: int) -> Iterator[Item]:
    """Yield paper, water, lines and clues, and whatever is drawn over them."""
    puzzle, board = clean.puzzle, clean.board
    yield Area((rectangle(0, 0, width, height),), Paint(WHITE, OPAQUE))
    waters = [_water_layer(part) for part in drawing.parts if isinstance(part, Water)]
    lines = Layer(board)
    for box in line_boxes(board):
        lines.fill(box, THIN_LINE)
    for box in wall_boxes(puzzle, board):
        lines.fill(box, Paint(PUZZLE_INK, OPAQUE))
    for layer in (*waters, lines):
        yield from layer_items(layer, width, height)
    for text, place, anchor in clue_words(puzzle, DIGIT_HEIGHT * LETTERS):
        yield Words(text, board.point(*place), LETTERS * board.pitch, PUZZLE_INK, anchor)
    if puzzle.rule != "level":
        yield from _caption(board, width, height)
    for part in drawing.parts:
        if isinstance(part, Layer):
            yield from layer_items(part, width, height)


def _water_layer(water: Water) -> Layer:
    """Return water on white paper as areas of the colours that it has in pixels."""
    layer = Layer(water.board)
    body, surface = (Paint(colour, OPAQUE) for colour in colours_on_white(water.style))
    layer.fill_cells(_cells(water.filled), body)
    for row, col in _cells(water.surfaces):
        layer.fill((col, row, col + 1, row + SURFACE_DEPTH), surface)
    return layer


def _cells(flags: Flags) -> list[Cell]:
    return [(row, col) for row, col in np.argwhere(flags).tolist()]


def _caption(board: Board, width: int, height: int) -> Iterator[Item]:
    top = round(board.point(0, board.rows + MARGIN)[1])
    size, lines = letter_size(width), wrapped(NOT_LEVEL, width)
    yield Area((rectangle(0, top, width, height),), Paint(CAPTION_LIGHT, OPAQUE))
    for number, line in enumerate(lines):
        middle = top + size * (PAD + (number + 0.5) * LEADING + DIGIT_HEIGHT / 2)
        yield Words(line, (PAD * size, middle), size * WORDS_SHARE, CAPTION_INK_ON_LIGHT)
