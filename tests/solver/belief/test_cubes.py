"""No bound on a cube is below what brute force finds in it, whatever places it fixes."""

from collections.abc import Iterator
from math import exp, prod

import numpy as np
import pytest

from solver.belief.causes import borders, hypothesis_of
from solver.belief.cubes import AIR, OPEN, WALL, Cube, Settled, Space
from solver.belief.evidence import Evidence, Hypothesis, certain
from solver.belief.proof import Proof, find_margin, least_probability, mass_of_same_water
from solver.belief.sources import several_solutions
from solver.belief.spaces import own_space, roots
from solver.belief.waters import counts_of
from solver.deadline import Deadline
from solver.places import walls
from solver.puzzle import Puzzle, Rows
from solver.rules import violations
from tests.oracle import partitions, readings, walls_of
from tests.solver.belief.looks import Look, evidence_of, looked_at, seen, unique

ROUNDING = 1 + 1e-9
NOTHING = 1e-12


def random_cube(rng: np.random.Generator, space: Space) -> Cube:
    """Fix a few places of a space."""
    root = space.root
    clues = [int(rng.choice([every, every, 1, every & ~1, every & ~6])) for every in space.clues.open]
    sides = root.sides.copy()
    for at in np.flatnonzero(sides == OPEN).tolist():
        as_is = WALL if space.sides.walls[at] else AIR
        sides[at] = rng.choice([OPEN, OPEN, as_is, as_is, 1 - as_is])
    return root._replace(clues=tuple(clues), sides=sides)


def mass_of_board(evidence: Evidence, cube: Cube, regions: Rows) -> float:
    """Return by brute force how probable a way to part the grid is in a cube, against all as it looks."""
    is_wall, odds = list(walls(regions)), list(evidence.odds())
    ratio = [exp(-abs(one)) if (one > 0) != wall else 1.0 for one, wall in zip(odds, is_wall, strict=True)]
    fits = [state in (OPEN, wall) for state, wall in zip(cube.sides.tolist(), is_wall, strict=True)]
    mass, of_borders = 1.0, {side for border in borders(evidence) for side in border.sides}
    for border in borders(evidence):
        is_feigned = not any(is_wall[side] for side in border.sides)
        as_each = prod(ratio[side] for side in border.sides)
        mass *= all(fits[side] for side in border.sides) * (as_each + is_feigned * border.ratio)
    for side in range(len(odds)):
        if side not in of_borders:
            mass *= fits[side] * ratio[side]
    return mass


def boards_in(evidence: Evidence, cube: Cube) -> Iterator[tuple[Rows, float]]:
    for regions in partitions(len(evidence.row_clues), len(evidence.col_clues)):
        if (mass := mass_of_board(evidence, cube, regions)) > NOTHING:
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


def cubes_of(first: int, count: int) -> Iterator[tuple[Look, Space, Settled]]:
    """Yield random cubes of random boards, those with a board."""
    for seed in range(first, first + count):
        look, rng = looked_at(seed, [(2, 3), (3, 2)]), np.random.default_rng([seed, 5])
        space = own_space(look.evidence, hypothesis_of(look.evidence, look.puzzle, look.water))
        for _ in range(4):
            if settled := space.settle(random_cube(rng, space)):
                yield look, space, settled


def test_a_cube_without_a_board_has_none_and_no_other_has_more_than_its_mass():
    some = none = 0
    for seed in range(60):
        look, rng = looked_at(seed, [(2, 3), (3, 2)]), np.random.default_rng([seed, 6])
        space = own_space(look.evidence, hypothesis_of(look.evidence, look.puzzle, look.water))
        for _ in range(4):
            cube = random_cube(rng, space)
            every = list(boards_in(look.evidence, cube))
            if (settled := space.settle(cube)) is None:
                assert not every
                none += 1
                continue
            bare = [None] * space.cols, [None] * space.rows
            uneven = sum(mass for regions, mass in every if violations(Puzzle(*bare, regions), look.water))
            assert sum(mass for _, mass in every) <= settled.masses.boards * ROUNDING + NOTHING
            assert uneven <= settled.masses.uneven * ROUNDING + NOTHING
            level = sum(mass for _, mass in every) - uneven
            assert space.sides.surely_level(settled.cube, 0.0) <= level * ROUNDING + 100 * NOTHING
            some += bool(every)
    assert some > 60
    assert none > 5


