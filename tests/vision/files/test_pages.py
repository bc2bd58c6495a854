"""Files of several pictures are read page by page; what an extra would read says how to get it."""

import io
import sys
from unittest.mock import Mock

import numpy as np
import pypdfium2
import pytest
from PIL import Image as Pillow

from solver.message import Message
from tests.vision.files.pictures import refusal
from vision.files import pages
from vision.files.guarded import find_pages
from vision.files.load import load_picture

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


def test_a_password_is_asked_for_by_its_name(monkeypatch):
    error = pypdfium2.PdfiumError("Failed to load document (PDFium: Incorrect password error).")
    monkeypatch.setattr(pypdfium2, "PdfDocument", Mock(side_effect=error))
    assert refusal(document(100, 100)) == Message("password_needed")


def test_without_the_extra_the_message_says_how_to_install_it(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    (tmp_path / "a").write_bytes(b"\0\0\0\x18ftypheic")
    assert refusal(tmp_path / "a") == Message("heic_extra")
    assert find_pages(tmp_path / "a") == (1,)
