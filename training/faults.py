"""A random generator and a sheet → the sheet with what befalls pictures, one fault a function."""

from typing import TypeVar

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image as Pillow

from training.sheets import Sheet
from vision.files.pixels import Image

Picture = TypeVar("Picture", Sheet, Image)

READING_SCALE = (20.0, 60.0)
"""Pixels per cell between which crops are cut from a picture as it is: see `vision.reading.flat.rectify`."""
REDUCED_SCALE = 48.0
"""Pixels per cell to which it reduces larger ones."""
RESAMPLING = (cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_AREA, cv2.INTER_LANCZOS4, cv2.INTER_NEAREST)

SOFT, OUT_OF_FOCUS, SHAKEN = 0.11, 0.15, 0.22
"""Largest spread, radius and way, in cells, of a Gaussian blur, of a lens out of focus, of a camera moved."""
BLUR_BOUND = 2.6
"""The same in digit heights, at most: small digits are not blurred until nothing is left of them."""
GAMMA = 2.2
"""From a picture's levels to light, in which a lens mixes."""
STRIPE, ROW = 0.3, 0.88
"""Width and height of a lit stripe of a screen, in its pixels; three stripes make a pixel."""
EXPOSURE = 0.75
"""Share of a camera's range that a white screen fills."""
LENS = 0.45
"""Spread of a sharp lens, in camera pixels."""
DITHERED = 90.0
"""Grey levels between paper and ink, or a pattern of points would hide the number."""


def warped(rng: Generator, sheet: Sheet, cell: float) -> Sheet:
    """Tilt and skew it a little: what straightening leaves."""
    height, width = sheet.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    moved = corners + rng.uniform(-0.07, 0.07, (4, 2)).astype(np.float32) * cell
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), rng.uniform(-3, 3), 1)
    matrix = np.vstack([turn, [0, 0, 1]]) @ cv2.getPerspectiveTransform(corners, moved)
    warped = cv2.warpPerspective(sheet, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.float32)


def lit(rng: Generator, sheet: Sheet) -> Sheet:
    """Put it into dim, uneven light, now and then with a shadow's edge, and a haze over dark paper."""
    light = rng.uniform(0.4, 1.05) * (1 + rng.uniform(0, 0.35) * _slope(rng, sheet))
    if rng.random() < 0.3:
        edge = _slope(rng, sheet) * np.exp(rng.uniform(1, 4))
        light *= 1 - rng.uniform(0.1, 0.6) / (1 + np.exp(-edge))
    haze = rng.uniform(0, 40)
    hazy: Sheet = (sheet * (1 - haze / 255) * light[..., None] + haze).astype(np.float32)
    return hazy


def _slope(rng: Generator, sheet: Sheet) -> NDArray[np.float64]:
    """Return (H, W) an even slope over the sheet in any direction, nought near its middle."""
    angle = rng.uniform(0, 2 * np.pi)
    down, across = np.ogrid[: len(sheet), : sheet.shape[1]]
    slope = (across * np.cos(angle) + down * np.sin(angle)) / max(sheet.shape)
    return np.asarray(slope - slope.mean() - rng.uniform(-0.2, 0.2), np.float64)


def photographed(rng: Generator, sheet: Sheet, cell: float, cap: float) -> Sheet:
    """Blur it as a camera does: a little by the lens, half the time out of focus, half the time moved."""
    sheet = _soft(sheet, max(0.3, rng.uniform(0.005, 0.02) * cell))
    for blur, most in ((_out_of_focus, 0.6 * OUT_OF_FOCUS), (_moved, 0.8 * SHAKEN)):
        if rng.random() < 0.5:
            sheet = blur(rng, sheet, rng.uniform(0, most) * min(cell, BLUR_BOUND * cap))
    return grained(rng, sheet, 11.0)


def blurred(rng: Generator, sheet: Sheet, cell: float, cap: float) -> Sheet:
    """Blur it in one way, hardly or much."""
    size = rng.uniform(0.1, 1) * min(cell, BLUR_BOUND * cap)
    way = rng.integers(3)
    if way == 0:
        return _soft(sheet, SOFT * size)
    return _out_of_focus(rng, sheet, OUT_OF_FOCUS * size) if way == 1 else _moved(rng, sheet, SHAKEN * size)


def _soft(sheet: Sheet, spread: float) -> Sheet:
    return np.asarray(cv2.GaussianBlur(sheet, (0, 0), spread), np.float32)


def _out_of_focus(rng: Generator, sheet: Sheet, radius: float) -> Sheet:
    """Make a disc of every point."""
    reach = int(np.ceil(radius)) + 1
    down, across = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    return _filtered(sheet, np.clip(radius + 0.5 - np.hypot(across, down), 0, 1))


def _moved(rng: Generator, sheet: Sheet, way: float) -> Sheet:
    """Make a straight stroke of every point, in any direction."""
    reach, angle = int(np.ceil(way / 2)) + 1, rng.uniform(0, np.pi)
    down, across = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    along = np.abs(across * np.cos(angle) + down * np.sin(angle))
    beside = np.abs(down * np.cos(angle) - across * np.sin(angle))
    return _filtered(sheet, np.clip(way / 2 + 0.5 - along, 0, 1) * np.clip(1 - beside, 0, 1))


