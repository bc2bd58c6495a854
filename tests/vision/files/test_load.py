"""Every kind of picture file becomes upright RGB pixels; every bad file is answered in words."""

import io
import os
import stat
import subprocess
import sys
import warnings
import zipfile
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pypdfium2
import pytest
from PIL import Image as Pillow

from fixtures.drawing.files import tiff
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

# What is read


LOSSLESS = ("PNG", "BMP", "PPM", "TIFF", "DIB", "ICO", "QOI")
SETTINGS = {"ICO": {"sizes": [(60, 40)]}, "JPEG": {"quality": 95}, "WEBP": {"quality": 95}}


@pytest.mark.parametrize("form", [*LOSSLESS, "JPEG", "MPO", "WEBP", "JPEG2000", "GIF", "AVIF"])
def test_lossless_formats_are_read_to_the_pixel_and_others_nearly(form):
    Pillow.init()
    if form not in Pillow.SAVE:
        pytest.skip(f"this Pillow cannot write {form}")
    picture = load_picture(file_of(drawing(), form, **SETTINGS.get(form, {})))
    assert (picture.pixels.dtype, picture.rgba) == (np.uint8, None)
    assert picture.format == ("JPEG" if form == "MPO" else form)
    off = np.abs(picture.pixels.astype(int) - drawing()).mean()
    assert off == 0 if form in LOSSLESS else off < 6


# What is refused when reading


