"""A board laid flat has square cells of one size and its lines on known pixels."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.drawing.board.palettes import FORCED_DARK, LIGHT
from fixtures.drawing.board.puzzles import unique_puzzle
from fixtures.drawing.board.style import STYLES
from fixtures.drawing.mishaps.degrade import blur, jpeg, noise, perspective, resize
from fixtures.drawing.render import draw_puzzle
from fixtures.drawing.scene import Picture
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
from vision.reading.sides import SideInk, align, measure_sides


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


# Boards of all palettes, sizes and lights look alike in planes, which say how far the picture goes


ROWS, COLS = 6, 7
PLAIN = replace(STYLES["no-rim"], zoom=1.6, lettering="smooth", margin=20)
NEAR = 10
"""Levels of a plane that make no difference."""


def planes(drawing: Picture) -> NDArray[np.intp]:
    """Return what the planes show of the board itself, and half a cell around it."""
    _, flat, sides = align(drawing.pixels, first_board(drawing.pixels))
    own = slice(BEYOND * PITCH, -BEYOND * PITCH)
    return planes_of(flat, sides.look)[own, own].astype(int)


def cells(shown: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return (rows, cols, 5): what most of the middle of each cell shows."""
    half = PITCH // 2
    inner = shown[half:-half, half:-half].reshape(ROWS, PITCH, COLS, PITCH, -1)
    return np.median(inner[:, 6:18, :, 6:18], axis=(1, 3)).astype(int)


@pytest.fixture(scope="module")
def board(draw: Draw) -> Case:
    return draw(ROWS, COLS, PLAIN, seed=3)


@pytest.mark.parametrize("palette", [LIGHT, FORCED_DARK], ids=["light", "dark"])
@pytest.mark.parametrize("zoom", [0.8, 2.5])
def test_paper_is_neutral_and_walls_are_ink_in_every_palette_at_every_size(board: Case, palette, zoom: float):
    shown = planes(draw_puzzle(board.puzzle, replace(PLAIN, palette=palette, zoom=zoom)))
    assert (np.abs(cells(shown) - NEUTRAL) <= NEAR).all()
    frame = shown[PITCH // 2 - 2 : PITCH // 2 + 2, PITCH : COLS * PITCH, 0].max(axis=0)
    assert np.median(frame) > NEUTRAL[0] + INK / 2


def test_a_board_cut_out_and_laid_on_its_inks_colour_is_shown_on_its_own_paper(board: Case):
    drawing = draw_puzzle(board.puzzle, PLAIN)
    (left, top), (right, bottom) = (np.rint(drawing.corners[at]).astype(int) for at in (0, 2))
    pixels = np.full_like(drawing.pixels, 40)
    inside = slice(top - 2, bottom + 4), slice(left - 2, right + 4)
    pixels[inside] = drawing.pixels[inside]
    shown = cells(planes(replace(drawing, pixels=pixels)))
    assert (np.abs(shown - NEUTRAL) <= NEAR).all()


def test_the_last_plane_says_how_far_the_picture_goes(board: Case):
    """A picture that ends half a cell beyond its board shows of that half of the cells around it."""
    drawing = draw_puzzle(board.puzzle, PLAIN)
    (left, top), (right, bottom) = drawing.corners[[0, 2]]
    half = drawing.pitch / 2
    ends = (round(each) for each in (top - half, bottom + half, left - half, right + half))
    first, last, start, end = ends
    part = np.ascontiguousarray(drawing.pixels[first:last, start:end])
    _, flat, sides = align(part, first_board(part))
    there = planes_of(flat, sides.look)[..., -1] > 0
    rows, cols = (np.flatnonzero(there.any(axis=axis)) for axis in (1, 0))
    beyond = BEYOND * PITCH
    assert (rows[0], rows[-1] + 1) == (beyond, there.shape[0] - beyond)
    assert (cols[0], cols[-1] + 1) == (beyond, there.shape[1] - beyond)
    assert there[beyond:-beyond, beyond:-beyond].all()


# Ink on the sides of cells keeps the width of its line whatever pictures suffer; boards are moved to it


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


# Lines are dark and paper is light in some version of every picture


def lined(paper: int, line: int) -> Image:
    """Draw an upright line of two pixels on paper."""
    pixels = np.full((40, 60, 3), paper, np.uint8)
    pixels[:, 29:31] = line
    return pixels


@pytest.mark.parametrize("light", [1.0, 0.4])
def test_darkness_is_a_share_of_the_paper_in_any_light(light: float):
    grey = (lined(250, 50)[..., 0] * light).astype(np.uint8)
    for darkness in (ink_on_paper(grey, 9).darkness, darkness_along_rows(grey, 9)):
        assert darkness[:, 29:31] == pytest.approx(0.8, abs=0.06)
        assert darkness[:, :20].max() == 0