def _filtered(sheet: Sheet, kernel: NDArray[np.float64]) -> Sheet:
    return np.asarray(cv2.filter2D(sheet, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE))


def screened(rng: Generator, sheet: Sheet) -> tuple[Sheet, float]:
    """Show it on a screen and photograph that: stripes of colour through a mosaic of colours, hence moiré.

    Returns the picture and how much larger it is.
    """
    sampling, roll = float(rng.uniform(0.9, 2.2)), np.deg2rad(rng.uniform(-8, 8))
    light = (resized(sheet, sampling, cv2.INTER_LINEAR).clip(0, 255) / 255) ** GAMMA
    rows, cols = np.ogrid[: len(light), : light.shape[1]]
    across = (cols * np.cos(roll) + rows * np.sin(roll)) / sampling + rng.random()
    down = (rows * np.cos(roll) - cols * np.sin(roll)) / sampling + rng.random()
    gaps = _slits(down, ROW, LENS / sampling)
    stripes = [_slits(across - (2 * channel + 1) / 6, STRIPE, LENS / sampling) for channel in range(3)]
    light *= (gaps[..., None] * np.stack(stripes, axis=2) * (EXPOSURE / STRIPE / ROW)).astype(np.float32)
    seen = np.round(255 * light.clip(0, 1) ** (1 / GAMMA)).astype(np.uint8)
    mosaic = seen[..., 1].copy()
    mosaic[::2, ::2], mosaic[1::2, 1::2] = seen[::2, ::2, 0], seen[1::2, 1::2, 2]
    return np.asarray(cv2.cvtColor(mosaic, cv2.COLOR_BayerRGGB2RGB), np.float32), sampling


def _slits(places: NDArray[np.float64], width: float, spread: float) -> NDArray[np.float64]:
    """Return the light at places behind slits, one in each unit, as a lens of this spread blurs them."""
    light = np.full(places.shape, width)
    for order in (1, 2):
        strength = 2 * np.sin(np.pi * order * width) / (np.pi * order)
        light += strength * np.exp(-2 * (np.pi * order * spread) ** 2) * np.cos(2 * np.pi * order * places)
    return light.clip(0)


def grained(rng: Generator, sheet: Sheet, most: float) -> Sheet:
    """Add the grain of a sensor, mostly coloured, up to so many levels."""
    coloured = rng.normal(0, rng.uniform(0.1, 1) * most, sheet.shape)
    grey = rng.normal(0, rng.uniform(0, 0.4) * most, (*sheet.shape[:2], 1))
    return (sheet + coloured + grey).astype(np.float32)


def coarsened(rng: Generator, picture: Image, paper: float, ink: float) -> Image:
    """Keep few colours, as grey paper and ink of these levels allow: two, or those of an old palette."""
    way = rng.integers(3) if abs(ink - paper) > DITHERED else 0
    if way == 0:
        level = paper + rng.uniform(0.3, 0.7) * (ink - paper)
        return np.repeat(np.uint8(255) * (picture.mean(axis=2, keepdims=True) > level), 3, axis=2)
    strewn = Pillow.fromarray(picture).convert("1" if way == 1 else "P")
    return np.asarray(strewn.convert("RGB"), np.uint8)


def compressed(rng: Generator, picture: Image) -> Image:
    """Store it as JPEG of any quality, colours halved in resolution or not."""
    sampling = 0x221111 if rng.random() < 0.6 else 0x111111
    settings = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(10, 96))]
    settings += [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sampling]
    _, stored = cv2.imencode(".jpg", picture[..., ::-1], settings)
    return np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR), np.uint8)[..., ::-1]


def to_reading_scale(rng: Generator, picture: Image, cell: float) -> tuple[Image, float]:
    """Enlarge or reduce as the program does; also to any other scale it may read at."""
    least, most = READING_SCALE
    if cell > most:
        return resized(picture, REDUCED_SCALE / cell, cv2.INTER_AREA), REDUCED_SCALE
    wanted = cell * np.ceil(least / cell) * rng.uniform(0.97, 1.03)
    if rng.random() < 0.2:
        wanted = max(cell, rng.uniform(least, most))
    scale, size = wanted / cell, [round(wanted / cell * extent) for extent in picture.shape[1::-1]]
    placing = np.array([[scale, 0, rng.uniform(-0.5, 0.5)], [0, scale, rng.uniform(-0.5, 0.5)]])
    picture = np.ascontiguousarray(picture)
    laid = cv2.warpAffine(picture, placing, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(laid, np.uint8), float(wanted)


def resized(picture: Picture, scale: float, method: int) -> Picture:
    """Resize by exactly this scale: the size is rounded, so places on it are off by less than a pixel."""
    size = [max(8, round(extent * scale)) for extent in picture.shape[1::-1]]
    return np.asarray(cv2.resize(np.ascontiguousarray(picture), size, interpolation=method), picture.dtype)
