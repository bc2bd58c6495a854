"""Files that need more than a picture may are refused within limits; ordinary ones need no process."""

import io
import os
import pickle
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pytest
from PIL import Image as Pillow

from fixtures.drawing.files import png, png_chunk
from fixtures.hostile import bombs
from solver.message import Message
from tests.conftest import ROOT
from tests.vision.files.pictures import SRGB, drawing, file_of, ink_on_nothing, refusal
from vision.files import guarded, safe_open
from vision.files.guarded import find_pages, load_guarded
from vision.files.load import load_picture
from vision.files.plain import MOST_CHUNKS, MOST_NOTE_BYTES, MOST_NOTES, MOST_PIXELS, MOST_SCANS, is_plain


@pytest.fixture
def fresh(monkeypatch):
    """Let no process of other tests be taken, and leave none behind."""
    made = cache(guarded._decoders.__wrapped__)
    monkeypatch.setattr(guarded, "_decoders", made)
    yield monkeypatch
    made(os.getpid()).kill_workers()


def tiff() -> io.BytesIO:
    return file_of(drawing(), "TIFF")


def idle() -> list[int]:
    return [worker.pid for worker in guarded._decoders(os.getpid())._idle]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="no limit of memory is set here")
def test_what_would_take_all_memory_is_refused_and_not_as_damaged(fresh):
    fresh.setattr(guarded, "MEMORY", 64 << 20)
    assert refusal(bombs.pdf_of_nested_forms(7), load_guarded) == Message("decoder_crashed")
    assert load_guarded(tiff()).format == "TIFF"
    large = file_of(Pillow.new("1", (6000, 4000)), "TIFF")
    assert refusal(large, load_guarded) == Message("too_much_memory")


def test_what_others_took_of_the_processor_does_not_count(monkeypatch):
    assert load_guarded(tiff()).format == "TIFF"
    monkeypatch.setattr(guarded, "LOAD_SECONDS", 0.15)
    before, contents = idle(), file_of(np.zeros((1500, 1500, 3), np.uint8), "TIFF")
    for _ in range(20):
        assert load_guarded(contents).format == "TIFF"
        contents.seek(0)
    assert idle() == before  # the last of which has taken more in all


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no limit of the processor's time")
def test_a_document_that_would_keep_the_processor_busy_is_given_up(monkeypatch):
    assert load_guarded(tiff()).format == "TIFF"  # a worker's start is no part of it
    before = idle()
    monkeypatch.setattr(guarded, "PAGES_SECONDS", 0.05)
    assert find_pages(io.BytesIO(b"%PDF-1.4\n" + b"1 0 obj\n<<>>\nendobj\n" * 300_000)) == (1,)
    assert idle() == before[:-1]
    monkeypatch.setattr(guarded, "LOAD_SECONDS", 0.05)
    assert refusal(bombs.pdf_of_nested_forms(7), load_guarded) == Message("slow_to_decode", seconds=0.05)
    assert idle() == before[:-2]


@pytest.mark.parametrize("sent", [b"", pickle.dumps(bytes(9000))[:-9]], ids=["nothing", "a part"])
def test_a_process_that_stalls_is_not_waited_for(fresh, sent):
    fresh.setattr(guarded, "SECONDS", 0.5)
    program = f"import os, time; os.write(1, {sent!r}); time.sleep(20)"
    pipe = subprocess.PIPE
    stalls = subprocess.Popen([sys.executable, "-c", program], stdin=pipe, stdout=pipe)
    guarded._decoders(os.getpid())._idle.append(stalls)
    assert refusal(tiff(), load_guarded) == Message("slow_to_decode", seconds=0.5)
    assert stalls.returncode is not None


def test_what_is_decoded_apart_is_the_same():
    contents = file_of(ink_on_nothing(9), "TIFF", dpi=(100, 200), icc_profile=SRGB).getvalue()
    apart, here = load_guarded(io.BytesIO(contents)), load_picture(io.BytesIO(contents))
    assert np.array_equal(apart.rgba, ink_on_nothing(9))
    assert np.array_equal(apart.pixels, here.pixels)
    assert (apart.dpi, apart.icc_profile, apart.format) == (here.dpi, here.icc_profile, here.format)


def test_ordinary_pictures_and_texts_need_no_process(fresh):
    fresh.setattr(guarded, "_decoders", None)
    for contents in (file_of(drawing()), *(file_of(drawing(), "JPEG", progressive=late) for late in (0, 1))):
        assert load_guarded(contents).pixels.shape == (40, 60, 3)
        assert find_pages(contents) == (1,)
    for text in (b"", b"1 2 3\n\n1 1 1", "1\n2".encode("utf-16"), "ä → ö".encode(), b"Plain words"):
        assert is_plain(io.BytesIO(text))


class Counted(io.BytesIO):
    reads = 0

    def read(self, *size):
        self.reads += 1
        return super().read(*size)


PHOTO = file_of(drawing(), "JPEG").getvalue()
SCAN = PHOTO.index(b"\xff\xda")
TAIL = png(8, 8, 8, 2, bytes(8 * 25))[-12:]


