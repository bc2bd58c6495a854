"""The likeliest puzzle is the one that brute force finds."""

from math import exp, log

import pytest

from solver.belief.causes import log_odds
from solver.belief.evidence import Evidence, Hypothesis
from solver.belief.puzzles import FINENESS, PuzzleModel, likeliest_of_few
from solver.deadline import Deadline
from solver.errors import TimedOut
from solver.model import cp_sat
from solver.places import ClueAt, SideAt
from solver.puzzle import Puzzle
from tests.oracle import find_only_water, masses
from tests.solver.belief.looks import evidence_of, small_look, some_sides, unique, with_clue, with_sides

DEPTH = 8.0
NEAR = 20 / FINENESS
"""Log-probabilities are rounded, one for each place."""
FEIGNED = 0.7
"""A border that is open by a cause may be so by its sides, too: up to twice as probable."""


def modelled(evidence: Evidence) -> Hypothesis | None:
    with cp_sat(9, Deadline(60)) as session:
        return PuzzleModel(session, evidence, DEPTH).likeliest("testing")


def test_the_likeliest_puzzle_is_that_of_brute_force_with_a_model_and_without():
    found_without = otherwise = 0
    for one in map(small_look, range(100)):
        least = -log(max(masses(one.evidence).values(), default=exp(-DEPTH)))
        found = modelled(one.evidence)
        without = likeliest_of_few(one.evidence, DEPTH, Deadline(60))
        assert (found.log_odds if found else DEPTH) <= min(least, DEPTH) + NEAR + FEIGNED
        for one_way in filter(None, (found, without)):
            assert log_odds(one.evidence, one_way.puzzle) == pytest.approx(least, abs=NEAR + FEIGNED)
            assert one_way.log_odds == pytest.approx(least, abs=NEAR + FEIGNED)
            assert find_only_water(one_way.puzzle) == one_way.water
        found_without += without is not None
        otherwise += found is not None and found.puzzle != one.puzzle
    assert found_without > 80
    assert otherwise > 3


ONE = Puzzle([3, 3, 3], [3, 3, 3], [[1, 1, 1], [1, 1, 1], [1, 1, 1]])


@pytest.mark.parametrize(("wall", "is_open"), [(2.5, True), (3.5, False)])
def test_a_wall_inside_an_aquarium_is_open_or_closes_the_likeliest_way_around_it(wall: float, is_open: bool):
    found = modelled(with_sides(evidence_of(ONE, wall=3.0), [SideAt(0, 0, below=False)], wall))
    assert found is not None
    assert (found.puzzle.regions == ONE.regions) == is_open
    assert found.log_odds == pytest.approx(min(wall, 3.0), abs=NEAR)
    assert modelled(with_sides(evidence_of(ONE, wall=30.0), [SideAt(0, 0, below=False)], 30.0)) is None


def test_what_is_found_is_the_same_every_time_and_on_time():
    puzzle, _ = unique(5)
    evidence = with_sides(evidence_of(puzzle), some_sides(evidence_of(puzzle), 5, 0.2), -0.4)
    assert modelled(evidence) == modelled(evidence)
    every = with_sides(evidence, some_sides(evidence, 0, 1), 0.1)
    with cp_sat(49, Deadline(0.26)) as session:
        model = PuzzleModel(session, every, DEPTH)
        with pytest.raises(TimedOut, match="out of time while looking for"):
            model.likeliest("looking for one")


def test_an_open_border_is_as_probable_as_its_sides_are_each_or_by_one_cause_together():
    regions = [[1, 1, 1], [1, 1, 1], [2, 2, 2]]
    looks = evidence_of(Puzzle([3, 3, 3], [3, 3, 3], regions))
    odds = [3.0, 2.0, 2.5]
    for col, one in enumerate(odds):
        looks = with_sides(looks, [SideAt(1, col, below=True)], one)
    assert log_odds(looks, ONE) == pytest.approx(-log(exp(-sum(odds)) + exp(-max(odds))))


def test_a_reading_in_which_a_less_probable_change_stands_alone_is_among_the_first():
    puzzle, water = unique(11)
    clues, place = puzzle.row_clues, ClueAt("row", 2)
    wrong = with_clue(evidence_of(puzzle), place, {(clues[2] + 1) % 8: 0.9, clues[2]: 0.0999})
    both = with_clue(wrong, ClueAt("row", 4), {clues[4]: 0.6, (clues[4] + 1) % 8: 0.3999})
    found = likeliest_of_few(both, DEPTH, Deadline(60))
    assert found is not None
    assert (found.puzzle, found.water) == (puzzle, water)
