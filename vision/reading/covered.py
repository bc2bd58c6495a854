"""What lies under ink that is not the board's: its walls are in doubt, and it is named."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from solver.places import Place, SideAt

from .bare_sides import Bare
from .flat.sides import Sides
from .look.marks import HALF, WATER, Marks
from .look.walls import Walls

TOLD = 0.6
"""Share of a side that is bare from which its looks tell all; below, its log-odds are less in proportion."""
COVERED = 0.8
"""Share of a side that is bare below which it is named as covered."""

SEVERAL = 2
"""Sides under foreign ink from which it may fill the cell between them."""
LIKE_WATER = 0.9
"""Probability of water, at most, in such a cell."""


def in_doubt(walls: Walls, bare: Bare) -> Walls:
    """Return the walls with the log-odds of the sides that are hardly bare brought near to nought."""
    right, below = bare.upright[:, 1:-1], bare.level[1:-1]
    if min(right.min(initial=1), below.min(initial=1)) >= TOLD:
        return walls
    return Walls(walls.right * _told(right), walls.below * _told(below))


def unclear_under_ink(marks: Marks, bare: Bare) -> Marks:
    """Return the marks without certainty of water in cells that foreign ink may fill.

    These are the cells that have several sides which something is drawn over, but where more water lies
    beyond; none where the water has a pattern, which may itself look like ink across the lines.
    """
    if marks.patterned is not None or min(bare.upright.min(), bare.level.min()) >= COVERED:
        return marks
    water = marks.probabilities[..., WATER]
    dry = np.pad(water < HALF, 1, constant_values=True)
    count = np.sum(
        (
            (bare.upright[:, :-1] < COVERED) & dry[1:-1, :-2],
            (bare.upright[:, 1:] < COVERED) & dry[1:-1, 2:],
            (bare.level[:-1] < COVERED) & dry[:-2, 1:-1],
            (bare.level[1:] < COVERED) & dry[2:, 1:-1],
        ),
        axis=0,
    )
    under = (water > LIKE_WATER) & (count >= SEVERAL)
    if not under.any():
        return marks
    probabilities = marks.probabilities.copy()
    probabilities[under, WATER] = LIKE_WATER
    return replace(marks, probabilities=probabilities)


def covered_sides(bare: Bare) -> Iterator[Place]:
    """Yield the inner sides that something is drawn over."""
    for row, col in np.argwhere(bare.upright[:, 1:-1] < COVERED).tolist():
        yield SideAt(row, col, below=False)
    for row, col in np.argwhere(bare.level[1:-1] < COVERED).tolist():
        yield SideAt(row, col, below=True)


def _told(shares: Sides) -> NDArray[np.float64]:
    return np.asarray(np.minimum(shares / TOLD, 1), np.float64)
