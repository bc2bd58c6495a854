"""The CP-SAT model: what its answers mean, and what is made of each way in which a run of it ends."""

import pytest
from ortools.sat.python import cp_model

from solver import Puzzle, TimedOut
from solver.deadline import Deadline
from solver.model import LevelModel, level_model
from solver.puzzle import Water

U = Puzzle([None] * 3, [None] * 3, ["aba", "aba", "aaa"])


def waters_besides(puzzle: Puzzle, besides: Water) -> set[Water]:
    """Return all water that is level, other than one."""
    with level_model(puzzle.regions, Deadline(60), puzzle.rule) as model:
        model.block_water(besides)
        found = set[Water]()
        while (answer := model.next_answer("testing")) is not None:
            found.add(model.water(answer))
            model.block(answer)
    return found


@pytest.mark.parametrize("status", [cp_model.UNKNOWN, cp_model.FEASIBLE])
def test_an_answer_without_proof_is_out_of_time(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LevelModel, "_run", lambda _: status)
    with (
        level_model(U.regions, Deadline(3)) as model,
        pytest.raises(TimedOut, match=r"out of time while testing .limit 3 s."),
    ):
        model.next_answer("testing")


def test_a_model_that_is_wrong_is_a_fault_of_ours_and_no_time_out() -> None:
    with level_model(U.regions, Deadline(60)) as model:
        model.model.add(2**62 * model.wet[0] + 2**62 * model.wet[1] <= 2**62)
        with pytest.raises(RuntimeError, match=r"CP-SAT calls the model MODEL_INVALID: .+"):
            model.next_answer("testing")


def test_water_that_is_blocked_is_left_out_and_all_other_water_is_found() -> None:
    dry, full = ((False,) * 3,) * 3, ((True,) * 3,) * 3
    assert len(waters_besides(U, dry)) == 4 * 3 - 1
    assert waters_besides(U, dry) | {dry} == waters_besides(U, full) | {full}


def test_blocking_water_that_is_not_level_here_leaves_all_water() -> None:
    one_arm = ((True, False, False), (True, False, False), (True, True, True))
    mixed = ((True, True, False),) * 3
    assert len(waters_besides(U, one_arm)) == len(waters_besides(U, mixed)) == 4 * 3
