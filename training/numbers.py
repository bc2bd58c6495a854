"""A random generator and fonts → a crop beside a board, as the program would cut it, and what it says.

A sheet is painted at the scale of an imagined picture (paper, frame, rules, neighbouring clues, the number),
goes through what pictures go through (light, warp, resampling, blur, noise, JPEG), is brought to the scale
the program reads at, and is cut.
"""

from collections.abc import Collection
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator

from training import decoys, faults, sheets
from training.sheets import Faces, Look, Sheet, Window
from vision.files.pixels import Image
from vision.reading.calibration import NO_NUMBER

EFFECTS = {
    "theme": 0.7,
    "jpeg": 0.3,
    "resampled": 0.4,
    "line": 0.4,
    "photo": 0.2,
    "touching": 0.1,
    "struck": 0.15,
    "neighbours": 0.4,
    "blurred": 0.13,
    "screen": 0.04,
    "noisy": 0.07,
    "coarse": 0.05,
}
"""What can befall a crop, and how often it does in training; they combine."""
SUFFERING = ("jpeg", "photo", "screen", "noisy", "blurred", "resampled")
"""Effects that leave traces on empty paper, or make a question mark look like a digit."""
GAPS = ("blank", "question mark")
MOST_NOISE, NOISE_SHARE = 25.0, 0.4
"""Levels of noise at most, and as a share of the contrast between paper and ink."""
CAPS = (4.5, 48.0)
"""Pixels, in the original picture, of the digits' height: from hardly legible to a large screenshot."""


class Crop(NamedTuple):
    """What a reader gets, and what it should say: a value or NO_NUMBER."""

    picture: Image
    value: int


def draw_crop(rng: Generator, faces: Faces, *, decoys: float = 0.15) -> Crop:
    """Draw a crop for training: a number or, as often as `decoys`, something else; under random effects."""
    effects = {effect for effect, share in EFFECTS.items() if rng.random() < share}
    if rng.random() < decoys:
        return draw_decoy(rng, faces, effects)
    return draw_number(rng, faces, effects)


def draw_gap(rng: Generator, faces: Faces) -> Crop:
    """Draw what stands where a clue is not given, nothing or a question mark, in a picture that suffered."""
    effects = {effect for effect, share in EFFECTS.items() if rng.random() < share}
    effects.add(str(rng.choice(SUFFERING)))
    return draw_decoy(rng, faces, effects, kind=str(rng.choice(GAPS)))


def draw_number(
    rng: Generator, faces: Faces, effects: Collection[str], *, caps: tuple[float, float] = CAPS
) -> Crop:
    """Draw a number of 0 to 99, most often up to 30, under these effects of EFFECTS.

    `caps` bounds the height of the digits in the imagined picture, in pixels.
    """
    value = int(rng.integers(0, 31)) if rng.random() < 0.8 else int(rng.integers(0, 100))
    if "touching" in effects and value < 10:
        value += 10 * int(rng.integers(1, 4))
    return Crop(_draw_text(rng, faces, effects, caps, str(value)), value)


def draw_decoy(rng: Generator, faces: Faces, effects: Collection[str], *, kind: str | None = None) -> Crop:
    """Draw something of DECOYS that is no number, of a random kind if none is given."""
    kind = kind or str(rng.choice(list(decoys.DECOYS), p=list(decoys.DECOYS.values())))
    if text := decoys.decoy_text(rng, kind):
        return Crop(_draw_text(rng, faces, effects, CAPS, text), NO_NUMBER)
    look = sheets.choose_look(rng, faces, effects, CAPS)
    sheet, window = sheets.draw_surroundings(rng, look, effects, (0, 0))
    decoys.PAINTERS[kind](rng, sheet, window, look)
    return Crop(_finish(rng, sheet, window, look, effects), NO_NUMBER)


def _draw_text(
    rng: Generator, faces: Faces, effects: Collection[str], caps: tuple[float, float], text: str
) -> Image:
    look = sheets.choose_look(rng, faces, effects, caps, text)
    lettering = sheets.draw_lettering(rng, look, text)
    sheet, window = sheets.draw_surroundings(rng, look, effects, lettering.shape[:2])
    place = sheets.find_place(rng, look, window, lettering.shape[:2])
    sheets.blend(sheet, lettering, place, look.ink)
    if "neighbours" in effects:
        _draw_neighbours(rng, sheet, place, look)
    if "struck" in effects:
        _strike(rng, sheet, place, look)
    return _finish(rng, sheet, window, look, effects)


