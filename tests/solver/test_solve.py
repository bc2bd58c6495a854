"""The solver answers with proof: judged by the rules in words, by brute force and by puzzles of the site."""

import _thread
import itertools
import sys
import threading
import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fixtures.drawing.board.puzzles import random_puzzle
from solver import InvalidPuzzle, NoSolution, Puzzle, TimedOut, solve, violations
from solver.deadline import Deadline
from solver.message import Message
from solver.puzzle import RULES, Water
from tests.conftest import raised
from tests.oracle import RECORDS, agrees, common, every_water, find_only_water, name_of, puzzle_of, water_of
from tests.strategies import boards, repeatable, tiny_puzzles


@settings(repeatable, max_examples=80)
@given(boards(rules=RULES, longest=20))
def test_an_answer_keeps_the_rules_and_agrees_with_what_is_forced(drawn: tuple[Puzzle, Water]) -> None:
    puzzle, water = drawn
    solution = solve(puzzle)
    assert violations(puzzle, solution.water) == []
    assert agrees(solution.water, solution.forced)
    assert agrees(water, solution.forced)
    assert solution.unique == (solution.forced == solution.water)


@settings(repeatable, max_examples=150)
@given(st.one_of(tiny_puzzles(), tiny_puzzles(longest=5, cells=20, rules=["level"])))
def test_small_boards_are_answered_as_brute_force_answers_them(puzzle: Puzzle) -> None:
    if puzzle.problems():
        with pytest.raises(InvalidPuzzle):
            solve(puzzle)
    elif not (every := every_water(puzzle)):
        with pytest.raises(NoSolution):
            solve(puzzle)
        assert find_only_water(puzzle) is None
    else:
        solution = solve(puzzle)
        assert solution.water in every
        assert solution.unique == (len(every) == 1)
        assert solution.forced == common(every)
        assert find_only_water(puzzle) == (every[0] if len(every) == 1 else None)


@settings(repeatable, max_examples=100)
@given(tiny_puzzles(), st.booleans(), st.data())
def test_only_solutions_are_wanted_that_agree_with_the_assumptions(
    puzzle: Puzzle, model_alone: bool, data: st.DataObject
) -> None:
    assume(not puzzle.problems())
    mark = st.sampled_from([None, None, None, True, False])
    assumptions = tuple(tuple(data.draw(mark) for _ in cells) for cells in puzzle.regions)
    every = [water for water in every_water(puzzle) if agrees(water, assumptions)]
    with pytest.MonkeyPatch.context() as patch:
        if model_alone:
            patch.setattr(sys.modules["solver.solving"], "LEAST_WORK", 0)
            patch.setattr(sys.modules["solver.solving"], "MOST_WORK_PER_CELL", 0)
        if every:
            assert solve(puzzle, assumptions=assumptions).forced == common(every)
        else:
            with pytest.raises(NoSolution):
                solve(puzzle, assumptions=assumptions)


@pytest.mark.parametrize("false", [False, 0, np.False_, np.uint8(0)])
def test_assumptions_of_any_library_are_taken_as_given(false: object) -> None:
    puzzle = Puzzle([1, 1], [1, 1], ["ab", "cd"])
    dry = solve(puzzle, assumptions=((false, None), (None, None)))
    assert dry.water == ((False, True), (True, False))
    wet = solve(puzzle, assumptions=np.array([[1, 0], [0, 1]], np.uint8))
    assert wet.water == ((True, False), (False, True))


@pytest.mark.parametrize(
    ("assumptions", "code"),
    [
        (((None, None),), "rows_of_other_length"),
        (((None,), (None, None)), "rows_of_other_length"),
        (((2, None), (None, None)), "not_rows_of_cells"),
        (np.zeros((2, 2, 2)), "not_rows_of_cells"),
        (7, "not_rows_of_cells"),
    ],
)
def test_assumptions_that_are_not_cells_of_the_puzzle_are_refused(assumptions: Any, code: str) -> None:
    refused = raised(InvalidPuzzle, solve, Puzzle([1, 1], [1, 1], ["ab", "cd"]), assumptions=assumptions)
    assert refused.what.code == code
    assert dict(refused.what.values).items() >= {"name": "assumptions", "rows": 2, "columns": 2}.items()


