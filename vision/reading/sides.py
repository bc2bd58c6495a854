"""The flat board → how much ink lies on every cell side, and the board moved to where its lines are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..board import Board
from ..files.pixels import Image
from ..pixels.quantiles import median, quantile
from .flat import BEYOND, FlatBoard, Part, part_around, rectify, rectify_upright

Sides = NDArray[np.float32]

SIDE_LENGTH = 0.13
"""Length, in cells, of each of the three pieces of a side that are looked at."""
SIDE_PIECES = (-0.33, 0.0, 0.33)
"""Where the pieces lie along the side, in cells from its middle: clear of the walls that meet at its ends,
and the outer two above and below what is written in a cell's middle. The median of the three stands for the
side, so that something that crosses one of them does no harm."""
LINE_REACH = 0.2
"""Half the width, in cells, of the strip across a side in which its line lies, wherever the lattice is a
little off."""
CELL_REACH = 0.32
"""From LINE_REACH to here, in cells from the side, a neighbouring cell shows its own colour."""
PLAIN_STEP = 6.0
"""Neighbouring cells whose colours differ by less than this many levels are taken as one colour."""
RIDGE_SHARE = 0.15
"""Share of the sides, those with most ink, that show the pure colour of the ink."""
LEAST_FULL = 0.3
"""A side's full contrast is taken as at least this share of the typical one."""
SHADES = (0.2, 1.5)
"""A cell's light, as a share of the board's, is taken to lie between these."""
SHOWN = 0.1
"""A side shows ink from this share of the most inked ones': the thinnest lines have a fifth of a wall's."""
UNEVEN = 0.06
"""Lines that stand farther than this from their even places, in cells, have the board laid flat once more."""
TILTS = 2
"""Times a turned or tilted board is fitted to its lines: the first guess is only as good as its frame."""
TENTH = 0.1
"""Cells: as far off the middle of a side, ink counts as much again as in all."""
HALF_A_CELL = 0.55
"""Cells beyond the frame that are looked at to measure its sides: half of one, and a pixel."""
SPARE = 0.5
"""Cells by which the margins of such a board may move."""


class Look(NamedTuple):
    """What the board's lines and cells look like."""

    ink: Sides
    """(3,) RGB of the ink."""
    contrast: float
    """Levels between the ink and the cells, in the channel where they differ most."""


class SideInk(NamedTuple):
    """Ink on the sides of cells, frame included: the width of a line of pure ink, in cells."""

    upright: Sides
    """(rows, cols + 1): the sides that lie on column lines."""
    level: Sides
    """(rows + 1, cols): the sides that lie on row lines."""
    right: NDArray[np.float64]
    """(rows, cols + 1): how far right of its even place each upright side was seen, in cells."""
    down: NDArray[np.float64]
    """(rows + 1, cols): how far below its even place each level side was seen, in cells."""
    steps: tuple[Sides, Sides]
    """Placed as `upright` and `level`: how far apart the colours of a side's two cells are, as a share of the
    way from the cells' usual colour to the ink's."""
    look: Look
    """What lines and cells look like."""
    sections: tuple[Sides, Sides]
    """(rows, cols + 1, 12) and (rows + 1, cols, 12) of the lattice itself: how much the colours across a side
    stand off those of its cells, in all, by how far they lie off its middle, and by the square of that; and
    its cells' colour."""

    @property
    def inner(self) -> "SideInk":
        """That of the lattice itself, where BEYOND cells around it were measured, too."""
        kept = np.s_[BEYOND:-BEYOND, BEYOND:-BEYOND]
        return SideInk(
            self.upright[kept],
            self.level[kept],
            self.right[kept],
            self.down[kept],
            (self.steps[0][kept], self.steps[1][kept]),
            self.look,
            self.sections,
        )


@dataclass(frozen=True, eq=False)
class Profiles:
    """The colours across sides that lie on column lines. These come last: so all are worked on at once."""

    strip: Sides
    """(samples, 3, rows, cols + 1): where the line lies."""
    ends: Sides
    """(2, 3, rows, cols + 1): the colours of the cells left and right of it."""

    @cached_property
    def off(self) -> Sides:
        """(samples, 3, rows, cols + 1): how the strip stands off the way between the cells' colours."""
        return _off_way(self.strip, self.ends)

    def within(self, beyond: int) -> "Profiles":
        """Return those of a lattice that begins so many cells further inside, on every side."""
        kept = slice(beyond, -beyond or None)
        return Profiles(self.strip[:, :, kept, kept], self.ends[:, :, kept, kept])


