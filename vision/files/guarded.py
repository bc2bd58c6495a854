"""Files that may be bad → what the other modules here make of them, in a process with limits of its own.

What decodes PDF, HEIC, TIFF and very large pictures can be led by a small file to take all memory, or for
ever. Ordinary PNG, JPEG and texts need no such process.
"""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from .decoder import decoded
from .errors import ImageUnreadable
from .load import load_picture
from .pixels import Image, Picture
from .plain import is_plain
from .safe_open import opened, rewindable

if TYPE_CHECKING:
    from PIL import Image as Pillow

ImageSource: TypeAlias = "str | os.PathLike[str] | bytes | BinaryIO | Pillow.Image | NDArray[np.uint8]"
"""What a picture may be handed over as."""


def load_guarded(source: Path | BinaryIO, page: int = 1) -> Picture:
    """Read a picture file as `load_picture` does; one that takes too much time or memory is refused.

    Raises ImageUnreadable if nothing readable is there; it says what was seen and what to do.
    """
    try:
        with opened(source) as given:
            stream = rewindable(given)
            if is_plain(stream):
                return load_picture(stream, page)
            answer, picture = decoded("load", source, stream, page)
    except ImageUnreadable as error:
        error.place = str(source) if isinstance(source, Path) else ""
        raise
    assert picture is not None, answer
    return picture


def pixels_of(image: ImageSource) -> Image:
    """Return uint8 (H, W, 3) RGB of a path, of a file's contents or the open file, or what `as_pixels` takes.

    Of a file with several pages it is the first.

    Raises ImageUnreadable if the file is no readable picture, NotPixels if it is something else.
    """
    if isinstance(image, str | os.PathLike):
        return load_guarded(Path(image)).pixels
    if isinstance(image, bytes):
        return load_guarded(io.BytesIO(image)).pixels
    if isinstance(image, io.IOBase):
        return load_guarded(cast("BinaryIO", image)).pixels
    if isinstance(image, np.ndarray) and image.dtype == np.uint8 and image.shape[2:] == (3,) and image.size:
        return np.ascontiguousarray(image)
    from .converting import as_pixels  # noqa: PLC0415 — Pillow, which an array of RGB does not need

    return as_pixels(image)


def find_pages(source: Path | BinaryIO) -> tuple[int, ...]:
    """Return the numbers of a file's pages as `pages_of` does; the first alone if that takes too much."""
    try:
        with opened(source) as given:
            stream = rewindable(given)
            if is_plain(stream):
                return (1,)
            answer, _ = decoded("pages", source, stream, 1)
    except (ImageUnreadable, OSError, ValueError):  # reading the first page says what is amiss
        return (1,)
    return tuple(answer["pages"])
