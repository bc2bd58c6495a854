"""The flat board → beside which sides ink lies that is not the board's: letters, strokes, stickers, a cursor.

A board's own ink lies on its lines, or stands free in the middle of a cell as a mark. Between the two runs a
ring of bare ground around every cell, its rails; what crosses a rail was drawn over the board.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..files.pixels import Image
from ..pixels.brightness import strongest_channel
from ..pixels.quantiles import median, quantile
from .flat.rectify import FlatBoard

Mask = NDArray[np.bool_]

RAIL = (0.13, 0.24)
"""Cells from a line's middle to the rail beside it, at least and at most."""
BLUR = 0.07
"""Cells by which blur and rounding widen the thickest line on either side."""
ASTRAY = 1.5
"""And pixels of the picture: rounding moves a line by up to one, interpolation widens it by half of one."""
CORNER = 0.1
"""Share of a rail, at both ends, that is left to the lines it meets."""
CONTRAST = 0.16
"""Share of the contrast between lines and paper from which ink on a rail is seen."""
FAINTEST = 24.0
"""And so many levels at least."""
GRAIN = 5.0
"""And so many times the typical difference on the rails, which is grain."""
AROUND = 5
"""Cells a side of the neighbourhood whose usual grain counts."""
UNEVEN = 2.5
"""And so many times what three quarters of the rails differ by at most, which is uneven light."""
SPECK = 0.04
"""Cells of ink along a rail, at least: less is a speck."""
BEND, BENT = 0.15, 0.4
"""Where ink begins or ends, levels along a rail bend within so many cells on either hand, by this share of
what ink is off the ground at least: a shadow's edge is wider, and almost straight."""
OVER_PATTERN = 1.3
"""And, where water has a pattern, so many times what most of it is off its ground."""
SAMPLES = 6
"""Places along each rail from which a cell's ground is taken."""
COMMON = 3
"""Plain cells that share a ground, at least, or it may be that of something that covers them."""
PLAIN = 0.9
"""Share of a cell's samples that show its ground, or something ends in it."""
GLIMPSE = 0.15
"""Share of a cell's samples that show a common ground from which this is its ground."""


@dataclass(frozen=True, eq=False, slots=True)
class Rails:
    """What is seen on the rails around the cells."""

    zone: int
    """Pixels from a line's middle to the rail beside it."""
    least: float
    """Levels by which ink differs from the ground, at least."""
    grounds: Image
    """uint8 (rows, cols, 3): what the cells look like between their lines."""
    strange: Mask
    """(rows, cols): cells that look like hardly any other all over: something may cover them."""
    upright: Mask
    """(rows, cols + 1): the upright sides with ink on the rails beside them."""
    level: Mask
    """(rows + 1, cols): the level ones."""

    @property
    def crossed(self) -> Mask:
        """(rows, cols): the cells with ink on the rails beside one of their sides."""
        across, down = self.upright[:, :-1] | self.upright[:, 1:], self.level[:-1] | self.level[1:]
        return np.asarray(across | down, np.bool_)


