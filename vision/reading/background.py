"""Picture → what is drawn on it, whatever the palette: greys with dark lines, and their contrast."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from ..files.pixels import Image

Grey = NDArray[np.uint8]
Ink = NDArray[np.float32]

DARK = 110
"""Median brightness (0 to 255) below which pixels are dark."""
SAMPLED = 4
"""Every fourth row and column of a picture tell whether it is dark."""
WHITE = (255.0,) * 4
"""What is taken to lie beyond the picture's edge, so that a line along the edge is a line too."""
BLACK_SOFTENER = 8.0
"""Grey levels added below the fraction line, so that noise in deep shadow does not count as contrast."""


def line_greys(image: Image) -> Iterator[Grey]:
    """Yield uint8 (H, W) versions of a picture in which some theme's lines are dark, likeliest first.

    The largest channel makes water vanish on light themes, the usual grey keeps coloured walls,
    the inverted smallest channel turns light lines on dark ground into dark ones.
    """
    largest = strongest_channel(image)
    dark_first = is_dark(image[::SAMPLED, ::SAMPLED])
    if dark_first:
        yield _inverted_smallest(image)
    yield largest
    yield np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), np.uint8)
    if not dark_first:
        yield _inverted_smallest(image)


def is_dark(pixels: Image) -> bool:
    """Whether most of these pixels, uint8 (..., 3) RGB, are dark, so that what is drawn on them is light.

    Of a large picture a sample is enough: `is_dark(image[::4, ::4])`.
    """
    return bool(np.median(pixels.max(axis=-1)) < DARK)


def either_way(image: Image, reach: int) -> Grey:
    """Return uint8 (H, W) in which all that is thinner than so many pixels is dark on white.

    Some dark themes have walls lighter than the cells, and thin lines still darker than these.
    """
    grey = strongest_channel(image)
    window = cv2.getStructuringElement(cv2.MORPH_RECT, (_odd(reach),) * 2)
    darker = cv2.morphologyEx(grey, cv2.MORPH_BLACKHAT, window)
    lighter = cv2.morphologyEx(grey, cv2.MORPH_TOPHAT, window)
    return np.asarray(cv2.bitwise_not(cv2.max(darker, lighter)), np.uint8)


def _odd(reach: int) -> int:
    return max(3, reach) | 1


def relative_darkness(grey: Grey, reach: int) -> Ink:
    """Return float32 (H, W), 0 to 1: how much darker each pixel is than the paper around it.

    The paper is the morphological closing over `reach` pixels: what is narrower is ink.
    """
    window = cv2.getStructuringElement(cv2.MORPH_RECT, (_odd(reach),) * 2)
    paper = cv2.morphologyEx(grey, cv2.MORPH_CLOSE, window, borderType=cv2.BORDER_CONSTANT, borderValue=WHITE)
    drop = cv2.subtract(paper, grey).astype(np.float32)
    drop /= paper.astype(np.float32) + np.float32(BLACK_SOFTENER)
    return drop


def strongest_channel(image: Image) -> Grey:
    """Return uint8 (H, W): the largest of the three channels (H, W, 3)."""
    red, green, blue = cv2.split(image)
    return np.asarray(cv2.max(cv2.max(red, green), blue), np.uint8)


def _inverted_smallest(image: Image) -> Grey:
    return strongest_channel(np.asarray(cv2.bitwise_not(image), np.uint8))
