"""The network's parts do in NumPy what their definitions say."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from vision.reading import digits
from vision.reading.flat import BEYOND
from vision.reading.network import (
    AROUND,
    CELL,
    CLUE,
    CORNER,
    CUT,
    PASSES,
    RING,
    SIDE,
    along_lines,
    convolved,
    load_weights,
    places,
    save_weights,
    scores,
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


def test_sides_stand_for_their_lines_on_the_lattice_and_beside_it():
    upright, level = along_lines(places(3, 5))
    assert upright[RING + 1, 1::2].all()
    assert level[1::2, RING + 1].all()
    assert not level[:, :RING].any()
    assert not upright[:RING].any()


def test_rows_and_columns_are_treated_alike():
    """They are exchanged by exchanging both directions of every kernel, and what lines tell."""
    weights = dict(load_weights(WEIGHTS))
    rows, cols = 3 + 2 * BEYOND, 5 + 2 * BEYOND
    planes = np.random.default_rng(1).integers(
        256, size=(24 * (rows + 1), 24 * (cols + 1), 5), dtype=np.uint8
    )
    measured = np.random.default_rng(2).random((2 * rows + 3, 2 * cols + 3, 3), np.float32)
    size = np.array([0.5], np.float32)
    seen = scores(weights, planes, measured, size)
    assert seen.upright.shape == (rows, cols + 1, CUT + 1)
    assert seen.cells.shape == (rows, cols, CLUE + 1)
    turned = {
        name: layer.swapaxes(0, 1) if layer.ndim == 4 and len(layer) > 1 else layer
        for name, layer in weights.items()
    }
    for number in PASSES:
        turned[f"line{number}.kernel"] = np.roll(weights[f"line{number}.kernel"], 48, axis=2)
    other = scores(turned, planes.swapaxes(0, 1).copy(), measured.swapaxes(0, 1).copy(), size)
    for one, same in ((seen.upright, other.level), (seen.level, other.upright), (seen.cells, other.cells)):
        np.testing.assert_allclose(one, same.swapaxes(0, 1), atol=1e-3)
