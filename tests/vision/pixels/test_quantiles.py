"""Medians and quantiles are those of NumPy."""

import numpy as np
import pytest

from vision.pixels.quantiles import median, quantile

SHAPES = [(1,), (2,), (7,), (4, 3), (5, 6, 3), (1200,), (2, 1001)]
SHARES = [0.0, 0.1, 0.25, 0.5, 0.8, 1.0]


@pytest.mark.parametrize("kind", [np.uint8, np.int64, np.float32, np.float64])
@pytest.mark.parametrize("shape", SHAPES)
def test_they_are_those_of_numpy_over_all_values_and_along_every_axis(shape: tuple[int, ...], kind: type):
    values = (np.random.default_rng(len(shape)).random(shape) * 255).astype(kind)
    assert median(values) == pytest.approx(float(np.median(values)), abs=1e-4)
    for axis in range(-1, len(shape)):
        np.testing.assert_allclose(median(values, axis), np.median(values, axis), rtol=1e-5)
    for share in SHARES:
        assert quantile(values, share) == pytest.approx(float(np.quantile(values, share)), abs=1e-4)
        np.testing.assert_allclose(quantile(values, share, 0), np.quantile(values, share, 0), rtol=1e-4)


@pytest.mark.parametrize("kind", [np.uint8, np.int64, np.float32])
def test_no_values_have_none(kind: type):
    with pytest.raises(ValueError, match="no values"):
        median(np.zeros(0, kind))
