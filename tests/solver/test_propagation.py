"""Counting settles nothing wrongly, and in one line all that can be settled."""

import itertools
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Puzzle, solve
from solver.propagation import Levels
from solver.puzzle import RULES, Water
from solver.segments import segment_forest, segment_graph
from solver.sums import choices, settled_by_sum
from tests.oracle import agrees
from tests.strategies import boards, repeatable, seeds


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
