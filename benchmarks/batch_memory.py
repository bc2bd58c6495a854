"""What a batch of empty jobs takes of memory and time: `python -m benchmarks.batch_memory NUMBER`.

It prints the parent's peak of memory in MB, the seconds it took, and the most jobs that were taken ahead of
their outcomes. Needs Linux.
"""

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from app.batch.dispatch import dispatch
from app.batch.pool import WorkerPool
from app.inputs.plan import Job
from app.outcome import Outcome

MESSAGE = "x" * 10_000
"""About what a real outcome carries."""


def load_nothing() -> None:
    """Load nothing."""


def work(job: Job) -> Outcome:
    """Do nothing, and say as much of it as of a picture."""
    return Outcome(job.name, "solved", MESSAGE)


def main(number: int) -> None:
    """Run so many stubs through two workers."""
    taken = done = most = 0

    def jobs() -> Iterator[Job]:
        nonlocal taken, most
        for index in range(number):
            taken += 1
            most = max(most, taken - done)
            yield Job(f"folder/of/pictures/{index}.png", None, None)

    start = time.perf_counter()
    with WorkerPool(2, initializer=load_nothing) as pool:
        for _ in dispatch(jobs(), work, pool):
            done += 1
    seconds = time.perf_counter() - start
    assert done == number
    peak = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text(encoding="utf-8"))
    print(int(peak[1]) / 1024 if peak else 0, seconds, most)


if __name__ == "__main__":
    main(int(sys.argv[1]))
