"""Steps of human logic: right while the marks are right, and enough for every puzzle with one solution."""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixtures.drawing.puzzles import random_puzzle, unique_puzzle
from solver import Puzzle, solve, violations
from solver.logic.explanation import TECHNIQUES, explain, grade_of, next_step, steps
from solver.logic.position import position_of
from solver.logic.step import Grade, Step, Technique, empty, settled
from solver.puzzle import RULES, Known, Rule, Water
from solver.rules import find_violations
from tests.strategies import tiny_puzzles

SITE = Path(__file__).resolve().parents[4] / "shared" / "puzzles.jsonl"
RECORDS = (
    [json.loads(line) for line in SITE.read_text(encoding="utf-8").splitlines()]
    if SITE.exists()
    else [pytest.param({}, marks=pytest.mark.skip(reason=f"{SITE} is not there"))]
)
UNIQUE = [record for record in RECORDS if not isinstance(record, dict) or record["solutions"] == 1]

repeatable = settings(derandomize=True, deadline=None)
seeds = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("record", UNIQUE, ids=lambda record: f"{record['size']} {record['id']}")
def test_real_puzzles_are_solved_by_steps_alone_and_each_step_is_right(record: dict) -> None:
    puzzle = Puzzle(record["col_clues"], record["row_clues"], record["regions"])
    water = tuple(tuple(map(bool, row)) for row in record["water"])
    known = empty(puzzle)
    for step in steps(puzzle):
        assert step.technique is not Technique.SEARCH
        assert not step.contradicts
        assert _agrees(step, water)
        _check_chain(puzzle, known, step)
        assert all(known[row][col] is None for row, col in step.cells)
        known = settled(known, step.water, step.air)
    assert known == water


