"""Pixels → the contents of a file in a format that Pillow writes."""

from __future__ import annotations

import io
import struct
from typing import TYPE_CHECKING, Any

from PIL import Image as Pillow

from solver.message import Message

from .errors import ImageUnwritable, reason

if TYPE_CHECKING:
    from .pixels import Image, Picture, TransparentImage

PHOTO_SETTINGS: dict[str, Any] = {"quality": 95, "subsampling": 0}
"""Of JPEG: thin lines and their colours stay sharp."""
SOFTWARE = 0x0131  # EXIF and TIFF tag


def encode_any(pixels: Image | TransparentImage, like: Picture, form: str, mark: str) -> bytearray:
    """Return the contents of a file with the profile and resolution of `like`, in Pillow's format `form`.

    Raises ImageUnwritable if the format cannot hold the picture.
    """
    image = Pillow.fromarray(pixels)
    settings = _settings(form, mark)
    kept = {"icc_profile": like.icc_profile, "dpi": like.dpi}
    file = io.BytesIO()
    try:
        image.save(file, form, **settings, **{key: value for key, value in kept.items() if value})
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
            exif = Pillow.Exif()
            exif[SOFTWARE] = mark
            return {"lossless": True, "exact": True, "exif": exif}
        case "TIFF":
            return {"compression": "tiff_deflate", "tiffinfo": {SOFTWARE: mark}}
        case "GIF":
            return {"comment": mark}
    return {}
