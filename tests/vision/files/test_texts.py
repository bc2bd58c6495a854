"""What a file was written by is found among its bytes, however they are arranged, at little cost."""

import io

import pytest
from PIL import Image as Pillow

from tests.vision.files.pictures import drawing, file_of
from vision.files.png import Notes, encode_png
from vision.files.texts import LONGEST, texts_of

TEXT = "aquarium 1.1.0 solve"
FILES = {
    "PNG": lambda text: io.BytesIO(encode_png(drawing(), Notes(text))),
    "JPEG": lambda text: file_of(drawing(), "JPEG", comment=text),
    "GIF": lambda text: file_of(drawing(), "GIF", comment=text),
    "TIFF": lambda text: file_of(drawing(), "TIFF", tiffinfo={305: text}),
    "WebP": lambda text: file_of(drawing(), "WEBP", exif=exif_of(text)),
    "SVG": lambda text: io.BytesIO(f"<?xml version='1.0'?><svg><metadata>{text}</metadata>".encode()),
    "PDF": lambda text: io.BytesIO(f"%PDF-1.7\n/Creator ({text})".encode()),
}


def exif_of(text: str) -> Pillow.Exif:
    exif = Pillow.Exif()
    exif[305] = text
    return exif


@pytest.mark.parametrize("form", FILES)
def test_the_whole_text_is_found_and_nothing_that_it_begins_with(form):
    assert TEXT.encode() in texts_of(FILES[form](TEXT))
    assert TEXT.encode() not in texts_of(FILES[form](f"{TEXT}d"))
    assert not texts_of(file_of(drawing()))


@pytest.mark.parametrize(
    "contents",
    [
        b"\xff\xd8" + b"\xff\xfe" * 9_000_000,
        b"GIF89a" + b"!\xfe\xff" * 6_000_000,
        b"II*\0" + b"aquarium\0" * 2_000_000,
        b"II*\0" + b"1\1\2\0\x09\0\0\0" * 2_000_000,
        b"MM\0*" + b"a" * 9_000_000,
    ],
    ids=range(5),
)
def test_texts_of_a_bad_file_are_few_and_short(contents):
    assert sum(map(len, texts_of(io.BytesIO(contents)))) <= 22_000 * LONGEST
