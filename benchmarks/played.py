"""Kinds of played boards, to measure how marks alone are read."""

import io
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow

from benchmarks.kinds import (
    POOL,
    RESAMPLINGS,
    Case,
    Random,
    Water,
    draw,
    drawn_and_drawn_over,
    photo,
    pitch_of,
    pool,
    site_style,
)
from benchmarks.themes import any_theme, dark_theme
from fixtures.drawing import degrade
from fixtures.drawing.puzzles import random_puzzle
from fixtures.drawing.render import STYLES, Drawing, Style, draw_puzzle
from fixtures.drawing.style import LIGHT, MACOS, Colour, DryMark, Palette, WaterPattern
from solver.puzzle import Puzzle

Pixels = NDArray[np.uint8]
Marks = NDArray[np.uint8]
Covered = NDArray[np.bool_]
Look = Callable[[Random, Puzzle, Marks], Drawing | tuple[Drawing, Covered]]
"""Draws a puzzle and what is marked in it; and may tell over which cells (rows, cols) something is drawn."""

LARGEST = 2000.0
"""Pixels of a drawing's longer side, at most."""
SIGNS: tuple[DryMark, ...] = ("cross", "ring", "dot", "box")
WATERS: tuple[WaterPattern, ...] = ("stripes", "hatched", "waves", "gradient")
DOTS: tuple[Colour, ...] = ((0, 127, 0), (0, 0, 0), (120, 120, 120), (204, 0, 0))
SEEN, COVERED = 32, 0.02
"""Levels by which ink drawn over a board shows, and share of a cell from which it is counted as covered."""
SMALL = (4, 9)
"""Cells a side of the smallest boards, and of those beyond the largest of them."""
SAMPLED, INNER = 20, slice(4, 16)
"""Places a side at which a cell is looked at, and those where marks stand."""
LEAST_SIGN, MOST_SIGN = 4.0, 0.5
"""The smallest cross, ring or box in pixels, and the largest in cells."""


def played_case(kind: str, seed: int) -> Case:
    """Draw the picture number `seed` of a kind of PLAYED."""
    rng = np.random.default_rng([seed, *kind.encode()])
    if kind in ARRANGED:
        puzzle, water = random_puzzle(rng, *(int(side) for side in rng.integers(*SMALL, 2)))
        marks = arranged(rng, puzzle, water)
    else:
        puzzle, water = pool()[rng.integers(POOL)]
        marks = with_mistakes(rng, water)
    look = PLAYED[kind](rng, puzzle, marks)
    drawing, covered = look if isinstance(look, tuple) else (look, None)
    return Case(drawing.pixels, puzzle, water, marks, covered=covered)


def with_mistakes(rng: Random, water: Water) -> Marks:
    """Choose marks: a part of the solution or all of it, with mistakes or without; seldom few or none."""
    wet, state = np.array(water), rng.integers(20)
    solved = np.where(wet, 1, 2)
    if state == 0:
        return np.zeros(wet.shape, np.uint8)
    if state == 1:
        single = np.zeros(wet.shape, np.uint8)
        single[tuple(rng.integers(wet.shape))] = rng.integers(1, 3)
        return single
    if state == 2:
        return np.where(solved == rng.integers(1, 3), solved, 0).astype(np.uint8)
    share = 1.0 if state < 6 else float(rng.uniform(0.1, 0.95))
    marks = np.where(rng.random(wet.shape) < share, solved, 0)
    wrong = rng.random(wet.shape) < rng.choice([0, 0.02, 0.1])
    return np.where(wrong, rng.integers(0, 3, wet.shape), marks).astype(np.uint8)


def arranged(rng: Random, puzzle: Puzzle, water: Water) -> Marks:
    """Choose marks as they may happen to lie: any number of wet cells, apart from each other or in one."""
    regions = np.array(puzzle.regions)
    row, col = np.indices(regions.shape)
    full = rng.random(regions.max() + 1) < rng.uniform(0.1, 0.9)
    wet = (
        rng.random(regions.shape) < rng.uniform(0.05, 0.95),
        (row + col) % 2 == rng.integers(2),
        (row + col) % 2 == (rng.random(regions.shape) < rng.uniform(0, 0.3)),
        (row if rng.integers(2) else col) % 2 == rng.integers(2),
        full[regions],
        np.array(water, np.bool_),
        np.array(water, np.bool_) & full[regions],
        rng.permutation(regions.size).reshape(regions.shape) >= rng.integers(1, 4),
    )[rng.integers(8)]
    crossed = rng.random(regions.shape) < rng.choice([0, 0.1, 0.5, 1])
    return np.where(wet, 1, np.where(crossed, 2, 0)).astype(np.uint8)


