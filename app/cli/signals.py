"""What the system sends to end a program: it is taken as Ctrl-C is, so that reports are whole."""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Event

ENDING = ("SIGTERM", "SIGHUP")
"""Sent by `kill`, services and schedulers, and by a terminal that is closed; Windows lacks the latter."""


@contextmanager
def stop_event(*, interrupts: bool = False) -> Iterator[Event]:
    """Give what is set when the system asks the program to end, with `interrupts` also by Ctrl-C.

    Then Ctrl-C has no further effect: the program is about to end.
    """
    stop = Event()
    with _handled(stop.set, (*ENDING, *(("SIGINT",) if interrupts else ()))):
        yield stop
    if interrupts and stop.is_set():
        signal.signal(signal.SIGINT, signal.SIG_IGN)


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
def _handled(act: Callable[[], None], names: Iterable[str] = ENDING) -> Iterator[None]:
    """Act at each such signal, but for those that are ignored, as with `nohup`; threads hear none."""
    former = {}
    if threading.current_thread() is threading.main_thread():
        for number in (getattr(signal, name) for name in names if hasattr(signal, name)):
            if signal.getsignal(number) not in (signal.SIG_IGN, None):
                former[number] = signal.signal(number, lambda *_: act())
    try:
        yield
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
