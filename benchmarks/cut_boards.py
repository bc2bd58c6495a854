"""Boards cut at their sides, with what the cut took: of the board, of its clues, or nothing but margin."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from fixtures.drawing.board.palettes import dark_theme
from fixtures.drawing.board.render import STYLES, Drawing
from fixtures.drawing.board.style import Edge, Style
from fixtures.drawing.faults import degrade
from fixtures.drawing.kinds.to_answer import (
    LEAST_BORDER,
    OTHER_STYLES,
    PAGES,
    Random,
    draw,
    site_style,
)
from solver.puzzle import Puzzle

Pixels = NDArray[np.uint8]
Marks = NDArray[np.uint8]
Look = Callable[[Random], Style]

SIDES: tuple[Edge, ...] = ("left", "top", "right", "bottom")
SHARES = (0.03, 0.4)
"""Share of the board's side that is cut off, at least and at most."""
AT_LINES = 0.25
"""Share of the cuts that pass along a line of the board, or a pixel or two beside it."""
GRAZED = 0.2
"""Cells that a cut takes of clues, at least: with less, nothing is lost yet."""
FRAME = 0.13
"""Cells beyond the frame's centre line, and beyond clues, that are left where nothing is lost."""
MOST = 1600.0
"""Pixels of the longer side."""
JPEGS, PHOTOGRAPHS = 0.3, 0.3
"""Shares of the pictures that are compressed, and of those on white paper that are photographs."""
LEAN, ROLL = 15.0, 4.0
"""Degrees that a photographed sheet leans, and is turned, at most: a cut is then along a side."""


@dataclass(frozen=True, eq=False)
class CutBoard:
    """A picture that ends inside what it shows, or close to it."""

    pixels: Pixels
    lost: frozenset[Edge]
    """The sides at which something of the board or of its clues is missing."""


@dataclass(frozen=True, eq=False)
class _Whole:
    """A board before it is cut."""

    drawing: Drawing
    size: tuple[int, int]
    """rows, cols."""
    reach: dict[Edge, float]
    """How many cells the clues reach beyond each side of the board."""

    def edge(self, side: Edge, inside: float, pick: Callable[..., float] = np.mean) -> float:
        """Return the x, or y, of a line so many cells inside the frame of a side."""
        rows, cols = self.size
        even = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float32)
        back = cv2.getPerspectiveTransform(even, (self.drawing.corners + 0.5).astype(np.float32))
        place = {"left": inside, "top": inside, "right": cols - inside, "bottom": rows - inside}[side]
        ends = [(place, 0), (place, rows)] if side in ("left", "right") else [(0, place), (cols, place)]
        seen = cv2.perspectiveTransform(np.array([ends], np.float32), back)[0]
        return float(pick(seen[:, int(side in ("top", "bottom"))]))


def cut_board(rng: Random, puzzle: Puzzle, marks: Marks, sides: int = 1) -> CutBoard:
    """Draw a board in any look, and cut a part off at so many sides."""
    whole = _whole(rng, puzzle, marks)
    lost: list[Edge] = [SIDES[side] for side in rng.permutation(4)[:sides]]
    return _finished(rng, whole, {side: whole.edge(side, _depth(rng, whole, side)) for side in lost})


def trimmed_board(rng: Random, puzzle: Puzzle, marks: Marks) -> CutBoard:
    """Draw a board in any look, and cut off margin alone, at one side or at all."""
    whole = _whole(rng, puzzle, marks)
    some = SIDES if rng.integers(2) else (SIDES[rng.integers(4)],)
    height, width = whole.drawing.pixels.shape[:2]
    far = {"left": 0, "top": 0, "right": width, "bottom": height}
    cuts = {}
    for side in some:
        outermost = min if side in ("left", "top") else max
        ink = whole.edge(side, -whole.reach[side] - FRAME, outermost)
        cuts[side] = far[side] + (ink - far[side]) * float(rng.random() ** 0.3)
    return replace(_finished(rng, whole, cuts), lost=frozenset())


def _depth(rng: Random, whole: _Whole, side: Edge) -> float:
    """Choose how many cells inside the frame a cut is; below none it takes clues alone."""
    cells = whole.size[side in ("left", "right")]
    share, reach = float(rng.uniform(*SHARES)) * cells, whole.reach[side]
    if rng.random() < AT_LINES:
        pitch = _pitch(whole)
        return max(1.0, round(share)) + float(rng.integers(-2, 3)) / pitch
    from_clues = reach > 0 and rng.random() < 0.5
    return max(GRAZED, share) - reach if from_clues else max(GRAZED, share)


