"""Steps of human logic: right while the marks are right, enough for every puzzle, and each says why."""

import itertools
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixtures.drawing.board.puzzles import unique_puzzle
from solver import Puzzle, solve
from solver.logic import suppose
from solver.logic.explanation import TECHNIQUES, explain, grade_of, steps
from solver.logic.layout import layout_of
from solver.logic.position import MOST_NAMED, State, aquariums_named, position_of
from solver.logic.step import Grade, Step, Technique, empty, settled
from solver.logic.suppose import SHORT, Link, Refutation, refutations, refutations_by_pairs, refute
from solver.logic.techniques import OneLine
from solver.message import Message
from solver.places import ClueAt
from solver.puzzle import RULES, Known, Rule, Water
from solver.rules import find_violations
from tests.oracle import UNIQUE, agrees, common, every_water, name_of, next_step, puzzle_of, water_of
from tests.strategies import repeatable, seeds, tiny_puzzles

LONGEST_REPLAYED = 10
"""Side of the largest board whose whole explanation is replayed: one of 25 x 25 takes half a minute."""
FIRST_STEPS = 8


@pytest.mark.parametrize("record", UNIQUE, ids=name_of)
def test_real_puzzles_are_solved_by_steps_alone_and_each_step_is_right(record: dict) -> None:
    puzzle, water = puzzle_of(record), water_of(record)
    every = None if puzzle.height <= LONGEST_REPLAYED else FIRST_STEPS
    taken = list(itertools.islice(steps(puzzle), every))
    assert all(step.technique is not Technique.SEARCH for step in taken)
    assert _replayed(puzzle, water, taken) == water or every


def _replayed(puzzle: Puzzle, water: Water, taken: Sequence[Step]) -> Known:
    """Check every step from the empty board on, and return what is known in the end."""
    known = empty(puzzle)
    for step in taken:
        assert _is_right(step, water)
        assert aquariums_named(step.reason) <= MOST_NAMED
        _check_chain(puzzle, known, step)
        assert all(known[row][col] is None for row, col in step.cells)
        if step.technique is not Technique.SEARCH:
            alike = dict(TECHNIQUES)[step.technique](position_of(puzzle, known))
            assert len(step.cells) == max(len(other.cells) for other in alike)
        known = settled(known, step.water, step.air)
    return known


def test_what_is_remembered_from_step_to_step_changes_no_step() -> None:
    supposed = 0
    for seed in range(6):
        puzzle, _ = unique_puzzle(np.random.default_rng(seed), 10, 10, mean_size=2)
        known = empty(puzzle)
        for step in steps(puzzle):
            assert step == next_step(puzzle, known)
            known = settled(known, step.water, step.air)
            supposed += step.technique is Technique.SUPPOSE
    assert supposed > 10


@st.composite
def positions(draw: st.DrawFn) -> tuple[Puzzle, Known, list[Water]]:
    """Draw a tiny puzzle, some right marks, not closed by level, and all solutions that agree with them."""
    puzzle = draw(tiny_puzzles(longest=6))
    every = [] if puzzle.problems() else every_water(puzzle)
    known = empty(puzzle)
    if every:
        chosen = draw(st.sampled_from(every))
        share = draw(st.sampled_from([0, 0, 1, 3, 6]))
        known = tuple(
            tuple(wet if draw(st.integers(0, 9)) < share else None for wet in row) for row in chosen
        )
    return puzzle, known, [water for water in every if agrees(water, known)]


def test_techniques_are_right_in_all_solutions_that_agree_and_together_settle_what_these_share() -> None:
    found = set[tuple[Technique, Rule]]()

    @settings(repeatable, max_examples=200)
    @given(positions())
    def check(drawn: tuple[Puzzle, Known, list[Water]]) -> None:
        puzzle, known, every = drawn
        for technique, find in TECHNIQUES:
            for step in find(position_of(puzzle, known)):
                assert step.contradicts <= (not every)
                assert all(_is_right(step, water) for water in every)
                found.update([(technique, puzzle.rule)] * bool(every))
        taken = explain(puzzle, known)
        if every:
            assert taken.known == common(every)
        else:
            assert taken.steps[-1].contradicts if taken.steps else taken.complete

    check()
    often = {technique for technique, _ in TECHNIQUES} - {Technique.SUPPOSE}
    assert found >= {(technique, rule) for technique in often for rule in RULES}


