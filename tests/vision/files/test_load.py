"""Every kind of picture file becomes upright RGB pixels; every bad file is answered in words."""

import io
import os
import stat
import sys
import zipfile
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pypdfium2
import pytest
from PIL import Image as Pillow

from fixtures.drawing.files import pdf_of, tiff
from solver.message import Message
from tests.conftest import raised
from tests.vision.files.pictures import drawing, file_of, refusal
from vision.files import decoding, frames, pages, safe_open
from vision.files.completeness import has_end
from vision.files.errors import ImageUnreadable
from vision.files.guarded import find_pages, frames_of
from vision.files.load import load_picture
from vision.files.mark import mark_of
from vision.files.safe_open import NotAFile, open_file

LOSSLESS = ("PNG", "BMP", "PPM", "TIFF", "DIB", "ICO", "QOI")


@pytest.mark.parametrize("form", [*LOSSLESS, "JPEG", "MPO", "WEBP", "JPEG2000", "GIF", "AVIF"])
def test_lossless_formats_are_read_to_the_pixel_and_others_nearly(form):
    Pillow.init()
    if form not in Pillow.SAVE:
        pytest.skip(f"this Pillow cannot write {form}")
    picture = load_picture(file_of(drawing(), form, quality=95, sizes=[(60, 40)]))
    assert (picture.pixels.dtype, picture.rgba) == (np.uint8, None)
    assert picture.format == ("JPEG" if form == "MPO" else form)
    off = np.abs(picture.pixels.astype(int) - drawing()).mean()
    assert off == 0 if form in LOSSLESS else off < 6


