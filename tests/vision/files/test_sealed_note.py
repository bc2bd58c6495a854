"""A PNG carries a note about its puzzle, which is believed as long as its pixels are unchanged."""

import hashlib

import numpy as np
import pytest
from PIL import Image as Pillow
from PIL.PngImagePlugin import PngInfo

from tests.vision.files.pictures import drawing
from vision.files.load import load_picture
from vision.files.pixels import Picture
from vision.files.save import save_picture


def noted(tmp_path, pixels, like=None, **settings):
    target = tmp_path / "answer.png"
    save_picture(target, pixels, like or Picture(pixels), **settings)
    return target


def test_a_note_comes_back_with_the_picture(tmp_path):
    pixels = drawing()
    loaded = load_picture(noted(tmp_path, pixels, note="ä note → 1"))
    assert np.array_equal(loaded.pixels, pixels)
    assert loaded.note == "ä note → 1"


@pytest.mark.parametrize("alpha", [0, 128, 255])
def test_a_note_comes_back_with_a_transparent_picture(tmp_path, alpha):
    pixels = drawing()
    rgba = np.dstack([pixels, np.full(pixels.shape[:2], alpha, np.uint8)])
    assert load_picture(noted(tmp_path, pixels, Picture(pixels, rgba), note="note")).note == "note"


def rewritten(target, change, **settings):
    """Save a file's picture anew, changed, with the note that it had."""
    with Pillow.open(target) as image:
        kept = PngInfo()
        kept.add_itxt("aquarium", image.text["aquarium"])
        change(image).save(target, pnginfo=kept, **settings)
    return load_picture(target)


def test_a_note_is_believed_as_long_as_all_pixels_are_the_same(tmp_path):
    def spoilt(image):
        image.putpixel((3, 4), (1, 2, 3))
        return image

    def cropped(image):
        return image.crop((0, 0, image.width, image.height - 1))

    target = noted(tmp_path, drawing(), note="note")
    assert rewritten(target, Pillow.Image.copy, optimize=True).note == "note"
    for change in (cropped, spoilt):
        loaded = rewritten(noted(tmp_path, drawing(), note="note"), change)
        assert (loaded.note, loaded.former_note) == (None, "note")


@pytest.mark.parametrize("text", ["", " ", "no digest", "0" * 32 + " note"])
def test_a_stranger_s_text_of_that_name_is_no_note(tmp_path, text):
    notes = PngInfo()
    notes.add_text("aquarium", text)
    Pillow.fromarray(drawing()).save(tmp_path / "a.png", pnginfo=notes)
    assert load_picture(tmp_path / "a.png").note is None


def test_a_note_too_long_to_be_read_again_is_left_out(tmp_path):
    target = noted(tmp_path, drawing(), note="n" * 2_000_000)
    assert load_picture(target).note is None


@pytest.mark.parametrize("suffix", ["jpg", "webp", "gif", "tiff", "bmp"])
def test_other_formats_carry_no_note(tmp_path, suffix):
    target = tmp_path / f"answer.{suffix}"
    save_picture(target, drawing(), Picture(drawing()), note="note")
    assert load_picture(target).note is None


def test_seals_of_earlier_versions_hold(tmp_path):
    pixels = drawing()
    digest = hashlib.blake2b(repr(pixels.shape).encode() + pixels.tobytes(), digest_size=16).hexdigest()
    notes, target = PngInfo(), tmp_path / "answer.png"
    notes.add_itxt("aquarium", f"{digest} note")
    Pillow.fromarray(pixels).save(target, pnginfo=notes)
    assert load_picture(target).note == "note"
