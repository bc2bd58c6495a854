"""Crops with one number each → how probable every value 0 to 99 is, and that there is no number.

Two small networks look at the same ink in two ways and their probabilities are averaged: one sees the number
alone, brought to one size; the other the crop around it, as large as it is. A wrong guess at how far the
number extends misleads the first only, so the two then differ and the reading is rightly unsure.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..files.pixels import Image
from .calibration import NO_NUMBER, trusted
from .glyphs import Ink, glyph_patches
from .layers import Floats, convolved, load_weights, pooled, probabilities, rectified

WEIGHTS = Path(__file__).with_name("digits.npz")
"""Kernel and bias of layers number0 to number4 and crop0 to crop4, batch norm and temperature folded in."""
NETWORKS = ("number", "crop")
CONVOLUTIONS = 4
"""Of each network; the first skips every other place."""
POOLED = (1, 2)
"""Convolutions, from 0, after which the greatest of each four neighbours is kept."""
BATCH = 20
"""Numbers taken through a network at once: what is worked on still fits the processor's cache."""


def read_numbers(crops: Sequence[Image]) -> NDArray[np.float64]:
    """Read the number in each crop.

    Parameters
    ----------
    crops
        uint8 (H, W, 3) RGB each: upright windows of 0.9 to 1.3 cells by 0.8 to 2, at 24 to 80 px a cell, with
        at most one number, anywhere in them, whose digits are 0.25 to 0.75 of a cell high.

    Returns
    -------
    NDArray[np.float64]
        (n, 101) natural logarithms of probabilities; columns 0 to 99 are values, NO_NUMBER is none.
        Each row's probabilities sum to 1 and none is below 9e-6.
    """
    patches = glyph_patches(crops)
    number, crop = map(_probabilities, patches, NETWORKS)
    readings: NDArray[np.float64] = np.log(trusted((number + crop) / 2))
    return readings


def value_probabilities(scores: Floats) -> NDArray[np.float64]:
    """Join what a network says of the digits to what it says of the number: float64 (n, 101).

    Parameters
    ----------
    scores
        (n, 21): ten for the tens (none, 1 to 9), eleven for the ones (0 to 9, no number).
    """
    tens, ones = probabilities(scores[:, :10]), probabilities(scores[:, 10:])
    values = (tens[:, :, None] * ones[:, None, :10]).reshape(-1, NO_NUMBER)
    return np.hstack([values, ones[:, 10:]])


def _probabilities(patches: Ink, network: str) -> NDArray[np.float64]:
    batches = np.array_split(patches, max(1, -(-len(patches) // BATCH)))
    return value_probabilities(np.concatenate([_scores(batch, network) for batch in batches]))


def _scores(patches: Ink, network: str) -> Floats:
    """Return (n, 21) scores of patches (n, h, w)."""
    weights = load_weights(WEIGHTS)
    signal: Floats = patches[..., None] * np.float32(1 / 255)
    for place in range(CONVOLUTIONS):
        stride, pad = (1, 1) if place else (2, 2)
        signal = convolved(signal, weights, f"{network}{place}", stride, pad)
        signal = rectified(pooled(signal) if place in POOLED else signal)
    kernel, bias = (weights[f"{network}{CONVOLUTIONS}.{part}"] for part in ("kernel", "bias"))
    scores: Floats = signal.reshape(len(patches), len(kernel)) @ kernel + bias
    return scores
