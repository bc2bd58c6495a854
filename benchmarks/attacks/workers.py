"""Workers that are stopped, or killed, here and on a cluster; threads; and solving without end."""

import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

from app.batch.dispatch import dispatch, load_pipeline
from app.batch.job import solve_job
from app.inputs.plan import Job
from app.inputs.words import Input
from app.outcome import Outcome
from app.request import Request
from app.service import process
from vision.processes import WorkerPool

from .ground import ROOT, Ground, NotPossible, ended, first, missing, picture, pictures, question, started

MANY = 12
NAMES = [f"p{number}" for number in range(MANY)]
LIMIT = 4.0
"""Seconds after which a worker that was stopped is given up."""
THREADS, PICTURES = 8, 5
WARM = 0.2
"""Share of the solves after which memory must not grow any more."""
MOST_GROWTH = 30.0
"""Megabytes that it may grow by all the same."""


def workers(ground: Ground) -> Iterator[str]:
    """Kill or stop a worker process in the midst of a batch: every picture is answered all the same."""
    for number in range(ground.tries):
        place = ground.folder / str(number)
        sources = pictures(place, MANY)
        which = (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM, signal.SIGSEGV)[number % 4]
        wait = ground.chance.uniform(0.0, 0.3)
        jobs = [Job(Input(path), path.with_suffix(".solved.png")) for path in sources]
        statuses = []
        with WorkerPool(2, load_pipeline, time_limit=LIMIT) as pool:
            for done, (_, outcome) in enumerate(dispatch(jobs, _solved, pool)):
                statuses.append(outcome.final_status)
                if done == 1:
                    time.sleep(wait)
                    os.kill(ground.chance.choice(_children()), which)
        lost = statuses.count("timeout") if which is signal.SIGSTOP else 0
        whole = [path.stem for path in sources if path.with_suffix(".solved.png").exists()]
        problem = missing(place, whole)
        if statuses.count("solved") < MANY - min(lost, 1):
            problem = f"{statuses}"
        yield f"{which.name}: {problem}" if problem else ""


def _children() -> list[int]:
    """Return the processes that this one has started, as Linux tells it."""
    lists = Path("/proc/self/task").glob("*/children")
    return sorted(int(pid) for pids in lists for pid in pids.read_text().split())


def _solved(job: Job) -> Outcome:
    return solve_job(job, Request())


def dask(ground: Ground) -> Iterator[str]:
    """Kill a worker of a cluster in the midst of a batch."""
    if find_spec("distributed") is None:
        raise NotPossible("distributed is not installed")
    for number in range(ground.tries):
        place = ground.folder / str(number)
        pictures(place / "in", MANY)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        scheduler = _dask(place, "scheduler", "--host", "127.0.0.1", "--port", str(port))
        address = f"tcp://127.0.0.1:{port}"
        parts = [_dask(place, "worker", address, "--nthreads", "1", "--no-nanny") for _ in range(2)]
        try:
            run = started(["in", "-o", "out", "--cluster", address], place)
            _wait_for_one(place / "out")
            parts[ground.chance.randrange(2)].kill()
            end = ended(run)
            yield first(end.problem(0), missing(place / "out", NAMES))
        finally:
            for part in (scheduler, *parts):
                part.kill()
                part.wait()


def _dask(place: Path, *words: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words, "--no-dashboard"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=place,
    )


def _wait_for_one(out: Path, most: float = 60.0) -> None:
    end = time.monotonic() + most
    while not list(out.glob("*.solved.png")) and time.monotonic() < end:
        time.sleep(0.01)


def threads(ground: Ground) -> Iterator[str]:
    """Let threads solve the same pictures at once: each gets the answers that one alone gets."""
    contents = [picture(number) for number in range(PICTURES)]
    gate = threading.Barrier(THREADS)

    def solve(number: int) -> str:
        if number < THREADS:
            gate.wait()
        at = number % PICTURES
        outcome = process(contents[at])
        return "" if outcome.water == question(at)[1] else f"picture {at}: {outcome.status}"

    with ThreadPoolExecutor(THREADS) as pool:
        yield from pool.map(solve, range(max(THREADS, ground.tries)))


def leak(ground: Ground) -> Iterator[str]:
    """Solve again and again: the memory of the process must not grow."""
    before = 0.0
    for number in range(ground.tries):
        outcome = process(picture(number % PICTURES))
        wrong = "" if outcome.water == question(number % PICTURES)[1] else f"solve {number}: {outcome.status}"
        now = _megabytes()
        if number <= WARM * ground.tries:
            before = max(before, now)
        last = number == ground.tries - 1
        grown = f"memory grew by {now - before:.0f} MB" if last and now - before > MOST_GROWTH else ""
        yield first(wrong, grown)


def _megabytes() -> float:
    """Return the memory of this process, as Linux tells it."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20
