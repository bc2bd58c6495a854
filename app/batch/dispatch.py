"""Jobs → outcomes as they are done, over any executor: one for each, whatever becomes of its worker."""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from itertools import islice
from queue import Empty, SimpleQueue

from ..errors import UsageError
from ..inputs.plan import Job
from ..outcome import Outcome
from ..sentences import Message
from ..status import one_line
from .cores import usable_cores

CALLS_PER_WORKER = 2
"""Calls submitted at a time per worker: one at work and one at hand, so that none waits for the parent."""
POLL_SECONDS = 0.5
"""Waiting for an outcome at a stretch: on Windows, Ctrl-C is heard only between two."""
MOST_DEATHS = 2
"""Workers that one picture may cost. The first may have died of other pictures' hunger for memory."""


class WorkerDied(Exception):
    """The process that worked on a call ended; the message says how."""


class TookTooLong(Exception):
    """A call was not done within its time limit, and its worker was replaced."""


class Cancelled(Exception):
    """A call was given up while it was worked on, because nobody wants its answer any more."""


def dispatch(
    jobs: Iterable[Job], work: Callable[[Job], Outcome], executor: Executor, *, window: int | None = None
) -> Generator[tuple[Job, Outcome]]:
    """Yield every job with its outcome as it is done; hold neither jobs to come nor outcomes gone by.

    What `work` raises becomes a `crashed` outcome, a call over its limit a `timeout`. A job whose worker died
    is tried again while nothing else runs; if that kills again, it is `crashed`. BrokenPipeError and
    UsageError end the whole run, whoever raises them; so does a broken executor, with a UsageError.

    Jobs are taken only `window` ahead of the outcomes, by default as many as keep the executor busy; for
    other processes jobs and `work` must be picklable. When the iterator is closed, what the executor has not
    begun is cancelled; it is not shut down here.
    """
    window = window or getattr(executor, "window", None) or CALLS_PER_WORKER * usable_cores()
    rest, in_flight, to_retry = iter(jobs), _InFlight(work, executor), deque[Job]()
    try:
        while True:
            if not to_retry:
                in_flight.submit(islice(rest, window - len(in_flight)))
            elif not in_flight:
                in_flight.submit([to_retry.popleft()], deaths=1)
            if not in_flight:
                return
            job, outcome = in_flight.next_done()
            if outcome is None:
                to_retry.append(job)
            else:
                yield job, outcome
                del outcome  # it would be kept while the next is awaited
    except BrokenExecutor as error:
        raise UsageError(Message("cannot_continue", said=one_line(error))) from None
    finally:
        in_flight.cancel()


class _InFlight:
    """The jobs that an executor has and that are not done yet."""

    def __init__(self, work: Callable[[Job], Outcome], executor: Executor) -> None:
        self._work, self._executor = work, executor
        self._jobs: dict[Future[Outcome], tuple[Job, int]] = {}
        self._done: SimpleQueue[Future[Outcome]] = SimpleQueue()

    def __len__(self) -> int:
        return len(self._jobs)

    def submit(self, jobs: Iterable[Job], deaths: int = 0) -> None:
        """Submit jobs that have cost so many workers each."""
        for job in jobs:
            future = self._executor.submit(self._work, job)
            self._jobs[future] = job, deaths
            future.add_done_callback(self._done.put)

    def next_done(self) -> tuple[Job, Outcome | None]:
        """Wait for a job that is done; return it with its outcome, None if it is to be tried again."""
        while True:
            with suppress(Empty):
                future = self._done.get(timeout=POLL_SECONDS)
                job, deaths = self._jobs.pop(future)
                return job, _outcome(job, deaths, future)

    def cancel(self) -> None:
        """Have the executor forget what it has not begun."""
        for future in self._jobs:
            future.cancel()


def _outcome(job: Job, deaths: int, future: Future[Outcome]) -> Outcome | None:
    """Return how a job ended; None if it is to be tried again."""
    if future.cancelled():
        raise BrokenExecutor("the executor dropped a picture; was it shut down?")
    error = future.exception()
    match error:
        case None:
            return future.result()
        case BrokenPipeError() | BrokenExecutor() | UsageError():
            raise error
        case TookTooLong():
            return Outcome(job.name, "timeout", (Message("worker_stopped", said=str(error)),))
        case WorkerDied() if deaths + 1 < MOST_DEATHS:
            return None
        case WorkerDied():
            return Outcome(job.name, "crashed", (Message("crashed_twice", said=str(error)),))
    return Outcome.failed(job.name, error)
