"""The sides of one board, compared with each other: a wall is like other walls, a thin line like thin lines.

Nothing that was trained takes part in it, and no look is known to it: a frame that a program draws around a
cell is unlike the walls of the same picture, whatever both look like.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..pixels.quantiles import median, quantile
from .walls import Walls

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .sides import SideInk

    Floats = NDArray[np.float64]
    Mask = NDArray[np.bool_]

FEWEST = 3
"""Walls, and thin lines, from which on they can be compared."""
NEAREST = 2
"""So many of its kind a side has to be like: one other may be as wrong as itself."""
MOST_COMPARED = 96
"""Sides of either kind that others are compared with: of a large board some, spread evenly."""
USUAL, EXACT = 0.8, 0.03
"""Quantile of how unlike the nearest of their kind sides usually are, and what counts for nothing, as a share
of a wall's ink."""
UNLIKE, NO_NEARER = 8.0, 1.0
"""Times as unlike as usual, and natural logarithm of how much farther the other kind is, at most, where a
side is like none. Of 127 such sides of which the network was sure, 4 were wrong, of all others fewer than one
in a thousand."""
LIKE, NEARER = 2.0, 1.5
"""The same where it is like its kind: hardly as unlike, and at least so much farther."""
IN_DOUBT = 2.5
"""Log-odds, at most, of a side that is like none."""
CLEAR, MORE, MOST = 4.0, 2.0, 8.9
"""Log-odds from which those that are like their kind are surer, by which factor what is more counts, and up
to how much: a side is named up to 9. Of 15,900 such sides at 4 to 9, 2 were wrong where 33 were expected."""
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
    is_alone = (unlike >= UNLIKE) & (nearer < NO_NEARER)
    strength = np.where(is_alone, np.minimum(strength, IN_DOUBT), strength)
    right, below = np.split(np.copysign(strength, odds), [walls.right.size])
    return Walls(right.reshape(walls.right.shape), below.reshape(walls.below.shape))


def compared(sides: SideInk, is_wall: Mask) -> tuple[Floats, Floats]:
    """Return how much more than usual each inner side is unlike its kind, and how much nearer that is.

    Both are (n,), first of all sides right of a cell, then of those below one: a multiple, and the natural
    logarithm of how much farther the other kind is. Which are walls is given.
    """
    across, along = sides.sections[0][:, 1:-1], sides.sections[1][1:-1]
    every = np.concatenate([across.reshape(-1, 12), along.reshape(-1, 12)]).astype(np.float64)
    every /= max(median(np.sqrt((every[is_wall, :3] ** 2).sum(axis=1))), 1e-3)
    section = _Section(every[:, :9].reshape(-1, 3, 3).swapaxes(0, 1), every[:, 9:])
    cells = _cells_of(len(across), along.shape[1])
    to_walls, to_lines = (_distance(section, cells, np.flatnonzero(kind)) for kind in (is_wall, ~is_wall))
    own, other = np.where(is_wall, to_walls, to_lines), np.where(is_wall, to_lines, to_walls)
    unlike = np.empty_like(own)
    for kind in (is_wall, ~is_wall):
        known = own[kind & np.isfinite(own)]
        unlike[kind] = own[kind] / ((quantile(known, USUAL) if len(known) else 0.0) + EXACT)
    nearer = np.log((np.minimum(other, 1e3) + EXACT / 3) / (np.minimum(own, 1e3) + EXACT / 3))
    return unlike, nearer


def _cells_of(rows: int, cols: int) -> NDArray[np.intp]:
    """Return (n, 2): the numbers of the two cells of each inner side."""
    cell = np.arange(rows * cols).reshape(rows, cols)
    right = np.stack([cell[:, :-1], cell[:, 1:]], axis=-1).reshape(-1, 2)
    below = np.stack([cell[:-1], cell[1:]], axis=-1).reshape(-1, 2)
    return np.concatenate([right, below])


def _distance(section: _Section, cells: NDArray[np.intp], kind: NDArray[np.intp]) -> Floats:
    """Return (n,) how far the NEAREST sides of a kind are from each, of those that share no cell with it.

    The same line looks otherwise on other ground: that much of the difference as its width can explain does
    not count.
    """
    if len(kind) > MOST_COMPARED:
        kind = kind[np.linspace(0, len(kind) - 1, MOST_COMPARED).astype(np.intp)]
    ground = section.ground - section.ground[kind].mean(axis=0)
    between = _products(ground, ground, kind)
    total = np.zeros((len(cells), len(kind)))
    for ink, least in zip(section.ink, (0.0, -PULL, -PULL), strict=True):
        beside = _products(ink, ground, kind)
        covered = np.clip(-beside / np.maximum(between, 1e-9), least, PULL)
        total += _products(ink, ink, kind) + covered * (2 * beside + covered * between)
    total = np.sqrt(np.maximum(total, 0))
    for one, other in product(cells.T, cells[kind].T):
        total[one[:, None] == other] = np.inf
    nth = min(NEAREST, len(kind)) - 1
    nearest: Floats = np.partition(total, nth, axis=1)[:, nth]
    return nearest


def _products(some: Floats, others: Floats, kind: NDArray[np.intp]) -> Floats:
    """Return (n, m): the products of the differences, in one and in another quantity, of sides and a kind."""
    own = (some * others).sum(axis=1)
    products: Floats = own[:, None] + own[kind] - some @ others[kind].T - (some[kind] @ others.T).T
    return products
