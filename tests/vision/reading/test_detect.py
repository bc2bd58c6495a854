"""The board is found where it was drawn, to a fraction of a pixel, whatever stands around."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixtures.drawing.degrade import blur, jpeg, perspective, resize, rotate
from fixtures.drawing.lettering import draw_text
from fixtures.drawing.render import STYLES
from tests.conftest import Case, Draw
from vision import Board, BoardNotFound, read
from vision.files.pixels import Image
from vision.reading.choose import is_familiar
from vision.reading.detect import find_boards

WHITE = 255
FRAMED = [name for name, style in STYLES.items() if not style.even and style.page is None]
"""Styles whose frame stands where the drawing says, with nothing around."""


def off(board: Board, case: Case) -> float:
    """Return by how many pixels the worst corner is off: a drawing counts from pixels' centres."""
    return float(np.abs(np.array(board.corners) - (case.drawing.corners + 0.5)).max())


def blank(height: int = 300, width: int = 400) -> Image:
    return np.full((height, width, 3), WHITE, np.uint8)


def beside(one: Image, other: Image) -> Image:
    """Put two pictures on one page, the first to the left."""
    page = blank(max(len(one), len(other)) + 20, one.shape[1] + other.shape[1] + 60)
    page[10 : 10 + len(one), 20 : 20 + one.shape[1]] = one
    page[10 : 10 + len(other), -20 - other.shape[1] : -20] = other
    return page


@pytest.mark.parametrize("name", FRAMED)
def test_corners_are_measured_to_a_fraction_of_a_pixel(draw: Draw, name: str):
    case = draw(6, 8, STYLES[name])
    board = read(case.pixels).board
    assert (board.rows, board.cols) == (6, 8)
    assert off(board, case) < max(0.1, 0.02 * board.pitch)


@pytest.mark.parametrize("zoom", [1, 1.25, 1.9])
@pytest.mark.parametrize("size", [(4, 4), (8, 5), (15, 15)])
def test_corners_of_sharp_drawings_are_exact_to_a_tenth(draw: Draw, size: tuple[int, int], zoom: float):
    case = draw(*size, replace(STYLES["site"], zoom=zoom))
    assert off(read(case.pixels).board, case) < 0.1


@pytest.mark.parametrize("size", [(4, 4), (4, 11), (8, 5), (15, 15), (30, 30)], ids=str)
def test_lines_stand_where_they_were_drawn(draw: Draw, size: tuple[int, int]):
    board = read(draw(*size).pixels).board
    rows, cols = size
    x, y = board.points(np.arange(1.0, cols), np.arange(1.0, rows))
    assert x == pytest.approx(85.5 + 31 * np.arange(cols - 1), abs=0.4)
    assert y == pytest.approx(85.5 + 31 * np.arange(rows - 1), abs=0.4)


SUFFERED = {
    "turned": lambda drawing: rotate(drawing, 5),
    "leaning": lambda drawing: perspective(drawing, tilt=20, pan=-12, roll=4),
    "reduced": lambda drawing: resize(drawing, 0.4),
    "blurred": lambda drawing: blur(drawing, 2),
    "compressed": lambda drawing: jpeg(drawing, 25),
}


@pytest.mark.parametrize("suffer", SUFFERED.values(), ids=SUFFERED)
def test_corners_follow_the_board_through_what_pictures_suffer(draw: Draw, suffer):
    case = draw(9, 7, replace(STYLES["site"], zoom=1.5, margin=15))
    bad = replace(case, drawing=suffer(case.drawing))
    board = read(bad.pixels).board
    assert (board.rows, board.cols) == (9, 7)
    assert off(board, bad) < 0.04 * board.pitch


@pytest.mark.parametrize("name", ["desktop", "phone", "print", "other-program-window"])
def test_what_stands_on_a_page_is_not_taken_for_the_board(draw: Draw, name: str):
    case = draw(7, 9, STYLES[name], seed=1, played="partly")
    board = read(case.pixels).board
    assert (board.rows, board.cols) == (7, 9)
    assert off(board, case) < 0.02 * board.pitch


# Positions on the board and points in the picture


def tilted(seed: int) -> Board:
    rng = np.random.default_rng(seed)
    rows, cols = (int(side) for side in rng.integers(4, 20, 2))
    even = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float32)
    corners = 30 * even + 50 + rng.uniform(-12, 12, (4, 2)).astype(np.float32)
    xs, ys = (np.arange(lines + 1) + rng.uniform(-0.1, 0.1, lines + 1) for lines in (cols, rows))
    return Board(rows, cols, cv2.getPerspectiveTransform(even, corners).astype(float), xs, ys, 1.0)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.integers(0, 2**32 - 1))
def test_positions_are_the_inverse_of_points_inside_and_around(seed: int):
    board = tilted(seed)
    u, v = np.random.default_rng(seed).uniform(-2, [board.cols + 2, board.rows + 2], (50, 2)).T
    assert board.positions(*board.points(u, v)) == (pytest.approx(u, abs=1e-6), pytest.approx(v, abs=1e-6))


@settings(derandomize=True, deadline=None, max_examples=30)
@given(st.integers(0, 2**32 - 1))
def test_boxes_hold_the_points_of_their_rectangles(seed: int):
    board = tilted(seed)
    ((left, top, right, bottom),) = board.boxes([(0.5, 1, 2, 3.5)])
    x, y = board.points(np.random.default_rng(seed).uniform(0.5, 2, 99), np.linspace(1, 3.5, 99))
    assert left <= x.min()
    assert top <= y.min()
    assert right >= x.max()
    assert bottom >= y.max()


