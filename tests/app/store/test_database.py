"""The database: what is written down survives, and only what must be is done again."""

import hashlib
import io
import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from app.inputs.plan import Job
from app.outcome import FileDigest, Outcome, PictureInfo
from app.request import Limits, Request
from app.store.atomic import Unwritable, replace_file
from app.store.database import Database, fingerprint
from app.store.digest import digest_of
from app.store.jsonl import JsonLines
from app.store.thumbnails import describe_picture, thumbnail

OURS = fingerprint({"time_limit": 30}, "1")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "out"


def job(folder: Path, name: str = "a.png", contents: bytes = b"picture") -> Job:
    """Return a job whose picture is there."""
    source = folder.parent / "in" / name
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_bytes(contents)
    return Job(str(source), source, folder / f"{name}.solved.png")


def record_of(outcome: Outcome) -> dict[str, Any]:
    return json.loads(json.dumps(outcome.to_dict()))


def do(database: Database, job: Job, status: str = "solved") -> None:
    """Do a job as a run does."""
    content = digest_of(job.source)
    output = None
    if status == "solved" and job.target:
        job.target.write_bytes(b"answer")
        output = str(job.target)
    database.add(job, record_of(Outcome(job.name, status, output=output)), PictureInfo(content))


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


def test_a_line_holds_the_outcome_and_what_it_depends_on(folder):
    asked = job(folder)
    with Database(folder, OURS) as database:
        do(database, asked)
    (line,) = (folder / "report.jsonl").read_text("ascii").splitlines()
    fields = json.loads(line)
    assert fields["path"] == str(asked.source)
    assert (fields["source"], fields["target"]) == ("../in/a.png", "a.png.solved.png")
    assert (fields["bytes"], fields["version"], fields["settings"]) == (7, "1", OURS.settings)
    assert fields["sha256"] == hashlib.sha256(b"picture").hexdigest()


@pytest.mark.parametrize("status", ["unsure", "no_puzzle", "unreadable", "crashed", "timeout", "ambiguous"])
def test_what_was_not_solved_is_done_again(folder, status):
    with Database(folder, OURS) as database:
        do(database, job(folder), status)
        assert database.reason(job(folder)) == "failed"
        do(database, job(folder))
        assert database.reason(job(folder)) is None


def test_an_answer_that_could_not_be_saved_has_failed(folder):
    asked = job(folder)
    with Database(folder, OURS) as database:
        database.add(
            asked,
            record_of(Outcome(asked.name, "solved", unsaved=True)),
            PictureInfo(digest_of(asked.source)),
        )
        assert database.statuses() == {"unsaved": 1}
        assert database.reason(asked) == "failed"


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


def test_other_settings_and_another_version_ask_for_other_answers(folder):
    asked = job(folder)
    with Database(folder, OURS) as database:
        do(database, asked)
    with Database(folder, fingerprint({"time_limit": 31}, "1")) as database:
        assert database.reason(asked) == "settings"
    with Database(folder, fingerprint({"time_limit": 30}, "2")) as database:
        assert database.reason(asked) == "version"


def test_settings_are_told_apart_by_all_that_is_asked_for():
    asked = [
        *(Request(limits=Limits(30, repair)) for repair in (2, 3)),
        Request(limits=Limits(30, 2), size=(5, 6)),
    ]
    assert len({fingerprint(request.settings()).settings for request in asked}) == len(asked)
    assert fingerprint({"a": 1, "b": 2}) == fingerprint({"b": 2, "a": 1})


@pytest.mark.parametrize("damage", [Path.unlink, lambda path: path.write_bytes(b"")])
def test_a_missing_or_empty_answer_is_made_again(folder, damage):
    asked = job(folder)
    with Database(folder, OURS) as database:
        do(database, asked)
        damage(asked.target)
        assert database.reason(asked) == "missing"


def test_an_answer_that_belongs_elsewhere_is_made_there(folder):
    asked = job(folder)
    with Database(folder, OURS) as database:
        do(database, asked)
        elsewhere = Job(asked.name, asked.source, folder / "deeper" / "a.solved.png")
        assert database.reason(elsewhere) == "missing"


def test_an_answer_that_another_picture_took_the_place_of_is_made_again(folder):
    first = job(folder, "a.png")
    second = Job(*[(other := job(folder, "b.png")).name, other.source, first.target])
    with Database(folder, OURS) as database:
        do(database, first)
        do(database, second)
        assert database.reason(second) is None
        assert database.reason(first) == "new"
        assert [entry.record["path"] for entry in database] == [second.name]


