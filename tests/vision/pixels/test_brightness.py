"""How bright pixels are is told by their strongest channel."""

import numpy as np
import pytest

from vision.pixels.brightness import is_dark, strongest_channel


def test_the_strongest_channel_is_the_largest_of_three():
    pixels = np.random.default_rng(1).integers(0, 256, (7, 5, 3), np.uint8)
    assert np.array_equal(strongest_channel(pixels), pixels.max(axis=2))


@pytest.mark.parametrize(("level", "dark"), [(0, True), (109, True), (110, False), (255, False)])
def test_pixels_are_dark_by_the_strongest_channel_of_most_of_them(level: int, dark: bool):
    assert is_dark(np.full((5, 5, 3), level, np.uint8)) == dark
    assert is_dark(np.array([[level, 0, 0]], np.uint8)) == dark
    assert is_dark(np.array([[level] * 3] * 3 + [[255 - level] * 3] * 2, np.uint8)) == dark
