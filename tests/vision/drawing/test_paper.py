"""What is paper, and what is ink, whatever the theme."""

from dataclasses import replace

import numpy as np
import pytest

from tests.conftest import Draw
from tests.vision.drawing.scenes import PAIRS, STYLES, Scene, board_of, paper_share
from vision.reading.read import read


def test_paper_is_all_paper_and_ink_is_none(shown: Scene):
    share = paper_share(shown.pixels, shown.board)
    insides = shown.within([(c + 0.2, r + 0.2, c + 0.8, r + 0.8) for r in range(6) for c in range(7)], 0)
    assert (share[insides] == 255).all()
    assert not share[~shown.within([(0, 0, 7, 6)], 1)].any()


@pytest.mark.parametrize(
    "name", [name for name, turn in PAIRS if turn == "upright"] + ["dark-reader", "night"]
)
def test_walls_with_their_cores_and_crosses_are_ink(draw: Draw, name: str):
    case = draw(6, 6, replace(STYLES[name], zoom=2.0), seed=3, played="half")
    board, palette = read(case.pixels).board, STYLES[name].palette
    share = paper_share(case.pixels, board)
    left, top, right, bottom = board.box
    pixels, share = case.pixels[top:bottom, left:right], share[top:bottom, left:right]
    for ink in (palette.wall, palette.dry):
        found = (pixels == np.array(ink)).all(axis=2)
        assert found.sum() > 100
        assert (share[found] == 0).mean() > 0.99
    walls = (pixels == np.array(palette.wall)).all(axis=2)
    between = walls[:, :-4] & walls[:, 4:]  # on either side of a core, in the themes that have one
    assert (share[:, 2:-2][between] == 0).mean() > 0.9


def test_a_cell_of_one_colour_is_not_shaded_between_two_others():
    colours = np.array([187, 211, 245], np.uint8)
    pixels = np.tile(colours.repeat(20)[None, :, None], (60, 1, 3))
    assert (paper_share(pixels, board_of(3, 3, 20.0)) == 255)[5:55, 25:35].all()
    shaded = np.tile(np.linspace(187, 245, 60).astype(np.uint8)[None, :, None], (60, 1, 3))
    assert (paper_share(shaded, board_of(3, 3, 20.0)) > 200)[5:55, 25:35].all()
