"""What is written down survives, and only what must be is done again."""

import base64
import errno
import hashlib
import json
import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from app.inputs.plan import Job
from app.outcome import FileDigest, Outcome, PictureInfo, Thumbnails
from app.request import Limits, Request
from app.store import jsonl
from app.store.database import Database, fingerprint
from app.store.files import Unwritable
from app.store.paths import digest_of

OURS = fingerprint({"time_limit": 30}, "1")
LOOKS = Thumbnails(b"RIFF\0\0\0\0WEBPbefore", b"RIFF\0\0\0\0WEBPafter", (1, 2, 3, 4))
REPORTS = ["report.jsonl", "report.csv", "summary.json", "failed.txt", "index.html"]


def job(folder: Path, name: str = "a.png", contents: bytes = b"picture") -> Job:
    """Return a job whose picture is there."""
    source = folder.parent / "in" / name
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_bytes(contents)
    return Job(str(source), source, folder / f"{name}.solved.png")


def do(database: Database, job: Job, status: str = "solved", *, unsaved: bool = False) -> None:
    """Do a job as a run does."""
    output = None
    if status == "solved" and job.target and not unsaved:
        job.target.write_bytes(b"answer")
        output = str(job.target)
    outcome = Outcome(job.name, status, output=output, unsaved=unsaved)
    database.add(job, outcome.to_dict(), PictureInfo(digest_of(job.source), (5, 5), LOOKS))


def lines(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "report.jsonl").read_bytes().splitlines()]


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
        (entry,) = database
        assert database.thumbnails(entry) == LOOKS
    left = {".aquarium", "answers.sqlite", "report.jsonl", "a.png.solved.png"}
    assert {path.name for path in folder.rglob("*")} == left


def test_a_line_holds_the_outcome_and_what_it_depends_on(folder):
    asked = job(folder)
    with Database(folder, OURS) as database:
        do(database, asked)
    (record,) = lines(folder)
    assert record["path"] == str(asked.source)
    assert (record["source"], record["target"]) == ("../in/a.png", "a.png.solved.png")
    assert (record["bytes"], record["version"], record["settings"]) == (7, "1", OURS.settings)
    assert record["sha256"] == hashlib.sha256(b"picture").hexdigest()


@pytest.mark.parametrize("status", ["unsure", "unreadable", "crashed"])
def test_what_was_not_solved_is_done_again(folder, status):
    with Database(folder, OURS) as database:
        do(database, job(folder), status)
        assert database.reason(job(folder)) == "failed"
        do(database, job(folder))
        assert database.reason(job(folder)) is None
        do(database, job(folder), unsaved=True)
        assert database.reason(job(folder)) == "failed"
        assert database.statuses() == {"unsaved": 1}


def test_a_changed_picture_is_done_again_though_size_and_time_are_the_same(folder):
    asked = job(folder)
    with Database(folder, OURS) as database:
        do(database, asked)
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
        (entry,) = database
        assert database.thumbnails(entry) is None  # those that are there show other bytes


def test_other_settings_and_another_version_ask_for_other_answers(folder):
    asked = job(folder)
    with Database(folder, OURS) as database:
        do(database, asked)
    with Database(folder, fingerprint({"time_limit": 31}, "1")) as database:
        assert database.reason(asked) == "settings"
    with Database(folder, fingerprint({"time_limit": 30}, "2")) as database:
        assert database.reason(asked) == "version"


def test_settings_are_told_apart_by_all_that_is_asked_for():
    asked = [Request(limits=Limits(30, 2)), Request(limits=Limits(30, 3)), Request(size=(5, 6))]
    assert len({fingerprint(request.settings()).settings for request in asked}) == len(asked)
    assert fingerprint({"a": 1, "b": 2}) == fingerprint({"b": 2, "a": 1})


@pytest.mark.parametrize("damage", [Path.unlink, lambda path: path.write_bytes(b"")])
def test_a_missing_or_empty_answer_is_made_again_and_one_elsewhere_there(folder, damage):
    asked = job(folder)
    with Database(folder, OURS) as database:
        do(database, asked)
        elsewhere = Job(asked.name, asked.source, folder / "deeper" / "a.solved.png")
        assert database.reason(elsewhere) == "missing"
        damage(asked.target)
        assert database.reason(asked) == "missing"


