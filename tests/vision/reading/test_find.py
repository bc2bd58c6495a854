"""The board is found on long pages, among others and within grids; pictures without one are told."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.drawing.board.style import STYLES
from fixtures.drawing.entries import enter
from fixtures.drawing.kinds import pool
from fixtures.drawing.render import put_together, render
from fixtures.drawing.scene import Scene
from solver.message import Message
from tests.conftest import Draw, raised
from vision.files.pixels import Image
from vision.pixels.brightness import strongest_channel
from vision.reading.comb import LEAST_CONTRAST, SURE, count_cells
from vision.reading.find import BoardSearch, find_alike, reduced
from vision.reading.quads import find_quads, refine_quad
from vision.reading.read import read
from vision.reading.reading import BoardNotFound


def blank(height: int = 300, width: int = 400) -> Image:
    return np.full((height, width, 3), 255, np.uint8)


def test_a_board_of_faint_lines_is_found_on_a_long_dark_page():
    """At a quarter of this picture its lines are too close together, at the whole they break up."""
    puzzle, water = pool()[21]
    style = replace(STYLES["dark-reader"], zoom=0.35, dpr=3.0, shift=(0.8, 0.55), seed=923013967)
    marks = enter(np.random.default_rng(2), water, "begun")
    picture = render(Scene(puzzle, style, marks, page="app"))
    assert picture.pixels.shape[0] > 2000
    assert read(picture.pixels).puzzle == puzzle


EMPTY = {
    "white": blank(),
    "black": np.zeros((300, 400, 3), np.uint8),
    "one pixel": blank(1, 1),
    "a line of pixels": blank(1, 500),
    "noise": np.random.default_rng(1).integers(0, 256, (80, 100, 3), np.uint8),
    "a slope of grey": np.tile(np.linspace(0, 255, 400).astype(np.uint8)[None, :, None], (300, 1, 3)),
    "one box": cv2.rectangle(blank(), (50, 50), (300, 250), (0, 0, 0), 3),
}


@pytest.mark.parametrize("what", EMPTY)
def test_pictures_without_a_grid_are_answered_in_words(what: str):
    pixels = EMPTY[what]
    assert not any(BoardSearch(pixels).boards())
    height, width = pixels.shape[:2]
    why = {"noise": Message("grainy")}.get(what, Message("no_grid", width=width, height=height))
    assert raised(BoardNotFound, read, pixels).what == why


def test_a_reduced_picture_shows_all_of_it_in_blocks_of_whole_pixels():
    pixels = np.random.default_rng(1).integers(0, 256, (12, 17, 3), np.uint8)
    small = reduced(pixels, 3)
    assert small.shape == (4, 6, 3)
    for row, col in np.ndindex(small.shape[:2]):
        block = pixels[3 * row : 3 * row + 3, 3 * col : 3 * col + 3]
        assert small[row, col] == pytest.approx(block.mean(axis=(0, 1)), abs=0.51)


def ruled(corners: NDArray, cells: int = 6, *, frame: bool = True) -> NDArray[np.uint8]:
    """Draw the lines of a grid of so many cells a side between corners (4, 2)."""
    even = np.array([[0, 0], [cells, 0], [cells, cells], [0, cells]], np.float32)
    place = cv2.getPerspectiveTransform(even, corners.astype(np.float32))
    lines = range(cells + 1) if frame else range(1, cells)
    ends = [[(k, 0), (k, cells)] for k in lines] + [[(0, k), (cells, k)] for k in lines]
    mask = np.zeros((320, 320), np.uint8)
    for line in ends:
        one, other = cv2.perspectiveTransform(np.array([line], np.float32), place)[0].round().astype(int)
        cv2.line(mask, one.tolist(), other.tolist(), 1, 2)
    return mask


UPRIGHT = np.array([[40, 50], [280, 50], [280, 290], [40, 290]])
LEANING = np.array([[60, 40], [270, 70], [290, 280], [30, 250]])


@pytest.mark.parametrize("corners", [UPRIGHT, LEANING], ids=["upright", "leaning"])
def test_the_corners_of_a_framed_grid_are_found_clockwise_from_the_top_left(corners: NDArray):
    assert next(find_quads(ruled(corners), 100)) == pytest.approx(corners, abs=3)
    assert len(list(find_quads(ruled(UPRIGHT), 100))) == 1


def test_a_grid_without_a_frame_gets_the_corners_that_it_lacks():
    quads = list(find_quads(ruled(UPRIGHT, frame=False), 100))
    assert min(np.abs(quad - UPRIGHT).max() for quad in quads) < 3


def test_filled_shapes_open_strokes_and_small_pieces_are_no_grids():
    filled, stroke = np.zeros((2, 320, 320), np.uint8)
    filled[50:290, 40:280] = 1
    cv2.line(stroke, (40, 50), (280, 290), 1)
    assert not [*find_quads(filled, 100), *find_quads(stroke, 100), *find_quads(ruled(UPRIGHT), 250)]


@pytest.mark.parametrize("corners", [UPRIGHT, LEANING], ids=["upright", "leaning"])
def test_sides_are_moved_to_the_centre_of_the_border_if_any_is_near(corners: NDArray):
    ink = cv2.GaussianBlur(ruled(corners).astype(np.float32), (0, 0), 1)
    inside = corners + np.array([[-2, -2], [2, -2], [2, 2], [-2, 2]])
    assert np.abs(refine_quad(ink, inside.astype(float)) - corners).max() < 1.2
    assert np.array_equal(refine_quad(np.zeros_like(ink), corners.astype(float)), corners)


@pytest.mark.parametrize("size", [(4, 4), (30, 30), (4, 11)], ids=str)
def test_the_cells_of_a_board_are_counted(draw: Draw, size: tuple[int, int]):
    drawing = draw(*size).drawing
    count = count_cells(strongest_channel(drawing.pixels), drawing.corners + 0.5)
    assert (count.rows, count.cols) == size
    assert SURE < count.contrast <= 1


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


def test_only_the_counts_asked_for_are_looked_at(draw: Draw):
    drawing = draw(8, 8).drawing
    grey = strongest_channel(drawing.pixels)
    assert count_cells(grey, drawing.corners, (8, 8)).contrast > SURE
    other = count_cells(grey, drawing.corners, (7, 9))
    assert (other.rows, other.cols) == (7, 9)
    assert other.contrast < LEAST_CONTRAST
    assert count_cells(grey, drawing.corners, (3, 8)) is None


@pytest.mark.parametrize(("style", "played"), [("site", "empty"), ("forced-dark", "solved")])
def test_all_boards_printed_alike_are_found_where_they_stand(draw: Draw, style: str, played: str):
    """Where a board's lines fit once more, another is found that no search of outlines shows."""
    look = STYLES[style]
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


def test_a_faint_larger_board_is_read_before_a_clear_smaller_one(draw: Draw):
    large, small = draw(9, 11, seed=3), draw(5, 7, seed=4)
    faint = (255 - 0.3 * (255 - large.pixels.astype(float))).astype(np.uint8)
    assert read(put_together([faint, small.pixels])).puzzle == large.puzzle
