"""Random colour themes: the site's dark ones, night, sepia and tints."""

from dataclasses import replace

import numpy as np

from fixtures.drawing.style import DARK_READER, FORCED_DARK, LIGHT, NIGHT, SEPIA, Colour, Palette

Random = np.random.Generator

WATER_OFF_CELL, WATER_OFF_LINES = 40, 24
"""Levels by which water must differ from the cells, and from every kind of line, in its strongest channel:
with less, the board does not show what it is."""
DARK_READER_LINE = 24
"""Levels between a thin line and a cell in the theme with the faintest lines."""


def any_theme(rng: Random) -> Palette:
    """Choose a theme that is not the site's light one."""
    themes = (DARK_READER, FORCED_DARK, NIGHT, SEPIA, _tinted(rng), _grey_night(rng))
    return themes[rng.integers(len(themes))]


def dark_theme(rng: Random) -> Palette:
    """Choose a theme, in a third of the cases with water of any colour."""
    palette = any_theme(rng)
    return replace(palette, water=_any_water(rng, palette)) if rng.random() < 0.35 else palette


def _any_water(rng: Random, palette: Palette) -> Colour:
    """Choose any colour that cells and lines differ from."""
    while True:
        water = rng.integers(0, 256, 3)
        lines = (palette.line, palette.wall)
        if _apart(water, palette.cell) >= WATER_OFF_CELL and all(
            _apart(water, line) >= WATER_OFF_LINES for line in lines
        ):
            return _colour(water)


def _apart(one: np.ndarray, other: Colour) -> int:
    return int(np.abs(one - np.array(other)).max())


def _tinted(rng: Random) -> Palette:
    tint = 255 - rng.integers(0, 50, 3)
    page, cell = _colour(tint), _colour(tint + rng.integers(-10, 14, 3))
    ink = _colour(rng.integers(0, 80, 3))
    return replace(LIGHT, page=page, cell=cell, line=ink, wall=ink, core=ink, frame=ink, clue=ink)


def _grey_night(rng: Random) -> Palette:
    """Choose dark greys: cells near the page, thin lines off them by 24 levels and more, walls bright."""
    page = int(rng.integers(0, 70))
    cell = int(np.clip(page + rng.integers(-12, 20), 0, 90))
    darker = cell >= DARK_READER_LINE and rng.random() < 0.3
    line = (
        cell - int(rng.integers(DARK_READER_LINE, cell + 1)) if darker else cell + int(rng.integers(24, 80))
    )
    wall, clue = int(rng.integers(max(150, line + 50), 256)), int(rng.integers(170, 256))
    grey = {"page": page, "cell": cell, "line": line, "wall": wall, "core": wall, "frame": wall, "clue": clue}
    return replace(NIGHT, **{name: (level, level, level) for name, level in grey.items()})


def _colour(levels: np.ndarray) -> Colour:
    red, green, blue = (int(level) for level in np.clip(levels, 0, 255))
    return red, green, blue
