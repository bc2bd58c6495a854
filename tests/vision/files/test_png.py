"""PNGs are written as every program reads them, whatever the shape of the pixels and whatever they show."""

import io

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from tests.vision.files.pictures import SRGB, drawing
from vision.files.png import SIGNATURE, encode_png

NOTES = "somebody", SRGB, (300, 150)
RNG = np.random.default_rng(5)
NOISE = RNG.integers(0, 256, (128, 70, 3), np.uint8)


def gradient(height: int, width: int, channels: int) -> np.ndarray:
    """Return levels that rise over the edge of a byte, both ways."""
    return (
        (np.indices((height, width, channels)) * [[[[7]]], [[[11]]], [[[90]]]]).sum(axis=0).astype(np.uint8)
    )


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
        image.verify()
    with Pillow.open(io.BytesIO(contents)) as image:
        assert image.info["dpi"] == pytest.approx((300, 150), abs=0.02)
        assert image.info["icc_profile"] == SRGB
        assert image.text == {"Software": "somebody"}
    kinds, at = [], len(SIGNATURE)
    while at < len(contents):
        kinds.append(contents[at + 4 : at + 8].decode())
        at += 12 + int.from_bytes(contents[at : at + 4])
    assert kinds == ["IHDR", "tEXt", "iCCP", "pHYs", "IDAT", "IEND"]


def test_files_are_hardly_larger_than_those_of_slow_encoders():
    for pixels in (drawing(), NOISE, NOISE.repeat(8, axis=0)):
        file = io.BytesIO()
        Pillow.fromarray(pixels).save(file, "PNG")
        assert len(encode_png(pixels, "")) < 1.3 * len(file.getvalue()) + 100
