"""Scores become probabilities by a temperature that rises with the doubt on the board."""

from math import log

import numpy as np

from vision.reading.look.sight import doubt, trusted


def test_scores_become_probabilities_by_a_temperature():
    told = np.array([[0.0, 4.0, 0.0], [2.0, 2.0, -30.0]], np.float32)
    (certain,) = trusted((told,), np.array([1.0, 0.0], np.float32))
    np.testing.assert_allclose(certain.sum(axis=1), 1)
    np.testing.assert_allclose(certain[0], np.exp([0, 4, 0]) / np.exp([0, 4, 0]).sum())
    (warm,) = trusted((told,), np.array([2.0, 0.0], np.float32))
    np.testing.assert_allclose(np.log(warm[0, 1] / warm[0, 0]), 2)


def test_what_is_doubtful_elsewhere_on_the_board_makes_every_place_more_doubtful():
    trust = np.array([1.0, 2.0], np.float32)
    clear, unclear = np.array([[9.0, 0, 0]], np.float32), np.array([[0.1, 0, 0]], np.float32)
    (alone,), (beside, _) = trusted((clear,), trust), trusted((clear, unclear), trust)
    assert doubt((clear,)) < doubt((clear, unclear)) < doubt((unclear,))
    assert beside.max() < alone.max()
    np.testing.assert_allclose(doubt((0 * clear,)) ** 2, log(3))
