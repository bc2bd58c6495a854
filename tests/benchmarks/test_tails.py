"""Which sides count together, which of them were wrong, and what their number allows to say."""

from math import log

import numpy as np
import pytest

from benchmarks.tails import IMPOSSIBLE, Believed, SeenSides, borders, open_runs, other_values

ODDS = [5, -4, 3, -6, -8, -7, -9]
"""Of two rows of three cells: a wall right of the first column, nothing else."""


def board(*wrong: int) -> SeenSides:
    """Return the board, some of its sides otherwise than they look."""
    odds = np.array(ODDS, float)
    return SeenSides((2, 3), odds, (odds > 0) ^ np.isin(np.arange(7), wrong))


def told(some: Believed) -> list[tuple[float, int, bool]]:
    """Return the surest side, the number of sides and whether all are wrong, of every group."""
    return sorted(zip(some.log_odds.tolist(), some.sides.tolist(), some.is_wrong.tolist(), strict=True))


@pytest.mark.parametrize(("wrong", "is_lost"), [((), False), ((0,), False), ((0, 2), True)])
def test_a_border_is_lost_where_all_of_its_walls_are_none(wrong: tuple[int, ...], is_lost: bool):
    found = borders([board(*wrong)])
    assert told(found) == [(5, 2, is_lost)]
    assert found.probability == pytest.approx([1 / (1 + np.exp(8))])


def test_open_sides_of_a_line_inside_an_aquarium_are_one_run():
    assert told(open_runs([board(1, 3, 5)])) == [(6, 2, True), (8, 1, False), (9, 2, False)]


def test_each_value_of_a_clue_but_the_one_taken_may_be_the_true_one():
    log_p = np.array([[log(0.7), log(0.2), log(0.1)], [log(0.9), log(0.1), IMPOSSIBLE]])
    found = other_values(log_p, np.array([2, 0]))
    assert found.probability == pytest.approx([0.2, 0.1, 0.1])
    assert found.log_odds == pytest.approx([log(3.5), log(7), log(9)])
    assert found.is_wrong.tolist() == [False, True, False]
