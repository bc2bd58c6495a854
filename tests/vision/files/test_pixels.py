"""Pictures of every mode, profile, turn and transparency become upright RGB pixels; so do arrays."""

from unittest.mock import Mock

import numpy as np
import pytest
from PIL import Image as Pillow
from PIL import ImageCms
from PIL.Image import Transpose as Turn

from solver.message import Message
from tests.conftest import raised
from tests.vision.files.pictures import SRGB, drawing, file_of, ink_on_nothing
from vision.files.converting import as_picture, as_pixels, copy_pixels
from vision.files.load import load_picture
from vision.files.pixels import NotPixels


@pytest.mark.parametrize("mode", ["1", "L", "P", "LA", "RGBA", "YCbCr", "CMYK"])
def test_every_mode_becomes_rgb(mode):
    stripes = np.zeros((20, 30, 3), np.uint8)
    stripes[:, 10:] = 255
    form = "PNG" if mode in ("1", "L", "P", "LA", "RGBA") else "TIFF"
    picture = load_picture(file_of(Pillow.fromarray(stripes).convert(mode), form))
    assert picture.pixels.shape == (20, 30, 3)
    assert np.abs(picture.pixels.astype(int) - stripes).max() <= 2


@pytest.mark.parametrize(("dtype", "form"), [(np.uint16, "PNG"), (np.uint16, "TIFF"), (np.int32, "TIFF")])
def test_deep_greys_keep_their_upper_bits(dtype, form):
    levels = np.arange(0, 65536, 16, dtype=np.uint16).reshape(64, 64)
    picture = load_picture(file_of(Pillow.fromarray(levels.astype(dtype)), form))
    assert np.array_equal(picture.pixels[..., 0], levels >> 8)


@pytest.mark.parametrize("scale", [1, 255])
def test_floating_greys_are_read_by_their_range(scale):
    levels = np.linspace(0, scale, 64, dtype=np.float32).reshape(8, 8)
    pixels = load_picture(file_of(Pillow.fromarray(levels), "TIFF")).pixels
    assert (pixels.min(), pixels.max()) == (0, 255)


TURNS = (
    *(None, Turn.FLIP_LEFT_RIGHT, Turn.ROTATE_180, Turn.FLIP_TOP_BOTTOM),
    *(Turn.TRANSPOSE, Turn.ROTATE_90, Turn.TRANSVERSE, Turn.ROTATE_270),
)
"""What makes a picture of each orientation, from 1, of an upright one."""


@pytest.mark.parametrize(("orientation", "turn"), list(enumerate(TURNS, 1)))
def test_the_exif_turn_is_applied_and_told_where_others_may_pass_over_it(orientation, turn):
    upright, exif = Pillow.fromarray(drawing()), Pillow.Exif()
    exif[0x0112] = orientation
    stored = upright if turn is None else upright.transpose(turn)
    for form, is_passed_over in (("PNG", True), ("WEBP", True), ("TIFF", False)):  # by other programs
        picture = load_picture(file_of(stored, form, exif=exif, lossless=True))
        assert np.array_equal(picture.pixels, drawing())
        assert picture.is_turned is (is_passed_over and orientation > 1)
    photo = load_picture(file_of(stored, "JPEG", exif=exif, dpi=(100, 200)))
    assert (photo.is_turned, photo.dpi) == (False, (200, 100) if orientation > 4 else (100, 200))


@pytest.mark.parametrize("dpi", [(0, 0), (float("nan"), 72), (72, float("inf")), ("a", 1), 72, (1e9, 1e9)])
def test_dots_per_inch_that_are_none_are_forgotten(dpi):
    strange = Pillow.fromarray(drawing())
    strange.info["dpi"] = dpi
    assert as_picture(strange).dpi is None


def test_cmyk_is_shown_by_its_own_profile(monkeypatch):
    to_screen = Mock(return_value=Pillow.new("RGB", (4, 4), (1, 2, 3)))
    monkeypatch.setattr(ImageCms, "profileToProfile", to_screen)
    inks = Pillow.new("CMYK", (4, 4), (0, 0, 0, 255))
    picture = load_picture(file_of(inks, "TIFF", icc_profile=SRGB))
    assert picture.pixels[0, 0].tolist() == [1, 2, 3]
    assert picture.icc_profile is None
    assert to_screen.call_args.kwargs["outputMode"] == "RGB"