def _draw_neighbours(rng: Generator, sheet: Sheet, place: Window, look: Look) -> None:
    """Print the clues of the neighbouring cells, aligned as clues are."""
    for side in (-1, 1):
        lettering = sheets.draw_lettering(rng, look, str(rng.integers(0, 31)))
        height, width = lettering.shape[:2]
        if look.beside:
            left, top = place.right - width, place.top + side * max(look.cell, 1.2 * height)
        else:
            left, top = place.left + side * look.cell + (place.right - place.left - width) / 2, place.top
            overlap = min(place.right, left + width) - max(place.left, left)
            left += side * max(0, overlap + 0.1 * look.cell)
        sheets.blend(sheet, lettering, Window(left, top, left + width, top + height), look.ink)


def _strike(rng: Generator, sheet: Sheet, place: Window, look: Look) -> None:
    """Draw one line across the number: level, or from corner to corner."""
    colour = look.ink if rng.random() < 0.7 else sheets.line_colour(rng, look)
    half = max(1.0, look.cap * rng.uniform(0.04, 0.15)) / 2
    reach = look.cap * rng.uniform(-0.05, 0.25)
    middle = (place.top + place.bottom) / 2 + look.cap * rng.normal(0.02, 0.07)
    rise = look.cap * (0.0 if rng.random() < 0.6 else rng.uniform(-0.6, 0.6))
    run = (place.right - place.left) / 2 + reach
    down = np.arange(len(sheet))[:, None] - middle
    across = np.arange(sheet.shape[1]) - (place.left + place.right) / 2
    along = np.clip((across * run - down * rise) / (run**2 + rise**2), -1, 1)
    beside = np.hypot(across - along * run, down + along * rise)
    sheet += np.clip(half - beside + 0.5, 0, 1)[..., None].astype(np.float32) * (colour - sheet)


def _finish(rng: Generator, sheet: Sheet, window: Window, look: Look, effects: Collection[str]) -> Image:
    """Let the sheet become a picture with all its faults, bring it to reading scale, and cut the crop."""
    if "photo" in effects:
        sheet = faults.lit(rng, faults.warped(rng, sheet, look.cell))
    sheet, scale = _rescaled(rng, sheet, look, effects)
    cell, cap = scale * look.cell, scale * look.cap
    if "photo" in effects:
        sheet = faults.photographed(rng, sheet, cell, cap)
    if "blurred" in effects:
        sheet = faults.blurred(rng, sheet, cell, cap)
    if "noisy" in effects:
        sheet = faults.grained(rng, sheet, min(MOST_NOISE, NOISE_SHARE * look.contrast))
    picture = sheet.clip(0, 255).round().astype(np.uint8)
    if "coarse" in effects and "photo" not in effects:
        picture = faults.coarsened(rng, picture, look.paper.mean(), look.ink.mean())
    if "jpeg" in effects or ("photo" in effects and rng.random() < 0.7):
        picture = faults.compressed(rng, picture)
    picture, cell = faults.to_reading_scale(rng, picture, cell)
    edges = np.array(window) * cell / look.cell + rng.uniform(-0.03, 0.03, 4) * cell
    left, top, right, bottom = edges.round().clip(0).astype(int)
    return np.ascontiguousarray(picture[top : max(bottom, top + 8), left : max(right, left + 8)])


def _rescaled(rng: Generator, sheet: Sheet, look: Look, effects: Collection[str]) -> tuple[Sheet, float]:
    """Enlarge or reduce the drawing, and photograph it off a screen; return its scale, too."""
    scale = look.zoom
    if scale != 1:
        method = cv2.INTER_AREA if scale < 1 and rng.random() < 0.5 else int(rng.choice(faults.RESAMPLING))
        sheet = faults.resized(sheet, scale, method)
    if "screen" in effects:
        sheet, sampling = faults.screened(rng, sheet)
        scale *= sampling
    return sheet, scale