@pytest.mark.parametrize("record", RECORDS, ids=name_of)
def test_puzzles_of_the_site_have_their_recorded_solutions(record: dict[str, Any]) -> None:
    puzzle = puzzle_of(record)
    if record["solutions"] == 0:
        with pytest.raises(NoSolution):
            solve(puzzle)
        return
    solution = solve(puzzle)
    assert violations(puzzle, solution.water) == []
    assert record["solutions"] == (1 if solution.unique else ">=2")
    if solution.unique:
        assert solution.water == water_of(record)


def test_every_defect_of_a_puzzle_is_in_the_message() -> None:
    puzzle = Puzzle([9, 1], [1, 1], ["ab", "ba"])
    said = Message("not_a_puzzle", defects=tuple(puzzle.problems()))
    assert raised(InvalidPuzzle, solve, puzzle).what == said
    assert len(puzzle.problems()) == 4


def out_of_time(puzzle: Puzzle, limit: float | Deadline) -> tuple[str, float]:
    """Return what a search was doing when its time was up, and its limit."""
    values = dict(raised(TimedOut, solve, puzzle, time_limit=limit).what.values)
    return values["doing"].code, values["limit"]


def test_a_solution_without_proof_that_it_is_the_only_one_is_not_an_answer() -> None:
    puzzle = Puzzle([1, 1, 1, 1], [1, 1, 1, 1], ["abcd", "efgh", "ijkl", "mnop"])
    complete, said = solve(puzzle), []
    for tenth_of_a_millisecond in range(1, 10_000):
        try:
            assert solve(puzzle, time_limit=tenth_of_a_millisecond / 1e4) == complete
            break
        except TimedOut as late:
            said.append(dict(late.what.values)["doing"])
    assert [doing for doing, _ in itertools.groupby(said)] == [
        Message("looking_for_a_solution"),
        Message("looking_for_another"),
    ]


def test_the_work_is_counted_and_not_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy computer takes longer, and stops at the same place."""
    puzzle, _ = random_puzzle(np.random.default_rng(0), 30, 30, mean_size=6)
    start, left = time.monotonic(), []
    for slower in (1.0, 5.0):
        clock = SimpleNamespace(monotonic=lambda slower=slower: start + slower * (time.monotonic() - start))
        monkeypatch.setattr("solver.deadline.time", clock)
        deadline = Deadline(0.4)
        assert out_of_time(puzzle, deadline)[0].startswith("looking_for_a")
        left.append(deadline.work_left)
    assert left[0] == left[1]
    assert left[0] == pytest.approx(0, abs=0.05)


def test_the_clock_stops_what_hangs_though_little_work_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle([1, 1, 1, 1], [1, 1, 1, 1], ["abcd", "efgh", "ijkl", "mnop"])
    hours = itertools.count(step=3600.0)
    monkeypatch.setattr("solver.deadline.time", SimpleNamespace(monotonic=lambda: next(hours)))
    assert out_of_time(puzzle, 30.0) == ("looking_for_a_solution", 30)


def test_loading_the_model_counts_as_if_it_were_never_loaded() -> None:
    puzzle, _ = random_puzzle(np.random.default_rng(0), 30, 30, mean_size=6)
    solve(Puzzle([1], [1], ["a"]))
    assert out_of_time(puzzle, 0.2) == ("loading_cp_sat", 0.2)


def test_a_search_without_end_in_sight_can_be_interrupted() -> None:
    endless, _ = random_puzzle(np.random.default_rng(0), 60, 60, mean_size=10)
    threading.Timer(0.5, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        solve(endless, time_limit=600)
