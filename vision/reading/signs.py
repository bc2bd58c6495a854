"""Cells → how probable a sign for air is in each: a cross, ring, dot or box like the others of the board."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..pixels.quantiles import median, quantile
from .cells import Cells, Flags, Floats
from .otsu import otsu_threshold
from .sign_shapes import FAINT, WIDE, Middles, Shape, amount_of, middles_of, shape_of_signs

Likelihoods = NDArray[np.float64]

SLACK = 0.03
"""Share of a sign's energy by which cells with it, and empty ones, may differ in any picture."""
SPREAD = 3.0
"""How many times more than usual in this picture they may differ."""
MOST_UNEXPLAINED, FUZZ = 0.05, 5.0
"""Share of a sign's energy by which half of the cells that have it differ, at most, and how much more where
it is faint, divided by its strength in spreads of noise. Digits differ by a tenth and more."""
FADED = 0.1
"""Share of its contrast by which a sign may be fainter or stronger than others in any picture."""
FREEDOM = 6.0
"""Degrees of freedom of the tails of its colour."""
FEW = 3
"""Signs from which their colours are taken to be of one kind or two."""
WIDEST = 0.2
"""Spread of the colours of one kind of signs, as a share of their contrast, at most."""
SHARPER = 5.0
"""By how many times two colours must leave less spread than one."""
EDGE = 0.15
"""Share of a sign's strongest ink from which a pixel is a part of it."""
TAIL = 2.5
"""Steepness of how improbable larger differences are."""
FOREIGN = 2e-3
"""Weight of what fits neither a sign nor its absence."""
RATE = 10.0
"""How many times rarer other ink is than signs where this weight is lowered, as far as it is rarer still."""
EVEN = 0.1
"""Difference of the light around the board from which a shadow's edge may be what is seen in a cell."""
PLAIN = 0.999
"""Probability that there is no sign in a cell where none is seen."""


@dataclass(frozen=True, eq=False, slots=True)
class Signs:
    """Probabilities, each (rows, cols), that a cell has a sign for air, or none; the rest is other ink."""

    sign: Floats
    none: Floats
    typed: bool
    """Whether most cells hold letters or numbers."""


def read_signs(cells: Cells) -> Signs:
    """Return how probable it is that a sign stands in each cell, by the shape that most of them share."""
    middles = middles_of(cells)
    shape = shape_of_signs(middles)
    weighed = _by_shape(middles, shape) if shape is not None else None
    typed = weighed is None and middles.typed
    unclear = middles.inked | (middles.seen & (cells.unevenness < EVEN))
    sign, none = weighed or (
        np.zeros(len(middles.inked)),
        np.where(unclear & (not typed), 0.0, PLAIN),
    )
    rows, cols = cells.ground.shape[:2]
    return Signs(_on_board(sign, rows, cols), _on_board(none, rows, cols), typed)


def _on_board(likely: Likelihoods, rows: int, cols: int) -> Floats:
    return np.asarray(likely, np.float32).reshape(rows, cols)


def _by_shape(middles: Middles, shape: Shape) -> tuple[Likelihoods, Likelihoods] | None:
    """Return the probabilities (n,) of the sign and of none, by what each leaves unexplained.

    Returns None if the shapes that seemed to be the sign differ too much for it to be one.
    """
    within, members = _place(shape.ink), shape.members
    colours = amount_of(middles.marks, shape.ink).T
    here = middles.marks[:, :, within]
    strength = median(middles.strength[members])
    blank = (middles.strength < FAINT * strength) & ~middles.busy & ~members  # some signs are greyed
    left = _unexplained(here, shape.ink, within, colours)
    powers = (colours**2).sum(axis=1)
    typical = median(left[members] / powers[members])
    if typical > MOST_UNEXPLAINED + FUZZ / strength:
        return None
    kinds, spread = _kinds(colours[members])
    sign = np.max([_like(kind, spread, colours, left, typical) for kind in kinds], axis=0)
    power = min(float(kind @ kind) for kind in kinds)
    none = _blankness(here, colours, blank, power)
    count, others = int(members.sum()), int((~blank & ~members).sum())
    total = sign + none + FOREIGN * min(1.0, RATE * (others + 1) / (count + 1))
    return sign / total, none / total


def _like(kind: Floats, spread: Floats, colours: Floats, left: Floats, typical: float) -> Likelihoods:
    """Return how well cells (n,) agree with signs of a colour: in their shape, and in their colour."""
    power = float(kind @ kind)
    powers = np.maximum((colours**2).sum(axis=1), power / 4)
    shaped = _beyond(left / powers, typical) / max(SLACK, SPREAD * typical)
    widest = min(1.0, WIDEST**2 * power / max(float(np.trace(spread)), 1e-9))
    cover = widest * spread + FADED**2 * power * np.eye(3, dtype=np.float32)
    return np.asarray((1 + shaped) ** -TAIL * _tail(colours - kind, cover), np.float64)


