"""Files that are written here say so: answers and puzzles are known, and nothing else is."""

import io

import numpy as np
import pytest

from tests.vision.files.pictures import SRGB, drawing, file_of
from vision.files.load import load_picture
from vision.files.mark import MARK, QUESTION, Mark, mark_of, parse_mark, read_mark
from vision.files.pixels import Picture
from vision.files.png import encode_png
from vision.files.save import save_picture

MARKS = Mark(MARK), Mark(MARK, "1.1.0", "solve"), Mark(QUESTION, "2.0rc1", "draw", "connected")


def test_other_texts_are_no_marks():
    for text in (
        *("", "Aquarium", "aquariums", "aquarium ", "aquarium game", "my aquarium", "aquarium 1.1.0"),
        *("aquarium 1.1.0 solve level", "aquarium 1.1.0 solve\n", "aquarium 1.1.0 " + "a" * 99),
        f"aquarium {'1' * 10**6} solve",
    ):
        assert parse_mark(text) is None


@pytest.mark.parametrize("suffix", ["png", "jpg", "webp", "tiff", "gif", "bmp"])
@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_is_known_without_a_library_and_loaded_with_the_picture(tmp_path, monkeypatch, suffix, mark):
    target = tmp_path / f"a.{suffix}"
    save_picture(target, drawing(), Picture(drawing(), icc_profile=SRGB, dpi=(300, 150)), mark=str(mark))
    if suffix == "bmp":  # which has room for no more than the kind
        mark = Mark(mark.kind)
    else:
        assert load_picture(target).mark == str(mark)
    monkeypatch.setattr("PIL.Image.open", None)
    assert read_mark(target) == mark
    assert mark_of(target) == mark.kind


@pytest.mark.parametrize("suffix", ["png", "jpg", "gif", "bmp"])
def test_a_mark_is_found_in_the_head_of_a_file_without_reading_its_pixels(tmp_path, suffix):
    noise = np.random.default_rng(1).integers(0, 255, (300, 300, 3), np.uint8)
    save_picture(tmp_path / f"a.{suffix}", noise, Picture(noise))
    assert mark_of(io.BytesIO((tmp_path / f"a.{suffix}").read_bytes()[:2000])) == MARK


def test_a_name_that_only_begins_like_the_mark_is_another_programs():
    name = f"{MARK}s"
    of_comment = [file_of(drawing(), form, comment=name) for form in ("JPEG", "GIF", "BMP")]
    of_software = [file_of(drawing(), "TIFF", tiffinfo={305: name}), io.BytesIO(encode_png(drawing(), name))]
    assert [mark_of(file) for file in (*of_comment, *of_software)] == [None] * 5
