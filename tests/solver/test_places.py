"""Places on a board: a side stands where the two cells beside it meet."""

from itertools import product

import pytest

from solver.places import SideAt, sides_below, sides_right


def corners_of(cell: tuple[int, int]) -> set[tuple[int, int]]:
    return {(cell[0] + down, cell[1] + right) for down, right in product((0, 1), repeat=2)}


@pytest.mark.parametrize("side", [*sides_right(2, 3), *sides_below(2, 3)], ids=str)
def test_a_side_joins_the_two_points_that_its_cells_share(side: SideAt) -> None:
    one, other = side.cells
    assert set(side.corners) == corners_of(one) & corners_of(other)
    assert len(set(side.corners)) == 2
