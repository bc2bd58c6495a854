"""All ways to take likely places are counted as brute force over all walls and clues counts them."""

from functools import cache

import numpy as np
import pytest

from solver.belief.likely_boards import LikelyBoards
from solver.belief.lookalikes import LOOKALIKE, find_lookalikes
from solver.belief.repair import LIKELY, check_rivals
from solver.deadline import Deadline
from solver.places import SideAt, is_wall
from solver.solving import find_only_water
from tests.solver.belief.test_posterior import Seen, seen
from tests.solver.belief.test_repair import evidence_of, unique, with_side

SEEDS = range(250)
NOTHING = 1e-9
"""Doubt of the places that are not likely."""


def boards_of(one: Seen) -> LikelyBoards:
    return LikelyBoards(one.evidence, one.puzzle, one.water, LIKELY[0], Deadline(5))


@cache
def compared() -> list[tuple[Seen, LikelyBoards]]:
    """Return evidence of which all is likely or nothing, and every clue is there."""
    pairs = [(one, boards_of(one)) for one in (seen(seed, NOTHING) for seed in SEEDS if seed % 4 != 1)]
    return [(one, boards) for one, boards in pairs if boards.waters is not None]


def test_the_puzzles_with_the_water_told_are_all_counted() -> None:
    several = 0
    for one, boards in compared():
        clues = (*one.puzzle.col_clues, *one.puzzle.row_clues)
        same = [
            mass / one.told
            for (_, other, water), mass in one.masses.items()
            if water == one.water and other == clues
        ]
        assert boards.sums.told + boards.sums.skipped == pytest.approx(sum(same), abs=1e-4)
        several += boards.sums.told > 1.01
    assert several > 10


def test_the_puzzles_with_other_water_are_all_counted_and_no_board_with_several() -> None:
    some = 0
    for one, boards in compared():
        others = sum(mass for (_, _, water), mass in one.masses.items() if water != one.water) / one.told
        assert boards.sums.rivals + boards.sums.skipped == pytest.approx(others, rel=0.01, abs=1e-3)
        some += others > 0.01
    assert some > 10


def test_the_nearest_rival_is_a_puzzle_with_other_water() -> None:
    found = 0
    for _, boards in compared():
        if boards.sums.rivals > 0.01:
            water = find_only_water(boards.nearest_rival())
            assert water not in (None, boards.water)
            found += 1
    assert found > 10


def test_all_walls_that_may_be_otherwise_with_the_same_water_are_named() -> None:
    found = 0
    for one, boards in compared():
        named = {change.place for change in find_lookalikes(one.evidence, one.puzzle, one.water, 5)}
        likely = [regions for (regions, _), mass in one.lookalikes.items() if mass > 1e-3]
        if boards.sums.told > 1 + LOOKALIKE:
            sides = [side for side, _ in one.evidence.sides()]
            for regions in likely:
                other = {
                    side for side in sides if is_wall(regions, side) != is_wall(one.puzzle.regions, side)
                }
                assert named >= other
            found += len(likely) > 1
    assert found > 10


@pytest.mark.parametrize("seed", range(3))
def test_many_sides_of_which_nothing_is_known_take_little_work(seed: int) -> None:
    puzzle, water = unique(seed, 10, 10)
    evidence = evidence_of(puzzle)
    rng = np.random.default_rng(seed)
    start = rng.integers(0, 7, 2)
    inside = [
        SideAt(int(start[0]) + row, int(start[1]) + col, bool(below))
        for row in range(2)
        for col in range(3)
        for below in (0, 1)
    ]
    for side in inside:
        evidence = with_side(evidence, side, 0.0)
    deadline = Deadline(2)
    try:
        check_rivals(evidence, puzzle, water, deadline)
    finally:
        assert deadline.work_left > 1.5
