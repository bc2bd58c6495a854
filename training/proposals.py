"""A picture of a board → a lattice that may be proposed for it, and what every place on and around that is.

A picture is whole or cut. The lattice has lines too few or too many, or is what the search finds first.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.board import Board, PixelBox
from vision.files.pixels import Image
from vision.reading.find import BoardSearch
from vision.reading.flat import BEYOND
from vision.reading.network import CLUE, CUT, FRAME, NO_CELL, OUTSIDE

Random = np.random.Generator
Labels = NDArray[np.int8]

IGNORED = -1
"""What is not known of a place."""
FEWEST = 3
"""Cells a side of a board that is to be found."""
CUT_OFF, TWICE, COVERED = 0.3, 0.2, 0.3
"""Share of the pictures that are cut, of those the share that is cut at two sides, and that in which
something lies over what would be cut off."""
AT_A_LINE, AT_CLUES = 0.3, 0.3
"""Shares of the cuts that go along a line of the board, give or take a pixel, and through what is beside."""
DEEPEST, WIDEST = 5.0, (0.1, 1.8)
"""Cells that are cut off at most, and cells beside the board beyond which all is."""
LEVEL = 0.4
"""Cells by which a side may lean that is cut along."""
AS_IT_IS, SEARCHED, PIECES, FAR = 0.3, 0.25, 0.15, 3
"""Shares of the lattices that are the board's, that the search finds, and that are any piece of the board's;
and lines by which others are wrong at half of their sides, at most."""
SMALLEST_PIECE = 4
"""Cells a side of it, if the board has as many."""
FARTHER, FARTHEST = 0.2, 9
"""Share of these that reach farther beyond the board at a side, and by how many lines at most, as lattices do
that are found on a sheet's lines."""
OFF = 0.25
"""Cells by which lines of a proposed lattice may lie off the board's, once it is aligned."""


class Shown(NamedTuple):
    """A picture of a board, or of a part of one."""

    pixels: Image
    board: Board
    box: PixelBox
    """Where it shows the board: left, top, right, bottom; all of it, or what nothing lies over."""


def cut(rng: Random, pixels: Image, board: Board) -> Shown:
    """Cut a picture now and then, inside a board or through what stands beside it; or cover that part."""
    high, wide = pixels.shape[:2]
    if rng.random() >= CUT_OFF:
        return Shown(pixels, board, (0, 0, wide, high))
    ends, is_covered = [0, 0, wide, high], rng.random() < COVERED
    for side in rng.permutation(4)[: 1 + (rng.random() < TWICE)].tolist():
        is_upright = side % 2 == 0
        length, lines = (board.cols, board.rows) if is_upright else (board.rows, board.cols)
        depth = float(rng.uniform(0.1, max(1.0, min(DEEPEST, length / 2))))
        way = rng.random()
        if way < AT_A_LINE and not is_covered:
            depth = round(depth) + int(rng.integers(-2, 3)) / board.pitch
        elif way < AT_A_LINE + AT_CLUES:
            depth = -float(rng.uniform(*WIDEST))
        along, across = np.array([0.0, lines]), np.full(2, depth if side < 2 else length - depth)
        line = board.points(across, along)[0] if is_upright else board.points(along, across)[1]
        if np.ptp(line) > LEVEL * board.pitch:
            continue
        at = int(np.clip(round(float(line.mean())), 0, (wide, high)[not is_upright]))
        ends[side] = max(ends[side], at) if side < 2 else min(ends[side], at)
    left, top, right, bottom = ends
    if min(right - left, bottom - top) < FEWEST * board.pitch:
        return Shown(pixels, board, (0, 0, wide, high))
    if is_covered:
        covered = np.empty_like(pixels)
        covered[:] = rng.integers(0, 256, 3)
        covered[top:bottom, left:right] = pixels[top:bottom, left:right]
        return Shown(covered, board, (left, top, right, bottom))
    moved = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]], np.float64) @ board.to_picture
    part = np.ascontiguousarray(pixels[top:bottom, left:right])
    return Shown(part, replace(board, to_picture=moved), (0, 0, right - left, bottom - top))


def propose(rng: Random, shown: Shown) -> Board | None:
    """Return a lattice for what a picture shows of a board; None where that is too little."""
    whole = shown.board
    there = _shown(shown, np.arange(whole.rows), np.arange(whole.cols))
    rows, cols = (np.flatnonzero(there.mean(axis=axis) > there.mean(axis=axis).max() / 2) for axis in (1, 0))
    if min(len(rows), len(cols)) < FEWEST or not there.any():
        return None
    ends = [int(cols[0]), int(rows[0]), int(cols[-1]) + 1 - whole.cols, int(rows[-1]) + 1 - whole.rows]
    way = rng.random()
    if way < SEARCHED:
        return next((board for view in BoardSearch(shown.pixels).boards() for board in view), None)
    if way < SEARCHED + PIECES:
        ends = [*_piece(rng, cols, whole.cols), *_piece(rng, rows, whole.rows)]
        ends = [ends[0], ends[2], ends[1], ends[3]]
    elif way < 1 - AS_IT_IS:
        wrong = np.where(rng.random(4) < 0.5, rng.integers(-FAR, FAR + 1, 4), 0)
        if rng.random() < FARTHER:
            wrong[rng.random(4) < 0.5] = rng.integers(FAR, FARTHEST + 1)
        for one, other, length in ((0, 2, len(cols)), (1, 3, len(rows))):
            while length + wrong[one] + wrong[other] < FEWEST:
                wrong[one if wrong[one] < wrong[other] else other] += 1
        ends = [end + way * int(by) for end, way, by in zip(ends, (-1, -1, 1, 1), wrong, strict=True)]
    left, top, right, bottom = ends
    return whole.resized(top, whole.rows + bottom, left, whole.cols + right)


