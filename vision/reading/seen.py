"""The flat board → what every side and every cell is, with probabilities, by one look at the whole of it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.places import Place, SideAt

from ..pixels.quantiles import quantile
from .flat import FlatBoard
from .marks import NOTHING, SeenMarks
from .network import (
    FOREIGN,
    NO_CELL,
    OPEN,
    OUTSIDE,
    UNSEEN,
    UNTOLD,
    WALL,
    Floats,
    Places,
    load_weights,
    probabilities,
    scores,
)
from .planes import Planes, planes_of
from .sides import SideInk
from .walls import Walls

Probabilities = NDArray[np.float64]
Mask = NDArray[np.bool_]

WEIGHTS = Path(__file__).with_name("board.npy")
"""Kernel and bias of every layer as half floats, and `trust` for sides and for cells: see `tempered`."""
TENTH = np.float32(0.1)
WIDE, THINNEST = 0.9, 0.01
"""Quantile of the lines' widths at which the widest are, and cells that these are wide at least."""
MOST_MEASURED = np.array([2, 2, 4], np.float32)
"""From where on lines are no wider, and colours no farther apart."""
WIDEST = 60.0
"""Pixels of a cell from which it shows no more when it is wider."""
MOST = 12.0
"""Log-odds of a wall, at most: one side in so many was told wrongly, however sure the network was."""
FLOOR = 2e-5
"""Least probability of what a cell may be: the boards that trust was fitted on are too few to show less,
however sure the network is."""
COVERED = 0.5
"""Probability from which a side cannot be seen."""
HINTED, HINTED_CELL = 0.05, 0.5
"""And from which it is said that something is drawn over a side, or over a cell: elsewhere it is far less."""
ALIKE = 0.3
"""Share of the widest lines' width by which the narrower ones are narrower where lines are not alike."""
BY_COLOUR = 0.8
"""Share of the log-odds that walls keep which no lines show: where a player's water changes the colours of
cells, errors come together."""
HALF_HIDDEN = 2
"""Sides of a cell that cannot be seen from which none of them can."""
SMALLEST = 1e-12
"""Least probability of which the logarithm is taken."""


class Sight(NamedTuple):
    """What is seen of a board."""

    walls: Walls
    marks: SeenMarks
    planes: Planes
    """What was looked at."""
    places: Places
    """How probable it is what every place is, on the lattice and around it,"""
    puzzle: Probabilities
    """(9,) which of PUZZLES it is,"""
    up: Probabilities
    """(4,) and by how many quarters it has to be turned clockwise to stand upright."""
    unseen: tuple[NDArray[np.bool_], NDArray[np.bool_]]
    """(rows, cols - 1) and (rows - 1, cols): the inner sides that something else lies over."""

    @property
    def drawn_over(self) -> int:
        """How many inner sides seem to have something drawn over them, or over a cell beside them."""
        upright, level, cells = self.places.inner
        hidden = cells[..., UNTOLD] >= HINTED_CELL
        hinted = [part[..., UNSEEN] >= HINTED for part in (upright, level)]
        return sum(int(side.sum()) for side in _with_sides_of(hidden, hinted))

    def unseen_sides(self) -> Iterator[Place]:
        """Yield these sides."""
        for part, below in zip(self.unseen, (False, True), strict=True):
            for row, col in np.argwhere(part).tolist():
                yield SideAt(row, col, below=below)


def look_at(flat: FlatBoard, sides: SideInk) -> Sight:
    """Return what is seen of a flat board with so much ink on its sides, also BEYOND it."""
    planes = planes_of(flat, sides.look)
    places, puzzle, up = _probabilities(planes, measured_at(sides), size_of(flat))
    right, below = (_of_the_board(part, OUTSIDE) for part in places.inner[:2])
    cells = _of_the_board(places.inner.cells, NO_CELL)
    inks = sides.inner.upright[:, 1:-1], sides.inner.level[1:-1]
    *unseen, hidden = _unseen((right, below))
    cells[hidden] = np.eye(NO_CELL)[UNTOLD]
    cells[..., NOTHING] += cells[..., FOREIGN]
    for part, there in zip((right, below), unseen, strict=True):
        part[there] = np.eye(3)[UNSEEN]
    kept = BY_COLOUR if _are_alike(inks) else 1.0
    walls = Walls(kept * _log_odds(right), kept * _log_odds(below))
    marks = SeenMarks(cells[..., :3].astype(np.float32))
    return Sight(walls, marks, planes, places, puzzle, up, (unseen[0], unseen[1]))


def _of_the_board(told: Probabilities, count: int) -> Probabilities:
    """Return the first so many probabilities of places that are the board's."""
    own = told[..., :count] + SMALLEST
    return np.asarray(own / own.sum(axis=-1, keepdims=True))


