"""What a reader believes adds up: the likeliest values, and how probable all of them are together."""

from math import exp, log

import pytest

from solver.evidence import Evidence, likeliest


def log_p(*shares: float) -> tuple[float, ...]:
    """Return the natural logarithms of probabilities."""
    return tuple(map(log, shares))


@pytest.mark.parametrize(
    ("shares", "value"),
    [((0.1, 0.7, 0.1, 0.1), 1), ((0.9, 0.05, 0.05), 0), ((0.1, 0.2, 0.3, 0.4), None), ((0.4, 0.4, 0.2), 0)],
)
def test_the_likeliest_value_is_none_where_no_clue_is_likeliest(shares: tuple[float, ...], value: int | None):
    assert likeliest(log_p(*shares)) == value


def test_all_is_as_probable_as_its_clues_and_walls_together():
    evidence = Evidence(
        col_clues=(log_p(0.9, 0.05, 0.05), log_p(0.2, 0.7, 0.1)),
        row_clues=(log_p(0.01, 0.01, 0.98),),
        right=((log(3),), (-log(4),)),
        below=((0.0, log(9)),),
    )
    assert exp(evidence.log_probability) == pytest.approx(0.9 * 0.7 * 0.98 * 0.75 * 0.8 * 0.5 * 0.9)


@pytest.mark.parametrize("odds", [-800.0, -30.0, 30.0, 800.0])
def test_any_certainty_can_be_added(odds: float):
    evidence = Evidence((), (), ((odds,),), ())
    assert evidence.log_probability == pytest.approx(0, abs=1e-12)


def test_a_wall_and_no_wall_are_equally_sure_at_opposite_odds():
    one, other = (Evidence((), (), ((odds,),), ()).log_probability for odds in (1.5, -1.5))
    assert one == other < 0


def test_equal_evidence_is_equal_and_can_be_kept_in_a_set():
    assert len({Evidence((), (), (), ((1.0,),)), Evidence((), (), (), ((1.0,),))}) == 1
