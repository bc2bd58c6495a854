"""The bound is never below what brute force finds, and close enough for clear pictures."""

from dataclasses import replace
from itertools import product
from math import exp, prod

import pytest

from solver.belief.hypothesis import Hypothesis
from solver.belief.quick import _clue_masses, bound_rivals, bound_same_water, counts_of, least_probability
from solver.places import is_wall
from tests.oracle import partitions
from tests.solver.belief.looks import Seen, evidence_of, seen, unique

SEEDS = range(300)
ROUNDING = 1e-9


def told(one: Seen) -> Hypothesis:
    return Hypothesis(one.puzzle, one.water, one.log_odds)


def test_rivals_are_never_more_probable_than_the_bound_and_mostly_few():
    few = 0
    for one in map(seen, SEEDS):
        bound = bound_rivals(one.evidence, told(one))
        assert one.of_others(same_water=False) <= bound + ROUNDING
        few += bound < 0.01
    assert few > 100


def test_puzzles_with_the_same_water_are_never_more_probable_than_the_bound():
    few = 0
    for one in map(seen, SEEDS):
        bound = bound_same_water(one.evidence, told(one))
        assert one.of_others(same_water=True) <= bound + ROUNDING
        few += bound < 0.01
    assert few > 30


def test_aquariums_are_at_least_as_probable_among_all_ways_to_part_the_grid_as_is_said():
    for one in map(seen, range(40)):
        sides = list(one.evidence.sides())
        rows, cols = one.puzzle.height, one.puzzle.width

        def mass(regions: tuple[tuple[int, ...], ...]) -> float:
            against = (abs(odds) for side, odds in sides if is_wall(regions, side) != (odds > 0))  # noqa: B023 — called at once
            return exp(-sum(against))

        every = sum(map(mass, partitions(rows, cols)))
        share = mass(one.puzzle.regions) / every
        assert least_probability(one.evidence, one.puzzle.regions) <= share + ROUNDING


def test_clues_that_the_water_lacks_are_never_more_probable_than_the_bound_nor_far_less():
    """Every way to read the clues is tried. A line without a clue may hold any count."""
    shares = []
    for one in map(seen, SEEDS):
        told_clues = (*one.puzzle.col_clues, *one.puzzle.row_clues)
        lines = [values for _, values in one.evidence.clues()]
        counts, width = counts_of(one.water), one.puzzle.width
        true = 0.0
        for read in product(*(range(len(values)) for values in lines)):
            clues = [
                None if value == len(values) - 1 else value for value, values in zip(read, lines, strict=True)
            ]
            agree = None in clues or sum(filter(None, clues[:width])) == sum(filter(None, clues[width:]))
            lacks = any(clue not in (None, count) for clue, count in zip(clues, counts, strict=True))
            if agree and lacks:
                against = zip(lines, read, told_clues, strict=True)
                true += prod(exp(v[at] - v[-1 if clue is None else clue]) for v, at, clue in against)
        _, bound = _clue_masses(one.evidence, told(one))
        assert true <= bound * (1 + ROUNDING) + ROUNDING
        if None not in told_clues and true > ROUNDING:
            shares.append(true / bound)
    assert sorted(shares)[len(shares) // 2] > 0.3


@pytest.mark.parametrize("seed", range(5))
def test_what_is_clear_needs_no_search(seed: int):
    puzzle, water = unique(seed, 9, 8)
    clear = Hypothesis(puzzle, water, 0.0)
    assert bound_rivals(evidence_of(puzzle), clear) < 1e-4
    assert bound_same_water(evidence_of(puzzle), clear) < 0.01
    vague = evidence_of(puzzle, wall=1.0)
    assert bound_rivals(vague, clear) > 1
    doubtful = replace(clear, puzzle=replace(puzzle, col_clues=(None, *puzzle.col_clues[1:])))
    assert bound_rivals(evidence_of(puzzle), doubtful) > 1  # the clue is not the likeliest
