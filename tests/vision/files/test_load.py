"""Every kind of picture file becomes upright RGB pixels; every bad file is answered in words."""

import io
import struct
import subprocess
import sys
import warnings
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow
from PIL import ImageCms

from vision.files import limits, load, pixels
from vision.files.errors import ImageUnreadable
from vision.files.load import load_picture
from vision.files.pixels import NotPixels, as_pixels

SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def drawing(height: int = 40, width: int = 60) -> np.ndarray:
    """Return RGB that no turn, mirror or channel swap leaves as it is."""
    pixels = np.full((height, width, 3), 255, np.uint8)
    pixels[5:9, 5:50] = (10, 20, 30)
    pixels[5:35, 5:8] = (200, 0, 0)
    pixels[25:30, 40:55] = (0, 0, 200)
    return pixels


def file_of(pixels: np.ndarray | Pillow.Image, form: str = "PNG", **settings: object) -> io.BytesIO:
    """Return a picture file in memory."""
    file = io.BytesIO()
    (pixels if isinstance(pixels, Pillow.Image) else Pillow.fromarray(pixels)).save(file, form, **settings)
    file.seek(0)
    return file


def refusal(contents: bytes) -> str:
    """Return what is said of a file with these bytes."""
    with pytest.raises(ImageUnreadable) as refused:
        load_picture(io.BytesIO(contents))
    assert refused.value.advice
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
    assert picture.alpha is None
    assert picture.format == form


@pytest.mark.parametrize("form", ["JPEG", "MPO", "WEBP", "JPEG2000", "GIF", "AVIF"])
def test_lossy_formats_are_read_nearly_to_the_pixel(form):
    Pillow.init()
    if form not in Pillow.SAVE:
        pytest.skip(f"this Pillow cannot write {form}")
    picture = load_picture(file_of(drawing(), form, **({"quality": 95} if form != "GIF" else {})))
    assert picture.pixels.dtype == np.uint8
    assert np.abs(picture.pixels.astype(int) - drawing()).mean() < 6


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
    picture = load_picture(file_of(Pillow.fromarray(levels), "TIFF"))
    assert picture.pixels.min() == 0
    assert picture.pixels.max() == 255


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_exif_turn_is_applied(orientation):
    turns = {
        1: lambda upright: upright,
        2: np.fliplr,
        3: lambda upright: np.rot90(upright, 2),
        4: np.flipud,
        5: lambda upright: upright.transpose(1, 0, 2),
        6: lambda upright: np.rot90(upright, 1),
        7: lambda upright: np.rot90(upright, 2).transpose(1, 0, 2),
        8: lambda upright: np.rot90(upright, -1),
    }
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    stored = np.ascontiguousarray(turns[orientation](drawing()))
    for form in ("PNG", "TIFF"):
        picture = load_picture(file_of(stored, form, exif=exif))
        assert np.array_equal(picture.pixels, drawing())


def test_dots_per_inch_turn_with_the_picture():
    exif = Pillow.Exif()
    exif[0x0112] = 6
    picture = load_picture(file_of(drawing(), "JPEG", exif=exif, dpi=(100, 200)))
    assert picture.dpi == (200, 100)


def test_damaged_exif_does_not_spoil_a_picture():
    picture = load_picture(file_of(drawing(), "JPEG", exif=b"Exif\0\0MM\0*\xff\xff\xff\xff\0\1"))
    assert picture.pixels.shape == (40, 60, 3)


@pytest.mark.parametrize("dpi", [(0, 0), (float("nan"), 72), (72, float("inf")), ("a", 1), 72, (1e9, 1e9)])
def test_dots_per_inch_that_are_none_are_forgotten(dpi):
    strange = Pillow.fromarray(drawing())
    strange.info["dpi"] = dpi
    assert pixels.as_picture(strange).dpi is None


