"""A grid that was found → all of its lattice that is in the picture, and nothing beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from ..board import upright
from .beyond import EDGES, FRAME_REACH, NEXT_LINE, RUN_ON, next_line, room_beyond, running_on, runs_on
from .comb import FEWEST_CELLS, MOST_CELLS
from .sides import tilt

if TYPE_CHECKING:
    from ..board import Board
    from ..files.pixels import Image
    from .margins import Edge


def as_far_as_lines_go(image: Image, board: Board) -> Board:
    """Return a board of a picture, uint8 (H, W, 3), without what is no cells, and with all that follow.

    Cells are left out at a side while hardly a line goes on to it. A line is added beyond a side while lines
    across it run on to it: so there is none of a cell that the picture's edge cuts.
    """
    for edge in EDGES:
        while less := moved_side(board, edge, -1.0):
            if running_on(image, less, edge, NEXT_LINE) > 1 - RUN_ON:
                break
            board = less
    while (more := _larger(image, board)) is not None:
        board = more if more.is_upright else tilt(image, more)
    return board


def _larger(image: Image, board: Board) -> Board | None:
    """Return a board with the next line beyond each of its sides; None where it ends everywhere."""
    larger = None
    for edge in EDGES:
        if away := _follows(image, larger or board, edge):
            larger = moved_side(larger or board, edge, away) or larger
    return larger


def _follows(image: Image, board: Board, edge: Edge) -> float | None:
    """Return how many cells beyond a side the next line stands; None where the board ends."""
    room = room_beyond(image, board)[edge]
    if room < NEXT_LINE + FRAME_REACH or not runs_on(image, board, edge, room):
        return None
    return next_line(image, board, edge)


def moved_side(board: Board, edge: Edge, away: float) -> Board | None:
    """Return an even board of which a side is moved outwards to the next line, so many cells away.

    If that is less than none, inwards. None if it would have too few or too many cells.
    """
    left, top, right, bottom = (away if edge == side else 0.0 for side in EDGES)
    cols, rows = board.cols + round(left + right), board.rows + round(top + bottom)
    if min(cols, rows) < FEWEST_CELLS or max(cols, rows) > MOST_CELLS:
        return None
    x, y = board.points(
        np.array([-left, board.cols + right, board.cols + right, -left]),
        np.array([-top, -top, board.rows + bottom, board.rows + bottom]),
    )
    if board.is_upright:
        place = upright(x[0], y[0], (x[2] - x[0]) / cols, (y[2] - y[0]) / rows)
    else:
        even = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float32)
        quad = np.stack([x, y], axis=1).astype(np.float32)
        place = cv2.getPerspectiveTransform(even, quad).astype(np.float64)
    lines = np.arange(cols + 1.0), np.arange(rows + 1.0)
    return replace(board, rows=rows, cols=cols, to_picture=place, xs=lines[0], ys=lines[1])
