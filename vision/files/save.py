"""Drawn pixels → a file like the picture they came from: whole or not at all, without private notes."""

from __future__ import annotations

import io
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from solver.message import Message

from .atomic import LeadsOut, atomic_write
from .errors import ImageUnwritable, reason
from .mark import BMP_FREE, BMP_KEY, BMP_MARKS, MARK, Mark, parse_mark
from .png import encode_png

if TYPE_CHECKING:
    from .pixels import Image, Picture, TransparentImage

WRITE_FORMATS = {
    **{".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"},
    **{".tif": "TIFF", ".tiff": "TIFF", ".bmp": "BMP", ".gif": "GIF"},
}
"""Suffixes that can be written, with Pillow's names of their formats."""
VECTOR_FORMATS = {".svg": "SVG", ".pdf": "PDF"}
"""Suffixes of vectors, which `vision.vectors` makes of drawings, with the names of their formats."""
PHOTO_SETTINGS: dict[str, Any] = {"quality": 95, "subsampling": 0}
"""Of JPEG: thin lines and their colours stay sharp."""
SOFTWARE = 0x0131  # EXIF and TIFF tag
TRANSPARENT_FORMATS = ("PNG", "WEBP", "TIFF", "GIF")


def save_picture(
    target: Path | BinaryIO,
    pixels: Image,
    like: Picture,
    *,
    mark: str = MARK,
    within: Path | None = None,
) -> None:
    """Write pixels as a file with the transparency, colour profile and resolution of `like`, no more of it.

    The ending of the path chooses the format; a stream gets PNG. Where `pixels` equals `like.pixels`, the
    picture's own colours and transparency are written; what was drawn becomes opaque. `mark` is the text of a
    `Mark`. A file appears whole or not at all. `within` is a folder that no link leads a file out of.

    Raises ImageUnwritable if the ending is unknown, the format cannot hold the picture, or the place cannot
    be written; BrokenPipeError if nobody reads the stream any more.
    """
    if isinstance(target, Path):
        replace_file(target, encode_picture(pixels, like, format_of(target), mark), within)
    else:
        _send(target, encode_picture(pixels, like, "PNG", mark))


def format_of(target: Path) -> str:
    """Return the name of the format that a path's ending asks for: Pillow's, SVG or PDF.

    Raises ImageUnwritable if the ending is not one of those that can be written.
    """
    formats, suffix = WRITE_FORMATS | VECTOR_FORMATS, target.suffix.lower()
    if suffix not in formats:
        seen = Message("no_ending", formats=tuple(formats))
        if target.suffix:
            seen = Message("unknown_format", ending=target.suffix, formats=tuple(formats))
        raise ImageUnwritable(seen, str(target))
    return formats[suffix]


def encode_picture(pixels: Image, like: Picture, form: str, mark: str) -> bytes:
    """Return the contents of the file that `save_picture` writes, `form` being Pillow's name of its format.

    Raises ImageUnwritable if the format cannot hold the picture.
    """
    written = with_transparency(pixels, like) if form in TRANSPARENT_FORMATS else pixels
    if form == "PNG":
        return encode_png(written, mark, like.icc_profile, like.dpi)
    contents = _encode_any(written, like, form, mark)
    if form == "BMP":
        known = parse_mark(mark) or Mark()
        contents[BMP_FREE] = BMP_MARKS[known.kind]
        contents[BMP_KEY] = bytes.fromhex(known.key)[:4].ljust(4, b"\0")
    return bytes(contents)


def _encode_any(pixels: Image | TransparentImage, like: Picture, form: str, mark: str) -> bytearray:
    """Return the contents of a file with the profile and resolution of `like`, in Pillow's format `form`.

    Raises ImageUnwritable if the format cannot hold the picture.
    """
    from PIL import Image as Pillow  # noqa: PLC0415 — heavy, and a PNG does not need it

    image = Pillow.fromarray(pixels)
    settings = _settings(form, mark)
    of_picture = {"icc_profile": like.icc_profile, "dpi": like.dpi}
    settings |= {name: value for name, value in of_picture.items() if value}
    file = io.BytesIO()
    try:
        image.save(file, form, **settings)
    except (OSError, ValueError, struct.error, OverflowError) as error:
        said = reason(error)
        what = Message("format_too_small", width=image.width, height=image.height, form=form, said=said)
        raise ImageUnwritable(what) from error
    return bytearray(file.getbuffer())


def _settings(form: str, mark: str) -> dict[str, Any]:
    """Say how a format of Pillow's keeps thin lines sharp, and where it holds our mark."""
    match form:
        case "JPEG":
            return {**PHOTO_SETTINGS, "comment": mark}
        case "WEBP":
            from PIL.Image import Exif  # noqa: PLC0415 — the same

            exif = Exif()
            exif[SOFTWARE] = mark
            return {"lossless": True, "exact": True, "exif": exif}
        case "TIFF":
            return {"compression": "tiff_deflate", "tiffinfo": {SOFTWARE: mark}}
        case "GIF":
            return {"comment": mark}
    return {}


def with_transparency(pixels: Image, like: Picture) -> Image | TransparentImage:
    """Return the picture's own RGBA where nothing was drawn, opaque colour where something was."""
    if like.rgba is None:
        return pixels
    drawn = (pixels != like.pixels).any(axis=2)
    rgba = like.rgba.copy()
    rgba[drawn, :3] = pixels[drawn]
    rgba[drawn, 3] = 255
    return rgba


def replace_file(target: Path, contents: bytes, within: Path | None = None) -> None:
    """Write a file whole or not at all.

    In `within` its folder is made if it is missing, and no link leads out of that.

    Raises ImageUnwritable if the place cannot be written.
    """
    try:
        with atomic_write(target, within=within) as file:
            file.write(contents)
    except LeadsOut:
        raise ImageUnwritable(Message("link_leads_out"), str(target)) from None
    except FileNotFoundError:
        raise ImageUnwritable(Message("folder_missing"), str(target.parent)) from None
    except PermissionError:
        raise ImageUnwritable(Message("write_forbidden"), str(target)) from None
    except OSError as error:
        raise ImageUnwritable(Message("not_written", said=reason(error)), str(target)) from None


def _send(stream: BinaryIO, contents: bytes) -> None:
    try:
        stream.write(contents)
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise ImageUnwritable(Message("not_written", said=reason(error))) from None
