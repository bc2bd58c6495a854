"""By what a picture is known, and how it looked."""

import io

import numpy as np
import pytest
from PIL import Image

from app.outcome import Outcome
from app.record import FileState, PictureInfo
from app.store.thumbnails import CLUE_ROOM, crop_of, describe_picture, thumbnail
from pipeline import Result
from solver import Puzzle
from vision.board import Board, upright
from vision.drawing.puzzle import clue_boxes
from vision.reading.reading import certain_reading

ABC = FileState(3, 1)
OBLONG = np.zeros((20, 30, 3), np.uint8)


def opened(small: bytes) -> Image.Image:
    return Image.open(io.BytesIO(small))


def test_what_a_picture_looks_like_never_fails_its_outcome(tmp_path):
    (tmp_path / "drawn.png").write_bytes(b"no picture")
    outcome = Outcome("a.png", "unsure", reading_output=str(tmp_path / "drawn.png"))
    assert describe_picture(ABC, outcome, OBLONG) == PictureInfo(ABC)
    assert describe_picture(None, Outcome("-", "unreadable"), None) == PictureInfo()
    assert describe_picture(ABC, Outcome("oblong.png", "unsure"), OBLONG).pixels == (20, 30)


def test_a_thumbnail_shows_the_same_of_a_board_wherever_it_stands():
    puzzle, shape = Puzzle([1, 1, 2], [1, 3], ["abc", "dee"]), (900, 1200)
    crops = []
    for left, top in ((150, 100), (550, 400)):
        board = Board(2, 3, upright(left, top, 40, 50), np.arange(4.0), np.arange(3.0), 1.0)
        reading = certain_reading(puzzle, board, clue_boxes(puzzle, board))
        x0, y0, x1, y1 = crop_of(Outcome("a.png", "solved", result=Result("solved", (), reading)), shape)
        crops.append((x0 - left, y0 - top, x1 - left, y1 - top))
    room = round(CLUE_ROOM * 50)
    assert crops == [(-room, -room, 120 + room + 1, 100 + room + 1)] * 2


@pytest.mark.parametrize(
    ("crop", "size"),
    [((0, 0, 900, 600), (176, 117)), ((200, 100, 600, 300), (176, 88)), ((0, 0, 90, 60), (90, 60))],
)
def test_thumbnails_are_small_and_show_the_part_asked_for(crop, size):
    pixels = np.full((600, 900, 3), 255, np.uint8)
    pixels[100:300, 200:600] = 0, 0, 255
    shown = opened(thumbnail(pixels, crop))
    assert shown.size == size
    assert (np.asarray(shown)[..., 0].max() < 55) == (crop == (200, 100, 600, 300))


def test_a_drawing_of_what_was_read_is_loaded_where_it_was_written(tmp_path):
    Image.new("RGB", (30, 20), "white").save(tmp_path / "drawn.png")
    outcome = Outcome("a.png", "unsure", reading_output=str(tmp_path / "drawn.png"))
    thumbnails = describe_picture(ABC, outcome, OBLONG).thumbnails
    assert thumbnails is not None
    before, after = map(opened, (thumbnails.before, thumbnails.after))
    assert (np.asarray(before).max() < 10, np.asarray(after).min() > 245) == (True, True)


def test_a_thumbnail_of_a_large_picture_shows_all_of_it():
    pixels = np.zeros((801, 1501, 3), np.uint8)
    pixels[:400, 750:] = 255
    shown = np.asarray(opened(thumbnail(pixels, (0, 0, 1501, 801))).convert("L"))
    light = np.kron([[False, True], [False, False]], np.ones((47, 88), bool))
    assert shown.shape == light.shape
    assert np.mean((shown > 127) == light) > 0.97