def test_the_first_frame_of_an_animation_is_taken():
    frames = [Pillow.fromarray(np.full((8, 8, 3), level, np.uint8)) for level in (0, 128, 255)]
    for form in ("GIF", "PNG", "WEBP", "TIFF"):
        film = file_of(frames[0], form, save_all=True, append_images=frames[1:])
        assert load_picture(film).pixels.max() <= 3


def test_cmyk_is_shown_by_its_own_profile(monkeypatch):
    inks = Pillow.new("CMYK", (4, 4), (0, 0, 0, 255))
    asked = []

    def to_screen(picture, source, target, outputMode):  # noqa: N803 — Pillow's own name
        asked.append((source, outputMode))
        return Pillow.new("RGB", picture.size, (1, 2, 3))

    monkeypatch.setattr(ImageCms, "profileToProfile", to_screen)
    picture = load_picture(file_of(inks, "TIFF", icc_profile=SRGB))
    assert picture.pixels[0, 0].tolist() == [1, 2, 3]
    assert picture.icc_profile is None
    assert asked[0][1] == "RGB"


@pytest.mark.parametrize("profile", [None, b"no profile at all", SRGB])
def test_cmyk_without_a_fitting_profile_is_read_all_the_same(profile):
    inks = Pillow.fromarray(drawing()).convert("CMYK")
    picture = load_picture(file_of(inks, "TIFF", **({"icc_profile": profile} if profile else {})))
    assert np.abs(picture.pixels.astype(int) - drawing()).max() <= 2


# Transparency


def ink_on_nothing(ink: int) -> np.ndarray:
    """Return RGBA with thin lines of one grey and nothing else visible."""
    rgba = np.full((200, 200, 4), 255 - ink, np.uint8)
    rgba[..., 3] = 0
    rgba[20::30] = (ink, ink, ink, 255)
    rgba[:, 20::30] = (ink, ink, ink, 255)
    return rgba


@pytest.mark.parametrize(("ink", "ground"), [(0, 255), (60, 255), (255, 32), (200, 32)])
def test_transparent_places_get_the_ground_on_which_the_ink_shows(ink, ground):
    picture = load_picture(file_of(ink_on_nothing(ink)))
    assert picture.pixels[0, 0].tolist() == [ground] * 3
    assert picture.pixels[20, 0].tolist() == [ink] * 3


def test_light_numbers_beside_a_dark_board_get_a_dark_ground():
    rgba = np.zeros((300, 300, 4), np.uint8)
    rgba[60:, 60:] = (24, 26, 27, 255)
    rgba[10:50, 80:280:30] = (255, 255, 255, 255)
    assert load_picture(file_of(rgba)).pixels[0, 0].tolist() == [32] * 3


def test_the_round_corners_of_a_window_stay_white():
    rgba = np.full((300, 400, 4), 255, np.uint8)
    rows, cols = np.mgrid[:10, :10]
    corner = (rows - 10) ** 2 + (cols - 10) ** 2 > 100
    for part in (rgba[:10, :10], rgba[:10, :-11:-1], rgba[:-11:-1, :10], rgba[:-11:-1, :-11:-1]):
        part[corner, 3] = 0
    picture = load_picture(file_of(rgba))
    assert picture.pixels[0, 0].tolist() == [255] * 3
    assert picture.alpha[0, 0] == 0


def test_a_half_transparent_colour_is_blended_with_its_ground():
    rgba = np.zeros((40, 40, 4), np.uint8)
    rgba[..., 3] = 128
    assert load_picture(file_of(rgba)).pixels[0, 0].tolist() == [127] * 3


def test_an_opaque_alpha_channel_is_no_transparency():
    rgba = np.dstack([drawing(), np.full((40, 60), 255, np.uint8)])
    picture = load_picture(file_of(rgba))
    assert picture.rgba is None
    assert np.array_equal(picture.pixels, drawing())