@settings(repeatable, max_examples=15)
@given(seeds, st.integers(3, 12), st.integers(3, 12), st.sampled_from([2.5, 4, 6]))
def test_an_explanation_of_a_puzzle_with_one_solution_ends_with_it(
    seed: int, rows: int, cols: int, mean_size: float
) -> None:
    puzzle, water = unique_puzzle(np.random.default_rng(seed), rows, cols, mean_size=mean_size)
    taken = explain(puzzle)
    assert taken.complete
    assert taken.known == _replayed(puzzle, water, taken.steps) == water
    assert taken.grade is grade_of(taken.steps, rows + cols)


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
    if step.technique not in (Technique.SUPPOSE, Technique.BOUNDS, Technique.PAIR):
        assert step.chain == ()
    if not step.chain:
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
        words = [broken.what for broken in find_violations(puzzle, now) if at in broken.lines]
        assert words or "no choice of them adds up to" in last.because
    assert not agrees(solve(puzzle).water, now)


def _is_right(step: Step, water: Water) -> bool:
    return all(water[row][col] for row, col in step.water) and not any(
        water[row][col] for row, col in step.air
    )


def test_what_a_refutation_does_not_need_is_left_out() -> None:
    puzzle, _ = unique_puzzle(np.random.default_rng(11), 9, 11, mean_size=2)
    position = position_of(puzzle, explain(puzzle, hardest=Technique.PAIR).known)
    found = [
        (each.chain, refute(position, each.segment, each.wet, most=SHORT)) for each in refutations(position)
    ]
    saved = [len(whole.chain) - len(needed) for needed, whole in found if whole]
    assert len(saved) == len(found)
    assert min(saved) == 0 < max(saved)


def test_marks_that_no_solution_has_leave_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suppose, "refutations", lambda *_: [])
    position = position_of(Puzzle([1, 1], [1, 1], ["ab", "cd"]), ((True, True), (None, None)))
    assert suppose.forced_cells(position) is None
    (step,) = suppose.suppositions(position)
    assert (step.technique, step.cells) == (Technique.SEARCH, ())


def test_where_no_line_alone_refutes_anything_pairs_of_lines_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suppose, "refutations", lambda *_: [])
    puzzle, water = unique_puzzle(np.random.default_rng(9), 12, 15, mean_size=2)
    position = position_of(puzzle, explain(puzzle, hardest=Technique.PAIR).known)
    (step,) = suppose.suppositions(position)
    assert step.technique is Technique.SUPPOSE
    assert any(len(each.lines) == 2 for each in step.chain)
    assert [bool(each.water or each.air) for each in step.chain] == [True] * (len(step.chain) - 1) + [False]
    assert _is_right(step, water)
    lengths = [len(each.chain) for each in refutations_by_pairs(position, position.layout.fates(water))]
    assert len(step.chain) - 1 == min(lengths) < max(lengths)


def test_an_argument_names_of_what_a_line_would_have_only_what_the_next_looks_at() -> None:
    layout = layout_of(Puzzle([None, None, None, None, 0], [3, None], ["aabbc", "ddddd"]))
    state, start = (State(layout, [None] * len(layout.cells)) for _ in range(2))
    state.settle({0: True})
    row, column = Link(OneLine(layout.lines[0]), state.settled_by(0)), Link(OneLine(layout.lines[-1]), {})
    assert str(Refutation(0, True, (row,)).argument(start)) == (
        "row 1 would have the aquarium at row 1 column 5 wet and the aquarium at row 1 column 3 dry"
    )
    assert str(Refutation(0, True, (row, column)).argument(start)) == (
        "row 1 would have the aquarium at row 1 column 5 wet, and column 5 would have 1, but its clue is 0"
    )


