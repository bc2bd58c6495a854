"""A puzzle → its clean picture in vectors, just as `vision.drawing.puzzle` draws it in pixels."""

from collections.abc import Iterator, Sequence

import numpy as np

from solver.grid import Cell
from solver.puzzle import Puzzle

from ..board import Board, CellBox
from ..drawing.caption import LEADING, PAD, letter_size, wrapped
from ..drawing.layer import Layer
from ..drawing.palette import CAPTION_INK_ON_LIGHT, CAPTION_LIGHT, PUZZLE_INK, PUZZLE_LINE, WHITE, Paint
from ..drawing.puzzle import BESIDE, LETTERS, MARGIN, NOT_LEVEL, thin_width, wall_width
from ..drawing.water import SURFACE_DEPTH, Flags, Water, colours_on_white
from .layers import layer_items
from .page import DIGIT_HEIGHT, Area, Item, Words, rectangle

OPAQUE = 255
LINE_OPACITY = 115
"""Of thin lines, out of 255: they are darker in water than on paper, as they are in pixels."""
_red, _green, _blue = (OPAQUE - (OPAQUE - level) * OPAQUE // LINE_OPACITY for level in PUZZLE_LINE)
THIN_LINE = Paint((_red, _green, _blue), LINE_OPACITY)
"""On white, it has just the colour of a line."""
WORDS_SHARE = 0.88
"""Of the font's size: bold letters are wider than those of a caption in pixels."""


def paper_items(width: float, height: float) -> Iterator[Item]:
    """Yield the ground of a clean picture."""
    yield Area((rectangle(0, 0, width, height),), Paint(WHITE, OPAQUE))


def water_layer(water: Water) -> Layer:
    """Return water on white paper as areas of the colours that it has in pixels."""
    layer = Layer(water.board)
    body, surface = (Paint(colour, OPAQUE) for colour in colours_on_white(water.style))
    layer.fill_cells(_cells(water.filled), body)
    for row, col in _cells(water.surfaces):
        layer.fill((col, row, col + 1, row + SURFACE_DEPTH), surface)
    return layer


def _cells(flags: Flags) -> list[Cell]:
    return [(row, col) for row, col in np.argwhere(flags).tolist()]


def ink_items(puzzle: Puzzle, board: Board, width: float, height: float) -> Iterator[Item]:
    """Yield lines, walls and clues, and what stands below a puzzle of the other rule."""
    lines = Layer(board)
    half = thin_width(board.pitch) / board.pitch / 2
    for col in range(1, board.cols):
        lines.fill((col - half, 0, col + half, board.rows), THIN_LINE)
    for row in range(1, board.rows):
        lines.fill((0, row - half, board.cols, row + half), THIN_LINE)
    for box in _walls(puzzle.regions, wall_width(board.pitch) / board.pitch / 2):
        lines.fill(box, Paint(PUZZLE_INK, OPAQUE))
    yield from layer_items(lines, width, height)
    yield from _clues(puzzle, board)
    if puzzle.rule != "level":
        yield from _caption(board, width, height)


def _walls(regions: Sequence[Sequence[int]], half: float) -> Iterator[CellBox]:
    ids = np.pad(np.array(regions), 1)
    for row, col in np.argwhere(ids[1:, 1:-1] != ids[:-1, 1:-1]).tolist():
        yield col - half, row - half, col + 1 + half, row + half
    for row, col in np.argwhere(ids[1:-1, 1:] != ids[1:-1, :-1]).tolist():
        yield col - half, row - half, col + half, row + 1 + half


def _clues(puzzle: Puzzle, board: Board) -> Iterator[Item]:
    size = LETTERS * board.pitch
    for col, clue in enumerate(puzzle.col_clues):
        if clue is not None:
            yield Words(str(clue), board.point(col + 0.5, -BESIDE), size, PUZZLE_INK, "middle")
    for row, clue in enumerate(puzzle.row_clues):
        if clue is not None:
            stands = board.point(-BESIDE, row + 0.5 + DIGIT_HEIGHT * LETTERS / 2)
            yield Words(str(clue), stands, size, PUZZLE_INK, "end")


def _caption(board: Board, width: float, height: float) -> Iterator[Item]:
    top = round(board.point(0, board.rows + MARGIN)[1])
    size, lines = letter_size(round(width)), wrapped(NOT_LEVEL, round(width))
    yield Area((rectangle(0, top, width, height),), Paint(CAPTION_LIGHT, OPAQUE))
    for number, line in enumerate(lines):
        middle = top + size * (PAD + (number + 0.5) * LEADING + DIGIT_HEIGHT / 2)
        yield Words(line, (PAD * size, middle), size * WORDS_SHARE, CAPTION_INK_ON_LIGHT)
