"""A board in a terminal's box characters is read like any other, even if leading breaks its lines."""

import numpy as np
import pytest

from fixtures.drawing.board.terminal import Terminal, draw_terminal
from pipeline import solve_image
from tests.conftest import Draw
from vision.reading.ink import without_breaks

PLAIN = Terminal()
DARK = Terminal(wide=9, high=18, paper=(12, 12, 12), ink=(204, 204, 204))
APART = Terminal(wide=16, high=32, leading=6, light=2)


@pytest.mark.parametrize("look", [PLAIN, DARK, APART], ids=["light", "dark", "lines apart"])
def test_a_terminals_drawing_is_read_and_solved(draw: Draw, look: Terminal):
    case = draw(8, 7, seed=3, unique=True)
    result = solve_image(draw_terminal(case.puzzle, look))
    assert (result.status, result.puzzle) == ("solved", case.puzzle)
    assert result.solution.water == case.water


def test_filled_cells_are_water_or_the_picture_is_refused(draw: Draw):
    case = draw(8, 7, seed=3, unique=True)
    result = solve_image(draw_terminal(case.puzzle, PLAIN, case.water))
    assert result.status != "solved" or result.solution.water == case.water


def test_breaks_of_lines_that_run_down_are_bridged_and_cells_are_not():
    page = np.full((200, 200, 3), 255, np.uint8)
    page[20:180, 40:161:20] = 0
    broken = page.copy()
    broken[30:180:20] = 255
    assert np.array_equal(without_breaks(broken), page)
    assert np.array_equal(without_breaks(255 - broken), 255 - page)