def test_damage_that_shows_as_the_size_is_looked_at_is_damage(monkeypatch):
    monkeypatch.setattr(decoding, "check_size", Mock(side_effect=AssertionError))
    assert refusal(file_of(drawing(), "BMP")) == Message("damaged_as_told", said="")


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP"])
def test_a_cut_off_file_says_so(form):
    noise = np.random.default_rng(1).integers(0, 256, (60, 60, 3), np.uint8)
    whole = file_of(noise, form).getvalue()
    for kept in (30, len(whole) // 2):
        assert refusal(whole[:kept]).code.startswith("damaged")


@pytest.mark.parametrize(
    ("contents", "code"),
    [
        (b"", "empty_file"),
        (b"Dear diary, \n", "not_a_picture"),
        (bytes(1000), "not_a_picture"),
        (b"<!DOCTYPE html>", "web_page"),
        (b'<?xml version="1.0"?><svg>', "web_page"),
        (b"PK\x03\x04....", "archive"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n", "not_a_picture"),
    ],
)
def test_what_is_no_picture_is_called_by_its_name(contents, code):
    assert refusal(contents) == Message(code)


def archive(*names, first=b""):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        if first:
            made.writestr(zipfile.ZipInfo("mimetype"), first)
        for name in names:
            made.writestr(name, "<xml/>" * 99)
    return file.getvalue()


OF_WORD = "[Content_Types].xml", "_rels/.rels", "word/document.xml"
ODF = b"application/vnd.oasis.opendocument."


@pytest.mark.parametrize(
    ("contents", "kind"),
    [
        (archive(*OF_WORD), "a Word document (.docx)"),
        (archive("docProps/app.xml", "xl/workbook.xml", "[Content_Types].xml"), "an Excel workbook (.xlsx)"),
        (archive("[Content_Types].xml", "ppt/slides/1.xml"), "a PowerPoint presentation (.pptx)"),
        (archive("content.xml", first=ODF + b"text"), "an OpenDocument text (.odt)"),
        (archive("content.xml", first=ODF + b"spreadsheet-template"), "an OpenDocument spreadsheet (.ods)"),
        (archive("content.xml", first=b"application/epub+zip"), None),
        (archive("content.xml", first=ODF + b"formula"), None),
        (archive("shots/a.png", "word/a.png"), None),
        (archive(*(f"unpacked/{name}" for name in OF_WORD)), None),
        (archive(*OF_WORD)[:300], None),
    ],
)
def test_a_document_of_an_office_program_is_called_what_it_is(contents, kind):
    assert refusal(contents) == (Message("office_document", kind=kind) if kind else Message("archive"))


@pytest.mark.parametrize(
    ("name", "code"),
    [("no.png", "no_such_file"), (".", "folder"), ("a" * 5000, "not_opened"), ("zero\0byte", "not_opened")],
)
def test_a_name_of_no_file_is_answered_with_its_place(tmp_path, name, code):
    error = raised(ImageUnreadable, load_picture, tmp_path / name)
    assert (error.what.code, error.place) == (code, str(tmp_path / name))


class Pipe(io.BytesIO):
    """A stream that cannot be rewound."""

    def seekable(self):
        return False

    def seek(self, *arguments):
        raise io.UnsupportedOperation("seek")


def test_a_pipe_is_read_like_a_file_and_refused_if_it_does_not_end(monkeypatch):
    assert np.array_equal(load_picture(Pipe(file_of(drawing()).getvalue())).pixels, drawing())
    monkeypatch.setattr(safe_open, "MAX_BYTES", 1 << 20)
    assert refusal(Pipe(bytes((1 << 20) + 1))) == Message("large_file", most=1)


def test_a_forbidden_file_and_a_failing_disk_are_told(tmp_path, monkeypatch):
    class Failing(io.BytesIO):
        read = Mock(side_effect=OSError(5, "Input/output error"))

    assert refusal(Failing()) == Message("broke_off", said="Input/output error")
    monkeypatch.setattr(safe_open, "open_file", Mock(side_effect=PermissionError(13, "Permission denied")))
    assert refusal(tmp_path / "shot.png") == Message("read_forbidden")


def test_warnings_of_pillow_stay_inside():
    palette = Pillow.fromarray(drawing()).convert("P")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        load_picture(file_of(palette, transparency=bytes([0, 128, 255])))
        cut_off = {256: 100, 257: 100, 258: 8, 259: 1, 262: 1, 273: -1, 277: 1, 278: 100, 279: 100}
        contents = tiff({tag: (value,) for tag, value in cut_off.items()}, bytes(100))
        assert refusal(contents).code.startswith("damaged")


# A file that is still being written is told from one that is there to its end


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


# Pipes and devices are named instead of being waited for


POSIX = pytest.mark.skipif(os.name == "nt", reason="pipes and devices with names are a matter of POSIX")


@POSIX
def test_a_pipe_without_a_writer_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "x.png")
    with pytest.raises(NotAFile, match="a pipe"):
        open_file(tmp_path / "x.png")
    assert refusal(tmp_path / "x.png") == Message("not_a_file", kind="a pipe")
    assert mark_of(tmp_path / "x.png") is None


@POSIX
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/tty"])
def test_a_device_is_refused(device):
    if not Path(device).exists():
        pytest.skip(f"there is no {device}")
    assert refusal(Path(device)) == Message("not_a_file", kind="a device")


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
    program = "import sys; from pathlib import Path; from vision.files.safe_open import open_file; "
    program += "print(open_file(Path(sys.argv[1])).read())"
    command = f"'{sys.executable}' -c '{program}' <(printf abc)"
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert run.stdout == "b'abc'\n"


# Files of several pictures are read page by page; what an extra would read says how to get it


LEVELS = (40, 120, 200)


def sheets():
    return [Pillow.fromarray(np.full((60, 80, 3), level, np.uint8)) for level in LEVELS]


def save(path, form, **settings):
    if form == "HEIF":
        heif = pytest.importorskip("pillow_heif", reason="the extra `heic` is not installed")
        file = heif.HeifFile()
        for sheet in sheets():
            file.add_from_pillow(sheet)
        file.save(path, quality=90)
        return path
    first, *more = sheets()
    first.save(path, form, save_all=True, append_images=more, **settings)
    return path


@pytest.mark.parametrize("form", ["TIFF", "PDF", "HEIF"])
def test_every_page_is_a_picture(tmp_path, form):
    file = save(tmp_path / "a", form)
    assert find_pages(file) == (1, 2, 3)
    for page, level in zip(find_pages(file), LEVELS, strict=True):
        pixels = load_picture(file, page).pixels
        assert pixels.shape[2] == 3
        assert abs(float(pixels.mean()) - level) < 3
    said = (
        Message("page_not_in_document", page=4, pages=3) if form == "PDF" else Message("no_such_page", page=4)
    )
    assert refusal(file, load_picture, 4) == said


@pytest.mark.parametrize(("form", "first"), [("GIF", 0), ("WEBP", 0), ("PNG", 0), ("PNG", 1)])
def test_of_an_animation_the_first_frame_is_the_picture(tmp_path, form, first):
    file = save(tmp_path / "a", form, default_image=bool(first))
    assert find_pages(file) == (1,)
    assert abs(float(load_picture(file).pixels.mean()) - LEVELS[first]) < 3


@pytest.mark.parametrize(("form", "first"), [("GIF", 0), ("WEBP", 0), ("PNG", 0), ("PNG", 1)])
def test_the_frames_of_an_animation_are_pictures_each_look_once(tmp_path, form, first):
    dark, *others = sheets()
    settings = {"save_all": True, "append_images": [*others, others[0]], "lossless": True}
    dark.save(tmp_path / "a", form, default_image=bool(first), **settings)
    frames = frames_of(str(tmp_path / "a"))
    assert (frames.total, frames.looked_at) == (4 - first, 4 - first)
    assert [number for number, _ in frames.pictures] == [1, 2, 3][: 3 - first]
    for number, picture in frames.pictures:
        assert abs(float(picture.pixels.mean()) - LEVELS[number - 1 + first]) < 3
        assert np.array_equal(picture.pixels, load_picture(tmp_path / "a", number).pixels)


def film(levels):
    first, *more = (Pillow.new("L", (20, 10), level) for level in levels)
    return file_of(first, "GIF", save_all=True, append_images=more)


@pytest.mark.parametrize(
    ("settings", "numbers"),
    [
        ({}, [1, 9, 17, 26, 34, 42, 51, 59, 67, 75, 83, 92, 100]),
        ({"MOST_FRAMES": 3}, [1, 34, 67, 100]),
        ({"MOST_KEPT": 1000}, [1, 21, 41, 60, 80, 100]),
        ({"MOST_DECODED": 4 * 200 + 100}, [1, 2, 3, 4]),
        ({"MOST_KEPT": 0}, [1, 100]),
    ],
)
def test_of_a_long_animation_some_frames_are_looked_at(monkeypatch, settings, numbers):
    for name, value in settings.items():
        monkeypatch.setattr(frames, name, value)
    found = frames.frames_in(film(range(100)))
    assert [number for number, _ in found.pictures] == numbers
    assert (found.total, found.looked_at) == (100, len(numbers))


def test_a_frame_that_makes_a_picture_too_large_ends_it(monkeypatch):
    larger = ImageUnreadable(Message("damaged"))
    monkeypatch.setattr(frames, "check_size", Mock(side_effect=[None, None, larger]))
    assert [number for number, _ in frames.frames_in(film(range(9))).pictures] == [1, 2]


def test_frames_before_a_damaged_one_are_looked_at_and_a_still_picture_has_none():
    noise = np.random.default_rng(1).integers(0, 256, (3, 60, 60, 3), np.uint8)
    first, *more = map(Pillow.fromarray, noise)
    whole = file_of(first, save_all=True, append_images=more).getvalue()
    found = frames_of(whole[:-9000])
    assert (found.total, found.looked_at, [number for number, _ in found.pictures]) == (3, 2, [1, 2])
    for still in (film([7]).getvalue(), file_of(drawing()).getvalue(), b"GIF89a", io.BytesIO(whole)):
        assert frames_of(still) is None


def test_smaller_copies_and_masks_are_no_pages(tmp_path):
    first, second, third = sheets()
    second.encoderinfo = {"tiffinfo": {254: 1}}
    third.encoderinfo = {}
    first.save(tmp_path / "a.tif", "TIFF", save_all=True, append_images=[second, third])
    assert find_pages(tmp_path / "a.tif") == (1, 3)


def test_a_damaged_page_is_a_page(tmp_path):
    file = save(tmp_path / "a.tif", "TIFF")
    contents = bytearray(file.read_bytes())
    first = int.from_bytes(contents[4:8], "little")
    place = first + 2 + 12 * int.from_bytes(contents[first : first + 2], "little")  # of the next page's
    contents[place : place + 4] = (len(contents) + 100).to_bytes(4, "little")
    file.write_bytes(contents)
    assert find_pages(file) == (1, 2)
    assert load_picture(file, 1).pixels.mean() == LEVELS[0]
    assert refusal(file, load_picture, 2).code.startswith("damaged")


@pytest.mark.parametrize(
    "contents", [b"", b"II*\0", b"II*\0\xff\xff\xff\xff", b"%PDF-1.7", b"\0\0\0\x1cftypheic"]
)
def test_of_a_damaged_file_the_first_page_is_asked_for(tmp_path, contents):
    (tmp_path / "a").write_bytes(contents)
    assert find_pages(tmp_path / "a") == (1,)
    assert refusal(tmp_path / "a")


def test_of_more_pages_than_are_read_one_tells_so(tmp_path, monkeypatch):
    contents = io.BytesIO(save(tmp_path / "a.tif", "TIFF").read_bytes())
    for most, found in ((3, (1, 2, 3)), (2, (1, 2, 3)), (1, (1, 2))):
        monkeypatch.setattr(pages, "MAX_PAGES", most)
        assert pages.pages_of(contents) == found
    assert refusal(contents, load_picture, 1001) == Message("many_pages", most=1000)


# Documents


def document(width, height):
    """Return a PDF of one empty page of so many points."""
    file = io.BytesIO()
    Pillow.new("RGB", (8, 8), "white").save(file, "PDF")
    contents = file.getvalue()
    start = contents.index(b"/MediaBox [")
    end = contents.index(b"]", start) + 1
    return contents[:start] + f"/MediaBox [ 0 0 {width} {height} ]".encode() + contents[end:]


@pytest.mark.parametrize(
    ("size", "shape"),
    [((612, 792), (2200, 1700)), ((14400, 14400), (4000, 4000)), ((200000, 10), (1, pages.PAGE_SIDE))],
)
def test_pages_of_every_size_are_drawn_within_bounds(size, shape):
    pixels = load_picture(io.BytesIO(document(*size))).pixels
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
    monkeypatch.setattr(
        pypdfium2.PdfDocument, "init_forms", Mock(side_effect=pypdfium2.PdfiumError("no form"))
    )
    assert load_picture(form("")).pixels.min() == 255


def test_a_password_is_asked_for_by_its_name(monkeypatch):
    error = pypdfium2.PdfiumError("Failed to load document (PDFium: Incorrect password error).")
    monkeypatch.setattr(pypdfium2, "PdfDocument", Mock(side_effect=error))
    assert refusal(document(100, 100)) == Message("password_needed")


def test_without_the_extra_the_message_says_how_to_install_it(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    (tmp_path / "a").write_bytes(b"\0\0\0\x18ftypheic")
    assert refusal(tmp_path / "a") == Message("heic_extra")
    assert find_pages(tmp_path / "a") == (1,)
