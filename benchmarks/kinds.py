"""Kinds of pictures that people have: each draws a puzzle with everything that varies chosen at random."""

import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow

from fixtures import degrade
from fixtures.puzzles import unique_puzzle
from fixtures.render import STYLES, Drawing, Style, draw_puzzle
from fixtures.style import DARK_READER, FORCED_DARK, LIGHT, MACOS, NIGHT, SEPIA, Palette
from solver.puzzle import Puzzle
from vision.image import load_picture

Random = np.random.Generator
Water = tuple[tuple[bool, ...], ...]
Painter = Callable[[Random, Puzzle, NDArray[np.uint8]], NDArray[np.uint8]]
"""Draws a puzzle and what is marked in it."""

SIZES = (
    (6, 6),
    (6, 6),
    (8, 5),
    (10, 10),
    (10, 10),
    (7, 12),
    (15, 15),
    (15, 15),
    (20, 20),
    (25, 25),
    (30, 30),
)
OTHER_STYLES = (
    "other-program", "other-program-window", "no-frame", "thin-frame", "thick-frame", "thicker-lines",
    "slight-walls", "heavy-walls", "mono", "builtin-font", "region-ids",
)  # fmt: skip
POOL = 44
"""Puzzles that all pictures are drawn of."""


@dataclass(frozen=True, eq=False)
class Case:
    """A picture and what it shows."""

    image: NDArray[np.uint8]
    puzzle: Puzzle
    water: Water
    marks: NDArray[np.uint8]


@cache
def pool() -> tuple[tuple[Puzzle, Water], ...]:
    """Return the puzzles pictures are drawn of, each with exactly one solution."""
    return tuple(
        unique_puzzle(np.random.default_rng(seed), *SIZES[seed % len(SIZES)]) for seed in range(POOL)
    )


def case(kind: str, seed: int, painter: Painter | None = None) -> Case:
    """Draw the picture number `seed` of a kind: empty, partly played with mistakes, or solved.

    A painter draws a kind that is not among KINDS.
    """
    rng = np.random.default_rng([seed, *kind.encode()])
    puzzle, water = pool()[rng.integers(POOL)]
    marks = _marks(rng, water)
    pixels = (painter or KINDS[kind])(rng, puzzle, marks)
    return Case(pixels, puzzle, water, marks)


def _marks(rng: Random, water: Water) -> NDArray[np.uint8]:
    wet = np.array(water)
    state = rng.integers(4)
    solved = np.where(wet, 1, 2 * (rng.random(wet.shape) < rng.random()))
    if state == 0:
        return np.zeros(wet.shape, np.uint8)
    if state == 1:
        return solved.astype(np.uint8)
    played = np.where(rng.random(wet.shape) < rng.uniform(0.1, 0.8), solved, 0)
    wrong = rng.random(wet.shape) < rng.choice([0, 0.03, 0.1])
    return np.where(wrong, rng.integers(0, 3, wet.shape), played).astype(np.uint8)


def site_style(rng: Random, palette: Palette = LIGHT, least: float = 12.0) -> Style:
    """Choose a style of the site at a random zoom, ratio and raster, cells at least so many pixels wide."""
    dpr = float(rng.choice([1, 1, 2, 3, 1.25, 1.5]))
    zoom = float(np.exp(rng.uniform(np.log(max(0.5, least / 31 / dpr)), np.log(5 / dpr + 1e-9 + 0.5))))
    if rng.random() < 0.3:
        zoom, dpr = 1.0, float(rng.choice([1, 2, 3]))
    return Style(
        zoom=zoom,
        dpr=dpr,
        raster=rng.choice(["snapped", "floored", "grey", "exact"]),
        lettering=rng.choice(["grey", "smooth", "coloured"]),
        shift=(float(rng.random()), float(rng.random())),
        palette=palette,
        rim=float(rng.integers(2)),
        crop=float(rng.choice([0, 2, 10])) if rng.random() < 0.2 else None,
        seed=int(rng.integers(1 << 30)),
    )


def _fitting(style: Style, puzzle: Puzzle, most: float = 3000.0) -> Style:
    """Keep the picture within a size that a screen has."""
    longest = max(puzzle.height, puzzle.width) * style.pitch * style.scale
    return replace(style, zoom=style.zoom * min(1.0, most / longest))


def draw(style: Style, puzzle: Puzzle, marks: NDArray[np.uint8], most: float = 3000.0) -> Drawing:
    """Draw a puzzle, no side longer than `most` pixels."""
    return draw_puzzle(puzzle, _fitting(style, puzzle, most), marks=marks)


