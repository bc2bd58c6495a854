"""What is written down survives, and only what must be is done again."""

import errno
import hashlib
import json
import os
import shutil
import sys
from contextlib import closing, suppress
from pathlib import Path
from unittest.mock import Mock

import pytest

from app.inputs.parse import Input
from app.inputs.plan import Job
from app.outcome import FileDigest, PictureInfo
from app.request import Limits, Request
from app.store.connection import IN_USE, connect
from app.store.database import Database, fingerprint
from app.store.files import Unwritable
from app.store.reports import write_reports
from solver.message import Message
from tests.app.store.conftest import LOOKS, OURS, RUN, do, job
from tests.conftest import raised

REPORTS = ["report.jsonl", "report.csv", "summary.json", "failed.txt", "index.html"]


@pytest.fixture
def asked(folder: Path) -> Job:
    """Return the job of a picture that an earlier run has solved."""
    with Database(folder, OURS) as database:
        do(database, job(folder))
    return job(folder)


def report(database: Database) -> bytes:
    """Return the report as it is written at the end of a run."""
    write_reports(database, RUN)
    return (database.folder / "report.jsonl").read_bytes()


def paths(database: Database) -> list[str]:
    return [entry.record["path"] for entry in database]


def test_a_solved_picture_stands(folder):
    asked = job(folder)
    with Database(folder, OURS) as database:
        assert database.reason(asked) == "new"
        do(database, asked)
        assert database.reason(asked) is None
    with Database(folder, OURS) as database:
        assert database.reason(asked) is None
        assert database.reason(asked, force=True) == "forced"
        assert database.statuses() == {"solved": 1}
        (entry,) = database.with_thumbnails()
        assert entry.thumbnails == LOOKS
    left = {".aquarium", "answers.sqlite", "a.png.solved.png"}
    assert {path.name for path in folder.rglob("*")} == left


def test_a_line_holds_the_outcome_and_what_it_depends_on(asked, folder):
    with Database(folder, OURS) as database:
        record = json.loads(report(database))
    assert record["path"] == str(asked.source)
    assert (record["source"], record["target"]) == ("../in/a.png", "a.png.solved.png")
    assert (record["bytes"], record["version"], record["settings"]) == (7, "1", OURS.settings)
    assert record["sha256"] == hashlib.sha256(b"picture").hexdigest()


@pytest.mark.parametrize("status", ["unsure", "unreadable", "crashed"])
def test_what_was_not_solved_is_done_again(folder, database, status):
    do(database, job(folder), status)
    assert database.reason(job(folder)) == "failed"
    do(database, job(folder))
    assert database.reason(job(folder)) is None
    do(database, job(folder), unsaved=True)
    assert database.reason(job(folder)) == "failed"
    assert database.statuses() == {"unsaved": 1}


