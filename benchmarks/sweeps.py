"""From easy pictures to hopeless ones: how many are answered rightly, refused, answered wrongly.

`python -m benchmarks.sweeps [-n PICTURES] [SWEEP…]` makes one thing worse step by step, until nothing is
answered in two steps, and prints one table for each such thing. It ends with 1 if any answer was wrong or the
program crashed.
"""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace

import click
import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.accuracy import CRASHED, Outcome, judged
from fixtures.drawing.board.palettes import Colour, Palette
from fixtures.drawing.board.render import Drawing, Style, draw_puzzle
from fixtures.drawing.faults import degrade
from fixtures.drawing.kinds.to_answer import POOL, Case, played, pool

Random = np.random.Generator
Harm = Callable[[Drawing, float, Random], Drawing]
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
"""Steps without an answer after which a sweep ends."""
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


def _reduced(drawing: Drawing, pitch: float, rng: Random) -> Drawing:
    return degrade.resize(drawing, pitch / LARGE_PITCH, "nearest")


def _darkened(drawing: Drawing, ratio: float, rng: Random) -> Drawing:
    """Let the light fall by the same share from pixel to pixel, in any direction."""
    way = 0.5 + degrade.slope(drawing.pixels.shape[:2], float(rng.uniform(0, 2 * np.pi)))
    lit = replace(drawing, pixels=degrade.levels(drawing.pixels * ratio ** -way[..., None]))
    return degrade.noise(lit, CAMERA_NOISE, rng)


def _leaning(drawing: Drawing, degrees: float, rng: Random) -> Drawing:
    towards = float(rng.uniform(0, 2 * np.pi))
    return degrade.perspective(drawing, tilt=degrees * np.sin(towards), pan=degrees * np.cos(towards))


def _everything(drawing: Drawing, strength: float, rng: Random) -> Drawing:
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


def swept(name: str, strength: float, seed: int) -> Case:
    """Draw a picture of a sweep's step: the same puzzle and marks for the same seed in every step."""
    sweep, chooser = SWEEPS[name], np.random.default_rng([seed, *name.encode()])
    few = [(puzzle, water) for puzzle, water in pool()[:POOL] if max(puzzle.height, puzzle.width) <= LARGEST]
    puzzle, water = few[chooser.integers(len(few))]
    marks = played(chooser, water)
    drawing = draw_puzzle(puzzle, sweep.style(strength), marks=marks)
    return Case(sweep.harm(drawing, strength, chooser).pixels, puzzle, water, marks)


def _judged(job: tuple[str, float, int]) -> Outcome:
    cv2.setNumThreads(1)
    return judged(swept(*job))


def outcomes(
    name: str, pictures: int, executor: ProcessPoolExecutor
) -> Iterator[tuple[float, list[Outcome]]]:
    """Yield the outcomes of each step of a sweep, until nothing was answered in some of them."""
    silent = 0
    for strength in SWEEPS[name].steps:
        found = list(executor.map(_judged, [(name, strength, seed) for seed in range(pictures)], chunksize=4))
        yield strength, found
        silent = 0 if any(outcome.right or outcome.wrong for outcome in found) else silent + 1
        if silent == PATIENCE:
            return


def swept_table(name: str, steps: Iterator[tuple[float, list[Outcome]]]) -> tuple[Table, int]:
    """Return a sweep's table, and how many wrong answers and crashes are in it."""
    columns = (SWEEPS[name].unit, "pictures", "answered rightly", "refused", "wrong", "crashed")
    table, faults = Table(*columns, title=f"{name}: until nothing is answered"), 0
    for strength, found in steps:
        right, wrong = sum(outcome.right for outcome in found), sum(outcome.wrong for outcome in found)
        crashed = sum(outcome.status.startswith(CRASHED) for outcome in found)
        counts = len(found) - right - wrong - crashed, wrong, crashed
        table.add_row(f"{strength:g}", str(len(found)), f"{right / len(found):.0%}", *map(str, counts))
        faults += wrong + crashed
    return table, faults


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(SWEEPS)), metavar="[SWEEP]...")
@click.option("-n", "--pictures", default=20, help="Pictures of each step.")
@click.option("-j", "--workers", default=2)
def main(names: tuple[str, ...], pictures: int, workers: int) -> None:
    """Print a table for every sweep; end with 1 if any answer was wrong."""
    console, faults = Console(), 0
    pool()
    with ProcessPoolExecutor(workers) as executor:
        for name in names or SWEEPS:
            table, met = swept_table(name, outcomes(name, pictures, executor))
            console.print(table)
            faults += met
    console.print(f"answered wrongly or crashed: {faults}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
