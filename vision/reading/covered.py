"""What lies under ink that is not the board's: its walls are in doubt, and it is named."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from solver.places import Place, SideAt

from .bare_sides import Bare
from .sides import Sides
from .walls import Walls

TOLD = (0.15, 0.6)
"""Share of a side that is bare: up to the first nothing is known of it, from the second on all that its looks
tell."""
COVERED = 0.8
"""Share of a side that is bare below which it is named as covered."""


def in_doubt(walls: Walls, bare: Bare) -> Walls:
    """Return the walls with the log-odds of the sides that are hardly bare brought near to nought."""
    right, below = bare.upright[:, 1:-1], bare.level[1:-1]
    if min(right.min(initial=1), below.min(initial=1)) >= TOLD[1]:
        return walls
    return Walls(walls.right * _told(right), walls.below * _told(below))


def covered_sides(bare: Bare) -> Iterator[Place]:
    """Yield the inner sides that something is drawn over."""
    for row, col in np.argwhere(bare.upright[:, 1:-1] < COVERED).tolist():
        yield SideAt(row, col, below=False)
    for row, col in np.argwhere(bare.level[1:-1] < COVERED).tolist():
        yield SideAt(row, col, below=True)


def _told(shares: Sides) -> NDArray[np.float64]:
    return np.asarray(np.clip((shares - TOLD[0]) / (TOLD[1] - TOLD[0]), 0, 1), np.float64)
