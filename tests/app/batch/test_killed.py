"""Runs that are killed at any moment and go on leave what an undisturbed run leaves."""

import json
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
PICTURES = 30
ODD = 7
"""Every so many-th picture has no answer."""
TIMES = ("seconds", "finished", "started")
DEATHS = {
    "before a row is written": ("_put", 0.3, "before"),
    "before a row is committed": ("_put", 0.5, "after"),
    "after a row is committed": ("add", 0.5, "after"),
    "before an answer has its name": ("replace", 0.4, "before"),
    "after an answer has its name": ("replace", 0.4, "after"),
    "among the reports": ("replace", 0.95, "before"),
}
"""The call at which a run dies, how far on among all such calls of a run, and when."""
needs_sigkill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows has no kill -9")


def pictures(folder: Path) -> Path:
    for number in range(PICTURES):
        path = folder / f"part {number % 3}" / f"{number} ü.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        Pillow.new("RGB", (50, 40), (number % ODD and number, 0, 0)).save(path)
    return folder


def started(place: Path, call: str = "", number: int = 0, when: str = "") -> subprocess.Popen[bytes]:
    words = ["in", "-o", "out", "-j", "1", "-q", "--exit-zero"]
    command = [sys.executable, str(KILLABLE), call, str(number), when, *words]
    return subprocess.Popen(command, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def completed(place: Path) -> tuple[dict[str, object], dict[str, int]]:
    """Run to the end and return what is left, and how often files were changed."""
    process = started(place)
    calls, said = process.communicate(timeout=60)
    assert process.returncode == 0, said
    assert {line.partition(b": ")[2] for line in said.splitlines()} <= {b"most walls are unclear"}
    return left(place / "out"), json.loads(calls)


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
                wanted = "key, status, target, crop, before, after, record"
                pictures = database.execute(f"SELECT {wanted} FROM pictures").fetchall()
            return {(*row, _record(record)) for *row, record in pictures}
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
    found, calls = completed(place)
    assert {"report.jsonl", "report.csv", "summary.json", "failed.txt", "index.html"} <= set(found)
    assert sum(name.endswith(".solved.png") for name in found) == PICTURES - len(range(0, PICTURES, ODD))
    assert calls["_put"] == PICTURES
    return found, calls


@needs_sigkill
@pytest.mark.parametrize("how", DEATHS)
def test_a_run_that_dies_in_a_call_goes_on_and_leaves_the_same(undisturbed, tmp_path, how):
    expected, calls = undisturbed
    pictures(tmp_path / "in")
    call, share, when = DEATHS[how]
    died = started(tmp_path, call, round(share * calls[call]), when)
    died.communicate(timeout=60)
    assert died.returncode == -signal.SIGKILL
    assert completed(tmp_path)[0] == expected
