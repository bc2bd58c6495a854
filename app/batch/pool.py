"""Calls → what they return, from worker processes of which each may die or hang without harm to the others.

Every worker has a pipe and a thread of its own, and one call at a time: so it is known which call killed it
or takes too long, it alone is replaced, and no lock or queue is shared that a dying worker could leave
broken. The standard library's pool shares one queue: there the death of one worker fails the calls of all,
and no call has a time limit.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from multiprocessing.connection import Connection, wait
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

WAITING = 2
"""Calls submitted at a time per worker: one at work and one at hand, so that none waits for the parent."""
START_LIMIT = 120.0
"""Seconds a new worker may take to load its modules: it takes one, but much more on a cold network drive."""
START_TRIES = 3
"""Workers that may die one after the other while they load, before the pool is given up."""
GRACE = 0.5
"""Seconds a worker has to remove its half-written file when it is told to end; then it is killed."""
BEGUN = b""
"""A worker's word that it has taken a call, which from then on is to blame for its death."""
SPAWN = multiprocessing.get_context("spawn")
"""Workers begin as new processes: a copy of this one would inherit locks that other threads hold."""


class WorkerDied(Exception):
    """The process that worked on a call ended; the message says how."""


class TookTooLong(Exception):
    """A call was not done within its time limit, and its worker was replaced."""


def warm_up() -> None:
    """Load what reads and solves, once for all pictures of this process, with one thread each."""
    importlib.import_module("pipeline")
    importlib.import_module("cv2").setNumThreads(1)  # the work is too small for more to pay


def packed(function: Callable[..., object], args: object, kwargs: object) -> bytes:
    """Return a call as bytes."""
    return pickle.dumps((function, args, kwargs), pickle.HIGHEST_PROTOCOL)


