"""Calls that go wrong as no function of the standard library does; a worker has soon loaded them."""

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

FOREVER = 600


class Stubborn(Exception):
    """An error that cannot be sent: its arguments do not make it again."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} {second}")


class Poison:
    """A value that can be sent, but not received."""

    def __reduce__(self) -> tuple[Any, ...]:
        return int, ("not to be unpacked",)


def fail_stubbornly() -> None:
    raise Stubborn("cannot be", "made again")


def hang(note: Path, *, deaf: bool = False) -> None:
    """Leave a note of this process and hang, perhaps deaf to being told to end."""
    if deaf:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    note.with_suffix(".part").write_text(str(os.getpid()))
    note.with_suffix(".part").rename(note)
    time.sleep(FOREVER)


def has_pipeline() -> bool:
    return "pipeline" in sys.modules
