"""The process of a command: its standard streams, and what the system sends to end it.

All that the program prints goes through here. So no name or message can forge a line or move the cursor, and
standard error can be lost without ending the work: only what was asked for on standard output can.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Event
from typing import Any, TextIO

import click

from ..escaping import visible
from ..status import exit_code

PLAIN = str.maketrans({"×": "x", "→": ">", "–": "-", "“": '"', "”": '"', "…": "..."})
"""For terminals and logs that cannot show the signs."""
ENDING = ("SIGTERM", "SIGHUP")
"""Sent by `kill`, services and schedulers, and by a terminal that is closed; Windows lacks the latter."""


class OutputLost(Exception):
    """Standard output takes no more, and what was asked for cannot be printed; the message says why."""


@contextmanager
def losing_errors() -> Iterator[None]:
    """Write to standard error in the block, or go on without it if it takes no more."""
    try:
        yield
    except (OSError, ValueError):  # ValueError: it is closed
        discard(sys.stderr)


def echo(text: str) -> None:
    """Print to standard output: in signs that it can show where words are spelt so, else in UTF-8.

    Its lines stay lines, all else that does not show is escaped. OutputLost if standard output takes no more.
    """
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    spelled = spell("\n".join(map(visible, text.split("\n"))), encoding)
    echo_as_is(spelled if _has(encoding, spelled) else spelled.encode())  # emoji have no other spelling


def echo_as_is(text: str | bytes) -> None:
    """Print what a terminal is to obey; OutputLost if standard output takes no more."""
    try:
        click.echo(text, nl=False)
    except OSError as error:
        discard(sys.stdout)
        reason = "" if isinstance(error, BrokenPipeError) else error.strerror or type(error).__name__
        raise OutputLost(reason) from error


def echo_error(text: str, *, name: str = "", colour: str = "", end: str = "\n") -> None:
    """Print a line to standard error, in signs that it can show, after a name in a colour if one is given."""
    encoding = getattr(sys.stderr, "encoding", None) or "ascii"
    head = click.style(visible(name), fg=colour, bold=True) + ": " if name else ""
    with losing_errors():
        click.echo(spell(f"{head}{visible(text)}{end}", encoding), err=True, nl=False)


def spell(text: str, encoding: str) -> str:
    """Return the text in signs that an encoding has, as far as there are others for them."""
    return text if _has(encoding, text) else text.translate(PLAIN)


def confirmed(question: str) -> bool | None:
    """Ask the person at the terminal, who has to type y to agree; None if there is no terminal to ask on.

    The question goes to standard error: standard output may be a pipe that takes a picture.
    """
    if not (sys.stdin and sys.stdin.isatty() and sys.stderr and sys.stderr.isatty()):
        return None
    echo_error(f"{question} [y/N] ", end="")
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def end(status: str, message: str) -> int:
    """Say in one line how the whole program ended, and return its exit code."""
    echo_error(f"aquarium: {message}")
    return exit_code(status)


def discard(stream: TextIO) -> None:
    """Let a stream write into nothing from now on, also at the end, where Python would complain."""
    with suppress(OSError, ValueError, AttributeError):  # closed already, or no file (in tests)
        nothing, number = os.open(os.devnull, os.O_WRONLY), stream.fileno()
        os.dup2(nothing, number)
        os.close(nothing)


def _has(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


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
