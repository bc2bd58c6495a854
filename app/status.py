"""How pictures, requests, runs and processes end: one table of statuses, and which of several counts."""

import atexit
import os
import sys
from collections.abc import Mapping
from typing import Literal, NamedTuple, NoReturn

OfPicture = Literal[
    "solved", "ambiguous", "no_solution", "unsure", "no_puzzle", "unreadable", "timeout", "crashed"
]
OfRequest = Literal["usage", "forbidden", "unsaved", "too_large", "slow", "gone", "busy", "unavailable"]
OfRecord = Literal[OfPicture, OfRequest]
"""Of records: those of the command's JSON, and those of requests that came to no picture."""


class Ending(NamedTuple):
    """What follows from a status."""

    exit_code: int | None
    """Of the command; None where only requests end so."""
    http_code: int = 500
    """Of the API; what only commands and runs end with would be a fault there."""
    colour: str = "red"
    """On a terminal, and of the word on pages."""
    words: str = ""
    """What people read of it, if not its own word."""
    is_of_puzzle: bool = False
    """Whether it tells of the puzzle: of others, of the file or the program, another try may do better."""


ENDINGS: Mapping[str, Ending] = {
    "solved": Ending(0, 200, "green", is_of_puzzle=True),
    "solved_with_uncertain_walls": Ending(0, colour="green"),
    "answered": Ending(0, 200, "green"),
    "crashed": Ending(1, 500),
    "usage": Ending(2, 400),
    "unsaved": Ending(2, 422, words="not saved"),
    "unreadable": Ending(3, 415),
    "unsure": Ending(4, 422, "yellow", is_of_puzzle=True),
    "no_puzzle": Ending(4, 422, "yellow", "no puzzle", is_of_puzzle=True),
    "no_solution": Ending(5, 422, "yellow", "no solution", is_of_puzzle=True),
    "ambiguous": Ending(5, 422, "yellow", "several solutions", is_of_puzzle=True),
    "timeout": Ending(5, 504, "yellow", "out of time"),
    "mistaken": Ending(6, 200),
    "interrupted": Ending(130),
    "forbidden": Ending(None, 403),
    "slow": Ending(None, 408),
    "gone": Ending(None, 410),
    "too_large": Ending(None, 413),
    "busy": Ending(None, 429),
    "unavailable": Ending(None, 503),
}
"""All statuses: of records, of what a task answered (`answered`, `mistaken`) and of runs."""
EXIT_CODES = {status: ending.exit_code for status, ending in ENDINGS.items() if ending.exit_code is not None}
SEVERITY = (0, 2, 3, 4, 5, 6, 1, 130)
"""Exit codes, most severe last: a fault of the program must not hide behind a picture without a puzzle."""


def exit_code(*statuses: str) -> int:
    """Return the exit code of how one or several pictures ended: the most severe one met; 0 for none.

    0 all well · 1 a fault of the program · 2 wrong usage, or cannot write · 3 not a readable picture ·
    4 no puzzle read with certainty · 5 read, but no solution, several, or out of time · 6 the player has made
    a mistake · 130 interrupted.
    """
    return max((EXIT_CODES[status] for status in statuses), key=SEVERITY.index, default=0)


def one_line(text: object) -> str:
    return " ".join(str(text).split())


def format_trace(error: BaseException) -> str:
    """Write where in the program a fault came up, in several lines, for who mends it."""
    import traceback  # noqa: PLC0415 — loads what reads Python, a tenth of the time that help has

    return "".join(traceback.format_exception(error))


def leave(code: int) -> NoReturn:
    """Do what is to be done at exit, hand on what was printed, and end this process with an exit code.

    To take apart what OpenCV and NumPy have loaded, as Python does, takes as long as to read a picture.
    Raises what keeps something from being handed on.
    """
    atexit._run_exitfuncs()
    for stream in filter(None, (sys.stdout, sys.stderr)):
        stream.flush()
    os._exit(code)
