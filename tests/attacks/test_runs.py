"""Runs that are killed, met by another, out of disk, or that nobody listens to."""

import os
import pty
import signal
import sys
import time

import pytest

from app.store.reports import SUMMARY

from .command import SOLVED, check_answers, check_report, ended, outside, pictures, started, wait_for

pytestmark = pytest.mark.attack

MANY = 12
"""Pictures of a run: more than are solved in one process."""
LONG = 80
"""Pictures of a run that is not over before another has begun."""
KILLS = 4
"""Kills of one run before it may end."""
LONGEST = 2.5
"""Seconds that a run of them takes, about: it is killed within."""
NAMES = [f"p{number}" for number in range(MANY)]


@pytest.mark.parametrize("number", range(10))
def test_kills(tmp_path, chance, number):
    pictures(tmp_path / "in", MANY)
    beside = number % 4 == 3
    words = ["in", "-q", "-j", str(chance.choice((1, 2))), *([] if beside else ["-o", "out"])]
    for _ in range(KILLS):
        with started(words, tmp_path) as run:
            time.sleep(chance.uniform(0.2, LONGEST))
            os.kill(run.pid, chance.choice((signal.SIGKILL, signal.SIGTERM)))
            ended(run)
    outside(words, tmp_path).check(0)
    check_answers(tmp_path / ("in" if beside else "out"), NAMES)
    if not beside:
        check_report(tmp_path / "out", MANY)


@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda one: one.name)
@pytest.mark.parametrize("watched", [False, True], ids=["batch", "watch"])
def test_asked_to_end(tmp_path, watched, which):
    pictures(tmp_path / "in", 4 * MANY)
    with started([*["watch"] * watched, "in", "-o", "out", "-j2"], tmp_path) as run:
        wait_for(tmp_path / "out", f"p1{SOLVED}")
        os.kill(run.pid, which)
        end = ended(run)
    end.check(*((0, 130) if watched else (130, -which, 128 + which)))
    assert (tmp_path / "out" / SUMMARY).exists(), "no reports"
    check_answers(tmp_path, [])


@pytest.mark.parametrize("number", range(6))
def test_two_at_once(tmp_path, number):
    pictures(tmp_path / "in", LONG)
    words = ["in", "-o", "out", "-j1"]
    with started(words, tmp_path) as run:
        wait_for(tmp_path / "out", f"p0{SOLVED}")
        other = outside(words, tmp_path)
        one = ended(run)
    whole = (0, 4)  # of so many pictures one may be refused
    other.check(*(whole if one.code == 2 else (2,)))
    one.check(*whole, 2)
    check_answers(tmp_path / "out", NAMES)
    check_report(tmp_path / "out", MANY)


@pytest.mark.parametrize("number", range(12))
def test_full_disk(tmp_path, number):
    """Let files grow to a few bytes only: it is reported, nothing is half written, a later run mends it."""
    pictures(tmp_path / "in", 5)
    words = ["in", "-o", "out", "-j", str(1 + number % 2)]
    end = outside(words, tmp_path, file_size=round(100 * 1.6**number))
    end.check(0, 1, 2)
    answered = [path.name.removesuffix(SOLVED) for path in (tmp_path / "out").glob(f"*{SOLVED}")]
    assert end.code or len(answered) == 5, "a full disk was not reported"
    check_answers(tmp_path / "out", answered)
    outside(["in", "-o", "out", "-j1"], tmp_path).check(0)
    check_answers(tmp_path / "out", NAMES[:5])


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        ("2>&1 | head -1; exit ${PIPESTATUS[0]}", (0,)),
        ("2>/dev/full", (0,)),
        ("2>&-", (0,)),
        (">&- 2>&-", (0,)),
        ("<&- >&- 2>&-", (0,)),
        ("--json > /dev/full", (2,)),
        ("--json >&-", (2,)),
        ("--json | head -1 >/dev/null; exit ${PIPESTATUS[0]}", (0, 141)),
    ],
)
def test_lost_streams(tmp_path, words, codes):
    """Take standard error away, or standard output, whole or midway: the work goes on, or it is an error."""
    pictures(tmp_path / "in", MANY)
    line = f"{sys.executable} -m app.cli.main in -o out {words}"
    outside([line], tmp_path, command=("bash", "-c")).check(*codes)
    check_answers(tmp_path / "out", [] if "--json" in words else NAMES)


def test_a_terminal_that_is_gone(tmp_path):
    pictures(tmp_path / "in", MANY)
    ours, theirs = pty.openpty()
    with started(["in", "-o", "out", "-j1"], tmp_path, terminal=theirs) as run:
        os.close(theirs)
        wait_for(tmp_path / "out", f"p1{SOLVED}")
        os.close(ours)
        ended(run).check(0, 2)
    check_answers(tmp_path / "out", NAMES)
