"""Kinds of pictures that people have: each draws a puzzle with everything that varies chosen at random."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from benchmarks.saved_and_photographed import photographed, stored
from benchmarks.terminals import terminal
from benchmarks.themes import any_theme, dark_theme
from fixtures.drawing import degrade
from fixtures.drawing.drawn_over import draw_over
from fixtures.drawing.puzzles import unique_puzzle
from fixtures.drawing.render import STYLES, Drawing, Style, draw_puzzle
from fixtures.drawing.style import LIGHT, MACOS, Edge, Palette, Surroundings
from solver import InvalidPuzzle, NoSolution, solve
from solver.puzzle import Puzzle

Random = np.random.Generator
Water = tuple[tuple[bool, ...], ...]
Picture = NDArray[np.uint8] | tuple[NDArray[np.uint8], bool]
"""Pixels; and whether a person can read every clue in them, where that is not plain."""
Painter = Callable[[Random, Puzzle, NDArray[np.uint8]], Picture]
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
FONTS = ("sans", "sans-bold", "serif", "mono", "builtin", "grotesk-bold")
PAGES: tuple[Surroundings, ...] = ("desktop", "phone", "print", "long", "long", "app", "app")
RESAMPLINGS: tuple[degrade.Resampling, ...] = ("area", "linear", "cubic", "nearest")
LEAST_TRACE = 60
"""Levels that a wall adds to a thin line, summed across it, at least: with less, no wall is to be seen."""
LEAST_BORDER = 1.0
"""Pixels by which walls reach beyond thin lines on both sides: with less, snapping edges makes them one."""
WORDS_BELOW = 55.0
"""Room under a window's board for the words there, in CSS pixels of the page."""
MISSING = (0.2, 0.5)
"""Share of the clues that a picture with missing clues lacks, at most; fewer where the answer needs them."""
POOL = 44
"""Puzzles that all pictures are drawn of."""


@dataclass(frozen=True, eq=False)
class Case:
    """A picture and what it shows."""

    image: NDArray[np.uint8]
    puzzle: Puzzle
    water: Water
    marks: NDArray[np.uint8]
    readable: bool = True
    """Whether a person can read every clue."""
    covered: NDArray[np.bool_] | None = None
    """(rows, cols): the cells that something is drawn over, if there may be any."""


@cache
def pool() -> tuple[tuple[Puzzle, Water], ...]:
    """Return the puzzles pictures are drawn of, each with exactly one solution."""
    return tuple(
        unique_puzzle(np.random.default_rng(seed), *SIZES[seed % len(SIZES)]) for seed in range(POOL)
    )


def case(kind: str, seed: int, painter: Painter | None = None) -> Case:
    """Draw the picture number `seed` of a kind: empty, partly played with mistakes, or solved.

    A painter draws a kind that is not among KINDS and BEYOND.
    """
    rng = np.random.default_rng([seed, *kind.encode()])
    puzzle, water = pool()[rng.integers(POOL)]
    if kind in THINNED:
        puzzle = without_some_clues(rng, puzzle)
    marks = played(rng, water)
    picture = (painter or {**KINDS, **BEYOND}[kind])(rng, puzzle, marks)
    pixels, readable = picture if isinstance(picture, tuple) else (picture, True)
    return Case(pixels, puzzle, water, marks, readable)


def without_some_clues(rng: Random, puzzle: Puzzle) -> Puzzle:
    """Leave clues out in random order, as long as the puzzle keeps its only solution."""
    most = round(rng.uniform(*MISSING) * (puzzle.width + puzzle.height))
    for line in rng.permutation(puzzle.width + puzzle.height):
        clues = [*puzzle.col_clues, *puzzle.row_clues]
        clues[line] = None
        fewer = Puzzle(clues[: puzzle.width], clues[puzzle.width :], puzzle.regions)
        if has_one_solution(fewer):
            puzzle = fewer
        if clues_missing(puzzle) >= most:
            break
    return puzzle


def has_one_solution(puzzle: Puzzle) -> bool:
    """Return whether exactly one water satisfies a puzzle."""
    try:
        return solve(puzzle).unique
    except (InvalidPuzzle, NoSolution):
        return False


def clues_missing(puzzle: Puzzle) -> int:
    """Return for how many lines no clue is given."""
    return puzzle.col_clues.count(None) + puzzle.row_clues.count(None)


