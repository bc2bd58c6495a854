"""Calls → what they return, from worker processes of which each may die or hang without harm to the others.

Every worker has a pipe and a thread of its own, and one call at a time. So it is known which call killed it
or takes too long, it alone is replaced, and nothing is shared that a dying worker could leave broken.

A `ProcessPoolExecutor` of one process per thread would be shorter, but it swallows the exit by which a worker
that is told to end removes its half-written files, it needs semaphores, which a killed parent leaves behind,
and it does not tell a worker that died idle from one that died of its call.
"""

from __future__ import annotations

import importlib
import math
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
from contextlib import suppress
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

from vision.files.memory import limit_memory

from ..status import leave
from .dispatch import CALLS_PER_WORKER, Cancelled, TookTooLong, WorkerDied

P = ParamSpec("P")
T = TypeVar("T")

START_SECONDS = 120.0
"""A new worker may take so long to load its modules: it takes one, but more on a cold network drive."""
START_TRIES = 3
"""Workers that may die one after the other while they load, before the pool is given up."""
GRACE_SECONDS = 0.5
"""A worker has so long to remove its half-written file when it is told to end; then it is killed."""
AGAIN_SECONDS = 0.01
"""A worker whose exit was lost tries again so much later, when what lost it is done."""
LOOK_SECONDS = 0.1
"""So often it is looked whether a call at work was given up."""
LAST_SECONDS = 1.0
"""A call that is cancelled has so long to be done: most are, and to replace a worker takes longer."""
ACCEPTED = b""
"""A worker's word that it has taken a call, which from then on is to blame for its death."""
SPAWN = multiprocessing.get_context("spawn")
"""Workers begin as new processes: a copy of this one would inherit locks that other threads hold."""


def load_pipeline() -> None:
    """Load what reads and solves, which takes half a second."""
    importlib.import_module("pipeline")


def pack_call(function: Callable[..., object], args: object, kwargs: object) -> bytes:
    return pickle.dumps((function, args, kwargs), pickle.HIGHEST_PROTOCOL)


def answer_call(call: bytes) -> bytes:
    """Make a packed call and return as bytes what it returns or raises."""
    try:
        function, args, kwargs = pickle.loads(call)
        return pickle.dumps((True, function(*args, **kwargs)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        return pickle.dumps((False, _picklable(error)), pickle.HIGHEST_PROTOCOL)


def unpack_answer(answer: bytes) -> object:
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
        self,
        workers: int,
        *,
        time_limit: float | None = None,
        memory_limit: int | None = None,
        initializer: Callable[[], None] = load_pipeline,
    ) -> None:
        """Make a pool of at most so many processes; each starts when there is a first call for it.

        `time_limit` is in seconds of wall-clock time for one call, `memory_limit` in bytes of address space
        that each worker may take beyond what it has after `initializer`, which is called once in each new
        worker, before its first call and outside that call's time.
        """
        if sys.platform != "win32":  # to start it undoes what keeps interrupts from a thread and its workers
            resource_tracker.ensure_running()
        super().__init__(workers, "worker", _block_interrupts)
        self.window = CALLS_PER_WORKER * workers
        self._time_limit, self._load = time_limit, partial(_prepare, initializer, memory_limit)
        self._of_thread = threading.local()
        self._workers: set[_Worker] = set()
        self._given_up: dict[Future[Any], threading.Event] = {}
        """For each call that is not done: whether nobody wants its answer any more."""
        self._lock = threading.Lock()
        self._ended = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have a worker call `fn`. What cannot be sent to a worker fails the future, not this call."""
        given_up = threading.Event()
        future = super().submit(self._call, given_up, fn, args, kwargs)
        self._given_up[future] = given_up
        future.add_done_callback(self._given_up.pop)
        return future

    def cancel(self, future: Future[Any]) -> None:
        """Give a call up, without waiting for that: nobody wants its answer any more.

        If it is not begun, it never will be. If it is worked on and not done soon, its worker is ended and
        replaced, and the future's exception is `Cancelled`. Other calls are not touched.
        """
        given_up = self._given_up.get(future)
        if given_up is not None and not future.cancel():
            given_up.set()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more calls; wait for those submitted, unless told otherwise, and end the workers."""
        super().shutdown(wait, cancel_futures=cancel_futures)
        if wait:
            self._end_workers()

    def kill_workers(self) -> None:
        """Take no more calls and end all workers at once."""
        super().shutdown(wait=False, cancel_futures=True)
        self._end_workers()
        super().shutdown(wait=True)

    def __exit__(self, *_: object) -> None:
        self.kill_workers()

    def _call(self, given_up: threading.Event, fn: Callable[..., T], args: object, kwargs: object) -> T:
        worker = self._worker_with(pack_call(fn, args, kwargs), given_up)
        try:
            answer = worker.receive(self._time_limit, given_up)
        except Cancelled:
            self._discard(worker)
            with suppress(BrokenExecutor):  # if there is to be a next call, that says it
                self._of_thread.worker = self._start_worker()
            raise
        except (WorkerDied, TookTooLong):
            self._discard(worker)
            if self._ended:  # it did not die of its call
                raise BrokenExecutor("the pool has ended") from None
            raise
        return cast(T, unpack_answer(answer))

    def _worker_with(self, call: bytes, given_up: threading.Event) -> _Worker:
        """Return this thread's worker, which has taken the call; one that died before that is replaced."""
        failure: Exception | None = None
        for _ in range(START_TRIES):
            worker: _Worker | None = getattr(self._of_thread, "worker", None)
            if worker is None or worker.ended:
                worker = self._of_thread.worker = self._start_worker()
            if given_up.is_set():
                raise Cancelled
            try:
                worker.send(call)
                worker.receive(START_SECONDS)
                return worker
            except (WorkerDied, TookTooLong) as error:
                failure = error
            self._discard(worker)
        raise BrokenExecutor(f"worker processes crash as they start: {failure}") from failure

    def _start_worker(self) -> _Worker:
        failure: Exception | None = None
        for _ in range(START_TRIES):
            with self._lock:
                if self._ended:
                    raise BrokenExecutor("the pool has ended")
                worker = _Worker(self._load)
                self._workers.add(worker)
            try:
                unpack_answer(worker.receive(START_SECONDS))
                return worker
            except Exception as error:
                failure = error
            self._discard(worker)
            if not isinstance(failure, WorkerDied):
                break
        raise BrokenExecutor(f"cannot start a worker process: {failure}") from failure

    def _discard(self, worker: _Worker, grace: float = GRACE_SECONDS) -> None:
        worker.end(grace)
        with self._lock:
            self._workers.discard(worker)

    def _end_workers(self) -> None:
        with self._lock:
            self._ended = True
            workers = list(self._workers)
        for worker in workers:
            worker.process.terminate()
        end = time.monotonic() + GRACE_SECONDS
        for worker in workers:
            self._discard(worker, max(0.0, end - time.monotonic()))


class _Worker:
    """One worker process, seen from its parent."""

    def __init__(self, initializer: Callable[[], None]) -> None:
        self._pipe, theirs = SPAWN.Pipe()
        self._waiting = threading.Lock()  # two threads that wait for one process would miss its exit code
        self.process = SPAWN.Process(target=_serve, args=(theirs, initializer), daemon=True)
        self.process.start()
        self.ended = False
        theirs.close()

    def send(self, call: bytes) -> None:
        try:
            self._pipe.send_bytes(call)
        except OSError:
            raise WorkerDied(self._cause_of_death()) from None

    def receive(self, limit: float | None, given_up: threading.Event | None = None) -> bytes:
        """Return what the worker sends; once it is given up, only if that comes soon."""
        of_worker: list[Connection | int] = [self._pipe, self.process.sentinel]
        end = time.monotonic() + (limit or math.inf)
        while not wait(of_worker, min(LOOK_SECONDS, max(0.0, end - time.monotonic()))):
            if given_up is not None and given_up.is_set() and not wait(of_worker, LAST_SECONDS):
                raise Cancelled
            if time.monotonic() >= end:
                raise TookTooLong(f"not done within {limit:g} s")
        try:
            if self._pipe.poll():
                return self._pipe.recv_bytes()
        except (EOFError, OSError):
            pass
        raise WorkerDied(self._cause_of_death())

    def end(self, grace: float) -> None:
        with self._waiting:
            self.ended = True
            self.process.terminate()
            self.process.join(grace)
            if self.process.is_alive():
                self.process.kill()
                self.process.join()
            self._pipe.close()

    def _cause_of_death(self) -> str:
        with self._waiting:
            self.process.join(GRACE_SECONDS)
        code = self.process.exitcode
        if code is None:
            return "its worker process closed its pipe"
        if code >= 0:
            return f"its worker process ended with exit code {code}"
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        perhaps = ", perhaps out of memory" if name == "SIGKILL" else ""
        return f"its worker process was ended by {name}{perhaps}"


def _block_interrupts() -> None:
    """Keep Ctrl-C from this thread and, as they inherit this, from workers that do not ignore it yet.

    A terminal that is closed ends the parent alone likewise.
    """
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})


