"""Ink is brought out of any crop in the two forms that the networks were trained on."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.reading.drawn import BLACK, WHITE, draw
from vision.files.pixels import Image
from vision.reading.digits import DIGIT_GAP, EDGE_GAP, glyph_patches


def patches(crop: Image) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    (number,), (around,) = glyph_patches([crop])
    return number, around


def extent(patch: NDArray[np.uint8]) -> tuple[int, int]:
    """Return the height and width of the ink."""
    rows, cols = np.nonzero(patch > 64)
    return int(np.ptp(rows)) + 1, int(np.ptp(cols)) + 1


def test_patches_have_the_sizes_the_networks_were_trained_on():
    number_patches, crop_patches = glyph_patches([draw("8"), draw("21")])
    assert (number_patches.shape, crop_patches.shape) == ((2, 28, 40), (2, 32, 48))


@pytest.mark.parametrize("cell", [24, 40, 64])
@pytest.mark.parametrize("size", [0.4, 0.7])
def test_the_number_is_brought_to_one_height_and_its_surroundings_keep_their_scale(cell: int, size: float):
    number, around = patches(draw("8", cell=cell, size=size))
    assert extent(number)[0] == pytest.approx(20, abs=2)
    assert extent(around)[0] == pytest.approx(0.7 * size / 1.1 * 32, abs=2)


def test_a_wide_number_is_made_to_fit():
    assert extent(patches(draw("888", size=0.4))[0])[1] <= 37


@pytest.mark.parametrize("at", [0.05, 0.95])
def test_the_number_stands_in_the_middle_wherever_it_was(at: float):
    for patch in patches(draw("7", at=at)):
        cols = np.nonzero(patch > 64)[1]
        assert (cols.min() + cols.max() + 1) / 2 == pytest.approx(patch.shape[1] / 2, abs=1.5)


@pytest.mark.parametrize(("ink", "paper"), [(BLACK, WHITE), (WHITE, BLACK), ((190, 190, 190), WHITE)])
def test_ink_is_strong_and_paper_blank_whatever_their_colours(ink: tuple, paper: tuple):
    number, around = patches(draw("3", ink=ink, paper=paper))
    assert number.max() > 240
    assert around[:3].max() == around[-3:].max() == 0


def test_frames_and_rules_at_the_edges_are_wiped_out():
    plain = draw("5")
    framed = plain.copy()
    framed[-3:], framed[:, :2] = 0, 128
    for one, other in zip(patches(plain), patches(framed), strict=True):
        assert np.abs(one.astype(int) - other).mean() < 4


def test_an_even_slope_of_light_is_paper():
    lit = (draw("5") * np.linspace(0.6, 0.95, 56)[:, None]).astype(np.uint8)
    assert patches(lit)[1][:4].max() < 30


def test_a_neighbour_that_looks_in_at_the_side_is_not_the_number():
    crop = draw("7", size=0.5).copy()
    crop[10:34, :3] = 0
    plain = patches(draw("7", size=0.5))[0]
    assert np.abs(patches(crop)[0].astype(int) - plain).mean() < 12


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_neighbour_that_the_edge_cuts_is_not_the_number_though_it_stands_as_near_as_a_digit(side: str):
    crop = draw("7", size=0.5)
    plain = patches(crop)[0].astype(int)
    rows, cols = np.nonzero(crop.min(axis=2) < 128)
    gap = round((EDGE_GAP + DIGIT_GAP) / 2 * (np.ptp(rows) + 1))
    if side == "left":
        near = crop[:, cols.min() - gap - 3 :].copy()
        near[10:34, :3] = 0
    else:
        near = crop[:, : cols.max() + 1 + gap + 3].copy()
        near[10:34, -3:] = 0
    assert np.abs(patches(near)[0].astype(int) - plain).mean() < 12
