"""The sides and entries of one board, compared with each other: like is told from like within one picture.

Nothing that was trained takes part in it, and no look is known to it. A frame that a program draws around
cells is unlike the walls of the same picture, whatever both look like. A player has one sign for water, and
one or two for air; those that a program prints are copies of each other, and letters, numbers or arrows,
which differ from cell to cell, are no player's. By hand, every sign is different, so these are not compared.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import log
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from ..pixels.quantiles import median, quantile
from .marks import CROSS, NOTHING, WATER, SeenMarks
from .sides import PLAIN_STEP
from .walls import Walls

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solver.puzzle import Puzzle

    from .colours import CellColours
    from .flat import FlatBoard
    from .sides import SideInk

    Floats = NDArray[np.float64]
    Mask = NDArray[np.bool_]

FEWEST = 3
"""Walls, thin lines, or entries of a kind from which on they can be compared."""
NEAREST = 2
"""So many of its kind a side has to be like: one other may be as wrong as itself."""
APART, MOST_APART = 2.5, 1 / 3
"""Cells between a side and those that it is compared with, at least, but not more than this share of the
board's shorter side: those nearby may be of the same frame."""
MOST_COMPARED = 96
"""Sides of either kind that others are compared with: of a large board some, spread evenly."""
MOSTLY, TAIL, EXACT = 0.8, 4.0, 0.03
"""Quantile of how unlike the nearest of their kind sides are, that is at most so many times as much as usual;
and what counts for nothing, as a share of a wall's ink."""
UNLIKE = 12.0
"""Times as unlike its kind as usual, from which a side that is nearer to the other kind may be of that."""
LARGEST_FRAME, ALL_UNLIKE, EACH = 3, 3.0, 1.5
"""Cells around which a frame goes, each way, at most; times as unlike as usual its sides are, in the
geometric mean, and each of them. Of 143 pictures with a frame taken for walls 132 show it so, of 233 without
one, 4."""
MOST_FRAMED = 0.1
"""Share of the sides that go around frames, at most: of more, the board's own are so."""
LIKE, NEARER = 3.0, 1.5
"""Times as unlike as usual, at most, where a side is like its kind, and natural logarithm of how much farther
the other kind is, at least."""
IN_DOUBT = 2.5
"""Log-odds, at most, of a side that is like none."""
CLEAR, MORE, MOST = 4.0, 2.0, 8.9
"""Log-odds from which those that are like their kind are surer, by which factor what is more counts, and up
to how much: a side is named up to 9. Of 15,900 such sides at 4 to 9, 2 were wrong where 33 were expected."""
SMALL = 0.3
"""Times as unlike as usual, at least: whatever is less is as like."""
PULL = 0.4
"""Cells across a side that are not of its cells' colour, at most: a line, and what water leaves beside it."""


class _Section(NamedTuple):
    """What lies across n sides, in shares of a wall's ink."""

    ink: Floats
    """(3, n, 3): ink in all, where its middle is, and how far it is spread."""
    ground: Floats
    """(n, 3): the colour that it covers."""


def by_likeness(walls: Walls, sides: SideInk) -> Walls:
    """Return walls that are surer where a side is like others of its kind, and in doubt where like none."""
    odds = np.concatenate([walls.right.ravel(), walls.below.ravel()])
    is_wall = odds > 0
    if min(is_wall.sum(), (~is_wall).sum()) < FEWEST:
        return walls
    unlike, nearer = compared(sides, is_wall)
    strength = np.abs(odds)
    is_like = (unlike < LIKE) & (nearer > NEARER) & (strength > CLEAR)
    surer = np.maximum(strength, np.minimum(CLEAR + MORE * (strength - CLEAR), MOST))
    strength = np.where(is_like, surer, strength)
    frames = framed(*_placed(np.log(np.maximum(unlike, SMALL)), walls))
    of_frames = np.concatenate([part.ravel() for part in frames])
    is_unlike = (of_frames & (of_frames.mean() <= MOST_FRAMED)) | ((unlike >= UNLIKE) & (nearer < 0))
    strength = np.where(is_unlike, np.minimum(strength, IN_DOUBT), strength)
    return Walls(*_placed(np.copysign(strength, odds), walls))