def find_rails(flat: FlatBoard, thickness: float, contrast: float, patterned: Mask | None = None) -> Rails:
    """Return the grounds of the cells, and the inner sides with ink on the rails beside them.

    `thickness` is that of the board's thickest lines in cells, `contrast` that of its lines with the ground
    in levels, `patterned` (rows, cols) where the water has a pattern, which is no ink on the rails.
    """
    leeway = max(BLUR, ASTRAY * flat.enlarged / flat.pitch)
    zone = round(float(np.clip(thickness / 2 + leeway, *RAIL)) * flat.pitch)
    down, across = _rails(flat.transposed, zone), _rails(flat, zone)
    samples = _samples(down, across)
    colours = np.ascontiguousarray(samples[:, :, samples.shape[2] // 2])
    off_down, off_across = _off(down, colours), _off(across, colours.transpose(1, 0, 2))
    grain, uneven = quantile(off_down, 0.5), quantile(off_down, 0.75)
    least = max(FAINTEST, CONTRAST * contrast, GRAIN * grain, UNEVEN * uneven)
    rare, strange = _with_common_grounds(colours, samples, least)
    if rare.any():
        off_down, off_across = _off(down, colours), _off(across, colours.transpose(1, 0, 2))
    speck = max(1, round(SPECK * flat.pitch))
    around = GRAIN * _grain_around(off_down)
    rare &= around <= least
    here = np.maximum(around, least)
    if patterned is not None:
        rare, strange = rare & ~patterned, strange & ~patterned
        _raise_over_pattern(here, patterned, off_down, off_across)
    upright = (off_down > here[:, None, :, None]).sum(axis=1) >= speck
    level = (off_across > here.T[:, None, :, None]).sum(axis=1) >= speck
    if upright.any() or level.any():
        soft = ~(_bent(down, here, speck, flat.pitch) | _bent(across, here.T, speck, flat.pitch).T)
        upright[soft], level[soft.T] = False, False
    filled = rare & ~_inked_around(upright, level)
    rare, strange = rare & ~filled, strange & ~filled
    upright |= rare[:, :, None]
    level |= rare.T[:, :, None]
    return Rails(zone, least, colours, strange, beside(upright), beside(level).T)


def _raise_over_pattern(
    least: NDArray[np.float32], patterned: Mask, down: NDArray[np.uint8], across: NDArray[np.uint8]
) -> None:
    """Raise, in place, what ink is off the ground, (rows, cols), over what the pattern of water is."""
    most = np.maximum(down.max(axis=(1, 3)), across.max(axis=(1, 3)).T)[patterned]
    least[patterned] = np.maximum(least[patterned], OVER_PATTERN * median(most))


def _bent(rails: Image, least: NDArray[np.float32], speck: int, pitch: int) -> Mask:
    """Return (rows, cols): the cells on whose rails something begins or ends.

    It is `least`, (rows, cols), levels off. The four rails of a cell close a ring around it: where nothing
    begins or ends, all of it is ground, or all is ink.
    """
    reach, levels = max(1, round(BEND * pitch)), rails.astype(np.int16)
    bends = np.abs(2 * levels[:, reach:-reach] - levels[:, 2 * reach :] - levels[:, : -2 * reach]).max(axis=4)
    bent = (bends > BENT * least[:, None, :, None]).sum(axis=1) >= speck
    return np.asarray(bent.any(axis=2), np.bool_)


def _grain_around(off: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return (rows, cols): the grain of most cells around each; photographed screens have stripes there."""
    rows, _, cols, _ = off.shape
    own = median(off.transpose(0, 2, 1, 3).reshape(rows, cols, -1), axis=2).astype(np.float32)
    return np.asarray(cv2.medianBlur(own, AROUND), np.float32)


def _inked_around(upright: Mask, level: Mask) -> Mask:
    """Return (rows, cols): the cells with ink on their own rails or on those of a neighbour that face them.

    `upright` (rows, cols, 2) and `level` (cols, rows, 2) are the rails of cells. A cell without, of whatever
    ground, ends where its lines are: it was filled, and nothing lies over it.
    """
    inked: Mask = np.any(upright, axis=2) | np.any(level, axis=2).T
    inked[:, 1:] |= upright[:, :-1, 1]
    inked[:, :-1] |= upright[:, 1:, 0]
    inked[1:] |= level[:, :-1, 1].T
    inked[:-1] |= level[:, 1:, 0].T
    return inked


def _rails(turned: FlatBoard, zone: int) -> Image:
    """Return uint8 (rows, along, cols, 2, 3): the pixels along the left and the right rail of every cell.

    They are taken from the board with rows and columns exchanged, where each is one run of pixels.
    """
    p, rows, cols = turned.pitch, turned.cols, turned.rows
    tops = np.arange(cols) * p
    places = np.stack([tops + zone, tops + p - 1 - zone], axis=1).ravel()
    ends = round(max(CORNER * p, zone))
    rails = turned.inner[places].reshape(2 * cols, rows, p, 3)[:, :, ends : p - ends]
    along = rails.shape[2]
    flat = cv2.transpose(rails.reshape(2 * cols, rows * along, 3)).astype(np.uint8, copy=False)
    return flat.reshape(rows, along, cols, 2, 3)


def _samples(down: Image, across: Image) -> Image:
    """Return uint8 (rows, cols, n, 3): some pixels of each cell's rails, each channel in rising order."""
    (rows, along, cols, *_), step = down.shape, max(1, down.shape[1] // SAMPLES)
    some = slice(along % step // 2, None, step)
    one = down[:, some].transpose(0, 2, 4, 1, 3).reshape(rows, cols, 3, -1)
    other = across[:, some].transpose(2, 0, 4, 1, 3).reshape(rows, cols, 3, -1)
    ordered = np.sort(np.concatenate([one, other], axis=3, dtype=np.uint16))  # faster than of bytes
    return ordered.astype(np.uint8).transpose(0, 1, 3, 2).copy()


def _with_common_grounds(colours: Image, samples: Image, least: float) -> tuple[Mask, Mask]:
    """Give cells of a rare ground, in place, the common one that shows in them.

    Returns (rows, cols) the cells of a rare ground, and those of them that show no common one.
    """
    cells = colours.reshape(-1, 3)
    off = np.maximum(samples, colours[:, :, None]) - np.minimum(samples, colours[:, :, None])
    strongest = strongest_channel(off.reshape(len(cells), -1, 3))
    plain = (strongest <= least).mean(axis=1) >= PLAIN
    rest, common = plain.copy(), []
    while rest.any():
        middle = median(cells[rest], axis=0)
        nearest = cells[rest][np.abs(cells[rest] - middle).max(axis=1).argmin()].astype(np.int16)
        alike = rest & (np.abs(cells - nearest).max(axis=1) <= least)
        if alike.sum() >= COMMON:
            common.append(nearest)
        rest &= ~alike
    rare = np.ones(len(cells), np.bool_)
    for ground in common:
        rare &= np.abs(cells - ground).max(axis=1) > least
    strange = rare.copy()
    for cell in np.flatnonzero(rare):
        seen = samples.reshape(len(cells), -1, 3)[cell]
        shares = [(np.abs(seen - ground).max(axis=1) <= least).mean() for ground in common]
        if shares and max(shares) >= GLIMPSE:
            cells[cell] = common[int(np.argmax(shares))]
            strange[cell] = False
    return rare.reshape(colours.shape[:2]), strange.reshape(colours.shape[:2])


def _off(rails: Image, colours: Image) -> NDArray[np.uint8]:
    """Return (rows, along, cols, 2): by how many levels rails differ from their cells' grounds."""
    rows, along, cols = rails.shape[:3]
    ground = np.repeat(colours, 2, axis=1).reshape(rows, 1, -1)
    seen = rails.reshape(rows, along, -1)
    off = np.maximum(seen, ground) - np.minimum(seen, ground)
    return np.asarray(strongest_channel(off.reshape(rows * along, -1, 3)).reshape(rows, along, cols, 2))


def beside(rails: Mask) -> Mask:
    """Return (rows, cols + 1): the inner sides with a rail of these, (rows, cols, 2), on either hand."""
    sides = np.zeros((rails.shape[0], rails.shape[1] + 1), np.bool_)
    sides[:, 1:-1] = rails[:, :-1, 1] | rails[:, 1:, 0]
    return sides


def grown(mask: Mask, by: int) -> Mask:
    """Return (n,) what lies up to so many places from where a mask is set."""
    wider = mask.copy()
    for step in range(1, by + 1):
        wider[step:] |= mask[:-step]
        wider[:-step] |= mask[step:]
    return wider
