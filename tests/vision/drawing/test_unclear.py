"""Cells of which cannot be told what is put there get a question mark that nobody takes for a mistake."""

import numpy as np

from tests.vision.drawing.scenes import Scene, over
from vision.drawing.overlay import ARM, INSET, mistakes_layer, unclear_layer

CELLS = ((0, 0), (2, 3), (2, 4), (5, 6))


def test_the_border_is_amber_and_a_mistake_magenta(shown: Scene):
    drawn = over(shown.pixels, unclear_layer(shown.pixels, shown.board, CELLS))
    wrong = np.zeros((6, 7), bool)
    wrong[2, 3] = True
    mistake = over(shown.pixels, mistakes_layer(shown.pixels, shown.board, wrong))
    x, y = map(int, shown.board.point(3.5, 2.035))
    amber = drawn[y, x].astype(int)
    x, y = map(int, shown.board.point(3 + INSET + ARM / 2, 2 + INSET))
    magenta = mistake[y, x].astype(int)
    assert amber[0] > amber[1] > amber[2] + 40
    assert magenta[2] > magenta[1] + 60