def _unseen(sides: Sequence[Probabilities]) -> tuple[Mask, Mask, Mask]:
    """Return which sides right of cells and below them, and which cells (rows, cols), cannot be seen.

    Of a cell that lacks half of its sides nothing can: the edge of what lies over it looks like a line.
    """
    covered = [part[..., UNSEEN] >= COVERED for part in sides]
    right, below = np.pad(covered[0], ((0, 0), (1, 1))), np.pad(covered[1], ((1, 1), (0, 0)))
    hidden = right[:, 1:].astype(int) + right[:, :-1] + below[1:] + below[:-1] >= HALF_HIDDEN
    return *_with_sides_of(hidden, covered), hidden


def _with_sides_of(cells: Mask, sides: Sequence[Mask]) -> tuple[Mask, Mask]:
    """Return sides right of cells and below them, with all sides of some cells (rows, cols)."""
    right, below = sides
    return right | cells[:, 1:] | cells[:, :-1], below | cells[1:] | cells[:-1]


def _are_alike(ink: Sequence[Floats]) -> bool:
    """Whether all lines are about as wide, so that colours alone show aquariums."""
    every = np.concatenate([part.ravel() for part in ink])
    narrow, wide = (quantile(every, share) for share in (1 - WIDE, WIDE))
    return bool(wide - narrow < ALIKE * max(abs(wide), THINNEST))


def _probabilities(
    planes: Planes, measured: Floats, size: Floats
) -> tuple[Places, Probabilities, Probabilities]:
    """Return how probable it is what every place is, what puzzle the board is, and which way is up."""
    weights = load_weights(WEIGHTS)
    told, puzzle, up = scores(weights, planes, measured, size)
    (right, below, own), (of_sides, of_cells) = told.inner, weights["trust"]
    upright, level = (tempered(part, doubt((right, below)), of_sides) for part in told[:2])
    cells = tempered(told.cells, doubt((own,)), of_cells)
    places = Places(upright, level, (cells + FLOOR) / (1 + cells.shape[-1] * FLOOR))
    return places, probabilities(puzzle), probabilities(up)


def measured_at(sides: SideInk) -> Floats:
    """Return (2 R + 3, 2 C + 3, 3) what was measured at each side of (R, C) cells, placed as in `network`.

    How wide the line is, in tenths of a cell and against the widest lines; and how far the colours of its two
    cells are apart, in tenths of the way to the ink. It is measured on the board as it was laid flat, where
    lines that lie between two pixels of the planes are as wide as others.
    """
    inner = sides.inner
    widest = quantile(np.concatenate([inner.upright.ravel(), inner.level.ravel()]), WIDE)
    rows, cols = len(sides.upright), sides.level.shape[1]
    measured = np.zeros((2 * rows + 3, 2 * cols + 3, 3), np.float32)
    for here, ink, step in (
        (measured[2:-2:2, 1:-1:2], sides.upright, sides.steps[0]),
        (measured[1:-1:2, 2:-2:2], sides.level, sides.steps[1]),
    ):
        here[..., :2] = ink[..., None] / (TENTH, np.float32(max(widest, THINNEST)))
        here[..., 2] = step / TENTH
    return np.minimum(measured, MOST_MEASURED).clip(-1)


def size_of(flat: FlatBoard) -> NDArray[np.float32]:
    """Return (1,) how wide a cell is in the picture, as the network is told."""
    return np.array([min(flat.pitch / flat.enlarged, WIDEST) / WIDEST], np.float32)


def _log_odds(sides: Probabilities) -> NDArray[np.float64]:
    """Return the log-odds of a wall; of one that is not seen nothing is known."""
    is_open, wall = (sides[..., kind] + sides[..., UNSEEN] / 2 for kind in (OPEN, WALL))
    odds: NDArray[np.float64] = np.clip(np.log(wall) - np.log(is_open), -MOST, MOST)
    return odds


def tempered(told: Floats, on_board: float, trust: Sequence[float] | NDArray[np.float32]) -> Probabilities:
    """Return the probabilities that scores stand for where the board has so much doubt.

    One temperature for all boards makes sharp ones too doubtful and worn ones too sure. So it grows with the
    doubt on the board, up to 1: `trust` (2,) is that of a board without any, and how much it rises with
    `doubt`.
    """
    base, growth = (float(part) for part in trust)
    return probabilities(told / np.float32(min(1.0, base + growth * on_board)))


def doubt(told: Sequence[Floats]) -> float:
    """Return the root of the mean entropy, in nats, of one board's places by their scores (…, classes)."""
    probable = np.concatenate([probabilities(part.reshape(-1, part.shape[-1])) for part in told])
    entropy = -(probable * np.log(np.maximum(probable, SMALLEST))).sum(axis=1)
    return float(np.sqrt(entropy.mean()))
