"""Counting and supposing settle nothing wrongly, and give the answers of the constraint solver alone."""

import itertools
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixtures.drawing.puzzles import random_puzzle
from solver import NoSolution, Puzzle, solve, violations
from solver.deadline import Deadline
from solver.model import level_model
from solver.propagation import Levels, row_of, settled_by_sum
from solver.puzzle import RULES, Known, Rule, Water
from solver.search import OutOfEffort, Search
from solver.segments import places_below, places_of, stacks_of
from solver.solve import find_only_water, find_solutions
from tests.strategies import boards, repeatable, tiny_puzzles

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT.parent / "shared" / "puzzles.jsonl"
RECORDS = (
    [json.loads(line) for line in SITE.read_text(encoding="utf-8").splitlines()]
    if SITE.exists()
    else [pytest.param({}, marks=pytest.mark.skip(reason=f"{SITE} is not there"))]
)
UNTIL_SETTLED = 10**7
EFFORTS = [0, 50, 500, UNTIL_SETTLED]
"""Effort allowed: what a search leaves is answered by the constraint model."""


@settings(repeatable, max_examples=40)
@given(boards(), st.integers(0, 2**32 - 1))
def test_counting_settles_nothing_wrongly_whatever_is_known(drawn: tuple[Puzzle, Water], seed: int) -> None:
    _check_counting(*drawn, random.Random(seed))


@settings(repeatable, max_examples=40)
@given(boards(rule="connected"), st.integers(0, 2**32 - 1))
def test_counting_settles_nothing_wrongly_where_connection_counts(
    drawn: tuple[Puzzle, Water], seed: int
) -> None:
    _check_counting(*drawn, random.Random(seed))


@settings(repeatable, max_examples=60)
@given(st.lists(st.integers(1, 6), max_size=8), st.integers(-1, 20))
def test_a_row_by_sums_settles_all_that_is_the_same_in_every_choice(lengths: list[int], wanted: int) -> None:
    choices = [
        choice
        for choice in itertools.product((True, False), repeat=len(lengths))
        if sum(itertools.compress(lengths, choice)) == wanted
    ]
    found = settled_by_sum(tuple(lengths), wanted)
    if not choices:
        assert found is None
    else:
        every = list(zip(*choices, strict=True)) if lengths else []
        wet, dry = ([at for at, seen in enumerate(every) if set(seen) == {kind}] for kind in (True, False))
        assert found == (tuple(wet), tuple(dry))


@settings(repeatable, max_examples=80)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=8), st.integers(0, 8))
def test_a_column_is_settled_as_far_as_its_clue_says(sizes: list[int], clue: int) -> None:
    ids = [[number] for number, size in enumerate(sizes) for _ in range(size + 1)]
    puzzle = Puzzle([min(clue, len(ids))], [None] * len(ids), ids)
    levels = _levels(puzzle)
    assert levels.propagate()
    assert levels.known() == solve(puzzle).forced


def test_a_row_of_a_set_is_found_by_its_place() -> None:
    assert [row_of(0b110100, place) for place in range(3)] == [2, 4, 5]


@settings(repeatable, max_examples=60)
@given(boards(rule="connected"))
def test_every_place_is_in_one_stack_and_wet_below_a_wet_one(drawn: tuple[Puzzle, Water]) -> None:
    regions = drawn[0].regions
    places = places_of(regions, rule="connected")
    stacks = stacks_of(regions, rule="connected")
    for place, lower in places_below(regions, places).items():
        levels = Levels(stacks, [None] * len(regions), [None] * len(regions[0]))
        col = places[place[1]].index(place)
        levels.pour(stacks.at[place[1]][col], place[1])
        wet = {places[row][col] for row, cells in enumerate(levels.water()) for col in _wet(cells)}
        assert wet == _all_below(place, places_below(regions, places))
        assert set(lower) <= wet


