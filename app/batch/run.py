"""Many pictures → their answers, over this process, a pool of workers, a cluster or any other executor."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, nullcontext
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from solver.deadline import HANGS

from ..inputs.plan import Job
from ..outcome import Outcome
from ..record import PictureInfo
from ..request import Request, Wanted
from . import usable_cores
from .job import solve_job

if TYPE_CHECKING:  # these load SQLite, and what starts processes, which few pictures need
    from concurrent.futures import Executor

    from ..store.database import Database, Done

READING_SECONDS = 120.0
"""For all but solving and repairing: ten times what the largest picture takes on an idle core, since other
programs may have most of the machine. What takes longer hangs."""
FLEETING = {"crashed", "timeout", "unsaved", "unreadable"}
"""How a picture may end that might end otherwise another time. That a file is no picture is said at once."""
FEW = 4
"""Pictures that are solved in this process unless workers are asked for: starting those takes longer."""


class Batch(NamedTuple):
    """How a run goes about its pictures, whatever is asked of each."""

    workers: int = 0
    """Processes; 0 for one per usable core, or this one alone for few pictures. One worker is this process,
    where no picture can be stopped at its time limit."""
    cluster: str | None = None
    """Address of a dask cluster to work on."""
    force: bool = False
    """Whether pictures are done again that are done."""
    retry: bool = False
    """Whether pictures are done again that were refused."""
    no_clobber: bool = False
    """Whether whatever is where an answer belongs stays."""
    fail_fast: bool = False
    """Whether the first picture without an answer ends the run of a command."""
    exit_zero: bool = False
    """Whether the exit code of a command says nothing of pictures without an answer."""


def solve_all(
    jobs: Iterable[Job],
    request: Request,
    executor: Executor | None = None,
    batch: Batch | None = None,
    *,
    database: Database | None = None,
    on_skipped: Callable[[str], None] = lambda status: None,
    all_doubts: bool = False,
) -> Generator[tuple[Job, Outcome]]:
    """Solve pictures and write their answers; yield each job with its outcome as it is done, without pixels.

    Jobs are taken only a little ahead of the work; with several workers they must not wait: outcomes would
    wait too. `executor` is where to work, for example `distributed.Client(...).get_executor()`, and is not
    shut down; by default it is chosen by `batch` and the number of pictures. Every outcome is written
    to `database` before it is yielded; what is done by it is not done again: `on_skipped` gets how it ended.
    Drawings of what was read show `all_doubts`, or only the worst.

    Close the iterator to end early, as `contextlib.closing` does. Raises BrokenPipeError, and UsageError also
    where an executor is broken.
    """
    batch = batch or Batch()
    wanted = Wanted(info=database is not None, all_doubts=all_doubts)
    work = partial(solve_job, request=request, wanted=wanted)
    pending = _pending(jobs, request, batch, database, on_skipped)
    with ExitStack() as opened:
        if executor is None:
            first = list(islice(pending, FEW + 1)) if batch.workers != 1 else []
            pending = chain(first, pending)
            executor = opened.enter_context(choose_executor(batch, len(first), time_limit(request)))
        for job, outcome in opened.enter_context(closing(_done_by(executor, pending, work))):
            if database is not None:
                info = outcome.picture_info or PictureInfo()
                done = _done(job, outcome, info, request)
                database.add(done, job.picture, {**outcome.to_dict()}, info)
            yield job, outcome
            del outcome  # it would be kept while the next is awaited


def choose_executor(batch: Batch, pictures: int, limit: float) -> AbstractContextManager[Executor | None]:
    """Return what does the work: a cluster, workers, or None, this process, for one worker and few pictures.

    `limit` is in seconds for one picture, which this process cannot enforce.
    """
    workers = batch.workers or usable_cores()
    if batch.cluster is None and (workers == 1 or pictures <= (1 if batch.workers else FEW)):
        return nullcontext()
    if batch.cluster is not None:
        from .cluster import cluster  # noqa: PLC0415 — loads what starts processes

        return cluster(batch.cluster, limit=limit)
    from .dispatch import pool  # noqa: PLC0415 — as above

    return pool(workers, limit)


def _done_by(
    executor: Executor | None, jobs: Iterator[Job], work: Callable[[Job], Outcome]
) -> Generator[tuple[Job, Outcome]]:
    """Yield every job with its outcome as it is done, by an executor or in this process."""
    if executor is None:
        yield from ((job, work(job)) for job in jobs)
        return
    from .dispatch import dispatch  # noqa: PLC0415 — as above

    yield from dispatch(jobs, work, executor)


def time_limit(request: Request) -> float:
    """Return the seconds after which a picture's worker hangs: all that was granted, and room for reading.

    Limits count work, which a busy computer may take a multiple of their seconds for.
    """
    return HANGS * (request.limits.solve + request.limits.repair) + READING_SECONDS


def _pending(
    jobs: Iterable[Job],
    request: Request,
    batch: Batch,
    database: Database | None,
    on_skipped: Callable[[str], None],
) -> Iterator[Job]:
    """Yield the jobs that are not done."""
    asked = "" if database is None else request.fingerprint()
    for job in jobs:
        status = "solved" if batch.no_clobber and job.target and os.path.lexists(job.target) else None
        if status is None and database is not None and not batch.force:
            status = _earlier_status(job, asked, batch, database)
        if status is None:
            yield job
        else:
            on_skipped(status)


def _earlier_status(job: Job, asked: str, batch: Batch, database: Database) -> str | None:
    """Return how a picture ended that is done; None if it is not, or was refused and is to be tried again."""
    done, file = database.find(job.key), job.picture.file
    if done is None or file is None or not done.is_current(file, asked):
        return None
    lacks_drawing = job.reading_target is not None and not job.reading_target.exists()
    return None if not done.has_answer and (batch.retry or lacks_drawing) else done.status


def _done(job: Job, outcome: Outcome, info: PictureInfo, request: Request) -> Done:
    from ..store.database import Done  # noqa: PLC0415 — loads SQLite

    is_final, has_answer = FLEETING.isdisjoint(outcome.statuses), outcome.target is not None
    status = "unsaved" if outcome.status == "solved" and outcome.exit_code else outcome.status
    settings = request.fingerprint()
    return Done(job.key, job.target, status, has_answer, is_final, info.state, settings)