def small_light(rng: Random, puzzle: Puzzle, marks: Marks) -> Drawing:
    """Draw small boards of the site's light theme and of others, with any marks."""
    return _any_of(rng, light, dark, phone, signs)(rng, puzzle, marks)


def small_saved(rng: Random, puzzle: Puzzle, marks: Marks) -> Drawing:
    """Small boards with any marks, with water of all kinds, saved as JPEG, reduced or photographed."""
    looks = (saved_light, saved_dark, reduced, patterns, dots, photographs)
    return _any_of(rng, *looks)(rng, puzzle, marks)


def light(rng: Random, puzzle: Puzzle, marks: Marks) -> Drawing:
    """Draw the site's light theme at any zoom, from a pitch of 12."""
    return draw(site_style(rng, LIGHT if rng.random() < 0.7 else MACOS), puzzle, marks, LARGEST)


def dark(rng: Random, puzzle: Puzzle, marks: Marks) -> Drawing:
    """Dark and tinted themes."""
    return draw(site_style(rng, dark_theme(rng), least=14.0), puzzle, marks, LARGEST)


def phone(rng: Random, puzzle: Puzzle, marks: Marks) -> Drawing:
    """Pages of a phone in any theme, saved as they are or compressed."""
    dpr, cells = float(rng.choice([2, 2.625, 3])), max(puzzle.width, puzzle.height)
    style = replace(site_style(rng, _theme(rng)), page="phone", dpr=dpr, crop=None)
    style = replace(style, zoom=float(rng.uniform(330, 380)) / (31 * cells + 78))
    drawing = draw(style, puzzle, marks, 2600.0)
    return compressed(rng, drawing) if rng.random() < 0.5 else drawing


def saved_light(rng: Random, puzzle: Puzzle, marks: Marks) -> Drawing:
    """Save the light theme as JPEG or WebP of quality 50 to 95."""
    return compressed(rng, light(rng, puzzle, marks))


def saved_dark(rng: Random, puzzle: Puzzle, marks: Marks) -> Drawing:
    """Save dark themes as JPEG or WebP of quality 50 to 95."""
    return compressed(rng, dark(rng, puzzle, marks))


def reduced(rng: Random, puzzle: Puzzle, marks: Marks) -> Drawing:
    """Boards of pitch 24 to 60 reduced to a pitch of 12 to 20, in any theme."""
    style = site_style(rng, _theme(rng))
    style = replace(style, zoom=float(rng.uniform(24, 60)) / 31 / style.dpr)
    drawing = draw_puzzle(puzzle, style, marks=marks)
    how = RESAMPLINGS[rng.integers(3)]
    return degrade.resize(drawing, float(rng.uniform(12, 20)) / pitch_of(drawing, puzzle), how)


def photographs(rng: Random, puzzle: Puzzle, marks: Marks) -> Drawing:
    """Photographs of prints and of screens, as `benchmarks.kinds` has them."""
    return Drawing(photo(rng, puzzle, marks), np.zeros((4, 2)))


def dots(rng: Random, puzzle: Puzzle, marks: Marks) -> Drawing:
    """Air as a dot of 2 to 4 pixels, cells of 14 to 40, as another program draws them; a third compressed."""
    pitch = float(rng.uniform(14, 40))
    dot = DOTS[rng.integers(len(DOTS))]
    palette = replace(LIGHT, dry=dot, line=(150, 150, 150), water=_water(rng, LIGHT))
    style = Style(
        pitch=31,
        zoom=pitch / 31,
        palette=palette,
        dry_mark="dot",
        dry_size=float(rng.uniform(2, 4)) * 31 / pitch,
        rim=0,
        raster=rng.choice(["snapped", "grey"]),
        lettering="smooth",
    )
    drawing = draw(style, puzzle, marks, LARGEST)
    return compressed(rng, drawing) if rng.random() < 0.3 else drawing


