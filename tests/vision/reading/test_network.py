"""The network's parts do in NumPy what their definitions say."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from vision.reading import digits
from vision.reading.network import (
    AROUND,
    CELL,
    CORNER,
    RING,
    SIDE,
    convolved,
    load_weights,
    places,
    save_weights,
)
from vision.reading.seen import WEIGHTS


@pytest.mark.parametrize(("side", "stride", "pad"), [(1, 1, 0), (3, 1, 1), (4, 2, 1), (5, 3, 1)])
def test_a_convolution_weighs_what_lies_in_every_window(side: int, stride: int, pad: int):
    rng = np.random.default_rng(side)
    signal = rng.standard_normal((2, 11, 14, 3), np.float32)
    kernel, bias = rng.standard_normal((side, side, 3, 5), np.float32), rng.standard_normal(5, np.float32)
    padded = np.pad(signal, ((0, 0), (pad, pad), (pad, pad), (0, 0)))
    rows, cols = ((length + 2 * pad - side) // stride + 1 for length in signal.shape[1:3])
    expected = np.empty((2, rows, cols, 5))
    for one, row, col in product(range(2), range(rows), range(cols)):
        window = padded[one, stride * row : stride * row + side, stride * col : stride * col + side]
        expected[one, row, col] = np.tensordot(window, kernel, axes=3) + bias
    found = convolved(signal, {"layer.kernel": kernel, "layer.bias": bias}, "layer", stride, pad)
    np.testing.assert_allclose(found, expected, atol=1e-4)


def test_weights_are_written_as_they_are_stored(tmp_path: Path):
    for path in (WEIGHTS, digits.WEIGHTS):
        copy = tmp_path / path.name
        save_weights(copy, load_weights(path))
        assert copy.read_bytes() == path.read_bytes()
    drawn = {"a.kernel": np.float32([[1 / 3]]), "a.bias": np.float32([-2]), "trust": np.float32([[1 / 3]])}
    save_weights(tmp_path / "drawn.npy", drawn)
    loaded = load_weights(tmp_path / "drawn.npy")
    assert {name: layer.tolist() for name, layer in loaded.items()} == {
        "a.kernel": [[float(np.float16(1 / 3))]], "a.bias": [-2.0], "trust": [[float(np.float32(1 / 3))]],
    }  # fmt: skip


def test_there_is_a_place_for_every_cell_and_inner_side_of_an_oblong_lattice_and_around_it():
    kinds = places(3, 5)
    assert kinds.shape == (7 + 2 * RING, 11 + 2 * RING)
    assert (kinds == CELL).sum() == 15
    assert (kinds == SIDE).sum() == 3 * 4 + 2 * 5
    assert (kinds == CORNER).sum() == 7 * 11 - 15 - 22
    inner = kinds[RING:-RING, RING:-RING]
    assert (inner[1::2, 1::2] == CELL).all()
    assert (inner[1, 2], inner[2, 1], inner[2, 2], inner[0, 1]) == (SIDE, SIDE, CORNER, CORNER)
    assert (kinds[:RING] == AROUND).all()
