"""The picture's edges → lines that run out of it, and cells that they make with the lines across them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, product
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from ..board import Board
from ..pixels.brightness import is_dark, strongest_channel
from ..pixels.quantiles import median, quantile
from .comb import SURE, even_row
from .ink import SAMPLED, darkness_along_rows, line_greys
from .sides import align

if TYPE_CHECKING:
    from ..files.pixels import Image
    from .clues import Edge

DEPTH = 1 / 100
"""Share of the picture's shorter side, from the edge inwards, in which lines across it are looked for."""
DEPTHS, OUTERMOST = (6, 10), 2
"""Pixels of that strip at least and at most, and of the part at the very edge, which a frame would fill."""
WIDEST = 1 / 50
"""Share of the edge that a line is wide at most."""
FAINTEST, STRONGEST, AS_STRONG = 0.06, 0.9, 0.3
"""Darkness from which something is a line: at least so much, and so great a share of this quantile of the
peaks."""
AT_THE_EDGE = 0.5
"""A line that runs out is at the very edge at least this share as dark as just inside."""
NARROWEST = (8.0, 1 / 120)
"""Pixels between two lines at least, and share of the edge."""
NOISE_TIMES = 4.0
"""A line is so many times as dark as most of the edge, or it is grain."""
FEWEST = 4
"""Lines that run out in a row, at least."""
ON_LIGHT = 2
"""Versions of a light picture that are looked at: in the inverted one the grain of white paper is strong."""


@dataclass(frozen=True, slots=True)
class RunOut:
    """Evenly spaced lines that end at an edge of the picture."""

    edge: Edge
    pitch: float
    """Pixels from one line to the next."""
    start: float
    end: float
    """Where along the edge the first and the last line end, in pixels."""
    gaps: int


def find_run_outs(image: Image) -> tuple[RunOut, ...]:
    """Return at which edges of a picture, uint8 (H, W, 3), evenly spaced lines run out of it."""
    depth = int(np.clip(DEPTH * min(image.shape[:2]), *DEPTHS))
    strips: dict[Edge, Image] = {
        "left": np.ascontiguousarray(image[:, :depth].transpose(1, 0, 2)),
        "top": image[:depth],
        "right": np.ascontiguousarray(image[:, : -depth - 1 : -1].transpose(1, 0, 2)),
        "bottom": np.ascontiguousarray(image[: -depth - 1 : -1]),
    }
    dark, found = is_dark(image[::SAMPLED, ::SAMPLED]), []
    for edge, strip in strips.items():
        row = even_row(_ends(strip, dark=dark), max(NARROWEST[0], NARROWEST[1] * strip.shape[1]))
        if len(row) >= FEWEST:
            pitch = float((row[-1] - row[0]) / (len(row) - 1))
            found.append(RunOut(edge, pitch, float(row[0]), float(row[-1]), len(row) - 1))
    return tuple(found)


def _ends(strip: Image, *, dark: bool) -> NDArray[np.float64]:
    """Return (n,) where lines across a strip (depth, length, 3) end at its first row, which is the edge."""
    reach = max(9, round(WIDEST * strip.shape[1]))
    views = [
        np.asarray(cv2.dilate(darkness_along_rows(grey, reach), np.ones((1, 3), np.uint8)))
        for grey in (line_greys(strip) if dark else islice(line_greys(strip), ON_LIGHT))
    ]
    inside = np.max([np.median(dark, axis=0) for dark in views], axis=0)
    outermost = np.max([dark[:OUTERMOST].mean(axis=0) for dark in views], axis=0)
    return _peaks(inside, outermost)


