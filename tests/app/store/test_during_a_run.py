"""What others do to a folder of answers while a run writes there costs no line of its reports."""

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest

from app.cli.running import open_database
from app.inputs.plan import Job
from app.request import Request
from app.store.connection import IN_USE
from app.store.database import Database
from app.store.files import Unwritable
from app.store.reports import write_reports
from tests.app.store.conftest import OURS, RUN, do, job
from tests.conftest import raised

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


def append(report: Path) -> None:
    with report.open("a") as file:
        file.write("a note of mine\n")


def link(report: Path) -> None:
    report.unlink()
    report.with_name("other").write_text("mine\n")
    report.symlink_to("other")


@pytest.mark.parametrize("change", [append, link, Path.unlink])
def test_whatever_is_done_to_a_report_the_next_run_writes_it_whole(
    folder: Path, change: Callable[[Path], None]
):
    report = folder / "report.jsonl"
    with Database(folder, OURS) as database:
        for asked in jobs(folder):
            do(database, asked)
        write_reports(database, RUN)
    before = report.read_bytes()
    change(report)
    with Database(folder, OURS) as database:
        write_reports(database, RUN)
        assert database.warnings == []
    assert report.read_bytes() == before
    assert not report.is_symlink()
    assert not (folder / "other").exists() or (folder / "other").read_text() == "mine\n"


def test_the_private_folder_may_be_deleted_during_a_run_and_lets_no_other_in(folder: Path):
    with Database(folder, OURS) as database:
        do(database, jobs(folder)[0])
        shutil.rmtree(folder / ".aquarium")
        assert raised(Unwritable, Database, folder, OURS).what == IN_USE
        do(database, jobs(folder)[1])
    assert database.warnings == [
        f"{folder}/.aquarium/answers.sqlite: it was deleted during the run and has been rewritten"
    ]
    with Database(folder, OURS) as database:
        assert [entry.record["path"] for entry in database] == [asked.name for asked in jobs(folder)[:2]]
        assert all(entry.thumbnails for entry in database.with_thumbnails())
        assert database.warnings == []


def test_what_was_amiss_and_is_mended_is_said(folder: Path, capsys: pytest.CaptureFixture[str]):
    with Database(folder, OURS) as database:
        do(database, jobs(folder)[0])
        write_reports(database, RUN)
    (folder / ".aquarium/answers.sqlite").write_text("no database")
    with open_database(folder, Request()):
        (folder / ".aquarium/answers.sqlite").unlink()
    first, second = capsys.readouterr().err.splitlines()
    assert "it was damaged (file is not a database); rebuilt from report.jsonl" in first
    assert "it was deleted during the run and has been rewritten" in second


def test_the_lock_of_a_folder_does_not_outlive_its_run(folder: Path):
    killed = subprocess.run([sys.executable, "-c", KILLED, str(folder)], check=False)
    assert killed.returncode == -signal.SIGKILL
    Database(folder, OURS).close()


def test_a_folder_that_cannot_be_locked_is_used_all_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("fcntl.flock", Mock(side_effect=OSError(9, "Bad file descriptor")))
    with Database(folder, OURS):
        assert raised(Unwritable, Database, folder, OURS).what == IN_USE  # by the lock of the database
