"""The solver answers with proof: judged by the rules in words, by brute force and by puzzles of the site."""

import _thread
import itertools
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fixtures.drawing.puzzles import random_puzzle, unique_puzzle
from solver import InvalidPuzzle, NoSolution, Puzzle, TimedOut, solve, violations
from solver.puzzle import Water
from solver.solve import find_only_water
from tests.strategies import tiny_puzzles

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT.parent / "shared" / "puzzles.jsonl"
RECORDS = (
    [json.loads(line) for line in SITE.read_text(encoding="utf-8").splitlines()]
    if SITE.exists()
    else [pytest.param({}, marks=pytest.mark.skip(reason=f"{SITE} is not there"))]
)

repeatable = settings(derandomize=True, deadline=None)
seeds = st.integers(0, 2**32 - 1)


@settings(repeatable, max_examples=60)
@given(seeds, st.integers(1, 30), st.integers(1, 30))
def test_an_answer_keeps_the_rules_and_agrees_with_what_is_forced(seed: int, rows: int, cols: int) -> None:
    puzzle, water = random_puzzle(np.random.default_rng(seed), rows, cols)
    solution = solve(puzzle)
    assert violations(puzzle, solution.water) == []
    assert _agrees(solution.water, solution.forced)
    assert _agrees(water, solution.forced)
    assert solution.unique == (solution.forced == solution.water)


@settings(repeatable, max_examples=250)
@given(seeds, st.integers(1, 5), st.integers(1, 5), st.data())
def test_tiny_boards_are_answered_as_brute_force_answers_them(
    seed: int, rows: int, cols: int, data: st.DataObject
) -> None:
    puzzle = _damaged(random_puzzle(np.random.default_rng(seed), rows, cols, mean_size=4)[0], data)
    every = _all_solutions(puzzle)
    if puzzle.problems():
        with pytest.raises(InvalidPuzzle):
            solve(puzzle)
    elif not every:
        with pytest.raises(NoSolution, match="no water fits these clues and aquariums"):
            solve(puzzle)
    else:
        solution = solve(puzzle)
        assert solution.water in every
        assert solution.unique == (len(every) == 1)
        assert solution.forced == _common(every)


@settings(repeatable, max_examples=150)
@given(tiny_puzzles(), st.booleans(), st.data())
def test_only_solutions_are_wanted_that_agree_with_what_is_known(
    puzzle: Puzzle, model_alone: bool, data: st.DataObject
) -> None:
    assume(not puzzle.problems())
    mark = st.sampled_from([None, None, None, True, False])
    known = tuple(tuple(data.draw(mark) for _ in cells) for cells in puzzle.regions)
    every = [water for water in _all_waters(puzzle) if _agrees(water, known)]
    with pytest.MonkeyPatch.context() as patch:
        if model_alone:
            patch.setattr(sys.modules["solver.solve"], "LEAST_EFFORT", 0)
            patch.setattr("solver.search.PATIENCE", 0)
        if every:
            assert solve(puzzle, known=known).forced == _common(every)
        else:
            with pytest.raises(NoSolution):
                solve(puzzle, known=known)


@settings(repeatable, max_examples=80)
@given(tiny_puzzles())
def test_tiny_boards_of_connected_water_are_answered_as_brute_force_answers_them(puzzle: Puzzle) -> None:
    every = _all_waters(puzzle)
    if puzzle.problems():
        with pytest.raises(InvalidPuzzle):
            solve(puzzle)
    elif not every:
        with pytest.raises(NoSolution, match="no water fits these clues and aquariums"):
            solve(puzzle)
        assert find_only_water(puzzle) is None
    else:
        solution = solve(puzzle)
        assert solution.water in every
        assert solution.unique == (len(every) == 1)
        assert solution.forced == _common(every)
        assert find_only_water(puzzle) == (every[0] if len(every) == 1 else None)


