"""The CP-SAT model: what its answers mean, and what is made of each way in which a run of it ends."""

import pytest
from ortools.sat.python import cp_model

from solver import Puzzle, TimedOut
from solver.deadline import Deadline
from solver.model import CpSat, level_model

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
