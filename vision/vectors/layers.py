"""A layer over a clean board → areas and lines."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from solver.grid import Cell

from ..board import Board
from ..drawing.layer import STRIPE_SHARE, STRIPES, Layer
from ..drawing.palette import Paint
from ..drawing.shapes import Fill, Marks, Outline, Stripes
from .page import Area, Item, Lines, Place, Ring, rectangle

STRAIGHT = 0.02
"""Pixels by which a corner may lie beside a straight line, to be left out."""
A_POINT = 0.01
"""Pixels: some viewers draw no line that has no length at all."""

Lattice = NDArray[np.intp]
"""(n, 2): column and row of corners in a grid of rectangles."""


def layer_items(layer: Layer, width: float, height: float) -> Iterator[Item]:
    """Yield what a layer paints on a picture of such a size, strokes above all that is filled."""
    yield from _filled(layer, width, height)
    for shape in layer.shapes:
        match shape:
            case Marks(cells, strokes, paint) if cells:
                for stroke in strokes:
                    yield _stroked(layer.board, cells, stroke.points, stroke.width, paint)
            case Stripes(cells, paint) if cells:
                polygons = [_moved(band, cell) for cell in cells for band in _stripes()]
                yield Area(tuple(_placed(layer.board, polygon) for polygon in polygons), paint)


def _filled(layer: Layer, width: float, height: float) -> Iterator[Item]:
    """Yield an area for each paint: rectangles that are painted anew hide those before, so none overlap."""
    board = layer.board
    filled = [(shape, tuple(shape.boxes)) for shape in layer.shapes if isinstance(shape, Fill | Outline)]
    boxes = [box for _, found in filled for box in found]
    us = _lines_of(chain.from_iterable((left, right) for left, _, right, _ in boxes), board.cols)
    vs = _lines_of(chain.from_iterable((top, bottom) for _, top, _, bottom in boxes), board.rows)
    paints = list(dict.fromkeys(shape.paint for shape, _ in filled))
    painted = np.full((len(vs) - 1, len(us) - 1), -1, np.intp)
    for shape, found in filled:
        for box in found:
            left, right = np.searchsorted(us, box[::2])
            top, bottom = np.searchsorted(vs, box[1::2])
            painted[top:bottom, left:right] = paints.index(shape.paint)
    if layer.ground.opacity:
        rest = (rectangle(0, 0, width, height), *_rings(painted >= 0, us, vs, board))
        yield Area(rest, layer.ground)
    for number, paint in enumerate(paints):
        if paint.opacity and (rings := tuple(_rings(painted == number, us, vs, board))):
            yield Area(rings, paint)


def _lines_of(edges: Iterable[float], cells: int) -> NDArray[np.float64]:
    """Return the lines of the grid in which all edges lie, and where the board may bend."""
    return np.unique([*edges, *range(cells + 1)])


def _rings(
    inside: NDArray[np.bool_], us: NDArray[np.float64], vs: NDArray[np.float64], board: Board
) -> Iterator[Ring]:
    """Yield the borders of what is inside, as they lie on the picture."""
    for border in _borders(inside):
        x, y = board.points(us[border[:, 0]], vs[border[:, 1]])
        if len(corners := _without_straight(np.stack([x, y], axis=1))) > 2:
            yield tuple(map(_place, corners))


def _borders(inside: NDArray[np.bool_]) -> Iterator[Lattice]:
    """Yield the closed lines around what is inside, which is on their right."""
    wide = np.pad(inside, 1)
    ahead: dict[Cell, list[Cell]] = {}
    sides = (  # the step to the neighbour beyond a side; where the side begins and ends
        ((-1, 0), (0, 0), (1, 0)),
        ((0, 1), (1, 0), (1, 1)),
        ((1, 0), (1, 1), (0, 1)),
        ((0, -1), (0, 1), (0, 0)),
    )
    for (down, right), begin, end in sides:
        beyond = wide[1 + down : wide.shape[0] - 1 + down, 1 + right : wide.shape[1] - 1 + right]
        for row, col in np.argwhere(inside & ~beyond).tolist():
            ahead.setdefault((col + begin[0], row + begin[1]), []).append((col + end[0], row + end[1]))
    while ahead:
        start = corner = next(iter(ahead))
        border = []
        while True:
            border.append(corner)
            ways = ahead[corner]
            following = ways.pop()
            if not ways:
                del ahead[corner]
            corner = following
            if corner == start:
                break
        yield np.array(border)


def _without_straight(corners: NDArray[np.floating]) -> NDArray[np.floating]:
    """Leave out the corners that lie on the line between their neighbours."""
    before, after = np.roll(corners, 1, axis=0), np.roll(corners, -1, axis=0)
    along, to_corner = after - before, corners - before
    away = np.abs(along[:, 0] * to_corner[:, 1] - along[:, 1] * to_corner[:, 0])
    kept: NDArray[np.floating] = corners[away > STRAIGHT * np.hypot(along[:, 0], along[:, 1])]
    return kept


def _stroked(
    board: Board, cells: Sequence[Cell], points: Sequence[Place], width: float, paint: Paint
) -> Lines:
    """Return a stroke in every cell."""
    lines = [_placed(board, _moved(points, cell)) for cell in cells]
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


def _moved(points: Iterable[Place], cell: Cell) -> Ring:
    row, col = cell
    return tuple((u + col, v + row) for u, v in points)


def _placed(board: Board, points: Sequence[Place]) -> Ring:
    """Return where points of the board lie in the picture."""
    places = np.array(points, np.float64)
    x, y = board.points(places[:, 0], places[:, 1])
    return tuple(map(_place, np.stack([x, y], axis=1)))


def _place(corner: NDArray[np.floating]) -> Place:
    return float(corner[0]), float(corner[1])