@settings(repeatable, max_examples=30)
@given(seeds, st.integers(1, 30), st.integers(1, 30))
def test_an_answer_of_connected_water_keeps_its_rules(seed: int, rows: int, cols: int) -> None:
    drawn, water = random_puzzle(np.random.default_rng(seed), rows, cols)
    puzzle = Puzzle(drawn.col_clues, drawn.row_clues, drawn.regions, rule="connected")
    solution = solve(puzzle)
    assert violations(puzzle, solution.water) == []
    assert _agrees(water, solution.forced)


def test_the_legs_of_an_arch_fill_each_by_itself_where_connection_counts() -> None:
    clues = ([1, 0, 2], [0, 1, 2], ["aaa", "aba", "aba"])
    with pytest.raises(NoSolution):
        solve(Puzzle(*clues))
    assert find_only_water(Puzzle(*clues)) is None
    solution = solve(Puzzle(*clues, rule="connected"))
    assert solution.unique
    assert find_only_water(Puzzle(*clues, rule="connected")) == solution.water
    assert solution.water == ((False,) * 3, (False, False, True), (True, False, True))


def test_a_puzzle_may_have_no_solution_under_one_rule_and_several_under_the_other() -> None:
    clues = ([None, 0, None], [0, 1, None], ["aaa", "aba", "aca"])
    with pytest.raises(NoSolution):
        solve(Puzzle(*clues))
    assert not solve(Puzzle(*clues, rule="connected")).unique


@settings(repeatable, max_examples=10)
@given(seeds)
def test_the_same_puzzle_gets_the_same_answer(seed: int) -> None:
    puzzle, _ = random_puzzle(np.random.default_rng(seed), 12, 12, mean_size=3)
    assert solve(puzzle) == solve(puzzle)


def test_a_large_board_is_answered_with_proof() -> None:
    puzzle, water = unique_puzzle(np.random.default_rng(1), 30, 30)
    solution = solve(puzzle)
    assert solution.unique
    assert solution.water == water


def test_both_arms_of_a_u_fill_together() -> None:
    puzzle = Puzzle([None] * 3, [0, 2, None], ["aba", "aba", "aaa"])
    assert solve(puzzle).water == ((False,) * 3, (True, False, True), (True,) * 3)


def test_both_legs_of_an_arch_fill_together() -> None:
    legs_alone = Puzzle([None] * 3, [None, None, 1], ["aaa", "aba", "aca"])
    assert solve(legs_alone).water[2] == (False, True, False)


def test_one_leg_of_an_arch_cannot_be_wet_alone() -> None:
    with pytest.raises(NoSolution):
        solve(Puzzle([1, 0], [0, 1], ["aa", "aa"]))


def test_without_any_clue_nothing_is_forced() -> None:
    puzzle, _ = random_puzzle(np.random.default_rng(2), 20, 20)
    bare = Puzzle([None] * 20, [None] * 20, puzzle.regions)
    solution = solve(bare)
    assert not solution.unique
    assert solution.forced == ((None,) * 20,) * 20


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: f"{record.get('size')} {record.get('id')}")
def test_puzzles_of_the_site_have_their_recorded_solutions(record: dict[str, Any]) -> None:
    puzzle = Puzzle(record["col_clues"], record["row_clues"], record["regions"])
    if record["solutions"] == 0:
        with pytest.raises(NoSolution):
            solve(puzzle)
        return
    solution = solve(puzzle)
    assert violations(puzzle, solution.water) == []
    assert record["solutions"] == (1 if solution.unique else ">=2")
    if solution.unique:
        assert solution.water == tuple(tuple(map(bool, row)) for row in record["water"])


def test_every_defect_of_a_puzzle_is_in_the_message() -> None:
    puzzle = Puzzle([9, 1], [1, 1], ["ab", "ba"])
    with pytest.raises(InvalidPuzzle) as refused:
        solve(puzzle)
    assert all(problem in refused.value.message for problem in puzzle.problems())
    assert refused.value.advice == "correct the clues or the walls"


