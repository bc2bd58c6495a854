"""Small files that ask for much are refused by what their headers say, in little time and memory."""

import io
import json
import struct
import subprocess
import sys
import zlib

import pytest
from PIL import Image as Pillow

from fixtures.drawing.file_formats import pdf_of, png, png_chunk, tiff
from vision.files import limits
from vision.files.errors import ImageUnreadable
from vision.files.load import load_picture

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
        said = str(error)
    print(json.dumps([said, time.process_time() - start, megabytes("VmHWM") - before]))
"""
"""Prints of every file what is said of it, and the seconds and megabytes that takes; all in one process, for
starting it takes longer than most files."""


def saved(picture, form, **settings):
    file = io.BytesIO()
    picture.save(file, form, **settings)
    return file.getvalue()


def blank(width, height, mode="RGB"):
    return Pillow.new(mode, (width, height), "white")


def png_of_nothing():
    """Return a PNG whose pixels unpack to much more than the hundred by a hundred of its header."""
    return png(100, 100, 8, 2, bytes(80_000_000))


def png_of_a_large_blank():
    return png(5400, 5400, 8, 2, bytes((3 * 5400 + 1) * 5400))


def png_of_large_notes():
    """Return a PNG whose notes and profile unpack to much more than they are."""
    bomb = zlib.compress(bytes(100_000_000))
    notes = png_chunk(b"zTXt", b"Title\0\0" + bomb) + png_chunk(b"iCCP", b"icc\0\0" + bomb)
    international = png_chunk(b"iTXt", b"Title\0\x01\0\0\0" + bomb)
    return png(8, 8, 8, 2, bytes(8 * 25), notes, international * 20)


def png_of_many_chunks():
    return png(8, 8, 8, 2, bytes(8 * 25), png_chunk(b"tEXt", b"Title\0x") * 50_000)


def gif_of_large_frames():
    """Return a GIF whose screen is small and whose frame is not."""
    screen = b"GIF89a" + struct.pack("<HHBBB", 8, 8, 0x80, 0, 0) + bytes(6)
    return screen + b"," + struct.pack("<HHHHB", 0, 0, 60_000, 60_000, 0) + b"\x02\x02\x4c\x01\0;"


def gif_of_many_frames():
    screen = b"GIF89a" + struct.pack("<HHBBB", 5000, 5000, 0x80, 0, 0) + bytes(6)
    frame = b"," + struct.pack("<HHHHB", 0, 0, 5000, 5000, 0) + b"\x02\x02\x4c\x01\0"
    return screen + frame * 5000 + b";"


def webp_of_large_canvas():
    """Return an animated WebP that says its canvas is as large as can be."""
    contents = bytearray(
        saved(blank(16, 16), "WEBP", save_all=True, append_images=[Pillow.new("RGB", (16, 16), "red")])
    )
    place = contents.index(b"VP8X") + 12
    contents[place : place + 6] = (16_382).to_bytes(3, "little") * 2
    return bytes(contents)


def webp_of_large_sides():
    contents = bytearray(saved(blank(16, 16), "WEBP"))
    place = contents.index(b"\x9d\x01\x2a") + 3
    contents[place : place + 4] = struct.pack("<HH", 7000, 7000)
    return bytes(contents)


def jpeg_of_many_scans():
    """Return a progressive JPEG with a scan repeated over and over."""
    contents = bytearray(saved(blank(16, 16), "JPEG", progressive=True))
    place = contents.index(b"\xff\xc2") + 5
    contents[place : place + 4] = struct.pack(">HH", 5000, 5000)
    last = contents.rindex(b"\xff\xda")
    return contents[:last] + contents[last:-2] * 500 + contents[-2:]


def jpeg_of_large_sides():
    contents = bytearray(saved(blank(16, 16), "JPEG"))
    place = contents.index(b"\xff\xc0") + 5
    contents[place : place + 4] = struct.pack(">HH", 65_000, 65_000)
    return bytes(contents)


def jpeg_of_junk_notes():
    notes = b"".join(
        b"\xff\xe2" + struct.pack(">H", 65_000) + b"ICC_PROFILE\0\x01\xff" + bytes(65_000 - 16)
        for _ in range(300)
    )
    exif = b"\xff\xe1" + struct.pack(">H", 60_000) + b"Exif\0\0MM\0*\0\0\0\x08\xff\xff" + b"\x01\x12" * 29_990
    contents = saved(blank(16, 16), "JPEG")
    return contents[:2] + exif + notes + contents[2:]


def tiff_tags(width, height, **more):
    tags = {256: (width,), 257: (height,), 258: (8,), 259: (8,), 262: (1,), 277: (1,)}
    return tags | {int(tag[1:]): value for tag, value in more.items()}


def tiff_of_large_tiles():
    tile = zlib.compress(bytes(1000))
    tags = tiff_tags(100, 100, t322=(30_000,), t323=(30_000,), t324=(-1,), t325=(len(tile),))
    return tiff(tags, tile)


def tiff_of_a_huge_strip():
    strip = zlib.compress(bytes(60_000_000))
    return tiff(tiff_tags(100, 100, t273=(-1,), t278=(1 << 31,), t279=(len(strip),)), strip)


def tiff_of_many_samples():
    return tiff(tiff_tags(5000, 5000, t277=(60_000,), t273=(-1,), t278=(5000,), t279=(100,)), bytes(100))


def tiff_of_long_lists():
    """Return a TIFF with a tag that says it has a thousand million values."""
    contents = bytearray(tiff(tiff_tags(100, 100, t273=(-1,), t278=(100,), t279=(100,)), bytes(100)))
    place = contents.index(struct.pack("<HH", 273, 4))
    contents[place + 4 : place + 8] = struct.pack("<I", 10**9)
    return bytes(contents)


def bmp_of_runs():
    """Return a BMP of runs that says it is large and skips to its end."""
    header = struct.pack("<IiiHHIIiiII", 40, 10_900, 10_900, 1, 8, 1, 8, 0, 0, 256, 0)
    return (
        b"BM"
        + struct.pack("<IHHI", 2000, 0, 0, 1078)
        + header
        + bytes(1024)
        + b"\0\x02\xff\xff" * 3000
        + b"\0\x01"
    )


def ico_of_a_large_picture():
    """Return an icon of sixteen pixels with a large PNG in it."""
    inside = png(5600, 5600, 8, 0, bytes((5600 + 1) * 5600))
    return struct.pack("<HHHBBBBHHII", 0, 1, 1, 16, 16, 0, 0, 1, 32, len(inside), 22) + inside


def jpeg2000_of_large_sides():
    contents = bytearray(saved(blank(16, 16), "JPEG2000"))
    for mark, place in ((b"ihdr", 4), (b"\xff\x51", 6)):
        start = contents.index(mark) + place
        contents[start : start + 8] = struct.pack(">II", 10_000, 10_000)
    return bytes(contents)


def avif_of_large_sides():
    contents = bytearray(saved(blank(16, 16), "AVIF"))
    place = contents.index(b"ispe") + 8
    contents[place : place + 8] = struct.pack(">II", 10_000, 10_000)
    return bytes(contents)


def png_of_odd_palettes():
    """Return a PNG of a palette that is too short, too often there, and has transparency beyond it."""
    palette = png_chunk(b"PLTE", bytes(3)) + png_chunk(b"PLTE", bytes(7)) + png_chunk(b"tRNS", bytes(300))
    return png(8, 8, 8, 3, b"\0\xff\x80\x01\0\0\0\0\0" * 8, palette)


def pdf_of_pages(count, side):
    kids = b"3 0 R " * min(count, 100_000)
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]>>" % (side, side)
    return pdf_of(
        [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count %d/Kids[%s]>>" % (count, kids), page]
    )


def pdf_of_a_huge_page():
    return pdf_of_pages(1, 100_000_000)


def pdf_of_a_million_pages():
    return pdf_of_pages(10**6, 100)


def pdf_of_a_huge_picture():
    packed = zlib.compress(bytes(30_000 * 30_000 // 8))
    page = b"q 100 0 0 100 0 0 cm /I Do Q"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>",
        b"<</Length %d>>stream\n" % len(page) + page + b"\nendstream",
        b"<</Type/XObject/Subtype/Image/Width 30000/Height 30000/BitsPerComponent 1/ColorSpace/DeviceGray"
        b"/Filter/FlateDecode/Length %d>>stream\n" % len(packed) + packed + b"\nendstream",
    ]
    return pdf_of(objects)


def header(form, width, height):
    """Return a file that has little more than its header."""
    if form == "PNG":
        return png(width, height, 8, 2, bytes(1000))
    if form == "BMP":
        sizes = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, 0, 0, 0, 0, 0)
        return b"BM" + struct.pack("<IHHI", 1000, 0, 0, 54) + sizes + bytes(100)
    if form == "GIF":
        screen = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + bytes(6)
        return screen + b"," + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\x02\x02\x4c\x01\0;"
    return tiff(tiff_tags(width, height, t273=(-1,), t278=(height,), t279=(100,)), bytes(100))


def png_header():
    return header("PNG", 30_000, 30_000)


DAMAGED = "the picture is cut off or damaged"
BOMBS = {
    png_header: ("the picture has 900 million pixels, more than", LITTLE),
    png_of_nothing: ("no_puzzle", LITTLE),
    png_of_a_large_blank: ("no_puzzle", 260),
    png_of_large_notes: (DAMAGED, LITTLE),
    png_of_many_chunks: ("no_puzzle", LITTLE),
    png_of_odd_palettes: (DAMAGED, LITTLE),
    gif_of_large_frames: ("the picture has 3,600 million pixels", LITTLE),
    gif_of_many_frames: (DAMAGED, LITTLE),
    webp_of_large_canvas: ("the picture has 268 million pixels", LITTLE),
    webp_of_large_sides: ("the picture has 7,000 x 7,000 pixels", LITTLE),
    jpeg_of_many_scans: ("no_puzzle", 110),
    jpeg_of_large_sides: ("the picture has 4,225 million pixels", LITTLE),
    jpeg_of_junk_notes: ("no_puzzle", LITTLE),
    tiff_of_large_tiles: ("the picture has tiles of 30,000 x 30,000 pixels", LITTLE),
    tiff_of_a_huge_strip: (DAMAGED, LITTLE),
    tiff_of_many_samples: (DAMAGED, LITTLE),
    tiff_of_long_lists: (DAMAGED, LITTLE),
    bmp_of_runs: ("the picture has 10,900 x 10,900 pixels", LITTLE),
    ico_of_a_large_picture: ("the picture has 5,600 x 5,600 pixels", 140),
    jpeg2000_of_large_sides: ("the picture has 10,000 x 10,000 pixels", LITTLE),
    avif_of_large_sides: ("the picture has 10,000 x 10,000 pixels", LITTLE),
    pdf_of_a_huge_page: ("no_puzzle", 160),
    pdf_of_a_million_pages: ("no_puzzle", LITTLE),
    pdf_of_a_huge_picture: ("no_puzzle", LITTLE),
}
"""What is said of each, and the most megabytes that may take."""


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is known by Linux alone")
def test_bombs_cost_little(tmp_path):
    files = [tmp_path / bomb.__name__ for bomb in BOMBS]
    for file, bomb in zip(files, BOMBS, strict=True):
        file.write_bytes(bomb())
    words = [sys.executable, "-c", CHILD, *map(str, files)]
    run = subprocess.run(words, capture_output=True, timeout=120, check=True)
    lines = map(json.loads, run.stdout.splitlines())
    failed = []
    for bomb, line in zip(BOMBS, lines, strict=True):
        (said, seconds, megabytes), (expected, most) = line, BOMBS[bomb]
        print(f"{bomb.__name__:34} {seconds:6.2f} s {megabytes:5.0f} MB  {said}")
        if not said.startswith(expected) or seconds > PATIENCE or megabytes > most:
            failed.append((bomb.__name__, *line))
    assert not failed


def refusal(contents):
    with pytest.raises(ImageUnreadable) as refused:
        load_picture(io.BytesIO(contents))
    return str(refused.value)


@pytest.mark.parametrize("form", ["PNG", "BMP", "GIF", "TIFF"])
def test_a_bomb_is_refused_by_its_header(form):
    advice = "; crop it to the puzzle, or scale it down"
    said = refusal(header(form, 30_000, 30_000))
    assert said == f"the picture has 900 million pixels, more than the limit of 120 million{advice}"
    said = refusal(header(form, 12_000, 11_000))  # of which Pillow only warns
    assert said == f"the picture has 12,000 x 11,000 pixels, more than the limit of 120 million{advice}"


def test_a_side_too_long_to_be_straightened_is_refused():
    said = refusal(header("PNG", 10, 40_000))
    assert said.startswith(
        "the picture has 10 x 40,000 pixels, more than 32,766 along a side; crop it to the puzzle"
    )


@pytest.mark.parametrize(
    ("mode", "form", "million"),
    [
        *(("RGB", "PNG", 120), ("L", "JPEG", 120), ("RGBA", "PNG", 30), ("CMYK", "JPEG", 30)),
        *(("F", "TIFF", 30), ("RGB", "WEBP", 30), ("RGB", "AVIF", 30), ("RGB", "HEIF", 50)),
    ],
)
def test_pictures_that_need_more_memory_may_have_fewer_pixels(mode, form, million):
    picture = Pillow.new(mode, (1, 1))
    picture.format = form
    assert limits.max_pixels(picture) == million * 10**6


def test_a_transparent_palette_needs_more_memory():
    picture = Pillow.new("P", (1, 1))
    assert limits.max_pixels(picture) == 120 * 10**6
    picture.info["transparency"] = 0
    assert limits.max_pixels(picture) == 30 * 10**6