def _placed(values: Floats, walls: Walls) -> tuple[Floats, Floats]:
    """Return what is known of each side, (n,), as the sides right of cells and below them."""
    right, below = np.split(values, [walls.right.size])
    return right.reshape(walls.right.shape), below.reshape(walls.below.shape)


def framed(right: Floats, below: Floats) -> tuple[Mask, Mask]:
    """Return which sides (rows, cols - 1) and (rows - 1, cols) go around a few cells, unlike all others.

    Given is the natural logarithm of how much more than usual each is unlike its kind.
    """
    upright = np.pad(right, ((0, 0), (1, 1)), constant_values=np.nan)
    level = np.pad(below, ((1, 1), (0, 0)), constant_values=np.nan)
    found: tuple[Mask, Mask] = np.zeros(upright.shape, np.bool_), np.zeros(level.shape, np.bool_)
    most_high, most_wide = (min(LARGEST_FRAME, count - 1) for count in (upright.shape[0], level.shape[1]))
    for high, wide in product(range(1, most_high + 1), range(1, most_wide + 1)):
        down, across = sliding_window_view(upright, high, axis=0), sliding_window_view(level, wide, axis=1)
        around = np.concatenate([down[:, :-wide], down[:, wide:], across[:-high], across[high:]], axis=2)
        known = np.isfinite(around)
        mean = np.where(known, around, 0).sum(axis=2) / np.maximum(known.sum(axis=2), 1)
        is_frame = (mean > log(ALL_UNLIKE)) & (np.where(known, around, np.inf).min(axis=2) > log(EACH))
        for row, col in np.argwhere(is_frame).tolist():
            found[0][row : row + high, [col, col + wide]] = True
            found[1][[row, row + high], col : col + wide] = True
    return found[0][:, 1:-1], found[1][1:-1]


def compared(sides: SideInk, is_wall: Mask) -> tuple[Floats, Floats]:
    """Return how much more than usual each inner side is unlike its kind, and how much nearer that is.

    Both are (n,), first of all sides right of a cell, then of those below one: a multiple, and the natural
    logarithm of how much farther the other kind is. Which are walls is given.
    """
    across, along = sides.sections[0][:, 1:-1], sides.sections[1][1:-1]
    every = np.concatenate([across.reshape(-1, 12), along.reshape(-1, 12)]).astype(np.float64)
    every /= max(median(np.sqrt((every[is_wall, :3] ** 2).sum(axis=1))), 1e-3)
    section = _Section(every[:, :9].reshape(-1, 3, 3).swapaxes(0, 1), every[:, 9:])
    middles = _middles(len(across), along.shape[1])
    to_walls, to_lines = (_distance(section, middles, np.flatnonzero(kind)) for kind in (is_wall, ~is_wall))
    own, other = np.where(is_wall, to_walls, to_lines), np.where(is_wall, to_lines, to_walls)
    unlike = np.empty_like(own)
    for kind in (is_wall, ~is_wall):
        known = own[kind & np.isfinite(own)]
        usual = max(median(known), quantile(known, MOSTLY) / TAIL) if len(known) else 0.0
        unlike[kind] = np.where(np.isfinite(own[kind]), own[kind], np.nan) / (usual + EXACT)
    nearer = np.log((np.minimum(other, 1e3) + EXACT / 3) / (np.minimum(own, 1e3) + EXACT / 3))
    return unlike, nearer


def _middles(rows: int, cols: int) -> Floats:
    """Return (n, 2): the places [row, col] of the middles of all inner sides, in cells."""
    right = np.mgrid[:rows, : cols - 1].reshape(2, -1).T + np.array([0.5, 1.0])
    below = np.mgrid[: rows - 1, :cols].reshape(2, -1).T + np.array([1.0, 0.5])
    return np.concatenate([right, below])


