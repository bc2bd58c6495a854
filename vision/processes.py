"""Calls → what they return, from worker processes of which each may die or hang without harm to the others.

A worker is a new interpreter: pickled calls come on its standard input, answers leave on its standard output.
It has one call at a time and shares nothing, so it is known what ended it, and nothing that others need can
break. It is none of `multiprocessing`, whose workers start no others and need a main guard in every script.
It has a session of its own, so that Ctrl-C reaches the caller alone; when its input ends, the caller has.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import TIMEOUT_MAX, Lock, Thread, Timer
from typing import Any, BinaryIO, ParamSpec, TypeAlias, TypeVar, cast

if sys.platform != "win32":
    import resource

P = ParamSpec("P")
T = TypeVar("T")
Worker: TypeAlias = "subprocess.Popen[bytes]"

CALLS_PER_WORKER = 2
"""Calls submitted at a time per worker: one at work and one at hand, so that none waits for the parent."""
PROGRAM = "import sys; sys.path[:] = {path!r}; from vision.processes import serve; serve()"
START_SECONDS = 120.0
"""A new worker may take so long to load its modules: it takes one, but more on a cold network drive."""
START_TRIES = 3
"""Workers that may fail one after the other while they load, before that is given up."""
APART = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
"""Of Windows, where there are no sessions."""
LAST_SECONDS = 1.0
"""A call that is cancelled has so long to be done: most are, and to replace a worker takes longer."""


class WorkerDied(Exception):
    """The worker at a call ended; the message says how."""

    code: int | None = None
    """Its exit code, or the negative number of the signal that ended it."""


class TookTooLong(Exception):
    """A call was not done within its time limit, and its worker was ended."""


class Cancelled(Exception):
    """A call was given up while it was worked on, because nobody wants its answer any more."""


class WorkerPool(ThreadPoolExecutor):
    """An executor of worker processes.

    A future's exception is WorkerDied, TookTooLong or Cancelled if that is what happened, BrokenExecutor if
    no worker can be started or the pool has ended, and else what the call raised. Leaving its `with` block
    ends the workers at once; what still runs is given up.
    """

    def __init__(
        self,
        workers: int,
        load: Callable[[], object],
        *,
        time_limit: float = TIMEOUT_MAX,
        memory_limit: int | None = None,
    ) -> None:
        """Make a pool of at most so many workers, each started when there is a first call for it.

        A new worker calls `load`, outside the time of its first call, and may then take `memory_limit` more
        bytes of address space. `time_limit` is in seconds of wall-clock time for one call.
        """
        super().__init__(workers, "worker")
        self.window = CALLS_PER_WORKER * workers
        self._load, self._time_limit = pickle.dumps((_prepare, (load, memory_limit), {})), time_limit
        self._idle: list[Worker] = []
        self._calls: dict[Future[Any], _Call] = {}
        """Those that are not done."""
        self._lock = Lock()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have a worker call `fn`. What cannot be sent to a worker fails the future, not this call."""
        call = _Call()
        with self._lock:
            future = super().submit(self._answer, call, (fn, args, kwargs))
            self._calls[future] = call
        future.add_done_callback(self._calls.pop)
        return future

    def cancel(self, future: Future[Any], seconds: float = LAST_SECONDS) -> None:
        """Give a call up, without waiting: it is never begun, or soon ended with its worker alone.

        It is not ended if it is done within so many seconds.
        """
        call = self._calls.get(future)
        if call is not None and not future.cancel():
            call.stop_after(seconds, Cancelled())

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more calls; wait for those submitted, unless told otherwise, and end the workers."""
        super().shutdown(wait, cancel_futures=cancel_futures)
        while wait and self._idle:
            _end(self._idle.pop())

    def kill_workers(self) -> None:
        """Take no more calls and end all workers at once."""
        with self._lock:
            super().shutdown(wait=False, cancel_futures=True)
            calls = self._calls.copy()
        for call in calls.values():
            call.stop(BrokenExecutor("the pool has ended"))
        self.shutdown()

    def __exit__(self, *_: object) -> None:
        self.kill_workers()

    def _answer(self, call: _Call, asked: object) -> Any:
        packed = pickle.dumps(asked)
        worker = self._worker(call)
        answer = call.made_by(worker, packed, self._time_limit)
        if call.stopped is None:
            self._idle.append(worker)
        else:
            _end(worker)
        return unpack_answer(answer)

    def _worker(self, call: _Call) -> Worker:
        """Return an idle worker or a new one, which has loaded what it needs."""
        with suppress(IndexError):
            while (worker := self._idle.pop()).poll() is not None:
                _end(worker)
            return worker
        for _ in range(START_TRIES):
            worker = _start()
            try:
                unpack_answer(call.made_by(worker, self._load, START_SECONDS))
                return worker
            except Exception as error:
                _end(worker)
                if error is call.stopped:
                    raise
                failure = error
        raise BrokenExecutor(f"cannot start a worker process: {failure}") from failure


class _Call:
    """A call, which any thread may stop."""

    def __init__(self) -> None:
        self.stopped: Exception | None = None
        self._worker: Worker | None = None
        self._lock = Lock()

    def stop(self, reason: Exception) -> None:
        """Have the call raise a reason, and end the worker that is at it."""
        with self._lock:
            self.stopped = self.stopped or reason
            if self._worker is not None:
                self._worker.kill()

    def stop_after(self, seconds: float, reason: Exception) -> Timer:
        """Stop the call so much later."""
        timer = Timer(seconds, self.stop, [reason])
        timer.daemon = True
        timer.start()
        return timer

    def made_by(self, worker: Worker, packed: bytes, seconds: float) -> bytes:
        """Return a worker's answer. If none comes, the worker is ended."""
        timer = self.stop_after(seconds, TookTooLong(f"not done within {seconds:g} s"))
        try:
            with self._lock:
                if self.stopped is not None:
                    raise self.stopped
                self._worker = worker
            _send(cast(BinaryIO, worker.stdin), packed)
            return cast(bytes, pickle.load(cast(BinaryIO, worker.stdout)))
        except BaseException as error:
            _end(worker)
            if isinstance(error, EOFError | OSError | pickle.UnpicklingError):
                raise self.stopped or _death(worker.returncode) from None
            raise
        finally:
            timer.cancel()
            with self._lock:
                self._worker = None


