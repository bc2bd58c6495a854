"""Ink on the sides of cells keeps the width of its line whatever pictures suffer; boards are moved to it."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.drawing.board.puzzles import unique_puzzle
from fixtures.drawing.board.render import STYLES, draw_puzzle
from fixtures.drawing.faults.degrade import blur, jpeg, noise, perspective, resize
from tests.conftest import Case, Draw
from tests.vision.reading.laid_flat import first_board, flat, true_walls
from vision.files.pixels import Image
from vision.reading.read import read
from vision.reading.sides import SideInk, align, measure_sides

SMOOTH = replace(STYLES["site"], zoom=1.6, raster="exact", lettering="smooth")
"""Thin lines of 2 pixels and walls of 6, 50 apart."""


def ink(pixels: Image) -> SideInk:
    return measure_sides(flat(pixels))


def split(case: Case, sides: SideInk) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the ink of the thin inner sides and of the walls."""
    right, below = true_walls(case.puzzle)
    inner = np.concatenate([sides.upright[:, 1:-1].ravel(), sides.level[1:-1].ravel()])
    is_wall = np.concatenate([right.ravel(), below.ravel()])
    return inner[~is_wall], inner[is_wall]


SUFFERED = {
    "sharp": lambda drawing: drawing,
    "blurred": lambda drawing: blur(drawing, 1.5),
    "compressed": lambda drawing: jpeg(drawing, 40),
    "reduced": lambda drawing: resize(drawing, 0.45),
    "noisy": lambda drawing: noise(drawing, 8, np.random.default_rng(0)),
}


@pytest.mark.parametrize("suffer", SUFFERED.values(), ids=SUFFERED)
def test_lines_keep_their_width_through_what_pictures_suffer(draw: Draw, suffer):
    case = draw(7, 8, SMOOTH, seed=2, played="solved", mean_size=4)
    thin, walls = split(case, ink(suffer(case.drawing).pixels))
    assert np.median(thin) == pytest.approx(2 / 50, abs=0.01)
    assert np.median(walls) == pytest.approx(6 / 50, abs=0.015)
    assert thin.max() < walls.min()


@pytest.mark.parametrize(
    "suffer", [lambda drawing: drawing, lambda drawing: perspective(drawing, tilt=15, pan=9)]
)
def test_a_board_is_moved_to_where_its_lines_are(draw: Draw, suffer):
    pixels = suffer(draw(7, 8, replace(SMOOTH, margin=15), seed=2).drawing).pixels
    _, _, sides = align(pixels, first_board(pixels))
    assert abs(np.median(sides.inner.right, axis=0)).max() < 0.03
    assert abs(np.median(sides.inner.down, axis=1)).max() < 0.03


TWO_COLOURS = replace(STYLES["dark-reader"], raster="floored")
"""Thin lines darker than the cells; walls are such lines between two lighter ones."""


@pytest.mark.parametrize(("seed", "zoom"), [(7, 1.94), (9, 1.25)])
def test_walls_whose_lighter_lines_the_darker_ones_cancel_are_read(seed: int, zoom: float):
    puzzle, water = unique_puzzle(np.random.default_rng(seed), 8, 8)
    marks = np.where(water, 1, 2) if seed % 2 else np.array(water, int)
    drawing = jpeg(draw_puzzle(puzzle, replace(TWO_COLOURS, zoom=zoom), marks=marks), 75)
    assert read(drawing.pixels).puzzle == puzzle


def test_a_frame_that_shows_no_ink_stays_beside_the_lines_that_do():
    puzzle, _ = unique_puzzle(np.random.default_rng(9), 8, 8)
    drawing = jpeg(draw_puzzle(puzzle, replace(TWO_COLOURS, zoom=1.25)), 75)
    board, _, _ = align(drawing.pixels, first_board(drawing.pixels))
    off = np.abs(np.array(board.corners) - drawing.corners).max()
    assert off < 0.05 * board.pitch