def test_what_is_there_stands_if_asked_for(folder):
    asked = job(folder)
    with Database(folder, OURS) as database:
        asked.target.write_bytes(b"of a person")
        assert database.reason(asked) == "new"
        assert database.reason(asked, no_clobber=True) is None
        assert database.reason(asked, no_clobber=True, force=True) is None
        assert database.reason(job(folder, "b.png"), no_clobber=True) == "new"


def test_standard_input_is_always_done(folder):
    asked = Job("-", None, folder / "stdin.solved.png")
    with Database(folder, OURS) as database:
        do(database, asked)
        assert database.reason(asked) == "new"


def test_pictures_and_results_may_be_moved_together(tmp_path, monkeypatch):
    asked = job(tmp_path / "here" / "out")
    with Database(tmp_path / "here" / "out", OURS) as database:
        do(database, asked)
    shutil.move(tmp_path / "here", tmp_path / "there")
    monkeypatch.chdir(tmp_path / "there" / "in")
    moved = Job("a.png", Path("a.png"), Path("../out/a.png.solved.png"))
    with Database(Path("../out"), OURS) as database:
        assert database.reason(moved) is None


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
        assert {entry.record["path"] for entry in database} == {asked.name for asked in jobs}


@pytest.mark.parametrize(
    "tail",
    [
        b'{"path": "x.png", "status": "sol',
        '{"path": "grüße'.encode()[:-1],
        b"\0" * 5000,
        b'{"path": "x.png"}',
        b"\xff\xfe",
    ],
)
def test_a_torn_last_line_is_cut_off(folder, tail):
    asked, later = job(folder), job(folder, "b.png")
    with Database(folder, OURS) as database:
        do(database, asked)
    whole_lines = (folder / "report.jsonl").read_bytes()
    with (folder / "report.jsonl").open("ab") as file:
        file.write(tail)
    with Database(folder, OURS) as database:
        assert (folder / "report.jsonl").read_bytes() == whole_lines
        assert database.reason(asked) is None
        do(database, later)
        assert [entry.record["path"] for entry in database] == [asked.name, later.name]
    assert (folder / "report.jsonl").read_bytes().startswith(whole_lines)


@pytest.mark.parametrize(
    "damaged",
    [b"\0" * 99, b"{", b"[]", b'{"path": 1}', b"\xff", b'"', b'{"path": "x"}', b"[" * 100_000, b"1e999"],
)
def test_a_damaged_line_costs_only_itself(folder, damaged):
    jobs = [job(folder, name) for name in ("a.png", "b.png")]
    with Database(folder, OURS) as database:
        for asked in jobs:
            do(database, asked)
    first, second = (folder / "report.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "report.jsonl").write_bytes(first + damaged + b"\n" + second)
    with Database(folder, OURS) as database:
        assert [database.reason(asked) for asked in jobs] == [None, None]


def test_the_last_line_of_a_picture_counts_and_alone_is_left(folder):
    asked, other = job(folder), job(folder, "b.png")
    with Database(folder, OURS) as database:
        do(database, asked, "unsure")
        do(database, other)
        do(database, asked)
        assert len((folder / "report.jsonl").read_bytes().splitlines()) == 3
        assert [entry.status for entry in database] == ["solved", "solved"]
    lines = [json.loads(line) for line in (folder / "report.jsonl").read_bytes().splitlines()]
    assert [(line["path"], line["status"]) for line in lines] == [
        (other.name, "solved"),
        (asked.name, "solved"),
    ]


def test_a_line_that_finds_no_room_leaves_the_ledger_whole(folder, monkeypatch):
    asked = job(folder)
    with Database(folder, OURS) as database:
        do(database, asked)
        before = (folder / "report.jsonl").read_bytes()
        write, calls = os.write, []

        def full(descriptor: int, contents: bytes) -> int:
            calls.append(contents)
            if len(calls) > 1:
                raise OSError(28, "No space left on device")
            return write(descriptor, contents[:20])

        monkeypatch.setattr(os, "write", full)
        with pytest.raises(Unwritable, match=r"no space left on device .*; make room"):
            do(database, job(folder, "b.png"))
        monkeypatch.undo()
        assert (folder / "report.jsonl").read_bytes() == before
        do(database, job(folder, "b.png"))
        assert len(list(database)) == 2


def test_two_runs_do_not_share_a_folder(folder):
    with Database(folder, OURS), pytest.raises(Unwritable, match="another run is writing to this folder"):
        Database(folder, OURS)
    Database(folder, OURS).close()


@pytest.mark.parametrize("name", ["report.jsonl", "report.csv", "summary.json", "failed.txt", "index.html"])
def test_files_of_others_are_not_overwritten(folder, name):
    folder.mkdir()
    (folder / name).write_text("of others\n")
    with pytest.raises(Unwritable, match=f"{name} there is not of this program"):
        Database(folder, OURS)
    assert (folder / name).read_text() == "of others\n"


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
@pytest.mark.parametrize(
    "name", ["report.jsonl", ".aquarium", ".aquarium/thumbnails.jsonl", ".aquarium/answers.sqlite"]
)
def test_a_link_leads_nothing_out_of_the_folder(folder, tmp_path, name):
    elsewhere = tmp_path / "elsewhere"
    if name == ".aquarium":
        elsewhere.mkdir()
    else:
        elsewhere.write_text("")
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).symlink_to(elsewhere)
    with pytest.raises(Unwritable):
        Database(folder, OURS)
    assert not list(elsewhere.iterdir()) if elsewhere.is_dir() else elsewhere.read_text() == ""


