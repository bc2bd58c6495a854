"""A puzzle → a clean picture of it, and where its board, walls and clues stand in it.

What is on a clean picture is described in cells of the board, for pixels here and for `vision.vectors`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import numpy as np

from solver.puzzle import Marks, Puzzle

from ..board import Board, CellBox, PixelBox, upright
from ..files.pixels import Image
from ..reading.reading import Reading, certain_reading
from .overlay import Drawing, clean_of
from .palette import PUZZLE_INK, PUZZLE_LINE, WHITE, Colour
from .style import DEFAULT, Style

Anchor = Literal["start", "middle", "end"]
"""Which end of some words is where they belong."""
ANCHORS: Mapping[Anchor, str] = {"start": "ls", "middle": "ms", "end": "rs"}
"""The same of their baseline, as Pillow has it."""

PITCH, LEAST_PITCH = 48, 20
"""Pixels per cell of a usual board, and of a huge one: three digits are just legible in it."""
USUAL_SIDE = 1500
"""Pixels along the longer side of a board up to which cells have their usual size."""
THIN, WALL = 0.03, 0.1
"""Widths of a line between cells of one aquarium, and of a wall, in cells."""
LETTERS = 0.56
"""Font size of the clues, in cells: three digits are just narrower than a cell."""
BESIDE = 0.3
"""Cells between the board and its clues."""
DIGIT_WIDTH, DIGIT_HEIGHT = 0.33, 0.41
"""Cells that a digit takes."""
ABOVE = BESIDE + DIGIT_HEIGHT
"""Cells above the board up to the upper end of its clues."""
MARGIN = 0.6
"""Cells of white around board and clues."""
NOT_LEVEL = "Water is level where it is connected, not in the whole aquarium."
"""Stands below a puzzle of that rule, for the picture of one looks like any other."""


def draw_puzzle(puzzle: Puzzle, *, pitch: int | None = None) -> tuple[Image, Board]:
    """Draw a well-formed puzzle: thin lines, thick walls, its clues above and left of the board.

    Return uint8 (H, W, 3) RGB, and where exactly the board stands in it. Equal puzzles give equal pixels;
    clues that are None stay blank. `pitch` is the pixels per cell, at least 8; as many as make a picture of a
    usual size where not given.
    """
    from .caption import add_caption  # noqa: PLC0415 — loads Pillow

    pitch = usual_pitch(puzzle) if pitch is None else pitch
    board = _placed(puzzle, pitch)
    right, bottom = board.point(puzzle.width + MARGIN, puzzle.height + MARGIN)
    image = np.full((round(bottom), round(right), 3), WHITE, np.uint8)
    _draw_boxes(image, board, line_boxes(board), PUZZLE_LINE)
    _draw_boxes(image, board, wall_boxes(puzzle, board), PUZZLE_INK)
    image = _with_clues(image, puzzle, board)
    return (image if puzzle.rule == "level" else add_caption(image, NOT_LEVEL)), board


def usual_pitch(puzzle: Puzzle) -> int:
    """Return the pixels per cell of a picture of a usual size."""
    return max(LEAST_PITCH, min(PITCH, USUAL_SIDE // max(puzzle.height, puzzle.width)))


def clue_boxes(puzzle: Puzzle, board: Board) -> tuple[tuple[PixelBox, ...], tuple[PixelBox, ...]]:
    """Return where the column clues and the row clues stand, be they blank: left, top, right, bottom."""
    cols = board.boxes([(col, -ABOVE, col + 1, -BESIDE / 2) for col in range(board.cols)])
    rows = board.boxes([(-_aside(puzzle), row, -BESIDE / 2, row + 1) for row in range(board.rows)])
    return tuple(cols), tuple(rows)


def read_written(
    puzzle: Puzzle, marks: Marks | None = None, *, pitch: int | None = None, style: Style = DEFAULT
) -> tuple[Image, Reading]:
    """Return a clean picture of a puzzle, and what a reader knows of it who knows the puzzle.

    `marks` is what the player has put, which is drawn in, its water in a `style`; nothing where not given.
    `pitch` is the picture's in pixels per cell; as many as make a picture of a usual size where not given.

    Raises InvalidPuzzle when its rows, clues and aquariums do not make a board.
    """
    puzzle.check_board()
    page, board = draw_puzzle(puzzle, pitch=pitch)
    reading = certain_reading(puzzle, board, clue_boxes(puzzle, board), marks)
    return Drawing(page, clean_of(reading, style).entries).pixels, reading


def _aside(puzzle: Puzzle) -> float:
    """Return the cells left of the board up to where the widest clue begins."""
    digits = max((len(str(clue)) for clue in puzzle.row_clues if clue is not None), default=1)
    return BESIDE + digits * DIGIT_WIDTH


def _placed(puzzle: Puzzle, pitch: int) -> Board:
    """Return a board whose lines are centred where they can be drawn with edges between pixels."""
    middle = (_widths(pitch)[0] % 2) / 2
    left, top = (round((beyond + MARGIN) * pitch) + middle for beyond in (_aside(puzzle), ABOVE))
    lines = np.arange(puzzle.width + 1.0), np.arange(puzzle.height + 1.0)
    return Board(puzzle.height, puzzle.width, upright(left, top, pitch, pitch), *lines, contrast=1.0)


def _widths(pitch: float) -> tuple[int, int]:
    """Return the pixels across a thin line, and across a wall, which are more by an even number."""
    thin = max(1, round(THIN * pitch))
    return thin, thin + 2 * max(1, round((WALL * pitch - thin) / 2))


def line_boxes(board: Board) -> Iterator[CellBox]:
    """Yield where the lines between cells are, each all across the board; walls are upon them."""
    half = _widths(board.pitch)[0] / board.pitch / 2
    yield from ((col - half, 0, col + half, board.rows) for col in range(1, board.cols))
    yield from ((0, row - half, board.cols, row + half) for row in range(1, board.rows))


def wall_boxes(puzzle: Puzzle, board: Board) -> Iterator[CellBox]:
    """Yield where the walls are, side by side of the cells."""
    half = _widths(board.pitch)[1] / board.pitch / 2
    ids = np.pad(np.array(puzzle.regions), 1)
    for row, col in np.argwhere(ids[1:, 1:-1] != ids[:-1, 1:-1]).tolist():
        yield col - half, row - half, col + 1 + half, row + half
    for row, col in np.argwhere(ids[1:-1, 1:] != ids[1:-1, :-1]).tolist():
        yield col - half, row - half, col + half, row + 1 + half


def clue_words(puzzle: Puzzle, digit: float) -> Iterator[tuple[str, tuple[float, float], Anchor]]:
    """Yield each clue, where on the board its letters stand, and which end of them; None stays blank.

    `digit` is the height of the font's digits, in cells.
    """
    for col, clue in enumerate(puzzle.col_clues):
        if clue is not None:
            yield str(clue), (col + 0.5, -BESIDE), "middle"
    for row, clue in enumerate(puzzle.row_clues):
        if clue is not None:
            yield str(clue), (-BESIDE, row + 0.5 + digit / 2), "end"


def _draw_boxes(image: Image, board: Board, boxes: Iterable[CellBox], colour: Colour) -> None:
    """Fill boxes in place; their edges are between pixels."""
    corners = np.array(list(boxes)).reshape(-1, 4)
    x, y = (np.rint(axis).astype(int) for axis in board.points(corners[:, ::2], corners[:, 1::2]))
    for (left, right), (top, bottom) in zip(x.tolist(), y.tolist(), strict=True):
        image[top:bottom, left:right] = colour


def _with_clues(image: Image, puzzle: Puzzle, board: Board) -> Image:
    """Return uint8 (H, W, 3) RGB with the clues above and left of the board."""
    from PIL import Image as Pillow  # noqa: PLC0415 — heavy, and not needed to read a plain PNG
    from PIL import ImageDraw, ImageFont  # noqa: PLC0415 — the same

    sheet = Pillow.fromarray(image)
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(LETTERS * board.pitch)
    _, top, _, bottom = font.getbbox("0", anchor="ls")
    for text, place, anchor in clue_words(puzzle, -(top + bottom) / board.pitch):
        pen.text(board.point(*place), text, PUZZLE_INK, font, ANCHORS[anchor])
    return np.asarray(sheet, np.uint8)
