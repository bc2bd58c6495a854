"""Scores become probabilities by a temperature and a floor."""

import numpy as np

from vision.reading.look.sight import trusted


def test_scores_become_probabilities_by_a_temperature_and_a_floor():
    told = np.array([[0.0, 4.0, 0.0], [2.0, 2.0, -30.0]], np.float32)
    certain = trusted(told, np.array([1.0, 0.0], np.float32))
    np.testing.assert_allclose(certain.sum(axis=1), 1)
    np.testing.assert_allclose(certain[0], np.exp([0, 4, 0]) / np.exp([0, 4, 0]).sum())
    warm = trusted(told, np.array([2.0, 0.0], np.float32))
    np.testing.assert_allclose(np.log(warm[0, 1] / warm[0, 0]), 2)
    floored = trusted(told, np.array([1.0, 0.03], np.float32))
    np.testing.assert_allclose(floored.min(), 0.01, rtol=1e-5)
    np.testing.assert_allclose(floored.sum(axis=1), 1)