@st.composite
def positions(draw: st.DrawFn, *, rule: Rule) -> tuple[Puzzle, Known, list[Water]]:
    """Draw a tiny puzzle, some right marks, not closed by level, and all solutions that agree with them."""
    if rule == "level":
        rng = np.random.default_rng(draw(seeds))
        rows = draw(st.integers(1, 6))
        cols = draw(st.integers(1, min(6, 12 // rows)))
        drawn, _ = random_puzzle(rng, rows, cols, mean_size=draw(st.sampled_from([2, 4, 8])))
        columns, row_clues = (
            [None if draw(st.integers(0, 5)) == 0 else clue for clue in clues]
            for clues in (drawn.col_clues, drawn.row_clues)
        )
        puzzle = Puzzle(columns, row_clues, drawn.regions)
    else:
        puzzle = draw(tiny_puzzles(longest=6, rules=["connected"]))
    every = list(_solutions(puzzle))
    known = empty(puzzle)
    if every:
        chosen = draw(st.sampled_from(every))
        share = draw(st.sampled_from([0, 0, 1, 3, 6]))
        known = tuple(
            tuple(wet if draw(st.integers(0, 9)) < share else None for wet in row) for row in chosen
        )
    return puzzle, known, [water for water in every if _fits(known, water)]


@pytest.mark.parametrize("technique", [name for name, _ in TECHNIQUES])
@pytest.mark.parametrize("rule", RULES)
def test_each_technique_alone_is_right_in_every_solution_that_agrees_with_the_marks(
    technique: Technique, rule: Rule
) -> None:
    find = dict(TECHNIQUES)[technique]
    found = 0

    @settings(repeatable, max_examples=80)
    @given(positions(rule=rule))
    def check(drawn: tuple[Puzzle, Known, list[Water]]) -> None:
        nonlocal found
        puzzle, known, every = drawn
        for step in find(position_of(puzzle, known)):
            found += bool(every)
            assert step.contradicts <= (not every)
            assert all(_agrees(step, water) for water in every)

    check()
    assert found or technique is Technique.SUPPOSE


@pytest.mark.parametrize("rule", RULES)
def test_steps_settle_just_what_all_solutions_that_agree_with_the_marks_have_in_common(rule: Rule) -> None:
    @settings(repeatable, max_examples=150)
    @given(positions(rule=rule))
    def check(drawn: tuple[Puzzle, Known, list[Water]]) -> None:
        puzzle, known, every = drawn
        taken = explain(puzzle, known)
        if not every:
            assert taken.steps[-1].contradicts if taken.steps else taken.complete
            return
        cells = itertools.product(range(puzzle.height), range(puzzle.width))
        for row, col in cells:
            values = {water[row][col] for water in every}
            assert taken.known[row][col] is (values.pop() if len(values) == 1 else None)

    check()


@settings(repeatable, max_examples=25)
@given(seeds, st.integers(3, 12), st.integers(3, 12), st.sampled_from([2.5, 4, 6]))
def test_an_explanation_of_a_puzzle_with_one_solution_ends_with_it(
    seed: int, rows: int, cols: int, mean_size: float
) -> None:
    puzzle, water = unique_puzzle(np.random.default_rng(seed), rows, cols, mean_size=mean_size)
    taken = explain(puzzle)
    assert taken.complete
    assert taken.known == water == solve(puzzle).water
    assert taken.grade is grade_of(taken.steps, rows + cols)
    known = empty(puzzle)
    for step in taken.steps:
        _check_chain(puzzle, known, step)
        known = settled(known, step.water, step.air)


@settings(repeatable, max_examples=150)
@given(seeds, st.integers(2, 8), st.integers(2, 8), st.data())
def test_wrong_marks_are_told_in_the_end_and_never_crash(
    seed: int, rows: int, cols: int, data: st.DataObject
) -> None:
    puzzle, water = unique_puzzle(np.random.default_rng(seed), rows, cols)
    cells = st.sampled_from(list(itertools.product(range(rows), range(cols))))
    wrong = data.draw(st.sets(cells, min_size=1, max_size=4))
    right = data.draw(st.sets(cells, max_size=12))
    known = tuple(
        tuple(
            (not wet) if (row, col) in wrong else wet if (row, col) in right else None
            for col, wet in enumerate(line)
        )
        for row, line in enumerate(water)
    )
    *_, last = [None, *steps(puzzle, known)]
    assert last is None or last.contradicts
    if last is None:
        assert find_violations(puzzle, known)


def test_nothing_is_left_to_say_of_a_finished_board_or_of_what_solutions_differ_in() -> None:
    puzzle = Puzzle([1, 1], [1, 1], ["ab", "cd"])
    assert next_step(puzzle, empty(puzzle)) is None
    assert next_step(puzzle, ((True, False), (False, True))) is None
    step = next_step(puzzle, ((True, None), (None, None)))
    assert step is not None
    assert step.air == ((0, 1),)


def test_the_grade_is_that_of_the_hardest_step_unless_there_are_many() -> None:
    assert grade_of([], lines=12) is Grade.EASY
    grades = [grade_of([Step(technique, (), (), "")], lines=12) for technique in Technique]
    assert grades == sorted(grades, key=list(Grade).index)
    assert set(grades) == set(Grade)
    complete = Step(Technique.COMPLETE, (), (), "")
    taken = {count: grade_of([complete] * count, lines=20) for count in (20, 21, 37, 38)}
    assert taken == {20: Grade.EASY, 21: Grade.NORMAL, 37: Grade.NORMAL, 38: Grade.HARD}


def _check_chain(puzzle: Puzzle, known: Known, step: Step) -> None:
    """Check that the last step of a chain is a contradiction, by trying all that it looks at."""
    if step.technique is not Technique.SUPPOSE:
        assert step.chain == ()
        return
    first, *_, last = step.chain
    assert set(first.water) & set(step.air) or set(first.air) & set(step.water)
    assert last.contradicts
    assert not any(each.contradicts for each in step.chain[:-1])
    now = known
    for each in step.chain:
        now = settled(now, each.water, each.air)
    if len(last.lines) == 1:
        at = last.lines[0]
        words = [broken.words for broken in find_violations(puzzle, now) if at in broken.lines]
        assert words or "no choice of them adds to" in last.because
    assert not _fits(now, solve(puzzle).water)


def _agrees(step: Step, water: Water) -> bool:
    return all(water[row][col] for row, col in step.water) and not any(
        water[row][col] for row, col in step.air
    )


def _fits(known: Known, water: Water) -> bool:
    return all(
        mark is None or mark is wet
        for marks, line in zip(known, water, strict=True)
        for mark, wet in zip(marks, line, strict=True)
    )


def _solutions(puzzle: Puzzle) -> Iterator[Water]:
    """Yield all solutions by brute force, row by row, judged by the rules in words."""
    rows = [
        [
            way
            for way in itertools.product([False, True], repeat=puzzle.width)
            if (clue is None or sum(way) == clue) and (puzzle.rule == "connected" or _is_level(ids, way))
        ]
        for ids, clue in zip(puzzle.regions, puzzle.row_clues, strict=True)
    ]
    for water in itertools.product(*rows):
        if not violations(puzzle, water):
            yield water


def _is_level(ids: tuple[int, ...], way: tuple[bool, ...]) -> bool:
    return len(set(zip(ids, way, strict=True))) == len(set(ids))