@pytest.mark.parametrize("effort", EFFORTS)
@pytest.mark.parametrize(
    "record", RECORDS[::3], ids=lambda record: f"{record.get('size')} {record.get('id')}"
)
def test_real_puzzles_are_answered_as_by_the_model_alone(
    record: dict[str, Any], effort: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    _allow(effort, monkeypatch)
    for rule in RULES:
        puzzle = Puzzle(record["col_clues"], record["row_clues"], record["regions"], rule=rule)
        forced = _common_by_model(puzzle)
        if forced is None:
            with pytest.raises(NoSolution):
                solve(puzzle)
        else:
            solution = solve(puzzle)
            assert solution.forced == forced
            assert solution.unique == (forced == solution.water)
            assert violations(puzzle, solution.water) == []


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("seed", range(12))
def test_random_boards_with_hidden_clues_are_answered_as_by_the_model_alone(
    seed: int, rule: Rule, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(seed)
    drawn, _ = random_puzzle(rng, 9, 9, mean_size=3)
    clues = [
        [None if rng.random() < seed / 24 else clue for clue in line]
        for line in (drawn.col_clues, drawn.row_clues)
    ]
    puzzle = Puzzle(*clues, drawn.regions, rule=rule)
    forced, answers = _common_by_model(puzzle), []
    for effort in EFFORTS:
        _allow(effort, monkeypatch)
        solution = solve(puzzle)
        assert solution.forced == forced
        assert solution.unique == (solution.forced == solution.water)
        assert violations(puzzle, solution.water) == []
        assert find_only_water(puzzle) == (solution.water if solution.unique else None)
        answers.append(find_solutions(puzzle, 3))
    for waters in answers:
        assert len(waters) == len(set(waters)) == len(answers[0])
        assert all(violations(puzzle, water) == [] for water in waters)


@pytest.mark.parametrize("effort", EFFORTS)
@settings(repeatable)
@given(puzzle=tiny_puzzles(longest=3), most=st.integers(0, 30), rule=st.sampled_from(RULES))
def test_the_solutions_of_a_tiny_board_are_all_found_each_once(
    effort: int, puzzle: Puzzle, most: int, rule: Rule
) -> None:
    puzzle = Puzzle(puzzle.col_clues, puzzle.row_clues, puzzle.regions, rule=rule)
    if puzzle.problems():
        return
    every = {
        water
        for cells in itertools.product((True, False), repeat=puzzle.height * puzzle.width)
        if not violations(puzzle, water := tuple(zip(*[iter(cells)] * puzzle.width, strict=True)))
    }
    with pytest.MonkeyPatch.context() as patch:
        _allow(effort, patch)
        found = find_solutions(puzzle, most)
        assert len(found) == len(set(found)) == min(most, len(every))
        assert set(found) <= every
        assert found == find_solutions(puzzle, most)


def test_a_search_that_gives_up_has_settled_and_found_only_what_is_true() -> None:
    puzzle, water = random_puzzle(np.random.default_rng([30, 90, 4]), 30, 30, mean_size=10)
    forced = solve(puzzle).forced
    for effort in (1, 100, 1000, 5000):
        search = Search(puzzle, Deadline(60), effort, effort)
        with pytest.raises(OutOfEffort):
            search.find_common()
        assert _agrees(water, search.root.levels.known())
        assert all(_agrees(levels.water(), search.root.levels.known()) for levels in search.found)
        assert all(violations(puzzle, levels.water()) == [] for levels in search.found)
        assert all(_agrees(levels.water(), forced) for levels in search.found)


def test_easy_boards_are_answered_without_loading_the_constraint_solver() -> None:
    asked = (
        "import sys, solver; from solver import Puzzle, solve;"
        "print(solve(Puzzle([1, 2], [1, 2], ['ab', 'bb'])).unique, 'ortools' in sys.modules)"
    )
    told = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, env=os.environ, capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == ["True", "False"]


def _allow(effort: int, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sys.modules["solver.solve"], "LEAST_EFFORT", effort)
    patch.setattr(sys.modules["solver.solve"], "MOST_EFFORT_PER_CELL", 0)


def _levels(puzzle: Puzzle) -> Levels:
    return Levels(stacks_of(puzzle.regions, rule=puzzle.rule), puzzle.row_clues, puzzle.col_clues)


def _check_counting(puzzle: Puzzle, water: Water, chance: random.Random) -> None:
    """Tell some true levels, in any order; what follows must be true."""
    levels = _levels(puzzle)
    for _ in range(4):
        before = levels.copy()
        assert levels.propagate()
        known = levels.known()
        assert _agrees(water, known)
        assert _agrees(known, before.known())
        row, col = chance.randrange(puzzle.height), chance.randrange(puzzle.width)
        (levels.pour if water[row][col] else levels.drain)(levels.stacks.at[row][col], row)


def _agrees(water: Known, known: Known) -> bool:
    return all(
        told is None or wet == told
        for cells, tolds in zip(water, known, strict=True)
        for wet, told in zip(cells, tolds, strict=True)
    )


def _wet(cells: tuple[bool, ...]) -> list[int]:
    return [col for col, wet in enumerate(cells) if wet]


def _all_below(place: tuple[int, int], below: dict[Any, Any]) -> set[tuple[int, int]]:
    return {place}.union(*(_all_below(other, below) for other in below[place]))


def _common_by_model(puzzle: Puzzle) -> Known | None:
    """Ask the constraint model alone what all solutions share; None if there is none."""
    with level_model(puzzle.regions, Deadline(60), puzzle.rule) as level:
        sums = [*level.rows(), *level.cols()]
        for wet_cells, clue in zip(sums, [*puzzle.row_clues, *puzzle.col_clues], strict=True):
            if clue is not None:
                level.model.add(wet_cells == clue)
        common = answer = level.next_answer("testing")
        if answer is None:
            return None
        while common:
            level.ask_otherwise(common)
            if (answer := level.next_answer("testing")) is None:
                break
            common = {place: wet for place, wet in common.items() if answer[place] == wet}
        return tuple(tuple(map(common.get, places)) for places in level.places)
