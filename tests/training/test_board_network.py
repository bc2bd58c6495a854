"""Training that is taken up again from a checkpoint ends as if it had never stopped; torch is an extra."""

from pathlib import Path

import numpy as np
import pytest

from training import boards

pytest.importorskip("torch", reason="needs the extra train")

STEPS = 4


@pytest.fixture(scope="module")
def examples():
    drawn = (boards.example("site", seed) for seed in range(3))
    return [one for one in drawn if one is not None]


def test_a_training_that_was_stopped_goes_on_from_its_checkpoint(examples, tmp_path: Path, monkeypatch):
    from training import board_network  # noqa: PLC0415 — loads torch

    monkeypatch.setattr(board_network, "REPORTED", 2)
    whole = board_network.train_board(examples, STEPS, 5)
    checkpoint, written = tmp_path / "board.checkpoint", board_network._save

    def stop(*state):
        written(*state)
        raise KeyboardInterrupt

    monkeypatch.setattr(board_network, "_save", stop)
    with pytest.raises(KeyboardInterrupt):
        board_network.train_board(examples, STEPS, 5, checkpoint=checkpoint)
    monkeypatch.setattr(board_network, "_save", written)
    resumed = board_network.train_board(examples, STEPS, 5, checkpoint=checkpoint)
    for name, layer in whole.items():
        np.testing.assert_array_equal(resumed[name], layer)
