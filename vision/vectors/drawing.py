"""A drawing → a page: areas, lines and words for a clean picture, for any other the drawn picture itself."""

from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.grid import Cell

from ..board import Board
from ..drawing.caption import LEADING, PAD, letter_size, wrapped
from ..drawing.layer import STRIPE_SHARE, STRIPES, Fill, Layer, Marks, Stripes
from ..drawing.overlay import Clean, Drawing
from ..drawing.palette import CAPTION_INK_ON_LIGHT, CAPTION_LIGHT, PUZZLE_INK, PUZZLE_LINE, WHITE, Paint
from ..drawing.puzzle import LETTERS, MARGIN, NOT_LEVEL, clue_words, line_boxes, wall_boxes
from ..drawing.water import SURFACE_DEPTH, Flags, Water, colours_on_white
from ..files.mark import MARK
from ..files.pixels import Image, Picture
from ..files.save import VECTOR_FORMATS, format_of, replace_file, save_picture, with_transparency
from .page import (
    DIGIT_HEIGHT,
    SCREEN_DOTS,
    Area,
    Item,
    Lines,
    Page,
    Place,
    Raster,
    Ring,
    Words,
    rectangle,
)
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
A_POINT = 0.01
"""Pixels: some viewers draw no line that has no length at all."""


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
    parts = (*clean.entries, *drawing.parts)
    waters = [_water_layer(part) for part in parts if isinstance(part, Water)]
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
    for part in parts:
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


# A layer over a clean board, which is upright → areas and lines


def layer_items(layer: Layer, width: float, height: float) -> Iterator[Item]:
    """Yield what a layer paints on a picture of such a size, strokes above all that is filled."""
    yield from _filled(layer, width, height)
    for shape in layer.shapes:
        match shape:
            case Marks(cells, strokes, paint) if cells:
                for stroke in strokes:
                    yield _stroked(layer.board, cells, stroke.points, stroke.width, paint)
            case Stripes(cells, paint) if cells:
                yield Area(
                    tuple(_placed(layer.board, band, cell) for cell in cells for band in _stripes()), paint
                )


def _filled(layer: Layer, width: float, height: float) -> Iterator[Item]:
    """Yield an area for each paint: rectangles that are painted anew hide those before, so none overlap."""
    board = layer.board
    filled = [shape for shape in layer.shapes if isinstance(shape, Fill)]
    boxes = [box for shape in filled for box in shape.boxes]
    us = np.unique([0.0, board.cols, *(edge for box in boxes for edge in box[::2])])
    vs = np.unique([0.0, board.rows, *(edge for box in boxes for edge in box[1::2])])
    paints = list(dict.fromkeys(shape.paint for shape in filled))
    painted = np.full((len(vs) - 1, len(us) - 1), -1, np.intp)
    for shape in filled:
        for box in shape.boxes:
            left, right = np.searchsorted(us, box[::2])
            top, bottom = np.searchsorted(vs, box[1::2])
            painted[top:bottom, left:right] = paints.index(shape.paint)
    if layer.ground.opacity:
        rest = (rectangle(0, 0, width, height), *_rings(painted >= 0, us, vs, board))
        yield Area(rest, layer.ground)
    for number, paint in enumerate(paints):
        if paint.opacity and (rings := tuple(_rings(painted == number, us, vs, board))):
            yield Area(rings, paint)


def _rings(
    inside: NDArray[np.bool_], us: NDArray[np.float64], vs: NDArray[np.float64], board: Board
) -> Iterator[Ring]:
    """Yield rectangles that cover what is inside, each as high as a run of its columns goes on."""
    xs, ys = board.points(us, vs)
    begun: dict[tuple[int, int], int] = {}
    for row, line in enumerate([*inside, np.zeros_like(inside[0])]):
        ends = np.flatnonzero(np.diff(np.pad(line, 1))).tolist()
        runs = dict.fromkeys(zip(ends[::2], ends[1::2], strict=True), row)
        for left, right in [run for run in begun if run not in runs]:
            top = begun.pop((left, right))
            yield rectangle(float(xs[left]), float(ys[top]), float(xs[right]), float(ys[row]))
        begun = runs | begun


def _stroked(
    board: Board, cells: Sequence[Cell], points: Sequence[Place], width: float, paint: Paint
) -> Lines:
    """Return a stroke in every cell."""
    lines = [_placed(board, points, cell) for cell in cells]
    lines = [line if len(line) > 1 else (line[0], (line[0][0] + A_POINT, line[0][1])) for line in lines]
    return Lines(tuple(lines), width * board.pitch, paint)


def _stripes() -> Iterator[Ring]:
    """Yield the stripes of a cell, clipped to it."""
    for number in range(2 * STRIPES):
        near, far = ((number + 0.5 + side * STRIPE_SHARE / 2) / STRIPES for side in (-1, 1))
        turn = near < 1 < far
        (a, b), (c, d) = ((min(place, 1), place - min(place, 1)) for place in (near, far))
        ahead, back = ((1.0, 0.0),) if turn else (), ((0.0, 1.0),) if turn else ()
        yield ((a, b), *ahead, (c, d), (d, c), *back, (b, a))


def _placed(board: Board, points: Sequence[Place], cell: Cell) -> Ring:
    """Return where points of a cell lie in the picture; they are in cells from its left and top."""
    places = np.array(points, np.float64) + cell[::-1]
    x, y = board.points(places[:, 0], places[:, 1])
    return tuple(zip(x.tolist(), y.tolist(), strict=True))
