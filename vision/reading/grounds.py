"""Cells' grounds → which are wet: those a step of colour apart from dry ones, just at the cells' borders."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..pixels.quantiles import median, quantile
from .cells import Cells, Flags, Floats, levels
from .signs import Signs

JUMP = 6.0
"""Spreads of the picture's noise from which neighbours have grounds of two kinds."""
LEAST, CLEAR = 8.0, 12.0
"""Levels by which water differs from dry ground in some channel: with less than the first it is none, up to
the second it cannot be told. The faintest dark theme shows twenty."""
LESS, OF_TWO, OF_THREE = 0.4, 0.741, 0.274
"""Share of the neighbours that are taken to be of one kind, and the difference, in spreads of noise, up to
which so many pairs of such cells differ; and the two most similar of three."""
KIN = 0.35
"""Share of the step by which the steps between two pairs of neighbours may differ to be the same."""
MOST_STEPS = 200
"""Steps that are compared with all others."""
NEAR = 2.0
"""Cells over which light is taken to be even."""
AT_BORDER = 0.7
"""Share of the step that is seen in the third of a wet cell beside its border; of shade it is less."""
STRANGE = 5.0
"""How many times more than usual a cell differs from both kinds that does not count for the light."""
STARTS = 21
"""Places between the least and the most wet cell where dry ground is looked for."""
ROUNDS = 4
NEARER = 0.7
"""Grounds of one kind are this much nearer to the paper's colour, or those that most cells have are dry."""
FREEDOM = 4.0
"""Degrees of freedom of the tails of noise."""
STRAY = 1e-4
"""How probable a ground of neither kind is."""
UNEVEN = 1.5
"""Water that differs in brightness alone differs by more than this many times what the paper around the board
differs from itself."""
IN_CELL = 0.3
"""Share of the step between two cells that is seen inside one of them, at most, if it is not a shadow's."""
UNSOUND = 0.5
"""Probability of water, at most, where it is too faint or does not begin where cells begin."""
MOST_MEMBERS, WITHIN = 0.8, 1.28
"""Share of the cells of a kind that show its spread, and how many spreads of it they keep within."""
MOST_PATTERNED = 0.97
"""The same share where water has a pattern: few cells show it from where it begins."""
MOST_AROUND, MOST_ALONE = 0.75, 0.95
"""Share of the places around a wet cell's middle that must be like those of its kind; and around a dry one's,
where water may look out from under something; and that are like each other where few cells are of a kind."""
MOST_UNEVEN = 0.6
"""Share of the step by which most places around the middle of a wet cell differ from the usual, at most: more
is ink on dry ground."""
WET_AROUND = 0.66
"""Share of the places around their middles at which wet cells of the same look show water, at least."""
MANY = 5
"""Cells of a kind from which what they share around their middles is taken to be so meant."""
NEVER = 1e-30
"""A probability that only keeps from dividing by nothing."""
FEW = 10
"""Cells' worth of weight that the picture's noise has beside what a few wet cells show of theirs."""
OWN_SPREAD = 0.06
"""Share of the step by which water differs from cell to cell."""
TINTED = 40.0
"""Levels that colours of the ground of all cells lie apart, and from the paper's, where it could be water."""
TINGED = 16.0
"""The same of a cell beside others of the paper's colour: dry ones differ by half of it where compressed."""


@dataclass(frozen=True, eq=False, slots=True)
class Grounds:
    """Probabilities, each (rows, cols), that a cell is wet, or dry; the rest is neither."""

    wet: Floats
    dry: Floats


def read_grounds(cells: Cells, signs: Signs) -> Grounds:
    """Return how probable it is that each cell is wet; those with a sign for air surely are not."""
    shown = cells.in_corners if signs.typed else cells
    found = _read(shown, np.asarray(signs.sign > signs.none, np.bool_))
    dry = np.where(_are_tinged(shown, found.wet), np.minimum(found.dry, UNSOUND), found.dry)
    return Grounds(np.where(cells.covered, 0, found.wet), np.where(cells.covered, 0, dry))


def _read(cells: Cells, crossed: Flags) -> Grounds:
    steps = _between_neighbours(cells.ground)
    noise = _noise(cells)
    shaded = np.hypot(noise, [cells.unevenness, 0, 0]).astype(np.float32)
    visible = np.abs(_between_neighbours(levels(cells.ground))).max(axis=1) >= LEAST
    steps, signs = steps[visible], _signs_beside(crossed)[visible]
    step = _step(steps, signs, shaded)
    if step is not None:
        return _split(cells, shaded, step, crossed)
    step = _step(steps, signs, noise)
    if step is None:
        return _all_alike(cells)
    found = _split(cells, noise, step, crossed)
    if abs(float(step[0])) > UNEVEN * cells.unevenness:
        return found
    if _is_light(cells, found.wet > found.dry):
        return _all_alike(cells)
    return Grounds(np.minimum(found.wet, UNSOUND), found.dry)


