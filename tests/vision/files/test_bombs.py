"""Small files that ask for much are refused by what their headers say, in little time and memory."""

import io
import json
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from PIL import Image as Pillow

from fixtures.drawing.file_formats import PNG_START, pdf_of, png, png_chunk, tiff

MOST_MEGABYTES, MOST_SECONDS = 1000, 10
CHILD = """
import json, sys, time
from pathlib import Path
import pipeline
from app.batch.job import Job, solve_job
from app.request import Limits, Request
start = time.process_time()
job = Job("shot", Path(sys.argv[1]), Path(sys.argv[1] + ".solved.png"))
outcome = solve_job(job, Request(limits=Limits(5, 0.5)))
seconds = time.process_time() - start
try:
    lines = Path("/proc/self/status").read_text().splitlines()
except OSError:
    lines = []
peak = next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0)
print(json.dumps([outcome.status, outcome.message, seconds, peak]))
"""
"""Prints how a file ended, in seconds and megabytes: in a process of its own, whose memory is known."""


def saved(picture, form, **settings):
    file = io.BytesIO()
    picture.save(file, form, **settings)
    return file.getvalue()


def blank(width, height, mode="RGB"):
    return Pillow.new(mode, (width, height), "white")


def png_of_nothing():
    """Return a PNG whose pixels unpack to a gigabyte, though its header says a hundred by a hundred."""
    return png(100, 100, 8, 2, bytes(200_000_000))


def png_of_a_large_blank():
    return png(10_900, 10_900, 8, 2, bytes((3 * 10_900 + 1) * 10_900))


def png_of_large_notes():
    """Return a PNG whose notes and profile unpack to much more than they are."""
    bomb = zlib.compress(bytes(100_000_000))
    notes = png_chunk(b"zTXt", b"Title\0\0" + bomb) + png_chunk(b"iCCP", b"icc\0\0" + bomb)
    international = png_chunk(b"iTXt", b"Title\0\x01\0\0\0" + bomb)
    return png(8, 8, 8, 2, bytes(8 * 25), notes, international * 20)


def png_of_many_chunks():
    return png(8, 8, 8, 2, bytes(8 * 25), png_chunk(b"tEXt", b"Title\0x") * 200_000)


def gif_of_large_frames():
    """Return a GIF whose screen is small and whose frame is not."""
    screen = b"GIF89a" + struct.pack("<HHBBB", 8, 8, 0x80, 0, 0) + bytes(6)
    return screen + b"," + struct.pack("<HHHHB", 0, 0, 60_000, 60_000, 0) + b"\x02\x02\x4c\x01\0;"


def gif_of_many_frames():
    screen = b"GIF89a" + struct.pack("<HHBBB", 9000, 9000, 0x80, 0, 0) + bytes(6)
    frame = b"," + struct.pack("<HHHHB", 0, 0, 9000, 9000, 0) + b"\x02\x02\x4c\x01\0"
    return screen + frame * 5000 + b";"


def webp_of_large_canvas():
    """Return an animated WebP that says its canvas is as large as can be."""
    contents = bytearray(
        saved(blank(16, 16), "WEBP", save_all=True, append_images=[Pillow.new("RGB", (16, 16), "red")])
    )
    place = contents.index(b"VP8X") + 12
    contents[place : place + 6] = (16_382).to_bytes(3, "little") * 2
    return bytes(contents)


def webp_of_a_large_blank():
    return saved(blank(7000, 7000), "WEBP", method=0, quality=1)


def jpeg_of_many_scans():
    """Return a progressive JPEG with a scan repeated until decoding it takes minutes."""
    contents = saved(blank(6000, 6000), "JPEG", progressive=True)
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


def tiff_of_huge_tiles():
    tile = zlib.compress(bytes(1000))
    tags = tiff_tags(100, 100, t322=(1 << 20,), t323=(1 << 20,), t324=(-1,), t325=(len(tile),))
    return tiff(tags, tile)


def tiff_of_large_tiles():
    tile = zlib.compress(bytes(30_000 * 30_000 // 8))
    tags = tiff_tags(100, 100, t322=(30_000,), t323=(30_000,), t324=(-1,), t325=(len(tile),))
    return tiff(tags, tile)


def tiff_of_a_huge_strip():
    strip = zlib.compress(bytes(100_000_000))
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
    inside = png(12_000, 12_000, 8, 2, bytes((3 * 12_000 + 1) * 12_000))
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


def png_without_its_palette():
    return png(8, 8, 8, 3, bytes(8 * 9))


def png_that_is_interlaced_otherwise():
    return png(8, 8, 8, 2, bytes(8 * 25), passes=1) + PNG_START


def pdf_of_pages(count):
    kids = b"3 0 R " * min(count, 100_000)
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 100000000 100000000]>>"
    return pdf_of(
        [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count %d/Kids[%s]>>" % (count, kids), page]
    )


def pdf_of_a_huge_page():
    return pdf_of_pages(1)


def pdf_of_a_million_pages():
    return pdf_of_pages(10**6)


def pdf_of_a_huge_picture():
    packed = zlib.compress(bytes(60_000 * 60_000 // 8))
    page = b"q 100 0 0 100 0 0 cm /I Do Q"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>",
        b"<</Length %d>>stream\n" % len(page) + page + b"\nendstream",
        b"<</Type/XObject/Subtype/Image/Width 60000/Height 60000/BitsPerComponent 1/ColorSpace/DeviceGray"
        b"/Filter/FlateDecode/Length %d>>stream\n" % len(packed) + packed + b"\nendstream",
    ]
    return pdf_of(objects)


BOMBS = [
    *(
        png_of_nothing,
        png_of_a_large_blank,
        png_of_large_notes,
        png_of_many_chunks,
        png_of_odd_palettes,
        png_without_its_palette,
    ),
    *(png_that_is_interlaced_otherwise, gif_of_large_frames, gif_of_many_frames, webp_of_large_canvas),
    *(webp_of_a_large_blank, jpeg_of_many_scans, jpeg_of_large_sides, jpeg_of_junk_notes, tiff_of_huge_tiles),
    *(tiff_of_large_tiles, tiff_of_a_huge_strip, tiff_of_many_samples, tiff_of_long_lists, bmp_of_runs),
    *(ico_of_a_large_picture, jpeg2000_of_large_sides, avif_of_large_sides, pdf_of_a_huge_page),
    *(pdf_of_a_million_pages, pdf_of_a_huge_picture),
]


@pytest.mark.parametrize("bomb", BOMBS, ids=lambda bomb: bomb.__name__)
def test_a_bomb_costs_little(bomb, tmp_path):
    file = tmp_path / "shot"
    file.write_bytes(bomb())
    words = [sys.executable, "-c", CHILD, str(file)]
    run = subprocess.run(words, cwd=Path(__file__).parents[3], capture_output=True, timeout=60, check=True)
    status, message, seconds, megabytes = json.loads(run.stdout)
    print(f"{bomb.__name__:34} {status:10} {seconds:6.2f} s {megabytes:5.0f} MB  {message}")
    assert status in ("unreadable", "no_puzzle")
    assert seconds < MOST_SECONDS
    assert megabytes < MOST_MEGABYTES
