"""Runs that are killed at any moment and go on leave what an undisturbed run leaves."""

import json
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

KILLABLE = Path(__file__).parent / "killable.py"
PICTURES = 30
ODD = 7
"""Every so many-th picture has no answer."""
TIMES = ("seconds", "finished", "started")
SEEDS = 10
"""Runs that die in a call, each in another part of the run."""
CALLS = 90
"""Calls that an undisturbed run changes files with, or a few more."""
LOADING = 0.3
"""Seconds before a run begins to write."""
KILLS = 8
"""Kills of one run from outside, each time further on."""

needs_sigkill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows has no kill -9")


def pictures(folder: Path) -> Path:
    for number in range(PICTURES):
        path = folder / f"part {number % 3}" / f"{number} ü.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"?" * (number % ODD == 0) + b"%d" % number * 50)
    return folder


def odd_ones(folder: Path) -> list[Path]:
    return [
        path.relative_to(folder.parent)
        for path in folder.rglob("*.png")
        if path.read_bytes().startswith(b"?")
    ]


def started(place: Path, step: int = 0, torn: int = 0) -> subprocess.Popen[bytes]:
    words = ["in", "-o", "out", "-j", "1", "-q", "--exit-zero"]
    command = [sys.executable, str(KILLABLE), str(step), str(torn), *words]
    return subprocess.Popen(command, cwd=place, stderr=subprocess.PIPE)


def completed(place: Path) -> dict[str, object]:
    """Run to the end and return what is left."""
    process = started(place)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 0, said
    assert set(said.splitlines()) <= {
        f"{path}: the clues cannot be read".encode() for path in odd_ones(place / "in")
    }
    return left(place / "out")


def left(out: Path) -> dict[str, object]:
    """Return what is in a folder, by name: answers as bytes, reports without times and counts of one run."""
    found: dict[str, object] = {}
    for path in sorted(out.rglob("*")):
        name = path.relative_to(out).as_posix()
        if path.is_file():
            found[name] = _without_times(path)
    return found


def _without_times(path: Path) -> object:
    contents = path.read_bytes()
    match path.name:
        case "report.jsonl":
            lines = contents.splitlines()
            return set(map(_record, lines)), len(lines)
        case "answers.sqlite":
            with closing(sqlite3.connect(path)) as database:
                pictures = database.execute("SELECT key, status, target, record FROM pictures").fetchall()
                thumbnails = database.execute("SELECT * FROM thumbnails").fetchall()
            return {(*row, _record(record)) for *row, record in pictures}, set(thumbnails)
        case "summary.json":
            fields = json.loads(contents)
            return {name: value for name, value in fields.items() if name not in {*TIMES, "done", "standing"}}
        case "report.csv":
            return re.sub(rb"(?<=,)\d+\.\d+,|,[-\d]+T[:\d]+\+00:00", b"", contents)
        case "index.html":
            return re.sub(rb'"seconds":[\d.]+|"run":"[^"]*"', b"", contents)
    return contents


def _record(line: bytes | str) -> str:
    return json.dumps({**json.loads(line), **dict.fromkeys(TIMES)}, sort_keys=True)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """Return what a run leaves that nothing disturbs."""
    place = tmp_path_factory.mktemp("undisturbed")
    pictures(place / "in")
    found = completed(place)
    assert {"report.jsonl", "report.csv", "summary.json", "failed.txt", "index.html"} <= set(found)
    assert sum(name.endswith(".solved.png") for name in found) == PICTURES - len(range(0, PICTURES, ODD))
    return found


@needs_sigkill
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_run_that_dies_in_a_call_goes_on_and_leaves_the_same(undisturbed, tmp_path, seed):
    pictures(tmp_path / "in")
    chance = random.Random(seed)
    step, torn = (
        chance.randrange(seed * CALLS // SEEDS, (seed + 1) * CALLS // SEEDS) + 1,
        chance.randrange(101),
    )
    died = started(tmp_path, step, torn)
    died.communicate(timeout=60)
    assert died.returncode == -signal.SIGKILL, (step, torn)
    assert completed(tmp_path) == undisturbed, (step, torn)


@needs_sigkill
def test_a_run_that_is_killed_again_and_again_gets_done(undisturbed, tmp_path):
    pictures(tmp_path / "in")
    chance, killed = random.Random(2026), 0
    for attempt in range(KILLS):
        process = started(tmp_path)
        time.sleep(LOADING + chance.random() * 0.05 * attempt)
        process.kill()
        process.communicate()
        killed += process.returncode == -signal.SIGKILL
    assert killed
    assert completed(tmp_path) == undisturbed