def _blankness(here: Floats, colours: Floats, blank: Flags, power: float) -> Likelihoods:
    """Return how well cells (n,) agree with those without a sign, whose energy would be `power`."""
    energy = np.einsum("cnp,cnp->n", here, here) / power
    quiet, loud = (quantile(energy[blank], share) if blank.any() else 0.0 for share in (0.5, 0.9))
    still = (1 + _beyond(energy, float(quiet)) / max(SLACK, SPREAD * float(loud - quiet))) ** -TAIL
    own = _spread(colours[blank]) if blank.sum() >= FEW else np.eye(3, dtype=np.float32)
    return np.asarray(
        still * _tail(colours, own + np.float32((FADED / 2) ** 2 * power) * np.eye(3, dtype=np.float32)),
        np.float64,
    )


def _tail(apart: Floats, cover: Floats) -> Floats:
    """Return how improbable differences of colour (n, 3) are under a covariance, with wide tails."""
    squares = np.einsum("nc,cd,nd->n", apart, np.linalg.inv(cover), apart)
    return np.asarray((1 + _beyond(squares, 3.0) / FREEDOM) ** (-(FREEDOM + 3) / 2), np.float32)


def _beyond(values: Floats, typical: float) -> Floats:
    """Return by how much values are larger than what is typical of this picture."""
    return np.asarray(np.maximum(values - np.float32(typical), 0), np.float32)


def _place(shape: Floats) -> Flags:
    """Return which pixels (WIDE * WIDE,) of the middle a shape covers, with those beside it."""
    ink = np.abs(shape.reshape(WIDE, WIDE))
    covered = (ink > EDGE * ink.max()).astype(np.uint8)
    return np.asarray(cv2.dilate(covered, np.ones((3, 3), np.uint8)).ravel() > 0, np.bool_)


def _unexplained(here: Floats, shape: Floats, within: Flags, colours: Floats) -> Floats:
    """Return the energy (n,) of middles that a sign of their own colour, moved by up to a pixel, lacks."""
    powers = np.maximum((colours**2).sum(axis=1), 1e-9)
    own = np.einsum("cnp,nc->np", here, colours) / powers[:, None]
    left = np.einsum("cnp,cnp->n", here, here) - (own**2).sum(axis=1) * powers
    moved = _moved(shape)
    best = np.array([amount_of(own, shape) for shape in moved[:, within]]).argmax(axis=0)
    off = own - moved[best][:, within]
    for axis in (1, 2):
        steps = np.asarray(np.gradient(moved.reshape(-1, WIDE, WIDE), axis=axis))
        slopes = steps.reshape(len(moved), -1)[:, within]
        steep = slopes / np.maximum((slopes**2).sum(axis=1, keepdims=True), 1e-9)
        farther = np.clip((off * steep[best]).sum(axis=1), -1, 1)
        off = off - farther[:, None] * slopes[best]
    return np.asarray(np.maximum(left, 0) + (off**2).sum(axis=1) * powers, np.float32)


def _moved(shape: Floats) -> Floats:
    """Return a shape (9, WIDE * WIDE) as it is and moved by a pixel to all sides."""
    grid = np.pad(shape.reshape(WIDE, WIDE), 1)
    places = [(down, right) for down in range(3) for right in range(3)]
    return np.stack([grid[down : down + WIDE, right : right + WIDE].ravel() for down, right in places])


def _kinds(colours: Floats) -> tuple[list[Floats], Floats]:
    """Return the one or two colours (3,) that signs (n, 3) have, and the spread (3, 3) around them."""
    centre = median(colours, axis=0)
    whole = _spread(colours - centre)
    if len(colours) < FEW:
        return list(colours), 0 * whole
    _, _, axes = np.linalg.svd(colours - centre, full_matrices=False)
    along = (colours - centre) @ axes[0]
    second = along > otsu_threshold(along)
    if second.all() or not second.any():
        return [centre], whole
    parts = [colours[second], colours[~second]]
    centres = [median(part, axis=0) for part in parts]
    within = _spread(np.concatenate([part - middle for part, middle in zip(parts, centres, strict=True)]))
    if SHARPER * np.trace(within) > np.trace(whole):
        return [centre], whole
    return centres, within


def _spread(apart: Floats) -> Floats:
    """Return the covariance (3, 3) of differences (n, 3), the largest of them cut short."""
    most = quantile(np.abs(apart), 0.9, axis=0)
    cut = np.clip(apart, -most, most)
    return np.asarray(cut.T @ cut / len(cut), np.float32)
