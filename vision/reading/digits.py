"""Crops with one number each → how probable every value 0 to 99 is, and that there is no number.

A small network looks at the ink of a crop in two views: what differs from the crop's paper, and what differs
from the paper around it, however uneven the light is, with faint ink in full strength.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from ..files.pixels import Image
from .calibration import NO_NUMBER, trusted
from .network import Floats, convolved, load_weights, pooled, probabilities, rectified

PATCH = (32, 40)
"""Rows, which show all of a crop's height, and columns, which show its middle, that the network sees."""
AROUND = 15
"""Pixels of half the scale, each way, whose median is the paper's colour around the middle one."""
PEAK_SHARE = 0.995
"""Ink is as dark as the darkest half hundredth of the crop: a thin 1 covers little more than that."""
NOISE_MARGIN = 2.0
"""Paper deviates from its colour by up to about this many times its median deviation."""
FAINTEST, NOISE_CLEARANCE = 10.0, 3.0
"""Levels from which ink has full strength at most, and more of them where the paper deviates, in its margins:
or blank paper would become texture."""
FAINT = 0.25
"""Share of the strongest ink that is faint."""

CHANNEL_MEAN = np.full((1, 3), 1 / 3, np.float32)
"""Red ink on black differs in one channel only; the mean keeps coloured smoothing sharp."""


class Ink(NamedTuple):
    """What differs from the paper in so many crops, whatever the colours."""

    patches: NDArray[np.uint8]
    """(n, *PATCH, 2): how strong ink is in both views, 0 paper."""
    strengths: NDArray[np.float64]
    """(n,): levels by which the strongest stands out from the paper around it."""


def ink_of(crops: Sequence[Image]) -> Ink:
    """Bring out the ink of each crop, uint8 (H, W, 3) RGB."""
    ink = Ink(np.zeros((len(crops), *PATCH, 2), np.uint8), np.zeros(len(crops)))
    for at, crop in enumerate(crops):
        views = _contrasts(crop)
        ordered = [np.sort(view, axis=None) for view in views]
        peaks = [float(view[int(PEAK_SHARE * len(view))]) for view in ordered]
        noise = NOISE_MARGIN * float(ordered[1][len(ordered[1]) // 2])
        ink.strengths[at] = peaks[1] - noise
        left = (PATCH[1] - views[0].shape[1]) // 2
        for number, (view, peak, share) in enumerate(zip(views, peaks, (1.0, FAINT), strict=True)):
            strength = max(share * (peak - noise), FAINTEST + NOISE_CLEARANCE * noise)
            strong = ((view - np.float32(noise)) * np.float32(255 / strength)).clip(0, 255)
            ink.patches[at, :, left : left + view.shape[1], number] = strong
    return ink


def _contrasts(crop: Image) -> tuple[MatLike, MatLike]:
    """Return how much a crop differs from its paper, and from the paper around: its middle, uint8 (h, w)."""
    rows, cols = PATCH
    width = max(2, round(crop.shape[1] * rows / len(crop)))
    way = cv2.INTER_AREA if len(crop) > rows else cv2.INTER_LINEAR
    start = max(0, width - cols) // 2
    seen = cv2.resize(crop, (width, rows), interpolation=way)[:, start : start + cols]
    half = cv2.resize(seen, (seen.shape[1] // 2, rows // 2), interpolation=cv2.INTER_AREA)
    paper = np.sort(half.reshape(-1, 3), axis=0)[half.size // 6]
    around = cv2.resize(cv2.medianBlur(half, AROUND), seen.shape[1::-1])
    off = (cv2.absdiff(seen, np.array([*paper, 0.0])), cv2.absdiff(seen, around))
    return cv2.transform(off[0], CHANNEL_MEAN), cv2.transform(off[1], CHANNEL_MEAN)


WEIGHTS = Path(__file__).with_name("digits.npy")
"""Kernel and bias of layers digits0 to digits4, batch norm and temperature folded in."""
CONVOLUTIONS = 4
"""The first skips every other place."""
POOLED = (1, 2)
"""Convolutions, from 0, after which the greatest of each four neighbours is kept."""
BATCH = 15
"""Numbers taken through the network at once: what is worked on still fits the processor's cache."""


def read_numbers(crops: Sequence[Image]) -> NDArray[np.float64]:
    """Read the number in each crop.

    Parameters
    ----------
    crops
        uint8 (H, W, 3) RGB each: upright windows of 0.9 to 1.3 cells by 0.9 to 1.4, at 20 to 80 px a cell,
        with at most one number, anywhere in them, whose digits are 0.25 to 0.75 of a cell high.

    Returns
    -------
    NDArray[np.float64]
        (n, 101) natural logarithms of probabilities; columns 0 to 99 are values, NO_NUMBER is none.
        Each row's probabilities sum to 1 and none is below 9e-6.
    """
    return read_patches(ink_of(crops).patches)


def read_patches(patches: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Read the number in each crop by its ink, (n, *PATCH, 2): see `read_numbers`."""
    batches = np.array_split(patches, max(1, -(-len(patches) // BATCH)))
    readings: NDArray[np.float64] = np.log(
        trusted(value_probabilities(np.concatenate([_scores(batch) for batch in batches])))
    )
    return readings


def value_probabilities(scores: Floats) -> NDArray[np.float64]:
    """Join what the network says of the digits to what it says of the number: float64 (n, 101).

    Parameters
    ----------
    scores
        (n, 21): ten for the tens (none, 1 to 9), eleven for the ones (0 to 9, no number).
    """
    tens, ones = probabilities(scores[:, :10]), probabilities(scores[:, 10:])
    values = (tens[:, :, None] * ones[:, None, :10]).reshape(-1, NO_NUMBER)
    return np.hstack([values, ones[:, 10:]])


def _scores(patches: NDArray[np.uint8]) -> Floats:
    """Return (n, 21) scores of so many crops."""
    weights = load_weights(WEIGHTS)
    signal: Floats = patches * np.float32(1 / 255)
    for place in range(CONVOLUTIONS):
        stride, pad = (1, 1) if place else (2, 2)
        signal = convolved(signal, weights, f"digits{place}", stride, pad)
        signal = rectified(pooled(signal) if place in POOLED else signal)
    kernel, bias = (weights[f"digits{CONVOLUTIONS}.{part}"] for part in ("kernel", "bias"))
    scores: Floats = signal.reshape(len(patches), len(kernel)) @ kernel + bias
    return scores
