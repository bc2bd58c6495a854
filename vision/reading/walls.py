"""The flat board → how much ink lies on every cell side, and how surely that is a wall."""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .rectify import Sheet

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
SKIRT = 0.08
"""A line, blurred as it may be, ends where the sides' mean ink has fallen to this share of its peak."""
CELL_REACH = 0.32
"""From LINE_REACH to here, in cells from the side, a neighbouring cell shows its own colour."""
PLAIN_STEP = 6.0
"""Neighbouring cells whose colours differ by less than this many levels are taken as one colour."""
RIDGE_SHARE = 0.15
"""Share of the sides, those with most ink, that show the pure colour of the ink."""
FAINTEST = 0.3
"""A side's full contrast is taken as at least this share of the typical one."""
SHADES = (0.2, 1.5)
"""A cell's light, as a share of the board's, is taken to lie between these."""
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
class SideInk:
    """Ink on the sides of cells, frame included: the width of a line of pure ink, in cells."""

    upright: Sides
    """(rows, cols + 1): the sides that lie on column lines."""
    level: Sides
    """(rows + 1, cols): the sides that lie on row lines."""
    right: NDArray[np.float64]
    """(rows, cols + 1): how far right of its even place each upright side was seen, in cells."""
    down: NDArray[np.float64]
    """(rows + 1, cols): how far below its even place each level side was seen, in cells."""


@dataclass(frozen=True, eq=False)
class Walls:
    """Log-odds, natural, that the inner sides are walls: positive where a wall is likelier than not."""

    right: NDArray[np.float64]
    """(rows, cols - 1): between a cell and the one right of it."""
    below: NDArray[np.float64]
    """(rows - 1, cols): between a cell and the one below it."""


def measure_sides(sheet: Sheet) -> SideInk:
    """Return the ink on every side of a sheet's cells.

    Across each side the colours are compared with the straight way from one neighbouring cell's colour to the
    other's: what stands off that way, towards the ink's colour, is ink, so an edge of water is none. Its sum
    over the strip, over the full ink's contrast, is a width that blur, antialiasing and reduction leave as it
    was.
    """
    both = _profiles(sheet), _profiles(sheet.turned)
    ink = _ink_colour(both)
    light = float(np.median([profiles.ends.max(axis=3).mean() for profiles in both]))
    widths = [_toward(profiles, ink, light) / np.float32(sheet.pitch) for profiles in both]
    right, down = (_shift(width, sheet.pitch) for width in widths)
    upright, level = (width[..., _line_place(width)].sum(axis=2) for width in widths)
    return SideInk(upright, level.T, right, down.T)


def find_walls(sides: SideInk, *, small_steps: bool = False) -> Walls:
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
        limit = two_means(own)
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


@dataclass(frozen=True, eq=False)
class _Profiles:
    """The colours across the sides that lie on column lines."""

    strip: Sides
    """(rows, cols + 1, samples, 3): where the line lies."""
    ends: Sides
    """(rows, cols + 1, 2, 3): the colours of the cells left and right of it."""


