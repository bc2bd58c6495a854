"""Picture → boards: where grids of cells stand in it, best first."""

from collections.abc import Iterator
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.dataclass import dataclass
from solver.errors import AquariumError

from ..board import Board, upright
from ..files.pixels import Image
from .background import SAMPLED, Darkness, Grey, is_dark, line_greys, relative_darkness, thin_as_dark
from .comb import Count, count_cells
from .contrast import CLEAR, LEAST
from .quads import Quad, find_quads, refine_quad

SEARCH_SIDES = (400, 1300)
"""About how long the sides of the reduced pictures are in which boards are searched, in pixels, were they
square: a board of thirty cells that fills most of a picture has a pitch of twelve in the first; one that
fills the width of a phone's long page has one of ten in the second. Caps the cost of any picture."""
LINE_REACH = 1 / 60
"""Share of the picture's shorter side up to which a dark mark is a line rather than a filled shape."""
LEAST_SIDE = 0.07
"""A board is at least this share of the picture's shorter side."""
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


def find_boards(image: Image, size: tuple[int, int] | None = None) -> Iterator[list[Board]]:
    """Yield what grids each view of a picture shows, best first, and the clearest view first.

    `image` is uint8 (H, W, 3) RGB. With a size (rows, cols), grids of so many cells alone. A caller that is
    content with a board takes no more; the fainter and finer views are then never looked at.
    """
    for factor in _factors(image):
        yield from _boards_at(image, factor, 0.0, size)


def find_larger_boards(image: Image, side: float, size: tuple[int, int] | None = None) -> Iterator[Board]:
    """Yield grids with shorter sides of more than so many pixels.

    The coarsest reduction shows most of them, the finer one clear boards of many cells on a long page.
    """
    coarse, *fine = _factors(image)
    for boards in _boards_at(image, coarse, side, size):
        yield from boards
    for factor in fine:
        for boards in _boards_at(image, factor, side, size, clear_only=True):
            yield from boards


def _factors(image: Image) -> list[int]:
    """Return by what whole factors a picture is reduced for the search, the coarsest first."""
    side = float(np.sqrt(image.shape[0] * image.shape[1]))
    return sorted({max(1, round(side / wanted)) for wanted in SEARCH_SIDES}, reverse=True)


def _boards_at(
    image: Image,
    factor: int,
    least_side: float,
    cells: tuple[int, int] | None,
    *,
    clear_only: bool = False,
) -> Iterator[list[Board]]:
    """Yield what each view of the picture reduced by a whole factor shows, placed in the whole one.

    If only clear boards are wanted, the likeliest version of the picture is looked at alone.
    """
    height, width = image.shape[:2]
    size = (max(1, width // factor), max(1, height // factor))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA) if factor > 1 else image
    back = np.array([width / size[0], height / size[1]])
    reach = max(9, round(min(size) * LINE_REACH))
    views: list[_View] = []
    known: set[int] = set()
    for step in DARKNESS_STEPS[: CLEAR_STEPS if clear_only else None]:
        for view in islice(_each_view(np.asarray(small, np.uint8), reach, views), 1 if clear_only else None):
            for mask in _masks(view.ink, step, known):
                fresh = _new_quads(mask, (least_side / factor) ** 2, view.seen)
                quads = [refine_quad(view.ink, quad) for quad in fresh]
                yield [
                    _board(quad * back, count, float(back.max()))
                    for quad, count in _grids(view.greys, quads, cells)
                ]


@dataclass(frozen=True, eq=False)
class _View:
    """A version of the picture in which lines are dark."""

    ink: Darkness
    greys: tuple[Grey, ...]
    """Where the lines inside its quads may show, likeliest first."""
    seen: list[Quad]
    """Quads whose cells were counted, in any view."""


def _each_view(image: Image, reach: int, known: list[_View]) -> Iterator[_View]:
    """Yield every version of the picture in which lines are dark; make none twice.

    In a dark theme frames may be lighter than the cells and thin lines darker, so every view is asked for the
    lines inside the quads of any.
    """
    if known:
        yield from known
        return
    seen: list[Quad] = []
    greys = line_greys(image)
    if is_dark(image[::SAMPLED, ::SAMPLED]):
        every = (*greys, thin_as_dark(image, reach))
        for grey in every:
            others = tuple(other for other in every if other is not grey)
            known.append(_View(relative_darkness(grey, reach), (grey, *others), seen))
        yield from known
        return
    for grey in greys:
        known.append(_View(relative_darkness(grey, reach), (grey,), seen))
        yield known[-1]


def _masks(ink: Darkness, step: float, known: set[int]) -> Iterator[Grey]:
    """Yield where the ink is at least so dark, and then the same with cracks in the lines bridged.

    Grey pictures look the same in several views, and clear ones at several steps: no mask comes twice.
    """
    plain = (ink > step).astype(np.uint8)
    bridged = cv2.morphologyEx(plain, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    for mask in (plain, bridged):
        if (looks := hash(mask.tobytes())) not in known:
            known.add(looks)
            yield mask


def _grids(
    greys: tuple[Grey, ...], quads: list[Quad], cells: tuple[int, int] | None
) -> list[tuple[Quad, Count]]:
    """Return the quads that hold a grid (of so many rows and columns, if given), best first."""
    counted = [(quad, _clearest(greys, quad, cells)) for quad in quads]
    grids = [(quad, count) for quad, count in counted if count and count.contrast > LEAST]
    return sorted(grids, key=lambda grid: -_rank(*grid))


def _clearest(greys: tuple[Grey, ...], quad: Quad, cells: tuple[int, int] | None) -> Count | None:
    """Return the count of the first grey that shows a clear grid, else the clearest one."""
    best = None
    for grey in greys:
        count = count_cells(grey, quad, cells)
        if count and (best is None or count.contrast > best.contrast):
            best = count
        if best and best.contrast > CLEAR:
            break
    return best


def _rank(quad: Quad, count: Count) -> float:
    cells = np.sqrt(count.rows * count.cols)
    area = cv2.contourArea(quad.astype(np.float32))
    return float(count.contrast * min(1.0, cells / ENOUGH_CELLS) * area**SIZE_WEIGHT)


def _board(quad: Quad, count: Count, pixel: float) -> Board:
    xs, ys = np.arange(count.cols + 1.0), np.arange(count.rows + 1.0)
    return Board(count.rows, count.cols, _to_picture(quad, count, pixel), xs, ys, count.contrast)


def _to_picture(quad: Quad, count: Count, pixel: float) -> NDArray[np.float64]:
    left, top, right, bottom = (float(quad[pair, axis].mean()) for pair, axis in BORDERS)
    level = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    if np.abs(level - quad).max() <= TURNED * pixel:
        return upright(left, top, (right - left) / count.cols, (bottom - top) / count.rows)
    even = np.array([[0, 0], [count.cols, 0], [count.cols, count.rows], [0, count.rows]], np.float32)
    return cv2.getPerspectiveTransform(even, quad.astype(np.float32)).astype(np.float64)


def _new_quads(mask: Grey, least_area: float, seen: list[Quad]) -> Iterator[Quad]:
    """Yield the quads of a mask that are large enough and were not looked at before."""
    for quad in find_quads(mask, max(24.0, LEAST_SIDE * min(mask.shape))):
        if cv2.contourArea(quad.astype(np.float32)) <= least_area:
            continue
        diagonal = np.hypot(*(quad[2] - quad[0]))
        if all(np.abs(quad - other).max() > SAME_QUAD * diagonal for other in seen):
            seen.append(quad)
            yield quad
