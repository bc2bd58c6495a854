"""How bright pixels are: their strongest channel, and whether most of them are dark."""

import cv2
import numpy as np
from cv2.typing import MatLike

from ..files.pixels import Image
from .quantiles import median

Grey = MatLike
"""uint8 (H, W)."""

DARK = 110
"""Median brightness (0 to 255) below which pixels are dark."""


def strongest_channel(image: MatLike) -> Grey:
    """Return uint8 (H, W): the largest of the three channels (H, W, 3)."""
    planes = np.empty((3, *image.shape[:2]), image.dtype)  # in one piece and in place: memory anew is slow
    red, green, blue = cv2.split(image, list(planes))
    return cv2.max(cv2.max(red, green, red), blue, red)


def is_dark(pixels: Image) -> bool:
    """Whether most of these pixels, uint8 (..., 3) RGB, are dark, so that what is drawn on them is light.

    Of a large picture a sample is enough: `is_dark(image[::4, ::4])`.
    """
    red, green, blue = pixels[..., 0], pixels[..., 1], pixels[..., 2]
    return median(np.maximum(np.maximum(red, green), blue)) < DARK  # four times faster than max(axis)
