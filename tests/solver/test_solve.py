"""The solver answers with proof: judged by the rules in words, by brute force and by puzzles of the site."""

import _thread
import itertools
import random
import sys
import threading
import time
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model

from fixtures.drawing.board.puzzles import random_puzzle, unique_puzzle
from solver import InvalidPuzzle, NoSolution, Puzzle, TimedOut, solve, violations
from solver.deadline import Deadline
from solver.message import Message
from solver.model import CpSat, LevelModel, level_model
from solver.propagation import Levels
from solver.puzzle import RULES, Water
from solver.search import OutOfBudget, Search
from solver.segments import segment_forest, segment_graph
from solver.solving import find_solutions
from solver.sums import choices, settled_by_sum
from tests.conftest import raised
from tests.oracle import RECORDS, agrees, common, every_water, name_of, puzzle_of, water_of
from tests.strategies import boards, repeatable, seeds, tiny_puzzles, without_clues

UNTIL_SETTLED = 10**7
BUDGETS = [0, 50, 500, UNTIL_SETTLED]
"""Work allowed: what a search leaves is answered by CP-SAT."""


def allow(work: int, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sys.modules["solver.solving"], "LEAST_WORK", work)
    patch.setattr(sys.modules["solver.solving"], "MOST_WORK_PER_CELL", 0)


@settings(repeatable, max_examples=200)
@given(
    st.one_of(tiny_puzzles(), tiny_puzzles(longest=5, cells=20, rules=["level"])),
    st.integers(0, 30),
    st.sampled_from([*BUDGETS, None]),
)
def test_small_boards_are_answered_as_brute_force_answers_them_with_any_budget(
    puzzle: Puzzle, most: int, work: int | None
) -> None:
    if puzzle.problems():
        raised(InvalidPuzzle, solve, puzzle)
        return
    every = every_water(puzzle)
    with pytest.MonkeyPatch.context() as patch:
        if work is not None:
            allow(work, patch)
        found = find_solutions(puzzle, most)
        if every:
            solution = solve(puzzle)
            assert solution.water in every
            assert solution.unique == (len(every) == 1)
            assert solution.forced == common(every)
        else:
            raised(NoSolution, solve, puzzle)
    assert len(found) == len(set(found)) == min(most, len(every))
    assert set(found) <= set(every)


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
            allow(0, patch)
        if every:
            assert solve(puzzle, assumptions=assumptions).forced == common(every)
        else:
            raised(NoSolution, solve, puzzle, assumptions=assumptions)


def test_assumptions_of_any_library_are_taken_as_given() -> None:
    puzzle = Puzzle([1, 1], [1, 1], ["ab", "cd"])
    for false in (False, 0, np.False_, np.uint8(0)):
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
        raised(NoSolution, solve, puzzle)
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


ONE_IN_EACH_LINE = Puzzle([1] * 4, [1] * 4, ["abcd", "efgh", "ijkl", "mnop"])


def out_of_time(puzzle: Puzzle, limit: float | Deadline) -> tuple[str, float]:
    """Return what a search was doing when its time was up, and its limit."""
    values = dict(raised(TimedOut, solve, puzzle, time_limit=limit).what.values)
    return values["doing"].code, values["limit"]


def test_a_solution_without_proof_that_it_is_the_only_one_is_not_an_answer() -> None:
    complete, said = solve(ONE_IN_EACH_LINE), []
    for tenth_of_a_millisecond in range(1, 10_000):
        try:
            assert solve(ONE_IN_EACH_LINE, time_limit=tenth_of_a_millisecond / 1e4) == complete
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
    hours = itertools.count(step=3600.0)
    monkeypatch.setattr("solver.deadline.time", SimpleNamespace(monotonic=lambda: next(hours)))
    assert out_of_time(ONE_IN_EACH_LINE, 30.0) == ("looking_for_a_solution", 30)


def test_loading_the_model_counts_as_if_it_were_never_loaded() -> None:
    puzzle, _ = random_puzzle(np.random.default_rng(0), 30, 30, mean_size=6)
    solve(Puzzle([1], [1], ["a"]))
    assert out_of_time(puzzle, 0.2) == ("loading_cp_sat", 0.2)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_search_without_end_in_sight_can_be_interrupted() -> None:
    endless, _ = random_puzzle(np.random.default_rng(0), 60, 60, mean_size=10)
    ended = threading.Event()

    def interrupt() -> None:
        while not ended.wait(0.5):  # again: Python drops one that comes while an object is finalized
            _thread.interrupt_main()

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        try:
            solve(endless, time_limit=600)
        finally:
            ended.set()


def test_a_search_for_so_many_solutions_ends_when_it_has_them() -> None:
    drawn, _ = random_puzzle(np.random.default_rng(0), 5, 7, mean_size=3)
    for most in (1, 2, 3):
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


def levels_of(puzzle: Puzzle) -> Levels:
    return Levels(segment_forest(puzzle.regions, puzzle.rule), puzzle.row_clues, puzzle.col_clues)


@settings(repeatable, max_examples=50)
@given(boards(rules=RULES), seeds)
def test_counting_settles_nothing_wrongly_whatever_is_known(drawn: tuple[Puzzle, Water], seed: int) -> None:
    (puzzle, water), chance = drawn, random.Random(seed)
    levels = levels_of(puzzle)
    for _ in range(4):
        before = levels.copy()
        assert levels.propagate()
        assert agrees(water, levels.cells())
        assert agrees(levels.cells(), before.cells())
        row, col = chance.randrange(puzzle.height), chance.randrange(puzzle.width)
        assign = levels.assign_wet if water[row][col] else levels.assign_dry
        assign(levels.forest.at[row][col], row)


@repeatable
@given(st.lists(st.integers(1, 6), max_size=8), st.integers(-1, 20))
def test_a_sum_settles_all_that_is_the_same_in_every_choice(sizes: list[int], wanted: int) -> None:
    taken = [
        chosen
        for chosen in itertools.product((True, False), repeat=len(sizes))
        if sum(itertools.compress(sizes, chosen)) == wanted
    ]
    always, never = (
        tuple(at for at in range(len(sizes)) if all(chosen[at] is kind for chosen in taken))
        for kind in (True, False)
    )
    assert settled_by_sum(tuple(sizes), wanted) == ((always, never) if taken else None)
    sums = {tuple(sorted(itertools.compress(sizes, chosen), reverse=True)) for chosen in taken}
    assert set(choices(tuple(sizes), wanted, most=300) or []) == sums
    assert choices(tuple(sizes), wanted, most=0) == (None if sums else [])


@repeatable
@given(st.lists(st.integers(0, 3), min_size=1, max_size=8), st.integers(0, 8))
def test_a_column_is_settled_as_far_as_its_clue_says(sizes: list[int], clue: int) -> None:
    ids = [[number] for number, size in enumerate(sizes) for _ in range(size + 1)]
    puzzle = Puzzle([min(clue, len(ids))], [None] * len(ids), ids)
    levels = levels_of(puzzle)
    assert levels.propagate()
    assert levels.cells() == solve(puzzle).forced


def test_below_a_segment_lie_all_that_part_there() -> None:
    arch = Puzzle([], [], ["aaa", "aba"]).regions
    assert segment_graph(arch, "connected").below == ((1, 3), (), (), ())
