"""An address → an executor that works on the dask.distributed cluster there."""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

from solver.errors import AquariumError
from vision.processes import (
    CALLS_PER_WORKER,
    TookTooLong,
    WorkerDied,
    answer_call,
    unpack_answer,
)
from vision.reading.version import READING

from .. import PACKAGE, VERSION
from ..sentences import Message
from .dispatch import load_pipeline

if TYPE_CHECKING:
    from distributed import Client

P = ParamSpec("P")
T = TypeVar("T")

OWN_VERSION = f"{VERSION} with reading {READING}"
"""Of the program, and of what pictures are read as: workers must have both."""
CONNECT_SECONDS = 20.0
"""Seconds to reach a scheduler and to see a first worker: a cluster that was just started needs some."""
FAREWELL_SECONDS = 1.0
"""Seconds a worker with a hanging call has to tell of it before it ends."""


class ClusterUnusable(AquariumError):
    """There is no cluster to work on; the message says what was met, the advice what to do."""


@contextmanager
def cluster(
    address: str, *, limit: float | None = None, connect_seconds: float = CONNECT_SECONDS
) -> Iterator[ClusterExecutor]:
    """Give an executor that works on a cluster which runs already, and leave that as it is afterwards.

    `address` is the scheduler's, such as `tcp://10.0.0.1:8786`; `limit` is in seconds of wall-clock time for
    one call, `connect_seconds` are for reaching the scheduler and seeing a first worker. ClusterUnusable if
    distributed is not installed, or the cluster cannot be reached, has no workers, or they have another
    version of the program.
    """
    with _connect(address, connect_seconds) as client:
        _check_workers(client, connect_seconds)
        executor = ClusterExecutor(client, limit)
        try:
            yield executor
        finally:
            executor.shutdown(wait=False, cancel_futures=True)


class ClusterExecutor(Executor):
    """Sends calls to a cluster. Futures fail as those of `WorkerPool` do."""

    def __init__(self, client: Client, limit: float | None = None) -> None:
        self.window = CALLS_PER_WORKER * sum(client.nthreads().values())
        self._inner: Executor = client.get_executor(pure=False)
        self._limit = limit

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have a worker call `fn`. What cannot be sent to a worker fails the future, not this call."""
        future: Future[T] = Future()
        try:
            call = pickle.dumps((fn, args, kwargs))
        except Exception as error:  # pickle raises errors of many kinds
            future.set_exception(error)
            return future
        inner = self._inner.submit(_on_worker, call, self._limit)
        inner.add_done_callback(partial(_hand_on, future))
        future.add_done_callback(lambda outer: inner.cancel() if outer.cancelled() else None)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._inner.shutdown(wait=wait and not cancel_futures)


def _hand_on(future: Future[T], inner: Future[bytes]) -> None:
    """Settle our future as the cluster's was settled."""
    if inner.cancelled():
        future.cancel()
        return
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(cast(T, unpack_answer(inner.result())))
    except Exception as error:
        died = type(error).__name__ == "KilledWorker"  # naming the class itself would load distributed
        future.set_exception(WorkerDied("cluster workers crashed on it") if died else error)


def _on_worker(call: bytes, limit: float | None) -> bytes:
    """Make a call in a worker of the cluster, in a thread of its own, which can be left when it hangs."""
    load_pipeline()  # a worker may have joined since the others were asked
    answers: list[bytes] = []
    thread = threading.Thread(target=lambda: answers.append(answer_call(call)), daemon=True)
    thread.start()
    thread.join(limit)
    if thread.is_alive():
        _end_worker()
        raise TookTooLong(f"not done within {limit:g} s")
    return answers[0]


def _end_worker() -> None:
    """End the worker process this runs in, soon, if something is there that starts another."""
    if _distributed().get_worker().nanny:
        leaving = threading.Timer(FAREWELL_SECONDS, os._exit, [1])
        leaving.daemon = True
        leaving.start()


def _connect(address: str, seconds: float) -> Client:
    try:
        return _distributed().Client(address, timeout=seconds, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise ClusterUnusable(Message("no_cluster", address=address, said=str(error))) from None


def _distributed() -> Any:
    try:
        import distributed  # noqa: PLC0415 — an extra, which takes a second to load
    except ImportError:
        raise ClusterUnusable(Message("cluster_extra", package=PACKAGE)) from None
    return distributed


def _check_workers(client: Client, seconds: float) -> None:
    try:
        client.wait_for_workers(1, timeout=seconds)
        versions = set(client.run(_loaded_version).values())
    except TimeoutError:
        raise ClusterUnusable(Message("no_cluster_workers")) from None
    except Exception as error:  # whatever keeps a worker from loading the program
        raise ClusterUnusable(Message("workers_cannot_load", said=str(error), package=PACKAGE)) from None
    if versions != {OWN_VERSION}:
        seen = tuple(sorted(map(str, versions)))
        raise ClusterUnusable(Message("workers_of_other_version", versions=seen, own=OWN_VERSION))


def _loaded_version() -> str:
    load_pipeline()
    return OWN_VERSION
