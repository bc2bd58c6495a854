"""What tests of the stages share: a picture's first board, laid flat and looked at; a puzzle's walls."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from solver.puzzle import Puzzle
from vision.board import Board
from vision.files.pixels import Image
from vision.reading.find import BoardSearch
from vision.reading.flat import FlatBoard, rectify
from vision.reading.seen import Sight, look_at
from vision.reading.sides import align

UNCLEAR = -1


def first_board(pixels: Image) -> Board:
    return next(board for boards in BoardSearch(pixels).boards() for board in boards)


def flat(pixels: Image) -> FlatBoard:
    return rectify(pixels, first_board(pixels))


def sight_of(pixels: Image) -> Sight:
    _, flat_board, sides = align(pixels, first_board(pixels))
    return look_at(flat_board, sides)


def marks_of(told: Iterable[Iterable[int | None]]) -> NDArray[np.intp]:
    """Return the marks that are told, UNCLEAR where none can be."""
    return np.array([[UNCLEAR if mark is None else mark for mark in row] for row in told])


def true_walls(puzzle: Puzzle) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return where walls stand right of cells (rows, cols - 1) and below them (rows - 1, cols)."""
    regions = np.array(puzzle.regions)
    return regions[:, 1:] != regions[:, :-1], regions[1:] != regions[:-1]
