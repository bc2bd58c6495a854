"""Runs that are killed at any moment and go on leave what an undisturbed run leaves."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image as Pillow

KILLABLE = Path(__file__).parent / "killable.py"
PICTURES = 9
ODD = 4
"""Every so many-th picture has no answer."""
OF_ONE_RUN = re.compile(
    r'"(?:seconds|started|finished|run|done|standing)": ?(?:\{[^}]*\}|"[^"]*"|[\d.]+)'
    r"|(?<=,)\d+\.\d+,|,[-\d]+T[:\d]+\+00:00"  # the same in a table
)
DEATHS = {
    "before a row is written": ("_put", 0.3, "before"),
    "before a row is committed": ("_put", 0.5, "after"),
    "after a row is committed": ("add", 0.5, "after"),
    "before an answer has its name": ("replace", 0.3, "before"),
    "after an answer has its name": ("replace", 0.3, "after"),
    "among the reports": ("replace", 0.9, "before"),
}
"""The call at which a run dies, how far on among all such calls of a run, and when."""
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has neither forks nor kill -9")


@pytest.fixture(scope="module")
def run():
    """Give the function that runs the command in a folder, perhaps up to a call, and returns its code."""
    with subprocess.Popen([sys.executable, KILLABLE], stdin=-1, stdout=-1, text=True) as runs:

        def code(place: Path, call: str = "", number: int = 0, when: str = "") -> int:
            print(json.dumps([str(place), call, number, when]), file=runs.stdin, flush=True)
            return int(runs.stdout.readline())

        yield code


def pictures(place: Path) -> None:
    for number in range(PICTURES):
        path = place / "in" / f"part {number % 3}" / f"{number} ü.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        Pillow.new("RGB", (50, 40), (number % ODD and number, 0, 0)).save(path)


def completed(run, place: Path) -> dict[str, object]:
    assert run(place) == 0
    said = (place / "said").read_text(encoding="utf-8").splitlines()
    assert {line.partition(": ")[2] for line in said} <= {"most walls are unclear"}
    out = place / "out"
    files = (path for path in out.rglob("*") if path.is_file())
    return {path.relative_to(out).as_posix(): without_times(path) for path in files}


def without_times(path: Path) -> object:
    """Return what is in a file, without times and counts of one run; lines and rows in any order."""
    if path.suffix == ".sqlite":
        with closing(sqlite3.connect(path)) as database:
            wanted = "key, status, target, crop, before, after, record"
            pictures = database.execute(f"SELECT {wanted} FROM pictures").fetchall()
        return {(*row, OF_ONE_RUN.sub("", record)) for *row, record in pictures}
    contents = path.read_bytes()
    return contents if path.suffix == ".png" else sorted(OF_ONE_RUN.sub("", contents.decode()).splitlines())


@pytest.fixture(scope="module")
def undisturbed(run, tmp_path_factory):
    """Return what a run leaves that nothing disturbs, and how often it changed files."""
    place = tmp_path_factory.mktemp("undisturbed")
    pictures(place)
    found, calls = completed(run, place), json.loads((place / "calls").read_text())
    assert {"report.jsonl", "report.csv", "summary.json", "failed.txt", "index.html"} <= set(found)
    assert sum(name.endswith(".solved.png") for name in found) == PICTURES - len(range(0, PICTURES, ODD))
    assert calls["_put"] == PICTURES
    return found, calls


@pytest.mark.parametrize("how", DEATHS)
def test_a_run_that_dies_in_a_call_goes_on_and_leaves_the_same(run, undisturbed, tmp_path, how):
    expected, calls = undisturbed
    pictures(tmp_path)
    call, share, when = DEATHS[how]
    assert run(tmp_path, call, round(share * calls[call]), when) == -signal.SIGKILL
    assert completed(run, tmp_path) == expected
