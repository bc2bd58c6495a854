"""How pictures and runs end: the words for it, their exit codes, and which of several counts."""

EXIT_CODES = {
    "solved": 0,
    "solved_with_uncertain_walls": 0,
    "answered": 0,
    "crashed": 1,
    "usage": 2,
    "unsaved": 2,
    "unreadable": 3,
    "no_puzzle": 4,
    "unsure": 4,
    "ambiguous": 5,
    "no_solution": 5,
    "timeout": 5,
    "mistaken": 6,
    "interrupted": 130,
}
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
