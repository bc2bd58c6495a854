"""PNGs are written as every program reads them, whatever the shape of the pixels and whatever they show."""

import io
import random
import struct
import zlib
from unittest.mock import Mock, patch

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from fixtures.drawing.files import png_chunk
from fixtures.hostile.damaged_files import damaged
from tests.vision.files.pictures import SRGB, drawing, file_of, ink_on_nothing, refusal
from vision.files import png
from vision.files.load import load_picture
from vision.files.png import SIGNATURE, decode_plain_png, encode_png, without_damaged_notes

NOTES = "somebody", SRGB, (300, 150)
RNG = np.random.default_rng(5)
NOISE = RNG.integers(0, 256, (128, 70, 3), np.uint8)


def gradient(height: int, width: int, channels: int) -> np.ndarray:
    """Return levels that rise over the edge of a byte, both ways."""
    rows, cols, channel = np.ogrid[:height, :width, :channels]
    return (7 * rows + 11 * cols + 90 * channel).astype(np.uint8)


PICTURES = {
    "drawing": drawing(),
    "noise": NOISE,
    "one pixel": gradient(1, 1, 3),
    "one row": gradient(1, 300, 3),
    "one column": gradient(300, 1, 4),
    "transparent": gradient(40, 30, 4),
    "wide": gradient(3, 90_000, 3),
    "high": gradient(2600, 100, 3),
    "a view": gradient(60, 80, 3)[5:50, 10:70],
    "turned": gradient(60, 80, 3).transpose(1, 0, 2),
    "blocks": NOISE.repeat(8, axis=0),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pillow_and_opencv_read_the_same_pixels(name: str):
    pixels = PICTURES[name]
    contents = encode_png(pixels, *NOTES)
    with Pillow.open(io.BytesIO(contents)) as image:
        assert np.array_equal(np.asarray(image), pixels)
    bgr = cv2.imdecode(np.frombuffer(contents, np.uint8), cv2.IMREAD_UNCHANGED)
    assert np.array_equal(cv2.cvtColor(bgr, cv2.COLOR_BGRA2RGBA)[..., : pixels.shape[2]], pixels)


def test_what_is_said_of_the_picture_is_read_again_and_nothing_else_is_said():
    contents = encode_png(drawing(), *NOTES)
    with Pillow.open(io.BytesIO(contents)) as image:
        assert image.info["dpi"] == pytest.approx((300, 150), abs=0.02)
        assert image.info["icc_profile"] == SRGB
        assert image.text == {"Software": "somebody"}
    kinds = [kind.decode() for kind, _, _ in png._walk(contents)]
    assert kinds == ["IHDR", "tEXt", "iCCP", "pHYs", "IDAT", "IEND"]


OPAQUE = np.dstack([drawing(), np.full((40, 60), 255, np.uint8)])


def noted(*notes: bytes) -> bytes:
    contents, begin = file_of(drawing()).getvalue(), len(SIGNATURE) + 25
    return b"".join([contents[:begin], *(png_chunk(b"tEXt", note) for note in notes), contents[begin:]])


ORDINARY = {
    "drawing": file_of(drawing()).getvalue,
    "noise": file_of(NOISE).getvalue,
    "opaque": file_of(OPAQUE).getvalue,
    "one pixel": file_of(NOISE[:1, :1]).getvalue,
    "several parts": lambda: encode_png(NOISE, "somebody"),
    "resolution": file_of(drawing(), dpi=(300, 150)).getvalue,
    "no resolution": file_of(drawing(), dpi=(0, 0)).getvalue,
    "texts": lambda: noted(b"Software\0somebody", b"Creation Time\0now"),
}
OTHERS = {
    "transparent": file_of(ink_on_nothing(30)),
    "grey": file_of(Pillow.fromarray(drawing()).convert("L")),
    "palette": file_of(Pillow.fromarray(drawing()).convert("P")),
    "one bit": file_of(Pillow.fromarray(drawing()).convert("1")),
    "16 bits": file_of(Pillow.fromarray(drawing()[..., 0].astype(np.uint16) * 257)),
    "one colour transparent": file_of(drawing(), transparency=(255, 255, 255)),
    "profile": file_of(drawing(), icc_profile=SRGB),
    "turned": file_of(drawing(), exif=b"Exif\0\0MM\0*\0\0\0\x08\0\1\x01\x12\0\3\0\0\0\1\0\6\0\0\0\0\0\0"),
    "text": io.BytesIO(noted(b"dpi\0" + b"72")),
    "animation": file_of(drawing(), save_all=True, append_images=[Pillow.fromarray(drawing()[::-1])]),
}


def assert_is_as_by_pillow(plain, contents: bytes):
    with patch("vision.files.load.decode_plain_png", Mock(return_value=None)):
        other = load_picture(io.BytesIO(contents))
    assert np.array_equal(plain.pixels, other.pixels)
    assert (plain.rgba, plain.icc_profile) == (other.rgba, other.icc_profile) == (None, None)
    assert (plain.dpi, plain.format, plain.is_turned) == (other.dpi, other.format, other.is_turned)


@pytest.mark.parametrize("name", ORDINARY)
def test_an_ordinary_png_becomes_what_pillow_makes_of_it(name):
    contents = ORDINARY[name]()
    assert_is_as_by_pillow(decode_plain_png(contents), contents)


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_out_of_the_ordinary_is_left_to_pillow(name):
    contents = OTHERS[name].getvalue()
    assert decode_plain_png(contents) is None
    assert load_picture(io.BytesIO(contents)).format == "PNG"


@pytest.mark.parametrize("kind", ["RGB", "RGBA"])
def test_every_damage_is_left_to_pillow_or_makes_no_difference(kind):
    contents = ORDINARY["opaque" if kind == "RGBA" else "resolution"]()
    taken = 0
    for seed in range(400):
        _, bad = damaged(contents, OTHERS["text"].getvalue(), random.Random(seed))
        plain = decode_plain_png(bad) if bad.startswith(SIGNATURE) else None
        if plain is not None:
            taken += 1
            assert_is_as_by_pillow(plain, bad)
    assert taken < 40


def with_chunks(*chunks: tuple[bytes, bytes]) -> bytes:
    """Return a PNG of such chunks, each with the check that belongs to it."""
    return b"".join([SIGNATURE, *(png_chunk(kind, fields) for kind, fields in chunks)])


HEADER = b"IHDR", struct.pack(">2I5B", 4, 1, 8, 2, 0, 0, 0)
ROWS = zlib.compress(b"\0" + b"\1\2\3" * 4)
END = b"IEND", b""


def test_pixels_that_are_missing_are_missed():
    whole = with_chunks(HEADER, (b"IDAT", ROWS), END)
    assert decode_plain_png(whole).pixels.tolist() == [[[1, 2, 3]] * 4]
    for data in (ROWS[:-8], ROWS[:4], b"", zlib.compress(b"\0\1\2\3")):
        assert decode_plain_png(with_chunks(HEADER, (b"IDAT", data), END)) is None


@pytest.mark.parametrize(("limit", "most"), [("MOST_PIXELS", 40 * 60 - 1), ("MOST_CHUNKS", 4)])
def test_a_picture_of_too_many_pixels_or_chunks_is_left_to_pillow(monkeypatch, limit: str, most: int):
    contents = ORDINARY["texts"]()
    assert decode_plain_png(contents) is not None
    monkeypatch.setattr(png, limit, most)
    assert decode_plain_png(contents) is None


def with_a_damaged(kind: bytes, contents: bytes) -> bytes:
    """Return a PNG with the check of its first chunk of a kind off by a bit."""
    at = contents.index(kind) - 4
    check = at + 8 + int.from_bytes(contents[at : at + 4])
    return b"".join([contents[:check], bytes([contents[check] ^ 1]), contents[check + 1 :]])


@pytest.mark.parametrize("name", ["texts", *OTHERS])
def test_a_damaged_note_is_passed_over_and_other_damage_is_refused(name):
    contents = ORDINARY["texts"]() if name == "texts" else OTHERS[name].getvalue()
    picture, begin = load_picture(io.BytesIO(contents)), contents[: len(SIGNATURE) + 25]
    noted = begin + png_chunk(b"tEXt", b"Comment\0of a careless program") + contents[len(begin) :]
    bad = load_picture(io.BytesIO(with_a_damaged(b"tEXt", noted)))
    assert np.array_equal(bad.pixels, picture.pixels)
    assert (bad.icc_profile, bad.dpi, bad.is_turned) == (picture.icc_profile, picture.dpi, picture.is_turned)
    past_the_end = begin + b"\0\xff\0\0" + noted[len(begin) + 4 :]
    for worse in (with_a_damaged(b"IHDR", contents), noted[: len(noted) // 2], past_the_end):
        assert refusal(worse).code.startswith("damaged")


def test_only_the_notes_among_so_many_chunks_are_looked_at(monkeypatch):
    bad = with_a_damaged(b"tIME", with_chunks(HEADER, (b"tIME", bytes(7)), (b"IDAT", ROWS), END))
    assert without_damaged_notes(bad) == with_chunks(HEADER, (b"IDAT", ROWS), END)
    damaged_pixels = with_a_damaged(b"IDAT", bad)
    assert without_damaged_notes(damaged_pixels) == with_a_damaged(b"IDAT", without_damaged_notes(bad))
    monkeypatch.setattr(png, "MOST_CHUNKS", 1)
    assert without_damaged_notes(bad) == bad
