"""What tests draw over a board: strokes, words and stickers, placed in cells."""

import numpy as np

from fixtures.drawing.faults.drawn_over import Sheet, sheet_over
from tests.conftest import Case

PURPLE, YELLOW, BLACK, GREEN = (175, 82, 222), (255, 204, 0), (0, 0, 0), (0, 160, 80)


def sheet(case: Case) -> Sheet:
    """Return a copy of a drawn board's picture to draw over."""
    return sheet_over(case.drawing, case.puzzle)


def at(over: Sheet, *points: tuple[float, float]) -> np.ndarray:
    """Return points of the board (u, v) in pixels."""
    return np.array([(over.left + u * over.pitch, over.top + v * over.pitch) for u, v in points])
