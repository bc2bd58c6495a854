"""The bound is never below what brute force finds, and close enough for clear pictures."""

from dataclasses import replace
from itertools import product
from math import exp, prod

import numpy as np
import pytest

from solver.belief.bound import (
    _clue_masses,
    bound_rivals,
    bound_same_water,
    least_probability,
    part_masses,
)
from solver.belief.hypothesis import Hypothesis
from solver.belief.waters import counts_of
from solver.places import ClueAt, is_wall
from solver.puzzle import Puzzle
from tests.oracle import partitions
from tests.solver.belief.looks import Seen, evidence_of, seen, unique, with_clue

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


def test_ways_to_part_the_grid_are_never_more_probable_than_the_bounds():
    """Of all ways; of those on which the water is level; and of those on which it is not, some aquarium cut.

    Sides are sure or as doubtful as can be, and the water is any that is level in the aquariums told.
    """
    rng, size = np.random.default_rng(0), 3
    no_clues = (None,) * size
    puzzles = [Puzzle(no_clues, no_clues, regions) for regions in partitions(size, size)]
    flat = evidence_of(puzzles[0])
    walls = np.array([[is_wall(puzzle.regions, side) for side, _ in flat.sides()] for puzzle in puzzles])
    cells = np.array([puzzle.regions for puzzle in puzzles]).reshape(len(puzzles), -1)
    together = cells[:, :, None] == cells[:, None]
    row = np.repeat(np.arange(size), size)
    for _ in range(3000):
        told = int(rng.integers(len(puzzles)))
        surface = rng.integers(0, size + 1, size**2 + 1)[cells[told]]
        wet = row >= surface
        doubts = rng.choice([0.05, 1, 3], walls.shape[1])
        odds = np.where(walls[told], doubts, -doubts).tolist()
        right, below = odds[: size * (size - 1)], odds[size * (size - 1) :]
        evidence = replace(
            flat,
            right=tuple(tuple(right[at : at + size - 1]) for at in range(0, len(right), size - 1)),
            below=tuple(tuple(below[at : at + size]) for at in range(0, len(below), size)),
        )
        mass = np.exp(-((walls != walls[told]) @ doubts))
        uneven = wet[:, None] & ~wet & (row[:, None] <= row)
        is_level = ~(together & uneven).any(axis=(1, 2))
        is_cut = (together[told] & ~together).any(axis=(1, 2))
        water = tuple(map(tuple, wet.reshape(size, size).tolist()))
        bounds = part_masses(evidence, puzzles[told].regions, water)
        assert mass.sum() <= bounds.every * (1 + ROUNDING)
        assert mass[is_level].sum() <= bounds.level * (1 + ROUNDING)
        assert mass[is_cut & ~is_level].sum() <= bounds.uneven * (1 + ROUNDING)


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
    fewer = replace(puzzle, col_clues=(None, *puzzle.col_clues[1:]))
    without = with_clue(evidence_of(puzzle), ClueAt("column", 0), {10: 1 - 1e-6})  # 10 stands for no clue
    assert bound_rivals(without, replace(clear, puzzle=fewer)) < 0.01
    vague = evidence_of(puzzle, wall=1.0)
    assert bound_rivals(vague, clear) > 1
    assert bound_rivals(evidence_of(puzzle), replace(clear, puzzle=fewer)) > 1  # none is not the likeliest
