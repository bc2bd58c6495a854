"""The network's parts do in NumPy what their definitions say."""

import numpy as np

from vision.reading.layers import load_weights
from vision.reading.network import BORDER, CELL, CORNER, OUTSIDE, SIDE, lattice, scores
from vision.reading.seen import WEIGHTS


def test_the_lattice_has_a_place_for_every_cell_and_inner_side_of_an_oblong_board():
    places = lattice(3, 5)
    assert places.shape == (9, 13)
    assert (places == CELL).sum() == 15
    assert (places == SIDE).sum() == 3 * 4 + 2 * 5
    assert (places == CORNER).sum() == 7 * 11 - 15 - 22
    assert (places[2::2, 2::2][:3, :5] == CELL).all()
    assert (places[2, 3], places[3, 2], places[3, 3], places[1, 2]) == (SIDE, SIDE, CORNER, CORNER)


def test_around_a_small_board_in_a_larger_lattice_nothing_is():
    places = lattice(3, 5, (8, 8))
    assert np.array_equal(places[:8, :12], lattice(3, 5)[:8, :12])
    assert (places[8:] == OUTSIDE).all()
    assert (places[:, 12:] == OUTSIDE).all()


def test_rows_and_columns_are_treated_alike():
    """They are exchanged by exchanging both directions of every kernel, and what lines tell."""
    weights = dict(load_weights(WEIGHTS))
    planes = np.random.default_rng(1).random((24 * 4 + 2 * BORDER, 24 * 6 + 2 * BORDER, 4), np.float32)
    measured = np.random.default_rng(2).random((2 * 3 + 3, 2 * 5 + 3, 3), np.float32)
    size = np.array([0.5], np.float32)
    sides, cells = scores(weights, planes, measured, size)
    turned = {
        name: layer.swapaxes(0, 1) if layer.ndim == 4 and len(layer) > 1 else layer
        for name, layer in weights.items()
    }
    for number in "12":
        turned[f"line{number}.kernel"] = np.roll(weights[f"line{number}.kernel"], 48, axis=2)
    other_sides, other_cells = scores(
        turned, planes.swapaxes(0, 1).copy(), measured.swapaxes(0, 1).copy(), size
    )
    np.testing.assert_allclose(sides[2:-2, 2:-2], other_sides.swapaxes(0, 1)[2:-2, 2:-2], atol=1e-3)
    np.testing.assert_allclose(cells[2:-2, 2:-2], other_cells.swapaxes(0, 1)[2:-2, 2:-2], atol=1e-3)