def answered(call: bytes) -> bytes:
    """Make a packed call and return as bytes what it returns or raises."""
    try:
        function, args, kwargs = pickle.loads(call)
        return pickle.dumps((True, function(*args, **kwargs)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        return pickle.dumps((False, _sendable(error)), pickle.HIGHEST_PROTOCOL)


def unpacked(answer: bytes) -> object:
    """Return what a call returned, or raise what it raised."""
    returned, value = pickle.loads(answer)
    if not returned:
        raise value
    return value


class WorkerPool(ThreadPoolExecutor):
    """An executor of worker processes.

    A future's exception is `WorkerDied` or `TookTooLong` if that is what happened, `BrokenExecutor` if no
    worker can be started, and else what the call raised. Leaving its `with` block ends the workers at once;
    what still runs is given up.
    """

    def __init__(
        self, workers: int, *, limit: float | None = None, warm: Callable[[], None] = warm_up
    ) -> None:
        """Make a pool; each worker starts when there is a first call for it.

        Parameters
        ----------
        workers : int
            Most processes at a time.
        limit : float, optional
            Seconds of wall-clock time for one call.
        warm : callable, optional
            Called once in each new worker, before its first call and outside that call's time.
        """
        super().__init__(workers, "worker", _block_interrupts)
        self.window = WAITING * workers
        self._limit, self._warm = limit, warm
        self._own = threading.local()
        self._workers: set[_Worker] = set()
        self._lock = threading.Lock()
        self._ended = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have a worker call `fn`. What cannot be sent to a worker fails the future, not this call."""
        return super().submit(self._called, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more calls; wait for those submitted, unless told otherwise, and end the workers."""
        super().shutdown(wait, cancel_futures=cancel_futures)
        if wait:
            self._end()

    def kill_workers(self) -> None:
        """Take no more calls and end all workers at once."""
        super().shutdown(wait=False, cancel_futures=True)
        self._end()
        super().shutdown(wait=True)

    def __exit__(self, *_: object) -> None:
        self.kill_workers()

    def _called(self, fn: Callable[..., T], args: object, kwargs: object) -> T:
        """Send a call to this thread's worker and return what comes back."""
        call = packed(fn, args, kwargs)
        worker = self._begun(call)
        try:
            answer = worker.answer(self._limit)
        except (WorkerDied, TookTooLong):
            self._dismiss(worker)
            raise
        return cast(T, unpacked(answer))

    def _begun(self, call: bytes) -> _Worker:
        """Return this thread's worker, that has taken a call; one that died before that is replaced."""
        failure: Exception | None = None
        for _ in range(START_TRIES):
            worker: _Worker | None = getattr(self._own, "worker", None)
            if worker is None or worker.ended:
                worker = self._own.worker = self._started()
            try:
                worker.send(call)
                worker.answer(START_LIMIT)
                return worker
            except (WorkerDied, TookTooLong) as error:
                failure = error
            self._dismiss(worker)
        raise BrokenExecutor(f"worker processes do not live to begin: {failure}") from failure

    def _started(self) -> _Worker:
        failure: Exception | None = None
        for _ in range(START_TRIES):
            with self._lock:
                if self._ended:
                    raise BrokenExecutor("the pool has ended")
                worker = _Worker(self._warm)
                self._workers.add(worker)
            try:
                unpacked(worker.answer(START_LIMIT))
                return worker
            except Exception as error:
                failure = error
            self._dismiss(worker)
            if not isinstance(failure, WorkerDied):
                break
        raise BrokenExecutor(f"no worker process can be started: {failure}") from failure

    def _dismiss(self, worker: _Worker) -> None:
        worker.end()
        with self._lock:
            self._workers.discard(worker)

    def _end(self) -> None:
        with self._lock:
            self._ended = True
            workers = list(self._workers)
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            self._dismiss(worker)


class _Worker:
    """One worker process, seen from its parent."""

    def __init__(self, warm: Callable[[], None]) -> None:
        self._channel, theirs = SPAWN.Pipe()
        self._ending = threading.Lock()  # two threads that wait for one process would miss its exit code
        self.process = SPAWN.Process(target=_serve, args=(theirs, warm), daemon=True)
        self.process.start()
        self.ended = False
        theirs.close()

    def send(self, call: bytes) -> None:
        try:
            self._channel.send_bytes(call)
        except OSError:
            raise WorkerDied(self._how()) from None

    def answer(self, limit: float | None) -> bytes:
        """Wait for what the worker says next."""
        ready = wait([self._channel, self.process.sentinel], limit)
        if not ready:
            raise TookTooLong(f"not done within {limit:g} s")
        try:
            if self._channel.poll():
                return self._channel.recv_bytes()
        except (EOFError, OSError):
            pass
        raise WorkerDied(self._how())

    def end(self) -> None:
        with self._ending:
            self.ended = True
            self.process.terminate()
            self.process.join(GRACE)
            if self.process.is_alive():
                self.process.kill()
                self.process.join()
            self._channel.close()

    def _how(self) -> str:
        with self._ending:
            self.process.join(GRACE)
        code = self.process.exitcode
        if code is None:
            return "its worker process closed its pipe"
        if code >= 0:
            return f"its worker process ended with exit code {code}"
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        perhaps = ", perhaps for want of memory" if name == "SIGKILL" else ""
        return f"its worker process was ended by {name}{perhaps}"


def _block_interrupts() -> None:
    """Keep Ctrl-C from this thread and, as they inherit this, from workers that do not ignore it yet."""
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _serve(channel: Connection, warm: Callable[[], None]) -> None:
    """Answer calls in a worker process until the parent closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    answer = answered(packed(warm, (), {}))
    while True:
        try:
            channel.send_bytes(answer)
            call = channel.recv_bytes()
            channel.send_bytes(BEGUN)
        except (EOFError, OSError):
            return
        answer = answered(call)


def _sendable(error: Exception) -> Exception:
    """Return an error that can be sent, with its traceback as a note, which pickling would drop."""
    sent = error
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # its class is local, or cannot be made from its arguments alone
        sent = RuntimeError(f"{type(error).__name__}: {error}")
    sent.add_note("".join(traceback.format_tb(error.__traceback__)).rstrip())
    return sent


def _leave(*_: object) -> None:
    sys.exit(signal.SIGTERM)  # by way of all `finally`, where half-written files are removed


def _leave_with_parent() -> None:
    """End this process soon after its parent, whatever it is at."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(GRACE)
        os._exit(1)
