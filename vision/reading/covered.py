"""What lies under ink that is not the board's: its walls are in doubt, and it is named."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from solver.places import Place, SideAt

from .bare_sides import Bare
from .sides import Sides
from .walls import Walls

TOLD = 0.6
"""Share of a side that is bare from which its looks tell all; below, its log-odds are less in proportion."""
COVERED = 0.8
"""Share of a side that is bare below which it is named as covered."""


def in_doubt(walls: Walls, bare: Bare) -> Walls:
    """Return the walls with the log-odds of the sides that are hardly bare brought near to nought."""
    right, below = bare.upright[:, 1:-1], bare.level[1:-1]
    if min(right.min(initial=1), below.min(initial=1)) >= TOLD:
        return walls
    return Walls(walls.right * _told(right), walls.below * _told(below))


def covered_sides(bare: Bare) -> Iterator[Place]:
    """Yield the inner sides that something is drawn over."""
    for row, col in np.argwhere(bare.upright[:, 1:-1] < COVERED).tolist():
        yield SideAt(row, col, below=False)
    for row, col in np.argwhere(bare.level[1:-1] < COVERED).tolist():
        yield SideAt(row, col, below=True)


def _told(shares: Sides) -> NDArray[np.float64]:
    return np.asarray(np.minimum(shares / TOLD, 1), np.float64)
