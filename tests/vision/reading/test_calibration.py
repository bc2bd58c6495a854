"""What is believed of a clue after the networks: nothing is excluded, ink counts, gaps are no misses."""

from math import exp, log

import numpy as np
import pytest

from solver.belief.evidence import Evidence
from vision.reading.calibration import (
    NO_NUMBER,
    less_sure,
    omits_clues,
    to_repair,
    trusted,
    weighed,
    within_line,
    without_gaps,
)
from vision.reading.contents import is_count, is_opposed


def surely(value: int) -> np.ndarray:
    return np.eye(NO_NUMBER + 1)[[value]]


def board(*none: float) -> Evidence:
    """Return evidence of as many rows, and one column, with these probabilities of no clue in the rows."""
    rows = tuple((*(log((1 - p) * share) for share in (0.9, 0.1)), log(p)) for p in none)
    return Evidence(
        (tuple(map(log, (0.97, *[0.01] * 3))),), rows, ((),) * len(none), ((0.0,),) * (len(none) - 1)
    )


def none_after(evidence: Evidence) -> list[float]:
    return [exp(values[-1]) for values in evidence.row_clues]


def test_no_value_is_excluded_by_a_picture():
    believed = trusted(surely(7))
    assert believed.sum() == pytest.approx(1)
    assert believed.argmax() == 7
    assert believed.min() == pytest.approx(1e-3 / 101)


def test_ink_speaks_for_a_number_and_bare_paper_against_it():
    even = np.zeros((3, NO_NUMBER + 1))
    even[:, [5, NO_NUMBER]] = 0.5
    ink, neither, bare = weighed(even, np.array([1, 0, 0], bool), np.array([0, 0, 1], bool))
    assert [ink[NO_NUMBER], neither[NO_NUMBER], bare[NO_NUMBER]] == pytest.approx([1 / 3.5, 0.5, 1000 / 1001])
    assert even[:, 5].tolist() == [0.5] * 3


def test_a_clue_fits_its_line_or_little_is_known_of_it():
    fits, too_large = within_line(np.concatenate([surely(4), surely(9)]), 6)
    assert fits.shape == (8,)
    assert fits.argmax() == 4
    assert fits.min() == pytest.approx(1e-5, rel=0.01)
    assert too_large == pytest.approx(1 / 8)


@pytest.mark.parametrize(
    ("none", "omitted"),
    [
        ((0.9, 0.01, 0.9, 0.01, 0.01), True),
        ((0.9, 0.9, 0.01, 0.01, 0.01), False),
        ((0.9, 0.01, 0.7, 0.01, 0.01), False),
        ((0.9, 0.01, 0.9, *[0.01] * 20), False),
        ((0.9, 0.01, 0.9, *[0.01] * 10), True),
    ],
    ids=["gaps", "neighbours", "one is hard to read", "few of many lines", "more of them"],
)
def test_a_board_omits_clues_if_enough_lines_apart_have_none(none: tuple[float, ...], omitted: bool):
    assert omits_clues(board(*none)) == omitted


def test_where_no_clue_is_omitted_on_purpose_every_line_has_one_unless_it_is_surely_empty():
    assert none_after(without_gaps(board(0.9, 0.5, 0.01))) == pytest.approx([0.9, 0, 0], abs=1e-4)
    assert without_gaps(board(0.9, 0.5, 0.9)) == board(0.9, 0.5, 0.9)


def test_a_repair_takes_no_number_that_is_seen_away():
    assert none_after(to_repair(board(0.9, 0.6, 0.4))) == pytest.approx([0.9, 0.6, 0], abs=1e-4)
    assert none_after(to_repair(board(0.9, 0.6, 0.4), is_unread=True)) == pytest.approx([0, 0, 0], abs=1e-4)


def test_sides_are_less_sure_where_some_must_be_wrong():
    clear = Evidence((), (), ((12.0, -12.0, 3.0),), ())
    assert less_sure(clear) == clear
    doubtful = Evidence((), (), ((12.0, -12.0, 3.0, -1.0),), ((5.0, 4.0),))
    (right,), (below,) = less_sure(doubtful).right, less_sure(doubtful).below
    assert right == pytest.approx((9.6, -9.6, 3.0, -1.0))
    assert below == pytest.approx((4.7, 4.0))


# Numbers that count the lines are no clues; numbers on opposite sides that differ are another puzzle's


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
