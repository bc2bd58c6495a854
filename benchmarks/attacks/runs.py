"""Runs that are killed, met by another, out of disk, or that nobody listens to."""

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from app.store.reports import SUMMARY

from .ground import (
    FAULTS,
    Ground,
    ended,
    first,
    left_over,
    missing,
    outside,
    pictures,
    started,
    unreported,
)

MANY = 12
"""Pictures of a run: more than are solved in one process."""
LONG = 80
"""Pictures of a run that is not over before another has begun."""
KILLS = 4
"""Kills of one run before it may end."""
LONGEST = 2.5
"""Seconds that a run of them takes, about: it is killed within."""
NAMES = [f"p{number}" for number in range(MANY)]


def kills(ground: Ground) -> Iterator[str]:
    """Kill a batch at random moments, let it go on, and look for each answer."""
    for number in range(0, ground.tries, KILLS):
        place = ground.folder / str(number)
        pictures(place / "in", MANY)
        beside = number // KILLS % 4 == 3
        words = ["in", "-q", "-j", str(ground.chance.choice((1, 2))), *([] if beside else ["-o", "out"])]
        for _ in range(KILLS):
            run = started(words, place)
            time.sleep(ground.chance.uniform(0.2, LONGEST))
            os.kill(run.pid, ground.chance.choice((signal.SIGKILL, signal.SIGTERM)))
            ended(run)
            yield ""
        last = outside(words, place)
        out = place / ("in" if beside else "out")
        problem = first(last.problem(0), missing(out, NAMES), "" if beside else unreported(out, MANY))
        yield f"{problem} ({' '.join(words)})" if problem else ""


def asked_to_end(ground: Ground) -> Iterator[str]:
    """Ask a batch, and a watch, to end by each signal: reports are left, and nothing half written."""
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    asked = [(watched, which) for watched in (False, True) for which in signals]
    for watched, which in ground.some(asked):
        place = ground.folder / f"{watched}{which}"
        pictures(place / "in", 4 * MANY)
        run = started(
            [*(["watch"] if watched else []), "in", "-o", "out", *([] if watched else ["-j2"])], place
        )
        _wait_for(place / "out" / "p1.solved.png")
        os.kill(run.pid, which)
        end = ended(run)
        codes = (0, 130) if watched else (130, -which, 128 + which)
        told = "" if (place / "out" / SUMMARY).exists() else "no reports"
        problem = first(end.problem(*codes), told, left_over(place))
        yield f"{'watch' if watched else 'batch'}, {which.name}: {problem}" if problem else ""


def two_at_once(ground: Ground) -> Iterator[str]:
    """Start two runs on one folder of answers."""
    for number in range(ground.tries):
        place = ground.folder / str(number)
        pictures(place / "in", LONG)
        one = started(["in", "-o", "out", "-j1"], place)
        _wait_for(place / "out" / "p0.solved.png")
        other = outside(["in", "-o", "out", "-j1"], place)
        end = ended(one)
        shut_out = other.problem(2) if end.code == 0 else other.problem(0)
        yield first(
            shut_out, end.problem(0, 2), missing(place / "out", NAMES), unreported(place / "out", MANY)
        )


def full_disk(ground: Ground) -> Iterator[str]:
    """Let files grow to a few bytes only: it is told, nothing half written stays, a later run mends it."""
    for number in range(ground.tries):
        place = ground.folder / str(number)
        pictures(place / "in", 5)
        size = round(100 * 1.6**number)
        end = outside(["in", "-o", "out", "-j", str(1 + number % 2)], place, file_size=size)
        whole = [path.name.removesuffix(".solved.png") for path in (place / "out").glob("*.solved.png")]
        told = "a full disk was not told" if end.code == 0 and len(whole) < 5 else ""
        problem = first(end.problem(0, 1, 2), told, missing(place / "out", whole))
        later = outside(["in", "-o", "out", "-j1"], place)
        problem = first(problem, later.problem(0), missing(place / "out", NAMES[:5]))
        yield f"{size} bytes: {problem}" if problem else ""


def lost_streams(ground: Ground) -> Iterator[str]:
    """Take standard error away, or standard output, whole or midway: the work goes on, or it is told."""
    command = f"{sys.executable} -m app.cli.main"
    quiet: tuple[tuple[str, tuple[int, ...]], ...] = (
        ("2>&1 | head -1; exit ${PIPESTATUS[0]}", (0,)),
        ("2>/dev/full", (0,)),
        ("2>&-", (0,)),
        (">&- 2>&-", (0,)),
        ("<&- >&- 2>&-", (0,)),
        ("--json > /dev/full", (2,)),
        ("--json >&-", (2,)),
        ("--json | head -1 >/dev/null; exit ${PIPESTATUS[0]}", (0, 141)),
    )
    for number, (words, codes) in enumerate(ground.some(quiet)):
        place = ground.folder / str(number)
        pictures(place / "in", MANY)
        end = _in_shell(f"{command} in -o out {words}", place)
        kept = "" if "--json" in words else missing(place / "out", NAMES)
        problem = first(kept, end, left_over(place)) if kept or end else left_over(place)
        yield f"{words}: {problem}" if (problem := problem or _code(place, codes)) else ""
    if ground.tries > len(quiet):
        yield _terminal_gone(ground.folder / "terminal")


def _in_shell(line: str, place: Path) -> str:
    """Run a line in a shell, write its exit code to `code`, and say if it hangs or names a fault."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    try:
        done = subprocess.run(
            ["bash", "-c", line], cwd=place, env=environment, capture_output=True, timeout=90, check=False
        )
    except subprocess.TimeoutExpired:
        return "it hung"
    (place / "code").write_text(str(done.returncode))
    said = done.stderr + done.stdout
    return "a fault of the program" if any(fault in said for fault in FAULTS) else ""


def _code(place: Path, codes: tuple[int, ...]) -> str:
    code = int((place / "code").read_text())
    return "" if code in codes else f"exit code {code}"


def _terminal_gone(place: Path) -> str:
    """Close the terminal of a run in its midst."""
    pictures(place / "in", MANY)
    ours, theirs = pty.openpty()
    run = started(["in", "-o", "out", "-j1"], place, terminal=theirs)
    os.close(theirs)
    _wait_for(place / "out" / "p1.solved.png")
    os.close(ours)
    end = ended(run)
    problem = first(end.problem(0, 2), missing(place / "out", NAMES))
    return f"a terminal that is gone: {problem}" if problem else ""


def _wait_for(place: Path, most: float = 30.0) -> None:
    """Wait until a file is there, for so many seconds at most."""
    end = time.monotonic() + most
    while not place.exists() and time.monotonic() < end:
        time.sleep(0.005)
