"""Crops with one number each → how probable every value 0 to 99 is, and that there is no number.

Two small networks look at the same ink in two ways and their probabilities are averaged: one sees the number
alone, brought to one size; the other the crop around it, as large as it is. A wrong guess at how far the
number extends misleads the first only, so the two then differ and the reading is rightly unsure.
"""

from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from ..files.pixels import Image
from .calibration import NO_NUMBER, trusted
from .glyphs import Ink, glyph_patches

Floats = NDArray[np.float32]

POOLED = (1, 2)
"""Convolutions, from 0, after which the greatest of each four neighbours is kept."""
BATCH = 10
"""Numbers taken through a network at once: their products still fit the processor's cache."""


def read_numbers(crops: Sequence[Image]) -> NDArray[np.float64]:
    """Read the number in each crop.

    Parameters
    ----------
    crops
        uint8 (H, W, 3) RGB each: upright windows of 0.9 to 1.3 cells by 0.8 to 2, at 24 to 64 px a cell, with
        at most one number, anywhere in them, whose digits are 0.25 to 0.75 of a cell high.

    Returns
    -------
    NDArray[np.float64]
        (n, 101) natural logarithms of probabilities; columns 0 to 99 are values, NO_NUMBER is none.
        Each row's probabilities sum to 1 and none is below 9e-6.
    """
    number_patches, crop_patches = glyph_patches(crops)
    number_net, crop_net = load_networks()
    seen = (_probabilities(number_patches, number_net) + _probabilities(crop_patches, crop_net)) / 2
    readings: NDArray[np.float64] = np.log(trusted(seen))
    return readings


def value_probabilities(scores: Floats) -> NDArray[np.float64]:
    """Join what a network says of the digits to what it says of the number: float64 (n, 101).

    Parameters
    ----------
    scores
        (n, 21): ten for the tens (none, 1 to 9), eleven for the ones (0 to 9, no number).
    """
    tens, ones = _softmax(scores[:, :10]), _softmax(scores[:, 10:])
    values = (tens[:, :, None] * ones[:, None, :10]).reshape(-1, NO_NUMBER)
    return np.hstack([values, ones[:, 10:]])


class Layer(NamedTuple):
    """Weights of a convolution or of the linear layer at the end, batch norm and temperature folded in."""

    kernel: Floats
    """Convolution: (side, side, channels in, channels out). Linear: (inputs, outputs)."""
    bias: Floats


@cache
def load_networks() -> tuple[list[Layer], list[Layer]]:
    """Load the weights: the network for the number alone and the one for the whole crop."""
    with resources.files(__package__).joinpath("digits.npz").open("rb") as file, np.load(file) as stored:
        weights = {name: stored[name].astype(np.float32) for name in stored.files}
    return _layers(weights, "number"), _layers(weights, "crop")


def _layers(weights: dict[str, Floats], network: str) -> list[Layer]:
    count = sum(name.startswith(f"{network}_kernel") for name in weights)
    return [Layer(weights[f"{network}_kernel{k}"], weights[f"{network}_bias{k}"]) for k in range(count)]


def _probabilities(patches: Ink, network: list[Layer]) -> NDArray[np.float64]:
    batches = np.array_split(patches, range(BATCH, len(patches), BATCH))
    return value_probabilities(np.concatenate([_scores(batch, network) for batch in batches]))


def _scores(patches: Ink, network: list[Layer]) -> Floats:
    *convolutions, last = network
    signal: Floats = patches[..., None].astype(np.float32) / np.float32(255)
    for place, (kernel, bias) in enumerate(convolutions):
        signal = _convolved(signal, kernel, step=1 if place else 2)
        signal = _rectified(_pooled(signal) if place in POOLED else signal, bias)
    scores: Floats = signal.reshape(-1, len(last.kernel)) @ last.kernel + last.bias
    return scores


def _convolved(signal: Floats, kernel: Floats, *, step: int = 1) -> Floats:
    """Convolve (n, h, w, c) with zeros around it: every window laid out as a row, then one matrix product."""
    count, height, width, channels = signal.shape
    side, rows, columns = len(kernel), height // step, width // step
    padding = side // 2
    padded = np.zeros((count, height + 2 * padding, width + 2 * padding, channels), np.float32)
    padded[:, padding:-padding, padding:-padding] = signal
    n, y, x, c = padded.strides
    # A row of a window is contiguous, channels and all: copying it whole is what makes this fast. The checks
    # of `sliding_window_view` would cost a twentieth of reading the clues, for forty windows of few numbers.
    windows = as_strided(padded, (count, rows, columns, side, side * channels), (n, y * step, x * step, y, c))
    product: Floats = windows.reshape(-1, side * side * channels) @ kernel.reshape(-1, kernel.shape[3])
    return product.reshape(count, rows, columns, kernel.shape[3])


def _pooled(signal: Floats) -> Floats:
    """Halve (n, h, w, c), keeping the greatest of each four; before bias and rectifier, for less work."""
    _, height, width, _ = signal.shape
    even = signal[:, : height // 2 * 2, : width // 2 * 2]
    rows = np.maximum(even[:, ::2], even[:, 1::2])
    pooled: Floats = np.maximum(rows[:, :, ::2], rows[:, :, 1::2])
    return pooled


def _rectified(signal: Floats, bias: Floats) -> Floats:
    """Add the bias and cut off below zero, in place: a signal is used once."""
    signal += bias
    return np.maximum(signal, np.float32(0), out=signal)


def _softmax(scores: Floats) -> NDArray[np.float64]:
    powers = np.exp(scores.astype(np.float64) - scores.max(axis=1, keepdims=True))
    probabilities: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return probabilities
