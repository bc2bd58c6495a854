"""Windows with one number each → how probable every value 0 to 99 is, and that there is no number.

A small network looks at the ink of a window in two views: what differs from the window's paper, and what
differs from the paper around it, however uneven the light is, with faint ink in full strength. A number may
be written alone, or as progress, 2/5.
"""

from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from ..files.pixels import Image
from .calibration import NO_NUMBER
from .network import Floats, Weights, convolved, load_weights, pooled, probabilities, rectified

PATCH = (32, 40)
"""Rows and columns that the network sees."""
PAPER_WINDOW = 15
"""Pixels of half the scale, each way, whose median is the paper's colour around the middle one."""
PEAK_SHARE = 0.995
"""Ink is as dark as the darkest half hundredth of the window: a thin 1 covers little more than that."""
SMOOTHEST, NOISE_MARGIN = 0.25, 4.2
"""Quantile of the deviations from the paper around that is paper's, also where a disc around a number fills
half of the window; and about how many times as much paper deviates from its colour at most."""
FULL_STRENGTH, NOISE_CLEARANCE = 10.0, 3.0
"""Levels from which ink has full strength at most, and more of them where the paper deviates, in its margins:
or blank paper would become texture."""
FAINT = 0.25
"""Share of the strongest ink that is faint."""


class Ink(NamedTuple):
    """What differs from the paper in so many windows, whatever the colours."""

    patches: NDArray[np.uint8]
    """(n, *PATCH, 2): how strong ink is in both views, 0 paper."""
    strengths: NDArray[np.float64]
    """(n,): levels by which the strongest stands out from the paper around it."""


def ink_of(windows: Image, around: Image, top: int = 0, left: int = 0) -> Ink:
    """Bring out the ink of windows, uint8 (n, h, w, 3) RGB, with the paper around each pixel.

    They are a part of what the network sees that begins at [top, left]; there is nothing in the rest.
    """
    count, height, width, _ = windows.shape
    sample = windows[:, ::2, ::2].reshape(count, -1, 3)
    paper = np.sort(sample, axis=1)[:, sample.shape[1] // 2, None, None]
    patches = np.zeros((count, *PATCH, 2), np.uint8)
    shown = patches[:, top : top + height, left : left + width]
    seen, noise, strengths = windows.astype(np.float32), np.zeros(count), np.zeros(count)
    for number, (ground, share) in enumerate(((around, FAINT), (paper, 1.0))):
        off = np.abs(seen - ground).mean(axis=3)  # the mean of the channels keeps coloured smoothing sharp
        every = np.sort(off.reshape(count, -1), axis=1)
        if ground is around:
            noise = NOISE_MARGIN * every[:, int(SMOOTHEST * every.shape[1])]
            strengths = every[:, int(PEAK_SHARE * every.shape[1])] - noise
        peaks = every[:, int(PEAK_SHARE * every.shape[1])]
        full = np.maximum(share * (peaks - noise), FULL_STRENGTH + NOISE_CLEARANCE * noise)
        strong = (off - noise[:, None, None]) * (255 / full)[:, None, None]
        shown[..., 1 - number] = strong.clip(0, 255)
    return Ink(patches, strengths)


def paper_around(picture: Image) -> Image:
    """Return the colour of the paper around each pixel of a picture with numbers as large as in a window."""
    height, width = picture.shape[:2]
    half = cv2.resize(picture, (max(1, width // 2), max(1, height // 2)), interpolation=cv2.INTER_AREA)
    paper = cv2.resize(cv2.medianBlur(half, PAPER_WINDOW), (width, height))
    return paper.astype(np.uint8, copy=False)


WEIGHTS = Path(__file__).with_name("digits.npy")
"""Kernel and bias of layers digits0 to digits5, batch norm and temperature folded in."""
OUTPUTS = 42
CONVOLUTIONS = 4
"""The first skips every other place."""
POOLED = (1, 2)
"""Convolutions, from 0, after which the greatest of each four neighbours is kept."""
BATCH = 15
"""Numbers taken through the network at once: what is worked on still fits the processor's cache."""


class Numbers(NamedTuple):
    """How probable every number is in so many windows; float64 (n, 101): 0 to 99, and NO_NUMBER."""

    alone: NDArray[np.float64]
    """Of a number that stands alone,"""
    progress: NDArray[np.float64]
    """and of the m of n/m; NO_NUMBER where nothing is written so."""


def read_patches(patches: NDArray[np.uint8]) -> Numbers:
    """Read the number in each window by its ink, (n, *PATCH, 2)."""
    batches = np.array_split(patches, max(1, -(-len(patches) // BATCH)))
    return numbers_of(np.concatenate([_scores(batch) for batch in batches]))


def numbers_of(scores: Floats) -> Numbers:
    """Join what the network says of digits to what it says of numbers.

    Parameters
    ----------
    scores
        (n, 42): ten for the tens (none, 1 to 9) and eleven for the ones (0 to 9, no number) of a number that
        stands alone, and as many of one after a stroke.
    """
    return Numbers(*(_values(scores[:, start : start + OUTPUTS // 2]) for start in (0, OUTPUTS // 2)))


def _values(scores: Floats) -> NDArray[np.float64]:
    tens, ones = probabilities(scores[:, :10]), probabilities(scores[:, 10:])
    values = (tens[:, :, None] * ones[:, None, :10]).reshape(-1, NO_NUMBER)
    return np.hstack([values, ones[:, 10:]])


def _scores(patches: NDArray[np.uint8]) -> Floats:
    """Return (n, OUTPUTS) scores of so many windows."""
    weights = load_weights(WEIGHTS)
    signal: Floats = patches * np.float32(1 / 255)
    for place in range(CONVOLUTIONS):
        stride, pad = (1, 1) if place else (2, 2)
        signal = convolved(signal, weights, f"digits{place}", stride, pad)
        signal = rectified(pooled(signal) if place in POOLED else signal)
    whole = rectified(_linear(signal, weights, f"digits{CONVOLUTIONS}"))
    return _linear(whole, weights, f"digits{CONVOLUTIONS + 1}")


def _linear(signal: Floats, weights: Weights, name: str) -> Floats:
    kernel, bias = weights[f"{name}.kernel"], weights[f"{name}.bias"]
    mixed: Floats = signal.reshape(len(signal), len(kernel)) @ kernel + bias
    return mixed
