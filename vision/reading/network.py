"""A small fully convolutional network over the whole board, run in NumPy.

From the planes of a board it goes to the lattice of its cells, sides and corners, one place each. What stands
there is told by what is seen at it, by the board as a whole, and by the other sides on its line. What puzzle
it is, and which way is up, is told by all places together. The network is trained by
`training.board_network`.

A first layer of patches that do not overlap: Dosovitskiy et al., "An image is worth 16x16 words", 2021.
Convolutions that lead to one vector for the whole board: Hu et al., "Squeeze-and-excitation networks", 2018.
"""

import threading
from functools import cache
from math import prod
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from .flat import BEYOND
from .planes import NEUTRAL, PITCH

Floats = NDArray[np.float32]
Weights = dict[str, Floats]
"""NAME.kernel (side, side, channels in, channels out) and NAME.bias (channels out,) of every layer."""

PuzzleKind = Literal[
    "aquarium", "sudoku", "nonogram", "queens", "kakuro", "kakurasu", "slitherlink", "another", "none"
]
PUZZLES: tuple[PuzzleKind, ...] = get_args(PuzzleKind)
"""What a board may be: puzzles by name, another one, or no puzzle at all."""
WAYS = 4
"""Quarters by which a board may have to be turned clockwise to stand upright: none to three."""

SMALL = 1e-4
"""Least variance of a place's channels when they are brought to one scale."""


@cache
def load_weights(path: Path) -> Weights:
    """Load the weights of a network: see `save_weights`."""
    stored = np.load(path)
    return {name: stored[name].astype(np.float32) for name in stored.dtype.names}


def save_weights(path: Path, weights: Weights) -> None:
    """Write weights as one record, kernels and biases as half floats.

    Compressed they would be smaller by a twentieth, and take six times as long to load.
    """
    halves = {name: layer if name == "trust" else layer.astype(np.float16) for name, layer in weights.items()}
    record = np.empty((), [(name, layer.dtype, layer.shape) for name, layer in halves.items()])
    for name, layer in halves.items():
        record[name] = layer
    np.save(path, record)


class _Room(threading.local):
    """Memory that a thread's convolutions use one after another: fresh pages cost a tenth of the time."""

    held: Floats = np.empty(0, np.float32)

    def of(self, *shape: int) -> Floats:
        """Return an array of a shape, of any content, until the next one is taken."""
        size = prod(shape)
        if len(self.held) < size:
            self.held = np.empty(size, np.float32)
        return self.held[:size].reshape(shape)


_room = _Room()