def _profiles(sheet: Sheet) -> _Profiles:
    across = _side_profiles(sheet)
    reach = np.abs(np.arange(sheet.pitch) + 0.5 - sheet.pitch // 2) / sheet.pitch
    cell = (reach > LINE_REACH) & (reach <= CELL_REACH)
    middle = sheet.pitch // 2
    ends = [
        np.median(half, axis=2)
        for half in (across[:, :, :middle][:, :, cell[:middle]], across[:, :, middle:][:, :, cell[middle:]])
    ]
    return _Profiles(across[:, :, reach <= LINE_REACH], np.stack(ends, axis=2))


def _side_profiles(sheet: Sheet) -> Sides:
    """Return (rows, cols + 1, pitch, 3): colours across the sides on column lines, centre to centre."""
    p, m = sheet.pitch, sheet.margin
    length = max(1, round(SIDE_LENGTH * p))
    start = m - p // 2
    strip = sheet.pixels[:, start : start + (sheet.cols + 1) * p]
    along = cv2.boxFilter(strip, cv2.CV_16U, (1, length), normalize=False, borderType=cv2.BORDER_REPLICATE)
    middles = m + (np.arange(sheet.rows) + 0.5) * p
    first, second, third = (along[(middles + piece * p).astype(np.intp)] for piece in SIDE_PIECES)
    median = np.maximum(np.minimum(first, second), np.minimum(np.maximum(first, second), third))
    return np.asarray(median.reshape(sheet.rows, sheet.cols + 1, p, 3) / np.float32(length), np.float32)


def _off_way(colours: Sides, ends: Sides) -> Sides:
    """Return how colours (…, samples, 3) stand off the way between two cells' colours (…, 2, 3)."""
    one, other = ends[..., :1, :], ends[..., 1:, :]
    way, offset = other - one, colours - one
    length = (way**2).sum(axis=-1, keepdims=True)
    share = np.clip((offset * way).sum(axis=-1, keepdims=True) / np.maximum(length, 1e-6), 0, 1)
    share = np.where(length < PLAIN_STEP**2, 0.5, share)
    return np.asarray(offset - share * way, np.float32)


def _ink_colour(kinds: Iterable[_Profiles]) -> Sides:
    """Return (3,) the colour at the peaks of the most inked sides."""
    sums, peaks = [], []
    for profiles in kinds:
        off = np.sqrt((_off_way(profiles.strip, profiles.ends) ** 2).sum(axis=3))
        peak = off.argmax(axis=2)[:, :, None, None]
        sums.append(off.sum(axis=2).ravel())
        peaks.append(np.take_along_axis(profiles.strip, peak, axis=2).reshape(-1, 3))
    every = np.concatenate(sums)
    return np.asarray(
        np.median(np.concatenate(peaks)[every >= np.quantile(every, 1 - RIDGE_SHARE)], axis=0), np.float32
    )


def _toward(profiles: _Profiles, ink: Sides, light: float) -> Sides:
    """Return (rows, cols + 1, samples): how far each goes from the cells' colours to the ink's.

    1 is all the way. What goes the other way counts against it, so that noise and the rings around a
    compressed line cancel out. Ink darker than the cells is darker still where they lie in a shadow.
    """
    here = profiles.ends.max(axis=3).mean(axis=2)[:, :, None, None]
    shade = np.clip(here / max(light, 1.0), *SHADES) if ink.max() < light else np.ones_like(here)
    full = _off_way(ink * shade, profiles.ends)
    most = np.sqrt((full**2).sum(axis=3, keepdims=True))
    least = FAINTEST * float(np.median(most)) + 1e-3
    off = _off_way(profiles.strip, profiles.ends)
    return np.asarray(
        (off * full).sum(axis=3) / (np.maximum(most, 1e-3) * np.maximum(most, least))[..., 0], np.float32
    )


def _line_place(off: Sides) -> slice:
    """Return the samples where lines lie, all sides (rows, cols + 1, samples) taken together.

    What lies beside them, stripes of a photographed screen or grain, is left out.
    """
    mean = off[:, 1:-1].mean(axis=(0, 1))
    peak = int(mean.argmax())
    faint = np.flatnonzero(mean < SKIRT * mean[peak])
    return slice(max(faint[faint < peak], default=0), min(faint[faint > peak], default=len(mean) - 1) + 1)


def _shift(off: Sides, pitch: int) -> NDArray[np.float64]:
    """Return (rows, cols + 1): how far the ink's centre lies from the middle of the strip, in cells."""
    ink = np.maximum(off - 0.5 * off.max(axis=2, keepdims=True), 0).astype(np.float64)
    places = (np.arange(off.shape[2]) - (off.shape[2] - 1) / 2) / pitch
    return np.asarray((ink @ places) / np.maximum(ink.sum(axis=2), 1e-9), np.float64)


def _two_groups(inner: Sides, frame: Sides) -> tuple[float, float, float]:
    """Return the thickness of thin lines and of walls, and the spread around both."""
    inner = np.minimum(inner, OUTLIER * np.quantile(inner, 1 - RARE))
    over = inner > two_means(inner)
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


def two_means(values: Sides) -> float:
    """Return the middle of the gap that splits values with the largest variance between the groups."""
    ordered = np.sort(values.astype(np.float64))
    count = np.arange(1, len(ordered))
    sums = np.cumsum(ordered)[:-1]
    lower, upper = sums / count, (ordered.sum() - sums) / (len(ordered) - count)
    split = int(np.argmax(count * (len(ordered) - count) * (upper - lower) ** 2))
    return float((ordered[split] + ordered[split + 1]) / 2)
