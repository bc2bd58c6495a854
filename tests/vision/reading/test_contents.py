"""Numbers that count the lines are no clues; numbers on opposite sides that differ are another puzzle's."""

import numpy as np
import pytest

from vision.reading.calibration import NO_NUMBER
from vision.reading.contents import is_count, is_opposed


def margin(*numbers: int, sure: float = 0.99) -> np.ndarray:
    """Return the probabilities of the numbers of a margin."""
    told = np.full((len(numbers), NO_NUMBER + 1), (1 - sure) / NO_NUMBER)
    told[range(len(numbers)), numbers] = sure
    return told


@pytest.mark.parametrize(
    ("numbers", "counts"),
    [((1, 2, 3, 4, 5), True), ((5, 4, 3, 2, 1), True), ((1, 2, 3, 4, 9), True), ((2, 2, 3, 1, 5), False)],
)
def test_numbers_from_1_on_count_the_lines_unless_they_are_hardly_read(
    numbers: tuple[int, ...], counts: bool
):
    assert is_count(margin(*numbers)) == counts
    assert not is_count(margin(*numbers, sure=0.4))


def test_numbers_on_opposite_sides_may_be_the_same_and_not_others():
    own = margin(3, 1, 4, 1, 5)
    assert not is_opposed([own, own])
    assert is_opposed([own, margin(2, 7, 1, 8, 2)])