def _start() -> Worker:
    program = PROGRAM.format(path=[str(Path(place).absolute()) for place in sys.path])
    try:
        return subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            creationflags=APART,
        )
    except OSError as error:
        raise BrokenExecutor(f"cannot start a worker process: {error}") from error


def _end(worker: Worker) -> None:
    worker.kill()
    with suppress(OSError), worker:  # waits for it and closes the pipes; what was not sent is lost with it
        pass


def _death(code: int) -> WorkerDied:
    """Return the error that says how a worker ended."""
    names = {one.value: one.name for one in signal.Signals}
    perhaps = ", perhaps out of memory" if names.get(-code) == "SIGKILL" else ""
    how = f"was ended by {names.get(-code, f'signal {-code}')}{perhaps}"
    died = WorkerDied(f"its worker process {how if code < 0 else f'ended with exit code {code}'}")
    died.code = code
    return died


def answer_call(call: bytes) -> bytes:
    """Make a packed call of a function, arguments and named ones; pack what it returns or raises."""
    try:
        function, args, kwargs = pickle.loads(call)
        return pickle.dumps((True, function(*args, **kwargs)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        return pickle.dumps((False, _picklable(error)))


def unpack_answer(answer: bytes) -> Any:
    """Return what a call returned, or raise what it raised."""
    returned, value = pickle.loads(answer)
    if not returned:
        raise value
    return value


def _picklable(error: Exception) -> Exception:
    """Return an error that can be sent, with its traceback as a note, which pickling would drop."""
    sent = error
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # its class is local, or cannot be made from its arguments alone
        sent = RuntimeError(f"{type(error).__name__}: {error}")
    sent.add_note("".join(traceback.format_tb(error.__traceback__)).rstrip())
    return sent


def _send(pipe: BinaryIO, packed: bytes) -> None:
    pickle.dump(packed, pipe)
    pipe.flush()


# In a worker


def serve() -> None:
    """Answer calls that come on standard input: the program of a worker."""
    calls, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    for stream in (0, 1):
        os.dup2(2, stream)  # where nothing comes from, and where goes what libraries print
    waiting: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_receive, args=(calls, waiting), daemon=True).start()
    while True:
        _send(answers, answer_call(waiting.get()))


def _receive(calls: BinaryIO, waiting: SimpleQueue[bytes]) -> None:
    """Take calls as they come; end this process, whatever it is at, when the caller has ended."""
    try:
        while True:
            waiting.put(pickle.load(calls))
    finally:
        os._exit(0)


def _prepare(load: Callable[[], object], memory: int | None) -> None:
    """Load what a worker needs, then limit what it may take, where the system can tell what it has.

    That differs: libraries reserve some for each core. Beyond the limit MemoryError is raised, or native code
    ends the process.
    """
    load()
    if sys.platform != "win32" and memory is not None:
        with suppress(OSError, ValueError):
            taken = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
            limit = taken * resource.getpagesize() + memory
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
