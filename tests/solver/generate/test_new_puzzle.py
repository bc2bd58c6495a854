"""New puzzles: one solution, the grade that was asked for, and the same puzzle again from the same seed."""

import os
import subprocess
import sys
from collections import Counter
from random import Random
from statistics import mean, pstdev

import pytest

from solver import Puzzle
from solver.generate.new_puzzle import NotMade, generate
from solver.generate.random_board import grown, shuffled
from solver.grid import components
from solver.logic.explanation import explain
from solver.logic.step import Grade
from solver.message import Message
from tests.conftest import raised
from tests.oracle import find_only_water


@pytest.mark.parametrize("grade", Grade)
@pytest.mark.parametrize(("rows", "cols"), [(6, 9), (10, 9)])
def test_a_new_puzzle_has_one_solution_and_the_grade_asked_for(rows: int, cols: int, grade: Grade):
    made = generate(rows, cols, grade, seed=1)
    assert (made.puzzle.height, made.puzzle.width) == (rows, cols)
    assert made.puzzle.problems() == []
    assert find_only_water(made.puzzle) == made.water
    explanation = explain(made.puzzle)
    assert (explanation.complete, explanation.grade, explanation.known) == (True, grade, made.water)


@pytest.mark.parametrize("grade", [Grade.EASY, Grade.NORMAL])
def test_a_large_puzzle_is_settled_by_counting(grade: Grade):
    made = generate(32, 33, grade, seed=3)
    assert find_only_water(made.puzzle) == made.water
    assert len(made.puzzle.aquariums()) > 30


def test_a_seed_gives_the_same_puzzle_with_the_same_solutions_in_every_process_and_another_seed_another():
    code = """
from solver import Puzzle
from solver.generate.new_puzzle import *
from solver.solving import find_solutions
made = generate(8, 8, Grade.HARD, 5).puzzle
said = str([made, find_solutions(Puzzle(made.col_clues, [None] * 8, made.regions), 5)])
"""
    exec(code, here := {})
    salt = {**os.environ, "PYTHONHASHSEED": "1"}  # here it is another one
    there = subprocess.check_output([sys.executable, "-c", f"{code}print(said)"], env=salt, text=True)
    assert there.rstrip() == here["said"]
    assert generate(8, 8, Grade.EASY, 5).puzzle != generate(8, 8, Grade.EASY, 6).puzzle


def test_no_line_of_a_larger_board_is_all_water_or_all_air():
    for seed in range(5):
        puzzle = generate(10, 12, Grade.NORMAL, seed).puzzle
        assert set(puzzle.row_clues).isdisjoint({0, 12})
        assert set(puzzle.col_clues).isdisjoint({0, 10})


def test_the_smallest_boards_are_easy():
    for rows, cols in ((1, 1), (1, 7), (7, 1), (2, 2), (3, 3)):
        made = generate(rows, cols, Grade.EASY, 0)
        assert find_only_water(made.puzzle) == made.water


def test_what_cannot_be_made_is_said(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("solver.generate.new_puzzle.MOST_BOARDS", 30)
    said = Message("not_made", grade="hard", rows=2, columns=2, tries=30)
    assert raised(NotMade, generate, 2, 2, Grade.HARD).what == said
    said = Message("no_such_size", rows=0, columns=5, most=1000)
    assert raised(NotMade, generate, 0, 5).what == said


@pytest.mark.parametrize(("side", "count"), [(6, 6), (10, 20), (15, 45)])
def test_aquariums_are_as_many_as_asked_each_in_one_piece_and_of_two_cells_at_least(side: int, count: int):
    labels = grown(Random(4), side, side, count)
    cells = Puzzle([], [], labels).aquariums().values()
    assert 0.85 * count <= len(cells) <= count
    assert all(len(components({*members})) == 1 for members in cells)
    assert min(map(len, cells)) >= 2


def test_aquariums_vary_in_size_by_half_of_their_mean_as_on_the_site():
    varied = []
    for seed in range(10):
        sizes = Counter(label for row in grown(Random(seed), 15, 20, 50) for label in row).values()
        varied.append(pstdev(sizes) / mean(sizes))
    assert 0.4 < mean(varied) < 0.6


def test_things_are_shuffled_evenly():
    rng = Random(0)
    orders = Counter(tuple(shuffled(rng, "abc")) for _ in range(6000))
    assert len(orders) == 6
    assert max(orders.values()) < 1.15 * min(orders.values())
