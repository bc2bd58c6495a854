"""Drawn pixels become files that keep what belongs to the picture, and nothing private."""

import io
import os
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from PIL import Image as Pillow
from PIL.PngImagePlugin import PngInfo

from solver.message import Message
from tests.conftest import raised
from tests.vision.files.pictures import SRGB, drawing, file_of, ink_on_nothing
from vision.files.errors import ImageUnwritable
from vision.files.load import load_picture
from vision.files.pixels import Picture
from vision.files.save import format_of, save_picture


def test_undrawn_pixels_keep_their_colour_below_the_transparency():
    rgba = np.random.default_rng(7).integers(0, 256, (50, 70, 4), np.uint8)
    picture, file = load_picture(file_of(rgba)), io.BytesIO()
    drawn = picture.pixels.copy()
    drawn[10:20, 10:20] ^= 255
    save_picture(file, drawn, picture)
    expected = rgba.copy()
    expected[10:20, 10:20] = np.dstack([drawn, np.full((50, 70), 255, np.uint8)])[10:20, 10:20]
    assert np.array_equal(np.asarray(Pillow.open(file)), expected)


@pytest.mark.parametrize("suffix", ["png", "PNG", "webp", "tif", "tiff", "bmp", "jpg", "jpeg", "gif"])
def test_the_suffix_chooses_the_format_which_keeps_the_drawing_and_what_it_has_room_for(tmp_path, suffix):
    target = tmp_path / f"answer.{suffix}"
    save_picture(target, drawing(), Picture(drawing(), icc_profile=SRGB, dpi=(300, 150)))
    again = load_picture(target)
    assert again.format == format_of(target)
    loses = {"JPEG": 3, "GIF": 3}.get(again.format, 0)
    assert np.abs(again.pixels.astype(int) - drawing()).mean() <= loses
    assert again.icc_profile == SRGB or again.format in ("GIF", "BMP")
    assert again.dpi == pytest.approx((300, 150), abs=0.02) or again.format in ("GIF", "BMP", "WEBP")


@pytest.mark.parametrize("suffix", [".png", ".webp", ".tiff", ".gif", ".jpg", ".bmp"])
def test_transparency_comes_back_where_the_format_has_it(tmp_path, suffix):
    rgba = ink_on_nothing(0)
    picture = load_picture(file_of(rgba))
    save_picture(tmp_path / f"answer{suffix}", picture.pixels, picture)
    again = load_picture(tmp_path / f"answer{suffix}")
    if suffix in (".jpg", ".bmp"):
        assert again.rgba is None and again.pixels[0, 0].min() > 250
    elif suffix == ".gif":
        assert again.rgba[0, 0, 3] == 0
    else:
        assert np.array_equal(again.rgba, rgba)


def test_a_profile_of_grey_is_dropped_since_the_answer_is_in_colour():
    grey, profile = Pillow.fromarray(drawing()).convert("L"), SRGB[:16] + b"GRAY" + SRGB[20:]
    assert load_picture(file_of(grey, icc_profile=profile)).icc_profile is None


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp", ".tiff", ".gif", ".bmp"])
def test_places_and_other_private_notes_are_not_copied(tmp_path, suffix):
    exif = Pillow.Exif()
    exif[0x010F] = "SecretMaker"
    exif[0x8825] = {1: "N", 2: (48.0, 51.0, 29.9), 3: "E", 4: (2.0, 17.0, 40.2)}
    notes = PngInfo()
    notes.add_text("Author", "SecretAuthor")
    notes.add_itxt("XML:com.adobe.xmp", "<x:xmpmeta>SecretXmp</x:xmpmeta>")
    files = [
        file_of(drawing(), "PNG", pnginfo=notes, exif=exif),
        file_of(drawing(), "JPEG", exif=exif, comment=b"SecretComment", xmp=b"<x>SecretXmp</x>"),
        file_of(drawing(), "TIFF", exif=exif.tobytes()),
    ]
    for file in files:
        assert b"Secret" in file.getvalue()
        picture = load_picture(file)
        target = tmp_path / f"answer{suffix}"
        save_picture(target, picture.pixels, picture)
        assert b"Secret" not in target.read_bytes()
        with Pillow.open(target) as again:
            assert not again.getexif().get_ifd(0x8825)


def test_writing_follows_the_umask_and_leaves_nothing_else(tmp_path):
    before = os.umask(0o027)
    try:
        save_picture(tmp_path / "answer.png", drawing(), Picture(drawing()))
    finally:
        os.umask(before)
    assert [path.name for path in tmp_path.iterdir()] == ["answer.png"]
    if os.name == "posix":
        assert (tmp_path / "answer.png").stat().st_mode & 0o777 == 0o640


def unwritable(target: Path | io.BytesIO, pixels: np.ndarray | None = None) -> tuple[Message, str]:
    pixels = drawing() if pixels is None else pixels
    error = raised(ImageUnwritable, save_picture, target, pixels, Picture(pixels))
    return error.what, error.place


FULL = Message("not_written", said="No space left on device")


def test_a_write_that_fails_or_is_interrupted_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    target = tmp_path / "answer.png"
    target.write_bytes(b"old")
    monkeypatch.setattr("os.replace", Mock(side_effect=OSError(28, "No space left on device")))
    assert unwritable(target) == (FULL, str(target))
    monkeypatch.setattr("os.replace", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        save_picture(target, drawing(), Picture(drawing()))
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["answer.png"]


def test_a_folder_that_is_missing_forbidden_or_in_the_way_is_named(tmp_path, monkeypatch):
    said = Message("folder_missing"), str(tmp_path / "nowhere")
    assert unwritable(tmp_path / "nowhere" / "answer.png") == said
    (tmp_path / "answer.png").mkdir()
    assert unwritable(tmp_path / "answer.png")[0].code == "not_written"
    assert [path.name for path in tmp_path.iterdir()] == ["answer.png"]
    monkeypatch.setattr("os.open", Mock(side_effect=PermissionError(13, "Permission denied")))
    assert unwritable(tmp_path / "a.png") == (Message("write_forbidden"), str(tmp_path / "a.png"))


def test_an_unknown_ending_is_answered_with_the_known_ones():
    unknown, none = (raised(ImageUnwritable, format_of, Path(name)) for name in ("answer.xyz", "answer"))
    assert (unknown.what.code, unknown.place, none.what.code) == ("unknown_format", "answer.xyz", "no_ending")
    assert {".png", ".jpg"} < set(dict(none.what.values)["formats"])


def test_a_picture_too_long_for_a_format_is_sent_to_png(tmp_path):
    said, _ = unwritable(tmp_path / "answer.webp", np.zeros((1, 20_000, 3), np.uint8))
    told = dict(said.values)
    assert (said.code, told["width"], told["height"], told["form"]) == ("format_too_small", 20_000, 1, "WEBP")
    assert not list(tmp_path.iterdir())


def test_a_stream_that_fails_is_told_but_not_that_its_reader_has_gone():
    full = Mock(spec=["write"], write=Mock(side_effect=OSError(28, "No space left on device")))
    gone = Mock(spec=["write"], write=Mock(side_effect=BrokenPipeError()))
    assert unwritable(full) == (FULL, "")
    with pytest.raises(BrokenPipeError):
        save_picture(gone, drawing(), Picture(drawing()))
