"""What the system sends to end a program: it is taken as Ctrl-C is, so that reports are whole."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event

ENDING = ("SIGTERM", "SIGHUP")
"""Sent by `kill`, services and schedulers, and by a terminal that is closed; Windows lacks the latter."""


@contextmanager
def stop_event() -> Iterator[Event]:
    """Give what is set when the system asks the program to end."""
    stop = Event()
    with _handled(stop.set):
        yield stop


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
def _handled(act: Callable[[], None]) -> Iterator[None]:
    """Act at each such signal, but for those that are ignored, as with `nohup`; threads hear none."""
    former = {}
    if threading.current_thread() is threading.main_thread():
        for number in (getattr(signal, name) for name in ENDING if hasattr(signal, name)):
            if signal.getsignal(number) not in (signal.SIG_IGN, None):
                former[number] = signal.signal(number, lambda *_: act())
    try:
        yield
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