def _pitch(whole: _Whole) -> float:
    """Return how many pixels a cell is wide."""
    return abs(whole.edge("right", 0) - whole.edge("left", 0)) / whole.size[1]


def _finished(rng: Random, whole: _Whole, cuts: dict[Edge, float]) -> CutBoard:
    """Cut a picture at these places, and compress some."""
    drawing = whole.drawing
    height, width = drawing.pixels.shape[:2]
    ends = {"left": 0.0, "top": 0.0, "right": float(width), "bottom": float(height)} | cuts
    left, top, right, bottom = (max(0, round(ends[side])) for side in SIDES)
    pixels = np.ascontiguousarray(drawing.pixels[top:bottom, left:right])
    if rng.random() < JPEGS:
        pixels = degrade.jpeg(Drawing(pixels, drawing.corners), int(rng.integers(30, 96))).pixels
    return CutBoard(pixels, frozenset(cuts))


def _whole(rng: Random, puzzle: Puzzle, marks: Marks) -> _Whole:
    style = LOOKS[sorted(LOOKS)[rng.integers(len(LOOKS))]](rng)
    drawing = draw(style, puzzle, marks, MOST)
    size = puzzle.height, puzzle.width
    blank = Puzzle([None] * puzzle.width, [None] * puzzle.height, puzzle.regions)
    reach = _clue_reach(drawing, draw(replace(style, unknown=""), blank, marks, MOST), puzzle)
    if style.page is None and style.palette == STYLES["site"].palette and rng.random() < PHOTOGRAPHS:
        angles = rng.uniform(-LEAN, LEAN, 2)
        drawing = degrade.on_desk(
            drawing, rng, tilt=angles[0], pan=angles[1], roll=float(rng.uniform(-ROLL, ROLL))
        )
        drawing = degrade.noise(degrade.blur(drawing, 0.6), float(rng.uniform(1, 6)), rng)
    return _Whole(drawing, size, reach)


def _clue_reach(drawing: Drawing, blank: Drawing, puzzle: Puzzle) -> dict[Edge, float]:
    """Return how many cells the ink of clues reaches beyond each side."""
    ys, xs = np.nonzero((drawing.pixels != blank.pixels).any(axis=2))
    (left, top), (right, bottom) = drawing.corners[0], drawing.corners[2]
    beyond = (left - xs.min(), top - ys.min(), xs.max() - right, ys.max() - bottom)
    pitch = drawing.pitch(puzzle.width)
    return {side: max(0.0, float(far) / pitch) for side, far in zip(SIDES, beyond, strict=True)}


def _site(rng: Random) -> Style:
    return replace(site_style(rng, least=14.0), crop=None)


def _dark(rng: Random) -> Style:
    return replace(site_style(rng, dark_theme(rng), least=16.0), crop=None)


def _page(rng: Random) -> Style:
    style = replace(site_style(rng, least=16.0), page=PAGES[rng.integers(len(PAGES))], crop=None)
    return replace(style, zoom=float(rng.uniform(0.6, 1.3)))


def _other(rng: Random) -> Style:
    name = str(rng.choice([name for name in OTHER_STYLES if name != "region-ids"]))
    style = STYLES[name]
    style = replace(style, zoom=style.zoom * float(rng.uniform(0.7, 1.8)), crop=None)
    if (style.wall - style.thin) / 2 * style.scale < LEAST_BORDER:
        style = replace(style, raster="exact")
    if rng.random() < 0.4:
        edges: tuple[Edge, Edge] = ("top", "bottom")[rng.integers(2)], ("left", "right")[rng.integers(2)]
        style = replace(style, clue_edges=edges, trail=style.lead)
    return style


LOOKS: dict[str, Look] = {"site": _site, "dark": _dark, "page": _page, "other": _other}
CUT_BOARDS: dict[str, Callable[[Random, Puzzle, Marks], CutBoard]] = {
    "cut by 3 to 40 %": cut_board,
    "cut at two sides": partial(cut_board, sides=2),
    "margin cut off": trimmed_board,
}
