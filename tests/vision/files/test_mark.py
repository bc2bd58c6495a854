"""Files that are written here say so: answers and puzzles of every version are known, and nothing else is."""

import io
import zlib

import numpy as np
import pytest
from PIL import Image as Pillow
from PIL.PngImagePlugin import PngInfo

from tests.vision.files.pictures import drawing
from vision.files.load import load_picture
from vision.files.mark import MARK, QUESTION, Mark, mark_of, parse_mark, read_mark
from vision.files.pixels import Picture
from vision.files.save import save_picture

FORMER = Mark(MARK), Mark(QUESTION)
"""Those of version 1.0.0."""
MARKS = (*FORMER, Mark(MARK, "1.1.0", "solve"), Mark(QUESTION, "2.0rc1", "draw", "connected"))


@pytest.mark.parametrize("mark", MARKS)
def test_the_text_of_a_mark_is_read_again(mark):
    assert parse_mark(str(mark)) == mark


def test_the_marks_of_the_first_version_are_these_words():
    assert list(map(str, FORMER)) == ["aquarium", "aquarium puzzle"]


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


def noted(software, note, *, name="aquarium"):
    """Return a PNG as version 1.0.0 wrote it, with its puzzle in a text."""
    file, texts = io.BytesIO(), PngInfo()
    texts.add_text("Software", software)
    texts.add_itxt(name, f"sha256:0123 {note}", zip=True)
    Pillow.fromarray(drawing()).save(file, "PNG", pnginfo=texts)
    return file


@pytest.mark.parametrize("mark", FORMER)
def test_pictures_of_the_first_version_are_known_with_the_rule_of_their_puzzle(mark):
    assert read_mark(noted(str(mark), '{"puzzle": {"rule": "level"}}')) == mark
    connected = noted(str(mark), '{"puzzle": {"rule": "connected"}}')
    assert read_mark(connected) == mark._replace(rule="connected")
    connected.seek(0)
    assert load_picture(connected).mark == f"{mark} connected"


def test_what_others_write_in_such_a_text_makes_no_picture_ours():
    assert read_mark(noted("somebody", '"rule": "connected"')) is None
    assert read_mark(noted(MARK, '"rule": "connected"', name="comment")) == Mark(MARK)


def test_of_a_text_that_unpacks_to_much_little_is_unpacked(monkeypatch):
    sizes = []
    unpacker = zlib.decompressobj

    class Counted:
        def decompress(self, packed, most):
            sizes.append(len(found := unpacker().decompress(packed, most)))
            return found

    monkeypatch.setattr(zlib, "decompressobj", Counted)
    assert read_mark(noted(MARK, "a" * 50_000_000)) == Mark(MARK)
    assert sizes == [1 << 20]


def test_a_damaged_file_is_not_ours():
    contents = noted(MARK, "").getvalue()
    chance = np.random.default_rng(1)
    for length in chance.integers(0, len(contents), 50).tolist():
        assert mark_of(io.BytesIO(contents[:length])) in (MARK, None)
    for _ in range(100):
        damaged = bytearray(contents)
        damaged[chance.integers(len(damaged))] = chance.integers(256)
        assert mark_of(io.BytesIO(damaged)) in (MARK, None)
