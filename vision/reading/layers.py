"""Layers of small convolutional networks in NumPy: the one that looks at boards, those that read numbers.

Signals are float32 (n, height, width, channels).
"""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Weights = dict[str, Floats]
"""NAME.kernel (side, side, channels in, channels out) and NAME.bias (channels out,) of every layer."""

SMALL = 1e-4
"""Least variance of a place's channels when they are brought to one scale."""


@cache
def load_weights(path: Path) -> Weights:
    """Load the weights of a network, stored as half floats."""
    with np.load(path) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def convolved(signal: Floats, weights: Weights, name: str, stride: int = 1, pad: int = 0) -> Floats:
    """Return what a convolution makes of a signal, with zeros around it, at every `stride`th place."""
    kernel, bias = weights[f"{name}.kernel"], weights[f"{name}.bias"]
    side, _, depth, channels = kernel.shape
    if side == 1:
        mixed: Floats = signal @ kernel[0, 0] + bias
        return mixed
    count, height, width, _ = signal.shape
    padded = np.zeros((count, height + 2 * pad, width + 2 * pad, depth), np.float32)
    padded[:, pad : pad + height, pad : pad + width] = signal
    rows, cols = ((length + 2 * pad - side) // stride + 1 for length in (height, width))
    n, y, x, c = padded.strides
    # `sliding_window_view` checks far more than is needed here
    windows = as_strided(padded, (count, rows, cols, side, side * depth), (n, stride * y, stride * x, y, c))
    product: Floats = windows.reshape(-1, side * side * depth) @ kernel.reshape(-1, channels)
    product += bias
    return product.reshape(count, rows, cols, channels)


def rectified(signal: Floats) -> Floats:
    """Cut a signal off below zero."""
    return np.maximum(signal, 0)


def normed(signal: Floats) -> Floats:
    """Bring the channels of each place to mean 0 and variance 1."""
    off = signal - signal.mean(axis=-1, keepdims=True)
    variance = np.einsum("...c,...c->...", off, off)[..., None] / np.float32(signal.shape[-1])
    scaled: Floats = off / np.sqrt(variance + np.float32(SMALL))
    return scaled


def pooled(signal: Floats) -> Floats:
    """Halve height and width, keeping the greatest of each four neighbours."""
    height, width = (length // 2 * 2 for length in signal.shape[1:3])
    even = signal[:, :height, :width]
    rows = np.maximum(even[:, ::2], even[:, 1::2])
    return np.maximum(rows[:, :, ::2], rows[:, :, 1::2])


def probabilities(scores: Floats) -> NDArray[np.float64]:
    """Return the probabilities (…, classes) that scores stand for."""
    powers = np.exp(scores.astype(np.float64) - scores.max(axis=-1, keepdims=True))
    shares: NDArray[np.float64] = powers / powers.sum(axis=-1, keepdims=True)
    return shares
