"""No bound on a cube is below what brute force finds in it, whatever places it fixes."""

from collections.abc import Iterator
from itertools import product
from math import exp

import numpy as np
import pytest

from solver.belief.cubes import AIR, OPEN, WALL, Cube, Space
from solver.belief.evidence import Evidence, Hypothesis, certain
from solver.belief.proof import Proof, find_margin, least_probability, mass_of_same_water
from solver.belief.sources import several_solutions
from solver.belief.spaces import own_space
from solver.belief.waters import counts_of
from solver.deadline import Deadline
from solver.places import walls
from solver.puzzle import Puzzle, Rows, Water
from solver.rules import violations
from tests.oracle import no_clues, readings, weighed
from tests.solver.belief.looks import Look, evidence_of, small_look, unique

ROUNDING = 1 + 1e-9
NOTHING = 1e-12


def random_cube(rng: np.random.Generator, space: Space) -> Cube:
    root = space.root
    clues = [int(rng.choice([every, every, 1, every & ~1, every & ~6])) for every in space.clues.open]
    sides = root.sides.copy()
    for at in np.flatnonzero(sides == OPEN).tolist():
        as_is = WALL if space.sides.walls[at] else AIR
        sides[at] = rng.choice([OPEN, OPEN, as_is, as_is, 1 - as_is])
    return root._replace(clues=tuple(clues), sides=sides)


def boards_in(evidence: Evidence, cube: Cube) -> Iterator[tuple[Rows, float]]:
    """Yield by brute force the ways to part the grid in a cube, and how probable they are."""
    states = cube.sides.tolist()
    for regions, mass in weighed(evidence):
        if all(state in (OPEN, wall) for state, wall in zip(states, walls(regions), strict=True)):
            yield regions, mass


def clues_in(space: Space, evidence: Evidence, cube: Cube, numbers: np.ndarray) -> np.ndarray:
    """Return by brute force how probable (ways, lines) of clues are in a cube."""
    masses = np.ones(len(numbers))
    for line, (_, belief) in enumerate(evidence.clues()):
        of_value = np.exp(np.array(belief) - max(belief))
        for at, value in enumerate(space.clues.values[line]):
            of_value[len(belief) - 1 if value is None else value] *= cube.clues[line] >> at & 1
        masses *= of_value[numbers[:, line]]
    return masses


def cubes_of(first: int, count: int) -> Iterator[tuple[Look, Space, Cube]]:
    for seed in range(first, first + count):
        look, rng = small_look(seed), np.random.default_rng([seed, 5])
        space = own_space(look.evidence, look.hypothesis)
        for _ in range(4):
            yield look, space, random_cube(rng, space)


def test_a_cube_without_a_board_has_none_and_no_other_has_more_than_its_mass():
    some = none = 0
    for look, space, cube in cubes_of(0, 30):
        every = list(boards_in(look.evidence, cube))
        if (settled := space.settle(cube)) is None:
            assert not every
            none += 1
            continue
        bare = [None] * space.cols, [None] * space.rows
        uneven = sum(mass for regions, mass in every if violations(Puzzle(*bare, regions), look.water))
        level = sum(mass for _, mass in every) - uneven
        assert uneven + level <= settled.masses.boards * ROUNDING + NOTHING
        assert uneven <= settled.masses.uneven * ROUNDING + NOTHING
        assert space.sides.surely_level(settled.cube, 0.0) <= level * ROUNDING + 1000 * NOTHING
        some += bool(every)
    assert some > 30
    assert none > 2


def test_what_is_against_the_hypothesis_in_a_cube_is_never_more_than_its_worth():
    tight = 0
    for look, space, cube in cubes_of(100, 24):
        if (settled := space.settle(cube)) is None:
            continue
        less, against = exp(-several_solutions(look.puzzle)), 0.0
        of_water: dict[Water, float] = {}
        for regions, weight in boards_in(look.evidence, settled.cube):
            found = readings(regions)
            masses = weight * clues_in(space, look.evidence, settled.cube, found.clues)
            waters = np.array([water != look.water for water in found.waters])[found.water]
            against += float(masses[found.is_only & waters].sum() + less * masses[~found.is_only].sum())
            for at in np.flatnonzero(found.is_only & (masses > NOTHING)).tolist():
                water = found.waters[found.water[at]]
                of_water[water] = of_water.get(water, 0.0) + float(masses[at])
        for water, mass in of_water.items():
            assert not violations(space.relaxed(settled.cube), water)
            part = space.settle(space.of_water(settled.cube, water))
            assert part is not None
            assert mass <= space.masses(part.cube.clues).every * part.masses.boards * ROUNDING + NOTHING
        proof = Proof(look.evidence, look.hypothesis, Deadline(1))
        worth = proof._worth(space, space.masses(settled.cube.clues), settled.masses)
        assert against <= worth * ROUNDING + NOTHING
        tight += 0 < against >= worth / 3
    assert tight > 2


def test_sums_of_clues_are_exact():
    for look, space, cube in cubes_of(200, 20):
        none, cols, clues = no_clues(space.rows, space.cols), space.cols, cube.clues
        every = np.array(list(product(*map(range, none + 1))))
        masses = clues_in(space, look.evidence, cube, every)
        given = (every != none).all(axis=1)
        even = ~given | (every[:, :cols].sum(axis=1) == every[:, cols:].sum(axis=1))
        counts = counts_of(look.water)
        fits = ((every == none) | (every == np.array(counts))).all(axis=1)
        assert space.clues.every(clues) == pytest.approx(masses.sum())
        assert space.clues.even(clues) == pytest.approx(masses[even].sum())
        assert space.clues.fitting(clues, counts) == pytest.approx(masses[fits].sum())


def test_aquariums_are_at_least_as_probable_among_all_ways_to_part_the_grid_as_is_said():
    close = 0
    for one in map(small_look, range(30)):
        every = dict(boards_in(one.evidence, own_space(one.evidence, one.hypothesis).root))
        true = every[one.puzzle.regions] / sum(every.values())
        said = least_probability(one.evidence, one.puzzle.regions)
        assert said <= true * ROUNDING
        close += said > 0.9 * true
    assert close > 20


def test_what_is_clear_takes_hardly_any_work():
    for seed in range(6):
        puzzle, water = unique(seed, 10, 10)
        hypothesis, sure = Hypothesis(puzzle, water, 0.0), certain(puzzle)
        assert find_margin(evidence_of(puzzle), hypothesis, Deadline(0.01)).log_odds > 5
        assert find_margin(sure, hypothesis, Deadline(0.01)).log_odds > 9
        assert mass_of_same_water(sure, hypothesis, Deadline(0.01)) < 1e-6