def site(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Draw the site's light theme: zoom 0.5 to 5, ratio 1 to 3, all rasters, pitch 12 and more."""
    palette = LIGHT if rng.random() < 0.7 else MACOS
    return draw(site_style(rng, palette), puzzle, marks).pixels


def page(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Whole pages of a desktop or a phone, prints and windows, with all that stands around the board."""
    surroundings = str(rng.choice(["desktop", "phone", "print"]))
    style = site_style(rng, least=14.0)
    zoom = float(rng.uniform(0.6, 1.6))
    return draw(replace(style, zoom=zoom, page=surroundings, crop=None), puzzle, marks, 2600.0).pixels


def dark(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Dark and tinted themes, water of any colour."""
    palette = (DARK_READER, FORCED_DARK, NIGHT, SEPIA, _tinted(rng))[rng.integers(5)]
    if rng.random() < 0.3:
        dark_cell = sum(palette.cell) < 380
        water = rng.integers(0, 130, 3) if dark_cell else rng.integers(110, 240, 3)
        if np.abs(water - np.array(palette.cell)).max() > 40:
            palette = replace(palette, water=tuple(int(level) for level in water))
    return draw(site_style(rng, palette, least=14.0), puzzle, marks).pixels


def _tinted(rng: Random) -> Palette:
    tint = 255 - rng.integers(0, 50, 3)
    page = tuple(int(level) for level in tint)
    cell = tuple(int(level) for level in np.clip(tint + rng.integers(-10, 14, 3), 0, 255))
    ink = tuple(int(level) for level in rng.integers(0, 80, 3))
    return replace(LIGHT, page=page, cell=cell, line=ink, wall=ink, core=ink, frame=ink, clue=ink)


def saved(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Draw JPEGs of quality 10 to 95 at pitch 14 and more, resampled, blurred, other formats."""
    way = rng.integers(4)
    drawing = draw(site_style(rng, least=14.0 if way == 0 else 24.0), puzzle, marks, 2000.0)
    pitch = pitch_of(drawing, puzzle)
    if way == 0:
        return degrade.jpeg(drawing, int(rng.integers(10, 96))).pixels
    if way == 1:
        factor = float(np.exp(rng.uniform(np.log(12.0 / pitch), np.log(min(1.5, 60 / pitch)))))
        how = "area" if factor < 0.5 else str(rng.choice(["area", "linear", "cubic", "nearest"]))
        return degrade.resize(drawing, factor, how).pixels
    if way == 2:
        return degrade.blur(drawing, float(rng.uniform(0.01, 0.1)) * pitch).pixels
    return _stored(rng, drawing)


def pitch_of(drawing: Drawing, puzzle: Puzzle) -> float:
    """Return how many pixels a cell is wide."""
    return float(np.hypot(*(drawing.corners[1] - drawing.corners[0])) / puzzle.width)


def _stored(rng: Random, drawing: Drawing) -> NDArray[np.uint8]:
    """Save in one of the many ways pictures are kept, and load again as the program does."""
    picture, file = Pillow.fromarray(drawing.pixels), io.BytesIO()
    mode, form = (
        ("RGB", "WEBP"), ("P", "GIF"), ("1", "PNG"), ("L", "PNG"),
        ("P", "PNG"), ("CMYK", "JPEG"), ("I;16", "PNG"), ("RGBA", "PNG"),
    )[rng.integers(8)]  # fmt: skip
    if mode == "I;16":
        grey = np.asarray(picture.convert("L"), np.uint16) * 257
        picture = Pillow.fromarray(grey)
    elif mode == "1":
        picture = picture.convert("L").point(lambda level: 255 * (level > 110)).convert("1")
    else:
        picture = picture.convert(mode)
    picture.save(file, form)
    file.seek(0)
    return load_picture(file).pixels


def photo(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Photographs of a print: turned, in perspective, in uneven light, noisy, blurred, on a desk."""
    zoom = float(rng.uniform(1.1, 1.8))
    style = Style(
        zoom=zoom,
        raster="grey",
        lettering="smooth",
        palette=LIGHT,
        page="print" if rng.random() < 0.4 else None,
        margin=30.0,
    )
    drawing = draw(style, puzzle, marks, 1800.0)
    desk = tuple(int(level) for level in rng.integers(40, 190, 3))
    drawing = degrade.perspective(
        drawing,
        tilt=float(rng.uniform(-25, 25)),
        pan=float(rng.uniform(-25, 25)),
        roll=float(rng.uniform(-20, 20)),
        background=desk,
    )
    drawing = degrade.light(
        drawing, rng, fall=float(rng.uniform(0.1, 0.7)), shadow=float(rng.choice([0, 0.25, 0.5])), tint=0.08
    )
    pitch = pitch_of(drawing, puzzle)
    drawing = degrade.blur(drawing, max(0.3, float(rng.uniform(0.01, 0.05)) * pitch))
    return degrade.jpeg(
        degrade.noise(drawing, float(rng.uniform(1, 9)), rng), int(rng.integers(50, 95))
    ).pixels


def other(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Other programs and hands: other walls, water, marks, fonts, frames and sizes."""
    name = str(rng.choice(OTHER_STYLES))
    font = str(rng.choice(["sans", "sans-bold", "serif", "mono", "builtin", "grotesk-bold"]))
    name = "mono" if name == "region-ids" and marks.any() else name  # ids are typed into empty boards only
    style = STYLES[name]
    return draw(
        replace(style, zoom=style.zoom * float(rng.uniform(0.7, 1.8)), font=font), puzzle, marks, 1800.0
    ).pixels


def clue_states(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Clues of overfilled lines in red, ticked-off ones in grey."""
    style = site_style(rng, least=14.0)
    cols = frozenset(np.flatnonzero(rng.random(puzzle.width) < 0.5).tolist())
    rows = frozenset(np.flatnonzero(rng.random(puzzle.height) < 0.5).tolist())
    return draw(replace(style, marked_cols=cols, marked_rows=rows), puzzle, marks).pixels


KINDS: dict[str, Painter] = {
    "site": site,
    "page": page,
    "dark": dark,
    "saved": saved,
    "photo": photo,
    "other": other,
    "clue states": clue_states,
}
