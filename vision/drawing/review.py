"""A picture and what was read on it → the picture, faded, with grid, walls and clues as read, and doubts."""

from collections.abc import Container, Iterator, Sequence

import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from solver.belief.evidence import clue_word
from solver.places import ClueAt, Place

from ..board import Board, PixelBox
from ..files.pixels import Image
from ..reading.reading import Reading
from ..reading.words import Doubt
from .palette import BLACK, DOUBT, LINE_NUMBER, READ_CLUE, READ_GRID, READ_WALL, WHITE, Colour
from .review_canvas import FONT_SIZE, WORDS, Canvas, Word
from .review_marks import NO_CLUE, Mark, draw_marks, join_doubts, side_ends

LABELLED = 5
"""The least certain marks, which get labels: with more, one looks at none."""

GRID_WIDTH, WALL_WIDTH = 0.025, 0.11
"""Widths of drawn lines, in cells."""
BESIDE = 0.95
"""Cells from the middle of a printed clue to what was read of it, away from the board."""
LEGEND_SIZE = 0.016
"""Least height of the legend's letters, as a share of the drawing's width."""
LEADING = 1.8
"""Distance of its lines, in heights of its letters."""
NUMBERS = 0.5
"""Cells from the frame to the numbers of the lines, on the sides without clues."""


def draw_reading(
    image: Image,
    reading: Reading,
    doubts: Sequence[Doubt] = (),
    loose: Sequence[Doubt] = (),
    *,
    all_doubts: bool = False,
) -> Image:
    """Return a drawing of what was read in a picture, uint8 (H, W, 3) RGB, for whoever wants to correct it.

    The picture is faded, enlarged where cells are small, and gets room around a board that fills it. The
    least certain of `doubts` are ringed and labelled; with `all_doubts` the rest is ringed too. `loose` are
    the walls that end inside an aquarium.
    """
    canvas = Canvas.of(image, reading.board)
    _draw_grid(canvas)
    _draw_walls(canvas, reading, {wall.place for wall in loose})
    marks = join_doubts(doubts)
    shown = marks if all_doubts else marks[:LABELLED]
    clues = _clue_words(reading, {doubt.place for mark in marks for doubt in mark.doubts})
    numbers = list(_numbers(reading))
    for word in (*clues.values(), *numbers):
        canvas.write(word)
    printed = [canvas.span(box) for boxes in reading.clue_boxes for box in boxes]
    written = [*printed, *map(canvas.span_of, numbers)]
    draw_marks(canvas, shown, reading.puzzle, clues, written, labelled=LABELLED)
    return np.asarray(_with_legend(canvas, _legend(marks, shown)), np.uint8)


def _legend(marks: Sequence[Mark], shown: Sequence[Mark]) -> list[tuple[str, Colour]]:
    """Return the words at the head of the picture, each in the colour that it explains."""
    missing = len(marks) - len(shown)
    more = f", the {len(shown)} least certain of {len(marks)} places" if missing else ""
    return [
        *(("as read:", BLACK), ("wall", READ_WALL), ("clue", READ_CLUE)),
        (f"in doubt{more}; or a wall that ends inside an aquarium", DOUBT),
        ("number of row or column", LINE_NUMBER),
    ]


def _draw_grid(canvas: Canvas) -> None:
    rows, cols = canvas.board.rows, canvas.board.cols
    for col in range(cols + 1):
        canvas.line([(col, row) for row in range(rows + 1)], READ_GRID, GRID_WIDTH)
    for row in range(rows + 1):
        canvas.line([(col, row) for col in range(cols + 1)], READ_GRID, GRID_WIDTH)


def _draw_walls(canvas: Canvas, reading: Reading, loose: Container[Place]) -> None:
    """Draw the frame and every wall; those that end inside an aquarium in the colour of doubt."""
    rows, cols = canvas.board.rows, canvas.board.cols
    canvas.line([(0, 0), (cols, 0), (cols, rows), (0, rows), (0, 0)], READ_WALL, WALL_WIDTH)
    for place, odds in reading.evidence.sides():
        if odds > 0:
            canvas.line(side_ends(place), DOUBT if place in loose else READ_WALL, WALL_WIDTH)


def _clue_words(reading: Reading, doubted: Container[Place]) -> dict[ClueAt, Word]:
    """Return the clues as read, to be written beyond the printed ones."""
    board, (cols, rows) = reading.board, reading.clue_boxes
    above, aside = _clue_sides(reading)
    clues = (*reading.puzzle.col_clues, *reading.puzzle.row_clues)
    words = {}
    for clue, (place, _), box in zip(clues, reading.evidence.clues(), (*cols, *rows), strict=True):
        u, v = _middle(board, box)
        right, down = (0, above * BESIDE) if place.axis == "column" else (aside * BESIDE, 0)
        colour = DOUBT if clue is None or place in doubted else READ_CLUE
        words[place] = Word(NO_CLUE if clue is None else clue_word(clue), u + right, v + down, colour)
    return words


def _numbers(reading: Reading) -> Iterator[Word]:
    """Yield line numbers for the sides without clues."""
    board = reading.board
    above, aside = _clue_sides(reading)
    v = board.rows + NUMBERS if above < 0 else -NUMBERS
    u = board.cols + NUMBERS if aside < 0 else -NUMBERS
    yield from (Word(str(col + 1), col + 0.5, v, LINE_NUMBER, WORDS) for col in range(board.cols))
    yield from (Word(str(row + 1), u, row + 0.5, LINE_NUMBER, WORDS) for row in range(board.rows))


def _clue_sides(reading: Reading) -> tuple[int, int]:
    """Return -1 for column clues above the board, 1 for below; and the same for row clues left and right."""
    cols, rows = reading.clue_boxes
    return (
        -1 if _middle(reading.board, cols[0])[1] < 0 else 1,
        -1 if _middle(reading.board, rows[0])[0] < 0 else 1,
    )


def _middle(board: Board, box: PixelBox) -> tuple[float, float]:
    """Return the board position of the middle of a box in the picture."""
    left, top, right, bottom = box
    return board.position((left + right) / 2, (top + bottom) / 2)


def _with_legend(canvas: Canvas, legend: Sequence[tuple[str, Colour]]) -> Pillow.Image:
    """Return the drawing with a strip above it that tells what the colours mean."""
    width, height = canvas.sheet.size
    size = max(FONT_SIZE * WORDS * canvas.pitch, width * LEGEND_SIZE)
    font, down = ImageFont.load_default(size), round(size * LEADING)
    places, x, row = [], 0.0, 0
    for text, _ in legend:
        length = font.getlength(f"{text}  ")
        if x and x + length > width:
            x, row = 0.0, row + 1
        places.append((x + size / 2, (row + 0.5) * down))
        x += length
    whole = Pillow.new("RGB", (width, height + (row + 1) * down), WHITE)
    whole.paste(canvas.sheet, (0, (row + 1) * down))
    pen = ImageDraw.Draw(whole)
    for (text, colour), place in zip(legend, places, strict=True):
        pen.text(place, text, colour, font, "lm")
    return whole
