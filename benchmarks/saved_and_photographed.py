"""Drawings as people send them: saved in any format, or photographed off paper and screens."""

import io
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow

from fixtures.drawing import degrade
from fixtures.drawing.camera import focus_blur, motion_blur, on_desk, photographed_screen, turned, turned_file
from fixtures.drawing.render import Drawing
from vision.files.load import load_picture

Random = np.random.Generator
Pixels = NDArray[np.uint8]

SCREENS = 0.2
"""Share of the photographs that show a screen."""
STEEPEST, MOST_ROLL = 30.0, 20.0
"""Degrees that a sheet leans away from the camera, and that it is turned in its plane, at most."""
DARKEST = 0.25
"""Least light of a sheet, as a share of its brightest place: fall and shadow together."""
OUT_OF_FOCUS, SHAKEN = 0.1, 0.2
"""Largest radius of blur and longest way of a shaken camera, in cells."""
GRAIN = (1.0, 9.0)
"""Spread of a sensor's noise, in levels."""
FORMATS = (
    ("RGB", "WEBP"), ("P", "GIF"), ("1", "PNG"), ("L", "PNG"),
    ("P", "PNG"), ("CMYK", "JPEG"), ("I;16", "PNG"), ("RGBA", "PNG"),
)  # fmt: skip
"""Pillow's names of modes and file formats."""


def stored(rng: Random, drawing: Drawing) -> Pixels:
    """Save in one of the many ways pictures are kept, and load again as the program does."""
    mode, form = FORMATS[rng.integers(len(FORMATS))]
    picture, file = Pillow.fromarray(drawing.pixels), io.BytesIO()
    options = {"quality": int(rng.integers(30, 96))} if form in ("WEBP", "JPEG") else {}
    if mode == "I;16":
        picture = Pillow.fromarray(np.asarray(picture.convert("L"), np.uint16) * 257)
    elif mode == "1":
        grey = picture.convert("L")
        dithered = rng.random() < 0.3
        picture = (
            grey.convert("1") if dithered else grey.point(lambda level: 255 * (level > 110)).convert("1")
        )
    elif mode == "RGBA":
        picture = _transparent(rng, drawing)
    else:
        picture = picture.convert(mode)
    picture.save(file, form, **options)
    file.seek(0)
    return load_picture(file).pixels


def _transparent(rng: Random, drawing: Drawing) -> Pillow.Image:
    """Make the corners round, or all white paper transparent."""
    if rng.random() < 0.5:
        return degrade.round_corners(drawing, float(rng.uniform(4, 30))).image()
    ink = 255 - drawing.pixels.min(axis=2)
    return replace(drawing, alpha=ink.astype(np.uint8)).image() if rng.random() < 0.5 else _cut_out(drawing)


def _cut_out(drawing: Drawing) -> Pillow.Image:
    """Make what is purely white transparent, and leave the rest as it is."""
    white = (drawing.pixels == 255).all(axis=2)
    return replace(drawing, alpha=np.where(white, 0, 255).astype(np.uint8)).image()


def photographed(rng: Random, drawing: Drawing, pitch: Callable[[Drawing], float]) -> Pixels:
    """Photograph a sheet on a desk, or a screen; `pitch` tells how wide a cell is in a drawing."""
    seen = _screen(rng, drawing) if rng.random() < SCREENS else _paper(rng, drawing)
    cell = pitch(seen)
    seen = degrade.blur(seen, max(0.3, float(rng.uniform(0.005, 0.02)) * cell))
    if rng.random() < 0.5:
        seen = focus_blur(seen, float(rng.uniform(0, OUT_OF_FOCUS)) * cell)
    if rng.random() < 0.5:
        seen = motion_blur(seen, float(rng.uniform(0, SHAKEN)) * cell, float(rng.uniform(0, 180)))
    seen = degrade.noise(seen, float(rng.uniform(*GRAIN)), rng)
    return _turned(rng, seen, int(rng.integers(50, 95)))


def _paper(rng: Random, drawing: Drawing) -> Drawing:
    lean, towards = STEEPEST * float(rng.random()) ** 0.5, float(rng.uniform(0, 2 * np.pi))
    roll = float(rng.uniform(-MOST_ROLL, MOST_ROLL))
    seen = on_desk(drawing, rng, tilt=lean * np.sin(towards), pan=lean * np.cos(towards), roll=roll)
    darkest = float(rng.uniform(DARKEST, 1))
    shadow = float(rng.choice([0, rng.uniform(0, 1 - darkest)]))
    return degrade.light(seen, rng, fall=1 - darkest / (1 - shadow), shadow=shadow, tint=0.08)


def _screen(rng: Random, drawing: Drawing) -> Drawing:
    tilt, pan = (float(angle) for angle in rng.uniform(-12, 12, 2))
    sampling, roll = float(rng.uniform(0.9, 2.2)), float(rng.uniform(-8, 8))
    return photographed_screen(drawing, sampling=sampling, roll=roll, tilt=tilt, pan=pan)


def _turned(rng: Random, drawing: Drawing, quality: int) -> Pixels:
    """Save as JPEG: mostly upright, else on its side or upside down, with or without a word of it in EXIF."""
    degrees, chance = rng.choice([90, 180, 270]), rng.random()
    if chance < 0.15:
        return load_picture(turned_file(drawing, degrees, quality)).pixels
    if chance < 0.25:
        drawing = turned(drawing, degrees)
    return degrade.jpeg(drawing, quality).pixels
