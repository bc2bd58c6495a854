"""Ink on the sides of cells → how surely each is a wall, and the aquariums that the walls part."""

from dataclasses import dataclass, replace
from functools import cached_property
from math import log

import cv2
import numpy as np
from numpy.typing import NDArray

from ...pixels.quantiles import median, quantile
from ..flat.sides import SideInk, Sides
from ..otsu import otsu_threshold
from ..thickness import SideShares, side_odds

LogOdds = NDArray[np.float64]
"""Natural-log odds of a wall."""
Mask = NDArray[np.bool_]

SURE = log(99)
"""Log-odds beyond which a side is surely a wall, or open."""
TAILS = 5.0
"""Degrees of freedom of the Student curve around both thicknesses: one odd side is possible at any
thickness."""
LEAST_SPREAD = 0.04
"""Smallest spread of either thickness, as a share of a wall's: measurement is not finer than this."""
NO_WIDTH = 1e-6
"""Where there is no ink at all, the spread is taken as this, so that one can divide by it."""
THICKER = 1.5
"""Times that walls are taken to be thicker than thin lines where only one of them is seen."""
ALIKE = 0.2
"""Two groups of sides whose thicknesses differ by less than this share are one group."""
FRAME_IS_THICKER = 1.25
"""A frame this many times as thick as the inner sides shows that none of them is a wall."""
LINELESS, MOSTLY = 0.1, 0.6
"""And where more than this share has ten times the ink of the rest, something hides thin lines there."""
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
        return _joined(self.right <= 0, self.below <= 0)

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
    def contradictions(self) -> int:
        """How many walls that are sure stand inside what sides that are surely open join."""
        joined = _joined(self.right < -SURE, self.below < -SURE)
        right = (self.right > SURE) & (joined[:, 1:] == joined[:, :-1])
        return int(right.sum() + ((self.below > SURE) & (joined[1:] == joined[:-1])).sum())

    @property
    def doubtful_count(self) -> int:
        """How many sides may be walls or not."""
        return sum(int((abs(part) <= SURE).sum()) for part in (self.right, self.below))

    def agrees_better(self, other: "Walls") -> bool:
        """Whether fewer walls end loose, and that not because more of them are sure without being right."""
        return (
            self.loose_count < other.loose_count
            and self.contradictions <= other.contradictions
            and self.doubtful_count <= other.doubtful_count
        )

    @property
    def loose_count(self) -> int:
        """How many walls end inside an aquarium."""
        return sum(int(part.sum()) for part in self.loose)


def _joined(open_right: Mask, open_below: Mask) -> NDArray[np.int32]:
    """Return (rows, cols) numbers, from 1, of the cells that open sides join."""
    rows, cols = len(open_right), open_below.shape[1]
    floor_plan = np.zeros((2 * rows - 1, 2 * cols - 1), np.uint8)
    floor_plan[::2, ::2] = 1
    floor_plan[::2, 1::2] = open_right
    floor_plan[1::2, ::2] = open_below
    _, labels = cv2.connectedComponents(floor_plan, connectivity=4)
    return labels[::2, ::2].astype(np.int32)


def find_walls(sides: SideInk, bare: SideShares | None = None) -> Walls:
    """Return the log-odds of walls, by what each line shows; where no line shows two kinds, by the board.

    `bare` is how much, 0 to 1, of the sides (rows, cols + 1) and (rows + 1, cols) nothing is drawn over.
    """
    inner = np.concatenate([sides.upright[:, 1:-1].ravel(), sides.level[1:-1].ravel()])
    frame = median(np.concatenate([sides.upright[:, [0, -1]].ravel(), sides.level[[0, -1]].ravel()]))
    most = max(OUTLIER * quantile(inner, 1 - RARE), 0.0)  # sides lighter than the cells have none
    inner = np.minimum(inner, most)
    sides = replace(sides, upright=np.minimum(sides.upright, most), level=np.minimum(sides.level, most))
    if inner.min() < LINELESS * inner.max():  # else thin lines have more ink than that
        groups = _two_groups(inner)
        if groups is not None and _hide_thin_lines(groups, inner, frame):
            return _classified(sides, replace(groups, thin=groups.thick, thick=THICKER * groups.thick))
    odds = side_odds(sides, bare)
    if odds is not None:
        return Walls(*odds)
    return _classified(sides, _two_groups(inner) or _one_group(inner, frame))


@dataclass(frozen=True, slots=True)
class _Groups:
    """The sides of a board as two groups."""

    thin: float
    thick: float
    spread: float
    """Around both."""


def _two_groups(inner: Sides) -> _Groups | None:
    """Return the thickness of thin lines and of walls; None where all sides (n,) are alike."""
    over = inner > otsu_threshold(inner)
    thin = float(inner[~over].mean())
    thick = float(inner[over].mean()) if over.any() else thin  # sides drawn by a program may be all the same
    return None if thick - thin <= ALIKE * thick else _settled_groups(inner, thin, thick)


def _one_group(inner: Sides, frame: float) -> _Groups:
    """Return the two groups of which sides (n,) that are all alike are one: the frame tells which."""
    only = median(inner)
    thin, thick = (only, THICKER * only) if frame > FRAME_IS_THICKER * only else (only / THICKER, only)
    return _Groups(thin, thick, max(float(inner.std()), LEAST_SPREAD * thick, NO_WIDTH))


def _hide_thin_lines(groups: _Groups, inner: Sides, frame: float) -> bool:
    """Whether what looks like walls, beside a thicker frame, are thin lines, and others are hidden."""
    return (
        groups.thin < LINELESS * groups.thick
        and float((inner > (groups.thin + groups.thick) / 2).mean()) > MOSTLY
        and frame > FRAME_IS_THICKER * groups.thick
    )


def _classified(sides: SideInk, groups: _Groups) -> Walls:
    """Return the log-odds by two Student curves of one spread for all sides."""

    def log_odds(ink: Sides) -> LogOdds:
        ink = np.clip(ink, groups.thin, groups.thick)
        off_thin, off_thick = ((ink - kind) / groups.spread for kind in (groups.thin, groups.thick))
        odds = np.log1p(off_thin**2 / TAILS) - np.log1p(off_thick**2 / TAILS)
        return np.asarray(odds * (TAILS + 1) / 2, np.float64)

    return Walls(log_odds(sides.upright[:, 1:-1]), log_odds(sides.level[1:-1]))


def _settled_groups(inner: Sides, thin: float, thick: float) -> _Groups:
    least, spread = max(LEAST_SPREAD * thick, NO_WIDTH), max((thick - thin) / 4, NO_WIDTH)
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
    return _Groups(thin, thick, spread)