def _are_tinged(cells: Cells, wet: Floats) -> Flags:
    """Return the cells (rows, cols) of another colour than the paper has, if some others have the paper's."""
    off = np.ptp(levels(cells.ground) - levels(cells.paper), axis=2)
    others = off[(wet < UNSOUND) & ~cells.covered]
    return np.asarray(off - others.min(initial=np.inf) > TINGED, np.bool_)


def _is_light(cells: Cells, label: Flags) -> bool:
    """Return whether most edges between bright and dark cells lie inside cells: they are those of shadows."""
    left, right, top, bottom = (face[0] for face in _faces(cells.blocks[..., 0]))
    crisp, count = 0, 0
    for near, far, behind, beyond, one, other in (
        (right[:, :-1], left[:, 1:], left[:, :-1], right[:, 1:], label[:, :-1], label[:, 1:]),
        (bottom[:-1], top[1:], top[:-1], bottom[1:], label[:-1], label[1:]),
    ):
        across = one != other
        inside = np.maximum(abs(near - behind), abs(far - beyond))
        crisp += int((abs(near - far) > inside / IN_CELL)[across].sum())
        count += int(across.sum())
    return 2 * crisp < count


def _split(cells: Cells, noise: Floats, step: Floats, crossed: Flags) -> Grounds:
    """Split cells into two kinds that are a step apart, and compare each with both."""
    label, light = _labelled(cells.ground, noise, step)
    if label.all() or not label.any():
        return _all_alike(cells)
    off = cells.ground - light
    step = np.asarray(median(off[label], axis=0) - median(off[~label], axis=0), np.float32)
    if _is_upside_down(cells, label, crossed):
        label, light, step = ~label, light + step, -step
    return _weighed(cells, label, light, step, noise)


def _noise(cells: Cells) -> Floats:
    """Return the spread (3,) of grounds of the same kind, by the less different half of the neighbours.

    Where wet cells lie apart from each other, most neighbours are of two kinds. But of any three cells two
    are of the same kind.
    """
    between = quantile(np.abs(_between_neighbours(cells.ground)), LESS, axis=0) / OF_TWO
    of_three = quantile(_least_of_three(cells.ground), LESS, axis=0) / OF_THREE
    return np.asarray(np.maximum(cells.floor, np.minimum(between, of_three)), np.float32)


def _least_of_three(values: Floats) -> Floats:
    """Return (n, 3): the least differences within a cell, (rows, cols, 3), one beside and one below it."""
    corners = values[:-1, :-1], values[:-1, 1:], values[1:, 1:], values[1:, :-1]
    sides = [np.abs(one - other) for one, other in zip(corners, (*corners[1:], corners[0]), strict=True)]
    across = [np.abs(one - other) for one, other in zip(corners[:2], corners[2:], strict=True)]
    least = [
        np.minimum(np.minimum(sides[at], sides[at - 1]), across[(at + 1) % 2]).reshape(-1, 3)
        for at in range(4)
    ]
    return np.concatenate(least)


def _between_neighbours(values: Floats) -> Floats:
    """Return (n, 3): the steps from cells (rows, cols, 3) to those right of them, then to those below."""
    return np.concatenate([np.diff(values, axis=axis).reshape(-1, 3) for axis in (1, 0)])


def _signs_beside(crossed: Flags) -> NDArray[np.uint8]:
    """Return (n,): how many of the same two neighbours have a sign."""
    signs = crossed.astype(np.uint8)
    return np.concatenate([(signs[:, 1:] + signs[:, :-1]).ravel(), (signs[1:] + signs[:-1]).ravel()])


def _step(steps: Floats, signs: NDArray[np.uint8], noise: Floats) -> Floats | None:
    """Return the step of colour (3,) between neighbours that most pairs (n, 3) share, of either sign."""
    large = np.linalg.norm(steps / noise, axis=1) > JUMP
    plain, at_sign = (steps[large & (signs == count)] for count in (0, 1))
    found, support = _most_shared(plain, noise)
    other, more = _most_shared(at_sign, noise)
    return found if support >= more else other