def _distance(section: _Section, middles: Floats, kind: NDArray[np.intp]) -> Floats:
    """Return (n,) how far the NEAREST sides of a kind are from each, of those that stand APART from it.

    The same line looks otherwise on other ground: that much of the difference as its width can explain does
    not count.
    """
    if len(kind) > MOST_COMPARED:
        kind = kind[np.linspace(0, len(kind) - 1, MOST_COMPARED).astype(np.intp)]
    ground = section.ground - section.ground[kind].mean(axis=0)
    between = _products(ground, ground, kind)
    total = np.zeros((len(middles), len(kind)))
    for ink, least in zip(section.ink, (0.0, -PULL, -PULL), strict=True):
        beside = _products(ink, ground, kind)
        covered = np.clip(-beside / np.maximum(between, 1e-9), least, PULL)
        total += _products(ink, ink, kind) + covered * (2 * beside + covered * between)
    total = np.sqrt(np.maximum(total, 0))
    apart = np.abs(middles[:, None] - middles[kind]).max(axis=2)
    total[apart < min(APART, MOST_APART * (middles.max(axis=0).min() + 0.5))] = np.inf
    nth = min(NEAREST, len(kind)) - 1
    nearest: Floats = np.partition(total, nth, axis=1)[:, nth]
    return nearest


def _products(some: Floats, others: Floats, kind: NDArray[np.intp]) -> Floats:
    """Return (n, m): the products of the differences, in one and in another quantity, of sides and a kind."""
    own = (some * others).sum(axis=1)
    products: Floats = own[:, None] + own[kind] - some @ others[kind].T - (some[kind] @ others.T).T
    return products


# Entries

SIGN, LINES = 28, 7
"""Pixels to which a cell is brought to compare what is in it, and of those that are left to its lines."""
PALE = 0.25
"""Share of a sign's strongest ink that is none: what is next to it, and grain."""
SOFT, SOFT_PIXEL = 0.7, 0.3
"""Pixels by which signs are softened, and pixels of the picture, of which no copy shows more."""
COPY, PRINTED = 0.94, 0.995
"""Correlation from which two signs are copies, and that of most with their nearest where they are printed."""
RELATED = 0.9
"""Correlation with a copy of the usual sign from which another is that, too, with a part of it covered."""
HALF, REST = 1 / 2, 2 / 3
"""Shares of the signs that are copies of one, and of what is left that are copies of a second one."""
FEWEST_TINTED = 2
"""Whole lines of water from which they may be tints."""
FAR, LEAST_FAR = 12.0, 24.0
"""Times as far as usual from the usual water, and levels, from which a colour is another."""


def by_other_entries(marks: SeenMarks, flat: FlatBoard, colours: CellColours) -> SeenMarks:
    """Return marks without those entries that are unlike the others of their kind: they cannot be told."""
    kinds = marks.kinds
    is_air, is_water = kinds == CROSS, (kinds == WATER) & colours.plain
    is_odd = np.zeros(kinds.shape, np.bool_)
    if np.count_nonzero(is_air) >= FEWEST:
        is_odd[is_air] = _odd_signs(_signs(flat, colours, is_air))
    if np.count_nonzero(is_water) >= FEWEST:
        is_odd[is_water] = _odd_colours(colours.grounds[is_water], flat.paper)
    return replace(marks, probabilities=np.where(is_odd[..., None], np.float32(0), marks.probabilities))