def test_corners_pitch_and_area_of_an_upright_board():
    to_picture = np.array([[30, 0, 10], [0, 20, 5], [0, 0, 1.0]])
    board = Board(5, 4, to_picture, np.arange(5.0), np.arange(6.0), 1.0)
    assert board.corners == ((10, 5), (130, 5), (130, 105), (10, 105))
    assert board.area == 120 * 100
    assert board.pitch == pytest.approx(np.sqrt(30 * 20))
    moved = board.moved_lines(np.array([0, 0, 0.1, 0, 0]), np.zeros(6))
    assert moved.points(np.array([2.0, 2.5]), np.array([0.0, 0.0]))[0].tolist() == pytest.approx([73, 86.5])


@pytest.mark.parametrize("seed", range(5))
def test_a_tilt_is_found_from_where_the_sides_were_seen(seed: int):
    """A board guessed wrong at its corners sees its sides off by what the guess is off."""
    rng = np.random.default_rng(seed)
    even = np.array([[0, 0], [7, 0], [7, 9], [0, 9]], np.float32)
    corners = 40 * even + 60 + rng.uniform(-15, 15, (4, 2)).astype(np.float32)
    guessed = corners + rng.uniform(-3, 3, (4, 2)).astype(np.float32)
    true, guess = (
        Board(
            9, 7, cv2.getPerspectiveTransform(even, quad).astype(float), np.arange(8.0), np.arange(10.0), 1.0
        )
        for quad in (corners, guessed)
    )
    assert not guess.is_upright
    for _ in range(2):
        v, u = np.mgrid[0.5:9, 0:8.0]
        b, a = np.mgrid[0:10.0, 0.5:7]
        right = guess.positions(*true.points(u, v))[0] - u
        down = guess.positions(*true.points(a, b))[1] - b
        right[2, 3] = 0.2  # a stroke that is no line
        guess = guess.tilted_by(right, down)
    assert np.array(guess.corners) == pytest.approx(corners, abs=0.1)


# Several boards, and none


def test_of_several_boards_the_largest_is_read(draw: Draw):
    large, small = draw(10, 10, seed=3), draw(6, 6, seed=4)
    for page in (beside(large.pixels, small.pixels), beside(small.pixels, large.pixels)):
        assert read(page).puzzle == large.puzzle


def test_of_several_boards_the_others_are_named(draw: Draw):
    reading = read(beside(draw(10, 10, seed=3).pixels, draw(6, 6, seed=4).pixels))
    assert [(board.rows, board.cols) for board in reading.others] == [(6, 6)]


def test_a_grid_without_numbers_is_not_preferred_to_a_puzzle(draw: Draw):
    case = draw(6, 6, seed=4)
    page = beside(case.pixels, blank(400, 400))
    for line in range(0, 361, 40):
        page[20 + line : 22 + line, -400:-38] = page[20:382, -400 + line : -398 + line] = 0
    reading = read(page)
    assert is_familiar(reading)
    assert reading.puzzle == case.puzzle


def text_page() -> Image:
    page = blank(500, 600)
    for line in range(12):
        words = "Rows and columns of words, with 12 numbers: 7, 31, 456"
        draw_text(
            page, words, (40, 60 + 34 * line), font="serif", size=18, colour=(0, 0, 0), lettering="grey"
        )
    return page


EMPTY = {
    "white": blank(),
    "black": np.zeros((300, 400, 3), np.uint8),
    "one pixel": blank(1, 1),
    "a line of pixels": blank(1, 500),
    "noise": np.random.default_rng(1).integers(0, 256, (300, 400, 3), np.uint8),
    "a slope of grey": np.repeat(np.linspace(0, 255, 400).astype(np.uint8)[None, :, None], 300, 0).repeat(
        3, 2
    ),
    "text": text_page(),
    "one box": cv2.rectangle(blank(), (50, 50), (300, 250), (0, 0, 0), 3),
}


@pytest.mark.parametrize("pixels", EMPTY.values(), ids=EMPTY)
def test_pictures_without_a_lattice_are_answered_in_words(pixels: Image):
    assert not any(find_boards(pixels))
    with pytest.raises(BoardNotFound) as refused:
        read(pixels)
    height, width = pixels.shape[:2]
    assert (
        str(refused.value) == f"no grid of cells was found in the picture of {width} x {height} pixels; "
        "the whole board must be in the picture, its lines at least some pixels apart"
    )


@pytest.mark.parametrize("name", ["site", "desk"])
def test_a_board_turned_by_quarters_stands_where_it_stood(draw: Draw, name: str):
    case = draw(5, 8, STYLES["site"], seed=1)
    pixels = rotate(case.drawing, 7).pixels if name == "desk" else case.pixels
    board = read(pixels).board
    for quarters in range(4):
        turned = board.turned(quarters)
        cells = (board.cols, board.rows) if quarters % 2 else (board.rows, board.cols)
        assert (turned.rows, turned.cols) == cells
        expected = np.roll(np.array(board.corners), quarters, axis=0)
        np.testing.assert_allclose(np.array(turned.corners), expected, atol=1e-6)
        assert turned.is_upright == (board.is_upright and quarters == 0)
    again = board.turned(1).turned(3)
    np.testing.assert_allclose(
        again.points(np.arange(9.0), np.arange(9.0)), board.points(np.arange(9.0), np.arange(9.0))
    )