def patterns(rng: Random, puzzle: Puzzle, marks: Marks) -> Drawing:
    """Striped, hatched, wavy or graded water of any colour in any theme, from a pitch of 20."""
    pattern = WATERS[rng.integers(len(WATERS))]
    theme = _theme(rng)
    palette = replace(theme, water=_water(rng, theme)) if rng.random() < 0.5 else theme
    style = replace(
        site_style(rng, palette, least=20.0), water_pattern=pattern, inset_water=bool(rng.integers(2))
    )
    return draw(style, puzzle, marks, LARGEST)


def signs(rng: Random, puzzle: Puzzle, marks: Marks) -> Drawing:
    """Crosses, rings, dots and boxes of 4 pixels and more, of any colour, some greyed, in any theme."""
    theme = _theme(rng)
    palette = replace(theme, dry=_water(rng, theme)) if rng.random() < 0.5 else theme
    style = site_style(rng, palette, least=14.0)
    pitch = style.scale * 31
    across = float(np.exp(rng.uniform(np.log(LEAST_SIGN), np.log(max(LEAST_SIGN, MOST_SIGN * pitch)))))
    style = replace(
        style,
        dry_mark=SIGNS[rng.integers(len(SIGNS))],
        dry_size=across * 31 / pitch,
        greyed_marks=rng.random() < 0.3,
    )
    drawing = draw(style, puzzle, marks, LARGEST)
    return compressed(rng, drawing) if rng.random() < 0.3 else drawing


def over_drawn(rng: Random, puzzle: Puzzle, marks: Marks) -> tuple[Drawing, Covered]:
    """Words, strokes, stickers and more over the cells, as `benchmarks.kinds` has them."""
    plain, over, _ = drawn_and_drawn_over(rng, puzzle, marks)
    off = np.abs(plain.pixels.astype(np.int16) - over.pixels).max(axis=2) >= SEEN
    (left, top), (right, bottom) = plain.corners[0] + 0.5, plain.corners[2] + 0.5
    ys, xs = (
        np.linspace(first, last, count * SAMPLED, endpoint=False).astype(int)
        for first, last, count in ((top, bottom, puzzle.height), (left, right, puzzle.width))
    )
    cells = off[np.ix_(ys, xs)].reshape(puzzle.height, SAMPLED, puzzle.width, SAMPLED)
    return over, np.asarray(cells[:, INNER, :, INNER].mean(axis=(1, 3)) >= COVERED, np.bool_)


def typed_over(rng: Random, puzzle: Puzzle, marks: Marks) -> Drawing:
    """Each aquarium's number typed into its cells, water of any colour; no crosses."""
    np.minimum(marks, 1 - marks // 2, out=marks)
    name = str(rng.choice(["region-ids", "night", "sepia"]))
    style = replace(STYLES[name], region_ids=True, zoom=float(rng.uniform(1.0, 2.0)))
    return draw(style, puzzle, marks, LARGEST)


def compressed(rng: Random, drawing: Drawing) -> Drawing:
    """Save as JPEG or WebP of quality 50 to 95, and load again."""
    file, form = io.BytesIO(), str(rng.choice(["JPEG", "WEBP"]))
    Pillow.fromarray(drawing.pixels).save(file, form, quality=int(rng.integers(50, 96)))
    return replace(drawing, pixels=np.array(Pillow.open(file).convert("RGB")))


def _any_of(rng: Random, *looks: Callable[[Random, Puzzle, Marks], Drawing]) -> Callable[..., Drawing]:
    return looks[rng.integers(len(looks))]


def _theme(rng: Random) -> Palette:
    return LIGHT if rng.random() < 0.5 else any_theme(rng)


def _water(rng: Random, palette: Palette) -> Colour:
    """Choose any colour that cells differ from by 60 levels and lines by 24."""
    while True:
        colour = rng.integers(0, 256, 3)
        if abs(colour - palette.cell).max() >= 60 and abs(colour - palette.line).max() >= 24:
            red, green, blue = (int(level) for level in colour)
            return red, green, blue


PLAYED: dict[str, Look] = {
    "light": light,
    "dark": dark,
    "phone page": phone,
    "JPEG, WebP": saved_light,
    "JPEG, WebP, dark": saved_dark,
    "pitch 12 to 20": reduced,
    "photograph": photographs,
    "dots": dots,
    "patterned water": patterns,
    "other signs": signs,
    "drawn over": over_drawn,
    "numbers typed": typed_over,
    "small": small_light,
    "small, saved": small_saved,
}
ARRANGED = ("small", "small, saved")
"""Those of boards of SMALL sizes with marks that lie anyhow, whatever the puzzle."""
