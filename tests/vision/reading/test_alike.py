"""Where a board's lines fit once more, another is found that no search of outlines shows."""

from dataclasses import replace

import numpy as np
import pytest

from fixtures.drawing.board.render import STYLES
from fixtures.drawing.page.several import put_together
from tests.conftest import Draw
from vision.reading.alike import find_alike
from vision.reading.read import read


@pytest.mark.parametrize(("style", "played"), [("site", "empty"), ("forced-dark", "solved")])
def test_all_boards_printed_alike_are_found_where_they_stand(draw: Draw, style: str, played: str):
    look = replace(STYLES[style], page=None)
    cases = [draw(5, 7, look, seed=seed, unique=True, played=played) for seed in range(5)]
    page = put_together([case.pixels for case in cases], page=look.palette.page)
    one = read(cases[0].pixels).board
    moved = np.array([[1, 0, 20], [0, 1, 20], [0, 0, 1]], float)
    others = list(find_alike(page, replace(one, to_picture=moved @ one.to_picture)))
    high, wide = cases[0].pixels.shape[:2]
    x, y = one.corners[0]
    there = [(row * (high + 20) + y + 20, col * (wide + 20) + x + 20) for row in range(3) for col in range(2)]
    found = sorted((board.corners[0][::-1] for board in others), key=lambda at: (round(at[0] / high), at[1]))
    assert np.array(found) == pytest.approx(np.array(there[1:5]), abs=0.15 * one.pitch)
    assert all((board.rows, board.cols) == (5, 7) for board in others)
