"""Cells of which cannot be told what is put there get a question mark that nobody takes for a mistake."""

import numpy as np

from tests.vision.drawing.scenes import Scene, over
from vision.drawing.overlay import ARM, INSET, mistakes_layer, unclear_layer

CELLS = ((0, 0), (2, 3), (2, 4), (5, 6))
SLACK = 1.5
"""Pixels beside a cell's true border within which its question mark may begin."""


def test_only_these_cells_are_changed_and_a_question_mark_stands_out_in_each(shown: Scene):
    drawn = over(shown.pixels, unclear_layer(shown.pixels, shown.board, CELLS))
    unclear = np.zeros((6, 7), bool)
    unclear[tuple(zip(*CELLS, strict=True))] = True
    near = shown.cells(unclear, SLACK)
    assert np.array_equal(drawn[~near], shown.pixels[~near])
    for row, col in CELLS:
        inside = shown.within([(col + 0.25, row + 0.15, col + 0.75, row + 0.85)], 0)
        brightness = drawn[inside].astype(int).sum(axis=1)
        assert np.quantile(brightness, 0.95) - np.quantile(brightness, 0.05) > 100


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
