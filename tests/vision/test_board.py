"""The geometry of a board: cells to pixels and back, its corners, turns and tilts."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import seeds
from tests.vision.drawing.scenes import board_of
from vision.board import Board


def between(rows: int, cols: int, off: np.ndarray, xs: np.ndarray, ys: np.ndarray) -> Board:
    """Return a board of cells of 40 pixels whose corners (4, 2) are so far off."""
    even = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float32)
    corners = 40 * even + 60 + off.astype(np.float32)
    return Board(rows, cols, cv2.getPerspectiveTransform(even, corners).astype(float), xs, ys, 1.0)


def tilted(seed: int) -> Board:
    rng = np.random.default_rng(seed)
    rows, cols = (int(side) for side in rng.integers(4, 20, 2))
    xs, ys = (np.arange(lines + 1) + rng.uniform(-0.1, 0.1, lines + 1) for lines in (cols, rows))
    return between(rows, cols, rng.uniform(-15, 15, (4, 2)), xs, ys)


@settings(max_examples=20)
@given(seeds)
def test_positions_maps_and_boxes_agree_with_the_points_inside_and_around(seed: int):
    board = tilted(seed)
    u, v = np.random.default_rng(seed).uniform(-2, [board.cols + 2, board.rows + 2], (50, 2)).T
    x, y = board.points(u, v)
    assert board.positions(x, y) == (pytest.approx(u, abs=1e-6), pytest.approx(v, abs=1e-6))
    x, y = board.points(*np.meshgrid([0.5, 2], [1, 3.5]))
    ((left, top, right, bottom),) = board.boxes([(0.5, 1, 2, 3.5)])
    assert left <= x.min() <= x.max() <= right
    assert top <= y.min() <= y.max() <= bottom
    x, y = board.points(*np.meshgrid(np.sort(u), np.sort(v)))
    across, down = board.maps(np.sort(u), np.sort(v), (7, 11), 0.4)
    assert np.allclose(across, (x - 7) * 0.4 - 0.5, rtol=0, atol=1e-3)
    assert np.allclose(down, (y - 11) * 0.4 - 0.5, rtol=0, atol=1e-3)


@settings(max_examples=15)
@given(seeds, st.tuples(*(st.integers(-2, 2) for _ in range(4))))
def test_a_board_that_begins_and_ends_at_other_lines_is_even_between_them(seed: int, ends: tuple[int, ...]):
    board = tilted(seed)
    top, bottom, left, right = ends[0], board.rows + ends[1], ends[2], board.cols + ends[3]
    moved = board.resized(top, bottom, left, right)
    assert (moved.rows, moved.cols) == (bottom - top, right - left)
    u, v = np.array([left, right, right, left], float), np.array([top, top, bottom, bottom], float)
    assert pytest.approx(np.array(board.points(u, v))) == np.array(moved.corners).T
    assert (np.diff(moved.xs) == 1).all()


def test_corners_pitch_and_area_of_an_upright_board():
    to_picture = np.array([[30, 0, 10], [0, 20, 5], [0, 0, 1.0]])
    board = Board(5, 4, to_picture, np.arange(5.0), np.arange(6.0), 1.0)
    assert board.corners == ((10, 5), (130, 5), (130, 105), (10, 105))
    assert board.area == 120 * 100
    assert board.pitch == pytest.approx(np.sqrt(30 * 20))
    moved = board.moved_lines(np.array([0, 0, 0.1, 0, 0]), np.zeros(6))
    assert moved.points(np.array([2.0, 2.5]), np.array([0.0, 0.0]))[0].tolist() == pytest.approx([73, 86.5])


@pytest.mark.parametrize("seed", range(3))
def test_a_tilt_is_found_from_where_the_sides_were_seen(seed: int):
    """A board guessed wrong at its corners sees its sides off by what the guess is off."""
    rng = np.random.default_rng(seed)
    off, wrong = rng.uniform(-15, 15, (4, 2)), rng.uniform(-3, 3, (4, 2))
    true, guess = (between(9, 7, corners, np.arange(8.0), np.arange(10.0)) for corners in (off, off + wrong))
    assert not guess.is_upright
    for _ in range(2):
        v, u = np.mgrid[0.5:9, 0:8.0]
        b, a = np.mgrid[0:10.0, 0.5:7]
        right = guess.positions(*true.points(u, v))[0] - u
        down = guess.positions(*true.points(a, b))[1] - b
        right[2, 3] = 0.2  # a stroke that is no line
        guess = guess.tilted_by(right, down)
    assert np.array(guess.corners) == pytest.approx(np.array(true.corners), abs=0.1)


@pytest.mark.parametrize("board", [tilted(1), board_of(5, 8, 30, 9, 7)])
def test_a_board_turned_by_quarters_stands_where_it_stood(board: Board):
    for quarters in range(4):
        turned = board.turned(quarters)
        cells = (board.cols, board.rows) if quarters % 2 else (board.rows, board.cols)
        assert (turned.rows, turned.cols) == cells
        stood = np.roll(np.array(board.corners), quarters, axis=0)
        assert np.array(turned.corners) == pytest.approx(stood, abs=1e-6)
        assert turned.is_upright == (board.is_upright and quarters == 0)
    again, along = board.turned(1).turned(3), np.arange(5.0)
    np.testing.assert_allclose(again.points(along, along), board.points(along, along))


def test_boards_overlap_where_they_share_a_pixel():
    one, beside, above = (board_of(4, 4, 10, left, top) for left, top in ((0, 0), (40, 0), (20, -39)))
    assert (one.overlaps(beside), one.overlaps(above), beside.overlaps(above)) == (False, True, True)