def test_out_of_time_before_a_solution_says_so_and_how_to_allow_more() -> None:
    puzzle, _ = random_puzzle(np.random.default_rng(0), 60, 60, mean_size=10)
    with pytest.raises(TimedOut) as late:
        solve(puzzle, time_limit=0)
    assert late.value.message == "out of time while looking for a solution: the limit is 0 s"
    assert "--time-limit" in late.value.advice


def test_a_solution_without_proof_that_it_is_the_only_one_is_not_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = Puzzle([1, 1, 1, 1], [1, 1, 1, 1], ["abcd", "efgh", "ijkl", "mnop"])
    complete, said = solve(puzzle), []
    for looks_at_the_clock in range(2, 10_000):
        readings = itertools.chain(itertools.repeat(0.0, looks_at_the_clock), itertools.repeat(1e9))
        monkeypatch.setattr(
            "solver.deadline.time", SimpleNamespace(monotonic=lambda rest=readings: next(rest))
        )
        try:
            assert solve(puzzle, time_limit=2.5) == complete
            break
        except TimedOut as late:
            said.append(late.message)
    assert [message for message, _ in itertools.groupby(said)] == [
        "out of time while looking for a solution: the limit is 2.5 s",
        "out of time while looking for another solution: the limit is 2.5 s",
    ]


def test_a_search_without_end_in_sight_can_be_interrupted() -> None:
    endless, _ = random_puzzle(np.random.default_rng(0), 60, 60, mean_size=10)
    threading.Timer(0.5, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        solve(endless, time_limit=600)


def test_the_constraint_solver_is_loaded_only_by_who_solves() -> None:
    asked = "import sys, solver; print('ortools' in sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, env=os.environ, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "False"


def _agrees(water: Water, forced: tuple[tuple[bool | None, ...], ...]) -> bool:
    return all(
        must is None or wet == must
        for cells, musts in zip(water, forced, strict=True)
        for wet, must in zip(cells, musts, strict=True)
    )


def _damaged(puzzle: Puzzle, data: st.DataObject) -> Puzzle:
    """Hide or change some clues, so that some boards have several solutions and some none."""
    change = st.sampled_from(["keep", "keep", "hide", "hide", "less"])

    def changed(clue: int | None) -> int | None:
        match data.draw(change):
            case "hide":
                return None
            case "less" if clue:
                return clue - 1
        return clue

    return Puzzle(map(changed, puzzle.col_clues), map(changed, puzzle.row_clues), puzzle.regions)


def _all_solutions(puzzle: Puzzle) -> list[Water]:
    """Try every level of every aquarium."""
    tops = {number: cells[0][0] for number, cells in puzzle.aquariums().items()}
    bottoms = {number: cells[-1][0] for number, cells in puzzle.aquariums().items()}
    every = []
    for surfaces in itertools.product(*(range(tops[number], bottoms[number] + 2) for number in tops)):
        level = dict(zip(tops, surfaces, strict=True))
        water = tuple(tuple(row >= level[number] for number in ids) for row, ids in enumerate(puzzle.regions))
        if not violations(puzzle, water):
            every.append(water)
    return every


def _all_waters(puzzle: Puzzle) -> list[Water]:
    """Try every cell wet and dry, row by row of as many wet cells as the clue wants."""
    rows = [
        [
            cells
            for cells in itertools.product((True, False), repeat=puzzle.width)
            if clue in (None, sum(cells))
        ]
        for clue in puzzle.row_clues
    ]
    return [water for water in itertools.product(*rows) if not violations(puzzle, water)]


def _common(every: list[Water]) -> tuple[tuple[bool | None, ...], ...]:
    height, width = len(every[0]), len(every[0][0])
    return tuple(
        tuple(
            every[0][row][col] if len({water[row][col] for water in every}) == 1 else None
            for col in range(width)
        )
        for row in range(height)
    )
