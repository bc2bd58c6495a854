"""Work that goes wrong in every way, for workers of tests to load quickly: what a task is called says how."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.outcome import Outcome
from solver.message import Message
from tests.vision.odd_calls import FOREVER, Poison


@dataclass(frozen=True)
class Task:
    """A job for the runner: `kill-3` kills its worker."""

    name: str
    folder: str = ""
    """Where what is to happen once leaves a note that it has happened."""


def odd(task: Task) -> Outcome:
    said: Any = str(os.getpid())
    match task.name.partition("-")[0]:
        case "kill":
            signal.raise_signal(signal.SIGKILL)
        case "once" if not (note := Path(task.folder) / task.name).exists():
            note.touch()
            signal.raise_signal(signal.SIGKILL)
        case "hang":
            time.sleep(FOREVER)
        case "raise":
            raise ValueError("two\nlines")
        case "huge":
            said = "x" * 2_000_000
        case "unsendable":
            said = lambda: None  # noqa: E731 — a function without a name cannot be sent
        case "poison":
            said = Poison()
    return Outcome(task.name, "solved", (Message("http_error", said=said),))
