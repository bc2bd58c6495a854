"""Training goes on where it stopped, and what is trained is what the program runs; torch is an extra."""

from pathlib import Path

import numpy as np
import pytest

from training import boards
from vision.reading import digits, network, seen

pytest.importorskip("torch", reason="needs the extra train")
import torch

from training import board_network, digit_network

STEPS = 4


@pytest.fixture(scope="module")
def examples():
    drawn = (boards.example("site", seed) for seed in range(3))
    return [one for one in drawn if one is not None]


def test_a_training_that_was_stopped_goes_on_from_its_checkpoint(examples, tmp_path: Path, monkeypatch):
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


@pytest.mark.parametrize("trained", [True, False], ids=["the weights in the program", "random weights"])
def test_the_program_scores_a_board_as_the_network_that_was_trained(examples, trained: bool):
    torch.manual_seed(1)
    trainee = board_network.BoardNetwork()
    weights = network.load_weights(seen.WEIGHTS) if trained else board_network.weights_of(trainee)
    board_network.take(trainee, weights)
    for board in examples:
        kinds = network.places(*(count - 2 * network.BEYOND for count in board.cells.shape))
        inputs = (
            network.bordered(board.planes).transpose(2, 0, 1).astype(np.float32) / 255,
            board.measured.transpose(2, 0, 1), board.size, kinds, np.stack(network.along_lines(kinds)),
        )  # fmt: skip
        with torch.no_grad():
            sides, cells, puzzle, up = (part[0].numpy() for part in trainee(*map(_batch, inputs)))
        told = network.scores(weights, board.planes, board.measured, board.size)
        sides, cells = sides.transpose(1, 2, 0), cells.transpose(1, 2, 0)
        for theirs, ours in (
            (sides[2:-2:2, 1:-1:2], told.places.upright), (sides[1:-1:2, 2:-2:2], told.places.level),
            (cells[2:-2:2, 2:-2:2], told.places.cells), (puzzle, told.puzzle), (up, told.up),
        ):  # fmt: skip
            np.testing.assert_allclose(ours, theirs, atol=1e-3)


def _batch(part: np.ndarray):
    return torch.from_numpy(np.ascontiguousarray(part))[None]


def test_the_program_reads_numbers_as_the_network_that_was_trained(monkeypatch):
    torch.manual_seed(1)
    trainee = digit_network.Network().train()
    patches = np.random.default_rng(0).integers(0, 256, (8, *digits.PATCH, 2), dtype=np.uint8)
    with torch.no_grad():  # norms learn means and variances that are not 0 and 1
        trainee(torch.from_numpy(patches).permute(0, 3, 1, 2).float() / 255)
        theirs = trainee.eval()(torch.from_numpy(patches).permute(0, 3, 1, 2).float() / 255).numpy()
    weights = digit_network.weights_of(trainee, 1.0)
    monkeypatch.setattr(digits, "load_weights", lambda path: weights)
    np.testing.assert_allclose(digits._scores(patches), theirs, atol=1e-4)


def test_how_sure_of_sides_to_be_is_learned_from_boards_that_go_from_frame_to_frame():
    rows, cols = 5, 6
    upright = np.zeros((rows + 4, cols + 5), np.int8)
    level = np.zeros((rows + 5, cols + 4), np.int8)
    upright[2:-2, [2, -3]] = level[[2, -3], 2:-2] = network.FRAME
    nothing = np.zeros(0, np.uint8)
    whole = boards.Example(
        nothing, nothing, nothing, upright, level, np.zeros((rows + 4, cols + 4), np.int8), 0, 0
    )
    assert board_network._is_whole(whole)
    for step in (1, -1):
        assert not board_network._is_whole(whole._replace(upright=np.roll(upright, step, axis=1)))
        assert not board_network._is_whole(whole._replace(level=np.roll(level, step, axis=0)))
