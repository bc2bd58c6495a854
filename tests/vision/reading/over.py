"""What tests draw over a board: strokes, words and stickers, placed in cells."""

from fixtures.drawing.board.canvas import Canvas
from tests.conftest import Case

PURPLE, YELLOW, BLACK, GREEN = (175, 82, 222), (255, 204, 0), (0, 0, 0), (0, 160, 80)


def sheet(case: Case) -> Canvas:
    """Return a copy of a drawn board's picture to draw over."""
    return case.drawing.canvas()