def test_what_is_against_the_hypothesis_in_a_cube_is_never_more_than_its_worth():
    tight = 0
    for look, space, settled in cubes_of(100, 60):
        hypothesis = hypothesis_of(look.evidence, look.puzzle, look.water)
        proof = Proof(look.evidence, hypothesis, Deadline(1))
        less, against = exp(-several_solutions(look.puzzle)), 0.0
        of_water: dict[object, float] = {}
        relaxed = space.relaxed(settled.cube)
        for regions, weight in boards_in(look.evidence, settled.cube):
            found = readings(regions)
            masses = weight * clues_in(space, look.evidence, settled.cube, found.clues)
            waters = np.array([water != look.water for water in found.waters])[found.water]
            against += float(masses[found.is_only & waters].sum() + less * masses[~found.is_only].sum())
            for at in np.flatnonzero(found.is_only & (masses > NOTHING)).tolist():
                water = found.waters[found.water[at]]
                of_water[water] = of_water.get(water, 0.0) + float(masses[at])
        for water, mass in of_water.items():
            assert not violations(relaxed, water)
            part = space.settle(space.of_water(settled.cube, water))
            assert part is not None
            assert mass <= space.masses(part.cube.clues).every * part.masses.boards * ROUNDING + NOTHING
        worth = proof._worth(space, space.masses(settled.cube.clues), settled.masses)
        assert against <= worth * ROUNDING + NOTHING
        tight += 0 < against >= worth / 3
    assert tight > 5


def test_sums_of_clues_are_exact():
    for look, space, settled in cubes_of(200, 40):
        rows, cols = space.rows, space.cols
        lines = [range(rows + 2)] * cols + [range(cols + 2)] * rows
        every = np.array(np.meshgrid(*lines, indexing="ij")).reshape(rows + cols, -1).T
        masses = clues_in(space, look.evidence, settled.cube, every)
        none = np.array([rows + 1] * cols + [cols + 1] * rows)
        given = (every != none).all(axis=1)
        even = ~given | (every[:, :cols].sum(axis=1) == every[:, cols:].sum(axis=1))
        counts = counts_of(look.water)
        fits = ((every == none) | (every == np.array(counts))).all(axis=1)
        clues = settled.cube.clues
        assert space.clues.every(clues) == pytest.approx(masses.sum())
        assert space.clues.even(clues) == pytest.approx(masses[even].sum())
        assert space.clues.fitting(clues, counts) == pytest.approx(masses[fits].sum())


def test_aquariums_are_at_least_as_probable_among_all_ways_to_part_the_grid_as_is_said():
    close = 0
    for one in map(seen, range(60)):
        size = len(one.evidence.row_clues), len(one.evidence.col_clues)
        space = own_space(one.evidence, Hypothesis(one.puzzle, one.water, one.log_odds))
        every = dict(boards_in(one.evidence, space.root))
        assert len(walls_of(*size)) >= len(every)
        true = every[one.puzzle.regions] / sum(every.values())
        said = least_probability(one.evidence, one.puzzle.regions)
        assert said <= true * ROUNDING
        close += said > 0.9 * true
    assert close > 40


def test_what_is_clear_takes_hardly_any_work():
    for seed in range(6):
        puzzle, water = unique(seed, 10, 10)
        proof = Proof(evidence_of(puzzle), Hypothesis(puzzle, water, 0.0), Deadline(0.01))
        assert proof.margin().log_odds > 5
        sure = certain(puzzle)
        assert find_margin(sure, Hypothesis(puzzle, water, 0.0), Deadline(0.01)).log_odds > 9
        assert mass_of_same_water(sure, Hypothesis(puzzle, water, 0.0), Deadline(0.01)) < 1e-6


def test_of_a_cause_no_more_counts_than_the_surest_of_what_it_misreads():
    puzzle, water = unique(3, 6, 6)
    evidence = evidence_of(puzzle, lambda clue: {clue: 0.97, (clue + 1) % 7: 0.029})
    (space, _, _), *others = roots(evidence, Hypothesis(puzzle, water, 0.0))
    assert not space.is_of_cause
    assert others
    assert all(of_cause.is_of_cause for of_cause, _, _ in others)
    every = space.masses(space.clues.open).every
    for of_cause, _, _ in others:
        assert of_cause.scale <= 0.03 * ROUNDING
        assert of_cause.masses(of_cause.clues.open).every <= every
