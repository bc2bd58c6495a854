"""A board laid flat has square cells of one size and its lines on known pixels."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.drawing.board.palettes import FORCED_DARK, LIGHT
from fixtures.drawing.board.puzzles import unique_puzzle
from fixtures.drawing.board.style import STYLES
from fixtures.drawing.mishaps.degrade import blur, jpeg, perspective, resize
from fixtures.drawing.render import draw_puzzle
from tests.conftest import Case, Draw
from tests.vision.reading.laid_flat import first_board, flat, true_walls
from vision.files.pixels import Image
from vision.reading.flat import (
    BEYOND,
    LEAST_PITCH,
    MARGIN,
    MOST_PITCH,
    MOST_UPRIGHT,
    REDUCED_PITCH,
    part_around,
    rectify,
    rectify_upright,
)
from vision.reading.ink import darkness_along_rows, ink_on_paper
from vision.reading.planes import INK, NEUTRAL, PITCH, planes_of
from vision.reading.read import read
from vision.reading.sides import align, measure_sides


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
    assert board.pixels.shape[:2] == tuple(cells * board.pitch + 2 * board.margin for cells in (5, 7))


@pytest.mark.parametrize("zoom", [2.5, 4.0])
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


ROWS, COLS = 6, 7
PLAIN = replace(STYLES["no-rim"], zoom=1.6, lettering="smooth", margin=20)
OWN, HALF = slice(BEYOND * PITCH, -BEYOND * PITCH), PITCH // 2
"""What planes show of the board itself, and half a cell around it."""
NEAR = 10
"""Levels of a plane that make no difference."""


def planes(pixels: Image) -> NDArray[np.intp]:
    _, flat, sides = align(pixels, first_board(pixels))
    return planes_of(flat, sides.look).astype(int)


def are_neutral(shown: NDArray[np.intp]) -> bool:
    """Whether most of the middle of each cell is paper."""
    inner = shown[OWN, OWN][HALF:-HALF, HALF:-HALF].reshape(ROWS, PITCH, COLS, PITCH, -1)
    cells = np.median(inner[:, 6:18, :, 6:18], axis=(1, 3))
    return bool((np.abs(cells - NEUTRAL) <= NEAR).all())


@pytest.fixture(scope="module")
def board(draw: Draw) -> Case:
    return draw(ROWS, COLS, PLAIN, seed=3)


@pytest.mark.parametrize("palette", [LIGHT, FORCED_DARK], ids=["light", "dark"])
@pytest.mark.parametrize("zoom", [0.8, 2.5])
def test_paper_is_neutral_and_walls_are_ink_in_every_palette_at_every_size(board: Case, palette, zoom: float):
    shown = planes(draw_puzzle(board.puzzle, replace(PLAIN, palette=palette, zoom=zoom)).pixels)
    assert are_neutral(shown)
    frame = shown[OWN, OWN][HALF - 2 : HALF + 2, PITCH : COLS * PITCH, 0].max(axis=0)
    assert np.median(frame) > NEUTRAL[0] + INK / 2


def test_a_board_cut_out_and_laid_on_its_inks_colour_is_shown_on_its_own_paper(board: Case):
    (left, top), (right, bottom) = np.rint(board.drawing.corners[[0, 2]]).astype(int)
    pixels = np.full_like(board.pixels, 40)
    inside = slice(top - 2, bottom + 4), slice(left - 2, right + 4)
    pixels[inside] = board.pixels[inside]
    assert are_neutral(planes(pixels))


def test_the_last_plane_says_how_far_the_picture_goes(board: Case):
    """A picture that ends half a cell beyond its board shows of that half of the cells around it."""
    half, corners = board.drawing.pitch / 2, board.drawing.corners[[0, 2]]
    (left, top), (right, bottom) = np.rint(corners + np.array([[-half], [half]])).astype(int)
    there = planes(np.ascontiguousarray(board.pixels[top:bottom, left:right]))[..., -1] > 0
    expected = np.zeros_like(there)
    expected[OWN, OWN] = True
    assert np.array_equal(there, expected)


SMOOTH = replace(STYLES["site"], zoom=1.6, raster="exact", lettering="smooth")
"""Thin lines of 2 pixels and walls of 6, 50 apart."""
SUFFERED = {
    "sharp": lambda drawing: drawing,
    "blurred": lambda drawing: blur(drawing, 1.5),
    "compressed": lambda drawing: jpeg(drawing, 40),
    "reduced": lambda drawing: resize(drawing, 0.45),
}


@pytest.mark.parametrize("suffer", SUFFERED.values(), ids=SUFFERED)
def test_lines_keep_their_width_through_what_pictures_suffer(draw: Draw, suffer):
    case = draw(7, 8, SMOOTH, seed=2, played="solved", mean_size=4)
    sides = measure_sides(flat(suffer(case.drawing).pixels))
    ink = np.concatenate([sides.upright[:, 1:-1].ravel(), sides.level[1:-1].ravel()])
    is_wall = np.concatenate([part.ravel() for part in true_walls(case.puzzle)])
    thin, walls = ink[~is_wall], ink[is_wall]
    assert np.median(thin) == pytest.approx(2 / 50, abs=0.01)
    assert np.median(walls) == pytest.approx(6 / 50, abs=0.015)
    assert thin.max() < walls.min()


@pytest.mark.parametrize(
    ("seed", "zoom", "played", "off"), [(7, 1.94, True, 0.15), (9, 1.25, True, 0.15), (9, 1.25, False, 0.05)]
)
def test_walls_whose_lighter_lines_the_darker_ones_cancel_are_read_and_the_frame_stays_beside_them(
    seed: int, zoom: float, played: bool, off: float
):
    """Thin lines are darker than the cells; walls are such lines between two lighter ones."""
    puzzle, water = unique_puzzle(np.random.default_rng(seed), 8, 8)
    style = replace(STYLES["dark-reader"], raster="floored", zoom=zoom)
    drawing = jpeg(draw_puzzle(puzzle, style, marks=np.where(water, 1, 2) * played), 75)
    reading = read(drawing.pixels)
    assert reading.puzzle == puzzle
    assert np.abs(np.array(reading.board.corners) - drawing.corners).max() < off * reading.board.pitch


@pytest.mark.parametrize("light", [1.0, 0.4])
def test_darkness_is_a_share_of_the_paper_in_any_light(light: float):
    grey = np.full((40, 60), 250 * light, np.uint8)
    grey[:, 29:31] = 50 * light
    for darkness in (ink_on_paper(grey, 9).darkness, darkness_along_rows(grey, 9)):
        assert darkness[:, 29:31] == pytest.approx(0.8, abs=0.06)
        assert darkness[:, :20].max() == 0