def _prepare(initializer: Callable[[], None], memory_limit: int | None) -> None:
    """Load what a worker needs, and limit what it may take from then on."""
    initializer()
    if memory_limit is not None:
        limit_memory(memory_limit)


def _serve(pipe: Connection, initializer: Callable[[], None]) -> None:
    """Answer calls in a worker process until the parent closes the pipe; then end it at once."""
    code = 0
    try:
        _answer_calls(pipe, initializer)
    except SystemExit as leaving:
        code = int(leaving.code or 0)
    try:
        leave(code)
    finally:
        os._exit(code)


def _answer_calls(pipe: Connection, initializer: Callable[[], None]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _exit)
    sys.unraisablehook = _exit_again
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)  # libraries print of bad files; what went wrong is in the answer
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    answer = answer_call(pack_call(initializer, (), {}))
    while True:
        try:
            pipe.send_bytes(answer)
            call = pipe.recv_bytes()
            pipe.send_bytes(ACCEPTED)
        except (EOFError, OSError):
            return
        answer = answer_call(call)


def _picklable(error: Exception) -> Exception:
    """Return an error that can be sent, with its traceback as a note, which pickling would drop."""
    sent = error
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # its class is local, or cannot be made from its arguments alone
        sent = RuntimeError(f"{type(error).__name__}: {error}")
    sent.add_note("".join(traceback.format_tb(error.__traceback__)).rstrip())
    return sent


def _exit(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second would disturb what libraries do at exit
    sys.exit(signal.SIGTERM)  # by way of all `finally`, where half-written files are removed


def _exit_again(lost: sys.UnraisableHookArgs) -> None:
    """Exit a little later where a callback that cannot raise, as one of an import, lost the exit."""
    if isinstance(lost.exc_value, SystemExit):
        signal.signal(signal.SIGTERM, _exit)
        threading.Timer(AGAIN_SECONDS, os.kill, (os.getpid(), signal.SIGTERM)).start()
    else:
        sys.__unraisablehook__(lost)


def _exit_with_parent() -> None:
    """End this process soon after its parent, whatever it is at."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(GRACE_SECONDS)
        os._exit(1)
