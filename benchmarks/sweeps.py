"""From easy pictures to hopeless ones: how many are answered rightly, refused, answered wrongly.

`python -m benchmarks.sweeps [-n PICTURES] [SWEEP…]` makes one thing worse step by step, until nothing is
answered in two steps, and prints one table for each such thing. It ends with 1 if any answer was wrong.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from rich.table import Table

from benchmarks.accuracy import Outcome, describe, judge
from benchmarks.runner import Job, Row, View, by_kind, command, share, table
from fixtures.drawing.board.palettes import Colour, Palette
from fixtures.drawing.board.style import Style
from fixtures.drawing.entries import played
from fixtures.drawing.kinds import pool
from fixtures.drawing.mishaps import degrade
from fixtures.drawing.render import draw_puzzle
from fixtures.drawing.scene import Picture

Random = np.random.Generator
Harm = Callable[[Picture, float, Random], Picture]
"""Spoils a drawing as strongly as a number says."""

PITCH = 31.0
"""Pixels of a cell where the pitch is not what is swept."""
SMALL_PITCH = 14.0
"""Pixels of a cell under compression: the smallest for which it must be read."""
LARGE_PITCH = 60.0
"""Pixels of a cell before it is reduced by leaving pixels out."""
LARGEST = 20
"""Rows or columns of the largest boards swept: larger ones only take longer."""
PATIENCE = 2
"""Steps without an answer after which a sweep's table ends."""
CAMERA_NOISE = 2.0
"""Levels of noise in dark and in pale pictures, without which any contrast could be read."""
PAPER = 235
"""Level of the paper in pale pictures."""


@dataclass(frozen=True)
class Sweep:
    """One thing that gets worse."""

    unit: str
    steps: tuple[float, ...]
    """From easy to hopeless."""
    harm: Harm = lambda drawing, strength, rng: drawing
    style: Callable[[float], Style] = lambda strength: _style(PITCH)


def _style(pitch: float, palette: Palette | None = None) -> Style:
    style = Style(zoom=pitch / 31, raster="grey", lettering="smooth", margin=20.0, rim=0.0)
    return replace(style, palette=palette) if palette else style


def _paled(levels: float) -> Palette:
    """Return a palette whose ink is so many levels darker than its paper, and its water half as many."""
    paper, ink, water = (_grey(PAPER - levels * share) for share in (0.0, 1.0, 0.4))
    inked = dict.fromkeys(("line", "wall", "core", "frame", "clue", "dry", "over", "marked"), ink)
    return Palette(page=paper, cell=paper, water=water, **inked)


def _grey(level: float) -> Colour:
    return round(level), round(level), round(level)


def _reduced(drawing: Picture, pitch: float, rng: Random) -> Picture:
    return degrade.resize(drawing, pitch / LARGE_PITCH, "nearest")


def _darkened(drawing: Picture, ratio: float, rng: Random) -> Picture:
    """Let the light fall by the same share from pixel to pixel, in any direction."""
    way = 0.5 + degrade.slope(drawing.pixels.shape[:2], float(rng.uniform(0, 2 * np.pi)))
    lit = drawing.but(degrade.levels(drawing.pixels * ratio ** -way[..., None]))
    return degrade.noise(lit, CAMERA_NOISE, rng)


def _leaning(drawing: Picture, degrees: float, rng: Random) -> Picture:
    towards = float(rng.uniform(0, 2 * np.pi))
    return degrade.perspective(drawing, tilt=degrees * np.sin(towards), pan=degrees * np.cos(towards))


def _everything(drawing: Picture, strength: float, rng: Random) -> Picture:
    """Make all of it worse at once: leaning, dark, blurred, noisy, compressed."""
    seen = _leaning(drawing, 12 * strength, rng)
    seen = degrade.light(seen, rng, fall=1 - 1 / (1 + strength), tint=0.05)
    seen = degrade.motion_blur(degrade.blur(seen, 0.02 * strength * PITCH), 0.05 * strength * PITCH, 30)
    return degrade.jpeg(degrade.noise(seen, 6 * strength, rng), max(1, round(80 - 18 * strength)))


