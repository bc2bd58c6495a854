"""The layers do in NumPy what their definitions say."""

from itertools import product

import numpy as np
import pytest

from vision.reading.network import convolved, normed, pooled, probabilities


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


def test_the_channels_of_every_place_are_brought_to_one_scale():
    scaled = normed(np.random.default_rng(0).normal(3, 7, (4, 5, 64)).astype(np.float32))
    np.testing.assert_allclose(scaled.mean(axis=-1), 0, atol=1e-5)
    np.testing.assert_allclose(scaled.std(axis=-1), 1, atol=1e-3)


def test_of_each_four_neighbours_the_greatest_is_kept_and_an_odd_row_is_left_out():
    signal = np.arange(2 * 5 * 6 * 3, dtype=np.float32).reshape(2, 5, 6, 3)
    halved = pooled(-signal)
    assert halved.shape == (2, 2, 3, 3)
    assert np.array_equal(halved, -signal[:, :4:2, ::2])
    assert np.array_equal(pooled(signal), signal[:, 1:4:2, 1::2])


def test_probabilities_sum_to_one_however_large_the_scores_are():
    shares = probabilities(np.array([[0, 1], [1000, 998], [-1000, -1000]], np.float32))
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    np.testing.assert_allclose(np.log(shares[:, 0] / shares[:, 1]), [-1, 2, 0], atol=1e-6)
