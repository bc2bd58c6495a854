"""Jobs → outcomes as they are done, over any executor: one for each, whatever becomes of its worker."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from queue import Empty, SimpleQueue
from typing import Generic, ParamSpec, Protocol, TypeVar

from ..errors import UsageError
from ..inputs.plan import Job
from ..outcome import TO_REPORT, Outcome
from ..request import Request
from .cores import usable_cores
from .pool import CALLS_PER_WORKER, TookTooLong, WorkerDied, WorkerPool

READING_ROOM = 120.0
"""Seconds for all but solving and repairing: ten times what the largest picture takes on an idle core, since
other programs may have most of the machine. What takes longer hangs."""
GLANCE = 0.5
"""Seconds of waiting for an outcome at a stretch: on Windows, Ctrl-C is heard only between two."""
MOST_DEATHS = 2
"""Workers that one picture may cost. The first may have died of other pictures' hunger for memory."""


class Given(Protocol):
    """What the runner must know of a job: the name for messages."""

    @property
    def name(self) -> str:
        """The picture as it was given."""


J = TypeVar("J", bound=Given)
P = ParamSpec("P")
T = TypeVar("T")


class InProcess(Executor):
    """An executor that works in the calling thread, before `submit` returns."""

    window = 1

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call `fn` now; only what ends the program, as Ctrl-C does, is raised from here."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def solve_all(
    jobs: Iterable[Job], request: Request, executor: Executor | None = None, *, workers: int = 0
) -> Iterator[tuple[Job, Outcome]]:
    """Solve pictures and write their answers; yield each job with its outcome as it is done, without pixels.

    Close the iterator, or let an exception pass through `contextlib.closing`, to end early.

    Parameters
    ----------
    jobs : iterable of Job
        Taken only a little ahead of the work; it must not wait for something, since outcomes would wait too.
    executor : Executor, optional
        Where to work, for example `distributed.Client(...).get_executor()`; it is not shut down.
    workers : int, optional
        Without `executor`: processes of our own; 0 for one per usable core. One works in this process, as a
        single picture does, and there no picture can be stopped at its time limit.
    """
    work = partial(solve_lightly, request=request)
    if executor is not None:
        yield from run(jobs, work, executor)
        return
    rest = iter(jobs)
    first = list(islice(rest, 2))
    workers = (workers or usable_cores()) if len(first) > 1 else 1
    with executor_for(workers, hard_limit(request)) as own:
        yield from run(chain(first, rest), work, own)


def executor_for(workers: int, limit: float | None = None) -> Executor:
    """Return what has so many workers: this process for one, else others, with a limit of seconds."""
    return InProcess() if workers == 1 else WorkerPool(workers, time_limit=limit)


def hard_limit(request: Request) -> float:
    """Return the seconds after which a picture's worker hangs: all that was granted, and room for reading."""
    return request.limits.solve + request.limits.repair + READING_ROOM


def solve_lightly(job: Job, request: Request) -> Outcome:
    """Solve one picture as `solve_job` does; the outcome is without pixels, fit to be sent and kept."""
    from .job import solve_job  # noqa: PLC0415 — the one door to all that is heavy: OpenCV and OR-Tools

    outcome = solve_job(job, request)
    return outcome.without_pixels()


def run(
    jobs: Iterable[J], work: Callable[[J], Outcome], executor: Executor, *, window: int | None = None
) -> Generator[tuple[J, Outcome]]:
    """Yield every job with its outcome as it is done; hold neither jobs to come nor outcomes gone by.

    What `work` raises becomes a `crashed` outcome, a call over its limit a `timeout`. A job whose worker died
    is tried again while nothing else runs; if that kills again, it is `crashed`.

    Parameters
    ----------
    jobs : iterable
        Taken only `window` ahead of the outcomes.
    work : callable
        For executors of other processes it and the jobs must be picklable.
    executor : Executor
        Not shut down here. When the iterator is closed, what it has not begun is cancelled.
    window : int, optional
        Most jobs submitted at a time; by default as many as keep the executor busy.

    Raises
    ------
    BrokenExecutor
        If the executor takes no more work.
    BrokenPipeError
        If whoever reads standard output has gone.
    UsageError
        If a picture or text cannot be asked for what it was.
    """
    width = window or getattr(executor, "window", None) or CALLS_PER_WORKER * usable_cores()
    flight = _Flight(work, executor)
    try:
        yield from _landings(iter(jobs), flight, width)
    finally:
        flight.cancel()


def _landings(jobs: Iterator[J], flight: _Flight[J], width: int) -> Iterator[tuple[J, Outcome]]:
    suspects: deque[J] = deque()
    while True:
        if not suspects:
            flight.take(islice(jobs, width - len(flight)))
        elif not flight:
            flight.take([suspects.popleft()], deaths=1)
        if not flight:
            return
        job, deaths, future = flight.landed()
        outcome = _verdict(job, deaths, future)
        del future  # it would keep the outcome while the next is awaited
        if outcome is None:
            suspects.append(job)
        else:
            yield job, outcome
            del outcome


class _Flight(Generic[J]):
    """The jobs that an executor has and that are not back yet."""

    def __init__(self, work: Callable[[J], Outcome], executor: Executor) -> None:
        self._work, self._executor = work, executor
        self._out: dict[Future[Outcome], tuple[J, int]] = {}
        self._back: SimpleQueue[Future[Outcome]] = SimpleQueue()

    def __len__(self) -> int:
        return len(self._out)

    def take(self, jobs: Iterable[J], deaths: int = 0) -> None:
        """Submit jobs that have cost so many workers each."""
        for job in jobs:
            future = self._executor.submit(self._work, job)
            self._out[future] = job, deaths
            future.add_done_callback(self._back.put)

    def landed(self) -> tuple[J, int, Future[Outcome]]:
        """Wait for one that is done; return its job, the workers it had cost before, and its future."""
        while True:
            with suppress(Empty):
                future = self._back.get(timeout=GLANCE)
                return *self._out.pop(future), future

    def cancel(self) -> None:
        """Have the executor forget what it has not begun."""
        for future in self._out:
            future.cancel()


def _verdict(job: Given, deaths: int, future: Future[Outcome]) -> Outcome | None:
    """Return how a job ended; None if it is to be tried again."""
    if future.cancelled():
        raise BrokenExecutor("what does the work has dropped a picture; is it gone?")
    error = future.exception()
    match error:
        case None:
            return future.result()
        case BrokenPipeError() | BrokenExecutor() | UsageError():
            raise error
        case TookTooLong():
            message = f"{error}, which no picture should need; its worker was stopped; {TO_REPORT}"
            return Outcome(job.name, "timeout", message)
        case WorkerDied() if deaths + 1 < MOST_DEATHS:
            return None
        case WorkerDied():
            return Outcome(job.name, "crashed", f"the program died of it twice ({error}); {TO_REPORT}")
    return Outcome.crashed(job.name, error)
