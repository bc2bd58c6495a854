"""Work that goes wrong in every way, for workers of tests to load quickly: what a task is called says how."""

import ctypes
import os
import re
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.outcome import Outcome
from solver.message import Message

FOREVER = 600


@dataclass(frozen=True)
class Task:
    """A job for the runner: `kill-3` kills its worker."""

    name: str
    folder: str = ""
    """Where what is to happen once leaves a note that it has happened."""


class Stubborn(Exception):
    """An error that cannot be sent: its arguments do not make it again."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} {second}")


class Poison:
    """A value that can be sent, but not received."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _explode, ()


def _explode() -> None:
    raise ValueError("this was not to be unpacked")


def load_nothing() -> None:
    """Load nothing."""


def fail_to_load() -> None:
    raise ImportError("libGL.so.1: cannot open shared object file")


def odd(task: Task) -> Outcome:
    """Solve, or do what the task's name says."""
    kind = task.name.partition("-")[0]
    if kind in ENDS:
        ENDS[kind]()
    match kind:
        case "once":
            once(Path(task.folder) / task.name)
        case "raise":
            fail("two\nlines")
        case "huge":
            return Outcome(task.name, "solved", (Message("http_error", said="x" * 20_000_000),))
        case "unsendable":
            return Outcome(task.name, "solved", (nothing_to_send(),))
        case "poison":
            return Outcome(task.name, "solved", (Poison(),))
    return Outcome(task.name, "solved", (Message("http_error", said=str(os.getpid())),))


def kill(number: int = signal.SIGKILL) -> None:
    os.kill(os.getpid(), number)


def stop() -> None:
    """Stop this process, as Ctrl-Z or a debugger does."""
    os.kill(os.getpid(), signal.SIGSTOP)


def segfault() -> None:
    ctypes.string_at(0)


def leave() -> None:
    os._exit(3)


def once(note: Path) -> None:
    """Kill this process the first time."""
    try:
        note.touch(exist_ok=False)
    except FileExistsError:
        return
    kill()


def hang(note: Path | None = None) -> None:
    """Hang, and leave a note of that."""
    if note is not None:
        note.touch()
    time.sleep(FOREVER)


def hang_and_hold() -> None:
    """Hang in native code that lets no other thread of Python run, and be deaf to being told to end."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    re.match(r"(a+)+$", "a" * 64 + "b")


def hang_deaf(note: Path) -> None:
    """Hang and be deaf to being told to end, and leave a note of that."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    note.touch()
    time.sleep(FOREVER)


def fail(message: str) -> None:
    raise ValueError(message)


ENDS = {"kill": kill, "exit": leave, "segfault": segfault, "hang": hang}
"""How a task may end its worker, or not end at all."""


def fail_stubbornly() -> None:
    raise Stubborn("cannot be", "made again")


def poison() -> Poison:
    return Poison()


def nothing_to_send() -> object:
    return lambda: None


def pid() -> int:
    return os.getpid()


def session() -> int:
    """Return the session of this process: a terminal sends Ctrl-C to those of its own."""
    return os.getsid(0)


def note_and_die(folder: str) -> None:
    """Leave a note and die, as a worker does whose memory does not suffice to load."""
    (Path(folder) / str(os.getpid())).touch()
    kill()


def has_pipeline() -> bool:
    """Tell whether the pipeline was loaded before."""
    return "pipeline" in sys.modules


def take_memory() -> int:
    """Take more memory than a worker of the tests may."""
    return len(bytearray(1 << 30))