def light_numbers_beside_a_dark_board():
    rgba = np.zeros((300, 300, 4), np.uint8)
    rgba[60:, 60:] = (24, 26, 27, 255)
    rgba[10:50, 80:280:30] = (255, 255, 255, 255)
    return rgba


def window_with_round_corners():
    rgba = np.full((300, 400, 4), 255, np.uint8)
    rows, cols = np.mgrid[:10, :10]
    corner = (rows - 10) ** 2 + (cols - 10) ** 2 > 100
    for part in (rgba[:10, :10], rgba[:10, :-11:-1], rgba[:-11:-1, :10], rgba[:-11:-1, :-11:-1]):
        part[corner, 3] = 0
    return rgba


GROUNDS = {
    "black ink": (ink_on_nothing(0), 255),
    "dark ink": (ink_on_nothing(60), 255),
    "white ink": (ink_on_nothing(255), 32),
    "light ink": (ink_on_nothing(200), 32),
    "light numbers beside a dark board": (light_numbers_beside_a_dark_board(), 32),
    "a window with round corners": (window_with_round_corners(), 255),
    "half transparent": (np.full((40, 40, 4), (0, 0, 0, 128), np.uint8), 127),
}
"""Pictures of which the first pixel is transparent, and what it gets."""


@pytest.mark.parametrize("name", GROUNDS)
def test_transparent_places_get_the_ground_on_which_the_ink_shows(name: str):
    rgba, ground = GROUNDS[name]
    picture = load_picture(file_of(rgba))
    assert picture.pixels[0, 0].tolist() == [ground] * 3
    opaque = rgba[..., 3] == 255
    assert np.array_equal(picture.pixels[opaque], rgba[opaque, :3])
    assert picture.rgba[0, 0, 3] < 255


@pytest.mark.parametrize("mode", ["P", "L", "RGB", "1"])
def test_a_transparent_colour_becomes_transparency(mode):
    plain = Pillow.fromarray(drawing()).convert(mode)
    white = plain.getpixel((0, 0))
    picture = load_picture(file_of(plain, transparency=white))
    assert picture.rgba[0, 0, 3] == 0
    assert picture.rgba[6, 30, 3] == 255


@pytest.mark.parametrize(
    "given",
    [
        *(np.full(shape, 255, np.uint8) for shape in ((40, 60), (40, 60, 1), (40, 60, 3), (40, 60, 4))),
        np.full((80, 60, 3), 255, np.uint8)[::2, ::-1],
        Pillow.new("RGB", (60, 40), "white"),
    ],
    ids=["grey", "one channel", "RGB", "RGBA", "a view", "Pillow's"],
)
def test_arrays_and_images_of_every_kind_become_rgb(given):
    pixels = as_pixels(given)
    assert (pixels.shape, pixels.dtype, pixels.flags.c_contiguous) == ((40, 60, 3), np.uint8, True)
    assert (pixels == 255).all()


@pytest.mark.parametrize("shape", [(0, 5, 3), (7,), (4, 5, 2), (1, 2, 3, 4)])
def test_arrays_of_other_shapes_and_values_are_refused_with_them(shape):
    for other in (np.zeros(shape, np.uint8), np.zeros((4, 5))):
        said = Message("pixels_of_other_kind", type=other.dtype.name, shape=str(other.shape))
        assert raised(NotPixels, as_pixels, other).what == said
    assert raised(NotPixels, as_pixels, None).what == Message("not_pixels", type="NoneType")
    assert issubclass(NotPixels, TypeError)


@pytest.mark.parametrize("band", [1, 7 * 60, 41 * 60])
def test_large_pictures_are_copied_band_by_band_and_alike(band: int):
    assert np.array_equal(copy_pixels(Pillow.fromarray(drawing()), band), drawing())