def convolved(signal: Floats, weights: Weights, name: str, stride: int = 1, pad: int = 0) -> Floats:
    """Return what a convolution makes of a signal, with zeros around it, at every `stride`th place."""
    kernel, bias = weights[f"{name}.kernel"], weights[f"{name}.bias"]
    side, _, depth, channels = kernel.shape
    if side == 1:
        mixed: Floats = signal @ kernel[0, 0] + bias
        return mixed
    count, height, width, _ = signal.shape
    padded = np.pad(signal, ((0, 0), (pad, pad), (pad, pad), (0, 0))) if pad else signal
    rows, cols = ((length + 2 * pad - side) // stride + 1 for length in (height, width))
    n, y, x, c = padded.strides
    # `sliding_window_view` checks far more than is needed here
    windows = as_strided(padded, (count, rows, cols, side, side * depth), (n, stride * y, stride * x, y, c))
    copied = _room.of(*windows.shape)
    copied[:] = windows
    product: Floats = copied.reshape(-1, side * side * depth) @ kernel.reshape(-1, channels)
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


OPEN, WALL, UNSEEN, OUTSIDE, FRAME, CUT = range(6)
"""What a side is: of the board, none of it, its frame, or where the picture ends and the board goes on."""
UNTOLD, FOREIGN, NO_CELL, CLUE = 3, 4, 5, 6
"""Of a place for a cell: neither nothing, nor water, nor a sign for air; no entry, but something that no
player put there, as a frame, a tint, or another puzzle's signs; no cell of the board; and none, but one of
its clues stands there."""
AROUND, CELL, SIDE, CORNER = range(4)
"""Kinds of places: around the proposed lattice, and on it; the frame's sides count as corners."""
RING = 2 * BEYOND + 1
"""Places around the proposed lattice, on every side: those of BEYOND cells, and half of one."""
BORDER = PATCH = PITCH // 4
"""Pixels added to the planes on every side, so that there is a place in every corner: those of a patch."""
PASSES = ("1", "2", "3")
"""Times that every place is told what the whole board, and its line, looks like."""


def places(rows: int, cols: int) -> NDArray[np.int8]:
    """Return what stands at each place, (2 rows + 1 + 2 RING, 2 cols + 1 + 2 RING).

    Cells of the proposed lattice are at [2 row + 1 + RING, 2 col + 1 + RING], every cell at odd places when
    counted from RING.
    """
    kinds = np.full((2 * rows + 1, 2 * cols + 1), CORNER, np.int8)
    kinds[1::2, 1::2] = CELL
    kinds[1::2, 2:-1:2] = SIDE
    kinds[2:-1:2, 1::2] = SIDE
    return np.pad(kinds, RING)


class Places(NamedTuple):
    """Something of every side and cell on a lattice and BEYOND it, which has R rows and C columns so."""

    upright: NDArray[Any]
    """(R, C + 1, …): the sides that lie on column lines."""
    level: NDArray[Any]
    """(R + 1, C, …): those on row lines."""
    cells: NDArray[Any]
    """(R, C, …)"""

    @property
    def inner(self) -> "Places":
        """Those of the lattice alone: of its sides, the inner ones."""
        within, inside = slice(BEYOND, -BEYOND), slice(BEYOND + 1, -BEYOND - 1)
        return Places(self.upright[within, inside], self.level[inside, within], self.cells[within, within])


class Scores(NamedTuple):
    """What the network makes of a board."""

    places: Places
    """(…, 6) of what sides are, see OPEN; and (…, 7) of cells: nothing, water, air, and see UNTOLD."""
    puzzle: Floats
    """(9,) of PUZZLES"""
    up: Floats
    """(4,) of the quarters by which it has to be turned clockwise to stand upright."""


def scores(weights: Weights, planes: NDArray[np.uint8], measured: Floats, size: Floats) -> Scores:
    """Return the scores of what a board's places are, what puzzle it is, and which way is up.

    Parameters
    ----------
    weights
        Those of the network.
    planes
        uint8 (PITCH (R + 1), PITCH (C + 1), planes); R and C are rows and columns of the proposed lattice,
        and BEYOND more on every side.
    measured
        float32 (2 R + 3, 2 C + 3, 3): what was measured at each side (see `seen.measured_at`).
    size
        (1,): what is known of the picture besides, the width of its cells.
    """
    seen = bordered(planes).astype(np.float32) / np.float32(255)
    signal = rectified(convolved(seen[None] - np.float32(0.3), weights, "patches", PATCH))
    signal = rectified(convolved(signal, weights, "places", 2, 1))
    signal = np.concatenate([signal, measured[None]], axis=-1)
    signal = normed(rectified(convolved(signal, weights, "around", 1, 1)))
    signal = signal + convolved(rectified(signal), weights, "beside", 1, 1)
    kinds = places(*((length - 1) // 2 - RING for length in measured.shape[:2]))
    groups = [kinds == kind for kind in (CELL, SIDE, CORNER)]
    lines = along_lines(kinds)
    for number in PASSES:
        told = rectified(convolved(normed(signal), weights, f"tell{number}"))
        means = [told[0, group].mean(axis=0) for group in groups]
        whole = np.concatenate([*means, size])[None, None, None]
        board = rectified(convolved(whole, weights, f"board{number}"))
        factor, shift = np.split(convolved(board, weights, f"film{number}"), 2, axis=-1)
        signal = signal + _of_lines(told[0], lines, weights, number)
        signal = signal + convolved(rectified(normed(signal) * (1 + factor) + shift), weights, f"mix{number}")
        if number != PASSES[-1]:
            signal = signal + convolved(rectified(normed(signal)), weights, f"further{number}", 1, 1)
    signal = rectified(normed(signal))
    sides, cells = (convolved(signal, weights, name)[0] for name in ("sides", "cells"))
    every = Places(sides[2:-2:2, 1:-1:2], sides[1:-1:2, 2:-2:2], cells[2:-2:2, 2:-2:2])
    return Scores(every, *_of_whole(signal, kinds, weights))


def _of_whole(signal: Floats, kinds: NDArray[np.int8], weights: Weights) -> tuple[Floats, Floats]:
    """Return the scores of what puzzle a board is, and of which way is up."""
    told = rectified(convolved(signal, weights, "gather"))[0]
    means = [told[kinds == kind].mean(axis=0) for kind in (AROUND, CELL, SIDE, CORNER)]
    summary = rectified(convolved(np.concatenate(means)[None, None, None], weights, "summary"))
    puzzle, up = (convolved(summary, weights, name)[0, 0, 0] for name in ("puzzle", "up"))
    return puzzle, up


def bordered(planes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return planes with plain paper around them."""
    height, width, depth = planes.shape
    wider = np.empty((height + 2 * BORDER, width + 2 * BORDER, depth), np.uint8)
    wider[:] = NEUTRAL
    wider[BORDER:-BORDER, BORDER:-BORDER] = planes
    return wider


def along_lines(kinds: NDArray[np.int8]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which places (h, w) are sides that stand for their column, and which for their row.

    Those inside the lattice; and of lines on its frame and around it, those beside its rows or columns.
    """
    is_cell, is_side = kinds == CELL, kinds == SIDE
    upright, level = is_cell.any(axis=1)[:, None], is_cell.any(axis=0)[None]
    odd = np.arange(kinds.shape[1]) % 2 == 1, np.arange(kinds.shape[0])[:, None] % 2 == 1
    return is_side | (upright & odd[0]), is_side | (level & odd[1])


def _of_lines(
    told: Floats, lines: tuple[NDArray[np.bool_], NDArray[np.bool_]], weights: Weights, number: str
) -> Floats:
    """Return what every place is told of the mean of the sides on its column and on its row."""
    every: Floats = weights[f"line{number}.bias"]
    for axis, (mask, kernel) in enumerate(
        zip(lines, np.split(weights[f"line{number}.kernel"][0, 0], 2), strict=True)
    ):
        shown = mask[..., None].astype(np.float32)
        mean = (told * shown).sum(axis=axis, keepdims=True) / np.maximum(
            shown.sum(axis=axis, keepdims=True), 1
        )
        every = every + mean @ kernel
    return every