def played(rng: Random, water: Water) -> NDArray[np.uint8]:
    """Choose marks: none, the whole solution, or a part of it, with mistakes or without."""
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
    """Whole pages of a desktop or a phone and prints, with all that stands around the board."""
    surroundings = PAGES[rng.integers(len(PAGES))]
    palette = any_theme(rng) if rng.random() < 0.2 else LIGHT
    style = replace(site_style(rng, palette, least=14.0), page=surroundings, crop=None)
    style = replace(style, zoom=float(rng.uniform(0.6, 1.6)))
    if surroundings in ("phone", "app"):  # the site shrinks or enlarges boards to most of a phone's width
        dpr, cells = float(rng.choice([2, 2.625, 3])), max(puzzle.width, puzzle.height)
        style = replace(style, dpr=dpr, zoom=float(rng.uniform(330, 380)) / (31 * cells + 78))
    return draw(style, puzzle, marks, 2600.0).pixels


def dark(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Dark and tinted themes, water of any colour."""
    return draw(site_style(rng, dark_theme(rng), least=14.0), puzzle, marks).pixels


def saved(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Draw JPEGs of quality 10 to 95 at pitch 14 and more, resampled, blurred, other formats."""
    way = rng.integers(4)
    if way == 1:
        return _resampled(rng, puzzle, marks)
    drawing = draw(site_style(rng, least=14.0 if way == 0 else 24.0), puzzle, marks, 2000.0)
    if way == 0:
        return degrade.jpeg(drawing, int(rng.integers(10, 96))).pixels
    if way == 2:
        return degrade.blur(drawing, float(rng.uniform(0.01, 0.1)) * pitch_of(drawing, puzzle)).pixels
    return stored(rng, drawing)


def _resampled(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Reduce a board of pitch 20 to 60 to any pitch down to 12, as far as all of its walls still show."""
    how = rng.choice(RESAMPLINGS)
    while True:
        style, target = _to_be_reduced(rng)
        if walls_show(puzzle, style, target, how):
            return _reduced(puzzle, style, marks, target, how).pixels


def undersampled(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Leave out so many pixels that in some line walls and thin parts are the same: it may be refused."""
    while True:
        how, (style, target) = rng.choice(RESAMPLINGS[1:]), _to_be_reduced(rng)
        if not walls_show(puzzle, style, target, how):
            return _reduced(puzzle, style, marks, target, how).pixels


def _to_be_reduced(rng: Random) -> tuple[Style, float]:
    """Choose a style of pitch 20 to 60, and a smaller pitch, 12 at least."""
    style, pitch = site_style(rng), float(rng.uniform(20, 60))
    return replace(style, zoom=pitch / 31 / style.dpr), float(np.exp(rng.uniform(np.log(12), np.log(pitch))))


def _reduced(
    puzzle: Puzzle, style: Style, marks: NDArray[np.uint8], target: float, how: degrade.Resampling
) -> Drawing:
    drawing = draw_puzzle(puzzle, style, marks=marks)
    return degrade.resize(drawing, target / pitch_of(drawing, puzzle), how)


def walls_show(puzzle: Puzzle, style: Style, target: float, how: degrade.Resampling) -> bool:
    """Return whether in every line of a reduced board a wall would look other than a thin part.

    The same board is drawn with walls everywhere and with none; each line must differ between the two.
    """
    rows, cols = puzzle.height, puzzle.width
    blank, plain = np.zeros((rows, cols), np.uint8), replace(style, crop=None)
    ids = np.arange(rows * cols).reshape(rows, cols)
    walled, open_ = (
        _reduced(Puzzle([None] * cols, [None] * rows, regions.tolist()), plain, blank, target, how)
        for regions in (ids, 0 * ids)
    )
    off = np.abs(walled.pixels.astype(int) - open_.pixels).max(axis=2)
    (left, top), (right, bottom) = open_.corners[[0, 2]]
    across = off[int(top + 0.5 * (bottom - top) / rows)]
    down = off[:, int(left + 0.5 * (right - left) / cols)]
    return all(
        _strip(line, start, (stop - start) / cells, number) >= LEAST_TRACE
        for line, start, stop, cells in ((across, left, right, cols), (down, top, bottom, rows))
        for number in range(1, cells)
    )


def _strip(line: NDArray[np.intp], start: float, pitch: float, number: int) -> int:
    """Return the sum of a row of levels around a line of the board."""
    low, high = (int(start + (number + side) * pitch) for side in (-0.25, 0.25))
    return int(line[low : high + 1].sum())


def pitch_of(drawing: Drawing, puzzle: Puzzle) -> float:
    """Return how many pixels a cell is wide."""
    return float(np.hypot(*(drawing.corners[1] - drawing.corners[0])) / puzzle.width)


def photo(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Photographs of prints on a desk, and of screens, from aside and turned, in any light."""
    style = Style(
        zoom=float(rng.uniform(1.0, 2.4)),
        raster="grey",
        lettering="smooth",
        margin=30.0,
        seed=int(rng.integers(99)),
    )
    if rng.random() < 0.4:
        style = replace(style, page="print")
    drawing = draw(style, puzzle, marks, 2200.0)
    return photographed(rng, drawing, lambda seen: pitch_of(seen, puzzle))


def other(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Other programs and hands: other walls, water, marks, fonts, frames, sizes and places of clues."""
    name = str(rng.choice(OTHER_STYLES))
    name = "mono" if name == "region-ids" and marks.any() else name  # ids are typed into empty boards only
    style = STYLES[name]
    style = replace(style, zoom=style.zoom * float(rng.uniform(0.7, 1.8)), font=str(rng.choice(FONTS)))
    if (style.wall - style.thin) / 2 * style.scale < LEAST_BORDER:
        style = replace(style, raster="exact")
    if rng.random() < 0.4:
        below = WORDS_BELOW / style.zoom if style.page == "window" else 0.0
        style = replace(style, clue_edges=_edges(rng), trail=style.lead + below)
    return draw(style, puzzle, marks, 1800.0).pixels


def _edges(rng: Random) -> tuple[Edge, ...]:
    """Choose where clues stand: above, below or both, and left, right or both."""
    across: tuple[tuple[Edge, ...], ...] = (("top",), ("bottom",), ("top", "bottom"))
    down: tuple[tuple[Edge, ...], ...] = (("left",), ("right",), ("left", "right"))
    return across[rng.integers(3)] + down[rng.integers(3)]


def clue_states(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Clues of overfilled lines in red, ticked-off ones grey or red, struck out or both, in any theme."""
    palette = LIGHT if rng.random() < 0.6 else any_theme(rng)
    if rng.random() < 0.25:
        palette = replace(palette, marked=palette.over)
    style = site_style(rng, palette, least=14.0)
    look = rng.integers(3)
    if look != 1:
        style = replace(style, marked_cols=_some(rng, puzzle.width), marked_rows=_some(rng, puzzle.height))
    if look != 0:
        style = replace(style, struck_cols=_some(rng, puzzle.width), struck_rows=_some(rng, puzzle.height))
        style = replace(style, slashed=bool(rng.integers(2)))
    return draw(style, puzzle, marks).pixels


def missing_clues(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Boards that do not give every clue: a question mark or nothing in its place."""
    palette = LIGHT if rng.random() < 0.7 else any_theme(rng)
    style = site_style(rng, palette, least=14.0)
    return draw(replace(style, unknown=str(rng.choice(["", "?"]))), puzzle, marks).pixels


def drawn_over(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], bool]:
    """Draw one to four things over a screenshot, and tell whether every clue can still be read."""
    _, over, readable = drawn_and_drawn_over(rng, puzzle, marks)
    return over.pixels, readable


def drawn_and_drawn_over(
    rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]
) -> tuple[Drawing, Drawing, bool]:
    """Draw a screenshot, and the same with things over it; tell whether every clue can be read there."""
    theme = any_theme(rng) if rng.random() < 0.35 else LIGHT
    style = replace(site_style(rng, theme, least=14.0), crop=None)
    if rng.random() < 0.3:
        surroundings: Surroundings = "app" if rng.random() < 0.5 else "phone"
        cells = max(puzzle.width, puzzle.height)
        style = replace(style, page=surroundings, dpr=2.0, zoom=360 / (31 * cells + 78))
    unsaid = Puzzle([None] * puzzle.width, [None] * puzzle.height, puzzle.regions)
    drawing, bare = (draw(style, shown, marks, 2400.0) for shown in (puzzle, unsaid))
    over, illegible = draw_over(rng, drawing, puzzle, bare)
    if rng.random() < 0.4:
        over = degrade.jpeg(over, int(rng.integers(50, 96)))
    return drawing, over, not illegible


def _some(rng: Random, lines: int) -> frozenset[int]:
    """Choose some of so many lines: none to all."""
    return frozenset(np.flatnonzero(rng.random(lines) < rng.random()).tolist())


KINDS: dict[str, Painter] = {
    "site": site,
    "page": page,
    "dark": dark,
    "saved": saved,
    "photo": photo,
    "other": other,
    "clue states": clue_states,
    "missing clues": missing_clues,
    "drawn over": drawn_over,
}
WANTED = {
    "site": 0.999, "page": 0.995, "dark": 0.995, "saved": 0.98,
    "photo": 0.95, "other": 0.95, "clue states": 0.98, "missing clues": 0.98,
    "drawn over": 0.85,
}  # fmt: skip
"""Share of the pictures of each kind that must be answered rightly; all others must be refused."""
BEYOND: dict[str, Painter] = {"undersampled": undersampled, "terminal": terminal}
"""Kinds that do not show all of their puzzle: what of it can be worked out may be answered."""
THINNED = {"missing clues"}
"""Kinds whose puzzles lack clues."""
