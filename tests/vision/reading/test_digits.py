"""Numbers drawn with Pillow's own font are read right, and what is no number is told as none."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.reading.drawn import draw
from vision.files.pixels import Image
from vision.reading.calibration import NO_NUMBER, trusted
from vision.reading.digits import PATCH, WEIGHTS, Ink, ink_of, paper_around, read_patches


def in_window(crop: Image) -> Ink:
    """Bring out the ink of one crop, uint8 (H, W, 3) RGB, of which all the height is seen, and the middle."""
    rows, cols = PATCH
    width = max(2, round(crop.shape[1] * rows / len(crop)))
    way = cv2.INTER_AREA if len(crop) > rows else cv2.INTER_LINEAR
    start = max(0, width - cols) // 2
    seen = cv2.resize(crop, (width, rows), interpolation=way)[:, start : start + cols].astype(np.uint8)
    return ink_of(seen[None], paper_around(seen)[None], left=(cols - seen.shape[1]) // 2)


def read_numbers(crops: list[Image]) -> NDArray[np.float64]:
    """Return (n, 101) natural logarithms of probabilities of the numbers that stand alone in crops."""
    patches = [in_window(crop).patches for crop in crops]
    return np.log(trusted(read_patches(np.concatenate([np.zeros((0, *PATCH, 2), np.uint8), *patches])).alone))


def read(crops: list[Image]) -> list[int]:
    return read_numbers(crops).argmax(axis=1).tolist()


def test_every_value_to_40_is_read_with_certainty():
    probabilities = np.exp(read_numbers([draw(str(value)) for value in range(41)]))
    assert probabilities.argmax(axis=1).tolist() == list(range(41))
    assert probabilities.max(axis=1).min() > 0.9


def test_other_signs_and_odd_shapes_are_no_number():
    signs = [draw(text, size=0.45) for text in ("?", "A", "Row", "x", "12345")]
    shapes = [np.full(shape, 255, np.uint8) for shape in ((1, 1, 3), (2, 40, 3), (40, 2, 3), (400, 700, 3))]
    assert read([*signs, *shapes]) == [NO_NUMBER] * 9


def test_probabilities_sum_to_one_and_exclude_nothing():
    noise = np.random.default_rng(0).integers(0, 256, (5, 44, 56, 3), dtype=np.uint8)
    readings = read_numbers([*noise, draw("12"), draw("")])
    assert readings.shape == (7, 101)
    assert np.allclose(np.exp(readings).sum(axis=1), 1)
    assert np.exp(readings).min() > 5e-6
    assert read_numbers([]).shape == (0, 101)


def test_the_weights_are_small_enough_to_ship():
    assert WEIGHTS.stat().st_size <= 850_000


# Ink is brought out of any crop as the network that reads numbers was trained on it


INK, FAINT = range(2)


def patch(crop: Image, view: int = INK) -> NDArray[np.uint8]:
    return in_window(crop).patches[0, ..., view]


def test_faint_ink_beside_a_black_stroke_is_in_full_strength_in_the_second_view():
    crop = draw("5", ink=(200, 200, 200)).copy()
    crop[3:6, 8:-8] = 0
    middle = np.s_[8:-8, 12:-12]
    assert patch(crop)[middle].max() < 100
    assert patch(crop, FAINT)[middle].max() > 200


def test_ink_is_as_strong_as_it_differs_from_the_paper_and_grain_is_none():
    grain = np.random.default_rng(0).normal(200, 12, (44, 56, 3)).clip(0, 255).astype(np.uint8)
    crops = draw("8"), draw("8", ink=(190,) * 3), draw(""), grain
    black, grey, blank, grainy = (in_window(crop).strengths[0] for crop in crops)
    assert black == pytest.approx(250, abs=25)
    assert grey == pytest.approx(65, abs=10)
    assert blank <= 0
    assert grainy < 0.1 * black
