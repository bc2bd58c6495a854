"""Ink on the sides of cells → how surely each is a wall, and the aquariums that the walls part."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from .otsu import otsu_threshold
from .sides import SideInk, Sides

LogOdds = NDArray[np.float64]
"""Natural-log odds of a wall."""
Mask = NDArray[np.bool_]

TAILS = 5.0
"""Degrees of freedom of the Student curve around both thicknesses: one odd side is possible at any
thickness."""
LEAST_SPREAD = 0.04
"""Smallest spread of either thickness, as a share of a wall's: measurement is not finer than this."""
NO_WIDTH = 1e-6
"""Where there is no ink at all, the spread is taken as this, so that one can divide by it."""
ALIKE = 0.2
"""Two groups of sides whose thicknesses differ by less than this share are one group."""
FRAME_IS_THICKER = 1.25
"""A frame this many times as thick as the inner sides shows that none of them is a wall."""
LINELESS, MOSTLY = 0.1, 0.6
"""And where more than this share has ten times the ink of the rest, something hides thin lines there."""
OWN_STEP = (0.6, 2.2)
"""A line has thicknesses of its own if its sides fall into two groups whose step is this near to the whole
board's."""
SMALL_STEP = 0.3
"""Or at least this near, where both groups have several sides and the walls fit together only so: a picture
made smaller by leaving pixels out keeps one pixel of one wall and three of another."""
OWN_SPREAD = 0.2
"""Those groups are no wider than this share of the step between them."""
RARE, OUTLIER = 0.05, 1.3
"""Sides with more than OUTLIER times the ink that the most inked share RARE begins with are taken as having
just that: something else was drawn across them, and walls are never so few."""
ROUNDS = 12
"""Rounds of expectation and maximisation: two groups on one axis settle within ten."""


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
        rows, cols = self.right.shape[0], self.below.shape[1]
        floor_plan = np.zeros((2 * rows - 1, 2 * cols - 1), np.uint8)
        floor_plan[::2, ::2] = 1
        floor_plan[::2, 1::2] = self.right <= 0
        floor_plan[1::2, ::2] = self.below <= 0
        _, labels = cv2.connectedComponents(floor_plan, connectivity=4)
        return labels[::2, ::2].astype(np.int32)

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
    def loose_count(self) -> int:
        """How many walls end inside an aquarium."""
        return sum(int(part.sum()) for part in self.loose)


def find_walls(sides: SideInk) -> Walls:
    """Return the log-odds of walls; where some end loose, those found by small steps if fewer do."""
    walls = classify_sides(sides)
    if walls.loose_count:
        walls = min(walls, classify_sides(sides, small_steps=True), key=lambda found: found.loose_count)
    return walls


def classify_sides(sides: SideInk, *, small_steps: bool = False) -> Walls:
    """Return the log-odds of walls; with small steps, for a picture whose lines are rounded very unevenly.

    Inner sides are split into thin and thick by a mixture of two Student curves of one spread. The frame only
    tells which group it is when all inner sides look alike.
    """
    right, below = sides.upright[:, 1:-1], sides.level[1:-1]
    frame = np.concatenate([sides.upright[:, [0, -1]].ravel(), sides.level[[0, -1]].ravel()])
    thin, thick, _ = _two_groups(np.concatenate([right.ravel(), below.ravel()]), frame)
    right = _by_line(right.T, thin, thick, small_steps).T
    below = _by_line(below, thin, thick, small_steps)
    inner = np.concatenate([right.ravel(), below.ravel()])
    thin, thick, spread = _two_groups(inner, frame)

    def log_odds(ink: Sides) -> NDArray[np.float64]:
        ink = np.clip(ink, thin, thick)
        far_from_thin, far_from_thick = ((ink - thin) / spread) ** 2, ((ink - thick) / spread) ** 2
        odds = np.log1p(far_from_thin / TAILS) - np.log1p(far_from_thick / TAILS)
        return np.asarray(odds * (TAILS + 1) / 2, np.float64)

    return Walls(log_odds(right), log_odds(below))


def _by_line(ink: Sides, thin: float, thick: float, small_steps: bool) -> Sides:
    """Return (lines, n) ink with each line's own two thicknesses moved to those of the whole board.

    Screens round every line to whole pixels, so one line's walls may be no thicker than another's thin parts;
    along one line the step between the two is as everywhere. A line whose sides are all of one kind stays as
    it is.
    """
    moved = ink.copy()
    for line, own in enumerate(ink):
        limit = otsu_threshold(own)
        if own.max() <= limit:
            continue
        low, high = float(own[own <= limit].mean()), float(own[own > limit].mean())
        spread = max(float(own[own <= limit].std()), float(own[own > limit].std()))
        step = (high - low) / (thick - thin)
        several = min((own <= limit).sum(), (own > limit).sum()) > 1
        least = SMALL_STEP if several and small_steps else OWN_STEP[0]
        if least < step < OWN_STEP[1] and spread <= OWN_SPREAD * (high - low):
            moved[line] = thin + (own - low) * (thick - thin) / (high - low)
    return moved


def _two_groups(inner: Sides, frame: Sides) -> tuple[float, float, float]:
    """Return the thickness of thin lines and of walls, and the spread around both."""
    inner = np.minimum(inner, OUTLIER * np.quantile(inner, 1 - RARE))
    over = inner > otsu_threshold(inner)
    thin = float(inner[~over].mean())
    thick = float(inner[over].mean()) if over.any() else thin  # sides drawn by a program may be all the same
    if thick - thin <= ALIKE * thick:
        only = float(np.median(inner))
        all_thin = float(np.median(frame)) > FRAME_IS_THICKER * only
        thin, thick = (only, 1.5 * only) if all_thin else (only / 1.5, only)
        return thin, thick, max(float(inner.std()), LEAST_SPREAD * thick, NO_WIDTH)
    thin, thick, spread = _settled_groups(inner, thin, thick)
    if (
        thin < LINELESS * thick
        and over.mean() > MOSTLY
        and float(np.median(frame)) > FRAME_IS_THICKER * thick
    ):
        return thick, 1.5 * thick, max(spread, LEAST_SPREAD * thick)
    return thin, thick, spread


def _settled_groups(inner: Sides, thin: float, thick: float) -> tuple[float, float, float]:
    least, spread = max(LEAST_SPREAD * thick, NO_WIDTH), (thick - thin) / 4
    for _ in range(ROUNDS):
        odds = (thick - thin) / spread**2 * (inner - (thin + thick) / 2)
        is_thick = 1 / (1 + np.exp(-np.clip(odds, -50, 50)))
        is_thin = 1 - is_thick
        if min(is_thick.sum(), is_thin.sum()) < 1:
            break
        thick = float((is_thick * inner).sum() / is_thick.sum())
        thin = float((is_thin * inner).sum() / is_thin.sum())
        square = (is_thick * (inner - thick) ** 2 + is_thin * (inner - thin) ** 2).mean()
        spread = float(np.sqrt(square + least**2))
    return thin, thick, spread
