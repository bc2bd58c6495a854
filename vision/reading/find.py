"""Picture → boards: where grids of cells stand in it, best first, and others that are printed as one is."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import count, islice

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from ..board import Board
from ..files.pixels import Image
from ..pixels.brightness import Grey, is_dark
from .comb import CLEAR, LEAST_CONTRAST, SURE, Count, count_cells
from .ink import SAMPLED, Ink, edges_of, ink_on_paper, line_greys, steps_of
from .quads import Quad, find_quads, refine_quad

LINE_REACH, LEAST_REACH = 1 / 60, 9
"""Share of the picture's shorter side up to which a dark mark is a line rather than a filled shape, and the
least of it in pixels."""
LEAST_SIDE, LEAST_PIXELS = 0.07, 24.0
"""A board is at least this share of the picture's shorter side, and so many pixels of the reduced picture."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """A quad that a view shows."""

    view: "View"
    quad: Quad

    @cached_property
    def refined(self) -> Quad:
        """The quad with its sides on the centres of its border."""
        return refine_quad(self.view.ink.darkness, self.quad)

    @cached_property
    def count(self) -> Count | None:
        """The cells that the first grey with a clear grid shows, else the one with the clearest."""
        best = None
        for grey in self.view.greys:
            found = count_cells(grey, self.refined, self.view.cells)
            if found and (best is None or found.contrast > best.contrast):
                best = found
            if best and best.contrast > CLEAR:
                break
        return best


@dataclass(frozen=True, eq=False)
class View:
    """A version of the picture in which lines are dark."""

    grey: Grey
    greys: tuple[Grey, ...]
    """Where the lines inside its quads may show, likeliest first."""
    reach: int
    """Pixels that a line is wide at most."""
    cells: tuple[int, int] | None
    """Rows and columns of the grids looked for, if they are known."""
    of_edges: bool = False
    """Whether its lines are edges of whatever is drawn: they are hardly all of a grid's."""
    looks: dict[float, int] = field(default_factory=dict)
    """What the masks look like that were made, by their darkness,"""
    seen: dict[float, list[Candidate]] = field(default_factory=dict)
    """and the quads of those in which all were looked for."""

    @cached_property
    def ink(self) -> Ink:
        """What is darker than the paper."""
        return ink_on_paper(self.grey, self.reach)

    def candidates(self, least: float, known: set[int]) -> list[Candidate]:
        """Return the quads where the ink is at least so dark.

        Grey pictures look the same in several views, and clear ones at several steps: of a mask that is
        `known` there are none.
        """
        if least not in self.looks or (self.looks[least] not in known and least not in self.seen):
            mask = self.ink.mask(least)
            self.looks[least] = hash(mask.tobytes())
        if self.looks[least] in known:
            return []
        known.add(self.looks[least])
        if least in self.seen:
            return self.seen[least]
        least_side = max(LEAST_PIXELS, LEAST_SIDE * min(mask.shape))
        quads = find_quads(mask, least_side, boxes_too=self.of_edges)
        self.seen[least] = [Candidate(self, quad) for quad in quads]
        return self.seen[least]


class Reduction:
    """A picture, uint8 (H, W, 3) RGB, reduced by a whole factor; its views are made when first asked for."""

    def __init__(self, image: Image, factor: int, cells: tuple[int, int] | None) -> None:
        self.factor = factor
        self._image, self._cells = image, cells
        self._views: list[View] = []
        self._more = self._make()

    def views(self) -> Iterator[View]:
        """Yield every version of the picture in which lines are dark."""
        for number in count(0):
            if number == len(self._views):
                self._views.extend(islice(self._more, 1))
            if number == len(self._views):
                return
            yield self._views[number]

    def likeliest_view(self) -> Iterator[View]:
        """Yield the first of them."""
        return islice(self.views(), 1)

    def view_of_edges(self) -> View:
        """Return the version in which whatever is drawn has dark edges."""
        small = reduced(self._image, self.factor)
        grey = edges_of(small)
        return View(grey, (grey,), _reach(small), self._cells, of_edges=True)

    def _make(self) -> Iterator[View]:
        """Make the views.

        In a dark theme frames may be lighter than the cells and thin lines darker, so every view is asked for
        the lines inside the quads of any.
        """
        small = reduced(self._image, self.factor)
        reach, greys = _reach(small), line_greys(small)
        if is_dark(small[::SAMPLED, ::SAMPLED]):
            every = tuple(greys)
            for grey in every:
                others = tuple(other for other in every if other is not grey)
                yield View(grey, (grey, *others), reach, self._cells)
            return
        for grey in greys:
            yield View(grey, (grey,), reach, self._cells)


