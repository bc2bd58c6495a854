"""Sheets to look at: answers on every theme, in every state of play, at three sizes, and on photographs.

`python -m benchmarks.looks` writes `docs/looks.png`, `docs/looks-sizes.png` and `docs/looks-photographs.png`.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Pillow

from fixtures.drawing.camera import focus_blur, on_desk, photographed_screen
from fixtures.drawing.cells import DRY, WATER, Marks
from fixtures.drawing.degrade import jpeg, light, noise
from fixtures.drawing.puzzles import unique_puzzle
from fixtures.drawing.render import STYLES, Drawing, Style, draw_puzzle
from solver.puzzle import Puzzle
from solver.puzzle import Water as Wet
from vision.drawing.answer import answer_drawing
from vision.drawing.unclear import unclear_layer
from vision.files.pixels import Image
from vision.reading.read import read

DOCS = Path(__file__).parent.parent / "docs"
SIZE, SEED = 6, 5
THEMES = ("site", "macos", "sepia", "other-program", "dark-reader", "forced-dark", "night")
STATES = ("empty", "half-played", "with mistakes", "unclear", "solved by the player")
PITCHES = (12, 31, 80)
"""Pixels per cell."""
USUAL_PITCH = 31
TILE, PHOTOGRAPH, GAP = 250, 250, 10
"""Pixels."""
PUT, WRONG = 0.55, 0.18
"""Share of the cells in which the player has put something, and of these that are wrong."""
COLOURS = 220
"""Enough for a sheet, and a third of the bytes."""

Photograph = Callable[[Drawing, np.random.Generator], Drawing]
PHOTOGRAPHS: Mapping[str, tuple[str, Photograph]] = {
    "a print on a desk": (
        "site",
        lambda drawing, rng: noise(
            focus_blur(light(on_desk(drawing, rng, tilt=16, pan=-12, roll=4), rng, fall=0.3), 1.0), 4, rng
        ),
    ),
    "in half shade": (
        "site",
        lambda drawing, rng: noise(light(drawing, rng, fall=0.2, shadow=0.45), 4, rng),
    ),
    "a screen": ("site", lambda drawing, _: photographed_screen(drawing, sampling=1.2)),
    "a dark screen": ("dark-reader", lambda drawing, _: photographed_screen(drawing, sampling=1.2)),
    "a sepia screen": ("sepia", lambda drawing, _: photographed_screen(drawing, sampling=1.2, tilt=8)),
    "JPEG of little quality": ("site", lambda drawing, _: jpeg(drawing, 35)),
}
"""What is photographed, and how."""


def themes() -> Image:
    """Return a row for every theme with a picture for every state."""
    return stacked([[tile(drawn(at_pitch(name, USUAL_PITCH), state)) for state in STATES] for name in THEMES])


def sizes() -> Image:
    """Return a row for every theme with a picture, mistakes in it, for every size; small ones enlarged."""
    return stacked(
        [[tile(drawn(at_pitch(name, pitch), "with mistakes")) for pitch in PITCHES] for name in THEMES]
    )


def photographs() -> Image:
    """Return pictures of cameras, half-played and with mistakes."""
    tiles = [
        tile(drawn(at_pitch(name, USUAL_PITCH), "with mistakes", photograph), PHOTOGRAPH)
        for name, photograph in PHOTOGRAPHS.values()
    ]
    return stacked([tiles[:3], tiles[3:]])


def at_pitch(name: str, pitch: float) -> Style:
    """Return a style with so many pixels per cell."""
    style = STYLES[name]
    return replace(style, zoom=pitch / style.pitch / style.dpr, page=None)


def drawn(style: Style, state: str, photograph: Photograph | None = None) -> Image:
    """Return an answer."""
    rng = np.random.default_rng(SEED)
    puzzle, water = unique_puzzle(rng, SIZE, SIZE)
    marks = _marks(rng, puzzle, water, state)
    drawing = draw_puzzle(puzzle, style, marks=marks)
    if photograph is not None:
        drawing = photograph(drawing, rng)
    reading = read(drawing.pixels)
    assert reading.puzzle.regions == puzzle.regions, f"{state} is misread"
    seen = tuple(map(tuple, marks.tolist()))
    if state != "unclear":
        told = replace(reading, marks=seen)
        return answer_drawing(drawing.pixels, told, water, walls_certain=True).pixels
    unclear = [(row, col) for row, line in enumerate(seen) for col, mark in enumerate(line) if mark == DRY]
    return unclear_layer(drawing.pixels, reading.board, unclear[::2]).lay_on(drawing.pixels.copy())


def _marks(rng: np.random.Generator, puzzle: Puzzle, water: Wet, state: str) -> Marks:
    """Return what the player has put in, marks[row, col]."""
    right = np.where(np.array(water), WATER, DRY)
    if state == "solved by the player":
        return right
    put = rng.random(right.shape) < (0 if state == "empty" else PUT)
    wrong = rng.random(right.shape) < (WRONG if state == "with mistakes" else 0)
    return np.where(put, np.where(wrong, WATER + DRY - right, right), 0)


def tile(picture: Image, side: int = TILE) -> Image:
    """Return a picture in a square of that side: enlarged by whole pixels, or reduced."""
    high, wide = picture.shape[:2]
    larger = max(1, side // max(high, wide))
    picture = picture.repeat(larger, axis=0).repeat(larger, axis=1)
    share = min(1.0, side / max(picture.shape[:2]))
    size = round(picture.shape[1] * share), round(picture.shape[0] * share)
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA) if share < 1 else picture
    square = np.full((side, side, 3), 255, np.uint8)
    top, left = (side - small.shape[0]) // 2, (side - small.shape[1]) // 2
    square[top : top + small.shape[0], left : left + small.shape[1]] = small
    return square


def stacked(rows: list[list[Image]]) -> Image:
    """Return pictures of one size in rows, a gap between them."""
    framed = [[np.pad(one, ((0, GAP), (0, GAP), (0, 0)), constant_values=255) for one in row] for row in rows]
    return np.vstack([np.hstack(row) for row in framed])


SHEETS = {"looks": themes, "looks-sizes": sizes, "looks-photographs": photographs}
"""Names of the sheets and what draws them."""

if __name__ == "__main__":
    for name, draw in SHEETS.items():
        sheet = draw()
        few = Pillow.fromarray(sheet).quantize(COLOURS, kmeans=2, dither=Pillow.Dither.NONE)
        few.save(DOCS / f"{name}.png", optimize=True)
        print(f"docs/{name}.png: {sheet.shape[1]} x {sheet.shape[0]} pixels")