SWEEPS: dict[str, Sweep] = {
    "pitch": Sweep("pixels", (20, 16, 14, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3), style=_style),
    "pixels left out": Sweep(
        "pixels of pitch from 60", (40, 30, 25, 20, 16, 14, 12, 10, 8, 6, 5, 4),
        _reduced, lambda _: _style(LARGE_PITCH),
    ),
    "compression": Sweep(
        "JPEG quality at pitch 14", (90, 70, 50, 35, 25, 18, 14, 10, 8, 6, 4, 2, 1),
        lambda drawing, quality, _: degrade.jpeg(drawing, int(quality)), lambda _: _style(SMALL_PITCH),
    ),
    "blur": Sweep(
        "cells", (0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.15, 0.18, 0.22, 0.26, 0.3, 0.4, 0.5),
        lambda drawing, cells, _: degrade.blur(drawing, cells * PITCH),
    ),
    "motion": Sweep(
        "cells", (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.3),
        lambda drawing, cells, rng: degrade.motion_blur(drawing, cells * PITCH, float(rng.uniform(0, 180))),
    ),
    "focus": Sweep(
        "cells of radius", (0.03, 0.06, 0.1, 0.14, 0.18, 0.22, 0.27, 0.33, 0.4, 0.5, 0.7),
        lambda drawing, cells, _: degrade.focus_blur(drawing, cells * PITCH),
    ),
    "noise": Sweep(
        "levels", (4, 8, 16, 24, 32, 48, 64, 80, 100, 130, 160, 200, 260, 400),
        degrade.noise,
    ),
    "rotation": Sweep(
        "degrees", (1, 2, 5, 10, 15, 20, 25, 30, 35, 40, 45, 60, 75, 85, 90, 120, 150, 175, 180),
        lambda drawing, degrees, _: degrade.rotate(drawing, degrees),
    ),
    "perspective": Sweep("degrees", (5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75), _leaning),
    "light": Sweep(
        "times brighter on one side", (1.5, 2, 3, 4, 6, 8, 12, 20, 40, 80, 150, 300, 1000, 10000), _darkened
    ),
    "contrast": Sweep(
        "levels", (200, 120, 80, 50, 32, 24, 16, 12, 8, 6, 4, 3, 2, 1),
        lambda drawing, _, rng: degrade.noise(drawing, CAMERA_NOISE, rng),
        lambda levels: _style(PITCH, _paled(levels)),
    ),
    "everything": Sweep("strength", (0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5), _everything),
}  # fmt: skip


def swept(name: str, strength: float, seed: int) -> Picture:
    """Draw a picture of a sweep's step: the same puzzle and marks for the same seed in every step."""
    sweep, chooser = SWEEPS[name], np.random.default_rng([seed, *name.encode()])
    few = [(puzzle, water) for puzzle, water in pool() if max(puzzle.height, puzzle.width) <= LARGEST]
    puzzle, water = few[chooser.integers(len(few))]
    marks = played(chooser, puzzle, water)
    drawing = draw_puzzle(puzzle, sweep.style(strength), marks=marks)
    return sweep.harm(drawing, strength, chooser).told(water=water)


def jobs(name: str, asked: range) -> list[Job]:
    """Return the pictures of a sweep: the kinds are its steps."""
    return [(f"{name} {strength:g}", number) for strength in SWEEPS[name].steps for number in asked]


def drawn(kind: str, number: int) -> Picture:
    """Draw a picture of a step."""
    name, _, strength = kind.rpartition(" ")
    return swept(name, float(strength), number)


def outcome(kind: str, number: int) -> Outcome:
    """Judge a picture of a step."""
    return judge(drawn(kind, number))


def tables(rows: Sequence[Row[Outcome]]) -> Iterator[Table]:
    """Yield a table for each sweep, until nothing is answered in some steps."""
    steps = by_kind(rows)
    for name in dict.fromkeys(kind.rpartition(" ")[0] for kind in steps):
        own = {kind.rpartition(" ")[2]: found for kind, found in steps.items() if kind.startswith(f"{name} ")}
        yield table(
            *(SWEEPS[name].unit, "pictures", "answered rightly", "refused", "wrong"),
            rows=[_counts(*step) for step in _until_silent(own)],
            title=f"{name}: until nothing is answered",
        )
    yield table("answered wrongly", rows=[[sum(row.found.wrong for row in rows)]])


def _until_silent(steps: dict[str, list[Outcome]]) -> Iterator[tuple[str, list[Outcome]]]:
    silent = 0
    for strength, found in steps.items():
        silent = 0 if any(one.right or one.wrong for one in found) else silent + 1
        if silent <= PATIENCE:
            yield strength, found


def _counts(strength: str, found: list[Outcome]) -> list[object]:
    right, wrong = sum(one.right for one in found), sum(one.wrong for one in found)
    return [strength, len(found), share(right, len(found), 0), len(found) - right - wrong, wrong]


SWEPT = View(
    outcome,
    tables,
    tuple(SWEEPS),
    jobs=jobs,
    describe=describe,
    is_wrong=lambda found: found.wrong,
    image=lambda kind, number: drawn(kind, number).pixels,
)

if __name__ == "__main__":
    command(SWEPT, __doc__)()
