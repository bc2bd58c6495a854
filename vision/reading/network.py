"""A small fully convolutional network over the whole board, run in NumPy.

From the planes of a board it goes to the lattice of its cells, sides and corners, one place each. What stands
there is told by what is seen at it, by the board as a whole, and by the other sides on its line. The network
is trained by `training.board_network`.

Convolutions that lead to one vector for the whole board: Hu et al., "Squeeze-and-excitation networks", 2018.
"""

import numpy as np
from numpy.typing import NDArray

from .layers import Floats, Weights, convolved, normed, rectified

OUTSIDE, CELL, SIDE, CORNER = 0, 1, 2, 3
"""Kinds of places of the lattice; the frame's sides count as corners: nothing is asked of them."""
BORDER = 6
"""Pixels added to the planes on every side, so that the lattice is a ring larger than the board."""
PASSES = ("1", "2")
"""Times that every place is told what the whole board, and its line, looks like."""


def lattice(rows: int, cols: int, most: tuple[int, int] | None = None) -> NDArray[np.int8]:
    """Return what stands at each place, (2 rows + 3, 2 cols + 3): cells at [2 row + 2, 2 col + 2].

    Around a board that is smaller than `most` (rows, cols), nothing is.
    """
    high, wide = most or (rows, cols)
    places = np.zeros((2 * high + 3, 2 * wide + 3), np.int8)
    places[1 : 2 * rows + 2, 1 : 2 * cols + 2] = CORNER
    places[2 : 2 * rows + 1 : 2, 2 : 2 * cols + 1 : 2] = CELL
    places[2 : 2 * rows + 1 : 2, 3 : 2 * cols : 2] = SIDE
    places[3 : 2 * rows : 2, 2 : 2 * cols + 1 : 2] = SIDE
    return places


def scores(weights: Weights, planes: Floats, measured: Floats, size: Floats) -> tuple[Floats, Floats]:
    """Return the scores of all sides and of all cells.

    Parameters
    ----------
    weights
        Those of the network.
    planes
        float32 (24 (rows + 1) + 12, 24 (cols + 1) + 12, planes), 0 to 1.
    measured
        float32 (2 rows + 3, 2 cols + 3, 3): what was measured at each side (see `sight.measured_at`).
    size
        (1,): what is known of the picture besides, the width of its cells.

    Returns
    -------
    tuple
        (2 rows + 3, 2 cols + 3, 3) scores of open, wall and unseen; and as many places with four scores:
        nothing, water, air and what cannot be told. Only those of sides, and of cells, mean anything.
    """
    signal = rectified(convolved(planes[None] - np.float32(0.3), weights, "edges", 2, 1))
    signal = rectified(convolved(signal, weights, "lines", 2, 1))
    signal = rectified(convolved(signal, weights, "places", 3, 1))
    signal = np.concatenate([signal, measured[None]], axis=-1)
    signal = normed(rectified(convolved(signal, weights, "around", 1, 1)))
    signal = signal + convolved(rectified(signal), weights, "beside", 1, 1)
    places = lattice(*(length // 2 - 1 for length in measured.shape[:2]))
    groups = [places == kind for kind in (CELL, SIDE, CORNER)]
    for number in PASSES:
        told = rectified(convolved(normed(signal), weights, f"tell{number}"))
        means = [told[0, group].mean(axis=0) for group in groups]
        whole = np.concatenate([*means, size])[None, None, None]
        board = rectified(convolved(whole, weights, f"board{number}"))
        factor, shift = np.split(convolved(board, weights, f"film{number}"), 2, axis=-1)
        signal = signal + _along_lines(told[0], groups[1], weights, number)
        signal = signal + convolved(rectified(normed(signal) * (1 + factor) + shift), weights, f"mix{number}")
        if number != PASSES[-1]:
            signal = signal + convolved(rectified(normed(signal)), weights, "further", 1, 1)
    signal = rectified(normed(signal))
    return convolved(signal, weights, "sides")[0], convolved(signal, weights, "cells")[0]


def _along_lines(told: Floats, sides: NDArray[np.bool_], weights: Weights, number: str) -> Floats:
    """Return what every place is told of the mean of the sides on its column and on its row."""
    kernel, bias = weights[f"line{number}.kernel"][0, 0], weights[f"line{number}.bias"]
    mask = sides[..., None].astype(np.float32)
    inside, (in_column, in_row) = told * mask, np.split(kernel, 2)
    columns = inside.sum(axis=0, keepdims=True) / np.maximum(mask.sum(axis=0, keepdims=True), 1)
    rows = inside.sum(axis=1, keepdims=True) / np.maximum(mask.sum(axis=1, keepdims=True), 1)
    every: Floats = columns @ in_column + rows @ in_row + bias
    return every