WET_AND_DRY = {"~": True, "x": False, ".": None}


def marked(puzzle: Puzzle, drawn: str = "") -> Known:
    rows = drawn.split() or ["." * puzzle.width] * puzzle.height
    return tuple(tuple(WET_AND_DRY[sign] for sign in row) for row in rows)


EXAMPLES = [
    (Technique.COMPLETE, Puzzle([1], [0], ["a"]), "Row 1 needs no water, so it is all air."),
    (
        Technique.COMPLETE,
        Puzzle([1, None, 1], [2], ["aab"]),
        "Row 1 has all its water (2), so the rest is air.",
        "~~.",
    ),
    (
        Technique.COMPLETE,
        Puzzle([None] * 3, [2], ["aab"]),
        "Row 1 needs 2 and has only 2 cells for it: all are water.",
        "..x",
    ),
    (
        Technique.LEVEL,
        Puzzle([None] * 3, [None] * 3, ["aba", "aba", "aaa"]),
        "The aquarium at row 1 column 1 has water in row 2 column 1: water runs down and sideways; "
        "it has air in row 1 column 1: air rises and spreads sideways.",
        "x.. ~.. ...",
    ),
    (
        Technique.ROW,
        Puzzle([None] * 5, [1], ["abbbc"]),
        "Row 1 needs 1 and its open segments have 3 and 1 cells: "
        "the segment of 3 (columns 2–4) is too big, so it is air.",
        "x....",
    ),
    (
        Technique.ROW,
        Puzzle([None] * 6, [4], ["aabccc"]),
        "Row 1 needs 4 and its open segments have 2, 1 and 3 cells: "
        "without the segment of 3 (columns 4–6) there is room for 3 only, so it is water.",
    ),
    (
        Technique.COLUMN,
        Puzzle([1], [None] * 3, list("aab")),
        "Column 1 needs 1: the aquarium at row 1 column 1 has 2 open cells there, so its top one is air.",
    ),
    (
        Technique.COLUMN,
        Puzzle([3], [None] * 4, list("aabb")),
        "Column 1 needs 3 of its 4 open cells, so only 1 can stay dry: the aquariums at row 1 column 1 "
        "and row 3 column 1 have 2 open cells each there, so their lowest one is water.",
    ),
    (
        Technique.SUMS,
        Puzzle([None] * 8, [5], ["aabbbccc"]),
        "Row 1 needs 5 and its open segments have 2, 3 and 3 cells: "
        "5 can only be 3 + 2, so the segment of 2 (columns 1–2) is water.",
    ),
    (
        Technique.BOUNDS,
        Puzzle([2, 3], [1, 2, None], ["ab", "aa", "cc"]),
        "The aquarium at row 1 column 1 stays below row 1: with water there, row 1 would have all its "
        "water, and column 2 would have at most 2, but its clue is 3; it reaches at least up to row 2: "
        "with air there, row 2 would have at most 0, but its clue is 2; so its level is known.",
    ),
    (
        Technique.BOUNDS,
        Puzzle([None] * 3, [None, None, 1], ["aaa", "aba", "aba"], rule="connected"),
        "The aquarium at row 1 column 1 stays below row 1 columns 1–3: "
        "with water there, row 3 would have 2, but its clue is 1.",
    ),
    (
        Technique.PAIR,
        Puzzle([2, None], [0, 2, 2], ["aa", "bb", "cc"]),
        "Row 1 and column 1 together: with the aquarium at row 2 column 1 dry in row 2, column 1 would "
        "need all its open cells, and row 1 would have 2, but its clue is 0; so it is wet there.",
    ),
    (
        Technique.SUPPOSE,
        Puzzle(
            [3, 4, 5, 5, 4, 4],
            [4, 4, 4, 3, 5, 5],
            ["abbccd", "abbcdd", "aefggh", "iijklm", "njjkll", "nojppl"],
        ),
        "The aquarium at row 4 column 1 is dry in row 4: if it were wet, "
        "in the end row 6 would have at most 4, but its clue is 5.",
        "x~~~~x ~~~~xx ~....~ .....~ x~~~~~ ..~~~~",
    ),
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_each_technique_says_why(example: tuple) -> None:
    technique, puzzle, words, *drawn = example
    taken = dict(TECHNIQUES)[technique](position_of(puzzle, marked(puzzle, *drawn)))
    assert words in [replace(step, follows=()).because for step in taken]
    assert {technique for technique, *_ in EXAMPLES} == set(Technique) - {Technique.SEARCH}


def test_what_follows_by_level_beside_the_line_is_told_apart() -> None:
    narrow, wide, deep = (
        explain(puzzle).steps[0]
        for puzzle in (
            Puzzle([0, 2], [1, 1], ["ab", "ab"]),
            Puzzle([0, None, None], [None, None], ["aab", "aab"]),
            Puzzle([None, None], [2, None], ["aa", "aa"]),
        )
    )
    assert (narrow.follows, narrow.air) == ((), ((0, 0), (1, 0)))
    assert (wide.follows, len(wide.air)) == ((Message("level_air", cells=2),), 4)
    assert deep.follows == (Message("level_water", cells=2),)
    assert deep.because.endswith("; as water is level, 2 cells beside or below are water too.")


def test_a_supposition_is_shown_as_a_chain_that_ends_in_the_contradiction() -> None:
    technique, puzzle, _, drawn = EXAMPLES[-1]
    (step,) = dict(TECHNIQUES)[technique](position_of(puzzle, marked(puzzle, drawn)))
    assert [each.because for each in step.chain] == [
        "Suppose the aquarium at row 4 column 1 were wet in row 4.",
        "Column 1 has all its water (3), so the rest is air.",
        "Column 2 has all its water (4), so the rest is air.",
        "Row 6 has room for at most 4 cells of water, but its clue is 5: too much air.",
    ]
    assert step.air == step.chain[0].water == ((3, 0), (3, 1))
    assert step.lines == (ClueAt("column", 0), ClueAt("column", 1), ClueAt("row", 5))
    assert step.aquariums == (9,)


def test_a_step_by_trying_every_way_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suppose, "refutations", lambda *_: [])
    monkeypatch.setattr(suppose, "refutations_by_pairs", lambda *_: [])
    _, puzzle, _, drawn = EXAMPLES[-1]
    step = next_step(puzzle, marked(puzzle, drawn))
    assert step is not None
    assert step.technique is Technique.SEARCH
    assert step.because == (
        "The aquarium at row 3 column 2 is wet in row 3: "
        "so it is in every way to fill the rest that matches the clues."
    )


NOT_LEVEL = "The aquarium at row 1 column 2 is wet in row 1 column 2 and dry in row 2 column 2, "
BROKEN = [
    (([None] * 3, [1], ["abc"]), "~~.", "Row 1 has 2 cells of water, but its clue is 1: too much water."),
    (
        ([None] * 3, [2], ["abc"]),
        "xx.",
        "Row 1 has room for at most 1 cell of water, but its clue is 2: too much air.",
    ),
    (
        ([None] * 6, [3], ["aabbcc"]),
        "......",
        "Row 1 needs 3 and its open segments have 2, 2 and 2 cells: no choice of them adds up to 3.",
    ),
    (([None] * 2, [None] * 2, ["ab", "bb"]), ".~ .x", f"{NOT_LEVEL}so its water is not level."),
]


@pytest.mark.parametrize(("board", "drawn", "words"), BROKEN)
def test_marks_that_cannot_be_are_said_to_break_a_rule(board: tuple, drawn: str, words: str) -> None:
    puzzle = Puzzle(*board)
    *_, step = steps(puzzle, marked(puzzle, drawn))
    assert step.contradicts
    assert step.because == words
    assert step.lines or step.aquariums