def _reach(small: Image) -> int:
    """Return how many pixels a line of a reduced picture is wide at most."""
    return max(LEAST_REACH, round(float(min(small.shape[:2])) * LINE_REACH))


def reduced(image: Image, factor: int) -> Image:
    """Return the means of all blocks of a picture; those along its right and lower edge may be smaller.

    Blocks of whole pixels are several times as fast as others.
    """
    if factor == 1:
        return image
    height, width = image.shape[:2]
    small = np.empty((-(-height // factor), -(-width // factor), 3), np.uint8)
    for rows in _blocks(height, factor):
        for cols in _blocks(width, factor):
            part = image[_in_picture(rows, factor), _in_picture(cols, factor)]
            size = cols.stop - cols.start, rows.stop - rows.start
            small[rows, cols] = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    return small


def _in_picture(blocks: slice, factor: int) -> slice:
    return slice(blocks.start * factor, blocks.stop * factor)


def _blocks(length: int, factor: int) -> list[slice]:
    """Return the whole blocks of a length, and the one that is left over, where there are any."""
    whole = length // factor
    return [part for part in (slice(0, whole), slice(whole, -(-length // factor))) if part.stop > part.start]


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
SIZE_WEIGHT = 0.15
"""How much the share of the picture counts in the ranking: the puzzle is usually the largest grid."""


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
            yield from _boards_of(reduction.factor, reduction.views)

    def boards_of_edges(self) -> Iterator[list[Board]]:
        """Yield what grids the edges of whatever is drawn make: those of colours, or of walls alone."""
        for reduction in (self._coarse, *self._fine):
            yield from _boards_of(reduction.factor, partial(iter, [reduction.view_of_edges()]))

    def clear_boards(self) -> Iterator[list[Board]]:
        """Yield what grids the clearest ink shows, coarsely and finely, however small they are."""
        for reduction in (self._coarse, *self._fine[-1:]):
            yield from _boards_of(reduction.factor, reduction.likeliest_view, CLEAR_STEPS)


def _factors(image: Image) -> list[int]:
    """Return by what whole factors a picture is reduced for the search, the coarsest first."""
    side = float(np.sqrt(image.shape[0] * image.shape[1]))
    return sorted({max(1, round(side / wanted)) for wanted in SEARCH_SIDES}, reverse=True)


def _boards_of(
    factor: int, views: Callable[[], Iterator[View]], steps: int | None = None
) -> Iterator[list[Board]]:
    """Yield what each view of a picture shows that was reduced by a factor, placed in the whole one.

    The faintest ink is only looked at if no number of steps is given.
    """
    seen: list[Quad] = []
    known: set[int] = set()
    for step in DARKNESS_STEPS[:steps]:
        for view in views():
            fresh = _grids(_fresh(view.candidates(step, known), seen))
            yield [_board(quad * factor, count, factor) for quad, count in fresh]


def _grids(candidates: Iterable[Candidate]) -> list[tuple[Quad, Count]]:
    """Return the quads that hold a grid, best first."""
    grids = [
        (one.refined, one.count) for one in candidates if one.count and one.count.contrast > LEAST_CONTRAST
    ]
    return sorted(grids, key=lambda grid: -_rank(*grid))


def _rank(quad: Quad, count: Count) -> float:
    area = cv2.contourArea(quad.astype(np.float32))
    return float(count.contrast * area**SIZE_WEIGHT)


def _board(quad: Quad, count: Count, pixel: int) -> Board:
    xs, ys = np.arange(count.cols + 1.0), np.arange(count.rows + 1.0)
    even = np.array([[0, 0], [count.cols, 0], [count.cols, count.rows], [0, count.rows]], np.float32)
    to_picture = cv2.getPerspectiveTransform(even, quad.astype(np.float32)).astype(np.float64)
    return Board(count.rows, count.cols, to_picture, xs, ys, count.contrast).levelled(pixel)


def _fresh(candidates: Iterable[Candidate], seen: list[Quad]) -> Iterator[Candidate]:
    """Yield those that are like none that was `seen` before, in any view."""
    for candidate in candidates:
        quad = candidate.quad
        diagonal = np.hypot(*(quad[2] - quad[0]))
        if all(np.abs(quad - other).max() > SAME_QUAD * diagonal for other in seen):
            seen.append(quad)
            yield candidate


REDUCED_PITCH, SPARE = 10.0, 2
"""About the pixels of a cell in the reduced picture, for with fewer lines and gaps run into each other; and
those beyond the outer lines, which are as wide as the others."""
STEEP = 32
"""Levels between neighbouring pixels beyond which they count no more: water and walls outweigh lines."""
APART = 0.9
"""Share of a board's width or height by which others are moved from it, at least."""


def find_alike(image: Image, board: Board) -> Iterator[Board]:
    """Yield where else in a picture, uint8 (H, W, 3), a board's lines fit, best first.

    Their contrast is how well they do so, against how well they fit the board itself.
    """
    if not _has_room(image, board):
        return
    factor = max(1, round(board.pitch / REDUCED_PITCH))
    lines, (left, top) = _lines(board, factor)
    edges = np.pad(np.minimum(steps_of(reduced(image, factor)), STEEP).astype(np.float32), SPARE)
    if (np.array(edges.shape) < lines.shape).any():  # a part of the board lies beyond the picture
        return
    fits, x, y = cv2.matchTemplate(edges, lines, cv2.TM_CCOEFF_NORMED), left, top
    own = float(fits[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2].max(initial=0))
    while own > 0:
        _leave_out(fits, x, y, lines.shape)
        y, x = divmod(int(fits.argmax()), fits.shape[1])
        if (contrast := min(1.0, float(fits[y, x]) / own)) < SURE:
            return
        yield replace(board.shifted(factor * (x - left), factor * (y - top)), contrast=contrast)


def _has_room(image: Image, board: Board) -> bool:
    """Whether there is room for such a board beside this one."""
    (height, width), (left, top, right, bottom) = image.shape[:2], board.box
    beside, below = max(left, width - right), max(top, height - bottom)
    return bool(beside > right - left or below > bottom - top)


def _lines(board: Board, factor: int) -> tuple[NDArray[np.float32], tuple[int, int]]:
    """Return a reduced board's lines, as wide as their edges, and the first pixel (x, y) of their box.

    The box is larger by SPARE all around, and so is the picture in which it stands there.
    """
    left, top, right, bottom = (round(edge / factor) for edge in board.box)
    drawn = np.zeros((bottom - top + 2 * SPARE, right - left + 2 * SPARE), np.uint8)
    ends = [((col, col), (0, board.rows)) for col in range(board.cols + 1)]
    ends += [((0, board.cols), (row, row)) for row in range(board.rows + 1)]
    for u, v in ends:
        x, y = board.points(np.array(u, float), np.array(v, float))
        places = np.stack([x / factor - left, y / factor - top], axis=1) + (SPARE - 0.5)
        one, other = np.rint(places).astype(int).tolist()
        cv2.line(drawn, one, other, 255)
    return cv2.GaussianBlur(drawn, (3, 3), 0).astype(np.float32), (left, top)


def _leave_out(fits: MatLike, x: int, y: int, shape: tuple[int, ...]) -> None:
    """Let nothing fit that overlaps what stands at x, y."""
    height, width = (round(APART * length) for length in shape)
    fits[max(0, y - height) : y + height, max(0, x - width) : x + width] = -1