def test_an_answer_that_another_picture_took_the_place_of_is_made_again(folder):
    first, other = job(folder, "a.png"), job(folder, "b.png")
    second = Job(other.name, other.source, first.target)
    with Database(folder, OURS) as database:
        do(database, first)
        do(database, second)
        assert database.reason(second) is None
        assert database.reason(first) == "new"
        assert paths(database) == [second.name]


def test_what_is_there_stands_if_asked_for_and_standard_input_never_does(folder):
    asked, stdin = job(folder), Job("-", None, folder / "stdin.solved.png")
    with Database(folder, OURS) as database:
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
        assert database.reason(Job("a.png", Path("a.png"), Path("../out/a.png.solved.png"))) is None


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


def test_the_last_line_of_a_picture_counts_and_alone_is_left(folder):
    asked, other = job(folder), job(folder, "b.png")
    with Database(folder, OURS) as database:
        do(database, asked, "unsure")
        do(database, other)
        do(database, asked)
        assert len(lines(folder)) == 3
        assert [entry.status for entry in database] == ["solved", "solved"]
    left = [(record["path"], record["status"]) for record in lines(folder)]
    assert left == [(other.name, "solved"), (asked.name, "solved")]
    with Database(folder, OURS) as database:
        assert [database.reason(each) for each in (asked, other)] == [None, None]


@pytest.mark.parametrize(
    "damaged", [b"\0" * 99, b'{"path": 1}', b'{"path": "x"}', b'{"status": {}}', b'{"exit_code": []}']
)
def test_a_report_that_others_have_changed_is_read_anew(folder, damaged):
    jobs = [job(folder, name) for name in ("a.png", "b.png", "c.png")]
    with Database(folder, OURS) as database:
        for asked in jobs:
            do(database, asked)
    first, _, third = (folder / "report.jsonl").read_bytes().splitlines(keepends=True)
    if b"status" in damaged or b"exit" in damaged:
        damaged = json.dumps(json.loads(first) | {"path": "d", "sha256": json.loads(damaged)}).encode()
    (folder / "report.jsonl").write_bytes(first + damaged + b"\n" + third + b'{"half')
    with Database(folder, OURS) as database:
        assert [database.reason(asked) for asked in jobs] == [None, "new", None]
        (entry, _) = database
        assert database.thumbnails(entry) == LOOKS
    assert (folder / "report.jsonl").read_bytes().startswith(first)


def test_a_report_that_is_known_is_not_parsed_again(folder, monkeypatch):
    with Database(folder, OURS) as database:
        do(database, job(folder))
    parsed = []
    monkeypatch.setattr(jsonl, "_parse", parsed.append)
    with Database(folder, OURS) as database:
        assert database.reason(job(folder)) is None
    assert parsed == []


def test_lines_that_the_database_was_not_told_of_are_read(folder):
    jobs = [job(folder, name) for name in ("a.png", "b.png")]
    with Database(folder, OURS) as database:
        do(database, jobs[0])
    shutil.copy(folder / ".aquarium/answers.sqlite", folder / "early")
    with Database(folder, OURS) as database:
        do(database, jobs[1])
        assert len(database) == 2
    (folder / "early").replace(folder / ".aquarium/answers.sqlite")
    with Database(folder, OURS) as database:
        assert [database.reason(asked) for asked in jobs] == [None, None]


@pytest.mark.parametrize("contents", [b"no database" * 999, b"", None])
def test_a_database_that_is_damaged_or_gone_is_made_from_the_report(folder, contents):
    asked = job(folder)
    with Database(folder, OURS) as database:
        do(database, asked)
    (folder / ".aquarium/answers.sqlite").unlink()
    if contents is not None:
        (folder / ".aquarium/answers.sqlite").write_bytes(contents)
    with Database(folder, OURS) as database:
        assert database.reason(asked) is None


