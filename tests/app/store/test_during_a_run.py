"""What others do to a folder of answers while a run writes there costs no line of its reports."""

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.cli.running import open_database
from app.inputs.plan import Job
from app.request import Request
from app.store.database import Database, fingerprint
from app.store.files import Unwritable
from app.store.reports import write_reports
from tests.app.store.test_damage import RUN, do, job

OURS = fingerprint({}, "1")
KILLED = """
import os, signal, sys
from pathlib import Path
from app.store.database import Database, fingerprint
database = Database(Path(sys.argv[1]), fingerprint({}, "1"))
os.kill(os.getpid(), signal.SIGKILL)
"""
"""Opens a folder's database and is killed."""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nothing that is open can be changed there")


def jobs(folder: Path) -> list[Job]:
    return [job(folder, f"{number}.png") for number in range(6)]


def paths_in(folder: Path) -> list[str]:
    return [json.loads(line)["path"] for line in (folder / "report.jsonl").read_bytes().splitlines()]


def truncate(report: Path) -> None:
    os.truncate(report, 0)


def cut(report: Path) -> None:
    os.truncate(report, report.stat().st_size // 2)


def append(report: Path) -> None:
    with report.open("a") as file:
        file.write("a note of mine\n")


def replace(report: Path) -> None:
    report.with_name("other").write_text("mine\n")
    report.with_name("other").replace(report)


def link(report: Path) -> None:
    report.unlink()
    report.with_name("other").write_text("mine\n")
    report.symlink_to("other")


@pytest.mark.parametrize("late", [False, True], ids=["in the middle", "before the reports"])
@pytest.mark.parametrize(
    ("change", "is_kept"),
    [(truncate, False), (Path.unlink, False), (cut, True), (append, True), (replace, True), (link, True)],
)
def test_a_report_that_is_changed_during_a_run_is_written_anew_and_that_is_said(
    folder: Path, change: Callable[[Path], None], is_kept: bool, late: bool
):
    report = folder / "report.jsonl"
    with Database(folder, OURS) as database:
        for number, asked in enumerate(jobs(folder)):
            if number == 4 and not late:
                change(report)
            do(database, asked)
        if late:
            change(report)
        write_reports(database, RUN)
        (warning,) = database.warnings
    assert warning.startswith(f"{report}: it was changed or deleted during the run and has been rewritten")
    assert paths_in(folder) == [asked.name for asked in jobs(folder)]
    assert json.loads((folder / "summary.json").read_bytes())["pictures"] == 6
    with (folder / "report.csv").open(encoding="utf-8-sig", newline="") as file:
        assert len(list(csv.DictReader(file))) == 6
    kept = list((folder / ".aquarium").glob("changed-*-report.jsonl"))
    assert [warning.endswith(f", the changed file is kept as {path}") for path in kept] == [True] * is_kept


def test_the_private_folder_may_be_deleted_during_a_run_and_lets_no_other_in(folder: Path):
    with Database(folder, OURS) as database:
        do(database, jobs(folder)[0])
        shutil.rmtree(folder / ".aquarium")
        with pytest.raises(Unwritable, match="another run is writing to this folder"):
            Database(folder, OURS)
        do(database, jobs(folder)[1])
    assert database.warnings == [
        f"{folder}/.aquarium/answers.sqlite: it was deleted during the run and has been rewritten"
    ]
    with Database(folder, OURS) as database:
        assert [entry.record["path"] for entry in database] == [asked.name for asked in jobs(folder)[:2]]
        assert all(database.thumbnails(entry) for entry in database)
        assert database.warnings == []


def test_what_was_amiss_and_is_mended_is_said(folder: Path, capsys: pytest.CaptureFixture[str]):
    with Database(folder, OURS) as database:
        do(database, jobs(folder)[0])
    with (folder / "report.jsonl").open("a") as report:
        report.write("no JSON\n")
    with open_database(folder, Request()):
        (folder / "report.jsonl").unlink()
    first, second = capsys.readouterr().err.splitlines()
    assert "a line that could not be read was moved to " in first
    assert "it was changed or deleted during the run and has been rewritten" in second
    assert (folder / ".aquarium/set-aside.jsonl").read_text() == "no JSON\n"


def test_the_lock_of_a_folder_does_not_outlive_its_run(folder: Path):
    killed = subprocess.run([sys.executable, "-c", KILLED, str(folder)], check=False)
    assert killed.returncode == -signal.SIGKILL
    Database(folder, OURS).close()


def test_a_folder_that_cannot_be_locked_is_used_all_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch):
    def refuses(*_: object) -> None:
        raise OSError(9, "Bad file descriptor")

    monkeypatch.setattr("fcntl.flock", refuses)
    with Database(folder, OURS), pytest.raises(Unwritable, match="another run is writing to this folder"):
        Database(folder, OURS)  # by the lock of the database
