"""A board laid flat has square cells of one size and its lines on known pixels."""

from dataclasses import replace

import numpy as np
import pytest

from fixtures.drawing.board.render import STYLES
from fixtures.drawing.faults.degrade import perspective
from tests.conftest import Draw
from tests.vision.reading.laid_flat import first_board, flat
from vision.reading.flat import (
    LEAST_PITCH,
    MARGIN,
    MOST_PITCH,
    MOST_UPRIGHT,
    REDUCED_PITCH,
    part_around,
    rectify,
    rectify_upright,
)


@pytest.mark.parametrize(
    ("zoom", "least", "most"),
    [
        (0.4, LEAST_PITCH, 2 * LEAST_PITCH),
        (1, 31, 32),
        (1.9, 58, MOST_PITCH),
        (4, REDUCED_PITCH, REDUCED_PITCH),
    ],
)
def test_cells_have_a_whole_number_of_pixels_near_the_pictures_own(
    draw: Draw, zoom: float, least: int, most: int
):
    board = flat(draw(5, 7, replace(STYLES["site"], zoom=zoom, raster="grey")).pixels)
    assert least <= board.pitch <= most
    assert board.margin == round(MARGIN * board.pitch)
    height, width = board.pixels.shape[:2]
    assert (height, width) == (5 * board.pitch + 2 * board.margin, 7 * board.pitch + 2 * board.margin)


@pytest.mark.parametrize("zoom", [2.5, 5.6])
def test_an_upright_board_of_large_cells_is_reduced_by_a_whole_factor(draw: Draw, zoom: float):
    pixels = draw(6, 8, replace(STYLES["site"], zoom=zoom, raster="grey")).pixels
    placed, board = rectify_upright(pixels, first_board(pixels))
    assert MOST_UPRIGHT // 2 <= board.pitch <= MOST_UPRIGHT
    factor = placed.pitch / board.pitch
    assert factor == pytest.approx(round(factor), rel=0.02)
    grey, margin, pitch = board.pixels.max(axis=2), board.margin, board.pitch
    lines = (margin + col * pitch for col in range(board.cols + 1))
    assert np.mean([grey[margin:-margin, line - 1 : line + 1].min(axis=1).mean() for line in lines]) < 90


def test_a_part_that_was_cut_out_before_shows_the_same_board(draw: Draw):
    drawing = perspective(draw(6, 8, replace(STYLES["site"], zoom=3.5, margin=20)).drawing, tilt=15)
    board = first_board(drawing.pixels)
    part = part_around(drawing.pixels, board, spare=0.5)
    assert part.holds(drawing.pixels, board)
    again, whole = rectify(drawing.pixels, board, part), rectify(drawing.pixels, board)
    near = rectify(drawing.pixels, board, part, margin=0.6)
    assert np.abs(again.pixels.astype(int) - whole.pixels).mean() < 4
    assert np.array_equal(near.inner, again.inner)