def test_a_folder_of_the_version_before_goes_on(folder):
    """Its report is read once, its thumbnails are taken over, and its fingerprint of settings still holds."""
    asked, key = job(folder), b"../in/a.png\x001"
    request = Request()
    settings = {"time_limit": 30.0, "repair_limit": 2.0, "fixes": [], "size": None, "as_read": False}
    digest = hashlib.sha256(b"picture").hexdigest()
    record = {
        **{"schema": 3, "path": asked.name, "status": "solved", "exit_code": 0, "message": None},
        **{"output": str(asked.target), "reading_output": None, "source": "../in/a.png", "page": 1},
        **{"target": "a.png.solved.png", "drawing": None, "sha256": digest, "bytes": 7, "pixels": [5, 5]},
        **{"version": "1", "finished": "2026-01-02T03:04:05+00:00"},
        "settings": hashlib.blake2b(json.dumps(settings, sort_keys=True).encode(), digest_size=8).hexdigest(),
    }
    before, after = (base64.b64encode(small).decode() for small in (LOOKS.before, LOOKS.after))
    small = {"key": key.hex(), "sha256": digest, "crop": LOOKS.crop, "before": before, "after": after}
    (folder / ".aquarium").mkdir(parents=True)
    (folder / ".aquarium/lock").touch()
    (folder / ".aquarium/thumbnails.jsonl").write_text(json.dumps(small) + "\n{}\n" + '{"half')
    (folder / "report.jsonl").write_text(json.dumps(record) + "\n")
    asked.target.write_bytes(b"answer")
    for _ in range(2):
        with Database(folder, fingerprint(request.settings(), "1")) as database:
            assert database.reason(asked) is None
            (entry,) = database
            assert database.thumbnails(entry) == LOOKS
        assert not (folder / ".aquarium/thumbnails.jsonl").exists()
    assert lines(folder) == [record]


def test_two_runs_do_not_share_a_folder_whatever_its_name(tmp_path):
    folder = tmp_path / "a ?b#c%41ü"
    with Database(folder, OURS), pytest.raises(Unwritable, match="another run is writing to this folder"):
        Database(folder, OURS)
    Database(folder, OURS).close()


def test_where_files_cannot_be_locked_no_lock_is_asked_for(folder, monkeypatch):
    def refuses(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    fcntl = pytest.importorskip("fcntl", reason="Windows has other locks")
    monkeypatch.setattr(fcntl, "lockf", refuses)
    with Database(folder, OURS) as first, Database(folder.parent / "other", OURS):
        do(first, job(folder))
        assert len(first) == 1


def test_a_full_disk_is_told_and_costs_only_the_last_picture(folder):
    with Database(folder, OURS) as database:
        do(database, job(folder))
        pages = database._database.execute("PRAGMA page_count").fetchone()[0]
        database._database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(Unwritable, match=r"no space left on device \(.*answers\.sqlite\); make room"):
            for number in range(99):
                do(database, job(folder, f"{number:099}.png"))
    with Database(folder, OURS) as database:
        assert len(database) == len(lines(folder)) > 1


@pytest.mark.parametrize("name", REPORTS)
def test_files_of_others_are_not_overwritten(folder, name):
    folder.mkdir()
    (folder / name).write_text("of others\n")
    with pytest.raises(Unwritable, match=f"{name} there was not made by this program"):
        Database(folder, OURS)
    assert (folder / name).read_text() == "of others\n"


def test_a_report_of_others_without_a_line_end_is_not_cut(folder):
    folder.mkdir()
    (folder / "report.jsonl").write_text("of others")
    with pytest.raises(Unwritable, match=r"report\.jsonl there was not made by this program"):
        Database(folder, OURS)
    assert (folder / "report.jsonl").read_text() == "of others"


def test_what_others_have_begun_at_the_end_of_a_report_is_kept(folder):
    with Database(folder, OURS) as database:
        do(database, job(folder))
    with (folder / "report.jsonl").open("a") as report:
        report.write("a note")
    with Database(folder, OURS) as database:
        do(database, job(folder, "b.png"))
        assert len(database) == len(lines(folder)) == 2
    assert (folder / ".aquarium/set-aside.jsonl").read_text() == "a note\n"


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
@pytest.mark.parametrize(
    "name",
    ["report.jsonl", ".aquarium", *(f".aquarium/{name}" for name in ("thumbnails.jsonl", "answers.sqlite"))],
)
def test_a_link_leads_nothing_out_of_the_folder(folder, tmp_path, name):
    elsewhere = tmp_path / "elsewhere"
    if name == ".aquarium":
        elsewhere.mkdir()
    else:
        elsewhere.write_text("")
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).symlink_to(elsewhere)
    with suppress(Unwritable), Database(folder, OURS) as database:
        assert name.endswith("thumbnails.jsonl")  # it is passed over
        do(database, job(folder))
    assert not list(elsewhere.iterdir()) if elsewhere.is_dir() else elsewhere.read_text() == ""
