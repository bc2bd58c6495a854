"""Misprints are proved to have no answer; boards that are cut or drawn over get their own water or none."""

from collections import Counter

import numpy as np
import pytest

from benchmarks import refused
from benchmarks.refusals import KINDS, Shown, is_right
from benchmarks.refused import CUTS, DAMAGED, MISPRINTS, REFUSED
from fixtures.puzzles import unique_puzzle
from pipeline import solve_image
from solver import NoSolution, Puzzle, solve
from solver.puzzle import Water

WET, DRY = True, False
SEEDS = range(20)


def random(*seeds: object) -> np.random.Generator:
    return np.random.default_rng([*"/".join(map(str, seeds)).encode()])


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    return unique_puzzle(random("refused"), 7, 6)[0]


@pytest.fixture(scope="module")
def water(puzzle: Puzzle) -> Water:
    return solve(puzzle).water


def clues(puzzle: Puzzle) -> list[int]:
    return [*puzzle.col_clues, *puzzle.row_clues]


@pytest.mark.parametrize("kind", sorted(REFUSED))
def test_equal_seeds_draw_equal_pictures(kind: str, puzzle: Puzzle):
    marks = np.zeros((7, 6), np.uint8)
    one, same = (REFUSED[kind](random(kind), puzzle, marks) for _ in range(2))
    assert np.array_equal(one, same)
    assert one.shape[2] == 3


@pytest.mark.parametrize("kind", sorted(MISPRINTS))
def test_misprints_are_not_answered(kind: str, puzzle: Puzzle):
    result = solve_image(MISPRINTS[kind](random(kind, 1), puzzle, np.zeros((7, 6), np.uint8)))
    assert result.status != "solved"
    assert result.message


@pytest.mark.parametrize("kind", sorted({*CUTS, *DAMAGED}))
def test_damaged_boards_get_their_own_water_or_none(kind: str, puzzle: Puzzle, water: Water):
    result = solve_image(REFUSED[kind](random(kind, 1), puzzle, np.zeros((7, 6), np.uint8)))
    shown = Shown(np.zeros((1, 1, 3), np.uint8), water, kind in CUTS)
    assert result.message or result.status == "solved"
    assert result.status != "solved" or is_right(result.solution.water, shown)


@pytest.mark.parametrize("seed", SEEDS)
def test_one_clue_is_off_by_one(puzzle: Puzzle, seed: int):
    off = refused.one_off(random(seed), puzzle)
    steps = np.subtract(clues(off), clues(puzzle))
    assert sorted(np.abs(steps)) == [0] * 12 + [1]
    assert min(clues(off)) >= 0
    assert max(off.col_clues) <= 7
    assert max(off.row_clues) <= 6


@pytest.mark.parametrize("seed", SEEDS)
def test_exchanged_clues_keep_their_axis(puzzle: Puzzle, seed: int):
    other = refused.exchanged(random(seed), puzzle)
    assert Counter(other.col_clues) == Counter(puzzle.col_clues)
    assert Counter(other.row_clues) == Counter(puzzle.row_clues)
    assert other != puzzle


@pytest.mark.parametrize("seed", SEEDS)
def test_two_changed_clues_keep_equal_sums(puzzle: Puzzle, seed: int):
    other = refused.two_changed(random(seed), puzzle)
    assert sum(other.col_clues) == sum(other.row_clues) != sum(puzzle.col_clues)


def test_merging_leaves_one_aquarium_less(puzzle: Puzzle):
    counts = {len(refused.merged_aquariums(random(seed), puzzle).aquariums()) for seed in SEEDS}
    assert counts == {len(puzzle.aquariums()), len(puzzle.aquariums()) - 1}


def test_a_misprint_is_drawn_only_if_it_has_no_answer(puzzle: Puzzle):
    tried = []

    def changed_late(rng: np.random.Generator, printed: Puzzle) -> Puzzle:
        tried.append(printed)
        return printed if len(tried) < 3 else refused.exchanged(rng, printed)

    printed = refused._misprint(random(0), puzzle, changed_late)
    assert len(tried) >= 3
    with pytest.raises(NoSolution):
        solve(printed)


def test_water_is_judged_by_what_the_picture_holds():
    whole = ((WET, DRY, WET), (WET, WET, DRY))
    left, middle = ((WET, DRY), (WET, WET)), ((DRY,), (WET,))
    picture = np.zeros((1, 1, 3), np.uint8)
    assert not is_right(whole, Shown(picture))
    assert is_right(whole, Shown(picture, whole))
    assert not is_right(left, Shown(picture, whole))
    assert is_right(left, Shown(picture, whole, may_be_part=True))
    assert is_right(whole, Shown(picture, whole, may_be_part=True))
    assert not is_right(middle, Shown(picture, whole, may_be_part=True))
    assert not is_right((*whole, (DRY, DRY, DRY)), Shown(picture, whole, may_be_part=True))


def test_the_table_has_sixty_kinds():
    assert len(set(KINDS)) == len(KINDS) >= 60
