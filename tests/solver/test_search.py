"""The search answers as CP-SAT does, with any budget; what it has settled when that is spent is true."""

import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model

from fixtures.drawing.board.puzzles import random_puzzle, unique_puzzle
from solver import NoSolution, Puzzle, TimedOut, solve, violations
from solver.deadline import Deadline
from solver.model import CpSat, LevelModel, level_model
from solver.puzzle import RULES, Rule
from solver.search import OutOfBudget, Search
from solver.solving import find_solutions
from tests.conftest import raised
from tests.oracle import common, every_water
from tests.strategies import repeatable, tiny_puzzles, without_clues

ROOT = Path(__file__).parents[2]
UNTIL_SETTLED = 10**7
BUDGETS = [0, 50, 500, UNTIL_SETTLED]
"""Work allowed: what a search leaves is answered by CP-SAT."""


def allow(work: int, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sys.modules["solver.solving"], "LEAST_WORK", work)
    patch.setattr(sys.modules["solver.solving"], "MOST_WORK_PER_CELL", 0)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("seed", range(0, 12, 2))
def test_boards_with_hidden_clues_are_answered_alike_with_any_budget(
    seed: int, rule: Rule, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(seed)
    drawn, _ = random_puzzle(rng, 9, 9, mean_size=3)
    printed = [None if rng.random() < seed / 24 else clue for clue in drawn.col_clues + drawn.row_clues]
    puzzle = Puzzle(printed[:9], printed[9:], drawn.regions, rule=rule)
    found = []
    for work in BUDGETS:
        allow(work, monkeypatch)
        solution, waters = solve(puzzle), find_solutions(puzzle, 3)
        assert solution.unique == (solution.forced == solution.water)
        assert len(set(waters)) == len(waters)
        assert all(violations(puzzle, water) == [] for water in (solution.water, *waters))
        found.append((solution.forced, len(waters)))
    assert found == found[:1] * len(BUDGETS)


@settings(repeatable, max_examples=120)
@given(tiny_puzzles(longest=3), st.integers(0, 30), st.sampled_from(BUDGETS))
def test_the_solutions_of_a_tiny_board_are_all_found_each_once(puzzle: Puzzle, most: int, work: int) -> None:
    assume(not puzzle.problems())
    every = every_water(puzzle)
    with pytest.MonkeyPatch.context() as patch:
        allow(work, patch)
        found = find_solutions(puzzle, most)
        if every:
            assert solve(puzzle).forced == common(every)
        else:
            raised(NoSolution, solve, puzzle)
    assert len(found) == len(set(found)) == min(most, len(every))
    assert set(found) <= set(every)


@pytest.mark.parametrize("most", [1, 2, 3])
def test_a_search_for_so_many_solutions_ends_when_it_has_them(most: int) -> None:
    drawn, _ = random_puzzle(np.random.default_rng(0), 5, 7, mean_size=3)
    search = Search(without_clues(drawn), Deadline(60), UNTIL_SETTLED, UNTIL_SETTLED)
    search.find_backbone(most)
    assert len(search.found) == most


def test_what_a_search_has_found_is_not_found_again_by_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, water = unique_puzzle(np.random.default_rng(2), 14, 16, mean_size=4)
    answers = []
    ask = LevelModel.next_answer
    monkeypatch.setattr(LevelModel, "next_answer", lambda *words: answers.append(ask(*words)) or answers[-1])
    handed_on = 0
    for work in range(840, 1200, 60):
        search = Search(puzzle, Deadline(60), work, work)
        try:
            search.find_backbone(most=2)
        except OutOfBudget:
            if search.found:
                handed_on += 1
                allow(work, monkeypatch)
                assert solve(puzzle).water == water
    assert answers == [None] * handed_on
    assert handed_on


def run_python(code: str, **environment: str) -> str:
    env = {**os.environ, **environment}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True).stdout


def test_another_process_gets_the_same_answer() -> None:
    code = f"""
import sys, numpy, solver
from fixtures.drawing.board.puzzles import random_puzzle
solving = sys.modules["solver.solving"]
drawn, _ = random_puzzle(numpy.random.default_rng(3), 9, 9, mean_size=3)
puzzle = solver.Puzzle([None] * 9, drawn.row_clues, drawn.regions)
for solving.LEAST_WORK in (50, {UNTIL_SETTLED}):
    solving.MOST_WORK_PER_CELL = 0
    print(solver.solve(puzzle), solving.find_solutions(puzzle, 5))
"""
    one, other = (run_python(code, PYTHONHASHSEED=seed) for seed in "12")
    assert one == other
    assert "unique=False" in one


def test_a_board_alone_is_searched_for_as_long_as_loading_the_constraint_solver_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    allow(0, monkeypatch)
    puzzle, _ = random_puzzle(np.random.default_rng(3), 9, 9, mean_size=3)
    puzzle = Puzzle([None] * 9, puzzle.row_clues, puzzle.regions)
    answer = solve(puzzle)
    monkeypatch.setattr("solver.solving.level_model", Mock(side_effect=LookupError))
    assert solve(puzzle, alone=True).forced == answer.forced
    loaded = Deadline(30.0)
    loaded.has_model = True
    with pytest.raises(LookupError):
        solve(puzzle, time_limit=loaded, alone=True)


# The CP-SAT model: what its answers mean, and what is made of each way in which a run of it ends


U = Puzzle([None] * 3, [None] * 3, ["aba", "aba", "aaa"])


@pytest.mark.parametrize("status", [cp_model.UNKNOWN, cp_model.FEASIBLE])
def test_an_answer_without_proof_is_out_of_time(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CpSat, "_run", lambda *_: status)
    with level_model(U, Deadline(3)) as model, pytest.raises(TimedOut):
        model.next_answer("building_the_model")


def test_a_model_that_is_wrong_is_a_fault_of_ours_and_no_time_out() -> None:
    with level_model(U, Deadline(60)) as model:
        model.model.add(2**62 * model.wet[0] + 2**62 * model.wet[1] <= 2**62)
        with pytest.raises(RuntimeError, match=r"CP-SAT calls the model MODEL_INVALID: .+"):
            model.next_answer("testing")