def test_a_changed_picture_is_done_again_though_size_and_time_are_the_same(asked, folder, database):
    before = asked.source.stat()
    job(folder, contents=b"pictuRe")
    os.utime(asked.source, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert asked.source.stat().st_mtime_ns == before.st_mtime_ns
    assert database.reason(asked) == "changed"
    job(folder, contents=b"longer picture")
    assert database.reason(asked) == "changed"
    job(folder)
    os.utime(asked.source, (1, 1))
    assert database.reason(asked) is None
    (entry,) = database
    database.add(asked, entry.record, PictureInfo(FileDigest("of others", 7)))
    (entry,) = database.with_thumbnails()
    assert entry.thumbnails is None  # none of these bytes was made


def test_other_settings_and_another_version_ask_for_other_answers(asked, folder):
    for reason, prints in {"settings": fingerprint({"b": 1}, "1"), "version": fingerprint({}, "2")}.items():
        with Database(folder, prints) as database:
            assert database.reason(asked) == reason


def test_settings_are_told_apart_by_all_that_is_asked_for():
    asked = [Request(limits=Limits(30, 2)), Request(limits=Limits(30, 3)), Request(size=(5, 6))]
    assert len({fingerprint(request.settings()).settings for request in asked}) == len(asked)
    assert fingerprint({"a": 1, "b": 2}) == fingerprint({"b": 2, "a": 1})


@pytest.mark.parametrize("damage", [Path.unlink, lambda path: path.write_bytes(b"")])
def test_a_missing_or_empty_answer_is_made_again_and_one_elsewhere_there(asked, folder, database, damage):
    elsewhere = Job(asked.picture, folder / "deeper" / "a.solved.png")
    assert database.reason(elsewhere) == "missing"
    damage(asked.target)
    assert database.reason(asked) == "missing"


def test_an_answer_that_another_picture_took_the_place_of_is_made_again(asked, folder, database):
    second = Job(job(folder, "b.png").picture, asked.target)
    do(database, second)
    assert database.reason(second) is None
    assert database.reason(asked) == "new"
    assert paths(database) == [second.name]


def test_a_place_for_an_answer_is_a_pictures_only_once_it_has_one(folder, database):
    first, other = job(folder, "a.png"), job(folder, "b.png")
    second = Job(other.picture, first.target)
    do(database, first, "unsure")
    assert not database.has_answer_of_another(first.target, other.source)
    do(database, second)
    assert database.has_answer_of_another(first.target, first.source)
    assert not database.has_answer_of_another(first.target, other.source)
    assert database.reason(first) == "failed"  # it lost nothing, and is still known
    do(database, first, "unsure")
    assert database.reason(second) is None


def test_what_is_there_stands_if_asked_for_and_standard_input_never_does(folder, database):
    asked, stdin = job(folder), Job(Input(), folder / "stdin.solved.png")
    asked.target.write_bytes(b"of a person")
    assert database.reason(asked) == "new"
    assert database.reason(asked, no_clobber=True) is None
    assert database.reason(asked, no_clobber=True, force=True) is None
    assert database.reason(job(folder, "b.png"), no_clobber=True) == "new"
    do(database, stdin)
    assert database.reason(stdin) == "new"


def test_pictures_and_answers_may_be_moved_together(tmp_path, monkeypatch):
    asked, refused = job(tmp_path / "here" / "out"), job(tmp_path / "here" / "out", "b.png")
    with Database(tmp_path / "here" / "out", OURS) as database:
        do(database, asked)
        do(database, refused, "unsure")
        assert database.target_of(refused.source) == refused.target
        assert database.target_of(tmp_path / "unknown.png") is None
    shutil.move(tmp_path / "here", tmp_path / "there")
    monkeypatch.chdir(tmp_path / "there" / "in")
    with Database(Path("../out"), OURS) as database:
        assert database.reason(Job(Input(Path("a.png")), Path("../out/a.png.solved.png"))) is None


def test_names_of_any_bytes_are_told_apart(folder):
    names = ["a\nb.png", "ü 🐠.png", '"q".png', os.fsdecode(b"\xff.png"), os.fsdecode(b"\xfe.png"), "-.png"]
    if sys.platform in ("win32", "darwin"):
        names = ["ü 🐠.png", "-.png"]
    jobs = [job(folder, name, name.encode("utf-8", "surrogateescape")) for name in names]
    with Database(folder, OURS) as database:
        for asked in jobs:
            do(database, asked)
    with Database(folder, OURS) as database:
        assert [database.reason(asked) for asked in jobs] == [None] * len(names)
        assert set(paths(database)) == {asked.name for asked in jobs}


def test_what_was_done_of_a_picture_last_is_known_and_that_alone(folder, database):
    asked, other = job(folder), job(folder, "b.png")
    for each, status in ((asked, "unsure"), (other, "solved"), (asked, "solved")):
        do(database, each, status)
    told = [json.loads(line) for line in report(database).splitlines()]
    assert [(line["path"], line["status"]) for line in told] == [
        (asked.name, "solved"),
        (other.name, "solved"),
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        *(b"\0" * 99, b"{", b"[]", b"\xff", b'"', b"[" * 100_000, b"1e999", "{}".encode("utf-16")),
        *(b'{"path": 1}', b'{"sha256": {}}', b'{"bytes": 1e999}', b'{"page": null}', b'{"target": 5}'),
        *(b'{"source": "a\\u0000b"}', b'{"path": "\\ud800"}', b'{"repairs": 5}', b'{"bytes": %d}' % 2**70),
        *(b'{"seconds": {"read": NaN}}', b'{"doubts": [{"what": "a wall"}]}', b'{"status": "fine"}'),
    ],
)
def test_a_line_of_the_report_that_no_run_has_written_costs_only_itself(folder, wrong):
    """A deleted database is taken from the report, whatever else stands in that."""
    jobs = [job(folder, name) for name in ("a.png", "b.png", "c.png")]
    with Database(folder, OURS) as database:
        for asked in jobs:
            do(database, asked)
        first, second, third = report(database).splitlines(keepends=True)
    if wrong.startswith(b'{"'):
        wrong = second.rstrip()[:-1] + b", " + wrong[1:]  # of a field that is there twice, the latter counts
    shutil.rmtree(folder / ".aquarium")
    damaged = first + wrong + b"\n" + third
    (folder / "report.jsonl").write_bytes(damaged)
    kept = folder / ".aquarium/report.damaged.jsonl"
    with Database(folder, OURS) as database:
        assert [database.reason(asked) for asked in jobs] == [None, "new", None]
        assert database.warnings == [
            f"{folder}/report.jsonl: a line could not be read; their pictures are solved again, "
            f"the old file is {kept}"
        ]
        do(database, jobs[1])
        assert report(database).count(b"\n") == 3
    assert kept.read_bytes() == damaged