def _most_shared(steps: Floats, noise: Floats) -> tuple[Floats | None, int]:
    """Return the step of colour that most of some steps (n, 3) have, of either sign, and how many have it."""
    if not len(steps):
        return None, 0
    seen = steps / noise
    some = seen[:: max(1, len(seen) // MOST_STEPS)]
    sizes = np.linalg.norm(some, axis=1)
    apart = np.minimum(
        np.linalg.norm(some[:, None] - seen, axis=2), np.linalg.norm(some[:, None] + seen, axis=2)
    )
    kin = apart < KIN * sizes[:, None]
    best = int((kin.sum(axis=1)).argmax())
    turned = np.sign(seen[kin[best]] @ some[best])[:, None] * steps[kin[best]]
    return np.asarray(median(turned, axis=0), np.float32), len(turned)


def _labelled(ground: Floats, noise: Floats, step: Floats) -> tuple[Flags, Floats]:
    """Split cells into two kinds a step apart; return which have it added, and the light of the others."""
    weight = step / noise**2
    along = (ground @ weight) / float(step @ weight)
    starts = np.array([quantile(along, share) for share in np.linspace(0, 1, STARTS)])
    starts = np.concatenate([starts, starts - 1])
    off = np.abs(along - starts[:, None, None])
    fits = np.minimum(np.minimum(off, np.abs(along - 1 - starts[:, None, None])), 0.5).sum(axis=(1, 2))
    label = along - starts[int(fits.argmin())] > 0.5
    light, trust = ground, np.ones(ground.shape[:2], np.float32)
    for _ in range(ROUNDS):
        light = _local_mean(ground - label[..., None] * step, trust)
        label = (ground - light) @ weight / float(step @ weight) > 0.5
        off = np.linalg.norm((ground - light - label[..., None] * step) / noise, axis=2)
        trust = np.zeros_like(off)
        for kind in (label, ~label):
            if kind.any():
                usual = max(1.0, median(off[kind]))
                trust[kind] = 1 / (1 + (off[kind] / (STRANGE * usual)) ** 4) / usual**2
    return label, light


def _local_mean(values: Floats, trust: Floats) -> Floats:
    """Return the mean of each cell's neighbours (rows, cols, 3) by their trust, the cell itself left out."""
    reach = int(2 * NEAR)
    steps = np.arange(-reach, reach + 1)
    kernel = np.exp(-(steps**2 + steps[:, None] ** 2) / (2 * NEAR**2)).astype(np.float32)
    kernel[reach, reach] = 0
    border = cv2.BORDER_CONSTANT
    trust = np.maximum(trust, 1e-6)
    total = cv2.filter2D(
        np.ascontiguousarray(values * trust[..., None], np.float32), -1, kernel, borderType=border
    )
    weight = cv2.filter2D(np.asarray(trust, np.float32), -1, kernel, borderType=border)
    return np.asarray(total / weight[..., None], np.float32)


def _is_upside_down(cells: Cells, label: Flags, crossed: Flags) -> bool:
    """Return whether the cells that were taken to be wet are the dry ones."""
    if crossed.any():
        share = float(label[crossed].mean())
        if abs(share - 0.5) > 0.3:
            return share > 0.5
    kinds = (median(cells.ground[members], axis=0) for members in (~label, label))
    dry, wet = (np.abs(levels(colour) - levels(cells.paper)).sum() for colour in kinds)
    return bool(wet < dry) if min(wet, dry) < NEARER * max(wet, dry) else label.mean() > 0.5


def _weighed(cells: Cells, label: Flags, light: Floats, step: Floats, noise: Floats) -> Grounds:
    """Compare every cell with the two kinds, as a whole and around its middle."""
    off = cells.ground - light
    around = cells.around - light[:, :, None]
    least = np.hypot(noise, OWN_SPREAD * float(np.linalg.norm(step / noise)) * noise)
    weight = step / noise**2
    is_even = _is_even(cells, around, label, weight)
    most = MOST_PATTERNED if cells.patterned[label].mean() >= WET_AROUND else MOST_MEMBERS
    (wet, wide), (dry, narrow) = (
        _likely(off, members, noise, least, share)
        for members, share in ((label, most), (~label, MOST_MEMBERS))
    )
    of_wet = wet * _pure(around, label, least, MOST_AROUND)
    of_dry = dry * _pure(around, ~label, least, MOST_ALONE)
    best = np.maximum(of_wet, of_dry)
    share = of_wet / wide / np.maximum(of_wet / wide + of_dry / narrow, NEVER)
    wet, dry = best / (best + STRAY) * share, best / (best + STRAY) * (1 - share)
    kinds = (levels(median(cells.ground[members], axis=0)) for members in (label, ~label))
    sound = _at_border(cells, label, step, noise) & (np.abs(np.subtract(*kinds)).max() >= CLEAR) & is_even
    wet = np.where(sound, wet, np.minimum(wet, UNSOUND))
    return Grounds(np.asarray(wet, np.float32), np.asarray(dry, np.float32))


def _likely(
    off: Floats, members: Flags, noise: Floats, least: Floats, most: float
) -> tuple[NDArray[np.float64], float]:
    """Return how well the grounds of cells (rows, cols) agree with a kind's, and how widely these vary.

    The spread is that of the kind's members but for those beyond a share `most` of them.
    """
    apart = np.abs(off - median(off[members], axis=0))
    own = quantile(apart[members], most, axis=0) / WITHIN
    count = int(members.sum())
    spread = np.sqrt((count * np.maximum(own, noise) ** 2 + FEW * least**2) / (count + FEW))
    spread = np.maximum(spread, least / 2)
    far = ((apart / spread) ** 2).sum(axis=2)
    likely = (1 + np.maximum(far - 3, 0) / FREEDOM) ** (-(FREEDOM + 3) / 2)
    return np.asarray(likely, np.float64), float(np.prod(spread / least))


def _is_even(cells: Cells, around: Floats, members: Flags, weight: Floats) -> Flags:
    """Return the cells (rows, cols) around whose middle all is alike, or as in most members of their kind."""
    one_kind = int(members.sum()) >= MANY
    wetness, usual = around @ weight, median(around[members], axis=0)
    low, high = (quantile(wetness, share, axis=2) for share in (1 - MOST_ALONE, MOST_ALONE))
    off = quantile(np.abs(wetness - usual @ weight), MOST_AROUND, axis=2) if one_kind else high - low
    dry = median(wetness[~members])
    step = median(wetness[members]) - dry
    shown = float(((usual @ weight - dry) > step / 2).mean())
    if one_kind and cells.patterned[members].mean() < WET_AROUND and shown < WET_AROUND:
        return np.zeros(members.shape, np.bool_)
    patterned = cells.patterned & (int((cells.patterned & members).sum()) >= MANY)
    return np.asarray((off < MOST_UNEVEN * step) | patterned, np.bool_)


def _pure(around: Floats, members: Flags, least: Floats, most: float) -> Floats:
    """Return how well what stands around the middle of cells agrees with those of a kind, in most places."""
    usual = median(around[members], axis=0)
    off = quantile(np.linalg.norm((around - usual) / least, axis=3), most, axis=2)
    own = max(1.0, quantile(off[members], MOST_MEMBERS))
    return np.asarray((1 + (off / (STRANGE * own)) ** 2) ** -(FREEDOM / 2), np.float32)


def _at_border(cells: Cells, label: Flags, step: Floats, noise: Floats) -> Flags:
    """Return the cells (rows, cols) of connected wet pieces that begin where cells begin."""
    weight = step / noise**2
    along = np.asarray(cells.blocks @ weight / float(step @ weight), np.float32)
    left, right, top, bottom = _faces(along)
    _, pieces = cv2.connectedComponents(label.astype(np.uint8), connectivity=4)
    count = int(pieces.max()) + 1
    good, all_ = np.zeros(count), np.zeros(count)
    for near, far, one, other, a, b in (
        (right[:, :, :-1], left[:, :, 1:], label[:, :-1], label[:, 1:], pieces[:, :-1], pieces[:, 1:]),
        (bottom[:, :-1], top[:, 1:], label[:-1], label[1:], pieces[:-1], pieces[1:]),
    ):
        across = one != other
        piece = np.maximum(a, b)[across]
        full = np.where(one, near.max(axis=0) - far[0], far.max(axis=0) - near[0])[across] > AT_BORDER
        np.add.at(good, piece, full)
        np.add.at(all_, piece, 1)
    return np.asarray((good >= 0.5 * np.maximum(all_, 1))[pieces] & label, np.bool_)


def _faces(along: Floats) -> list[Floats]:
    """Return for the left, right, top and bottom of cells, (2, rows, cols), how wet blocks (..., 4, 4) are.

    First those beside the border, then those behind them, where patterned water may have its colour instead.
    """
    across = along.swapaxes(2, 3)
    return [
        np.stack([median(part[:, :, first], axis=2), part[:, :, second][:, :, ::3].mean(axis=2)])
        for part, first, second in ((across, 0, 1), (across, 3, 2), (along, 0, 1), (along, 3, 2))
    ]


def _all_alike(cells: Cells) -> Grounds:
    """All cells have one ground: it is dry, unless it is colourful, and otherwise than the paper."""
    shape = cells.ground.shape[:2]
    ground, paper = levels(median(cells.ground.reshape(-1, 3), axis=0)), levels(cells.paper)
    tint = min(float(np.ptp(ground)), float(np.ptp(ground - paper)))
    dry = 0.5 if tint > TINTED else 0.999
    return Grounds(np.full(shape, 0.999 - dry, np.float32), np.full(shape, dry, np.float32))
