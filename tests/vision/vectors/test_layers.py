"""What a layer paints becomes areas and lines that cover just the same places."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.drawing.scenes import board_of
from vision.drawing.layer import Layer
from vision.drawing.palette import CLEAR, Paint
from vision.vectors.drawing import layer_items
from vision.vectors.page import Area, Item, Ring

RED, BLUE, GREY = Paint((200, 0, 0), 255), Paint((0, 0, 200), 128), Paint((90, 90, 90), 80)
MARGIN = 40
PITCH = 20
BOARD = board_of(3, 4, PITCH, MARGIN, MARGIN)


def is_within(rings: tuple[Ring, ...], x: float, y: float) -> bool:
    """Whether a point lies within an odd number of rings."""
    crossings = 0
    for ring in rings:
        for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True):
            if (y0 > y) != (y1 > y):
                crossings += x < x0 + (y - y0) / (y1 - y0) * (x1 - x0)
    return crossings % 2 == 1


def paint_at(items: list[Item], u: float, v: float) -> list[Paint]:
    x, y = MARGIN + PITCH * u, MARGIN + PITCH * v
    return [item.paint for item in items if isinstance(item, Area) and is_within(item.rings, x, y)]


def items_of(layer: Layer) -> list[Item]:
    return list(layer_items(layer, 200, 200))


@given(st.sets(st.tuples(st.integers(0, 2), st.integers(0, 3)), min_size=1))
def test_cells_of_one_paint_are_one_path_without_seams(cells: set[tuple[int, int]]):
    layer = Layer(BOARD)
    layer.fill_cells(cells, BLUE)
    items = items_of(layer)
    assert len(items) == 1
    for row, col in np.ndindex(3, 4):
        assert paint_at(items, col + 0.4, row + 0.6) == ([BLUE] if (row, col) in cells else [])


def test_what_is_painted_anew_hides_what_was_there():
    layer = Layer(BOARD, GREY)
    layer.fill((0, 0, 4, 2), BLUE)
    layer.fill_cells([(0, 1)], RED)
    layer.fill_cells([(1, 1)], CLEAR)
    items = items_of(layer)
    assert paint_at(items, 0.5, 0.5) == [BLUE]
    assert paint_at(items, 1.5, 0.5) == [RED]
    assert paint_at(items, 1.5, 1.5) == []
    assert paint_at(items, 1.5, 2.5) == paint_at(items, -1, -1) == [GREY]
