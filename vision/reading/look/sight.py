"""The flat board → what every side and every cell is, with probabilities, by one look at the whole of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.places import Place, SideAt

from ..flat.planes import NEUTRAL, PITCH, Planes, planes_of
from ..flat.rectify import FlatBoard
from ..flat.sides import Look
from ..layers import Floats, Weights, load_weights, probabilities
from .marks import Marks
from .network import BORDER, scores
from .walls import Walls

Probabilities = NDArray[np.float64]

WEIGHTS = Path(__file__).with_name("board.npz")
"""Kernel and bias of every layer as half floats, and `trust` for sides and for cells: see `trusted`."""
WIDEST = 60.0
"""Pixels of a cell from which it shows no more when it is wider."""
MOST = 12.0
"""Log-odds of a wall, at most: one side in so many was told wrongly, however sure the network was."""
COVERED = 0.5
"""Probability from which a side cannot be seen."""
LEAST = 1e-12
"""Least probability of which the logarithm is taken."""


@dataclass(frozen=True, eq=False, slots=True)
class Sight:
    """What is seen of a board."""

    walls: Walls
    marks: Marks
    planes: Planes
    """What was looked at."""
    unseen: tuple[NDArray[np.bool_], NDArray[np.bool_]]
    """(rows, cols - 1) and (rows - 1, cols): the inner sides that something else lies over."""

    @property
    def crossed(self) -> NDArray[np.bool_]:
        """(rows, cols): the cells with a side that something else lies over."""
        right, below = np.pad(self.unseen[0], ((0, 0), (1, 1))), np.pad(self.unseen[1], ((1, 1), (0, 0)))
        return right[:, 1:] | right[:, :-1] | below[1:] | below[:-1]

    def unseen_sides(self) -> Iterator[Place]:
        """Yield these sides."""
        for part, below in zip(self.unseen, (False, True), strict=True):
            for row, col in np.argwhere(part).tolist():
                yield SideAt(row, col, below=below)


def look_at(flat: FlatBoard, look: Look) -> Sight:
    """Return what is seen of a flat board whose lines and cells look as `look` says."""
    planes = planes_of(flat, look)
    right, below, cells = _probabilities(flat, planes)
    walls = Walls(_log_odds(right), _log_odds(below))
    unseen = (right[..., 2] >= COVERED, below[..., 2] >= COVERED)
    return Sight(walls, Marks(cells[..., :3].astype(np.float32)), planes, unseen)


def _probabilities(flat: FlatBoard, planes: Planes) -> tuple[Probabilities, Probabilities, Probabilities]:
    """Return what the network says of a board that its planes show.

    (rows, cols - 1, 3) and (rows - 1, cols, 3) for the inner sides: open, wall, unseen; (rows, cols, 4) for
    the cells: nothing, water, air, and what cannot be told.
    """
    weights = load_weights(WEIGHTS)
    told = scores_of(weights, planes, size_of(flat))
    of_sides, of_cells = weights["trust"]
    (right, below), (cells,) = trusted(told[:2], of_sides), trusted(told[2:], of_cells)
    return right, below, cells


def scores_of(weights: Weights, planes: Planes, size: Floats) -> tuple[Floats, Floats, Floats]:
    """Return a network's scores of the inner sides, right of cells and below them, and of the cells."""
    rows, cols = (length // PITCH - 1 for length in planes.shape[:2])
    seen = bordered(planes).astype(np.float32) / np.float32(255)
    sides, cells = scores(weights, seen, size, rows, cols)
    return sides[2:-2:2, 3:-3:2], sides[3:-3:2, 2:-2:2], cells[2:-2:2, 2:-2:2]


def bordered(planes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return planes with plain paper around them."""
    height, width, depth = planes.shape
    wider = np.empty((height + 2 * BORDER, width + 2 * BORDER, depth), np.uint8)
    wider[:] = NEUTRAL
    wider[BORDER:-BORDER, BORDER:-BORDER] = planes
    return wider


def size_of(flat: FlatBoard) -> NDArray[np.float32]:
    """Return (1,) how wide a cell is in the picture, as the network is told."""
    return np.array([min(flat.pitch / flat.enlarged, WIDEST) / WIDEST], np.float32)


def _log_odds(sides: Probabilities) -> NDArray[np.float64]:
    """Return the log-odds of a wall; of one that is not seen nothing is known."""
    is_open, wall = (sides[..., kind] + sides[..., 2] / 2 for kind in (0, 1))
    odds: NDArray[np.float64] = np.clip(np.log(wall) - np.log(is_open), -MOST, MOST)
    return odds


def trusted(told: Sequence[Floats], trust: NDArray[np.float32]) -> tuple[Probabilities, ...]:
    """Return the probabilities that scores (…, classes) of one board's places stand for, by a temperature.

    One temperature for all boards makes sharp ones too doubtful and worn ones too sure. So it grows with the
    doubt on the board: `trust` (2,) is that of a board without any, and how much it rises with `doubt`.
    """
    on_board = doubt(told)
    return tuple(tempered(part, on_board, trust) for part in told)


def tempered(told: Floats, on_board: float, trust: Sequence[float] | NDArray[np.float32]) -> Probabilities:
    """Return the probabilities that scores stand for where the board has so much doubt."""
    base, growth = (float(part) for part in trust)
    return probabilities(told / np.float32(base + growth * on_board))


def doubt(told: Sequence[Floats]) -> float:
    """Return the root of the mean entropy, in nats, of one board's places by their scores (…, classes)."""
    probable = np.concatenate([probabilities(part.reshape(-1, part.shape[-1])) for part in told])
    entropy = -(probable * np.log(np.maximum(probable, LEAST))).sum(axis=1)
    return float(np.sqrt(entropy.mean()))
