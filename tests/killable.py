"""A run with a stub for the work, that a test can kill: `python killable.py FOLDER OUT STEP TORN`.

At the STEP-th call that changes a file the process kills itself, after TORN of 100 parts of the bytes were
written; with STEP 0 it runs until it is killed or done. Like the real thing it keeps a ledger.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from app.imprint import Imprint, content_of
from app.inputs import Job
from app.ledger import Ledger, edition
from app.leftovers import Run, leave
from app.outcome import Outcome
from app.whole import whole

SETTINGS = {"time_limit": 30.0}
CHANGING = ("write", "fsync", "replace", "unlink")
"""Calls of the system before which a run may die."""
WAIT = 0.002
"""Seconds that a picture takes, so that a kill from outside meets the run in the middle."""


def main(folder: Path, out: Path, step: int, torn: int) -> None:
    if step:
        for name in CHANGING:
            setattr(os, name, deadly(getattr(os, name), torn))
        Countdown.left = step
    done = standing = 0
    with Ledger(out, edition(SETTINGS, "1")) as ledger:
        for source in sorted(folder.rglob("*.png")):
            job = Job(str(source), source, out / source.relative_to(folder).with_suffix(".solved.png"))
            if ledger.reason(job) is None:
                standing += 1
                continue
            content = content_of(source)
            outcome = work(job)
            ledger.add(job, line(outcome), Imprint(content, (9, 9), (0, 0, 9, 9), b"before", b"after"))
            done += 1
        leave(ledger, Run("stub", SETTINGS, datetime.now(UTC), 1.0, done, standing))


def work(job: Job) -> Outcome:
    """Answer with the bytes reversed; a picture that begins with `?` has no answer."""
    time.sleep(WAIT)
    assert job.source
    assert job.target
    contents = job.source.read_bytes()
    if contents.startswith(b"?"):
        return Outcome(job.given, "unsure", "the clues cannot be read", seconds={"read": time.perf_counter()})
    job.target.parent.mkdir(parents=True, exist_ok=True)
    with whole(job.target) as file:
        file.write(contents[::-1])
    return Outcome(job.given, "solved", output=str(job.target), seconds={"read": time.perf_counter()})


def line(outcome: Outcome) -> str:
    """Write an outcome without a result, as `as_json` does, but without loading the solver."""
    fields = {"path": outcome.path, "status": outcome.status, "exit_code": 0 if outcome.output else 4}
    rest = {"message": outcome.message, "output": outcome.output, "seconds": outcome.seconds}
    return json.dumps({**fields, **rest})


class Countdown:
    """Calls that are left to live through."""

    left = 0


def deadly(call: Callable[..., Any], torn: int) -> Callable[..., Any]:
    """Return a system call that kills the process when its time has come, in its midst."""

    def called(*arguments: Any, **options: Any) -> Any:
        Countdown.left -= 1
        if Countdown.left == 0:
            if call.__name__ == "write":
                descriptor, contents = arguments
                call(descriptor, bytes(contents)[: len(contents) * torn // 100])
            os.kill(os.getpid(), signal.SIGKILL)
        return call(*arguments, **options)

    return called


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
