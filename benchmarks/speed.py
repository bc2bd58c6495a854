"""How fast everything is, beside its targets: `python -m benchmarks.speed [PART...] [-n ROUNDS]`.

The parts are `commands`, `pictures`, `threads`, `explaining`, `making`, `solving` and `batches`; without any
all are measured. Most figures are ratios within one run, which a noisy machine hardly changes:
what is compared takes turns. All are of CPU time, medians of the rounds; `worst` is the largest of many.
"""

import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

import click
import cv2
from rich.console import Console
from rich.progress import track

from benchmarks.batch import questions, ratio, rounds_of
from benchmarks.batch_start import DONE, NEW, Shots
from benchmarks.launching import ROOT, launched
from benchmarks.puzzles_to_solve import hard, large, real
from benchmarks.runner import print_tables, table
from benchmarks.solver import proof_ms
from benchmarks.stage_times import SIZES, boards, crop, measured, stage_table, timed
from solver.generate.new_puzzle import generate
from solver.logic.explanation import explain
from solver.logic.step import Grade

IN_PROCESS = """
import sys, time
from pipeline import solve_image
if sys.argv[2:]:
    import cv2
    cv2.setNumThreads(1)
solve_image(sys.argv[1])
start = time.process_time()
for _ in range(10):
    solve_image(sys.argv[1])
print(time.process_time() - start)
"""
"""Solves a picture as somebody else's program does; with a second argument, with one thread of OpenCV."""
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
NEW_SEEDS, HARD_SEEDS = 20, 400
"""Boards of each kind of which the worst counts."""
BATCH_PICTURES = 200


@dataclass(frozen=True)
class Figure:
    """One measured figure beside its target."""

    what: str
    measured: float
    target: float | None = None
    unit: str = ""


def commands(rounds: int) -> Iterator[Figure]:
    """Compare whole commands with what no such command can do without."""
    python = [sys.executable, "-c"]
    aquarium = [sys.executable, "-m", "app.cli.main"]
    with tempfile.TemporaryDirectory() as name:
        crop(boards(15)).image().save(Path(name) / "crop.png")
        words = {
            "imports": [*python, "import numpy, cv2, PIL.Image, click"],
            "imports as typed": [*python, "import numpy, cv2, PIL.Image, click"],
            "click": [*python, "import click"],
            "help": [*aquarium, "--help"],
            "crop": [*aquarium, f"{name}/crop.png"],
            "debug": [*aquarium, f"{name}/crop.png", "--debug", f"{name}/stages"],
        }
        spent: dict[str, list[float]] = {what: [] for what in words}
        for turn in range(rounds + 1):
            for what, command in words.items():
                cost, _ = launched(command, unset=THREADS if what.endswith("as typed") else ())
                if turn:  # the first compiles
                    spent[what].append(cost)
    cpu = {what: median(runs) for what, runs in spent.items()}
    yield Figure(
        "aquarium crop.png / imports of NumPy, OpenCV, Pillow, click", cpu["crop"] / cpu["imports"], 2.1
    )
    yield Figure("the same, the imports with a thread for each core", cpu["crop"] / cpu["imports as typed"])
    yield Figure("aquarium --help / import of click", cpu["help"] / cpu["click"], 1.5)
    yield Figure("aquarium crop.png --debug", cpu["debug"], 1.0, "s")


def pictures(rounds: int) -> Iterator[Figure]:
    """Compare reading, solving, drawing and saving a picture with decoding and encoding it."""
    cv2.setNumThreads(1)
    found = measured(rounds)
    print_tables(stage_table(found))
    ratios = {name: one.ratio for name, one in found.items()}
    for size in SIZES:
        target = {6: 2.0, 10: 2.0, 15: 2.0, 30: 3.0}.get(size)
        yield Figure(f"crop of 800 px, {size}x{size} / copying it", ratios[f"crop {size}x{size}"], target)
    for name in ("page, no clues", "page, no board", "page 6x6", "page 10x10"):
        yield Figure(f"{name} / copying it", ratios[name], 2.0)
    yield Figure("photograph of 4.6 megapixels / copying it", ratios["photograph 15x15"], 1.2)


def threads(rounds: int) -> Iterator[Figure]:
    """Compare `solve_image` called from Python with the same where libraries are told to use one thread."""
    free = {name: text for name, text in os.environ.items() if name not in THREADS}
    single = {**free, **dict.fromkeys(THREADS, "1")}
    with tempfile.TemporaryDirectory() as name:
        shot = Path(name) / "crop.png"
        crop(boards(15)).image().save(shot)
        words = [sys.executable, "-c", IN_PROCESS, str(shot)]
        ways = [(words, free), ([*words, "one thread"], single)]
        runs = [
            [float(subprocess.check_output(command, cwd=ROOT, env=env)) for command, env in ways]
            for _ in range(rounds)
        ]
    ratio = median(many for many, _ in runs) / median(one for _, one in runs)
    yield Figure("solve_image with the libraries' own threads / with one", ratio, 1.05)


