"""The likeliest ways to part a grid are found best first, all of them, and each is a partition."""

import itertools
from math import exp, log1p

import numpy as np
import pytest

from fixtures.drawing.puzzles import random_puzzle
from solver.belief.evidence import Evidence
from solver.belief.partitions import likeliest_partitions
from solver.deadline import Deadline
from solver.errors import TimedOut
from solver.puzzle import Puzzle, Rows

DEPTH = 7.0


def seen(right: np.ndarray, below: np.ndarray) -> Evidence:
    """Return the evidence of sides alone: (rows, cols - 1) and (rows - 1, cols) log-odds."""
    rows, cols = right.shape[0], below.shape[1]
    lines = (tuple(map(tuple, odds.tolist())) for odds in (right, below))
    return Evidence(((0.0,),) * cols, ((0.0,),) * rows, *lines)


def looks_of(regions: Rows, sure: float) -> tuple[np.ndarray, np.ndarray]:
    """Return log-odds of the walls of a grid, all alike sure."""
    ids = np.array(regions)
    return sure * (2.0 * (ids[:, 1:] != ids[:, :-1]) - 1), sure * (2.0 * (ids[1:] != ids[:-1]) - 1)


def numbered(regions: Rows) -> Rows:
    """Give aquariums their numbers in reading order."""
    return Puzzle([], [], regions).regions


def every_partition(evidence: Evidence) -> list[tuple[float, Rows]]:
    """Try all ways to take the sides; keep those in which every wall parts two aquariums."""
    sides, cols = list(evidence.sides()), len(evidence.col_clues)
    as_seen = -sum(log1p(exp(-abs(odds))) for _, odds in sides)
    found = []
    for walls in itertools.product([False, True], repeat=len(sides)):
        cost = sum(abs(odds) for wall, (_, odds) in zip(walls, sides, strict=True) if wall != (odds > 0))
        root = list(range(cols * len(evidence.row_clues)))
        for wall, (side, _) in zip(walls, sides, strict=True):
            one, other = (root[row * cols + col] for row, col in side.cells)
            root = root if wall else [one if name == other else name for name in root]
        ends = [[root[row * cols + col] for row, col in side.cells] for side, _ in sides]
        is_partition = all(one != other for wall, (one, other) in zip(walls, ends, strict=True) if wall)
        if cost <= DEPTH and is_partition:
            found.append(
                (as_seen - cost, numbered([root[at : at + cols] for at in range(0, len(root), cols)]))
            )
    return sorted(found, reverse=True)


@pytest.mark.parametrize("seed", range(8))
def test_all_partitions_within_reach_are_found_best_first(seed: int):
    rng = np.random.default_rng(seed)
    evidence = seen(rng.normal(0, 4, (3, 2)), rng.normal(0, 4, (2, 3)))
    found = [(part.log_p, numbered(part.regions)) for part in likeliest_partitions(evidence, DEPTH)]
    expected = every_partition(evidence)
    assert [log_p for log_p, _ in found] == pytest.approx([log_p for log_p, _ in expected])
    assert {regions for _, regions in found} == {regions for _, regions in expected}


@pytest.mark.parametrize("size", [(6, 6), (5, 9), (30, 30)])
def test_what_looks_like_a_partition_is_the_first(size: tuple[int, int]):
    puzzle, _ = random_puzzle(np.random.default_rng(1), *size)
    evidence = seen(*looks_of(puzzle.regions, 9.0))
    first = next(likeliest_partitions(evidence, 4.0))
    assert numbered(first.regions) == puzzle.regions
    assert first.log_p == pytest.approx(evidence.log_probability)


@pytest.mark.parametrize("seed", range(10))
def test_a_few_sides_that_look_wrong_are_set_right_where_walls_end_loose(seed: int):
    puzzle, _ = random_puzzle(np.random.default_rng(seed), 12, 12)
    rng = np.random.default_rng(seed)
    right, below = looks_of(puzzle.regions, 8.0)
    for row, col in rng.integers(0, 11, (3, 2)):
        right[row, col] *= -0.1
    first = next(likeliest_partitions(seen(right, below), 10.0))
    best = next(likeliest_partitions(seen(*looks_of(first.regions, 1.0)), 0.5))
    assert numbered(best.regions) == numbered(first.regions)  # it is a partition
    wrong = np.array(first.regions)[:, 1:] != np.array(first.regions)[:, :-1]
    assert ((wrong != (right > 0)) * np.abs(right)).sum() <= 3 * 0.8 + 1e-9


def test_surely_seen_walls_that_end_loose_leave_no_partition():
    right, below = looks_of(((1, 1, 1),) * 3, 20.0)
    right[1, 1] = 20.0
    assert list(likeliest_partitions(seen(right, below), 9.0)) == []


def test_nothing_is_looked_for_after_the_deadline():
    evidence = seen(np.full((4, 3), 0.1), np.full((3, 4), -0.1))
    with pytest.raises(TimedOut, match="out of time while looking for aquariums that match the walls"):
        list(likeliest_partitions(evidence, 9.0, Deadline(0)))
