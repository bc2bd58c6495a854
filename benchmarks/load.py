"""The server under load, on this computer alone: `python -m benchmarks.load [--quick]`.

Starts `aquarium serve` on a free port, sends it 200 requests by 16 clients at once (drawn pictures, stored
ones and texts, each with its known answer), and then 500 hostile requests (`tests/attacks/hostile.py`)
while good ones go on. Prints how many answers were right, how long they took beside the bare work on the same
inputs, and the memory of the server and its workers. The exit code is 1 if something did not hold.
"""

import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice
from random import Random

import click

from app.batch.dispatch import load_pipeline
from app.service import process as solve
from benchmarks.launching import megabytes
from solver.formats import Form, format_puzzle
from solver.formats.text import parse_truth
from solver.puzzle import Water
from tests.attacks.command import ROOT, picture, question
from tests.attacks.hostile import BOMB, HOSTILE, PATIENCE, Answered, asked, hostile, serving, workers_of

REQUESTS, ATTACKS = 200, 500
CLIENTS, GOOD_CLIENTS = 16, 4
"""At once; the latter beside the hostile ones."""
QUICK = 10
"""Of so many requests, one is sent with --quick."""
SIZES = (6, 6, 8, 10)
STORED = (
    "site-6x6.png",
    "zoomed-10x10-played.png",
    "dark-reader-10x10.png",
    "phone-15x15.jpg",
    "photo-10x10.jpg",
)
MEMORY_GROWTH = 60
"""Megabytes by which the server may grow between two measurements: it keeps nothing."""
Input = tuple[bytes, Water]
"""What is sent, and the water that is to come back."""


def inputs() -> list[Input]:
    """Return drawn pictures, texts of all forms that hold a whole puzzle, and stored pictures."""
    made = []
    for number in range(24):
        size = SIZES[number % len(SIZES)]
        puzzle, water = question(number, size)
        form = (Form.TASK, Form.PUZZLINK, Form.JSON)[number % 3]
        made += [(picture(number, size), water), (format_puzzle(puzzle, form).encode(), water)]
    for path in (ROOT / "fixtures" / name for name in STORED):
        _, wet = parse_truth(path.with_suffix(".txt").read_text(encoding="utf-8"))
        assert wet is not None
        made.append((path.read_bytes(), wet))
    return made


def bare(chosen: Iterable[Input]) -> list[float]:
    """Return the seconds that the work alone takes, in this process."""
    load_pipeline()
    spent = []
    for contents, _ in chosen:
        start = time.monotonic()
        assert solve(contents).status == "solved"
        spent.append(time.monotonic() - start)
    return spent


def memory(server: "subprocess.Popen[str]") -> str:
    """Say what the server and its workers have in memory, and had at most."""
    workers = [(megabytes(pid, "VmRSS"), megabytes(pid)) for pid in sorted(workers_of(server))]
    listed = ", ".join(f"{now:.0f} (peak {most:.0f})" for now, most in workers if now > 30)
    return (
        f"server {megabytes(server.pid, 'VmRSS'):.0f} MB (peak {megabytes(server.pid):.0f}), workers {listed}"
    )


def shown(name: str, seconds: list[float]) -> str:
    """Return a line with median and 99th percentile in milliseconds."""
    ranks = statistics.quantiles(seconds, n=100, method="inclusive")
    return f"{name:40} p50 {ranks[49] * 1000:7.0f} ms   p99 {ranks[98] * 1000:7.0f} ms"


def under_load(port: int, chosen: list[Input]) -> list[str]:
    """Send all by many clients at once; print how long they took, and return what was wrong."""
    one_by_one = [asked(port, *one) for one in chosen[: len(chosen) // 4]]
    start = time.monotonic()
    with ThreadPoolExecutor(CLIENTS) as clients:
        answers = list(clients.map(lambda one: asked(port, *one), chosen))
    spent = time.monotonic() - start
    problems = [answer.problem for answer in (*one_by_one, *answers) if answer.problem]
    right = sum(not answer.problem for answer in answers)
    print(f"{right} of {len(answers)} right, {CLIENTS} clients at once, {len(answers) / spent:.1f} a second")
    print(shown("bare work, this process", bare(chosen)))
    print(shown("one client", [answer.seconds for answer in one_by_one]))
    print(shown(f"{CLIENTS} clients, the try that was taken", [answer.seconds for answer in answers]))
    print(shown(f"{CLIENTS} clients, all tries", [answer.waited for answer in answers]))
    return problems


def under_attack(port: int, count: int, seed: int, good: Callable[[], Answered]) -> list[str]:
    """Send hostile requests while good ones go on; return what did not hold."""
    bombs = [kind for kind in HOSTILE if kind.startswith(BOMB)]  # which take up to half a minute each
    others = [kind for kind in HOSTILE if kind not in bombs]
    kinds = [*bombs, *islice(cycle(others), ATTACKS - len(bombs))]
    Random(seed).shuffle(kinds)
    del kinds[count:]
    over, answers = threading.Event(), list[Answered]()

    def go_on() -> None:
        while not over.is_set():
            answers.append(good())

    beside = [threading.Thread(target=go_on) for _ in range(GOOD_CLIENTS)]
    for thread in beside:
        thread.start()
    with ThreadPoolExecutor(CLIENTS) as clients:
        numbered = list(enumerate(kinds))
        said = list(clients.map(lambda one: hostile(port, one[1], Random(seed + one[0])), numbered))
    over.set()
    for thread in beside:
        thread.join()
    wrong = [answer.problem for answer in answers if answer.problem]
    problems = [problem for problem in said if problem]
    print(f"{len(said) - len(problems)} of {len(said)} hostile requests refused as they should be")
    print(f"{len(answers) - len(wrong)} of {len(answers)} good requests beside them right")
    print(shown("good requests beside hostile ones", [answer.seconds for answer in answers]))
    return problems + wrong


@click.command(help=__doc__)
@click.option("--quick", is_flag=True, help="A tenth of all requests.")
@click.option("-j", "workers", default=2, show_default=True)
@click.option("--seed", default=0, show_default=True)
def main(*, quick: bool, workers: int, seed: int) -> None:
    """Load the server, attack it, and print how it went."""
    share = QUICK if quick else 1
    chosen = list(islice(cycle(inputs()), REQUESTS // share))
    Random(seed).shuffle(chosen)
    with serving("-j", str(workers)) as (port, server):
        problems = [asked(port, *one).problem for one in chosen[:CLIENTS]]
        before = megabytes(server.pid, "VmRSS")
        print(f"before:       {memory(server)}")
        problems += under_load(port, chosen)
        print(f"after load:   {memory(server)}")
        drawn = cycle(one for one in chosen if len(one[0]) < 100_000)
        lock = threading.Lock()

        def good() -> Answered:
            with lock:
                one = next(drawn)
            return asked(port, *one)

        problems += under_attack(port, ATTACKS // share, seed, good)
        print(f"after attack: {memory(server)}")
        grown = megabytes(server.pid, "VmRSS") - before
        problems += [f"the server has grown by {grown:.0f} MB"] if grown > MEMORY_GROWTH else []
        start = time.monotonic()
        server.terminate()
        said = server.communicate(timeout=PATIENCE)[1]
        print(f"ended within {time.monotonic() - start:.1f} s with exit code {server.returncode}")
        problems += [f"it said: {line}" for line in said.splitlines()[1:]]
    for problem in filter(None, problems):
        print(f"did not hold: {problem}")
    sys.exit(any(problems))


if __name__ == "__main__":
    main()
