"""Workers that are stopped, or killed, here and on a cluster; threads; and solving without end."""

import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.batch.dispatch import dispatch, load_pipeline
from app.batch.job import solve_job
from app.inputs.plan import Job
from app.inputs.words import Input
from app.outcome import Outcome
from app.request import Request
from app.service import process
from vision.processes import WorkerPool

from .command import SOLVED, check_answers, children_of, ended, picture, pictures, question, started, wait_for

pytestmark = pytest.mark.attack

MANY = 12
NAMES = [f"p{number}" for number in range(MANY)]
LIMIT = 4.0
"""Seconds after which a worker that was stopped is given up."""
THREADS, PICTURES = 8, 5
WARM = 0.2
"""Share of the solves after which memory must not grow any more."""
MOST_GROWTH = 30.0
"""Megabytes that it may grow by all the same."""
SIGNALS = (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM, signal.SIGSEGV)


@pytest.mark.parametrize("which", SIGNALS, ids=lambda one: one.name)
@pytest.mark.parametrize("number", range(2))
def test_workers(tmp_path, chance, number, which):
    """Kill or stop a worker process in the midst of a batch: every picture is answered all the same."""
    jobs = [Job(Input(path), path.with_suffix(SOLVED)) for path in pictures(tmp_path, MANY)]
    statuses = []
    with WorkerPool(2, load_pipeline, time_limit=LIMIT) as pool:
        for done, (_, outcome) in enumerate(dispatch(jobs, _solved, pool)):
            statuses.append(outcome.final_status)
            if done == 1:
                time.sleep(chance.uniform(0.0, 0.3))
                os.kill(chance.choice(sorted(children_of(os.getpid()))), which)
    stopped = min(statuses.count("timeout"), 1) if which is signal.SIGSTOP else 0
    assert statuses.count("solved") >= MANY - stopped, statuses
    check_answers(tmp_path, [job.target.name.removesuffix(SOLVED) for job in jobs if job.target.exists()])


def _solved(job: Job) -> Outcome:
    return solve_job(job, Request())


@pytest.mark.parametrize("number", range(3))
def test_dask(tmp_path, chance, number):
    pytest.importorskip("distributed")
    pictures(tmp_path / "in", MANY)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    address = f"tcp://127.0.0.1:{port}"
    scheduler = ("scheduler", "--host", "127.0.0.1", "--port", port)
    worker = ("worker", address, "--nthreads", "1", "--no-nanny")
    dask, parts = (sys.executable, "-m", "dask"), []
    with ExitStack() as cluster:
        for words in (scheduler, worker, worker):
            part = started([*words, "--no-dashboard"], tmp_path, command=dask, terminal=subprocess.DEVNULL)
            parts.append(cluster.enter_context(part))
        run = cluster.enter_context(started(["in", "-o", "out", "--cluster", address], tmp_path))
        wait_for(tmp_path / "out")
        chance.choice(parts[1:]).kill()
        ended(run).check(0)
    check_answers(tmp_path / "out", NAMES)


def test_threads(share_of):
    """Let threads solve the same pictures at once: each gets the answers that one alone gets."""
    contents = [picture(number) for number in range(PICTURES)]
    gate = threading.Barrier(THREADS)

    def is_right(number: int) -> bool:
        if number < THREADS:
            gate.wait()
        at = number % PICTURES
        return process(contents[at]).water == question(at)[1]

    with ThreadPoolExecutor(THREADS) as pool:
        assert all(pool.map(is_right, range(max(THREADS, share_of(80)))))


def test_leak(share_of):
    """Solve again and again: the memory of the process must not grow."""
    before, solves = 0.0, share_of(2000)
    for number in range(solves):
        assert process(picture(number % PICTURES)).water == question(number % PICTURES)[1], f"solve {number}"
        if number <= WARM * solves:
            before = max(before, _megabytes())
    assert _megabytes() - before <= MOST_GROWTH, f"memory grew from {before:.0f} MB"


def _megabytes() -> float:
    """Return the memory of this process, by what Linux counts."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20
