"""How far the probabilities that the reader gives can be believed: predicted against observed errors.

`python -m benchmarks.calibration [-n PICTURES] [--first NUMBER] [--plot FILE] [KIND…]` reads rendered
pictures of every kind, compares every clue's most probable value and every side's likelier state with what
was drawn, and prints the reliability curves, the temperatures that fit best, and how sure the surest mistakes
were.
Rows whose errors are surely three times as many as predicted, or a third of it, are marked OFF.
Within the limits errors are too rare to measure probabilities by, so the kind "sweeps" adds pictures from any
step of any sweep of `benchmarks.sweeps`, easy to hopeless.
Temperatures are fitted to pictures of even numbers and judged on those of odd ones.
The last tables, of all kinds but the sweeps, say how sure mistakes are at most, and how many come together
(`benchmarks.tails`).
"""

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from benchmarks.reliability_plot import Bin, Curve, draw_curves
from benchmarks.sweeps import SWEEPS, swept
from benchmarks.tails import IMPOSSIBLE, SeenSides, Size, other_values, tables
from fixtures.drawing.kinds.to_answer import BEYOND, KINDS, Case, case, pool
from solver.belief.evidence import Evidence
from solver.puzzle import Puzzle
from vision.reading.find import BoardNotFound
from vision.reading.read import read

Floats = NDArray[np.float64]

WORSE = "sweeps"
"""The kind of pictures of the sweeps."""
SAME_BOARD = 0.8
"""Share of the sides that must be read rightly, or the lattice lies elsewhere than the board: its sides and
clues then say nothing about how sides and clues are read."""
ERRORS = (1.0, 0.3, 0.1, 0.03, 0.01, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 0.0)
"""Bounds of the bins: probabilities that the likeliest is not what was drawn."""
TEMPERATURES = np.geomspace(0.25, 16.0, 121)
"""Candidates, 3.5 % apart: finer than any number of pictures can tell."""
HEIGHTS = (5.0, 7.0, 9.0, 12.0)
"""Log-odds above which wrong sides are counted."""
NAMED = 6
"""Pictures with the surest mistakes that are named."""
SURE_CLUES = (3.0, 5.0, 7.0, 9.0)
"""The same for clues: how far the truth lies below the value taken, as a difference of logarithms."""


@dataclass(frozen=True, eq=False)
class Sample:
    """What was believed of one picture's items (clues or sides), and what was drawn."""

    kind: str
    seed: int
    log_p: Floats
    """(items, values), padded with IMPOSSIBLE."""
    truth: NDArray[np.intp]
    """(items,): the value that was drawn."""
    size: Size = (0, 0)
    """Of the board."""


def measured(job: tuple[str, int]) -> tuple[Sample, Sample] | None:
    """Return the clues and the sides of a picture; None where its board was not found, or not rightly."""
    cv2.setNumThreads(1)
    drawn = any_step(job[1]) if job[0] == WORSE else case(*job)
    try:
        reading = read(drawn.image)
    except BoardNotFound:
        return None
    except Exception as error:  # one bug must not hide all that was measured
        print(f"{job[0]} {job[1]} crashed: {error!r}", file=sys.stderr)
        return None
    puzzle = drawn.puzzle
    if (reading.board.rows, reading.board.cols) != (puzzle.height, puzzle.width):
        return None
    sides = _sides(reading.evidence, puzzle)
    if np.mean(sides[0].argmax(axis=1) == sides[1]) < SAME_BOARD:
        return None
    size = puzzle.height, puzzle.width
    return Sample(*job, *_clues(reading.evidence, puzzle), size), Sample(*job, *sides, size)


def any_step(seed: int) -> Case:
    """Draw a picture from any step of any sweep."""
    rng = np.random.default_rng(seed)
    name = tuple(SWEEPS)[rng.integers(len(SWEEPS))]
    steps = SWEEPS[name].steps
    return swept(name, steps[rng.integers(len(steps))], seed)


def _sides(evidence: Evidence, puzzle: Puzzle) -> tuple[Floats, NDArray[np.intp]]:
    odds, truth = [], []
    for side, log_odds in evidence.sides():
        (row, col), (other_row, other_col) = side.cells
        odds.append(log_odds)
        truth.append(puzzle.regions[row][col] != puzzle.regions[other_row][other_col])
    wall = np.array(odds)
    log_p = np.stack([-np.logaddexp(0, wall), -np.logaddexp(0, -wall)], axis=1)
    return np.maximum(log_p, IMPOSSIBLE), np.array(truth, np.intp)