def align(image: Image, board: Board) -> tuple[Board, FlatBoard, SideInk]:
    """Return the board with its lines moved to where their ink is, laid flat, and its sides.

    They are measured BEYOND it, too. It is laid flat anew only where its lines were far from their places.
    """
    if board.is_upright:
        board, flat = rectify_upright(image, board)
    else:
        part = part_around(image, board, SPARE)
        for _ in range(TILTS):
            board = tilt(image, board, part)
        board = board.levelled()
        if board.is_upright:
            board, flat = rectify_upright(image, board)
        else:
            flat = rectify(image, board, part if part.holds(image, board) else None)
    sides = measure_sides(flat, BEYOND)
    inner = sides.inner
    right, down = _line_shifts(inner.right, inner.upright), _line_shifts(inner.down.T, inner.level.T)
    board = board.moved_lines(right, down)
    if max(np.abs(right).max(), np.abs(down).max()) > UNEVEN:
        flat = rectify(image, board)
        sides = measure_sides(flat, BEYOND)
    return board, flat, sides


def tilt(image: Image, board: Board, part: Part | None = None) -> Board:
    """Return a board, all but aligned, as its lines stand together: enough to find the next of them."""
    sides = measure_sides(rectify(image, board, part, HALF_A_CELL))
    return board.tilted_by(sides.right, sides.down)


def _line_shifts(shifts: NDArray[np.float64], ink: Sides) -> NDArray[np.float64]:
    """Return (n,) how far each line lies off its even place, of sides (m, n) across n lines, in cells.

    Where a line shows no ink, as a frame as dark as a dark theme's page, it lies as its neighbours do.
    """
    shows = ink >= SHOWN * quantile(ink, 1 - RIDGE_SHARE)
    if shows.all():
        return median(shifts, axis=0)
    lines = np.flatnonzero(shows.any(axis=0))
    seen = [median(shifts[shows[:, line], line]) for line in lines]
    return np.interp(np.arange(shifts.shape[1]), lines, seen) if seen else np.zeros(shifts.shape[1])


def measure_sides(flat: FlatBoard, beyond: int = 0) -> SideInk:
    """Return the ink on every side of the cells, also of BEYOND cells more around them.

    Across each side the colours are compared with the straight way from one neighbouring cell's colour to the
    other's: what stands off that way, towards the ink's colour, is ink, so an edge of water is none. Its sum
    over the strip, over the full ink's contrast, is a width that blur, antialiasing and reduction leave as it
    was. The ink, and the light, are those of the lattice itself.
    """
    wide = flat.wider if beyond else flat
    every = _profiles(wide), _profiles(wide.transposed)
    inner = [profiles.within(beyond) for profiles in every] if beyond else every
    return _side_ink(flat, every, inner, _ink_colour(inner), _light(inner))


def _light(kinds: Iterable[Profiles]) -> float:
    return median(
        np.array([_brightest(profiles.ends).transpose(1, 2, 0).ravel().mean() for profiles in kinds])
    )


def _brightest(colours: Sides) -> Sides:
    """Return (n, …) the levels of the strongest channel of colours (n, 3, …)."""
    return np.maximum(np.maximum(colours[:, 0], colours[:, 1]), colours[:, 2])


def _colours_at(profiles: Profiles, place: NDArray[np.intp]) -> Sides:
    """Return (3, n) the colours of the sides at one sample each, (1, rows, cols + 1)."""
    return np.take_along_axis(profiles.strip, place[:, None], axis=0).reshape(3, -1)


def _colour_of(colours: Sides, chosen: NDArray[np.bool_]) -> Sides:
    """Return (3,) the colour that most of those chosen have, of (3, n)."""
    return np.asarray(median(colours[:, chosen], axis=1), np.float32)


def _side_ink(
    flat: FlatBoard, every: Sequence[Profiles], inner: Sequence[Profiles], ink: Sides, light: float
) -> SideInk:
    """Sum up how far each sample of the sides on column lines, and on row lines, goes to the ink's colour.

    What the cells look like is seen in the `inner` ones.
    """
    offs = [toward(profiles, ink, light) for profiles in every]
    right, down = (_shift(off, flat.pitch) for off in offs)
    upright, level = (off.sum(axis=0) / np.float32(flat.pitch) for off in offs)
    cells = inner[0].ends[..., 1:-1].swapaxes(0, 1).reshape(3, -1)
    toward_ink = ink - median(cells, axis=1)
    way = max(float(np.sqrt(toward_ink @ toward_ink)), PLAIN_STEP)
    across, along = (_length(profiles.ends[1] - profiles.ends[0]) / np.float32(way) for profiles in every)
    look = Look(ink, float(np.abs(toward_ink).max()))
    section, lying = (_sections(profiles, flat.pitch, light) for profiles in inner)
    sections = section, lying.swapaxes(0, 1)
    return SideInk(upright, level.T, right, down.T, (across, along.T), look, sections)


def _sections(profiles: Profiles, pitch: int, light: float) -> Sides:
    """Return (rows, cols + 1, 12) what lies across each side, as in SideInk, in the board's usual light."""
    shade = _shade(profiles, light)
    off, (one, other) = profiles.off / shade, profiles.ends
    places = (_off_middle(len(off), pitch) / TENTH).astype(np.float32)
    weights = np.stack([np.ones_like(places), places, places**2 / 2]) / np.float32(pitch)
    moments = np.tensordot(weights, off, axes=1).reshape(9, *shade.shape)
    return np.concatenate([moments, (one + other) / 2 / shade]).transpose(1, 2, 0)