def without_tints(marks: SeenMarks, puzzle: Puzzle, plain: Mask) -> SeenMarks:
    """Return marks without water, if all of it is what programs tint: it cannot be told.

    That is a single cell of one colour, (rows, cols) `plain`, on a board without any other entry, or several
    whole rows or columns, not all as clues say. A player who fills one of these wrongly has mostly done more.
    """
    kinds = marks.kinds
    is_water, is_other = kinds == WATER, (kinds == NOTHING) | (kinds == CROSS)
    rows, cols = (is_water.any(axis=axis) & ~is_other.any(axis=axis) for axis in (1, 0))
    is_elsewhere = (is_water & ~rows[:, None] & ~cols).any()
    clues = [*zip(puzzle.row_clues, rows, strict=True), *zip(puzzle.col_clues, cols, strict=True)]
    full = [puzzle.width] * puzzle.height + [puzzle.height] * puzzle.width
    is_filled = [clue == most for (clue, is_line), most in zip(clues, full, strict=True) if is_line]
    are_lines = not is_elsewhere and len(is_filled) >= FEWEST_TINTED and not all(is_filled)
    is_one_cell = np.count_nonzero(kinds != NOTHING) == 1 and (is_water & plain).any()
    if not (are_lines or is_one_cell):
        return marks
    return replace(marks, probabilities=np.where(is_water[..., None], np.float32(0), marks.probabilities))


def _odd_colours(colours: NDArray[np.float32], paper: NDArray[np.float32]) -> Mask:
    """Return (n,) which of some colours, (n, 3), is none of the usual one's shades, or that of the paper."""
    off = np.abs(colours - median(colours, axis=0)).max(axis=1)
    is_paper = np.abs(colours - paper).max(axis=1) < PLAIN_STEP
    return np.asarray(is_paper | (off > max(LEAST_FAR, FAR * median(off))))


def _odd_signs(signs: NDArray[np.float32]) -> Mask:
    """Return (n,) which of some signs are not the one or two that a player has; none if they are by hand."""
    alike = signs @ signs.T
    np.fill_diagonal(alike, -1)
    if median(alike.max(axis=1)) < PRINTED:
        return np.zeros(len(signs), np.bool_)
    usual = _copies(alike, np.ones(len(signs), np.bool_))
    if usual.mean() < HALF:
        return np.ones(len(signs), np.bool_)
    odd: Mask = ~usual & (alike[:, usual].max(axis=1) < RELATED)
    second = _copies(alike, odd)
    return odd & ~second if 1 < second.sum() >= REST * odd.sum() else odd


def _copies(alike: NDArray[np.float32], among: Mask) -> Mask:
    """Return (n,) the sign that has most copies among some, and these."""
    copies = (alike >= COPY) & among & among[:, None]
    most = int(np.where(among, copies.sum(axis=1), -1).argmax())
    copies[most, most] = among[most]
    return np.asarray(copies[most])


def _signs(flat: FlatBoard, colours: CellColours, there: Mask) -> NDArray[np.float32]:
    """Return (n, pixels) the ink in some cells, each moved to its middle, brought to mean 0 and length 1."""
    way = cv2.INTER_AREA if flat.pitch >= SIGN else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(flat.inner, (flat.cols * SIGN, flat.rows * SIGN), interpolation=way))
    cells = small.reshape(flat.rows, SIGN, flat.cols, SIGN, 3).swapaxes(1, 2)[there]
    inside = cells[:, LINES:-LINES, LINES:-LINES].astype(np.float32)
    ink = np.abs(inside - colours.grounds[there][:, None, None]).max(axis=3)
    ink = np.maximum(ink - PALE * ink.max(axis=(1, 2), keepdims=True), 0)
    soft = max(SOFT, SOFT_PIXEL * SIGN * flat.enlarged / flat.pitch)
    shown = np.stack([_centred(one, soft).ravel() for one in ink])
    shown -= shown.mean(axis=1, keepdims=True)
    return np.asarray(shown / np.maximum(np.linalg.norm(shown, axis=1, keepdims=True), 1e-6), np.float32)


def _centred(ink: NDArray[np.float32], soft: float) -> NDArray[np.float32]:
    """Return ink, softened by so many pixels, moved so that its middle is that of the picture."""
    moments = cv2.moments(ink)
    total, middle = max(moments["m00"], 1e-6), (len(ink) - 1) / 2
    away = np.array([[1, 0, middle - moments["m10"] / total], [0, 1, middle - moments["m01"] / total]])
    moved = cv2.warpAffine(ink, away, ink.shape[::-1])
    return np.asarray(cv2.GaussianBlur(moved, (0, 0), soft), np.float32)