def _piece(rng: Random, shown: NDArray[np.intp], length: int) -> tuple[int, int]:
    """Return how far from the first and the last of so many lines a piece of those shown begins and ends."""
    least = min(SMALLEST_PIECE, len(shown))
    size = int(rng.integers(least, len(shown) + 1))
    start = int(rng.integers(len(shown) - size + 1))
    return int(shown[start]), int(shown[start]) + size - length


def labels(
    shown: Shown, truth: tuple[Labels, Labels, Labels], clues: NDArray[np.float64] | None, lattice: Board
) -> tuple[Labels, Labels, Labels] | None:
    """Return what upright sides, level sides and cells are, on a lattice and BEYOND it.

    (R, C + 1), (R + 1, C) and (R, C) with R = rows + 2 BEYOND. None where its lines are not the board's. The
    truth says of the whole board what sides right of cells are, (rows, cols - 1), sides below them,
    (rows - 1, cols), and cells; and where its clues stand, (n, 2) in cells, if that is known.
    """
    whole, (right_sides, below_sides, own_cells) = shown.board, truth
    v, u = (axis.ravel().astype(np.float64) for axis in np.indices((lattice.rows + 1, lattice.cols + 1)))
    seen_u, seen_v = whole.positions(*lattice.points(u, v))
    right, down = round(float(np.median(seen_u - u))), round(float(np.median(seen_v - v)))
    on_board = (abs(seen_u - whole.cols / 2) <= whole.cols / 2 + OFF) & (
        abs(seen_v - whole.rows / 2) <= whole.rows / 2 + OFF
    )
    off = np.maximum(abs(seen_u - u - right), abs(seen_v - v - down))[on_board]
    if len(off) < FEWEST**2 or off.max() > OFF:
        return None
    rows, cols = (
        np.arange(-BEYOND - 1, count + BEYOND + 1) + first
        for count, first in ((lattice.rows, down), (lattice.cols, right))
    )
    own = ((rows >= 0) & (rows < whole.rows))[:, None] & ((cols >= 0) & (cols < whole.cols))
    there = own & _shown(shown, rows, cols)
    inside_rows, inside_cols = rows.clip(0, whole.rows - 1), cols.clip(0, whole.cols - 1)
    cells = np.where(there, own_cells[np.ix_(inside_rows, inside_cols)], NO_CELL).astype(np.int8)
    _put_clues(cells, clues, rows, cols, _shown(shown, rows, cols))
    upright = _sides(right_sides[np.ix_(inside_rows, cols[:-1].clip(0, whole.cols - 2))], own, there)
    level = _sides(below_sides.T[np.ix_(inside_cols, rows[:-1].clip(0, whole.rows - 2))], own.T, there.T).T
    upright, level = upright[1:-1], level[:, 1:-1]
    for sides, is_upright in ((upright, True), (level, False)):
        _without_unseen_frame(sides, shown.box, lattice, is_upright=is_upright)
    return upright, level, cells[1:-1, 1:-1]


def _sides(walls: Labels, own: NDArray[np.bool_], there: NDArray[np.bool_]) -> Labels:
    """Return what the sides between neighbouring cells of each row are: of `own` ones, and those `there`."""
    one, two = np.s_[:, :-1], np.s_[:, 1:]
    ends = np.where(own[one] & own[two], CUT, FRAME)
    within = there[one] & there[two]
    return np.where(within, walls, np.where(there[one] | there[two], ends, OUTSIDE)).astype(np.int8)


def _without_unseen_frame(sides: Labels, box: PixelBox, lattice: Board, *, is_upright: bool) -> None:
    """Take a frame that the picture does not show for a cut, in place."""
    row, col = np.nonzero(sides == FRAME)
    u, v = (col - BEYOND + (0.0, 0.5)[not is_upright], row - BEYOND + (0.5, 0.0)[not is_upright])
    x, y = lattice.points(u.astype(np.float64), v.astype(np.float64))
    left, top, right, bottom = box
    lost = (x < left) | (y < top) | (x > right) | (y > bottom)
    sides[row[lost], col[lost]] = CUT


def _put_clues(
    cells: Labels,
    clues: NDArray[np.float64] | None,
    rows: NDArray[np.intp],
    cols: NDArray[np.intp],
    there: NDArray[np.bool_],
) -> None:
    """Label the places that a picture shows where clues stand, in place.

    Where it is not known where they do, nothing is known of those around the board.
    """
    if clues is None:
        cells[(cells == NO_CELL) & there] = IGNORED
        return
    for u, v in np.floor(clues).astype(int).tolist():
        here = (rows == v)[:, None] & (cols == u) & there
        cells[here] = CLUE


def _shown(shown: Shown, rows: NDArray[np.intp], cols: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return (rows, cols): of which cells a picture shows the middle."""
    v, u = np.meshgrid(rows + 0.5, cols + 0.5, indexing="ij")
    x, y = shown.board.points(u.ravel(), v.ravel())
    left, top, right, bottom = shown.box
    return np.asarray((x >= left) & (y >= top) & (x < right) & (y < bottom)).reshape(v.shape)
