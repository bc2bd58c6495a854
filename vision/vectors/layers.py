"""A layer over a clean board, which is upright → areas and lines."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from solver.grid import Cell

from ..board import Board
from ..drawing.layer import STRIPE_SHARE, STRIPES, Fill, Layer, Marks, Stripes
from ..drawing.palette import Paint
from .page import Area, Item, Lines, Place, Ring, rectangle

A_POINT = 0.01
"""Pixels: some viewers draw no line that has no length at all."""


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
    filled = [shape for shape in layer.shapes if isinstance(shape, Fill)]
    boxes = [box for shape in filled for box in shape.boxes]
    us = np.unique([0.0, board.cols, *(edge for box in boxes for edge in box[::2])])
    vs = np.unique([0.0, board.rows, *(edge for box in boxes for edge in box[1::2])])
    paints = list(dict.fromkeys(shape.paint for shape in filled))
    painted = np.full((len(vs) - 1, len(us) - 1), -1, np.intp)
    for shape in filled:
        for box in shape.boxes:
            left, right = np.searchsorted(us, box[::2])
            top, bottom = np.searchsorted(vs, box[1::2])
            painted[top:bottom, left:right] = paints.index(shape.paint)
    if layer.ground.opacity:
        rest = (rectangle(0, 0, width, height), *_rings(painted >= 0, us, vs, board))
        yield Area(rest, layer.ground)
    for number, paint in enumerate(paints):
        if paint.opacity and (rings := tuple(_rings(painted == number, us, vs, board))):
            yield Area(rings, paint)


def _rings(
    inside: NDArray[np.bool_], us: NDArray[np.float64], vs: NDArray[np.float64], board: Board
) -> Iterator[Ring]:
    """Yield rectangles that cover what is inside, each as high as a run of its columns goes on."""
    xs, ys = board.points(us, vs)
    begun: dict[tuple[int, int], int] = {}
    for row, line in enumerate([*inside, np.zeros_like(inside[0])]):
        ends = np.flatnonzero(np.diff(np.pad(line, 1))).tolist()
        runs = dict.fromkeys(zip(ends[::2], ends[1::2], strict=True), row)
        for left, right in [run for run in begun if run not in runs]:
            top = begun.pop((left, right))
            yield rectangle(float(xs[left]), float(ys[top]), float(xs[right]), float(ys[row]))
        begun = runs | begun


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
    return tuple(zip(x.tolist(), y.tolist(), strict=True))
