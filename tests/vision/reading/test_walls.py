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


def test_diagonal_neighbours_are_not_joined():
    walls = odds(np.array([[True], [True]]), np.array([[True, True]]))
    assert walls.regions.tolist() == [[1, 2], [3, 4]]
