"""Every kind of picture file becomes upright RGB pixels; every bad file is answered in words."""

import io
import warnings

import numpy as np
import pytest
from PIL import Image as Pillow

from fixtures.drawing.file_formats import tiff
from tests.vision.files.pictures import drawing, file_of
from vision.files import decoding, safe_open
from vision.files.errors import ImageUnreadable
from vision.files.load import load_picture


def refusal(contents: bytes) -> str:
    """Return what is said of a file with these bytes."""
    with pytest.raises(ImageUnreadable) as refused:
        load_picture(io.BytesIO(contents))
    assert refused.value.what.advice
    assert "\n" not in str(refused.value)
    return str(refused.value)


# What is read


@pytest.mark.parametrize("form", ["PNG", "BMP", "PPM", "TIFF", "DIB", "ICO", "QOI"])
def test_lossless_formats_are_read_to_the_pixel(form):
    Pillow.init()
    if form not in Pillow.SAVE:
        pytest.skip(f"this Pillow cannot write {form}")
    settings = {"sizes": [(60, 40)]} if form == "ICO" else {}
    picture = load_picture(file_of(drawing(), form, **settings))
    assert np.array_equal(picture.pixels, drawing())
    assert picture.rgba is None
    assert picture.format == form


@pytest.mark.parametrize("form", ["JPEG", "MPO", "WEBP", "JPEG2000", "GIF", "AVIF"])
def test_lossy_formats_are_read_nearly_to_the_pixel(form):
    Pillow.init()
    if form not in Pillow.SAVE:
        pytest.skip(f"this Pillow cannot write {form}")
    picture = load_picture(file_of(drawing(), form, **({"quality": 95} if form != "GIF" else {})))
    assert picture.pixels.dtype == np.uint8
    assert np.abs(picture.pixels.astype(int) - drawing()).mean() < 6


# What is refused when reading


def test_damage_that_shows_as_the_size_is_looked_at_is_damage(monkeypatch):
    def stumbles(opened):
        raise AssertionError

    monkeypatch.setattr(decoding, "check_size", stumbles)
    assert refusal(file_of(drawing(), "BMP").getvalue()).startswith("the picture is cut off or damaged")


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP"])
def test_a_cut_off_file_says_so(form):
    noise = np.random.default_rng(1).integers(0, 256, (60, 60, 3), np.uint8)
    whole = file_of(noise, form).getvalue()
    for kept in (30, len(whole) // 2):
        said = refusal(whole[:kept])
        assert said.startswith("the picture is cut off or damaged"), said
        assert said.endswith("; save or send it again")


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP", "PPM", "ICO", "JPEG2000"])
def test_no_damage_causes_another_error(form):
    whole = file_of(drawing(), form).getvalue()
    generator = np.random.default_rng(3)
    for _ in range(60):
        damaged = bytearray(whole)
        for place in generator.integers(0, min(len(whole), 400), 4):
            damaged[place] = generator.integers(0, 256)
        try:
            load_picture(io.BytesIO(damaged))
        except ImageUnreadable as error:
            assert error.what.advice


@pytest.mark.parametrize(
    ("contents", "said"),
    [
        (b"", "the file is empty; save or send the picture again"),
        (b"Dear diary, \n", "this is not a picture; give a screenshot or photo, such as a PNG"),
        (bytes(1000), "this is not a picture; give a screenshot or photo, such as a PNG or JPEG"),
        (b"<!DOCTYPE html>", "this is a web page or SVG, not a picture; take a screenshot of it"),
        (b'<?xml version="1.0"?><svg>', "this is a web page or SVG, not a picture; take a screenshot of it"),
        (b"PK\x03\x04....", "this is a ZIP archive, not a picture; unpack the pictures first"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n", "this is not a picture; give a screenshot or photo"),
    ],
)
def test_what_is_no_picture_is_called_by_its_name(contents, said):
    assert refusal(contents).startswith(said)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nothing.png", r"^there is no such file \(.*nothing\.png\); check the name$"),
        (".", r"^this is a folder, not a picture .*; name a picture in it$"),
        ("a" * 5000, r"^it cannot be opened: .*; check the name$"),
        ("zero\0byte", "; check the name$"),
    ],
)
def test_a_name_of_no_file_is_answered(tmp_path, name, said):
    with pytest.raises(ImageUnreadable, match=said):
        load_picture(tmp_path / name)


def test_a_forbidden_file_says_so(tmp_path, monkeypatch):
    def forbidden(path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(safe_open, "open_file", forbidden)
    with pytest.raises(ImageUnreadable, match=r"no permission to read it .*; check the file's perm"):
        load_picture(tmp_path / "shot.png")


class Pipe(io.BytesIO):
    """A stream that cannot be rewound."""

    def seekable(self):
        return False

    def seek(self, *arguments):
        raise io.UnsupportedOperation("seek")


def test_a_pipe_is_read_like_a_file():
    assert np.array_equal(load_picture(Pipe(file_of(drawing()).getvalue())).pixels, drawing())


def test_an_endless_pipe_is_refused(monkeypatch):
    monkeypatch.setattr(safe_open, "MAX_BYTES", 1 << 20)
    with pytest.raises(ImageUnreadable, match=r"^it has more than 1 MB; use a smaller"):
        load_picture(Pipe(bytes((1 << 20) + 1)))


def test_a_failing_disk_is_told():
    class Failing(io.BytesIO):
        def read(self, *arguments):
            raise OSError(5, "Input/output error")

    with pytest.raises(ImageUnreadable, match="it cannot be read: Input/output error; check the disk"):
        load_picture(Failing())


def test_warnings_of_pillow_stay_inside():
    palette = Pillow.fromarray(drawing()).convert("P")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        load_picture(file_of(palette, transparency=bytes([0, 128, 255])))
        cut_off = {256: 100, 257: 100, 258: 8, 259: 1, 262: 1, 273: -1, 277: 1, 278: 100, 279: 100}
        contents = tiff({tag: (value,) for tag, value in cut_off.items()}, bytes(100))
        assert refusal(contents).startswith("the picture is cut off or damaged")
