"""A drawn board → the same with the clues of its puzzle written beside it."""

import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from solver.puzzle import Clue, Puzzle

from ..board import Board
from ..files.pixels import Image
from .palette import PUZZLE_INK
from .puzzle import BESIDE, LETTERS


def write_clues(image: Image, puzzle: Puzzle, board: Board) -> Image:
    """Return uint8 (H, W, 3) RGB with the clues above and left of the board; None stays blank."""
    sheet = Pillow.fromarray(image)
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(LETTERS * board.pitch)

    def write(clue: Clue, u: float, v: float, anchor: str) -> None:
        if clue is not None:
            pen.text(board.point(u, v), str(clue), PUZZLE_INK, font, anchor)

    _, top, _, bottom = font.getbbox("0", anchor="ls")
    middle = (top + bottom) / 2 / board.pitch
    for col, clue in enumerate(puzzle.col_clues):
        write(clue, col + 0.5, -BESIDE, "ms")
    for row, clue in enumerate(puzzle.row_clues):
        write(clue, -BESIDE, row + 0.5 - middle, "rs")
    return np.asarray(sheet, np.uint8)
