"""A picture reduced for the search → its views, in which lines are dark, and the quads that they show."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count, islice

import cv2
import numpy as np
from numpy.typing import NDArray

from ..files.pixels import Image
from ..pixels.brightness import Grey, is_dark
from .comb import Count, count_cells
from .contrast import CLEAR
from .ink import SAMPLED, Ink, ink_on_paper, line_greys, thin_as_dark
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
    looks: dict[tuple[float, bool], int] = field(default_factory=dict)
    """What the masks look like that were made, by their darkness and whether cracks are bridged,"""
    seen: dict[tuple[float, bool], list[Candidate]] = field(default_factory=dict)
    """and the quads of those in which all were looked for."""

    @cached_property
    def ink(self) -> Ink:
        """What is darker than the paper."""
        return ink_on_paper(self.grey, self.reach)

    def candidates(self, least: float, known: set[int], least_area: float) -> Iterator[list[Candidate]]:
        """Yield the quads where the ink is at least so dark, then those with cracks in the lines bridged.

        Their boxes are larger than `least_area`, if they were not looked for before. Grey pictures look the
        same in several views, and clear ones at several steps: no mask that is `known` comes again.
        """
        for bridged in (False, True):
            this = least, bridged
            if this not in self.looks or (self.looks[this] not in known and this not in self.seen):
                mask = self._mask(*this)
                self.looks[this] = hash(mask.tobytes())
            if self.looks[this] in known:
                continue
            known.add(self.looks[this])
            if this in self.seen:
                yield self.seen[this]
                continue
            quads = find_quads(mask, max(LEAST_PIXELS, LEAST_SIDE * min(mask.shape)), least_area)
            found = [Candidate(self, quad) for quad in quads]
            if not least_area:
                self.seen[this] = found
            yield found

    def _mask(self, least: float, bridged: bool) -> NDArray[np.uint8]:
        mask = self.ink.mask(least)
        if not bridged:
            return mask
        closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        return np.asarray(closed, np.uint8)


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

    def _make(self) -> Iterator[View]:
        """Make the views.

        In a dark theme frames may be lighter than the cells and thin lines darker, so every view is asked for
        the lines inside the quads of any.
        """
        small = reduced(self._image, self.factor)
        reach = max(LEAST_REACH, round(min(small.shape[:2]) * LINE_REACH))
        greys = line_greys(small)
        if is_dark(small[::SAMPLED, ::SAMPLED]):
            every = (*greys, thin_as_dark(small, reach))
            for grey in every:
                others = tuple(other for other in every if other is not grey)
                yield View(grey, (grey, *others), reach, self._cells)
            return
        for grey in greys:
            yield View(grey, (grey,), reach, self._cells)


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
