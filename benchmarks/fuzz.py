"""Damaged files through all that a command does with a picture: `python -m benchmarks.fuzz [-n INPUTS]`.

Files of every format are damaged (`fixtures.hostile.fuzz`) and solved as jobs: loaded, read, solved, saved.
The work is done in a child process, which is seen to die, to hang and to grow; it then starts anew with the
next input. The first table counts how each kind of damage ended per format. `wrong` is a picture answered
otherwise than the whole one; it, `crashed` and processes that `died` or `hung` are faults. The second table
names them, the slowest and the largest inputs. Every input can be made again from its seed and number:
`--only NUMBER` tries it in this process and keeps its file.
"""

import json
import os
import resource
import selectors
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from app.batch.job import solve_job
from app.inputs.plan import Job
from app.inputs.words import Input
from app.request import Limits, Request
from fixtures.hostile.fuzz import made, question
from vision.files.guarded import find_pages

REQUEST = Request(limits=Limits(5, 0.5))
"""What is asked of every picture: less time than usual, since damaged puzzles have to be searched."""
LONGEST, PATIENCE = 10.0, 60.0
"""Seconds of work for one input, of which more is called hung, and of waiting until its process is ended."""
ADDRESS_SPACE = 4 << 30
"""Bytes that a child may ask for: it fails before the machine does."""
ROOT = Path(__file__).parents[1]
WORST = 5
"""Inputs named as the slowest and the largest."""
FAULTS = ("crashed", "wrong", "died", "hung")
"""Endings that must not be."""


@dataclass(frozen=True)
class Ending:
    """How one input ended."""

    number: int
    file: str
    """Kind of the file, its format first."""
    damage: str
    status: str
    """That of the outcome, or `wrong`, `died`, `hung`."""
    seconds: float = 0.0
    megabytes: float = 0.0
    """Largest memory of the process while it was at it; 0 where the system does not tell."""
    said: str = ""


def tried(seed: int, number: int, folder: Path) -> Ending:
    """Solve an input as a job, in this process."""
    file, damage, contents = made(seed, number)
    place = folder / "shot.png"
    place.write_bytes(contents)
    _forget_peak()
    start = time.process_time()
    pages = find_pages(place)
    page = pages[number % len(pages)]
    outcome = solve_job(Job(Input(place, page), folder / "shot.solved.png"), REQUEST)
    seconds = time.process_time() - start
    said = outcome.traceback or outcome.message or ""
    status = "wrong" if outcome.water not in (None, question()[1]) else outcome.final_status
    status = "hung" if seconds > LONGEST else status
    return Ending(number, file, damage, status, seconds, _peak(), said)


def endings(seed: int, numbers: range) -> Iterator[Ending]:
    """Try inputs in child processes, each started anew after one that died or hung."""
    following = numbers.start
    while following < numbers.stop:
        for ending in _child(seed, range(following, numbers.stop)):
            yield ending
            following = ending.number + 1


def _child(seed: int, numbers: range) -> Iterator[Ending]:
    """Yield what a child tells until it has ended; the input at which it ends badly is the last one."""
    words = ["--child", "--seed", str(seed), "--first", str(numbers.start), "-n", str(len(numbers))]
    command = [sys.executable, "-m", "benchmarks.fuzz", *words]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
        assert child.stdout
        number = numbers.start
        for line in _lines(child.stdout):
            if line is None:
                child.kill()
                break
            yield (ending := Ending(**json.loads(line)))
            number = ending.number + 1
        code = child.wait()
    if number < numbers.stop:
        file, damage, _ = made(seed, number)
        yield Ending(number, file, damage, "hung" if line is None else "died", said=f"exit code {code}")


def _lines(stream: IO[bytes]) -> Iterator[bytes | None]:
    """Yield the lines of a stream, and None if one takes too long."""
    waiting = selectors.DefaultSelector()
    waiting.register(stream, selectors.EVENT_READ)
    rest = b""
    while waiting.select(PATIENCE):
        read = os.read(stream.fileno(), 1 << 16)
        if not read:
            return
        *lines, rest = (rest + read).split(b"\n")
        yield from lines
    yield None


def _serve(seed: int, numbers: range) -> None:
    """Be the child: a line per input, as it is done."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    with tempfile.TemporaryDirectory() as folder:
        for number in numbers:
            print(json.dumps(asdict(tried(seed, number, Path(folder)))), flush=True)


def _forget_peak() -> None:
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return


def _peak() -> float:
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def _print_counts(console: Console, all_endings: list[Ending]) -> None:
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for ending in all_endings:
        for damage in (ending.damage, "all"):
            counts[ending.file.split()[0], damage][ending.status] += 1
            counts["all", damage][ending.status] += 1
    common = Counter(ending.status for ending in all_endings)
    table = Table("format", "damage", "inputs", *(status for status, _ in common.most_common()))
    for (form, damage), counted in sorted(counts.items()):
        shown = (str(counted[status] or "·") for status, _ in common.most_common())
        table.add_row(form, damage, str(counted.total()), *shown, end_section=damage == "spliced")
    console.print(table)
    faults = sum(common[status] for status in FAULTS)
    console.print(f"{len(all_endings)} inputs, faults: {faults}")


def _print_worst(console: Console, all_endings: list[Ending]) -> None:
    table = Table("worst", "number", "file", "damage", "status", "seconds", "megabytes", "said")
    slowest = sorted(all_endings, key=lambda ending: -ending.seconds)[:WORST]
    largest = sorted(all_endings, key=lambda ending: -ending.megabytes)[:WORST]
    faults = [ending for ending in all_endings if ending.status in FAULTS]
    for worst, some in (("slow", slowest), ("large", largest), ("fault", faults)):
        for ending in some:
            measured = (f"{ending.seconds:.2f}", f"{ending.megabytes:.0f}")
            said = ending.said.strip().splitlines()[-1:]
            shown = (str(ending.number), ending.file, ending.damage, ending.status, *measured, *said)
            table.add_row(worst, *shown)
    console.print(table)


@click.command(help=__doc__)
@click.option("-n", "inputs", default=20_000, show_default=True, help="How many inputs.")
@click.option("--seed", default=0, show_default=True)
@click.option("--first", default=0, help="Number of the first input.")
@click.option("--only", type=int, help="Try this input alone, here, and keep its file.")
@click.option("--child", is_flag=True, hidden=True)
def main(inputs: int, seed: int, first: int, only: int | None, child: bool) -> None:
    """Try the inputs and print the tables."""
    if only is not None:
        folder = Path(tempfile.mkdtemp())
        print(folder, tried(seed, only, folder), sep="\n")
    elif child:
        _serve(seed, range(first, first + inputs))
    else:
        numbers = range(first, first + inputs)
        found = list(track(endings(seed, numbers), total=inputs, console=Console(stderr=True)))
        console = Console(width=150)
        _print_counts(console, found)
        _print_worst(console, found)


if __name__ == "__main__":
    main()
