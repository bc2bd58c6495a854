"""Boards drawn for training show what they are labelled as."""

import numpy as np
import pytest

from fixtures.drawing.board.puzzles import random_puzzle
from fixtures.drawing.faults.drawn_over import sheet_over
from fixtures.drawing.kinds.to_answer import Shown, site
from training import boards
from training.boards import WEIGHTS, Example, counts_of, example
from vision.reading.marks import NOTHING, WATER
from vision.reading.network import CLUE, CUT, FRAME, NO_CELL, OPEN, UNSEEN, UNTOLD, WALL
from vision.reading.planes import NEUTRAL, PITCH


def first(kind: str) -> Example:
    """Return the first board of a kind whose lines are found."""
    return next(found for seed in range(9) if (found := example(kind, seed)) is not None)


@pytest.mark.parametrize("kind", WEIGHTS)
def test_every_kind_is_drawn_with_labels_of_its_size(kind: str):
    board = first(kind)
    rows, cols = board.cells.shape
    assert board.planes.shape == (PITCH * (rows + 1), PITCH * (cols + 1), len(NEUTRAL))
    assert (board.upright.shape, board.level.shape) == ((rows, cols + 1), (rows + 1, cols))
    seen = set(np.unique(board.upright)) | set(np.unique(board.level))
    assert seen >= ({OPEN} if kind == "no walls" else {OPEN, WALL})
    assert 0 < float(board.size[0]) <= 1


def side_ink(board: Example) -> tuple[np.ndarray, np.ndarray]:
    """Return the ink on upright and level sides: the way to ink, in a strip across each."""
    ink, half = board.planes[..., 0].astype(int) - NEUTRAL[0], PITCH // 2
    rows, cols = board.cells.shape
    lines = [half + PITCH * np.arange(count + 1) for count in (cols, rows)]
    across = np.stack([ink[half:-half, line - 3 : line + 3].sum(axis=1) for line in lines[0]])
    down = np.stack([ink[line - 3 : line + 3, half:-half].sum(axis=0) for line in lines[1]])
    middle = slice(PITCH // 3, -(PITCH // 3))
    upright = across.reshape(cols + 1, rows, PITCH)[..., middle].mean(axis=2).T
    level = down.reshape(rows + 1, cols, PITCH)[..., middle].mean(axis=2)
    return upright, level


def test_walls_are_where_the_planes_show_more_ink_in_an_empty_board():
    board = first("blank paper")
    for ink, label in zip(side_ink(board), (board.upright, board.level), strict=True):
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
    board = boards.board_of(drawing, puzzle)
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
    covered, plain = ([example(kind, seed) for seed in range(6)] for kind in ("covered", "site"))
    assert any(one is not None and UNSEEN in one.upright and UNTOLD in one.cells for one in covered)
    assert not any(one is not None and UNSEEN in one.upright for one in plain)


def test_kinds_that_are_left_out_are_not_drawn():
    counts = counts_of(2000, frozenset({"dark", "dotted"}))
    assert counts.keys() == WEIGHTS.keys() - {"dark"}
    assert all(counts.values())


def test_what_is_around_a_board_is_told_from_it_and_its_clues_from_other_numbers():
    """On every side of it there is a frame; as many clues stand around it as it has lines, at least."""
    board = next(
        found
        for seed in range(40)
        if (found := example("page", seed)) is not None and found.planes[..., -1].all()
    )
    own = (board.cells >= NOTHING) & (board.cells <= UNTOLD)
    rows, cols = (np.flatnonzero(own.any(axis=axis)) for axis in (1, 0))
    assert own[np.ix_(rows, cols)].all()
    assert (board.upright == FRAME).sum() == 2 * len(rows)
    assert (board.level == FRAME).sum() == 2 * len(cols)
    assert (board.cells == CLUE).sum() == len(rows) + len(cols)
    assert (board.cells[~own & (board.cells != CLUE)] == NO_CELL).all()


def test_a_board_that_is_cut_off_goes_on_where_the_picture_ends():
    boards_cut = [
        found
        for seed in range(30)
        if (found := example("site", seed)) is not None and (CUT in found.upright or CUT in found.level)
    ]
    assert len(boards_cut) >= 3
    for board in boards_cut:
        assert (board.planes[..., -1] == 0).any()
