"""Damaged files through all that a command does with a picture: `python -m benchmarks.fuzz [-n INPUTS]`.

Files of every format are damaged (`fixtures.hostile.fuzz`) and solved as jobs: loaded, read, solved, saved.
The work is done in a worker process, which may die, hang and grow; another then takes the next input. The
first table counts how each kind of damage ended per format. `wrong` is a picture answered otherwise than the
whole one; it, `crashed` and workers that `died` or `hung` are faults. The second table names them, and the
slowest and largest inputs. Every input can be made again from its seed and number.
"""

import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from app.batch.dispatch import load_pipeline
from app.batch.job import solve_job
from app.inputs.plan import Job
from app.inputs.words import Input
from app.request import Limits, Request
from benchmarks.launching import forget_peak, megabytes
from benchmarks.runner import print_tables, table
from fixtures.hostile.fuzz import made, question
from vision.files.guarded import find_pages
from vision.processes import TookTooLong, WorkerDied, WorkerPool

REQUEST = Request(limits=Limits(5, 0.5))
"""What is asked of every picture: less time than usual, since damaged puzzles have to be searched."""
LONGEST, PATIENCE = 10.0, 60.0
"""Seconds of work for one input, of which more is called hung, and of waiting until its process is ended."""
ADDRESS_SPACE = 4 << 30
"""Bytes that a worker may ask for: it fails before the machine does."""
WORST = 5
"""Inputs named as the slowest and the largest."""
FAULTS = ("crashed", "wrong", "died", "hung")
"""Endings that must not be."""


class Ending(NamedTuple):
    """How one input ended."""

    number: int
    file: str
    """Kind of the file, its format first."""
    damage: str
    status: str
    """That of the outcome, or `wrong`, `died`, `hung`."""
    seconds: float = 0.0
    megabytes: float = 0.0
    """Largest memory of the process while it was at it."""
    message: str = ""


def tried(seed: int, number: int, folder: Path) -> Ending:
    """Solve an input as a job, in this process."""
    file, damage, contents = made(seed, number)
    place = folder / "shot.png"
    place.write_bytes(contents)
    forget_peak()
    start = time.process_time()
    pages = find_pages(place)
    page = pages[number % len(pages)]
    outcome = solve_job(Job(Input(place, page), folder / "shot.solved.png"), REQUEST)
    seconds = time.process_time() - start
    status = "wrong" if outcome.water not in (None, question()[1]) else outcome.final_status
    status = "hung" if seconds > LONGEST else status
    return Ending(
        number, file, damage, status, seconds, megabytes(), outcome.traceback or outcome.message or ""
    )


def endings(seed: int, numbers: range) -> Iterator[Ending]:
    """Try inputs in a worker process, and another after one that died or hung."""
    with (
        tempfile.TemporaryDirectory() as folder,
        WorkerPool(1, load_pipeline, time_limit=PATIENCE, memory_limit=ADDRESS_SPACE) as pool,
    ):
        for number in numbers:
            try:
                yield pool.submit(tried, seed, number, Path(folder)).result()
            except (TookTooLong, WorkerDied) as error:
                status = "died" if isinstance(error, WorkerDied) else "hung"
                yield Ending(number, *made(seed, number)[:2], status, message=str(error))


def counts(found: Sequence[Ending]) -> Table:
    """Return how each kind of damage ended per format."""
    common = [status for status, _ in Counter(ending.status for ending in found).most_common()]
    rows: dict[tuple[str, str], Counter[str]] = {}
    for ending in found:
        for form in (ending.file.split()[0], "all"):
            for damage in (ending.damage, "all"):
                rows.setdefault((form, damage), Counter())[ending.status] += 1
    return table(
        *("format", "damage", "inputs", *common),
        rows=(
            [*kind, counted.total(), *(counted[status] or "·" for status in common)]
            for kind, counted in sorted(rows.items())
        ),
        title=f"{len(found)} inputs, faults: {sum(ending.status in FAULTS for ending in found)}",
    )


def worst(found: Sequence[Ending]) -> Table:
    """Return the slowest inputs, the largest, and the faults."""
    groups = {
        "slow": sorted(found, key=lambda ending: -ending.seconds)[:WORST],
        "large": sorted(found, key=lambda ending: -ending.megabytes)[:WORST],
        "fault": [ending for ending in found if ending.status in FAULTS],
    }
    return table(
        *("worst", *Ending._fields),
        rows=(
            [name, *one[:4], f"{one.seconds:.2f}", f"{one.megabytes:.0f}", *one.message.splitlines()[-1:]]
            for name, some in groups.items()
            for one in some
        ),
    )


@click.command(help=__doc__)
@click.option("-n", "inputs", default=20_000, show_default=True, help="How many inputs.")
@click.option("--seed", default=0, show_default=True)
@click.option("--first", default=0, help="Number of the first input.")
def main(inputs: int, seed: int, first: int) -> None:
    """Try the inputs and print the tables."""
    tries = endings(seed, range(first, first + inputs))
    found = list(track(tries, total=inputs, console=Console(stderr=True)))
    print_tables(counts(found), worst(found))


if __name__ == "__main__":
    from benchmarks import fuzz  # noqa: PLW0406 — by this name workers find what they call

    fuzz.main()
