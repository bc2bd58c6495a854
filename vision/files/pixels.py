"""What all pictures become: upright RGB pixels, with what a saved answer keeps of the file."""

import math
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.errors import AquariumError
from solver.message import Message

Image = NDArray[np.uint8]
"""Pixels: uint8 (H, W, 3) RGB, row 0 at the top."""
TransparentImage = NDArray[np.uint8]
"""The same with opacity: uint8 (H, W, 4) RGBA."""

KEPT = 1 << 24
"""Bytes of an array, at most, whose memory is used again. The C library of Linux gives back that of larger
ones than were freed so far, and asks for it anew, page by page: several milliseconds a picture."""
np.empty(KEPT, np.uint8)  # so this one is freed at once; nothing is ever written in it


class NotPixels(AquariumError, TypeError):
    """A value handed over in Python that is no picture."""


def checked_pixels(image: object, channels: Collection[tuple[int, ...]] = ((3,),)) -> NDArray[np.uint8]:
    """Return an array if it is uint8 (H, W, *one of channels) of at least one pixel.

    Raises NotPixels if it is something else; the message gives type and shape.
    """
    if not isinstance(image, np.ndarray):
        raise NotPixels(Message("not_pixels", type=type(image).__name__))
    well_shaped = image.ndim >= 2 and image.size > 0 and image.shape[2:] in channels
    if image.dtype != np.uint8 or not well_shaped:
        raise NotPixels(Message("pixels_of_other_kind", type=str(image.dtype), shape=str(image.shape)))
    return image


@dataclass(frozen=True, eq=False, slots=True)
class Picture:
    """One picture, upright, with what has to come back when it is saved. All else is forgotten."""

    pixels: Image
    """uint8 (H, W, 3) RGB; transparent places show a background on which the drawing is visible."""
    rgba: TransparentImage | None = None
    """The picture's own colours and transparency; None if nothing in it is transparent."""
    icc_profile: bytes | None = None
    """The colour profile of the pixels; None if there was none for RGB."""
    dpi: tuple[float, float] | None = None
    """Dots per inch across and down."""
    format: str = "PNG"
    """Pillow's name of the file's format."""
    mark: str = ""
    """The text of the file's `Mark`, if it was written here."""
    is_turned: bool = False
    """Whether it was turned upright by what other programs may pass over: they may show it lying. Likewise
    whether it is not the first frame of an animation."""

    def __repr__(self) -> str:
        return f"Picture({self.pixels.shape[1]} x {self.pixels.shape[0]} pixels, {self.format})"


def usable_dpi(across: float, down: float) -> tuple[float, float] | None:
    """Return dots per inch that make sense, and that PNG can hold; some cameras write 0."""
    makes_sense = all(math.isfinite(dots) and 1 <= dots <= 100_000 for dots in (across, down))
    return (across, down) if makes_sense else None