def _peaks(inside: NDArray[np.float32], outermost: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return (n,) the middles of the runs of darkness inside that are dark at the very edge, too."""
    tops = np.sort(inside)[::-1][: max(1, len(inside) // 50)]
    strong = AS_STRONG * quantile(tops, STRONGEST)
    least = max(FAINTEST, strong, NOISE_TIMES * float(np.median(inside)))
    on = np.flatnonzero(np.diff(np.concatenate([[0], inside > least, [0]]).astype(np.int8)))
    runs = on.reshape(-1, 2)
    ends = [
        (start + stop) / 2
        for start, stop in runs
        if outermost[max(0, start - 1) : stop + 1].max() >= AT_THE_EDGE * inside[start:stop].max()
    ]
    return np.array(ends, np.float64)


WIDE, DEEP = 5, (2, 4)
"""Cells of a seed along the picture's edge, at most, and away from it, at least and at most."""
PER_CELL = 20
"""Places in each cell where a line along the edge is looked for."""
ACROSS_AS_STRONG = 0.12
"""A line is at least this share as strong as the strongest: walls are much stronger than thin lines."""
ASIDE = 0.12
"""Cells beside its place in which a line is looked for."""
SIDE = (0.2, 0.8)
"""Where along the side of a cell it is looked at, in cells."""
UNBROKEN = 0.2
"""A line is seen but for this share of its length: a digit of a clue is not as long."""
FAINTEST_ACROSS = 8.0
"""Levels of contrast below which nothing is a line."""
ALL_BUT = 0.7
"""Share of the cells that a line goes along."""
GROUND = 0.3
"""Cells beside a line on both sides where the ground is looked at."""
TIMES = np.array([1.0, 0.5, 2.0])
"""How far lines may be apart, in distances of those that run out: some of them are missed, or are none."""
LEANS = np.deg2rad([0, -1.5, 1.5, -3, 3, -4.5, 4.5])
"""Angles by which the lattice may be turned: people hold a camera a little askew."""
PLACES = (0.5, 0.0, 1.0)
"""Where along the lines that run out a seed is looked for: in the middle, at the first and at the last."""
INWARDS: dict[Edge, tuple[float, float]] = {
    "left": (1.0, 0.0),
    "top": (0.0, 1.0),
    "right": (-1.0, 0.0),
    "bottom": (0.0, -1.0),
}
"""The way (x, y) into the picture."""


@dataclass(frozen=True, eq=False, slots=True)
class Patch:
    """Even cells that begin at the picture's edge."""

    edge: Edge
    start: NDArray[np.float64]
    """x and y of the corner at the edge where the cells begin."""
    along: NDArray[np.float64]
    """The way (x, y) from one cell to the next along the edge,"""
    inwards: NDArray[np.float64]
    """and away from it."""
    wide: int
    deep: int

    def board(self, phase: float) -> Board:
        """Return the cells as a board, so many cells farther away from the edge."""
        start, inwards = self.start + phase * self.inwards, self.inwards
        if self.edge in ("right", "bottom"):
            start, inwards = start + self.deep * inwards, -inwards
        upright = self.edge in ("left", "right")
        u, v = (inwards, self.along) if upright else (self.along, inwards)
        rows, cols = (self.wide, self.deep) if upright else (self.deep, self.wide)
        place = np.array([[u[0], v[0], start[0]], [u[1], v[1], start[1]], [0, 0, 1]])
        return Board(rows, cols, place, np.arange(cols + 1.0), np.arange(rows + 1.0), SURE)


@dataclass(frozen=True, eq=False, slots=True)
class AtEdges:
    """What runs out of a picture: lines, those that others cross, and the lattices that these make."""

    runs: tuple[RunOut, ...] = ()
    crossed: tuple[RunOut, ...] = ()
    lattices: tuple[Board, ...] = ()


def find_at_edges(image: Image) -> AtEdges:
    """Return the lattices of a picture, uint8 (H, W, 3), that lines running out of it make."""
    runs = find_run_outs(image)
    seeds = {run: seed for run in runs if (seed := find_seed(image, run))}
    lattices = [_tilted(image, seed) for seed in seeds.values()]
    return AtEdges(runs, tuple(seeds), tuple(lattices))


def _tilted(image: Image, seed: Board) -> Board:
    """Return a seed as its lines stand, which may lean."""
    _, _, sides = align(image, seed)
    return seed.tilted_by(sides.inner.right, sides.inner.down)


def find_seed(image: Image, run: RunOut) -> Board | None:
    """Return some cells of a picture, uint8 (H, W, 3), close to where lines run out of it.

    None where no lines cross those, as far apart as they are, or as those and others between them: they are
    no board's then.
    """
    for pitch, lean, place in product(run.pitch * TIMES, LEANS, PLACES):
        patch = _patch(image, run, float(pitch), float(lean), place)
        if (
            min(patch.wide - 1, patch.deep) >= DEEP[0]
            and (phase := _phase(_crossing(image, patch))) is not None
        ):
            return patch.board(phase)
    return None


def _patch(image: Image, run: RunOut, pitch: float, lean: float, place: float) -> Patch:
    """Return cells at the picture's edge, so far, 0 to 1, along the lines that run out there."""
    height, width = image.shape[:2]
    upright = run.edge in ("left", "right")
    far = {"left": 0.0, "top": 0.0, "right": float(width), "bottom": float(height)}[run.edge]
    cells = round((run.end - run.start) / pitch)
    wide = min(cells, WIDE)
    middle = run.start + (int((cells - wide) * place) + wide / 2) * pitch
    turn = pitch * np.array([[np.cos(lean), -np.sin(lean)], [np.sin(lean), np.cos(lean)]])
    along, inwards = turn @ ([0.0, 1.0] if upright else [1.0, 0.0]), turn @ INWARDS[run.edge]
    start = np.array([far, middle] if upright else [middle, far]) - along * wide / 2
    deep = min(DEEP[1], int((width if upright else height) / pitch) - 1)
    return Patch(run.edge, start, along, inwards, wide, deep)


def _crossing(image: Image, patch: Patch) -> NDArray[np.bool_]:
    """Return (cells, places): where each cell along the edge has a line that runs along the edge."""
    finer = 1 + int(np.hypot(*patch.inwards) / PER_CELL)  # no line lies between two places
    count = (patch.deep + 1) * PER_CELL * finer
    places = (np.arange(count) + 0.5) / (PER_CELL * finer)
    sideways = (np.arange(patch.wide)[:, None] + np.linspace(*SIDE, 8)).ravel()
    at = patch.start + sideways[:, None, None] * patch.along + places[:, None] * patch.inwards
    x, y = np.moveaxis(at.astype(np.float32) - np.float32(0.5), 2, 0)
    seen = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    near = np.array([[-1], [1]]) * round(GROUND * PER_CELL * finer)
    before, after = np.clip(np.arange(count) + near, 0, count - 1)
    off = cv2.min(*(strongest_channel(cv2.absdiff(seen, seen[:, beside])) for beside in (before, after)))
    unbroken = quantile(off.reshape(patch.wide, 8, count), UNBROKEN, axis=1)
    strength = unbroken.reshape(patch.wide, -1, finer).max(axis=2)
    least = max(FAINTEST_ACROSS, ACROSS_AS_STRONG * median(strength.max(axis=1)))
    return np.asarray(strength >= least, np.bool_)


def _phase(crossing: NDArray[np.bool_]) -> float | None:
    """Return how far from the edge the first line is, in cells, if lines follow each other evenly.

    `crossing` is (cells, places). There are lines at all even places then, and hardly any between.
    """
    window = np.ones((1, 2 * round(ASIDE * PER_CELL) + 1), np.uint8)
    near = cv2.dilate(crossing.astype(np.uint8), window).mean(axis=0)
    lines = near.reshape(-1, PER_CELL).min(axis=0)
    seen = crossing.mean(axis=0).reshape(-1, PER_CELL).mean(axis=0)
    between = range(PER_CELL // 4, 3 * PER_CELL // 4)
    contrast = lines - 2 * np.mean([np.roll(seen, step) for step in between], axis=0)
    if lines.max() < ALL_BUT or contrast.max() < SURE:
        return None
    return (int(np.where(contrast == contrast.max(), seen, -1.0).argmax()) + 0.5) / PER_CELL
