"""What a picture is said to show, and what is read in it → whether it shows something else for certain."""

from collections.abc import Iterator
from math import exp

import numpy as np

from solver.belief.evidence import likeliest
from solver.places import is_wall
from solver.puzzle import Water as Wet

from ..board import Board
from ..drawing.unwatered import without_water
from ..drawing.water import Water
from ..files.pixels import Image
from .calibration import NO_NUMBER
from .grow import as_far_as_lines_go
from .marks import CROSS, NOTHING
from .read import read_board
from .reading import Reading

SURE_CLUE = 0.98
"""Probability from which a number that is read is surely there."""
HALF, FEWEST_BORNE_OUT = 0.5, 1 / 3
"""Share of an edge's lines that have ink, and of the numbers told that must be read."""
SURE_WALL = 4.0
"""Log-odds from which a wall, or that there is none, is surely seen."""
NARROWEST_PITCH, FEWEST_LINES = 3.0, 2
"""Pixels, and cells along a side: what is smaller cannot be read."""
COLOURED, LEAST_COLOURED = 30, 0.05
"""Levels between a pixel's channels, and share of a cell's pixels, from which it is drawn over in colour."""
FINENESS, TOP, BESIDE = 12, 3, 2
"""Samples along a cell's side, from how far down they count, and how many beside lines may keep some colour
of the water that was taken away."""
HIDDEN_WALLS, HIDDEN_MARKS = 0.45, 0.15
"""Share of the sides, and of the cells, that may look otherwise where water, hints or mistakes are drawn in:
these hide lines and dim what is around them, most of all hints on small boards of dark pages (0.42). Boards
that have nothing to do with each other differ in half of their sides, and in numbers.
"""


def contradicts(image: Image, told: Reading, water: Wet | None = None) -> bool:
    """Tell whether a picture, uint8 (H, W, 3) RGB, surely shows another puzzle than it is told to hold.

    It is read where the told board stands. Another number there, lines that go on beyond the board, walls and
    marks that are seen otherwise contradict it; where colours are drawn over the board, some of these may.
    `water` is what is told of the solution: it is taken away where it is all the colour there is.
    """
    if not _is_within(image, told.board):
        return True
    hidden, wet = _is_drawn_over(image, told.board), None
    if water is not None and _is_drawn_over(image, told.board, BESIDE):
        bare = without_water(image, Water(told.board, water, told.puzzle.regions, told.marks))
        if not _is_drawn_over(bare, told.board, BESIDE):
            wet, image, hidden = image, bare, False
    seen = read_board(image, told.board)
    if _has_other_clues(seen, told) or as_far_as_lines_go(image, seen.board) is not seen.board:
        return True
    sides, cells = len(list(seen.evidence.sides())), told.board.rows * told.board.cols
    other_walls = list(_other_walls(seen, told))
    if wet is not None and any(other_walls):  # weak lines keep some colour of the water: they look like walls
        in_water = _other_walls(read_board(wet, told.board), told)
        other_walls = [dry and drawn for dry, drawn in zip(other_walls, in_water, strict=True)]
    return (
        sum(other_walls) > HIDDEN_WALLS * sides * hidden
        or sum(_other_marks(seen, told, hidden=hidden)) > HIDDEN_MARKS * cells * hidden
    )


def _is_within(image: Image, board: Board) -> bool:
    """Whether a board has cells of a size, in order, and all of them in the picture."""
    if min(np.diff(board.xs).min(), np.diff(board.ys).min()) <= 0:
        return False
    if min(board.rows, board.cols) < FEWEST_LINES:
        return False
    with np.errstate(all="ignore"):  # what is no number is nowhere in the picture
        x, y = np.array(board.corners).T
        corners = [[0, board.cols, 0, board.cols], [0, 0, board.rows, board.rows], [1] * 4]
        scale = board.to_picture[2] @ np.array(corners, np.float64)
    height, width = image.shape[:2]
    inside = min(x.min(), y.min()) >= -1 and x.max() <= width + 1 and y.max() <= height + 1
    return bool(inside and (scale > 0).all()) and board.pitch >= NARROWEST_PITCH


def _has_other_clues(seen: Reading, told: Reading) -> bool:
    """Whether another number, or none, is surely read somewhere, or too few of those told are.

    That of an edge none is read, where there is ink, says nothing: another edge may have been looked at.
    """
    read_there, said, legible, borne_out = seen.evidence, told.puzzle, 0, 0
    axes = (read_there.col_clues, said.col_clues), (read_there.row_clues, said.row_clues)
    for (values, clues), inked in zip(axes, seen.inked, strict=True):
        best = [likeliest(one) for one in values]
        is_elsewhere = inked >= HALF and not any(number is not None for number in best)
        for line, number, clue in zip(values, best, clues, strict=True):
            if clue is not None and clue >= min(len(line) - 1, NO_NUMBER):
                continue
            legible, borne_out = legible + (clue is not None), borne_out + (None is not clue == number)
            is_other = number != clue and not (number is None and is_elsewhere)
            if is_other and exp(max(line)) >= SURE_CLUE:
                return True
    return borne_out < FEWEST_BORNE_OUT * legible


def _other_walls(seen: Reading, told: Reading) -> Iterator[bool]:
    """Yield of every side whether it surely is a wall where none is told, or the reverse."""
    for side, odds in seen.evidence.sides():
        is_other = (odds > 0) != is_wall(told.puzzle.regions, side)
        yield is_other and side not in seen.covered and abs(odds) >= SURE_WALL


def _other_marks(seen: Reading, told: Reading, *, hidden: bool) -> Iterator[bool]:
    """Yield of every cell whether it surely holds something else; of those drawn over, crosses alone tell."""
    for there, said in zip(seen.marks, told.marks, strict=True):
        for mark, other in zip(there, said, strict=True):
            is_told = None not in (mark, other) and mark != other
            yield is_told and (not hidden or {mark, other} == {NOTHING, CROSS})


def _is_drawn_over(image: Image, board: Board, beside: int = 0) -> bool:
    """Whether a cell, at least, is drawn over in colour, not only at its top, where a surface may be.

    `beside` is how many samples beside its other sides do not count either.
    """
    v, u = (np.mgrid[: board.rows * FINENESS, : board.cols * FINENESS] + 0.5) / FINENESS
    x, y = (np.broadcast_to(axis, u.shape).astype(np.intp) for axis in board.points(u, v))
    pixels = image[np.clip(y, 0, image.shape[0] - 1), np.clip(x, 0, image.shape[1] - 1)]
    is_coloured = np.ptp(pixels, axis=2) >= COLOURED
    of_cells = is_coloured.reshape(board.rows, FINENESS, board.cols, FINENESS)
    of_cells = of_cells[:, TOP : FINENESS - beside, :, beside : FINENESS - beside].mean(axis=(1, 3))
    return bool(of_cells.max() >= LEAST_COLOURED)
