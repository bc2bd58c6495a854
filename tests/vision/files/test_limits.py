"""Small files that ask for much are refused by what their headers say, in little time and memory."""

import json
import subprocess
import sys
import zlib
from functools import partial

import pytest
from PIL import Image as Pillow

from fixtures.drawing.files import png
from fixtures.hostile import bombs
from solver.message import Message
from tests.vision.files.pictures import refusal
from vision.files import limits

PATIENCE = 10
"""Seconds."""
LITTLE = 40
"""Megabytes that a picture of a few pixels, or one that is refused, may take."""
CHILD = """
import json, sys, time
from pathlib import Path
from pipeline import solve_image
from vision.files import limits
from vision.files.errors import ImageUnreadable
from vision.files.load import load_picture
limits.MAX_PIXELS = 30_000_000

def megabytes(field):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(field))

for path in map(Path, sys.argv[1:]):
    Path("/proc/self/clear_refs").write_text("5")  # forgets the peak
    before, start = megabytes("VmRSS"), time.process_time()
    try:
        said = solve_image(load_picture(path).pixels).status
    except ImageUnreadable as error:
        said = error.what.code
    print(json.dumps([said, time.process_time() - start, megabytes("VmHWM") - before]))
"""
"""Prints of every file what is said of it, and the seconds and megabytes that takes; all in one process, for
starting it takes longer than most files."""
SAID = {
    "png_of_nothing": ("no_puzzle", LITTLE),
    "png_of_a_blank": ("no_puzzle", 115),
    "png_of_large_notes": ("damaged", LITTLE),
    "png_of_many_chunks": ("no_puzzle", LITTLE),
    "png_of_odd_palettes": ("damaged", LITTLE),
    "gif_of_large_frames": ("many_pixels", LITTLE),
    "gif_of_many_frames": ("damaged", LITTLE),
    "webp_of_large_canvas": ("many_pixels", LITTLE),
    "webp_of_large_sides": ("large_picture", LITTLE),
    "jpeg_of_large_sides": ("many_pixels", LITTLE),
    "jpeg_of_junk_notes": ("no_puzzle", LITTLE),
    "tiff_of_large_tiles": ("large_tiles", LITTLE),
    "tiff_of_a_huge_strip": ("damaged", LITTLE),
    "tiff_of_many_samples": ("damaged", LITTLE),
    "tiff_of_long_lists": ("damaged", LITTLE),
    "bmp_of_runs": ("large_picture", LITTLE),
    "ico_of_a_large_picture": ("large_picture", 140),
    "jpeg2000_of_large_sides": ("large_picture", LITTLE),
    "avif_of_large_sides": ("large_picture", LITTLE),
    "pdf_of_a_huge_page": ("no_puzzle", 160),
    "pdf_of_a_million_pages": ("no_puzzle", LITTLE),
}
"""The status or code of each, and the most megabytes that may take."""
MADE = bombs.BOMBS | {"png_of_a_blank": lambda: png(2700, 2700, 8, 2, bytes((3 * 2700 + 1) * 2700))}
"""What takes as little is smaller than allowed, as its memory grows with its size."""


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is known by Linux alone")
def test_bombs_cost_little(tmp_path, monkeypatch):
    monkeypatch.setattr(zlib, "compress", partial(zlib.compress, level=1))  # which is soon done
    files = [tmp_path / bomb for bomb in SAID]
    for file, bomb in zip(files, SAID, strict=True):
        file.write_bytes(MADE[bomb]())
    words = [sys.executable, "-c", CHILD, *map(str, files)]
    run = subprocess.run(words, capture_output=True, timeout=120, check=True)
    for bomb, line in zip(SAID, run.stdout.splitlines(), strict=True):
        (said, seconds, megabytes), (expected, most) = json.loads(line), SAID[bomb]
        assert said.startswith(expected), (bomb, said)
        assert (seconds < PATIENCE, megabytes <= most) == (True, True), (bomb, seconds, megabytes)


@pytest.mark.parametrize("form", ["PNG", "BMP", "GIF", "TIFF"])
@pytest.mark.parametrize(
    ("size", "said"),
    [
        ((30_000, 30_000), Message("many_pixels", millions=900, most=120)),
        ((12_000, 11_000), Message("large_picture", width=12_000, height=11_000, most=120)),
        ((10, 40_000), Message("long_picture", width=10, height=40_000, most=32_766)),
    ],
)
def test_a_bomb_and_a_side_too_long_to_be_straightened_are_refused_by_their_header(form, size, said):
    assert refusal(bombs.header(form, *size)) == said


@pytest.mark.parametrize(
    ("million", "kinds"),
    [
        (120, [("RGB", "PNG"), ("P", "PNG"), ("L", "JPEG")]),
        (50, [("RGB", "HEIF")]),
        (30, [("RGBA", "PNG"), ("CMYK", "JPEG"), ("F", "TIFF"), ("P", "PNG", "transparency")]),
    ],
)
def test_pictures_that_need_more_memory_may_have_fewer_pixels(million, kinds):
    for mode, form, *transparent in kinds:
        picture = Pillow.new(mode, (1, 1))
        picture.format, picture.info = form, dict.fromkeys(transparent, 0)
        assert limits.max_pixels(picture) == million * 10**6
