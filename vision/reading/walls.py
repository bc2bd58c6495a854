"""How surely each side is a wall, and the aquariums that the walls part."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

LogOdds = NDArray[np.float64]
"""Natural-log odds of a wall."""
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Walls:
    """How surely the inner sides are walls: positive where a wall is likelier than not."""

    right: LogOdds
    """(rows, cols - 1): between a cell and the one right of it."""
    below: LogOdds
    """(rows - 1, cols): between a cell and the one below it."""

    def __repr__(self) -> str:
        """Say how many there are in one line."""
        rows, cols = self.regions.shape
        count = int((self.right > 0).sum() + (self.below > 0).sum())
        return f"Walls({rows} x {cols} cells, {count} walls, {self.loose_count} loose)"

    @cached_property
    def regions(self) -> NDArray[np.int32]:
        """(rows, cols) numbers of the aquariums, from 1: sides likelier open than walls join cells."""
        return joined(self.right <= 0, self.below <= 0)

    @cached_property
    def loose(self) -> tuple[Mask, Mask]:
        """Where a wall was seen with the same aquarium on both sides: (rows, cols - 1), (rows - 1, cols).

        None is there when the reading is consistent.
        """
        regions = self.regions
        right = (self.right > 0) & (regions[:, 1:] == regions[:, :-1])
        below = (self.below > 0) & (regions[1:] == regions[:-1])
        return right, below

    @property
    def share(self) -> float:
        """Which share of the inner sides is walls, 0 to 1."""
        walls = np.concatenate([self.right.ravel() > 0, self.below.ravel() > 0])
        return float(walls.sum() / max(1, walls.size))

    @property
    def loose_count(self) -> int:
        """How many walls end inside an aquarium."""
        return sum(int(part.sum()) for part in self.loose)


def joined(open_right: Mask, open_below: Mask) -> NDArray[np.int32]:
    """Return (rows, cols) numbers, from 1, of the cells that open sides join."""
    rows, cols = len(open_right), open_below.shape[1]
    floor_plan = np.zeros((2 * rows - 1, 2 * cols - 1), np.uint8)
    floor_plan[::2, ::2] = 1
    floor_plan[::2, 1::2] = open_right
    floor_plan[1::2, ::2] = open_below
    _, labels = cv2.connectedComponents(floor_plan, connectivity=4)
    return labels[::2, ::2].astype(np.int32)
