"""A hint is true of the board that is seen: what it counts can be counted there, or is named before it."""

import re

import numpy as np
import pytest

from solver import Puzzle, solve
from solver.logic.explanation import explain, steps
from solver.logic.position import MOST_NAMED, aquariums_named
from solver.logic.premises import MOST_PREMISES, next_step
from solver.logic.step import Step, Technique, settled
from solver.message import Message
from solver.places import ClueAt
from solver.puzzle import Known
from tests.solver.logic.recount import half_played, miscounts

OBVIOUS = (Technique.COMPLETE, Technique.LEVEL)


def hint(puzzle: Puzzle, known: Known, *, crosses: bool = False) -> Step:
    step = next_step(puzzle, known, puts_in_air=crosses)
    assert step is not None
    return step


def full_lines(step: Step) -> int:
    return sum(len(premise.lines) for premise in step.premises)


@pytest.mark.parametrize("crosses", [False, True])
@pytest.mark.parametrize("seed", range(50))
def test_every_number_of_a_reason_can_be_counted_on_the_board(seed: int, crosses: bool) -> None:
    puzzle, known = half_played(np.random.default_rng([seed, crosses]), crosses=crosses)
    step = hint(puzzle, known, crosses=crosses)
    assert miscounts(puzzle, known, step) == []
    water = solve(puzzle).water
    assert all(water[row][col] for row, col in step.water)
    assert not any(water[row][col] for row, col in step.air)
    assert full_lines(step) <= MOST_PREMISES
    assert not re.search(r"[Aa]quariums? \d", " ".join(each.because for each in (step, *step.chain)))
    assert all(aquariums_named(each.reason) <= MOST_NAMED for each in (step, *step.chain))


def test_counting_again_notices_numbers_of_another_board() -> None:
    noticed = needed = 0
    for seed in range(60):
        puzzle, known = half_played(np.random.default_rng([seed, 0]), crosses=False)
        step, now = None, known
        for step in steps(puzzle, known):  # as who puts in no air was told before premises were named
            if step.water or step.technique not in OBVIOUS:
                break
            now = settled(now, step.water, step.air)
        assert step is not None
        noticed += bool(miscounts(puzzle, known, step))
        needed += bool(hint(puzzle, known).premises)
    assert noticed >= needed >= 10


def test_a_full_row_is_said_before_the_column_that_rests_on_it() -> None:
    puzzle = Puzzle([2, None, None], [None, 1, None], ["abc", "def", "ghi"])
    board = ((None,) * 3, (None, True, None), (None,) * 3)
    step = hint(puzzle, board)
    assert step.because == (
        "Row 2 is full, so its other cells are air. "
        "Then column 1 needs 2 and has only 2 cells for it: all are water."
    )
    assert (step.water, step.air) == (((0, 0), (2, 0)), ())
    row, *_ = steps(puzzle, board)
    assert hint(puzzle, board, crosses=True) == row


def test_full_lines_that_a_step_does_not_need_are_not_named() -> None:
    puzzle = Puzzle([2, None, None, 1], [None, 1, None], ["abcj", "defk", "ghil"])
    step = hint(puzzle, ((None, None, None, True), (None, True, None, None), (None,) * 4))
    assert [premise.lines for premise in step.premises] == [(ClueAt("row", 1),)]
    assert [premise.air for premise in step.premises] == [((1, 0), (1, 2), (1, 3))]


def test_air_that_rises_from_a_full_row_is_said_where_it_counts() -> None:
    puzzle = Puzzle([1, None], [None, 1, None], ["ab", "ac", "dc"])
    step = hint(puzzle, ((None, None), (None, True), (None, True)))
    assert step.because.startswith(
        "Row 2 is full, so its other cells are air, and so are those above them in the same aquarium. "
        "Then column 1"
    )


def test_where_it_needs_too_many_full_lines_these_are_the_step() -> None:
    for seed in range(400):
        puzzle, known = half_played(np.random.default_rng([seed, 2]), crosses=False)
        step = hint(puzzle, known)
        if step.reason.code in ("lines_full", "lines_dry"):
            assert (step.technique, step.water, step.premises) == (Technique.COMPLETE, (), ())
            assert len(step.lines) > MOST_PREMISES or len({line.axis for line in step.lines}) == 2
            assert miscounts(puzzle, known, step) == []
            return
    pytest.fail("no step needed so many")


def test_a_segment_is_explained_where_it_first_stands() -> None:
    segment = Message("segment")
    for seed in range(40):
        puzzle, _ = half_played(np.random.default_rng([seed, 3]), crosses=True)
        every = [link for step in explain(puzzle).steps for link in (step, *step.chain)]
        speaks = [link for link in every if link.technique in (Technique.ROW, Technique.SUMS)]
        assert [link.defines for link in speaks] == [segment, *[None] * (len(speaks) - 1)][: len(speaks)]
