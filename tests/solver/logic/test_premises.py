"""A hint is true of the board that is seen: what it counts can be counted there, or is named before it."""

import re

import numpy as np
import pytest

from solver import Puzzle, solve
from solver.logic.explanation import TECHNIQUES, explain, steps
from solver.logic.position import MOST_NAMED, aquariums_named, position_of
from solver.logic.premises import MOST_PREMISES, next_step
from solver.logic.step import Step, Technique, settled
from solver.message import Message
from solver.puzzle import Known
from tests.solver.logic.recount import Seen, half_played, miscounts

OBVIOUS = (Technique.COMPLETE, Technique.LEVEL)
COUNTED = (Technique.COMPLETE, Technique.ROW, Technique.COLUMN, Technique.SUMS)


def hint(puzzle: Puzzle, known: Known, *, crosses: bool = False) -> Step:
    step = next_step(puzzle, known, puts_in_air=crosses)
    assert step is not None
    return step


def full_lines(step: Step) -> int:
    return sum(len(premise.lines) for premise in step.premises)


@pytest.mark.parametrize("crosses", [False, True])
@pytest.mark.parametrize("seed", range(25))
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


def without_premises(puzzle: Puzzle, known: Known) -> tuple[Step | None, Known]:
    """Return the step that is more than obvious air, if any is, and the board with all that air."""
    for step in steps(puzzle, known):
        if step.water or step.technique not in OBVIOUS:
            return step, known
        known = settled(known, step.water, step.air)
    return None, known


def test_a_hint_leads_as_far_as_on_a_board_with_all_air_and_its_numbers_alone_are_others() -> None:
    noticed = needed = left_out = 0
    for seed in range(40):
        puzzle, known = half_played(np.random.default_rng([seed, 0]), crosses=False)
        (step, board), told = without_premises(puzzle, known), hint(puzzle, known)
        if step is None:
            continue
        noticed += bool(miscounts(puzzle, known, step))
        needed += bool(told.premises)
        if told.reason.code not in ("lines_full", "lines_dry"):
            assert told.technique is step.technique
            assert set(told.cells) >= set(step.cells)
        if told.technique in COUNTED:
            left_out += _check_that_each_line_is_needed(puzzle, known, told, board)
    assert noticed >= needed >= 10
    assert left_out >= 15


def _check_that_each_line_is_needed(puzzle: Puzzle, known: Known, step: Step, board: Known) -> int:
    """Check that without any full line that is named the same step is not found, and count these lines."""
    seen = Seen(puzzle, known)
    air = [
        [
            (row, col)
            for row, col in seen.open(seen.line(line.axis, line.line + 1))
            if board[row][col] is False
        ]
        for premise in step.premises
        for line in premise.lines
    ]
    for without in range(len(air)):
        others = [cell for at, cells in enumerate(air) if at != without for cell in cells]
        position = position_of(puzzle, settled(known, air=others))
        found = [each for each in dict(TECHNIQUES)[step.technique](position) if each.lines == step.lines]
        assert not any(set(step.cells) <= set(each.cells) for each in found)
    return len(air)


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


def test_air_that_rises_from_a_full_row_is_said_where_it_counts() -> None:
    puzzle = Puzzle([1, None], [None, 1, None], ["ab", "ac", "dc"])
    step = hint(puzzle, ((None, None), (None, True), (None, True)))
    assert step.because.startswith(
        "Row 2 is full, so its other cells are air, and so are those above them in the same aquarium. "
        "Then column 1"
    )


def test_where_it_needs_too_many_full_lines_these_are_the_step() -> None:
    for full in (3, 4):
        rows = ["abc", "def", "ghi", "jkl", "mno", "pqr"][: full + 2]
        puzzle = Puzzle([2, None, None], [*[1] * full, None, None], rows)
        step = hint(puzzle, (*[(None, True, None)] * full, *[(None,) * 3] * 2))
        if full == MOST_PREMISES:
            assert (full_lines(step), step.water) == (full, ((full, 0), (full + 1, 0)))
        else:
            assert step.because == "Rows 1, 2, 3 and 4 are full, so their other cells are air."
            assert (step.water, step.premises, len(step.air)) == ((), (), 2 * full)


def test_a_column_of_many_aquariums_is_told_of_three_at_a_time() -> None:
    puzzle = Puzzle([1], [None] * 10, list("aabbccddee"))
    first, *others = explain(puzzle).steps
    assert (first.technique, aquariums_named(first.reason), len(first.air)) == (Technique.COLUMN, 3, 3)
    assert [len(step.air) for step in others if step.technique is Technique.COLUMN][:1] == [2]


def test_a_segment_is_explained_where_it_first_stands() -> None:
    segment = Message("segment")
    for seed in range(12):
        puzzle, _ = half_played(np.random.default_rng([seed, 3]), crosses=True)
        every = [link for step in explain(puzzle).steps for link in (step, *step.chain)]
        speaks = [link for link in every if link.technique in (Technique.ROW, Technique.SUMS)]
        assert [link.defines for link in speaks] == [segment, *[None] * (len(speaks) - 1)][: len(speaks)]
