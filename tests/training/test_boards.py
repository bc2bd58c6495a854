"""Boards drawn for training show what they are labelled as."""

import numpy as np
import pytest

from fixtures.drawing.board.puzzles import random_puzzle
from fixtures.drawing.faults.drawn_over import sheet_over
from fixtures.drawing.kinds.to_answer import Shown, site
from training import boards
from training.boards import WEIGHTS, Example, counts_of, example
from vision.reading.marks import NOTHING, WATER
from vision.reading.planes import NEUTRAL, PITCH
from vision.reading.seen import OPEN, UNSEEN, UNTOLD, WALL


def first(kind: str) -> Example:
    """Return the first board of a kind whose lines are found."""
    return next(found for seed in range(9) if (found := example(kind, seed)) is not None)


@pytest.mark.parametrize("kind", WEIGHTS)
def test_every_kind_is_drawn_with_labels_of_its_size(kind: str):
    board = first(kind)
    rows, cols = board.cells.shape
    assert board.planes.shape == (PITCH * (rows + 1), PITCH * (cols + 1), len(NEUTRAL))
    assert (board.right.shape, board.below.shape) == ((rows, cols - 1), (rows - 1, cols))
    seen = set(np.unique(board.right)) | set(np.unique(board.below))
    assert seen >= ({OPEN} if kind == "no walls" else {OPEN, WALL})
    assert 0 < float(board.size[0]) <= 1


def side_ink(board: Example) -> tuple[np.ndarray, np.ndarray]:
    """Return the ink on the sides right of cells and below them: the way to ink, in a strip across each."""
    ink, half = board.planes[..., 0].astype(int) - NEUTRAL[0], PITCH // 2
    rows, cols = board.cells.shape
    inner = ink[half:-half, half:-half]
    across = np.stack([inner[:, PITCH * col - 3 : PITCH * col + 3].sum(axis=1) for col in range(1, cols)])
    down = np.stack([inner[PITCH * row - 3 : PITCH * row + 3].sum(axis=0) for row in range(1, rows)])
    middle = slice(PITCH // 3, -(PITCH // 3))
    right = across.reshape(cols - 1, rows, PITCH)[..., middle].mean(axis=2).T
    below = down.reshape(rows - 1, cols, PITCH)[..., middle].mean(axis=2)
    return right, below


def test_walls_are_where_the_planes_show_more_ink_in_an_empty_board():
    board = first("blank paper")
    for ink, label in zip(side_ink(board), (board.right, board.below), strict=True):
        assert np.median(ink[label == WALL]) > 1.3 * np.median(ink[label == OPEN])


def test_water_is_where_the_planes_show_another_colour():
    board = next(
        found
        for seed in range(40)
        if (found := example("site", seed)) is not None and {NOTHING, WATER} <= set(np.unique(found.cells))
    )
    rows, cols = board.cells.shape
    half = PITCH // 2
    middles = board.planes[PITCH : PITCH * (rows + 1) : PITCH, PITCH : PITCH * (cols + 1) : PITCH].astype(int)
    off = np.abs(middles - NEUTRAL).sum(axis=2)
    assert middles.shape[:2] == (rows, cols)
    assert half == 12
    assert off[board.cells == WATER].min() > off[board.cells == NOTHING].max()


def test_what_lies_under_a_sticker_is_labelled_as_not_to_be_seen():
    rng = np.random.default_rng(4)
    puzzle, _ = random_puzzle(rng, 6, 8)
    drawing = site(rng, puzzle, np.zeros((6, 8), np.uint8))
    over = sheet_over(drawing, puzzle)
    box = np.array([(2, 1), (5, 1), (5, 4), (2, 4)]) * over.pitch + (over.left, over.top)
    over.lay(over.shape(box), (255, 204, 0))
    board = boards._board(drawing, puzzle)
    assert board is not None
    shown = Shown(drawing, hidden=over.hidden)
    right, below, cells = boards._truth(puzzle, np.zeros((6, 8), np.int8), board, shown)
    assert (cells[1:4, 2:5] == UNTOLD).all()
    assert (right[1:4, 2:4] == UNSEEN).all()
    assert (below[1:3, 2:5] == UNSEEN).all()
    assert (cells == UNTOLD).sum() == 9
    assert UNSEEN not in right[:, [0, 5, 6]]
    assert UNSEEN not in below[[4], :]


def test_equal_seeds_give_equal_boards_and_populations_others():
    one, same, other = (
        example("solved by hand", 3, population) for population in ("training", "training", "test")
    )
    assert one is not None
    assert same is not None
    assert other is not None
    assert np.array_equal(one.planes, same.planes)
    assert one.planes.shape != other.planes.shape or not np.array_equal(one.planes, other.planes)


def test_sides_under_what_covers_a_board_are_not_to_be_seen_and_no_others():
    covered, plain = (first(kind) for kind in ("covered", "site"))
    assert UNSEEN in np.unique(covered.right)
    assert UNTOLD in np.unique(covered.cells)
    assert UNSEEN not in np.unique(plain.right)


def test_kinds_that_are_left_out_are_not_drawn():
    counts = counts_of(2000, frozenset({"dark", "dotted"}))
    assert counts.keys() == WEIGHTS.keys() - {"dark"}
    assert all(counts.values())
