"""Walls → aquariums: cells that no wall keeps apart are one."""

import cv2
import numpy as np
from numpy.typing import NDArray

from .walls import Walls

Regions = NDArray[np.int32]


def label_regions(walls: Walls) -> Regions:
    """Return (rows, cols) aquarium numbers from 1: sides likelier open than walls join cells."""
    rows, cols = walls.right.shape[0], walls.below.shape[1]
    floor_plan = np.zeros((2 * rows - 1, 2 * cols - 1), np.uint8)
    floor_plan[::2, ::2] = 1
    floor_plan[::2, 1::2] = walls.right <= 0
    floor_plan[1::2, ::2] = walls.below <= 0
    _, labels = cv2.connectedComponents(floor_plan, connectivity=4)
    return np.asarray(labels[::2, ::2], np.int32)


def loose_walls(walls: Walls, regions: Regions) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return where a wall was seen with the same aquarium on both sides.

    (rows, cols - 1) right and (rows - 1, cols) below of each cell. None is there when the reading is
    consistent.
    """
    right = (walls.right > 0) & (regions[:, 1:] == regions[:, :-1])
    below = (walls.below > 0) & (regions[1:] == regions[:-1])
    return right, below