def explaining(rounds: int) -> Iterator[Figure]:
    """Explain every real board that has an explanation."""
    del rounds  # there are enough boards
    spent = defaultdict(list)
    for size, _, puzzle in track(real(), description="explaining", console=Console(stderr=True)):
        spent[size].append(timed(partial(explain, puzzle))[0])
    if spent:
        yield Figure("explaining a real board, worst", max(map(max, spent.values())) / 1000, 2.0, "s")
        yield Figure("explaining a real 15x15, median", median(spent["15x15"]), 60, "ms")


def making(rounds: int) -> Iterator[Figure]:
    """Make new puzzles of 30x30."""
    del rounds  # there are enough seeds
    for grade in Grade:
        worst = max(timed(partial(generate, 30, 30, grade, seed))[0] for seed in range(NEW_SEEDS))
        yield Figure(f"new 30x30, {grade}, worst of {NEW_SEEDS} seeds", worst / 1000, 2.0, "s")


def solving(rounds: int) -> Iterator[Figure]:
    """Solve generated boards, with proof."""
    ms = [
        proof_ms(hard(30, seed), 1)
        for seed in track(range(HARD_SEEDS), "solving", console=Console(stderr=True))
    ]
    yield Figure(f"hard generated 30x30, worst of {HARD_SEEDS}", max(ms) / 1000, 0.5, "s")
    yield Figure(f"hard generated 30x30, median of {HARD_SEEDS}", median(ms), unit="ms")
    for size, target in ((100, 8), (200, 25)):
        yield Figure(f"generated {size}x{size}", proof_ms(large(size, 0), max(rounds, 9)), target, "ms")


def batches(rounds: int) -> Iterator[Figure]:
    """Compare a batch with a plain loop over its pictures, and two workers with one."""
    with tempfile.TemporaryDirectory() as name:
        runs = rounds_of(questions(Path(name), BATCH_PICTURES), min(rounds, 3))
    yield Figure("batch / plain loop, per picture", ratio(runs, "-j 1", "plainly", 1), 1.03)
    by_cpu = 2 * ratio(runs, "-j 1", "-j 2", 1)
    yield Figure("-j 2 / -j 1, pictures per second on idle cores", by_cpu, 1.9)
    yield Figure("the same by the clock, workers' start included", ratio(runs, "-j 1", "-j 2", 0))
    with tempfile.TemporaryDirectory() as name:
        shots = Shots(Path(name), DONE)
        starts = [_starts(shots, turn) for turn in range(min(rounds, 3))]
    cpu, memory, fresh = (median(figures) for figures in zip(*starts, strict=True))
    yield Figure(f"starting a batch with {DONE:,} answers and {NEW} new pictures", cpu, 30.0, "s")
    yield Figure("the same, the largest process", memory, 200, "MB")
    yield Figure(f"the same {NEW} pictures in a folder of their own", fresh, unit="s")


def _starts(shots: Shots, turn: int) -> tuple[float, float, float]:
    """Return the CPU and peak of a start with new pictures, and the CPU of these alone."""
    shots.add()
    return *shots.start("shots/", "-o", "out/"), shots.start("fresh/", "-o", f"out-fresh-{turn}/")[0]


PARTS: dict[str, Callable[[int], Iterator[Figure]]] = {
    part.__name__: part for part in (commands, pictures, threads, explaining, making, solving, batches)
}


def row(figure: Figure) -> tuple[str, ...]:
    """Return a figure's row of the table."""
    numbers = (
        "" if number is None else f"{number:.3g} {figure.unit}".strip()
        for number in (figure.measured, figure.target)
    )
    is_rate = figure.what.startswith("-j 2")
    met = figure.target is None or (figure.measured >= figure.target) == is_rate
    return (figure.what, *numbers, "" if figure.target is None else "yes" if met else "NO")


@click.command(help=__doc__)
@click.argument("parts", nargs=-1, type=click.Choice(list(PARTS)))
@click.option("-n", "--rounds", default=9, help="Times that each figure is measured.")
def main(parts: tuple[str, ...], rounds: int) -> None:
    """Print the figures, each beside its target."""
    figures = (row(figure) for part in parts or PARTS for figure in PARTS[part](rounds))
    title = f"CPU, medians of {rounds} rounds"
    print_tables(table("what", "measured", "target", "met", rows=figures, title=title))


if __name__ == "__main__":
    main()
