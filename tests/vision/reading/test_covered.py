"""Water is not told for certain where foreign ink may fill a cell."""

from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from vision.reading.bare_sides import Bare
from vision.reading.covered import unclear_under_ink
from vision.reading.look.marks import WATER, Marks

if TYPE_CHECKING:
    from vision.reading.foreign import Rails


def told(*covered: str, wet: tuple[tuple[int, int], ...] = ((1, 1),), patterned: bool = False) -> int | None:
    """Return what is told of the middle one of 3x3 cells, with some of its sides under ink."""
    upright, level = np.ones((3, 4)), np.ones((4, 3))
    places = {
        "left": (upright, 1, 1),
        "right": (upright, 1, 2),
        "top": (level, 1, 1),
        "bottom": (level, 2, 1),
    }
    for side in covered:
        sides, row, col = places[side]
        sides[row, col] = 0.3
    probabilities = np.zeros((3, 3, 3), np.float32)
    probabilities[..., 0] = 1
    for row, col in wet:
        probabilities[row, col] = (0, 1, 0)
    bare = Bare(upright, level, cast("Rails", None))
    return unclear_under_ink(
        Marks(probabilities, probabilities[..., WATER] > 0.5 if patterned else None), bare
    ).told[1][1]


def test_ink_across_two_sides_of_a_cell_may_fill_it():
    assert told("left", "bottom") is None


@pytest.mark.parametrize("covered", [(), ("top",)])
def test_ink_across_one_side_leaves_the_water_certain(covered: tuple[str, ...]):
    assert told(*covered) == WATER


def test_ink_across_sides_between_wet_cells_leaves_the_water_certain():
    assert told("left", "top", wet=((1, 1), (1, 0))) == WATER


def test_water_with_a_pattern_may_itself_look_like_ink_across_the_lines():
    assert told("left", "top", "right", patterned=True) == WATER