def _clues(evidence: Evidence, puzzle: Puzzle) -> tuple[Floats, NDArray[np.intp]]:
    believed = [values for _, values in evidence.clues()]
    drawn = (*puzzle.col_clues, *puzzle.row_clues)
    log_p = np.full((len(believed), max(map(len, believed))), IMPOSSIBLE)
    for row, values in enumerate(believed):
        log_p[row, : len(values)] = np.maximum(values, IMPOSSIBLE)
    truth = [len(values) - 1 if clue is None else clue for clue, values in zip(drawn, believed, strict=True)]
    return log_p, np.array(truth, np.intp)


def tempered(log_p: Floats, temperature: float) -> Floats:
    """Return log-probabilities (items, values) made less sure by a temperature above 1, or surer below."""
    scaled = log_p / temperature
    top = scaled.max(axis=1, keepdims=True)
    return np.asarray(scaled - top - np.log(np.exp(scaled - top).sum(axis=1, keepdims=True)), np.float64)


def surprise(samples: Sequence[Sample], temperature: float = 1.0) -> float:
    """Return the mean negative logarithm of what was drawn, in nats."""
    log_p, truth = joined(samples)
    return float(-tempered(log_p, temperature)[np.arange(len(truth)), truth].mean())


def joined(samples: Sequence[Sample]) -> tuple[Floats, NDArray[np.intp]]:
    """Return the log-probabilities and the truths of many pictures one below the other."""
    widest = max(sample.log_p.shape[1] for sample in samples)
    padded = [
        np.pad(sample.log_p, ((0, 0), (0, widest - sample.log_p.shape[1])), constant_values=2 * IMPOSSIBLE)
        for sample in samples
    ]
    return np.concatenate(padded), np.concatenate([sample.truth for sample in samples])


def fitted_temperature(samples: Sequence[Sample]) -> float:
    """Return the temperature under which what was drawn is most probable."""
    return float(min(TEMPERATURES, key=lambda temperature: surprise(samples, temperature)))


def reliability(samples: Sequence[Sample], temperature: float = 1.0) -> tuple[Bin, ...]:
    """Return predicted and observed errors of all items, in bins of the predicted one."""
    log_p, truth = joined(samples)
    log_p = tempered(log_p, temperature)
    error, wrong = -np.expm1(log_p.max(axis=1)), log_p.argmax(axis=1) != truth
    bins = []
    for high, low in pairwise(ERRORS):
        inside = (error <= high) & (error > low) if low else error <= high
        if inside.any():
            bins.append(
                Bin(low, high, int(inside.sum()), float(error[inside].mean()), int(wrong[inside].sum()))
            )
    return tuple(bins)


def expected_error(bins: Sequence[Bin]) -> float:
    """Return the mean distance of predicted and observed errors, weighted by the items (ECE)."""
    return sum(abs(one.count * one.predicted - one.wrong) for one in bins) / sum(one.count for one in bins)


def curve_table(name: str, samples: Sequence[Sample]) -> Table:
    """Return the reliability as it is, with the fitted temperature in the title."""
    even, odd = ([sample for sample in samples if sample.seed % 2 == half] for half in (0, 1))
    fit = fitted_temperature(even)
    bins, cooled = reliability(odd), reliability(odd, fit)
    title = (
        f"{name}, odd pictures: ECE {expected_error(bins):.1e}, at temperature {fit:.2f} "
        f"{expected_error(cooled):.1e}; nats {surprise(odd):.1e} and {surprise(odd, fit):.1e}"
    )
    table = Table(
        "predicted error", name, "predicted", "observed", "wrong", "ratio", "", name, "observed", title=title
    )
    after = {one.high: one for one in cooled}
    before = {one.high: one for one in bins}
    for high, low in pairwise(ERRORS):
        one, other = before.get(high), after.get(high)
        cells = (
            [
                str(one.count),
                f"{one.predicted:.1e}",
                f"{one.observed:.1e}",
                str(one.wrong),
                f"{one.ratio:.2f}{' OFF' if one.is_off else ''}",
            ]
            if one
            else [""] * 5
        )
        cooler = [f"at {fit:.2f}:", str(other.count), f"{other.observed:.1e}"] if other else [""] * 3
        table.add_row(f"{low:g} to {high:g}", *cells, *cooler)
    return table


