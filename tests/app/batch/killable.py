"""Runs of the command with little work per picture, of which each may be told to die at a call.

A line of standard input asks for one: in which folder, and which of the calls below, by its number, is the
last, `before` or `after` which the run dies; number 0 lives on. The exit code is answered. Runs are copies of
this process, as to load all takes longer than most of them. In the folder, `said` keeps what a run says, and
`calls` how often it made each call.
"""

import importlib
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

from PIL import Image as Pillow

import pipeline
from app import service
from app.cli.main import main as command
from app.store import database
from tests.app.stand_ins import READING, solved_unless_black

CHANGING = {"fsync": os, "replace": os, "unlink": os, "_put": database, "add": database.Database}
"""Calls at which a run may die: of the system, of a row before it is committed, and of one with that."""
CALLS = dict.fromkeys(CHANGING, 0)


def main() -> None:
    """Make runs as long as some are asked for, with pictures that need not be read."""
    for module in ("app.batch.job", "app.cli.run", "app.store.reports", "app.store.thumbnails"):
        importlib.import_module(module)
    Pillow.init()
    service.read = lambda *_: READING
    pipeline.prove_image = solved_unless_black
    for line in sys.stdin:
        child = os.fork() or run(*json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def run(place: str, name: str, number: int, when: str) -> int:
    os.chdir(place)
    for changing, owner in CHANGING.items():
        last = number if changing == name else 0
        setattr(owner, changing, deadly(getattr(owner, changing), last, when))
    with Path("said").open("w") as sys.stderr:
        code = command(["in", "-o", "out", "-j", "1", "-q", "--exit-zero"])
    Path("calls").write_text(json.dumps(CALLS))
    os._exit(code)


def deadly(call: Callable[..., Any], last: int, when: str) -> Callable[..., Any]:

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
    main()
