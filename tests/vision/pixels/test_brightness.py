"""How bright pixels are is told by their strongest channel."""

import numpy as np
import pytest

from vision.pixels.brightness import is_dark, strongest_channel
from vision.pixels.quantiles import median, quantile


def test_the_strongest_channel_is_the_largest_of_three():
    pixels = np.random.default_rng(1).integers(0, 256, (7, 5, 3), np.uint8)
    assert np.array_equal(strongest_channel(pixels), pixels.max(axis=2))


@pytest.mark.parametrize(("level", "dark"), [(0, True), (109, True), (110, False), (255, False)])
def test_pixels_are_dark_by_the_strongest_channel_of_most_of_them(level: int, dark: bool):
    assert is_dark(np.full((5, 5, 3), level, np.uint8)) == dark
    assert is_dark(np.array([[level, 0, 0]], np.uint8)) == dark
    assert is_dark(np.array([[level] * 3] * 3 + [[255 - level] * 3] * 2, np.uint8)) == dark


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