def test_damage_that_shows_as_the_size_is_looked_at_is_damage(monkeypatch):
    monkeypatch.setattr(decoding, "check_size", Mock(side_effect=AssertionError))
    assert refusal(file_of(drawing(), "BMP")) == Message("damaged_as_told", said="")


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP"])
def test_a_cut_off_file_says_so(form):
    noise = np.random.default_rng(1).integers(0, 256, (60, 60, 3), np.uint8)
    whole = file_of(noise, form).getvalue()
    for kept in (30, len(whole) // 2):
        assert refusal(whole[:kept]).code.startswith("damaged")


def archive(*names, mimetype=b""):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        if mimetype:
            made.writestr(zipfile.ZipInfo("mimetype"), mimetype)
        for name in names:
            made.writestr(name, "<xml/>" * 99)
    return file.getvalue()


OF_WORD = "[Content_Types].xml", "_rels/.rels", "word/document.xml"
OF_EXCEL = "docProps/app.xml", "xl/workbook.xml", "[Content_Types].xml"
ODF = b"application/vnd.oasis.opendocument."


def office(kind):
    return Message("office_document", kind=kind)


@pytest.mark.parametrize(
    ("contents", "said"),
    [
        (b"", Message("empty_file")),
        (b"Dear diary, \n", Message("not_a_picture")),
        (bytes(1000), Message("not_a_picture")),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n", Message("not_a_picture")),
        (b"<!DOCTYPE html>", Message("web_page")),
        (b'<?xml version="1.0"?><svg>', Message("web_page")),
        (archive(*OF_WORD), office("a Word document (.docx)")),
        (archive(*OF_EXCEL), office("an Excel workbook (.xlsx)")),
        (archive("[Content_Types].xml", "ppt/slides/1.xml"), office("a PowerPoint presentation (.pptx)")),
        (archive("a.xml", mimetype=ODF + b"text"), office("an OpenDocument text (.odt)")),
        (archive(mimetype=ODF + b"spreadsheet-template"), office("an OpenDocument spreadsheet (.ods)")),
        (archive("a.xml", mimetype=b"application/epub+zip"), Message("archive")),
        (archive("a.xml", mimetype=ODF + b"formula"), Message("archive")),
        (archive("shots/a.png", "word/a.png"), Message("archive")),
        (archive(*(f"unpacked/{name}" for name in OF_WORD)), Message("archive")),
        (archive(*OF_WORD)[:300], Message("archive")),
        (b"PK\x03\x04....", Message("archive")),
    ],
)
def test_what_is_no_picture_is_called_by_its_name(contents, said):
    assert refusal(contents) == said


@pytest.mark.parametrize(
    ("name", "code"),
    [("no.png", "no_such_file"), (".", "folder"), ("a" * 5000, "not_opened"), ("zero\0byte", "not_opened")],
)
def test_a_name_of_no_file_is_answered_with_its_place(tmp_path, name, code):
    error = raised(ImageUnreadable, load_picture, tmp_path / name)
    assert (error.what.code, error.place) == (code, str(tmp_path / name))


def test_a_pipe_is_read_like_a_file_and_refused_if_it_does_not_end(monkeypatch):
    for most, said in ((9999, None), (100, Message("large_file", most=0))):
        monkeypatch.setattr(safe_open, "MAX_BYTES", most)
        reading, writing = os.pipe()
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(file_of(drawing()).getvalue())
        with os.fdopen(reading, "rb") as pipe:
            assert refusal(pipe) == said if said else np.array_equal(load_picture(pipe).pixels, drawing())


def test_a_forbidden_file_and_a_failing_disk_are_told(tmp_path, monkeypatch):
    class Failing(io.BytesIO):
        read = Mock(side_effect=OSError(5, "Input/output error"))

    assert refusal(Failing()) == Message("broke_off", said="Input/output error")
    monkeypatch.setattr(safe_open, "open_file", Mock(side_effect=PermissionError(13, "Permission denied")))
    assert refusal(tmp_path / "shot.png") == Message("read_forbidden")


def test_warnings_of_pillow_stay_inside():  # or pytest makes errors of them
    palette = Pillow.fromarray(drawing()).convert("P")
    load_picture(file_of(palette, transparency=bytes([0, 128, 255])))
    cut_off = {256: 100, 257: 100, 258: 8, 259: 1, 262: 1, 273: -1, 277: 1, 278: 100, 279: 100}
    contents = tiff({tag: (value,) for tag, value in cut_off.items()}, bytes(100))
    assert refusal(contents).code.startswith("damaged")


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "PDF", "WEBP", "BMP", "PPM"])
def test_a_cut_off_file_has_no_end_if_its_format_tells_it(form, tmp_path):
    whole = file_of(drawing(200, 300), form).getvalue()
    assert not has_end(tmp_path / "nothing")
    for kept, complete in ((len(whole), True), (len(whole) // 2, form == "PPM"), (0, False)):
        (tmp_path / "a").write_bytes(whole[:kept])
        assert has_end(tmp_path / "a") == complete


@pytest.mark.parametrize("start", [b"II*\0\xe8\3\0\0", b"MM\0*\0\0\3\xe8"])
def test_a_tiff_is_awaited_as_far_as_its_directory(start, tmp_path):
    for size, complete in ((900, False), (1100, True)):
        (tmp_path / "a").write_bytes(start.ljust(size, b"\0"))
        assert has_end(tmp_path / "a") == complete


POSIX = pytest.mark.skipif(os.name == "nt", reason="pipes and devices with names are a matter of POSIX")


@POSIX
def test_a_pipe_without_a_writer_and_devices_are_named_instead_of_waited_for(tmp_path):
    os.mkfifo(tmp_path / "x.png")
    for name, kind in ((tmp_path / "x.png", "a pipe"), ("/dev/zero", "a device"), ("/dev/tty", "a device")):
        assert refusal(Path(name)) == Message("not_a_file", kind=kind)
        assert mark_of(Path(name)) is None


@POSIX
def test_a_pipe_that_takes_a_files_name_before_it_is_opened_is_refused(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "x.png")
    (tmp_path / "a").touch()
    monkeypatch.setattr(Path, "stat", lambda path: os.stat(tmp_path / "a"))  # noqa: PTH116 — it stands in
    assert stat.S_ISREG((tmp_path / "x.png").stat().st_mode)
    with pytest.raises(NotAFile, match="a pipe"):
        open_file(tmp_path / "x.png")


@POSIX
@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="this system has no /dev/fd")
def test_a_pipe_that_a_shell_opened_is_read():
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(b"abc")
    with os.fdopen(reading), open_file(Path(f"/dev/fd/{reading}")) as stream:
        assert stream.read() == b"abc"


LEVELS = (40, 120, 200)


def several(form="GIF", levels=LEVELS, **settings):
    """Return a file of several pictures, each of one grey."""
    first, *more = (Pillow.new("RGB", (80, 60), (level,) * 3) for level in levels)
    if form != "HEIF":
        return file_of(first, form, save_all=True, append_images=more, **settings).getvalue()
    heif = pytest.importorskip("pillow_heif", reason="the extra `heic` is not installed")
    sheets, file = heif.HeifFile(), io.BytesIO()
    for sheet in (first, *more):
        sheets.add_from_pillow(sheet)
    sheets.save(file, quality=90)
    return file.getvalue()


def assert_shows(level, contents, page=1):
    picture = load_picture(io.BytesIO(contents), page)
    assert picture.pixels.shape[2] == 3
    assert abs(float(picture.pixels.mean()) - level) < 3


@pytest.mark.parametrize("form", ["TIFF", "PDF", "HEIF"])
def test_every_page_is_a_picture(form):
    contents = several(form)
    assert find_pages(io.BytesIO(contents)) == (1, 2, 3)
    for page, level in enumerate(LEVELS, 1):
        assert_shows(level, contents, page)
    missing = Message("no_such_page", page=4)
    of_a_document = Message("page_not_in_document", page=4, pages=3)
    assert refusal(contents, load_picture, 4) == (of_a_document if form == "PDF" else missing)


@pytest.mark.parametrize(("form", "first"), [("GIF", 0), ("WEBP", 0), ("PNG", 0), ("PNG", 1)])
def test_the_first_frame_of_an_animation_is_the_picture_and_its_frames_are_each_look_once(form, first):
    contents = several(form, (*LEVELS, LEVELS[1]), default_image=bool(first), lossless=True)
    assert find_pages(io.BytesIO(contents)) == (1,)
    assert_shows(LEVELS[first], contents)
    found = frames_of(contents)
    assert (found.total, found.looked_at) == (4 - first, 4 - first)
    assert [number for number, _ in found.pictures] == [1, 2, 3][: 3 - first]
    for number, picture in found.pictures:
        assert_shows(LEVELS[number - 1 + first], contents, number)
        assert np.array_equal(picture.pixels, load_picture(io.BytesIO(contents), number).pixels)


@pytest.fixture(scope="module")
def film():
    return several(levels=range(100))


@pytest.mark.parametrize(
    ("settings", "numbers"),
    [
        ({}, [1, 9, 17, 26, 34, 42, 51, 59, 67, 75, 83, 92, 100]),
        ({"MOST_FRAMES": 3}, [1, 34, 67, 100]),
        ({"MOST_KEPT": 5 * 4800}, [1, 21, 41, 60, 80, 100]),
        ({"MOST_DECODED": 4 * 4800 + 100}, [1, 2, 3, 4]),
        ({"MOST_KEPT": 0}, [1, 100]),
    ],
)
def test_of_a_long_animation_some_frames_are_looked_at(film, monkeypatch, settings, numbers):
    for name, value in settings.items():
        monkeypatch.setattr(frames, name, value)
    found = frames.frames_in(io.BytesIO(film))
    assert [number for number, _ in found.pictures] == numbers
    assert (found.total, found.looked_at) == (100, len(numbers))


def test_a_frame_that_makes_a_picture_too_large_ends_it(film, monkeypatch):
    larger = ImageUnreadable(Message("damaged"))
    monkeypatch.setattr(frames, "check_size", Mock(side_effect=[None, None, larger]))
    assert [number for number, _ in frames.frames_in(io.BytesIO(film)).pictures] == [1, 9]


def test_frames_before_a_damaged_one_are_looked_at_and_a_still_picture_has_none():
    noise = np.random.default_rng(1).integers(0, 256, (3, 60, 60, 3), np.uint8)
    first, *more = map(Pillow.fromarray, noise)
    whole = file_of(first, save_all=True, append_images=more).getvalue()
    found = frames_of(whole[:-9000])
    assert (found.total, found.looked_at, [number for number, _ in found.pictures]) == (3, 2, [1, 2])
    for still in (several(levels=[7]), file_of(drawing()).getvalue(), b"GIF89a", io.BytesIO(whole)):
        assert frames_of(still) is None


def test_smaller_copies_and_masks_are_no_pages():
    first, second, third = (Pillow.new("L", (80, 60), level) for level in LEVELS)
    second.encoderinfo, third.encoderinfo = {"tiffinfo": {254: 1}}, {}
    assert find_pages(file_of(first, "TIFF", save_all=True, append_images=[second, third])) == (1, 3)


def test_a_damaged_page_is_a_page():
    contents = bytearray(several("TIFF"))
    first = int.from_bytes(contents[4:8], "little")
    place = first + 2 + 12 * int.from_bytes(contents[first : first + 2], "little")  # of the next page's
    contents[place : place + 4] = (len(contents) + 100).to_bytes(4, "little")
    assert find_pages(io.BytesIO(contents)) == (1, 2)
    assert_shows(LEVELS[0], contents)
    assert refusal(bytes(contents), load_picture, 2).code.startswith("damaged")


@pytest.mark.parametrize(
    "contents", [b"", b"II*\0", b"II*\0\xff\xff\xff\xff", b"%PDF-1.7", b"\0\0\0\x1cftypheic"]
)
def test_of_a_damaged_file_the_first_page_is_asked_for(contents):
    assert find_pages(io.BytesIO(contents)) == (1,)
    assert refusal(contents)


def test_of_more_pages_than_are_read_one_tells_so(monkeypatch):
    contents = several("TIFF")
    for most, found in ((3, (1, 2, 3)), (2, (1, 2, 3)), (1, (1, 2))):
        monkeypatch.setattr(pages, "MAX_PAGES", most)
        assert pages.pages_of(io.BytesIO(contents)) == found
    assert refusal(contents, load_picture, 1001) == Message("many_pages", most=1000)


@pytest.mark.parametrize(
    ("size", "shape"),
    [((612, 792), (2200, 1700)), ((14400, 14400), (2000, 2000)), ((200000, 10), (1, pages.PAGE_SIDE))],
)
def test_pages_of_every_size_are_drawn_within_bounds(monkeypatch, size, shape):
    monkeypatch.setattr(pages, "PAGE_PIXELS", 4_000_000)
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]>>" % size
    contents = pdf_of([b"<</Type/Pages/Count 1/Kids[3 0 R]>>", page])
    pixels = load_picture(io.BytesIO(contents)).pixels
    assert np.abs(np.subtract(pixels.shape[:2], shape)).max() <= 1


