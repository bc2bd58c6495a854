"""Picture → boards: where lattices of cells stand in it, best first."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.errors import AquariumError

from ..board import Board, upright
from ..files.pixels import Image
from .background import SAMPLED, Grey, Ink, either_way, is_dark, line_greys, relative_darkness
from .comb import Count, count_cells
from .quads import Quad, outlines, settle_sides

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
SAME_OUTLINE = 0.012
"""Two outlines whose corners differ by less than this share of the diagonal are one."""
LEAST_STRENGTH = 0.1
"""A comb weaker than this is no lattice at all."""
CLEAR = 0.8
"""A comb of this strength is certainly a lattice: no other view is asked."""
ENOUGH_CELLS = 6
"""Boards with fewer cells a side than this are ranked lower: small lattices arise by chance."""
SIZE_WEIGHT = 0.15
"""How much the share of the picture counts in the ranking: the puzzle is usually the largest lattice."""
TURNED = 0.5
"""Corners off an upright rectangle by no more than this many pixels of the picture they were measured in are
measured no better: the board is upright."""
BORDERS = (([0, 3], 0), ([0, 1], 1), ([1, 2], 0), ([2, 3], 1))
"""Which corners of an outline make its left, top, right and bottom border, and their coordinate."""


class BoardNotFound(AquariumError):
    """No lattice of cells stands in the picture."""


def find_boards(image: Image, size: tuple[int, int] | None = None) -> Iterator[list[Board]]:
    """Yield what lattices each view of a picture shows, best first, and the clearest view first.

    With a size (rows, cols), those of so many cells alone. A caller that is content with a board takes no
    more; the fainter and finer views are then never looked at.
    """
    for factor in _factors(image):
        yield from _boards_at(image, factor, 0.0, size)


def find_larger_boards(image: Image, side: float, size: tuple[int, int] | None = None) -> Iterator[Board]:
    """Yield lattices with shorter sides of more than so many pixels.

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
                fresh = _new_outlines(mask, (least_side / factor) ** 2, view.seen)
                quads = [settle_sides(view.ink, quad) for quad in fresh]
                yield [
                    _board(quad * back, count, float(back.max()))
                    for quad, count in _lattices(view.greys, quads, cells)
                ]


@dataclass(frozen=True, eq=False)
class _View:
    """A version of the picture in which lines are dark."""

    ink: Ink
    greys: tuple[Grey, ...]
    """Where the lines inside its outlines may show, likeliest first."""
    seen: list[Quad]
    """Outlines whose cells were counted, in any view."""


def _each_view(image: Image, reach: int, known: list[_View]) -> Iterator[_View]:
    """Yield every version of the picture in which lines are dark; make none twice.

    In a dark theme frames may be lighter than the cells and thin lines darker, so every view is asked for the
    lines inside the outlines of any.
    """
    if known:
        yield from known
        return
    seen: list[Quad] = []
    greys = line_greys(image)
    if is_dark(image[::SAMPLED, ::SAMPLED]):
        every = (*greys, either_way(image, reach))
        for grey in every:
            others = tuple(other for other in every if other is not grey)
            known.append(_View(relative_darkness(grey, reach), (grey, *others), seen))
        yield from known
        return
    for grey in greys:
        known.append(_View(relative_darkness(grey, reach), (grey,), seen))
        yield known[-1]


def _masks(ink: Ink, step: float, known: set[int]) -> Iterator[NDArray[np.uint8]]:
    """Yield where the ink is at least so dark, and then the same with cracks in the lines bridged.

    Grey pictures look the same in several views, and clear ones at several steps: no mask comes twice.
    """
    plain = (ink > step).astype(np.uint8)
    bridged = cv2.morphologyEx(plain, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    for mask in (plain, np.asarray(bridged, np.uint8)):
        if (looks := hash(mask.tobytes())) not in known:
            known.add(looks)
            yield mask


def _lattices(
    greys: tuple[Grey, ...], quads: list[Quad], cells: tuple[int, int] | None
) -> list[tuple[Quad, Count]]:
    """Return the outlines that hold a lattice (of so many rows and columns, if given), best first."""
    counted = [(quad, _clearest(greys, quad, cells)) for quad in quads]
    lattices = [(quad, count) for quad, count in counted if count and count.strength > LEAST_STRENGTH]
    return sorted(lattices, key=lambda lattice: -_rank(*lattice))


def _clearest(greys: tuple[Grey, ...], quad: Quad, cells: tuple[int, int] | None) -> Count | None:
    """Return the count of the first grey that shows a clear lattice, else the clearest one."""
    best = None
    for grey in greys:
        count = count_cells(grey, quad, cells)
        if count and (best is None or count.strength > best.strength):
            best = count
        if best and best.strength > CLEAR:
            break
    return best


def _rank(quad: Quad, count: Count) -> float:
    cells = np.sqrt(count.rows * count.cols)
    area = cv2.contourArea(quad.astype(np.float32))
    return float(count.strength * min(1.0, cells / ENOUGH_CELLS) * area**SIZE_WEIGHT)


def _board(quad: Quad, count: Count, pixel: float) -> Board:
    xs, ys = np.arange(count.cols + 1.0), np.arange(count.rows + 1.0)
    return Board(count.rows, count.cols, _to_picture(quad, count, pixel), xs, ys, count.strength)


def _to_picture(quad: Quad, count: Count, pixel: float) -> NDArray[np.float64]:
    left, top, right, bottom = (float(quad[pair, axis].mean()) for pair, axis in BORDERS)
    level = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    if np.abs(level - quad).max() <= TURNED * pixel:
        return upright(left, top, (right - left) / count.cols, (bottom - top) / count.rows)
    even = np.array([[0, 0], [count.cols, 0], [count.cols, count.rows], [0, count.rows]], np.float32)
    return cv2.getPerspectiveTransform(even, quad.astype(np.float32)).astype(np.float64)


def _new_outlines(mask: NDArray[np.uint8], least_area: float, seen: list[Quad]) -> Iterator[Quad]:
    """Yield the outlines of a mask that are large enough and were not looked at before."""
    for quad in outlines(mask, max(24.0, LEAST_SIDE * min(mask.shape))):
        if cv2.contourArea(quad.astype(np.float32)) <= least_area:
            continue
        diagonal = np.hypot(*(quad[2] - quad[0]))
        if all(np.abs(quad - other).max() > SAME_OUTLINE * diagonal for other in seen):
            seen.append(quad)
            yield quad
