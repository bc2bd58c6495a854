"""Sides that are walls enclose aquariums."""

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.puzzle import Puzzle
from tests.conftest import Draw
from tests.vision.reading.laid_flat import true_walls
from vision.reading.walls import Walls


def odds(right: NDArray[np.bool_], below: NDArray[np.bool_]) -> Walls:
    return Walls(np.where(right, 4.0, -4.0), np.where(below, 4.0, -4.0))


@pytest.mark.parametrize("size", [(4, 4), (7, 12)], ids=str)
def test_walls_of_a_puzzle_give_its_aquariums_and_none_is_loose(draw: Draw, size: tuple[int, int]):
    puzzle = draw(*size).puzzle
    walls = odds(*true_walls(puzzle))
    regions = walls.regions
    assert Puzzle(puzzle.col_clues, puzzle.row_clues, regions.tolist()) == puzzle
    assert regions.min() == 1
    assert not any(part.any() for part in walls.loose)


@pytest.mark.parametrize("seed", range(3))
def test_one_wall_missed_or_imagined_leaves_loose_walls_or_changes_the_aquariums(draw: Draw, seed: int):
    """A wall erased joins two aquariums and leaves the rest of their border loose, if there is any."""
    puzzle = draw(7, 9, seed=seed).puzzle
    right, below = true_walls(puzzle)
    row, col = np.random.default_rng(seed).integers(0, 7, 2)
    right[row, col] ^= True
    walls = odds(right, below)
    regions = walls.regions
    before = np.array(puzzle.regions)
    one, other = before[row, col], before[row, col + 1]
    if one == other:
        is_cut = regions[row, col] != regions[row, col + 1]
        assert bool(walls.loose[0][row, col]) != is_cut
    else:
        rest = sum(
            int((((a == one) & (b == other)) | ((a == other) & (b == one))).sum())
            for a, b in ((before[:, 1:], before[:, :-1]), (before[1:], before[:-1]))
        )
        assert sum(int(part.sum()) for part in walls.loose) == rest - 1


def test_diagonal_neighbours_are_not_joined():
    walls = odds(np.array([[True], [True]]), np.array([[True, True]]))
    assert walls.regions.tolist() == [[1, 2], [3, 4]]
