"""Jobs → outcomes as they are done, over any executor: one for each, whatever becomes of its worker."""

import importlib
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from itertools import islice
from queue import Empty, SimpleQueue

from vision.processes import CALLS_PER_WORKER, TookTooLong, WorkerDied, WorkerPool

from ..inputs.plan import Job
from ..outcome import Outcome
from ..sentences import Message, UsageError
from ..status import one_line
from . import usable_cores

MEMORY = 4 << 30
"""Bytes of address space for one picture in a worker: three times what the largest takes."""
POLL_SECONDS = 0.5
"""Waiting for an outcome at a stretch: on Windows, Ctrl-C is heard only between two."""


def load_pipeline() -> None:
    """Load what reads and solves, which takes half a second."""
    importlib.import_module("pipeline")


def pool(workers: int, limit: float) -> WorkerPool:
    """Return so many workers of this machine, `limit` in seconds for one picture."""
    return WorkerPool(workers, load_pipeline, time_limit=limit, memory_limit=MEMORY)


def dispatch(
    jobs: Iterable[Job], work: Callable[[Job], Outcome], executor: Executor, *, window: int | None = None
) -> Generator[tuple[Job, Outcome]]:
    """Yield every job with its outcome as it is done; hold neither jobs to come nor outcomes gone by.

    What `work` raises becomes a `crashed` outcome, a call over its limit a `timeout`. A job whose worker died
    is tried again while nothing else runs, as others may have taken the memory; then it is `crashed`.
    BrokenPipeError, UsageError and a broken executor, of which UsageError tells, end the whole run.

    Jobs are taken only `window` ahead of the outcomes, by default as many as keep the executor busy; for
    other processes jobs and `work` must be picklable. When the iterator is closed, what the executor has not
    begun is cancelled; it is not shut down here.
    """
    window = window or getattr(executor, "window", None) or CALLS_PER_WORKER * usable_cores()
    rest, again = iter(jobs), deque[Job]()
    at_work: dict[Future[Outcome], Job] = {}
    done: SimpleQueue[Future[Outcome]] = SimpleQueue()
    try:
        while True:
            is_again = bool(again) and not at_work
            room = 0 if again else window - len(at_work)
            for job in [again.popleft()] if is_again else islice(rest, room):
                future = executor.submit(work, job)
                at_work[future] = job
                future.add_done_callback(done.put)
            if not at_work:
                return
            future = _next(done)
            job = at_work.pop(future)
            outcome = _outcome(job, future, is_again=is_again)
            if outcome is None:
                again.append(job)
            else:
                yield job, outcome
            del future, outcome  # they would be kept while the next is awaited
    except BrokenExecutor as error:
        raise UsageError(Message("cannot_continue", said=one_line(error))) from None
    finally:
        for future in at_work:
            future.cancel()


def _next(done: SimpleQueue[Future[Outcome]]) -> Future[Outcome]:
    while True:
        with suppress(Empty):
            return done.get(timeout=POLL_SECONDS)


def _outcome(job: Job, future: Future[Outcome], *, is_again: bool) -> Outcome | None:
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
        case WorkerDied() if not is_again:
            return None
        case WorkerDied():
            return Outcome(job.name, "crashed", (Message("crashed_twice", said=str(error)),))
    return Outcome.failed(job.name, error)
