"""The flat board → planes in which all boards look alike, whatever their palette, size and light.

Every cell is PITCH pixels wide; BEYOND cells and a half are shown around the lattice. The planes are what the
network of `vision.reading.network` sees.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from ..pixels.brightness import strongest_channel
from ..pixels.quantiles import median, quantile
from .flat import BEYOND, THERE, FlatBoard
from .sides import Look

Planes = NDArray[np.uint8]
"""((rows + 2 BEYOND + 1) * PITCH, (cols + 2 BEYOND + 1) * PITCH, 5): the way from paper to ink; how much
redder, and bluer, than the paper; how much a thin line goes to the ink's side, or to the other; and whether
the picture goes so far."""
Floats = NDArray[np.float32]

PITCH = 16
"""Pixels of a cell: a thin line of a thirtieth of a cell still takes half of a pixel."""
SHOWN = 255
NEUTRAL = (64, 128, 128, 128, SHOWN)
"""What the planes show of plain paper."""
INK, COLOUR = 128.0, 96.0
"""Levels from paper to ink, and of a colour that is as far from grey as the ink is from paper."""
LEAST_CONTRAST = 16.0
"""Levels between paper and ink, at least: with less, noise would look like ink."""
NARROW = 7
"""Pixels of a window that no line fills."""
BRIGHT = 0.8
"""Share of a cell's pixels that are darker than its ground."""
SHADED = 0.03
"""Logarithm of the light by which a cell is darker than its neighbours where something stands in it."""
OUTLIER = 0.15
"""Weight of such a cell when light is fitted."""
FITS = 4
"""Times the light is fitted: then the weights have settled."""
MOST_UNEVEN = 1.2
"""Logarithm of the light's change across half the board, at most."""
DARKEST = 1 / 32
"""Light of the deepest shadow, as a share of the paper's."""
LIKE_PAPER = 0.35
"""Share of the way from the page to the ink within which a cell's ground is the page's."""
FEWEST = 0.04
"""Share of the cells that are no farther from the ink than the page is, or it is a desk."""


def planes_of(flat: FlatBoard, look: Look) -> Planes:
    """Return what a flat board and BEYOND cells around it show, light evened, as planes (see `Planes`).

    Paper and light are those of the lattice itself.
    """
    half, wide, within = flat.pitch // 2, flat.wider, slice(BEYOND * PITCH, -BEYOND * PITCH)
    beyond = slice(wide.margin - half, half - wide.margin)
    size = ((wide.cols + 1) * PITCH, (wide.rows + 1) * PITCH)
    way = cv2.INTER_AREA if flat.pitch >= PITCH else cv2.INTER_LINEAR
    pixels = cv2.resize(flat.pixels[beyond, beyond], size, interpolation=way).astype(np.uint8, copy=False)
    paper = _paper(flat, pixels[within, within], look)
    evening, light = np.ones((1, 1), np.float32), None
    if look.ink.max() < paper.max():  # light that falls on a screen's dark ground changes it little
        brightness = np.asarray(strongest_channel(pixels), np.uint8)
        evening = _evening(flat, brightness[within, within])
        light = brightness * evening / paper.max()
    toward = look.ink - paper
    contrast = max(float(np.sqrt(toward @ toward)), LEAST_CONTRAST)
    off_grey = COLOUR / contrast * np.array([(1, -1, 0), (0, -1, 1)])
    mixed = np.vstack([INK / contrast**2 * toward, off_grey]).astype(np.float32)
    of_paper = np.array(NEUTRAL[:3], np.float32) - mixed @ paper
    seen = cv2.split(cv2.transform(pixels.astype(np.float32), mixed))
    planes = [level + evening * plane for level, plane in zip(of_paper, seen, strict=True)]
    planes.append(NEUTRAL[3] + _thin(planes[0], light))
    there = np.full(pixels.shape[:2], SHOWN, np.uint8)
    if flat.there is not None:
        part = PITCH // THERE
        there *= np.kron(flat.there, np.ones((part, part), np.uint8))
    shown = cv2.merge([*(np.rint(plane).clip(0, 255).astype(np.uint8) for plane in planes), there])
    shown[there == 0, :-1] = NEUTRAL[:-1]
    return np.asarray(shown, np.uint8)


def _thin(ink: Floats, light: Floats | None) -> Floats:
    """Return how far what is thinner than a window goes to the ink's side, less how far to the other.

    In the levels of `ink`, whichever of them the paper has.
    In a shadow, dark ink differs less from the paper, and counts for as much more: `light` is that of each
    pixel, as a share of the paper's.
    """
    window = np.ones((NARROW, NARROW), np.uint8)
    opened = np.asarray(cv2.morphologyEx(ink, cv2.MORPH_OPEN, window), np.float32)
    closed = np.asarray(cv2.morphologyEx(ink, cv2.MORPH_CLOSE, window), np.float32)
    thin: Floats = 2 * ink - opened - closed
    if light is not None:
        thin /= np.maximum(cv2.morphologyEx(light, cv2.MORPH_CLOSE, window), DARKEST)
    return thin


def _paper(flat: FlatBoard, pixels: NDArray[np.uint8], look: Look) -> Floats:
    """Return (3,) the colour around the board, or that of most cells where it is no cell's.

    It is not where all cells are farther from the ink than it, as on a desk. Where all are nearer, they are
    full of water.
    """
    half = PITCH // 2
    cells = pixels[half:-half, half:-half].reshape(flat.rows, PITCH, flat.cols, PITCH, 3)
    inside = slice(PITCH // 4, -(PITCH // 4), 2)
    grounds = median(
        cells[:, inside, :, inside].transpose(0, 2, 1, 3, 4).reshape(-1, half // 2 * half // 2, 3), axis=1
    )
    page_off = np.abs(flat.paper - look.ink).max()
    farther = np.abs(grounds - look.ink).max(axis=1) > (1 + LIKE_PAPER) * page_off
    if farther.mean() <= 1 - FEWEST:
        return flat.paper
    return np.asarray(median(grounds, axis=0), np.float32)


def _evening(flat: FlatBoard, brightness: NDArray[np.uint8]) -> Floats:
    """Return by what to multiply each pixel so that the light, which fades towards one side, is even."""
    half = PITCH // 2
    cells = brightness[half:-half, half:-half].reshape(flat.rows, PITCH, flat.cols, PITCH)
    ground = quantile(cells.transpose(0, 2, 1, 3).reshape(flat.rows * flat.cols, -1), BRIGHT, axis=1)
    level = np.log(np.maximum(ground, DARKEST * 255))
    v, u = (
        np.indices((flat.rows, flat.cols)).reshape(2, -1).T - ((flat.rows - 1) / 2, (flat.cols - 1) / 2)
    ).T
    terms, weights = np.stack([np.ones_like(u), u, v], axis=1), np.ones_like(u)
    fall = np.zeros(3)
    for _ in range(FITS):
        fall = np.linalg.lstsq(terms * weights[:, None], level * weights, rcond=None)[0]
        weights = np.where(level - terms @ fall > -SHADED, 1.0, OUTLIER)
    along, down = (
        slope * ((np.arange(count * PITCH) + 0.5) / PITCH - count / 2)
        for slope, count in ((fall[1], flat.wider.cols + 1), (fall[2], flat.wider.rows + 1))
    )
    uneven = np.clip(down[:, None] + along, -MOST_UNEVEN, MOST_UNEVEN)
    return np.asarray(np.exp(-uneven), np.float32)