@pytest.mark.parametrize("contents", [b"no database" * 999, b"", None])
def test_a_database_that_is_damaged_or_gone_is_taken_from_the_report(asked, folder, contents):
    with Database(folder, OURS) as database:
        before = report(database)
    (folder / ".aquarium/answers.sqlite").unlink()
    if contents is not None:
        (folder / ".aquarium/answers.sqlite").write_bytes(contents)
    with Database(folder, OURS) as database:
        assert database.reason(asked) is None
        assert report(database) == before


def test_of_several_lines_of_a_picture_in_a_report_the_last_counts(folder):
    """Earlier versions added a line whenever a picture was done again."""
    asked = job(folder)
    with Database(folder, OURS) as database:
        do(database, asked, "unsure")
        first = report(database)
        do(database, asked)
        last = report(database)
    shutil.rmtree(folder / ".aquarium")
    (folder / "report.jsonl").write_bytes(first + last)
    with Database(folder, OURS) as database:
        assert database.reason(asked) is None
        assert report(database) == last


def test_two_runs_do_not_share_a_folder_whatever_its_name(tmp_path):
    folder = tmp_path / "a ?b#c%41ü"
    with Database(folder, OURS):
        assert raised(Unwritable, Database, folder, OURS).what == IN_USE
    Database(folder, OURS).close()


def test_where_files_cannot_be_locked_no_lock_is_asked_for(folder, monkeypatch):
    fcntl = pytest.importorskip("fcntl", reason="Windows has other locks")
    monkeypatch.setattr(fcntl, "lockf", Mock(side_effect=OSError(errno.ENOLCK, "No locks available")))
    with Database(folder, OURS) as first, Database(folder.parent / "other", OURS):
        do(first, job(folder))
        assert len(first) == 1
    with closing(connect(folder / "x.sqlite")[0]), closing(connect(folder / "x.sqlite")[0]) as second:
        assert second.execute("PRAGMA user_version").fetchone()


def test_a_full_disk_is_told_and_costs_only_the_last_picture(folder):
    with Database(folder, OURS) as database:
        do(database, job(folder))
        pages = database._database.execute("PRAGMA page_count").fetchone()[0]
        database._database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(Unwritable) as full:
            for number in range(99):
                do(database, job(folder, f"{number:099}.png"))
        assert full.value.what == Message("report_not_written", said="no space left on device")
        assert full.value.place.endswith("answers.sqlite")
    with Database(folder, OURS) as database:
        assert len(database) == report(database).count(b"\n") > 1


@pytest.mark.parametrize(("seconds", "known"), [(-1.0, 1), (1e9, 0)])
def test_from_time_to_time_all_that_is_known_is_forced_to_the_disk(
    folder, tmp_path, monkeypatch, seconds, known
):
    """A power cut costs what stands only in the log of the database."""
    monkeypatch.setattr("app.store.database.SYNC_SECONDS", seconds)
    with Database(folder, OURS) as database:
        database._database.execute("PRAGMA wal_checkpoint")  # the tables
        do(database, job(folder))
        (tmp_path / "cut/.aquarium").mkdir(parents=True)
        shutil.copy(folder / ".aquarium/answers.sqlite", tmp_path / "cut/.aquarium")
    with Database(tmp_path / "cut", OURS) as database:
        assert len(database) == known


@pytest.mark.parametrize("name", REPORTS)
def test_files_of_others_are_not_overwritten(folder, name):
    folder.mkdir()
    (folder / name).write_text("of others\n")
    assert raised(Unwritable, Database, folder, OURS).what == Message("foreign_files", names=(name,))
    assert (folder / name).read_text() == "of others\n"


@pytest.mark.parametrize("begun", [b"", b'{"sch', b'{"schema": 3, "path": "a.p', b'\0\0\n{"schema": 3}\n'])
def test_a_report_that_a_killed_run_has_begun_is_ours(folder, begun):
    folder.mkdir()
    (folder / "report.jsonl").write_bytes(begun)
    Database(folder, OURS).close()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
@pytest.mark.parametrize(
    "name",
    [*REPORTS, ".aquarium", ".aquarium/answers.sqlite", ".aquarium/answers.sqlite-wal"],
)
def test_a_link_leads_nothing_out_of_the_folder(folder, tmp_path, name):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir() if name == ".aquarium" else elsewhere.touch()
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).symlink_to(elsewhere)
    with suppress(Unwritable), Database(folder, OURS) as database:
        do(database, job(folder))
        write_reports(database, RUN)
    assert not list(elsewhere.iterdir()) if elsewhere.is_dir() else elsewhere.read_text() == ""
