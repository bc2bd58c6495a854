"""A random generator and a sheet → the sheet with what befalls pictures, one fault a function."""

from typing import TypeVar

import cv2
import numpy as np
from numpy.random import Generator

from vision.digits import Image
from vision.train.sheets import Sheet

Picture = TypeVar("Picture", Sheet, Image)

READING_SCALE = (24.0, 64.0)
"""Pixels per cell at which the program cuts crops: smaller originals are enlarged, larger ones reduced."""
RESAMPLING = (cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_AREA, cv2.INTER_LANCZOS4, cv2.INTER_NEAREST)


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
    """Put it into dim, uneven light, and a haze over dark paper."""
    angle, slope = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.35)
    down, across = np.mgrid[: len(sheet), : sheet.shape[1]] / max(sheet.shape)
    light = rng.uniform(0.6, 1.05) * (1 + slope * (across * np.cos(angle) + down * np.sin(angle) - 0.5))
    haze = rng.uniform(0, 40)
    hazy: Sheet = (sheet * (1 - haze / 255) * light[..., None] + haze).astype(np.float32)
    return hazy


def blurred(rng: Generator, sheet: Sheet, cap: float) -> Sheet:
    """Put it out of focus and, now and then, move the camera."""
    sheet = np.asarray(cv2.GaussianBlur(sheet, (0, 0), max(0.3, rng.uniform(0.01, 0.09) * cap)), np.float32)
    length = max(2, round(cap * rng.uniform(0.08, 0.18)))
    if rng.random() < 0.7:
        return sheet
    path = np.zeros((length, length), np.float32)
    path[length // 2] = 1
    turn = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), rng.uniform(0, 180), 1)
    path = np.asarray(cv2.warpAffine(path, turn, (length, length)), np.float32)
    return np.asarray(cv2.filter2D(sheet, -1, path / path.sum()), np.float32)


def grained(rng: Generator, sheet: Sheet) -> Sheet:
    """Add the grain of a sensor, coloured and grey."""
    coloured = rng.normal(0, rng.uniform(1, 11), sheet.shape)
    grey = rng.normal(0, rng.uniform(0.1, 4), (*sheet.shape[:2], 1))
    return (sheet + coloured + grey).astype(np.float32)


def compressed(rng: Generator, picture: Image) -> Image:
    """Store it as JPEG of any quality, colours halved in resolution or not."""
    sampling = 0x221111 if rng.random() < 0.6 else 0x111111
    quality = int(rng.integers(20, 95))
    settings = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sampling]
    _, data = cv2.imencode(".jpg", picture[..., ::-1], settings)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)[..., ::-1]


def to_reading_scale(rng: Generator, picture: Image, cell: float) -> tuple[Image, float]:
    """Enlarge or reduce as the program does; also between the bounds it may have resampled."""
    least, most = READING_SCALE
    if least <= cell <= most and rng.random() < 0.6:
        return picture, cell
    wanted = float(rng.uniform(least, most))
    method = cv2.INTER_LINEAR if wanted > cell else cv2.INTER_AREA
    return resized(picture, wanted / cell, method), wanted


def resized(picture: Picture, scale: float, method: int) -> Picture:
    """Resize by exactly this scale: the size is rounded, so places on it are off by less than a pixel."""
    size = [max(8, round(extent * scale)) for extent in picture.shape[1::-1]]
    return np.asarray(cv2.resize(np.ascontiguousarray(picture), size, interpolation=method), picture.dtype)
