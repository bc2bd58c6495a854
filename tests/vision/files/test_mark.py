"""Files that are written here say so: answers and puzzles are known, and nothing else is."""

import io

import numpy as np
import pytest

from tests.vision.files.pictures import drawing
from vision.files.load import load_picture
from vision.files.mark import MARK, QUESTION, Mark, mark_of, parse_mark, read_mark
from vision.files.pixels import Picture
from vision.files.png import encode_png
from vision.files.save import save_picture

MARKS = (
    Mark(MARK),
    Mark(QUESTION),
    Mark(MARK, "1.1.0", "solve"),
    Mark(QUESTION, "2.0rc1", "draw", "connected"),
)


@pytest.mark.parametrize("mark", MARKS)
def test_the_text_of_a_mark_is_read_again(mark):
    assert parse_mark(str(mark)) == mark


@pytest.mark.parametrize(
    "text",
    [
        *("", "Aquarium", "aquariums", "aquarium ", "aquarium game", "my aquarium", "aquarium 1.1.0"),
        *("aquarium 1.1.0 solve level", "aquarium 1.1.0 solve\n", "aquarium 1.1.0 " + "a" * 99),
        f"aquarium {'1' * 10**6} solve",
    ],
)
def test_other_texts_are_no_marks(text):
    assert parse_mark(text) is None


@pytest.mark.parametrize("suffix", ["png", "jpg", "webp", "tiff", "gif"])
@pytest.mark.parametrize("mark", MARKS)
def test_a_picture_that_is_loaded_tells_its_mark(tmp_path, suffix, mark):
    target = tmp_path / f"a.{suffix}"
    save_picture(target, drawing(), Picture(drawing()), mark=str(mark))
    assert load_picture(target).mark == str(mark)
    assert read_mark(target) == mark


def test_a_bitmap_has_room_for_no_more_than_its_kind(tmp_path):
    for mark in MARKS:
        save_picture(tmp_path / "a.bmp", drawing(), Picture(drawing()), mark=str(mark))
        assert read_mark(tmp_path / "a.bmp") == Mark(mark.kind)


def test_a_damaged_file_is_not_ours():
    contents = encode_png(drawing(), MARK)
    chance = np.random.default_rng(1)
    for length in chance.integers(0, len(contents), 50).tolist():
        assert mark_of(io.BytesIO(contents[:length])) in (MARK, None)
    for _ in range(100):
        damaged = bytearray(contents)
        damaged[chance.integers(len(damaged))] = chance.integers(256)
        assert mark_of(io.BytesIO(damaged)) in (MARK, None)
