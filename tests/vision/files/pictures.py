"""Small pictures, and files of them in memory."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import numpy as np
from PIL import Image as Pillow
from PIL import ImageCms

from solver.message import Message
from tests.conftest import raised
from vision.files.errors import ImageUnreadable
from vision.files.load import load_picture

SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def drawing(height: int = 40, width: int = 60) -> np.ndarray:
    """Return RGB that no turn, mirror or channel swap leaves as it is."""
    pixels = np.full((height, width, 3), 255, np.uint8)
    pixels[5:9, 5:50] = (10, 20, 30)
    pixels[5:35, 5:8] = (200, 0, 0)
    pixels[25:30, 40:55] = (0, 0, 200)
    return pixels


def file_of(pixels: np.ndarray | Pillow.Image, form: str = "PNG", **settings: object) -> io.BytesIO:
    file = io.BytesIO()
    (pixels if isinstance(pixels, Pillow.Image) else Pillow.fromarray(pixels)).save(file, form, **settings)
    file.seek(0)
    return file


def refusal(
    given: bytes | Path | BinaryIO, load: Callable[..., object] = load_picture, *words: int
) -> Message:
    file = io.BytesIO(given) if isinstance(given, bytes) else given
    return raised(ImageUnreadable, load, file, *words).what


def ink_on_nothing(ink: int) -> np.ndarray:
    """Return RGBA with thin lines of one grey and nothing else visible."""
    rgba = np.full((200, 200, 4), 255 - ink, np.uint8)
    rgba[..., 3] = 0
    rgba[20::30] = (ink, ink, ink, 255)
    rgba[:, 20::30] = (ink, ink, ink, 255)
    return rgba
