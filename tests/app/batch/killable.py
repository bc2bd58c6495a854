"""A whole run of the command with little work per picture, that may be told to die at a call.

`python killable.py CALL NUMBER WHEN WORDS...`: the NUMBER-th CALL is the last, and the run dies `before` or
`after` it. NUMBER 0 lives on. How often each call was made is printed as JSON.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

import pipeline
from app import service
from app.cli.main import main as command
from app.store import database
from pipeline import Result
from tests.app.stand_ins import READING, UNCLEAR, refusing, solved
from vision.files.pixels import Image

CHANGING = {"fsync": os, "replace": os, "unlink": os, "_put": database, "add": database.Database}
"""Calls at which a run may die: of the system, of a row before it is committed, and of one with that."""
CALLS = dict.fromkeys(CHANGING, 0)
"""How often each was made."""


def main(name: str, number: int, when: str, words: list[str]) -> int:
    """Run the command, with pictures that need not be read."""
    service.read = lambda *_: READING
    pipeline.prove_image = proved
    for changing, owner in CHANGING.items():
        last = number if changing == name else 0
        setattr(owner, changing, deadly(getattr(owner, changing), last, when))
    code = command(words)
    print(json.dumps(CALLS))
    return code


def proved(pixels: Image, **settings: Any) -> Result:
    """Answer at once; a black picture has no answer."""
    return solved(pixels, **settings) if pixels.any() else refusing("unsure", UNCLEAR)(pixels)


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