def kind_table(clues: Sequence[Sample], sides: Sequence[Sample], lost: dict[str, int]) -> Table:
    """Return for each kind how many errors were expected and how many were made, and its own temperatures."""
    columns = ("kind", "boards", "not read", "clues", "expected wrong", "wrong", "T")
    table = Table(*columns, "sides", "expected wrong", "wrong", "T", title="By kind")
    for kind in dict.fromkeys(sample.kind for sample in clues):
        row = [kind, str(sum(sample.kind == kind for sample in clues)), str(lost[kind])]
        for samples in (clues, sides):
            own = [sample for sample in samples if sample.kind == kind]
            bins = reliability(own)
            expected = sum(one.count * one.predicted for one in bins)
            made = sum(one.wrong for one in bins)
            row += [str(sum(one.count for one in bins)), f"{expected:.1f}", str(made)]
            row.append(f"{fitted_temperature(own):.2f}")
        table.add_row(*row)
    return table


def surest_mistakes(name: str, samples: Sequence[Sample], heights: Sequence[float]) -> Table:
    """Return how sure the reader was of what it took wrongly, and in which pictures most."""
    log_p, truth = joined(samples)
    apart = log_p.max(axis=1) - log_p[np.arange(len(truth)), truth]
    wrong = apart[log_p.argmax(axis=1) != truth]
    title = f"{len(wrong)} wrong of {len(truth)} {name}"
    table = Table("log-odds against the truth above", "wrong", "share", title=title)
    for height in heights:
        above = int((wrong > height).sum())
        table.add_row(f"{height:g}", str(above), f"{100 * above / max(1, len(wrong)):.0f} %")
    for apart, kind, seed in sorted(map(_surest, samples), reverse=True)[:NAMED]:
        table.add_row(f"{kind} {seed}", f"{apart:.1f}" if apart > 0 else "none", "")
    return table


def _surest(sample: Sample) -> tuple[float, str, int]:
    """Return how far the truth lies below what was taken, where that is farthest, and in which picture."""
    log_p, truth = joined([sample])
    apart = log_p.max(axis=1) - log_p[np.arange(len(truth)), truth]
    return float(apart.max()), sample.kind, sample.seed


def seen_sides(sample: Sample) -> SeenSides:
    """Return the sides of a picture as a board."""
    return SeenSides(sample.size, sample.log_p[:, 1] - sample.log_p[:, 0], sample.truth > 0)


@click.command()
@click.argument("kinds", nargs=-1, metavar="[KIND]...")
@click.option("-n", "--pictures", default=100, help="Pictures of each kind; three times as many of sweeps.")
@click.option("-j", "--workers", default=2)
@click.option("--first", default=0, help="Number of the first picture.")
@click.option("--plot", type=click.Path(path_type=Path), help="PNG to draw the curves into.")
def main(*, kinds: tuple[str, ...], pictures: int, workers: int, first: int, plot: Path | None) -> None:
    """Print the curves and the tails."""
    console = Console(width=None if sys.stdout.isatty() else 160)
    pool()
    jobs = [
        (kind, seed)
        for kind in kinds or (*KINDS, *BEYOND, WORSE)
        for seed in range(first, first + pictures * (3 if kind == WORSE else 1))
    ]
    with ProcessPoolExecutor(workers) as executor:
        found = list(executor.map(measured, jobs, chunksize=4))
    lost = {kind: 0 for kind, _ in jobs}
    for (kind, _), sample in zip(jobs, found, strict=True):
        lost[kind] += sample is None
    pairs = [pair for pair in found if pair is not None]
    clues, sides = [clue for clue, _ in pairs], [side for _, side in pairs]
    curves = []
    for name, samples, heights in (("clues", clues, SURE_CLUES), ("sides", sides, HEIGHTS)):
        console.print(curve_table(name, samples), surest_mistakes(name, samples, heights))
        curves += [
            Curve(name, reliability(samples)),
            Curve(f"{name}, fitted", reliability(samples, fitted_temperature(samples))),
        ]
    console.print(kind_table(clues, sides, lost))
    if boards := [seen_sides(sample) for sample in sides if sample.kind != WORSE]:
        values = other_values(*joined([sample for sample in clues if sample.kind != WORSE]))
        console.print(*tables(boards, values))
    if plot:
        draw_curves(curves).save(plot)


if __name__ == "__main__":
    main()
