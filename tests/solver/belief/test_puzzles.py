"""The model finds the likeliest puzzles that brute force finds, in the same order."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from solver.belief.evidence import Evidence
from solver.belief.hypothesis import Hypothesis
from solver.belief.puzzles import FINENESS, PuzzleModel
from solver.deadline import Deadline
from solver.errors import TimedOut
from solver.model import cp_sat
from solver.places import SideAt
from solver.puzzle import Puzzle
from tests.oracle import find_only_water
from tests.solver.belief.looks import evidence_of, seen, some_sides, unique, with_sides

DEPTH = 8.0
NEAR = 20 / FINENESS
"""Log-probabilities are rounded, one for each place."""


@contextmanager
def model_of(evidence: Evidence, depth: float = DEPTH) -> Iterator[PuzzleModel]:
    with cp_sat(9, Deadline(60)) as session:
        yield PuzzleModel(session, evidence, depth)


def told(found: Hypothesis | None) -> float:
    return DEPTH if found is None else found.log_odds


@pytest.mark.parametrize("first", range(0, 300, 100))
def test_the_likeliest_puzzle_and_its_rivals_are_those_of_brute_force(first: int):
    several = 0
    for one in map(seen, range(first, first + 100)):
        expected = [*one.likeliest, *[(None, DEPTH)] * 3][:3]
        with model_of(one.evidence) as model:
            for water, log_odds in expected:
                found = model.likeliest("testing")
                assert told(found) == pytest.approx(min(log_odds, DEPTH), abs=NEAR)
                if found is None:
                    break
                assert found.log_odds == pytest.approx(one.evidence.deficit(found.puzzle), abs=NEAR)
                assert find_only_water(found.puzzle) == found.water
                several += water != expected[0][0]
                model.forbid(found.water)
    assert several > 8


def test_puzzles_with_fixed_water_come_one_after_the_other_and_none_twice():
    others = 0
    for one in map(seen, range(40)):
        puzzles = {
            (regions, clues): mass
            for (regions, clues, water), mass in one.masses.items()
            if water == one.water and mass > 1.1e-3
        }
        with model_of(one.evidence, 6.9) as model:
            model.fix(one.water)
            found = []
            while other := model.likeliest("testing"):
                found.append((other.puzzle.regions, (*other.puzzle.col_clues, *other.puzzle.row_clues)))
                model.leave_out(other.puzzle)
        assert len(set(found)) == len(found)
        as_parted = {(len({*sum(regions, ())}), clues) for regions, clues in found}
        assert {(len({*sum(regions, ())}), clues) for regions, clues in puzzles} <= as_parted
        assert len(found) >= len(puzzles)
        others += len(found) - 1
    assert others > 20


ONE = Puzzle([3, 3, 3], [3, 3, 3], [[1, 1, 1], [1, 1, 1], [1, 1, 1]])


@pytest.mark.parametrize(("wall", "is_open"), [(2.5, True), (3.5, False)])
def test_a_wall_inside_an_aquarium_is_open_or_closes_the_likeliest_way_around_it(wall: float, is_open: bool):
    evidence = with_sides(evidence_of(ONE, wall=3.0), [SideAt(0, 0, below=False)], wall)
    with model_of(evidence) as model:
        found = model.likeliest("testing")
    assert found is not None
    assert (found.puzzle.regions == ONE.regions) == is_open
    assert found.log_odds == pytest.approx(min(wall, 3.0), abs=NEAR)
    sure = with_sides(evidence_of(ONE, wall=30.0), [SideAt(0, 0, below=False)], 30.0)
    with model_of(sure) as model:
        assert model.likeliest("testing") is None


def test_what_is_found_is_the_same_every_time_and_on_time():
    puzzle, _ = unique(5)
    evidence = with_sides(evidence_of(puzzle), some_sides(evidence_of(puzzle), 5, 0.2), -0.4)
    found = []
    for _ in range(2):
        with model_of(evidence) as model:
            found.append(model.likeliest("testing"))
    assert found[0] == found[1]
    every = with_sides(evidence, [side for side, _ in evidence.sides()], 0.1)
    with cp_sat(49, Deadline(0.3)) as session:
        model = PuzzleModel(session, every, DEPTH)
        with pytest.raises(TimedOut, match="out of time while looking for"):
            while more := model.likeliest("looking for more"):
                model.forbid(more.water)
