"""Around every hollow piece of ink stands a quad, and its sides are moved to the border's centre."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.reading.quads import find_quads, refine_quad

Mask = NDArray[np.uint8]


def ruled(corners: NDArray, cells: int = 6, *, frame: bool = True) -> Mask:
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
    assert not list(find_quads(ruled(LEANING), 100, least_area=270 * 260))


@pytest.mark.parametrize("corners", [UPRIGHT, LEANING], ids=["upright", "leaning"])
def test_sides_are_moved_to_the_centre_of_the_border(corners: NDArray):
    ink = cv2.GaussianBlur(ruled(corners).astype(np.float32), (0, 0), 1)
    inside = corners + np.array([[-2, -2], [2, -2], [2, 2], [-2, 2]])
    assert np.abs(refine_quad(ink, inside.astype(float)) - corners).max() < 1.2


def test_a_quad_without_any_border_near_it_stays():
    guess = UPRIGHT.astype(float)
    assert np.array_equal(refine_quad(np.zeros((320, 320), np.float32), guess), guess)
