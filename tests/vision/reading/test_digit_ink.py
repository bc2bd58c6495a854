"""Ink is brought out of any crop as the network that reads numbers was trained on it."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.reading.drawn import BLACK, WHITE, draw
from vision.files.pixels import Image
from vision.reading.digits import PATCH, ink_of

INK, FAINT = range(2)


def patch(crop: Image, view: int = INK) -> NDArray[np.uint8]:
    return ink_of([crop]).patches[0, ..., view]


def extent(patch: NDArray[np.uint8]) -> tuple[int, int]:
    """Return the height and width of the ink."""
    rows, cols = np.nonzero(patch > 64)
    return int(np.ptp(rows)) + 1, int(np.ptp(cols)) + 1


def test_patches_have_the_size_that_the_network_was_trained_on():
    ink = ink_of([draw("8"), draw("21")])
    assert (ink.patches.shape, ink.strengths.shape) == ((2, *PATCH, 2), (2,))


@pytest.mark.parametrize("cell", [24, 40, 64])
@pytest.mark.parametrize("size", [0.4, 0.7])
def test_a_crop_is_as_high_as_the_patch(cell: int, size: float):
    assert extent(patch(draw("8", cell=cell, size=size)))[0] == pytest.approx(0.7 * size / 1.1 * 32, abs=2)


@pytest.mark.parametrize("columns", [30, 200])
def test_of_a_crop_of_any_width_the_middle_is_in_the_middle(columns: int):
    crop = np.full((40, columns, 3), 255, np.uint8)
    crop[10:30, columns // 2 - 3 : columns // 2 + 3] = 0
    cols = np.nonzero(patch(crop) > 64)[1]
    assert (cols.min() + cols.max() + 1) / 2 == pytest.approx(PATCH[1] / 2, abs=1)


@pytest.mark.parametrize(("ink", "paper"), [(BLACK, WHITE), (WHITE, BLACK), ((190, 190, 190), WHITE)])
def test_ink_is_strong_and_paper_blank_whatever_their_colours(ink: tuple, paper: tuple):
    seen = patch(draw("3", ink=ink, paper=paper))
    assert seen.max() > 240
    assert seen[:3].max() == seen[-3:].max() == 0


def test_faint_ink_beside_a_black_stroke_is_in_full_strength_in_the_second_view():
    crop = draw("5", ink=(200, 200, 200)).copy()
    crop[3:6, 8:-8] = 0
    middle = np.s_[8:-8, 12:-12]
    assert patch(crop)[middle].max() < 100
    assert patch(crop, FAINT)[middle].max() > 200


def test_an_even_slope_of_light_is_paper():
    lit = (draw("5") * np.linspace(0.6, 0.95, 56)[:, None]).astype(np.uint8)
    assert patch(lit, FAINT)[:3].max() < 30


def test_ink_is_as_strong_as_it_differs_from_the_paper_and_grain_is_none():
    grain = np.random.default_rng(0).normal(200, 12, (44, 56, 3)).clip(0, 255).astype(np.uint8)
    black, grey, blank, grainy = ink_of([draw("8"), draw("8", ink=(190,) * 3), draw(""), grain]).strengths
    assert black == pytest.approx(250, abs=25)
    assert grey == pytest.approx(65, abs=10)
    assert blank <= 0
    assert grainy < 0.1 * black
