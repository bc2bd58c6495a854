"""Ink is brought out of any crop as the network that reads numbers was trained on it."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.reading.drawn import draw
from vision.files.pixels import Image
from vision.reading.digits import ink_of

INK, FAINT = range(2)


def patch(crop: Image, view: int = INK) -> NDArray[np.uint8]:
    return ink_of([crop]).patches[0, ..., view]


def test_faint_ink_beside_a_black_stroke_is_in_full_strength_in_the_second_view():
    crop = draw("5", ink=(200, 200, 200)).copy()
    crop[3:6, 8:-8] = 0
    middle = np.s_[8:-8, 12:-12]
    assert patch(crop)[middle].max() < 100
    assert patch(crop, FAINT)[middle].max() > 200


def test_ink_is_as_strong_as_it_differs_from_the_paper_and_grain_is_none():
    grain = np.random.default_rng(0).normal(200, 12, (44, 56, 3)).clip(0, 255).astype(np.uint8)
    black, grey, blank, grainy = ink_of([draw("8"), draw("8", ink=(190,) * 3), draw(""), grain]).strengths
    assert black == pytest.approx(250, abs=25)
    assert grey == pytest.approx(65, abs=10)
    assert blank <= 0
    assert grainy < 0.1 * black
