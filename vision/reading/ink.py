"""Paper and ink, whatever the palette: grey pictures with dark lines, and what is darker than the paper."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from ..files.pixels import Image
from ..pixels.brightness import Grey, is_dark, strongest_channel
from ..pixels.quantiles import quantile

Darkness = MatLike
"""float32 (H, W), 0 to 1: how much darker each pixel is than the paper around it."""

SAMPLED = 4
"""Every fourth row and column of a picture tell whether it is dark."""
BREAKS, LONGEST_BREAKS = 1 / 60, (5, 9)
"""Share of the picture's shorter side up to which a break of a line is bridged, and its bounds in pixels."""
EDGES, FAINTEST_EDGE = 0.97, 24.0
"""Share of a picture's pixels that differ less from what is beside them than its clear edges do, and by how
many levels those differ at least."""
AT_ONCE = 1000
"""Columns of a picture in which breaks are bridged at once."""
BLACK_SOFTENER = np.float32(8.0)
"""Grey levels added below the fraction line, so that noise in deep shadow does not count as contrast."""


def line_greys(image: Image) -> Iterator[Grey]:
    """Yield uint8 (H, W) versions of a picture in which some theme's lines are dark, likeliest first.

    The largest channel makes water vanish on light themes, the usual grey keeps coloured walls, the inverted
    smallest channel turns light lines on dark ground into dark ones.
    """
    dark_first = is_dark(image[::SAMPLED, ::SAMPLED])
    if dark_first:
        yield _inverted_smallest(image)
    yield strongest_channel(image)
    yield cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)
    if not dark_first:
        yield _inverted_smallest(image)


def steps_of(image: Image) -> Grey:
    """Return uint8 (H, W): by how many levels pixels differ from those around them, in whatever colour."""
    return strongest_channel(cv2.morphologyEx(image, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)))


def edges_of(image: Image) -> Grey:
    """Return uint8 (H, W) in which all that differs from what is beside it is dark, in any of its channels.

    So borders of colours are lines.
    """
    steps = steps_of(image)
    full = max(FAINTEST_EDGE, quantile(steps[::SAMPLED, ::SAMPLED].ravel(), EDGES))
    return cv2.bitwise_not(cv2.convertScaleAbs(steps, alpha=255 / full))


def without_breaks(image: Image) -> Image:
    """Return a picture, uint8 (H, W, 3), in which lines that run down are whole where they were broken.

    Characters of a terminal, stacked with some space between them, make such lines.
    """
    reach = int(np.clip(BREAKS * min(image.shape[:2]), *LONGEST_BREAKS))
    way = cv2.MORPH_CLOSE if is_dark(image[::SAMPLED, ::SAMPLED]) else cv2.MORPH_OPEN
    whole, window = np.empty_like(image), np.ones((_odd(reach), 1), np.uint8)
    for part in range(0, image.shape[1], AT_ONCE):  # what it takes besides the two pictures stays small
        columns = slice(part, part + AT_ONCE)
        whole[:, columns] = cv2.morphologyEx(image[:, columns], way, window)
    return whole


@dataclass(frozen=True, eq=False)
class Ink:
    """What is darker than the paper around it."""

    paper: Grey
    """The level of the paper around each pixel,"""
    drop: Grey
    """and by how many levels the pixel is darker."""

    @cached_property
    def darkness(self) -> Darkness:
        """How much darker each pixel is than the paper, as a share of it."""
        return _share(self.drop, self.paper)

    def mask(self, least: float) -> NDArray[np.uint8]:
        """Return (H, W) of 0 and 1: where the darkness is more than so much, which is well below 1."""
        return np.asarray(self.drop >= cv2.LUT(self.paper, _least_drops(least))).view(np.uint8)


@lru_cache
def _least_drops(least: float) -> NDArray[np.uint8]:
    """Return (256,): for each level of the paper the smallest drop that is darker than so much."""
    levels = np.arange(256, dtype=np.uint8)
    is_ink = _share(levels[None, :], levels[:, None]) > least
    return np.asarray(is_ink.argmax(axis=1), np.uint8)  # at any level some drop is ink


def ink_on_paper(grey: Grey, reach: int) -> Ink:
    """Return the ink of uint8 (H, W): what is narrower than `reach` pixels and darker than what is around it.

    White is taken to lie beyond the picture's edge, so that a line along the edge is a line too.
    """
    return _below_paper(grey, (_odd(reach),) * 2, beyond=255.0)


def darkness_along_rows(grey: Grey, reach: int) -> Darkness:
    """Return the darkness of ink with each row by itself, and nothing beyond its ends."""
    return _below_paper(grey, (1, reach | 1), beyond=sys.float_info.max).darkness


def _below_paper(grey: Grey, window: tuple[int, int], beyond: float) -> Ink:
    """Take as the paper the morphological closing over a window (rows, columns).

    `beyond` is the level outside the picture; OpenCV takes the largest number as nothing being there.
    """
    kernel = np.ones(window, np.uint8)
    paper = cv2.morphologyEx(
        grey, cv2.MORPH_CLOSE, kernel, borderType=cv2.BORDER_CONSTANT, borderValue=(beyond,) * 4
    )
    return Ink(paper, cv2.subtract(paper, grey))


def _share(drop: MatLike, paper: MatLike) -> Darkness:
    return drop.astype(np.float32) / (paper.astype(np.float32) + BLACK_SOFTENER)


def _inverted_smallest(image: Image) -> Grey:
    return strongest_channel(cv2.bitwise_not(image))


def _odd(reach: int) -> int:
    return max(3, reach) | 1
