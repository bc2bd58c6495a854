"""What a batch costs: `python -m benchmarks.batch [-n PICTURES] [--rounds ROUNDS]`.

A folder of rendered pictures of all kinds and of the real ones beside the project, where they
exist, each several times if more are asked for. They are solved plainly (load, read, solve, draw and save, in
a loop in this process), as a batch with one worker, and as a batch with two. The ways take turns, so that a
noisy machine is noisy for all of them; each figure is the median of the rounds, each ratio that of the ratios
within a round. The clock's figures are disturbed by other programs: how large a part of two busy cores two
processes get is chance. CPU is that of parent and workers with their start; it shows on any machine what a
batch adds to the plain work, and what two workers lose by sharing caches and memory. So `quiet` is how many
times the pictures per second of one worker two would have on two idle cores.
"""

import os
import resource
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import click
from PIL import Image as Pillow
from rich.console import Console
from rich.progress import track
from rich.table import Table

from app.batch.dispatch import load_pipeline
from app.batch.run import Batch, solve_all
from app.inputs.plan import Job
from app.inputs.words import Input
from app.request import Request
from benchmarks.accuracy import REAL
from benchmarks.runner import print_tables, table
from fixtures.drawing.kinds import TO_ANSWER, drawn
from pipeline import solve_image
from vision.files.load import load_picture
from vision.files.save import save_picture

REQUEST = Request()
LIMITS = REQUEST.limits
DISTINCT = 120
"""Rendered pictures that differ; to draw more would take longer than to solve them."""
Cost = tuple[float, float]
"""Seconds on the clock and of CPU, per picture."""


def questions(folder: Path, number: int) -> list[Path]:
    """Draw and copy so many pictures into a folder."""
    kinds, real = list(TO_ANSWER), sorted(REAL.glob("*.png"))
    distinct, console = [], Console(stderr=True)
    for index in track(range(min(number, DISTINCT)), "drawing", console=console, transient=True):
        path = folder / f"drawn-{index}.png"
        Pillow.fromarray(drawn(kinds[index % len(kinds)], index).pixels).save(path, compress_level=1)
        distinct.append(path)
    distinct += real
    paths = [folder / f"{index:04}-{distinct[index % len(distinct)].stem}.png" for index in range(number)]
    for index, path in enumerate(paths):
        shutil.copyfile(distinct[index % len(distinct)], path)
    return paths


def plainly(paths: Sequence[Path], folder: Path) -> None:
    """Load, solve and save in a loop."""
    for path in paths:
        picture = load_picture(path)
        result = solve_image(picture.pixels, time_limit=LIMITS.solve, repair_limit=LIMITS.repair)
        if result.picture is not None:
            save_picture(folder / path.name, result.picture, picture)


def as_batch(paths: Sequence[Path], folder: Path, workers: int) -> None:
    """Solve with so many workers; a fault of the program ends the measuring."""
    jobs = (Job(Input(path), folder / path.name) for path in paths)
    for _, outcome in solve_all(jobs, REQUEST, batch=Batch(workers=workers)):
        assert outcome.status != "crashed", outcome.message


WAYS: dict[str, Callable[[Sequence[Path], Path], None]] = {
    "plainly": plainly,
    "-j 1": lambda paths, folder: as_batch(paths, folder, 1),
    "-j 2": lambda paths, folder: as_batch(paths, folder, 2),
}


def cost(way: Callable[[Sequence[Path], Path], None], paths: Sequence[Path]) -> Cost:
    """Return what a way costs per picture; workers that have ended count."""
    with tempfile.TemporaryDirectory() as folder:
        clock, cpu = time.perf_counter(), _cpu()
        way(paths, Path(folder))
        return (time.perf_counter() - clock) / len(paths), (_cpu() - cpu) / len(paths)


def _cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def rounds_of(paths: Sequence[Path], rounds: int) -> list[dict[str, Cost]]:
    """Return what every way costs, round by round; each round begins with another way."""
    load_pipeline()
    cost(plainly, paths[:10])  # first uses load and cache something
    names, runs = list(WAYS), []
    for number in track(range(rounds), "rounds", console=Console(stderr=True), transient=True):
        turn = number % len(names)
        runs.append({name: cost(WAYS[name], paths) for name in names[turn:] + names[:turn]})
    return runs


def ratio(runs: Sequence[dict[str, Cost]], way: str, to: str, of: int) -> float:
    """Return how many times what another way costs one does, on the clock (0) or of CPU (1)."""
    return median(run[way][of] / run[to][of] for run in runs)


def cost_table(paths: Sequence[Path], rounds: int) -> Table:
    """Measure all ways so many times."""
    load = os.getloadavg()[0]
    runs, rows = rounds_of(paths, rounds), []
    for name in WAYS:
        clock, cpu = (median(run[name][of] for run in runs) for of in (0, 1))
        figures = [1 / clock, 1000 * cpu, *(ratio(runs, name, "plainly", of) for of in (0, 1))]
        if name == "-j 2":
            figures += [1 / ratio(runs, name, "-j 1", 0), 2 / ratio(runs, name, "-j 1", 1)]
        rows.append([name, *(f"{figure:.2f}" for figure in figures)])
    return table(
        *("", "pictures/s", "CPU ms", "clock, times plain", "CPU, times plain", "clock, times -j 1", "quiet"),
        rows=rows,
        title=f"{len(paths)} pictures, {rounds} rounds, load {load:.1f} to {os.getloadavg()[0]:.1f}",
    )


@click.command(help=__doc__)
@click.option("-n", "number", default=200, show_default=True, help="Pictures of the folder.")
@click.option("--rounds", default=3, show_default=True, help="Times that each way is measured.")
def main(number: int, rounds: int) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        print_tables(cost_table(questions(Path(folder), number), rounds))


if __name__ == "__main__":
    main()
