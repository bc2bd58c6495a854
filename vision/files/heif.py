"""An HEIC photograph → a Pillow picture that is not decoded yet; the extra `heic` brings what decodes it."""

import re
from typing import Any, BinaryIO

from solver.message import Message

from .errors import ImageUnreadable

START = re.compile(rb"....ftyp(hei|hev|mif1|msf1)", re.DOTALL)


def is_heif(start: bytes) -> bool:
    """Tell by its first bytes whether a file is an HEIC photograph."""
    return START.match(start) is not None


def open_heif(stream: BinaryIO) -> Any:
    """Return the photographs of a file as a Pillow picture: its `n_frames` are its pages.

    Raises ImageUnreadable if the extra is missing.
    """
    try:
        from pillow_heif import HeifImageFile  # noqa: PLC0415 — an extra
    except ImportError:
        raise ImageUnreadable(Message("heic_extra")) from None
    return HeifImageFile(stream)