def _profiles(flat: FlatBoard) -> Profiles:
    across = _side_profiles(flat)
    reach = np.abs(np.arange(flat.pitch) + 0.5 - flat.pitch // 2) / flat.pitch
    cell = np.flatnonzero((reach > LINE_REACH) & (reach <= CELL_REACH))
    beside = across[cell].reshape(2, -1, *across.shape[1:])  # as many samples on either side
    return Profiles(across[reach <= LINE_REACH], median(beside, axis=1))


def _side_profiles(flat: FlatBoard) -> Sides:
    """Return (pitch, 3, rows, cols + 1): colours across the sides on column lines, centre to centre."""
    p, m = flat.pitch, flat.margin
    length = max(1, round(SIDE_LENGTH * p))
    start = m - p // 2
    middles = m + (np.arange(flat.rows) + 0.5) * p
    first = (middles + np.multiply.outer(SIDE_PIECES, p)[:, None]).astype(np.intp) - length // 2
    strip = flat.pixels.reshape(len(flat.pixels), -1)[:, 3 * start : 3 * (start + (flat.cols + 1) * p)]
    total = strip[first].astype(np.uint16)
    for step in range(1, length):
        total += strip[first + step]
    one, other, third = total
    middle = np.maximum(np.minimum(one, other), np.minimum(np.maximum(one, other), third))
    sides = middle.reshape(flat.rows, flat.cols + 1, p, 3).transpose(2, 3, 0, 1)
    return np.ascontiguousarray(sides, np.float32) / np.float32(length)


def _off_way(colours: Sides, ends: Sides) -> Sides:
    """Return how colours (samples, 3, …) stand off the way between two cells' colours (2, 3, …)."""
    one, other = ends
    way: Sides = other - one
    length = _sum_of_three(way * way)
    off: Sides = colours - one
    share = _sum_of_three(np.swapaxes(off * way, 0, 1))
    share /= np.maximum(length, np.float32(1e-6))
    np.clip(share, 0, 1, out=share)
    share[:, length < PLAIN_STEP**2] = 0.5
    off -= share[:, None] * way
    return off


def _sum_of_three(channels: Sides) -> Sides:
    """Return the sum of channels (3, …): several times faster than along a short axis."""
    total: Sides = channels[0] + channels[1]
    total += channels[2]
    return total


def _length(colours: Sides) -> Sides:
    """Return how far colours (3, …) go, in levels."""
    return np.sqrt(_sum_of_three(colours * colours))


def _ink_colour(kinds: Iterable[Profiles]) -> Sides:
    """Return (3,) the colour at the peaks of the most inked sides."""
    sums, peaks = [], []
    for profiles in kinds:
        off = _length(np.swapaxes(profiles.off, 0, 1))
        sums.append(off.sum(axis=0).ravel())
        peaks.append(_colours_at(profiles, off.argmax(axis=0)[None]))
    every = np.concatenate(sums)
    return _colour_of(np.concatenate(peaks, axis=1), every >= quantile(every, 1 - RIDGE_SHARE))


def toward(profiles: Profiles, ink: Sides, light: float) -> Sides:
    """Return (samples, rows, cols + 1): how far each goes from the cells' colours to the ink's.

    1 is all the way. What goes the other way counts against it, so that noise and the rings around a
    compressed line cancel out. Ink darker than the cells is darker still where they lie in a shadow.
    """
    shade = _shade(profiles, light)
    if ink.max() >= light:
        shade = np.ones_like(shade)
    full = _off_way((np.multiply.outer(ink, shade))[None], profiles.ends)[0]
    most = _length(full)
    least = LEAST_FULL * median(most) + 1e-3
    along = _sum_of_three(np.swapaxes(profiles.off * full, 0, 1))
    along /= np.maximum(most, np.float32(1e-3)) * np.maximum(most, np.float32(least))
    return along


def _shade(profiles: Profiles, light: float) -> Sides:
    """Return (rows, cols + 1): the light at each side, as a share of the board's."""
    one, other = _brightest(profiles.ends)
    shade: Sides = np.clip((one + other) / 2 / max(light, 1.0), *SHADES)
    return shade


def _off_middle(count: int, pitch: int) -> NDArray[np.float64]:
    """Return (count,) how far the samples across a side lie off its middle, in cells."""
    return (np.arange(count) - (count - 1) / 2) / pitch


def _shift(off: Sides, pitch: int) -> NDArray[np.float64]:
    """Return (rows, cols + 1): how far the ink's centre lies from the middle of the strip, in cells."""
    ink = np.maximum(off - np.float32(0.5) * off.max(axis=0), 0).astype(np.float64)
    places = _off_middle(len(off), pitch)
    return np.asarray(np.tensordot(places, ink, axes=1) / np.maximum(ink.sum(axis=0), 1e-9), np.float64)