@pytest.mark.parametrize("mode", ["P", "L", "RGB", "1"])
def test_a_transparent_colour_becomes_transparency(mode):
    plain = Pillow.fromarray(drawing()).convert(mode)
    white = plain.getpixel((0, 0))
    picture = load_picture(file_of(plain, transparency=white))
    assert picture.alpha[0, 0] == 0
    assert picture.alpha[6, 30] == 255


# What is refused when reading


def chunk(kind: bytes, contents: bytes) -> bytes:
    return struct.pack(">I", len(contents)) + kind + contents + struct.pack(">I", zlib.crc32(kind + contents))


def png_bomb(width: int, height: int) -> bytes:
    row = zlib.compress(bytes(1000))
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", row) + chunk(b"IEND", b"")


def bmp_bomb(width: int, height: int) -> bytes:
    header = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, 0, 0, 0, 0, 0)
    return b"BM" + struct.pack("<IHHI", 1000, 0, 0, 54) + header + bytes(100)


def gif_bomb(width: int, height: int) -> bytes:
    screen = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + bytes(6)
    return screen + b"," + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\x02\x02\x4c\x01\0;"


def tiff_bomb(width: int, height: int) -> bytes:
    tags = {256: width, 257: height, 258: 8, 259: 1, 262: 1, 273: 200, 277: 1, 278: height, 279: 100}
    entries = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in sorted(tags.items()))
    return b"II*\0" + struct.pack("<IH", 8, len(tags)) + entries + bytes(200)


BOMBS = [png_bomb, bmp_bomb, gif_bomb, tiff_bomb]


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_refused_by_its_header(bomb):
    said = refusal(bomb(30_000, 30_000))
    assert said == (
        "the picture has 900 million pixels, more than the 120 million that are read; "
        "cut the puzzle out, or scale the picture down"
    )


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_picture_that_pillow_only_warns_of_is_refused_too(bomb):
    assert refusal(bomb(12_000, 11_000)).startswith(
        "the picture has 12,000 x 11,000 pixels, more than the 120"
    )


def test_damage_that_shows_as_the_size_is_looked_at_is_damage(monkeypatch):
    def stumbles(opened):
        raise AssertionError

    monkeypatch.setattr(load, "check_size", stumbles)
    assert refusal(file_of(drawing()).getvalue()).startswith("the picture is cut off or damaged")


def test_a_side_too_long_to_be_straightened_is_refused():
    said = refusal(png_bomb(10, 40_000))
    assert said.startswith(
        "the picture has 10 x 40,000 pixels, more than 32,766 along a side; cut the puzzle"
    )


@pytest.mark.parametrize(
    ("mode", "million"), [("RGB", 120), ("L", 120), ("RGBA", 30), ("CMYK", 30), ("F", 30)]
)
def test_pictures_that_need_more_memory_may_have_fewer_pixels(mode, million):
    assert limits.max_pixels(Pillow.new(mode, (1, 1))) == million * 10**6
    transparent = Pillow.new("P", (1, 1))
    transparent.info["transparency"] = 0
    assert limits.max_pixels(transparent) == 30 * 10**6


