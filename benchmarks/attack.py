"""Hostile use, bounded and on this computer alone: `python -m benchmarks.attack [NAME…] [--quick]`.

Each attack (`benchmarks.attacks`) runs in a process of its own, in a folder that is removed afterwards, and
tries its kind of harm many times, chosen by the seed. The table counts how often the program held: nothing
lost, nothing of others written over, nothing said that is not so, no fault, no hanging. It also tells the
slowest try and the largest process. The exit code is 1 if something did not hold, and what that was is named.
"""

import json
import os
import random
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from benchmarks.attacks import (
    bombs,
    names,
    places,
    puzzles,
    records,
    requests,
    runs,
    watching,
    workers,
)
from benchmarks.attacks.ground import Attack, Ground, NotPossible

ATTACKS: dict[str, tuple[Attack, int]] = {
    "kills": (runs.kills, 40),
    "asked to end": (runs.asked_to_end, 6),
    "two at once": (runs.two_at_once, 6),
    "full disk": (runs.full_disk, 12),
    "lost streams": (runs.lost_streams, 9),
    "odd names": (names.names, 80),
    "records": (records.records, 220),
    "links": (places.links, 30),
    "swapped": (places.swapped, 10),
    "inputs": (places.inputs, 60),
    "bombs": (bombs.bombs, 40),
    "long work": (puzzles.long_work, 30),
    "workers": (workers.workers, 8),
    "dask": (workers.dask, 3),
    "threads": (workers.threads, 80),
    "leak": (workers.leak, 2000),
    "requests": (requests.requests, 120),
    "watch events": (watching.events, 2300),
}
"""Every attack with how often it is tried; kinds that are fewer than that are tried once each."""
QUICK = 10
"""Of so many tries, one is made with --quick."""
LONGEST = 900.0
"""Seconds for one attack, all its tries together."""
SHOWN = 3
"""Things that did not hold which are named in the table; -v names all."""
NOT_TRIED = "not tried: "


@dataclass
class Tally:
    """What became of one attack."""

    problems: list[str] = field(default_factory=list)
    tries: int = 0
    slowest: float = 0.0
    megabytes: float = 0.0
    """The largest process of it."""
    not_tried: str = ""

    @property
    def held(self) -> int:
        return self.tries - len(self.problems)


def attacked(name: str, seed: int, tries: int) -> Tally:
    """Carry out an attack in a process of its own, and end that with all it started if it takes too long."""
    words = ["--child", "--seed", str(seed), "--tries", str(tries), name]
    command = [sys.executable, "-m", "benchmarks.attack", *words]
    tally = Tally()
    folder = Path(tempfile.mkdtemp(prefix="attack-"))
    environment = {**os.environ, "TMPDIR": str(folder)}
    said = tempfile.TemporaryFile()  # noqa: SIM115 — closed below; it takes what libraries print
    child = subprocess.Popen(
        command, env=environment, start_new_session=True, stdout=subprocess.PIPE, stderr=said
    )
    try:
        for problem, seconds in _told(child):
            if problem.startswith(NOT_TRIED):
                tally.not_tried = problem
                continue
            tally.tries += 1
            tally.slowest = max(tally.slowest, seconds)
            tally.problems += [problem] if problem else []
    finally:
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        shutil.rmtree(folder, ignore_errors=True)
    tally.megabytes = used.ru_maxrss / 1024
    if child.returncode:
        tally.tries += 1
        said.seek(0)
        last = said.read().strip().rpartition(b"\n")[2].decode(errors="backslashreplace")
        tally.problems.append(f"the attack itself ended with exit code {child.returncode}: {last}")
    said.close()
    return tally


def _told(child: "subprocess.Popen[bytes]") -> Iterator[tuple[str, float]]:
    """Yield what a child tells of its tries; it is killed when its time is over."""
    assert child.stdout
    waiting, end, rest = selectors.DefaultSelector(), time.monotonic() + LONGEST, b""
    waiting.register(child.stdout, selectors.EVENT_READ)
    while waiting.select(max(0.0, end - time.monotonic())):
        read = os.read(child.stdout.fileno(), 1 << 16)
        if not read:
            return
        *lines, rest = (rest + read).split(b"\n")
        for line in lines:
            problem, seconds = json.loads(line)
            yield str(problem), float(seconds)
    child.kill()
    yield "it took too long", LONGEST


def _serve(name: str, seed: int, tries: int) -> None:
    """Be the child; what libraries print is kept from the lines that tell."""
    with os.fdopen(os.dup(1), "w") as told:
        os.dup2(2, 1)
        _carry_out(name, seed, tries, told)


def _carry_out(name: str, seed: int, tries: int, told: TextIO) -> None:
    """Tell a line of JSON per try: what did not hold, and the seconds it took."""
    attack, _ = ATTACKS[name]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        ground = Ground(Path(folder), random.Random(f"{seed} {name}"), tries)
        start = time.monotonic()
        try:
            for problem in attack(ground):
                now = time.monotonic()
                print(json.dumps([problem, now - start]), file=told, flush=True)
                start = now
        except NotPossible as error:
            print(json.dumps([f"{NOT_TRIED}{error}", 0.0]), file=told, flush=True)


def tallies_table(tallies: dict[str, Tally], *, shown: int = SHOWN) -> Table:
    """Return the table: a row per attack."""
    table = Table("attack", "tries", "held", "worst seconds", "worst MB", "what did not")
    for name, tally in tallies.items():
        more = len(tally.problems) - shown
        words = [
            *tally.problems[:shown],
            *([f"and {more} more"] if more > 0 else []),
            *filter(None, [tally.not_tried]),
        ]
        counts = (str(tally.tries), str(tally.held), f"{tally.slowest:.1f}", f"{tally.megabytes:.0f}")
        table.add_row(name, *counts, escape("\n".join(words)))
    return table


def _print_done(name: str, tally: Tally, shown: int) -> None:
    """Say on standard error how an attack went, as soon as it is over."""
    lines = [f"{name}: {tally.held} of {tally.tries} held", *tally.problems[:shown]]
    Console(stderr=True).print(escape("\n  ".join(lines)), highlight=False, soft_wrap=True)


@click.command(help=__doc__)
@click.argument("chosen", metavar="[NAME]...", nargs=-1, type=click.Choice(list(ATTACKS)))
@click.option("--quick", is_flag=True, help="A tenth of all tries.")
@click.option("--seed", default=0, show_default=True)
@click.option("-v", "verbose", is_flag=True, help="Name all that did not hold.")
@click.option("--tries", type=int, help="So many tries of each instead.")
@click.option("--child", is_flag=True, hidden=True)
def main(
    *, chosen: tuple[str, ...], quick: bool, seed: int, verbose: bool, tries: int | None, child: bool
) -> None:
    """Carry out the attacks and print the table."""
    tallies: dict[str, Tally] = {}
    for name in chosen or ATTACKS:
        most = tries or (max(1, ATTACKS[name][1] // QUICK) if quick else ATTACKS[name][1])
        if child:
            _serve(name, seed, most)
            return
        tallies[name] = attacked(name, seed, most)
        _print_done(name, tallies[name], 1000 if verbose else SHOWN)
    Console(width=150).print(tallies_table(tallies, shown=1000 if verbose else SHOWN))
    sys.exit(any(tally.problems for tally in tallies.values()))


if __name__ == "__main__":
    main()
