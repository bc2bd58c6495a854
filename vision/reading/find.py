"""Picture → boards: where grids of cells stand in it, best first."""

from collections.abc import Iterator
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.errors import AquariumError

from ..board import Board, upright
from ..files.pixels import Image
from .comb import Count
from .contrast import LEAST
from .quads import Quad
from .views import Candidate, Reduction

SEARCH_SIDES = (400, 700, 1300)
"""About how long the sides of the reduced pictures are in which boards are searched, in pixels, were they
square: a board of thirty cells that fills most of a picture has a pitch of twelve in the first; one that
fills the width of a phone's long page has one of ten in the second, and of twenty in the third, where faint
lines break up. Caps the cost of any picture."""
DARKNESS_STEPS = (0.45, 0.25, 0.12, 0.06)
"""Relative darkness from which a pixel is ink, in the order tried: clear lines first, faint ones when those
gave nothing."""
CLEAR_STEPS = 2
"""So many of them show clear lines."""
SAME_QUAD = 0.012
"""Two quads whose corners differ by less than this share of the diagonal are one."""
ENOUGH_CELLS = 6
"""Boards with fewer cells a side than this are ranked lower: small grids arise by chance."""
SIZE_WEIGHT = 0.15
"""How much the share of the picture counts in the ranking: the puzzle is usually the largest grid."""
TURNED = 0.5
"""Corners off an upright rectangle by no more than this many pixels of the picture they were measured in are
measured no better: the board is upright."""
BORDERS = (([0, 3], 0), ([0, 1], 1), ([1, 2], 0), ([2, 3], 1))
"""Which corners of a quad make its left, top, right and bottom border, and their coordinate."""


class BoardNotFound(AquariumError):
    """No grid of cells stands in the picture."""


class BoardSearch:
    """The search for boards in a picture, uint8 (H, W, 3) RGB, which does nothing twice.

    With a size (rows, cols), for grids of so many cells alone.
    """

    def __init__(self, image: Image, size: tuple[int, int] | None = None) -> None:
        self._coarse, *self._fine = [Reduction(image, factor, size) for factor in _factors(image)]

    def boards(self) -> Iterator[list[Board]]:
        """Yield what grids each view of the picture shows, best first, and the clearest view first.

        A caller that is content with a board takes no more; the fainter and finer views are then never looked
        at.
        """
        for reduction in (self._coarse, *self._fine):
            yield from _boards_of(reduction)

    def larger_boards(self, side: float) -> Iterator[Board]:
        """Yield grids with shorter sides of more than so many pixels.

        The coarsest reduction shows most of them, the finest clear boards of many cells on a long page.
        """
        for boards in _boards_of(self._coarse, side):
            yield from boards
        for reduction in self._fine[-1:]:
            for boards in _boards_of(reduction, side, clear_only=True):
                yield from boards


def _factors(image: Image) -> list[int]:
    """Return by what whole factors a picture is reduced for the search, the coarsest first."""
    side = float(np.sqrt(image.shape[0] * image.shape[1]))
    return sorted({max(1, round(side / wanted)) for wanted in SEARCH_SIDES}, reverse=True)


def _boards_of(
    reduction: Reduction, least_side: float = 0.0, *, clear_only: bool = False
) -> Iterator[list[Board]]:
    """Yield what each view of the reduced picture shows, placed in the whole one.

    If only clear boards are wanted, the likeliest version of the picture is looked at alone.
    """
    factor, least_area = reduction.factor, (least_side / reduction.factor) ** 2
    seen: list[Quad] = []
    known: set[int] = set()
    for step in DARKNESS_STEPS[: CLEAR_STEPS if clear_only else None]:
        for view in islice(reduction.views(), 1 if clear_only else None):
            for candidates in view.candidates(step, known, least_area):
                fresh = list(_fresh(candidates, least_area, seen))
                yield [_board(quad * factor, count, factor) for quad, count in _grids(fresh)]


def _grids(candidates: list[Candidate]) -> list[tuple[Quad, Count]]:
    """Return the quads that hold a grid, best first."""
    counted = [(one.refined, one.count) for one in candidates]
    grids = [(quad, count) for quad, count in counted if count and count.contrast > LEAST]
    return sorted(grids, key=lambda grid: -_rank(*grid))


def _rank(quad: Quad, count: Count) -> float:
    cells = np.sqrt(count.rows * count.cols)
    area = cv2.contourArea(quad.astype(np.float32))
    return float(count.contrast * min(1.0, cells / ENOUGH_CELLS) * area**SIZE_WEIGHT)


def _board(quad: Quad, count: Count, pixel: int) -> Board:
    xs, ys = np.arange(count.cols + 1.0), np.arange(count.rows + 1.0)
    return Board(count.rows, count.cols, _to_picture(quad, count, pixel), xs, ys, count.contrast)


def _to_picture(quad: Quad, count: Count, pixel: int) -> NDArray[np.float64]:
    left, top, right, bottom = (float(quad[pair, axis].mean()) for pair, axis in BORDERS)
    level = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    if np.abs(level - quad).max() <= TURNED * pixel:
        return upright(left, top, (right - left) / count.cols, (bottom - top) / count.rows)
    even = np.array([[0, 0], [count.cols, 0], [count.cols, count.rows], [0, count.rows]], np.float32)
    return cv2.getPerspectiveTransform(even, quad.astype(np.float32)).astype(np.float64)


def _fresh(candidates: list[Candidate], least_area: float, seen: list[Quad]) -> Iterator[Candidate]:
    """Yield those that are large enough and like none that was `seen` before, in any view."""
    for candidate in candidates:
        quad = candidate.quad
        if cv2.contourArea(quad.astype(np.float32)) <= least_area:
            continue
        diagonal = np.hypot(*(quad[2] - quad[0]))
        if all(np.abs(quad - other).max() > SAME_QUAD * diagonal for other in seen):
            seen.append(quad)
            yield candidate
