"""The flat board → what keeps a picture from being read: small cells, blur, or glaring light."""

from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from ..pixels.brightness import strongest_channel
from ..pixels.quantiles import quantile
from .flat import FlatBoard
from .sides import Look

Flaw = Literal["small", "blurred", "glare"]

SMALL = 13.0
"""Pixels of a cell in the picture: with fewer, a wall may be as wide as a thin line."""
STEEPEST = 0.99
"""Share of the pixels where the picture changes less than at its sharpest edges."""
BLURRED = 0.12
"""Cells in which the sharpest edges go from paper to ink: thin lines and digits are hardly wider."""
BURNT = 253
"""Level from which a pixel is as light as a picture can show."""
GLARE = 0.04
"""Share of the board that is so, where its paper is not."""


def find_flaw(flat: FlatBoard, look: Look) -> Flaw | None:
    """Return what is amiss with a picture, worst first; None if nothing is to be seen."""
    if flat.pitch / flat.enlarged < SMALL:
        return "small"
    grey = np.asarray(strongest_channel(flat.inner), np.uint8)
    if _edge_width(grey, look) > BLURRED * flat.pitch:
        return "blurred"
    is_print = look.ink.max() < flat.paper.max() < BURNT
    return "glare" if is_print and _burnt_share(flat) >= GLARE else None


def _burnt_share(flat: FlatBoard) -> float:
    """Return the share of the board that is as light as a picture can show, in every channel."""
    missing = strongest_channel(cv2.bitwise_not(flat.inner))  # several times as fast as NumPy's least channel
    return float((np.asarray(missing) <= 255 - BURNT).mean())


def _edge_width(grey: NDArray[np.uint8], look: Look) -> float:
    """Return in how many pixels the sharpest edges go all the way from paper to ink."""
    steps = np.asarray(cv2.absdiff(grey[:, 1:], grey[:, :-1]), np.uint8)
    return look.contrast / max(1.0, quantile(steps, STEEPEST))