def form(more: str) -> io.BytesIO:
    """Return a PDF of a page into whose only field a W is typed, which the form alone says how to show."""
    field = "/Type/Annot/Subtype/Widget/FT/Tx/T(a)/F 4/V(W)/Rect[9 9 63 63]/DA(/Helv 40 Tf 0 g)/P 3 0 R"
    objects = (
        f"/Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]{more}>>",
        "/Type/Pages/Kids[3 0 R]/Count 1",
        "/Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]/Annots[4 0 R]",
        field,
    )
    listed = "".join(f"{number} 0 obj<<{fields}>>endobj\n" for number, fields in enumerate(objects, 1))
    return io.BytesIO(f"%PDF-1.7\n{listed}trailer<</Root 1 0 R>>\n%%EOF".encode())


@pytest.mark.parametrize("more", ["", "/XFA(<xdp/>)", "/XFA 9 0 R/DR 1 0 R", "/NeedAppearances true"])
def test_what_is_typed_into_a_form_is_seen(more):
    pixels = load_picture(form(more)).pixels
    assert 0.01 < (pixels < 128).mean() < 0.2


def test_a_form_that_cannot_be_shown_leaves_the_page(monkeypatch):
    failing = Mock(side_effect=pypdfium2.PdfiumError("no form"))
    monkeypatch.setattr(pypdfium2.PdfDocument, "init_forms", failing)
    assert load_picture(form("")).pixels.min() == 255


def test_a_password_is_asked_for_by_its_name(monkeypatch):
    error = pypdfium2.PdfiumError("Failed to load document (PDFium: Incorrect password error).")
    monkeypatch.setattr(pypdfium2, "PdfDocument", Mock(side_effect=error))
    assert refusal(form("")) == Message("password_needed")


def test_without_the_extra_the_message_says_how_to_install_it(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    (tmp_path / "a").write_bytes(b"\0\0\0\x18ftypheic")
    assert refusal(tmp_path / "a") == Message("heic_extra")
    assert find_pages(tmp_path / "a") == (1,)
