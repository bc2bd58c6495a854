"""The cells of a grid are counted, whatever its size and slant; what is no grid has no contrast."""

import numpy as np
import pytest

from tests.conftest import Draw
from vision.pixels.brightness import strongest_channel
from vision.reading.comb import HOPELESS, SURE, count_cells, even_part


@pytest.mark.parametrize("size", [(4, 4), (30, 30), (4, 11)], ids=str)
def test_the_cells_of_a_board_are_counted(draw: Draw, size: tuple[int, int]):
    drawing = draw(*size).drawing
    count = count_cells(strongest_channel(drawing.pixels), drawing.corners + 0.5)
    assert (count.rows, count.cols) == size
    assert SURE < count.contrast <= 1


def test_in_a_quad_with_headings_the_part_in_which_lines_are_even_is_the_grid():
    page = np.full((360, 420), 255, np.uint8)
    for at in (10, 30, *range(70, 351, 40)):  # a low row of headings, then eight of cells
        page[at, 20:391] = 0
    for at in (20, 90, *range(130, 391, 40)):  # a wide column of them, then seven
        page[10:351, at] = 0
    whole = np.array([[20.5, 10.5], [390.5, 10.5], [390.5, 350.5], [20.5, 350.5]])
    part = even_part(page, whole)
    assert part is not None
    assert part == pytest.approx(
        np.array([[90.5, 30.5], [370.5, 30.5], [370.5, 350.5], [90.5, 350.5]]), abs=1.5
    )
    count = count_cells(page, part)
    assert (count.rows, count.cols) == (8, 7)


def test_blank_paper_and_noise_hold_no_grid():
    square = np.array([[20, 20], [280, 20], [280, 280], [20, 280.0]])
    noise = np.random.default_rng(0).integers(0, 256, (300, 300), np.uint8)
    for grey, most in ((np.full((300, 300), 255, np.uint8), HOPELESS), (noise, SURE)):
        count = count_cells(grey, square)
        assert count is None or count.contrast < most


@pytest.mark.parametrize(("share", "is_grid"), [(0.3, True), (0.05, False)])
def test_a_grid_is_seen_where_only_its_walls_are_left(share: float, is_grid: bool):
    """Reducing a picture may drop every thin line."""
    grey = np.full((200, 200), 255, np.uint8)
    grey[20:181, [20, 180]] = grey[[20, 180], 20:181] = 0
    for line in range(1, 8):
        start = 21 + 37 * line % 100
        grey[start : start + round(share * 160), 20 + 20 * line] = 0
        grey[20 + 20 * line, start : start + round(share * 160)] = 0
    count = count_cells(grey, np.array([[20.5, 20.5], [180.5, 20.5], [180.5, 180.5], [20.5, 180.5]]))
    assert (count is not None and (count.rows, count.cols) == (8, 8)) == is_grid
