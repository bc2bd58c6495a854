"""Rivals that differ in unlikely places are never more than is said: brute force over all walls and clues."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product
from math import exp, log

import pytest

from solver.belief.beside import find_beside
from solver.belief.evidence import certain
from solver.belief.likely_boards import LikelyBoards
from solver.belief.repair import LIKELY, RIVAL, _other_puzzles
from solver.belief.unlikely import unlikely_rivals
from solver.belief.unseen import Unseen
from solver.deadline import Deadline
from solver.grid import joined_cells
from solver.places import SideAt, is_wall
from solver.puzzle import Puzzle, Water
from solver.solving import find_only_water
from tests.oracle import masses
from tests.solver.belief.test_posterior import Seen, seen
from tests.solver.belief.test_repair import with_side

SEEDS = [seed for seed in range(120) if seed % 3 < 2]
"""Boards of 2x3 and 3x2: there are many more puzzles of 2x4."""
ROUNDING = 1e-9


def with_sure_clues(one: Seen) -> Seen:
    """Return the same walls, seen by one who knows the clues."""
    known = certain(one.puzzle)
    evidence = replace(one.evidence, col_clues=known.col_clues, row_clues=known.row_clues)
    return replace(one, evidence=evidence, masses=masses(evidence))


@pytest.mark.parametrize("known", [lambda one: one, with_sure_clues], ids=["walls and clues", "walls"])
def test_rivals_in_unlikely_places_are_never_more_than_is_said(known: Callable[[Seen], Seen]) -> None:
    some = 0
    for seed, least in product(SEEDS, (0.004, None)):
        one = known(seen(seed, least))
        deadline = Deadline(5)
        boards = LikelyBoards(one.evidence, one.puzzle, one.water, LIKELY[0], deadline)
        if boards.waters is None:
            continue
        others = sum(mass for (_, _, water), mass in one.masses.items() if water != one.water) / one.told
        unseen = Unseen(one.evidence, one.puzzle, one.water, deadline)
        said = boards.sums.rivals + unlikely_rivals(unseen, boards, 0.0)
        assert others <= said + ROUNDING, seed
        some += others > 1.1 * boards.sums.rivals
    assert some > 5


def test_rivals_that_are_listed_and_those_that_are_not_are_never_more_than_is_said() -> None:
    some, most = 0, 0.01
    for seed in SEEDS:
        one = seen(seed)
        unseen = Unseen(one.evidence, one.puzzle, one.water, Deadline(5))
        others = sum(mass for (_, _, water), mass in one.masses.items() if water != one.water) / one.told
        said = find_beside(unseen, unseen.faint_other_water, most, partial(_other_puzzles, unseen), RIVAL)
        if said.mass <= most:  # else the list ends where it is too long
            assert others <= said.mass + ROUNDING, seed
            some += others > 0.1 * said.mass
    assert some > 5


def rivals(sides: dict[SideAt, float], puzzle: Puzzle, water: Water) -> float:
    """Return the mass of puzzles with other water that differ in these sides, by their odds: brute force."""
    others = [side for side, _ in certain(puzzle).sides() if side not in sides]
    mass = 0.0
    for walls in product((False, True), repeat=len(sides)):
        taken = dict(zip(sides, walls, strict=True)) | {
            side: is_wall(puzzle.regions, side) for side in others
        }
        inside = [side.cells for side, wall in taken.items() if not wall]
        regions = joined_cells(puzzle.height, puzzle.width, inside)
        if all(is_wall(regions, side) == wall for side, wall in taken.items()):
            found = find_only_water(Puzzle(puzzle.col_clues, puzzle.row_clues, regions))
            changed = (
                abs(odds) * (-1 if (odds > 0) == is_wall(puzzle.regions, side) else 1)
                for side, odds in sides.items()
                if taken[side] != is_wall(puzzle.regions, side)
            )
            mass += exp(sum(changed)) if found not in (None, water) else 0.0
    return mass


def test_one_cut_may_free_several_walls_together() -> None:
    regions = ((1, 2, 2), (3, 3, 4), (5, 5, 6), (7, 8, 6))
    puzzle = Puzzle((1, 0, 1), (0, 1, 0, 1), regions)
    cut, looks_open = log(0.004), -log(10)
    sides = {
        SideAt(2, 2, below=True): cut,
        SideAt(1, 0, below=False): cut,
        SideAt(1, 2, below=True): looks_open,
        SideAt(0, 1, below=True): looks_open,
        SideAt(0, 0, below=False): looks_open,
    }
    check_bound(sides, puzzle)


def check_bound(sides: dict[SideAt, float], puzzle: Puzzle) -> None:
    """Hold the bound against brute force, where these sides have such odds and all else is certain."""
    water = find_only_water(puzzle)
    assert water is not None
    evidence = certain(puzzle)
    for side, odds in sides.items():
        evidence = with_side(evidence, side, odds)
    boards = LikelyBoards(evidence, puzzle, water, LIKELY[0], Deadline(5))
    unseen = Unseen(evidence, puzzle, water, Deadline(5))
    said = boards.sums.rivals + unlikely_rivals(unseen, boards, 0.0)
    assert 0 < rivals(sides, puzzle, water) < said + ROUNDING


def test_an_unlikely_wall_may_close_a_cut_that_likely_ones_begin() -> None:
    puzzle = Puzzle((1, 1, 2), (2, 1, 1), ((1, 2, 3), (4, 4, 3), (4, 4, 5)))
    sides = {
        SideAt(1, 0, below=False): log(0.004),
        SideAt(2, 0, below=False): log(5),
        SideAt(0, 2, below=True): log(5),
        SideAt(0, 0, below=True): -log(10),
        SideAt(0, 1, below=False): -log(10),
    }
    check_bound(sides, puzzle)


def test_what_is_not_looked_at_counts_though_nothing_is_found() -> None:
    one = seen(1, 0.004)
    unseen = Unseen(one.evidence, one.puzzle, one.water, Deadline(5))
    beside = find_beside(unseen, unseen.faint_other_water, 0.01, lambda _: iter(()))
    assert 0 < beside.mass == beside.unseen < 0.01
