"""What is paper, and what is ink, whatever the theme."""

import numpy as np

from tests.vision.drawing.scenes import Scene, board_of, paper_share


def test_paper_is_all_paper_and_ink_is_none(shown: Scene):
    share = paper_share(shown.pixels, shown.board)
    insides = shown.within([(c + 0.2, r + 0.2, c + 0.8, r + 0.8) for r in range(6) for c in range(7)], 0)
    assert (share[insides] == 255).all()
    assert not share[~shown.within([(0, 0, 7, 6)], 1)].any()


def test_a_cell_of_one_colour_is_not_shaded_between_two_others():
    colours = np.array([187, 211, 245], np.uint8)
    pixels = np.tile(colours.repeat(20)[None, :, None], (60, 1, 3))
    assert (paper_share(pixels, board_of(3, 3, 20.0)) == 255)[5:55, 25:35].all()
    shaded = np.tile(np.linspace(187, 245, 60).astype(np.uint8)[None, :, None], (60, 1, 3))
    assert (paper_share(shaded, board_of(3, 3, 20.0)) > 200)[5:55, 25:35].all()
