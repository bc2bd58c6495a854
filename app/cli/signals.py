"""What the system sends to end a program: it is taken as Ctrl-C is, so that reports are whole."""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Event
from typing import Any

ENDING = ("SIGTERM", "SIGHUP")
"""Sent by `kill`, services and schedulers, and by a terminal that is closed; Windows lacks the latter."""


class Stop(Event):
    """Is set when the program is to end."""

    is_awaited = False
    """Whether somebody looks at it: before that, the block is left at once."""


class _Stopped(BaseException):
    """Leaves a block. A KeyboardInterrupt would do, but decides the exit code if an import meets it."""


@contextmanager
def until_stopped() -> Iterator[Stop]:
    """Give what is set by Ctrl-C and when the system asks the program to end, or leave the block then.

    Both are how the program is meant to end: after that, signals have no further effect.
    """
    stop = Stop()

    def act() -> None:
        is_first = not stop.is_set()
        stop.set()
        if is_first and not stop.is_awaited:
            raise _Stopped

    with _handled(act, (*ENDING, "SIGINT")) as former:
        with suppress(_Stopped):
            yield stop
        if stop.is_set():
            former.update(dict.fromkeys(former, signal.SIG_IGN))


@contextmanager
def ending_interrupts() -> Iterator[None]:
    """Raise KeyboardInterrupt when the system asks the program to end; only once, as it ends then."""
    asked = Event()

    def interrupt() -> None:
        if not asked.is_set():
            asked.set()
            raise KeyboardInterrupt

    with _handled(interrupt):
        yield


@contextmanager
def _handled(act: Callable[[], None], names: Iterable[str] = ENDING) -> Iterator[dict[int, Any]]:
    """Act at each such signal, but for those that are ignored, as with `nohup`; threads hear none."""
    former: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for number in (getattr(signal, name) for name in names if hasattr(signal, name)):
            if signal.getsignal(number) not in (signal.SIG_IGN, None):
                former[number] = signal.signal(number, lambda *_: act())
    try:
        yield former
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
