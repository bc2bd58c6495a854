"""Boards drawn for training show what they are labelled as."""

from collections.abc import Iterator

import numpy as np
import pytest

from fixtures.drawing.board.puzzles import random_puzzle
from fixtures.drawing.looks import site
from fixtures.drawing.others import NO_PUZZLES, OTHER_PUZZLES
from fixtures.drawing.render import render
from tests.vision.reading.laid_flat import true_walls
from training import boards
from training.boards import LIKE_AQUARIUMS, WEIGHTS, Example, example
from vision.reading.marks import NOTHING, WATER
from vision.reading.network import CLUE, CUT, FRAME, NO_CELL, OPEN, PUZZLES, UNSEEN, UNTOLD, WALL
from vision.reading.planes import NEUTRAL, PITCH

OTHERS = {*NO_PUZZLES, *OTHER_PUZZLES} - {*PUZZLES, *LIKE_AQUARIUMS, "snake", "calendar"}
"""Pictures of none that are labelled like those that are left; tests/fixtures/test_others.py draws all."""


@pytest.fixture(autouse=True)
def _small_boards(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(boards, "SIZES", ((5, 6),))


def found(kind: str, seeds: int) -> Iterator[Example]:
    """Yield the boards of a kind whose lines are found."""
    return (board for seed in range(seeds) if (board := example(kind, seed)) is not None)


@pytest.mark.parametrize("kind", [kind for kind in WEIGHTS if kind not in OTHERS])
def test_every_kind_is_drawn_with_labels_of_its_size(kind: str):
    board = next(found(kind, 9))
    rows, cols = board.cells.shape
    assert board.planes.shape == (PITCH * (rows + 1), PITCH * (cols + 1), len(NEUTRAL))
    assert (board.upright.shape, board.level.shape) == ((rows, cols + 1), (rows + 1, cols))
    seen = set(np.unique(board.upright)) | set(np.unique(board.level))
    if kind not in (*OTHER_PUZZLES, *NO_PUZZLES):  # of these sides are known as far as a person can tell
        assert seen >= ({OPEN} if kind == "no walls" else {OPEN, WALL})
    assert 0 < float(board.size[0]) <= 1


def test_what_lies_under_a_sticker_is_labelled_as_not_to_be_seen():
    rng = np.random.default_rng(4)
    puzzle, _ = random_puzzle(rng, 6, 8)
    marks = rng.integers(NOTHING, WATER + 1, (6, 8)).astype(np.uint8)
    picture = render(site()(rng, puzzle, marks))
    canvas = picture.canvas()
    canvas.shape([(2, 1), (5, 1), (5, 4), (2, 4)], (255, 204, 0))
    covered = picture.but(canvas.pixels, hidden=canvas.hidden)
    right, below, cells = boards.truth_of(covered.truth, boards.board_of(covered))
    for sides, is_wall in zip((right, below), true_walls(puzzle), strict=True):
        assert ((sides == WALL) == is_wall)[sides != UNSEEN].all()
    assert (cells == marks)[cells != UNTOLD].all()
    assert (cells[1:4, 2:5] == UNTOLD).all()
    assert (right[1:4, 2:4] == UNSEEN).all()
    assert (below[1:3, 2:5] == UNSEEN).all()
    assert (cells == UNTOLD).sum() == 9
    assert UNSEEN not in right[:, [0, 5, 6]]
    assert UNSEEN not in below[[4], :]


def test_what_is_around_a_board_is_told_from_it_and_its_clues_from_other_numbers():
    """On every side of it there is a frame; as many clues stand around it as it has lines, at least."""
    board = next(
        board
        for board in found("page", 40)
        if board.planes[..., -1].all()
        and (board.cells[[0, -1]] == NO_CELL).all()
        and (board.cells[:, [0, -1]] == NO_CELL).all()
    )
    own = (board.cells >= NOTHING) & (board.cells <= UNTOLD)
    rows, cols = (np.flatnonzero(own.any(axis=axis)) for axis in (1, 0))
    assert own[np.ix_(rows, cols)].all()
    assert (board.upright == FRAME).sum() == 2 * len(rows)
    assert (board.level == FRAME).sum() == 2 * len(cols)
    assert (board.cells == CLUE).sum() == len(rows) + len(cols)
    assert (board.cells[~own & (board.cells != CLUE)] == NO_CELL).all()


def test_a_board_that_is_cut_off_goes_on_where_the_picture_ends():
    boards_cut = [board for board in found("site", 20) if CUT in board.upright or CUT in board.level]
    assert len(boards_cut) >= 2
    for board in boards_cut:
        assert (board.planes[..., -1] == 0).any()
