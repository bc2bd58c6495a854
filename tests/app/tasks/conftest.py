"""What the tests of tasks share, and all of the app: what is proved of a picture is not worked out twice."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import pipeline
from tests.shell import DRY, WET, corners, marked, pixels
from vision.board import Board, upright
from vision.files.pixels import Image

MISTAKEN = marked((*DRY, 1), (*WET, 2))
"""Water where there is none, and a cross where there is water."""
HALF_RIGHT = marked((*DRY, 1), (*WET, 1))
"""One mistake, and one cell of water that is right."""
INSIDE = (0.1, 0.9)
prove_image = pipeline.prove_image


def proved_once(pixels: Image, *, trace: object = None, **asked: Any) -> pipeline.Result:
    """Return what `prove_image` does of the same picture with the same settings, which is always the same."""
    return _proved(pixels.tobytes(), pixels.shape, tuple(asked.items()))


@cache
def _proved(contents: bytes, shape: tuple[int, ...], asked: tuple[tuple[str, Any], ...]) -> pipeline.Result:
    return prove_image(np.frombuffer(contents, np.uint8).reshape(shape), **dict(asked))


def that_differ(picture: Image, other: Image, board: Board) -> NDArray[np.bool_]:
    """Return in which cells of a board two pictures differ, between the lines around them."""

    def differs(row: int, col: int) -> bool:
        (left, right), (top, bottom) = board.points(np.add(col, INSIDE), np.add(row, INSIDE))
        inside = np.s_[round(top) : round(bottom), round(left) : round(right)]
        return not np.array_equal(picture[inside], other[inside])

    return np.array([[differs(row, col) for col in range(board.cols)] for row in range(board.rows)])


def changed_cells(name: str, answer: str) -> set[tuple[int, ...]]:
    """Return the cells, counted from 1, that differ between a screenshot and what was drawn on it."""
    x0, y0, x1, y1 = corners(Path(name).read_bytes())
    board = Board(6, 6, upright(x0, y0, (x1 - x0) / 6, (y1 - y0) / 6), np.arange(7.0), np.arange(7.0), 1.0)
    changed = that_differ(pixels(name), pixels(answer), board)
    return {(row + 1, col + 1) for row, col in np.argwhere(changed).tolist()}