def test_a_bomb_costs_no_memory():
    program = (
        "import io, resource, sys\n"
        "from vision.files.errors import ImageUnreadable\nfrom vision.files.load import load_picture\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try: load_picture(sys.stdin.buffer)\n"
        "except ImageUnreadable as error: print(error)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    bomb = png_bomb(30_000, 30_000)
    run = subprocess.run([sys.executable, "-c", program], input=bomb, capture_output=True, check=True)
    said, grown = run.stdout.decode().splitlines()
    assert said.startswith("the picture has 900 million pixels")
    assert int(grown) < 20_000  # kilobytes


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
            assert error.advice


@pytest.mark.parametrize(
    ("contents", "said"),
    [
        (b"", "the file is empty; save or send the picture again"),
        (
            b"Dear diary, \n",
            "this is not a picture; give a screenshot or photograph as PNG, JPEG or the like",
        ),
        (bytes(1000), "this is not a picture; give a screenshot or photograph as PNG, JPEG or the like"),
        (b"<!DOCTYPE html>", "this is a web page or SVG, not a picture; take a screenshot of it"),
        (b'<?xml version="1.0"?><svg>', "this is a web page or SVG, not a picture; take a screenshot of it"),
        (b"PK\x03\x04....", "this is a ZIP archive, not a picture; unpack the pictures first"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n", "this is not a picture; give a screenshot or photograph"),
    ],
)
def test_what_is_no_picture_is_called_by_its_name(contents, said):
    assert refusal(contents).startswith(said)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ImageUnreadable) as refused:
        load_picture(tmp_path / "nothing.png")
    assert str(refused.value) == f"there is no such file ({tmp_path / 'nothing.png'}); check the name"


def test_a_folder_is_no_picture(tmp_path):
    with pytest.raises(ImageUnreadable, match=r"this is a folder, not a picture .*; name a picture in it"):
        load_picture(tmp_path)


def test_a_name_that_no_file_can_have_is_answered():
    with pytest.raises(ImageUnreadable, match=r"it cannot be opened: .*; check the name"):
        load_picture(Path("a" * 5000))
    with pytest.raises(ImageUnreadable, match="; check the name"):
        load_picture(Path("zero\0byte"))


def test_a_forbidden_file_says_so(tmp_path, monkeypatch):
    def forbidden(path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(load, "open_file", forbidden)
    with pytest.raises(ImageUnreadable, match=r"there is no permission to read it .*; check the file's perm"):
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
    monkeypatch.setattr(load, "MAX_STREAM_BYTES", 1 << 20)
    with pytest.raises(ImageUnreadable, match=r"more than 1 megabytes came through the pipe; give a smaller"):
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
        assert refusal(tiff_bomb(100, 100)).startswith("the picture is cut off or damaged")


# Pictures in Python


@pytest.mark.parametrize("shape", [(40, 60), (40, 60, 1), (40, 60, 3), (40, 60, 4)])
def test_arrays_of_every_kind_become_rgb(shape):
    pixels = as_pixels(np.full(shape, 255, np.uint8))
    assert pixels.shape == (40, 60, 3)
    assert pixels.dtype == np.uint8
    assert (pixels == 255).all()


def test_a_view_of_an_array_becomes_contiguous():
    pixels = as_pixels(drawing()[::2, ::-1])
    assert pixels.flags.c_contiguous
    assert np.array_equal(pixels, drawing()[::2, ::-1])


def test_a_pillow_image_becomes_rgb():
    assert np.array_equal(as_pixels(Pillow.fromarray(drawing())), drawing())


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (np.zeros((4, 5)), "an array of float64 with shape (4, 5) is not a picture; give uint8 with shape"),
        (np.zeros((4, 5, 2), np.uint8), "an array of uint8 with shape (4, 5, 2) is not a picture"),
        (np.zeros((0, 5, 3), np.uint8), "an array of uint8 with shape (0, 5, 3) is not a picture"),
        (np.zeros(7, np.uint8), "an array of uint8 with shape (7,) is not a picture"),
        (np.zeros((1, 2, 3, 4), np.uint8), "an array of uint8 with shape (1, 2, 3, 4) is not a picture"),
        (
            "shot.png",
            "a str is not a picture; give an array of uint8 or a Pillow image; vision.files.load.load_pic",
        ),
        (None, "a NoneType is not a picture"),
    ],
)
def test_other_values_are_refused_with_their_shape(value, said):
    with pytest.raises(NotPixels) as refused:
        as_pixels(value)
    assert str(refused.value).startswith(said)
    assert isinstance(refused.value, TypeError)


@pytest.mark.parametrize("band", [1, 7 * 60, 41 * 60])
def test_large_pictures_are_copied_band_by_band_and_alike(monkeypatch: pytest.MonkeyPatch, band: int):
    monkeypatch.setattr(pixels, "BAND_PIXELS", band)
    assert np.array_equal(load_picture(file_of(drawing())).pixels, drawing())