def png_with(*chunks: bytes) -> bytes:
    return png(8, 8, 8, 2, bytes(8 * 25), *chunks)


def photo_with(*segments: bytes) -> bytes:
    return PHOTO[:SCAN] + b"".join(segments) + PHOTO[SCAN:]


OTHERS = {
    "a PNG of too many pixels": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", MOST_PIXELS + 1, 1),
    "a PNG without a header": b"\x89PNG\r\n\x1a\n\0\0\0\rIDAT" + bytes(16),
    "a PNG of tiny notes": png_with(png_chunk(b"aaAa", b"") * 300_000),
    "a PNG of long notes": png_with(png_chunk(b"tEXt", bytes(MOST_NOTE_BYTES + 1))),
    "a PNG of pixels in tiny chunks": png_with()[:-12] + png_chunk(b"IDAT", b"") * MOST_CHUNKS + TAIL,
    "a PNG of notes behind its pixels": png_with()[:-12] + png_chunk(b"aaAa", b"") * 200 + TAIL,
    "a PNG of packed tags": png_with(png_chunk(b"zTXt", b"Raw profile type exif\0\0")),
    "a JPEG of too many pixels": b"\xff\xd8\xff\xe0\0\x04ab\xff\xc2\0\x11\x08\xff\xff\xff\xff\x03",
    "a JPEG of two sizes": photo_with(b"\xff\xc0\0\x11\x08\xff\xff\xff\xff\x03" + bytes(9)),
    "a JPEG that is cut off": b"\xff\xd8\xff\xe0\0\x04ab\xff",
    "a JPEG of nothing": b"\xff\xd8" + b"\xff" * 900_000,
    "a JPEG of tiny notes": photo_with(b"\xff\xfe\0\x02" * MOST_NOTES),
    "a JPEG of long notes": photo_with(*[b"\xff\xe1\xff\xff" + bytes(0xFFFD)] * 2),
    "a JPEG of marks without contents": photo_with(b"\xff\xd0\0\x04ab"),
    "a JPEG of many scans": PHOTO + PHOTO[SCAN:] * MOST_SCANS,
    "a GIF": b"GIF87a    x",
    "a PDF": b" %PDF-1.4\n",
    "a PPM": b"P6\n9 9\n255\n",
    "a BMP": b"BM" + b" " * 60,
    "an AVIF like a text": b"\xff\xfeabftypavif",
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_files_are_not_ordinary_which_is_soon_known(name):
    stream = Counted(OTHERS[name])
    assert not is_plain(stream)
    assert stream.tell() == 0
    assert stream.reads <= MOST_CHUNKS + 10


def test_notes_and_scans_of_ordinary_number_are_ordinary():
    comment = b"\xff\xfe\0\x22" + bytes(32)
    assert is_plain(io.BytesIO(photo_with(comment * (MOST_NOTES // 2))))
    assert is_plain(io.BytesIO(png_with(png_chunk(b"tEXt", b"a\0b") * (MOST_NOTES // 2))))
    noise = np.random.default_rng(1).integers(0, 255, (400, 400, 3), np.uint8)
    assert is_plain(file_of(noise)) and is_plain(file_of(noise, "JPEG", progressive=True))


def test_a_file_larger_than_any_picture_is_not_read(tmp_path, monkeypatch):
    (tmp_path / "a.tif").write_bytes(bytes(2000))
    monkeypatch.setattr(safe_open, "MAX_BYTES", 1999)
    monkeypatch.setattr(guarded, "_decoders", None)
    stream = Counted(bytes(2000))
    for given in (tmp_path / "a.tif", stream):
        assert refusal(given, load_guarded) == Message("large_file", most=0)
    assert find_pages(tmp_path / "a.tif") == (1,)
    assert stream.reads == 0


def test_files_are_decoded_in_several_threads_at_a_time():
    with ThreadPoolExecutor(4) as threads:
        found = threads.map(load_guarded, [tiff() for _ in range(4)])
        assert [picture.pixels.shape for picture in found] == [(40, 60, 3)] * 4
    assert 1 <= len(idle()) <= os.cpu_count()


def test_a_script_without_a_main_guard_reads_a_tiff(tmp_path):
    script = tmp_path / "script.py"
    (tmp_path / "a.tif").write_bytes(tiff().getvalue())
    script.write_text(
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from pathlib import Path\nfrom vision.files.guarded import load_guarded\n"
        "print(load_guarded(Path('a.tif')))\n"
    )
    words = [sys.executable, "-X", "dev", "-W", "error", script]  # which tell of what is left open or at work
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("Picture(60 x 40 pixels, TIFF)\n", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system copies no processes")
def test_a_process_that_is_copied_does_not_take_the_decoders_of_the_other():
    assert load_guarded(tiff()).format == "TIFF"
    before = idle()
    child = os.fork()
    if child == 0:
        try:
            read = load_guarded(tiff()).format == "TIFF"
            os._exit(0 if read and set(idle()).isdisjoint(before) else 1)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert idle() == before
    assert load_guarded(tiff()).format == "TIFF"
