"""Numbers drawn with Pillow's own font are read right, and what is no number is told as none."""

import numpy as np
import pytest

from tests.vision.reading.drawn import draw
from vision.files.pixels import Image
from vision.reading.calibration import NO_NUMBER
from vision.reading.digits import WEIGHTS, read_numbers


def read(crops: list[Image]) -> list[int]:
    return read_numbers(crops).argmax(axis=1).tolist()


def test_every_value_to_40_is_read_with_certainty():
    probabilities = np.exp(read_numbers([draw(str(value)) for value in range(41)]))
    assert probabilities.argmax(axis=1).tolist() == list(range(41))
    assert probabilities.max(axis=1).min() > 0.9


@pytest.mark.parametrize("text", ["?", "A", "Row", "x", "12345"])
def test_other_signs_are_no_number(text: str):
    assert read([draw(text, size=0.45)]) == [NO_NUMBER]


def test_probabilities_sum_to_one_and_exclude_nothing():
    noise = np.random.default_rng(0).integers(0, 256, (5, 44, 56, 3), dtype=np.uint8)
    readings = read_numbers([*noise, draw("12"), draw("")])
    assert readings.shape == (7, 101)
    assert np.allclose(np.exp(readings).sum(axis=1), 1)
    assert np.exp(readings).min() > 5e-6
    assert read_numbers([]).shape == (0, 101)


@pytest.mark.parametrize("shape", [(1, 1, 3), (2, 40, 3), (40, 2, 3), (400, 700, 3)])
def test_odd_shapes_are_read_as_no_number(shape: tuple[int, int, int]):
    assert read([np.full(shape, 255, np.uint8)]) == [NO_NUMBER]


def test_the_weights_are_small_enough_to_ship():
    assert WEIGHTS.stat().st_size <= 200_000
