"""The board is found on long pages, among others and within grids; pictures without one are told."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from fixtures.drawing.board.lettering import draw_text
from fixtures.drawing.board.render import STYLES
from fixtures.drawing.kinds.to_answer import case as drawn_case
from solver.message import Message
from tests.conftest import Draw, raised
from vision.files.pixels import Image
from vision.reading.find import BoardNotFound, BoardSearch, reduced
from vision.reading.read import read
from vision.reading.walls import Walls

WHITE = 255


def blank(height: int = 300, width: int = 400) -> Image:
    return np.full((height, width, 3), WHITE, np.uint8)


def test_a_board_of_faint_lines_is_found_on_a_long_dark_page():
    """At a quarter of this picture its lines are too close together, at the whole they break up."""
    drawn = drawn_case("page", 1800029)
    assert read(drawn.image).puzzle == drawn.puzzle


# Several boards, and none


def text_page() -> Image:
    page = blank(500, 600)
    words, look = "Rows and columns of words, with 12 numbers: 7, 31, 456", {"font": "serif", "size": 18}
    for line in range(12):
        draw_text(page, words, (40, 60 + 34 * line), colour=(0, 0, 0), lettering="grey", **look)
    return page


EMPTY = {
    "white": blank(),
    "black": np.zeros((300, 400, 3), np.uint8),
    "one pixel": blank(1, 1),
    "a line of pixels": blank(1, 500),
    "noise": np.random.default_rng(1).integers(0, 256, (300, 400, 3), np.uint8),
    "a slope of grey": np.tile(np.linspace(0, 255, 400).astype(np.uint8)[None, :, None], (300, 1, 3)),
    "text": text_page(),
    "one box": cv2.rectangle(blank(), (50, 50), (300, 250), (0, 0, 0), 3),
}


@pytest.mark.parametrize("pixels", EMPTY.values(), ids=EMPTY)
def test_pictures_without_a_grid_are_answered_in_words(pixels: Image):
    assert not any(BoardSearch(pixels).boards())
    height, width = pixels.shape[:2]
    assert raised(BoardNotFound, read, pixels).what == Message("no_grid", width=width, height=height)


def test_a_grid_around_a_whole_board_leads_to_that_board_which_is_told_once(draw: Draw):
    page = draw(5, 7, replace(STYLES["desktop"], dpr=1.5), seed=6).pixels
    looked_at: list[Walls] = []
    reading = read(page, lambda name, product: looked_at.append(product) if name == "walls" else None)
    least = reading.board.shorter_side
    assert [one for one in BoardSearch(page).larger_boards(least) if one.overlaps(reading.board)]
    assert {walls.regions.shape for walls in looked_at} == {(5, 7)}
    assert reading.others == ()


@pytest.mark.parametrize("size", [(12, 15), (14, 17)])
def test_a_reduced_picture_shows_all_of_it_in_blocks_of_whole_pixels(size: tuple[int, int]):
    pixels = np.random.default_rng(1).integers(0, 256, (*size, 3), np.uint8)
    small = reduced(pixels, 3)
    assert small.shape == (-(-size[0] // 3), -(-size[1] // 3), 3)
    for row, col in np.ndindex(small.shape[:2]):
        block = pixels[3 * row : 3 * row + 3, 3 * col : 3 * col + 3]
        assert small[row, col] == pytest.approx(block.mean(axis=(0, 1)), abs=0.51)
