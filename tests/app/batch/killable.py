"""A whole run of the command with little work per picture, that may be told to die at a call.

`python killable.py CALL NUMBER WHEN WORDS...`: the NUMBER-th CALL is the last, and the run dies `before` or
`after` it. NUMBER 0 lives on. How often each call was made is printed as JSON.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

import numpy as np

from app.cli.main import main as command
from app.inputs.plan import Job
from app.outcome import Outcome
from app.record import FileState, PictureInfo, Thumbnails
from app.request import Request
from app.store import done
from solver.message import Message
from vision.files.pixels import Picture
from vision.files.save import save_picture

CHANGING = {"fsync": os, "replace": os, "unlink": os, "_put": done, "add": done.Database}
"""Calls at which a run may die: of the system, of a row before it is committed, and of one with that."""
CALLS = dict.fromkeys(CHANGING, 0)
"""How often each was made."""
SMALL = Thumbnails(b"RIFF\0\0\0\0WEBPbefore", b"RIFF\0\0\0\0WEBPafter", (0, 0, 9, 9))
WAIT = 0.002
"""Seconds that a picture takes, so that a kill from outside meets the run in the middle."""


def main(name: str, number: int, when: str, words: list[str]) -> int:
    """Run the command with stubbed work."""
    sys.modules["app.batch.job"] = SimpleNamespace(solve_job=work)
    Outcome.to_dict = line
    for changing, owner in CHANGING.items():
        last = number if changing == name else 0
        setattr(owner, changing, deadly(getattr(owner, changing), last, when))
    code = command(words)
    print(json.dumps(CALLS))
    return code


def work(job: Job, request: Request) -> Outcome:
    """Answer with pixels made of the bytes; a picture that begins with `?` has no answer."""
    time.sleep(WAIT)
    assert job.source
    assert job.target
    assert request.keep_info
    seen = PictureInfo(FileState.of(job.source), (9, 9), SMALL)
    seconds = {"read": time.perf_counter()}
    contents = job.source.read_bytes()
    if contents.startswith(b"?"):
        return Outcome(job.name, "unsure", (Message("walls_unclear"),), seconds=seconds, picture_info=seen)
    pixels = np.frombuffer(hashlib.sha384(contents).digest(), np.uint8).reshape(4, 4, 3)
    job.target.parent.mkdir(parents=True, exist_ok=True)
    save_picture(job.target, pixels, Picture(pixels))
    return Outcome(job.name, "solved", output=str(job.target), seconds=seconds, picture_info=seen)


def line(outcome: Outcome) -> dict[str, object]:
    """Return the fields of an outcome without a result, without loading the solver."""
    fields = {"path": outcome.path, "status": outcome.status, "exit_code": 0 if outcome.output else 4}
    rest = {"message": outcome.message, "output": outcome.output, "seconds": outcome.seconds}
    rest |= {"reading_output": None}
    return {**fields, **rest}


def deadly(call: Callable[..., Any], last: int, when: str) -> Callable[..., Any]:
    """Return a call that kills the process when its time has come."""

    def called(*arguments: Any, **options: Any) -> Any:
        CALLS[call.__name__] += 1
        is_last = CALLS[call.__name__] == last
        if is_last and when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        result = call(*arguments, **options)
        if is_last:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    return called


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]))
