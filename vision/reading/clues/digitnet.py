"""Crops with one number each → how probable every value 0 to 99 is, and that there is no number.

Two small networks look at the same ink in two ways and their probabilities are averaged: one sees the number
alone, brought to one size; the other the crop around it, as large as it is. A wrong guess at how far the
number extends misleads the first only, so the two then differ and the reading is rightly unsure.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from ...files.pixels import Image
from ..calibration import NO_NUMBER, trusted
from .glyphs import Ink, glyph_patches

Floats = NDArray[np.float32]

WEIGHTS = Path(__file__).with_name("digits.npy")
"""One record of half floats: kernel and bias of every `Layer`, in order, those of the number first."""
POOLED = (1, 2)
"""Convolutions, from 0, after which the greatest of each four neighbours is kept."""
BATCH = 20
"""Numbers taken through a network at once: what is worked on still fits the processor's cache, and no product
of matrices is so large that BLAS shares it out among threads, which takes longer than the product."""


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
    number, crop = (_probabilities(*view) for view in zip(patches, _networks(), strict=True))
    readings: NDArray[np.float64] = np.log(trusted((number + crop) / 2))
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


def load_networks() -> tuple[list[Layer], list[Layer]]:
    """Load the weights: the network for the number alone and the one for the whole crop."""
    stored = np.load(WEIGHTS)
    return _layers(stored, "number"), _layers(stored, "crop")


def _layers(stored: NDArray[np.void], network: str) -> list[Layer]:
    names = [name for name in stored.dtype.names or () if name.startswith(network)]
    weights = [stored[name].astype(np.float32) for name in names]
    return [Layer(*layer) for layer in zip(weights[::2], weights[1::2], strict=True)]


@cache
def _networks() -> tuple[list[Layer], list[Layer]]:
    """Return the same with each kernel as a matrix (outputs, inputs) and each bias as (outputs, BATCH).

    Inputs are ordered as the windows of `_windows` are: column, row, channel; those of the first convolution,
    which has one channel, row and column.
    """
    number, crop = load_networks()
    return [_as_matrix(layer) for layer in number], [_as_matrix(layer) for layer in crop]


def _as_matrix(layer: Layer) -> Layer:
    kernel, bias = layer
    if kernel.ndim == 4 and kernel.shape[2] > 1:
        kernel = kernel.swapaxes(0, 1)
    matrix = np.ascontiguousarray(kernel.reshape(-1, len(bias)).T)
    return Layer(matrix, np.repeat(bias[:, None], BATCH, axis=1))


def _probabilities(patches: Ink, network: list[Layer]) -> NDArray[np.float64]:
    batches = np.array_split(patches, max(1, -(-len(patches) // BATCH)))
    return value_probabilities(np.concatenate([_scores(batch, network) for batch in batches]))


def _scores(patches: Ink, network: list[Layer]) -> Floats:
    """Return (n, 21) scores of patches (n, h, w).

    Signals are (h, w, channels, n): what the numbers of a batch have at one place lies side by side, and all
    that is done to them is done to long rows.
    """
    (first, bias), *convolutions, last = network
    count = len(patches)
    signal: Floats = first @ _first_windows(patches)
    signal += bias[:, :count]
    for place, (kernel, bias) in enumerate(convolutions, 1):
        signal = kernel @ _windows(signal)
        signal = _pooled(signal) if place in POOLED else signal
        signal += bias[:, :count]
    flat = np.maximum(signal, 0).reshape(last.kernel.shape[1], count)
    scores: Floats = last.kernel @ flat + last.bias[:, :count]
    return scores.T


def _first_windows(patches: Ink) -> Floats:
    """Lay out the windows of 5 x 5 pixels around every other one: float32 (h / 2, w / 2, 25, n), 0 to 1."""
    count, height, width = patches.shape
    padded = np.zeros((height + 4, width + 4, count), np.float32)
    np.multiply(patches.transpose(1, 2, 0), np.float32(1 / 255), out=padded[2:-2, 2:-2])
    y, x, n = padded.strides
    windows = as_strided(padded, (height // 2, width // 2, 5, 5 * count), (2 * y, 2 * x, y, n))
    return windows.reshape(height // 2, width // 2, 25, count)


def _windows(signal: Floats) -> Floats:
    """Cut a signal (h, w, c, n) off below zero; return its windows of 3 x 3 places as (h, w, 9 c, n).

    Only the three rows of a window are copied, to lie beside each other; its columns then do so too.
    """
    height, width, channels, count = signal.shape
    rows = np.zeros((height, width + 2, 3, channels, count), np.float32)
    np.maximum(signal[:-1], 0, out=rows[1:, 1:-1, 0])
    np.maximum(signal, 0, out=rows[:, 1:-1, 1])
    np.maximum(signal[1:], 0, out=rows[:-1, 1:-1, 2])
    y, x, _, _, n = rows.strides
    # `sliding_window_view` checks far more than is needed here.
    return as_strided(rows, (height, width, 9 * channels, count), (y, x, n * count, n))


def _pooled(signal: Floats) -> Floats:
    """Halve (h, w, c, n), keeping the greatest of each four; before bias and rectifier, for less work."""
    height, width = signal.shape[:2]
    even = signal[: height // 2 * 2, : width // 2 * 2]
    rows = np.maximum(even[::2], even[1::2])
    pooled: Floats = np.maximum(rows[:, ::2], rows[:, 1::2])
    return pooled


def _softmax(scores: Floats) -> NDArray[np.float64]:
    powers = np.exp(scores.astype(np.float64) - scores.max(axis=1, keepdims=True))
    probabilities: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return probabilities