def test_half_written_files_of_a_killed_run_are_swept(folder):
    (folder / "deep").mkdir(parents=True)
    half, other = folder / "deep" / ".aquarium-0123456789ab.part", folder / "deep" / ".aquarium-mine.part"
    half.write_bytes(b"half")
    other.write_bytes(b"whole")
    Database(folder, OURS).close()
    assert not half.exists()
    assert other.exists()


def test_it_knows_where_answers_belonged(folder):
    asked, refused = job(folder), job(folder, "b.png")
    with Database(folder, OURS) as database:
        do(database, asked)
        do(database, refused, "unsure")
        assert database.target_of(refused.source) == refused.target
        assert database.target_of(folder / "unknown.png") is None


def test_a_file_appears_whole_or_not_at_all(tmp_path):
    path = tmp_path / "report.csv"
    path.write_text("before")
    with pytest.raises(ZeroDivisionError), replace_file(path) as file:
        file.write(b"half")
        raise ZeroDivisionError
    assert path.read_text() == "before"
    with replace_file(path) as file:
        file.write(b"after")
        assert path.read_text() == "before"
    assert path.read_text() == "after"
    assert [left.name for left in tmp_path.iterdir()] == ["report.csv"]


def test_lines_longer_than_any_are_passed_over(tmp_path, monkeypatch):
    monkeypatch.setattr("app.store.jsonl.LONGEST", 32)
    path = tmp_path / "lines.jsonl"
    path.write_bytes(b'{"a": 1}\n' + b"x" * 100 + b"\n" + b'{"b": 2}\n' + b"y" * 100)
    lines = JsonLines(path)
    assert [record for _, record in lines.read()] == [{"a": 1}, {"b": 2}]
    lines.cut_partial_line()
    lines.append('{"c": 3}')
    assert [record for _, record in lines.read()] == [{"a": 1}, {"b": 2}, {"c": 3}]
    lines.close()


def test_bytes_are_told_by_the_hash_that_sha256sum_prints(tmp_path):
    (tmp_path / "a").write_bytes(b"abc")
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert digest_of(tmp_path / "a") == FileDigest(digest, 3)
    assert digest_of(tmp_path) is None
    assert digest_of(tmp_path / "none") is None
    assert digest_of(None) is None


def test_an_imprint_never_fails(tmp_path):
    (tmp_path / "a.png").write_bytes(b"no picture")
    content = digest_of(tmp_path / "a.png")
    assert describe_picture(tmp_path / "a.png", content, Outcome("a.png", "unsure")) == PictureInfo(content)
    assert describe_picture(None, None, Outcome("-", "unsure")) == PictureInfo()


def test_thumbnails_are_small_and_show_the_part_asked_for():
    pixels = np.full((600, 900, 3), 255, np.uint8)
    pixels[100:300, 200:600] = 0, 0, 255
    for crop, size in (
        ((0, 0, 900, 600), (176, 117)),
        ((200, 100, 600, 300), (176, 88)),
        ((0, 0, 90, 60), (90, 60)),
    ):
        shown = Image.open(io.BytesIO(thumbnail(pixels, crop)))
        assert shown.size == size
    assert np.asarray(Image.open(io.BytesIO(thumbnail(pixels, (200, 100, 600, 300)))))[..., 2].min() > 200


def test_a_run_leaves_nothing_but_the_report_and_the_database(folder):
    with Database(folder, OURS) as database:
        do(database, job(folder))
    left = {".aquarium", "answers.sqlite", "report.jsonl", "a.png.solved.png"}
    assert {path.name for path in folder.rglob("*")} == left
