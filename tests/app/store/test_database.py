"""What is written down survives, and only what must be is done again."""

import errno
import json
import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from unittest.mock import Mock

import pytest

from app.inputs.words import Input
from app.record import PictureInfo
from app.store.database import Database, Done, Unwritable
from app.store.reports import check_foreign, write_reports
from solver.message import Message
from tests.app.store.conftest import ASKED, LOOKS, RUN, do, is_done, key_of, paths, picture, target_of
from tests.conftest import raised
from tests.shell import REPORTS


@pytest.fixture
def source(folder: Path) -> Path:
    source = picture(folder)
    with Database(folder) as database:
        do(database, source)
    return source


def test_a_solved_picture_is_done(folder):
    source = picture(folder)
    with Database(folder) as database:
        assert not is_done(database, source)
        do(database, source)
        assert is_done(database, source)
    with Database(folder) as database:
        assert is_done(database, source)
        assert database.statuses() == {"solved": 1}
        ((number, _, _, size),) = database.items()
        assert database.thumbnails(number) == (LOOKS.before, LOOKS.after)
        assert size == len(LOOKS.before) + len(LOOKS.after)
    assert {path.name for path in folder.rglob("*")} == {".aquarium", "answers.sqlite", "a.png.solved.png"}


def test_a_line_holds_the_outcome_and_what_it_depends_on(source, folder, tmp_path):
    with Database(folder) as database:
        write_reports(database, RUN)
    check_foreign(folder)  # own reports are known as such
    record = json.loads((folder / "report.jsonl").read_bytes())
    told = [record[name] for name in ("path", "source", "target", "bytes", "settings")]
    assert told == [str(source), "../in/a.png", "a.png.solved.png", 7, ASKED]
    with Database(none := tmp_path / "none") as database:
        write_reports(database, RUN)
    assert (none / "report.jsonl").read_bytes() == b""
    check_foreign(none)  # also of a run that was ended before its first picture was done


def test_a_refused_picture_is_done_and_what_may_end_otherwise_is_not(folder, database):
    source = picture(folder)
    for status, done in {"unsure": True, "crashed": False, "timeout": False, "unreadable": False}.items():
        do(database, source, status)
        assert is_done(database, source) == done, status
    assert database.statuses() == {"unreadable": 1}


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("source", lambda path: path.write_bytes(b"another one")),
        ("source", lambda path: os.utime(path, ns=(0, path.stat().st_mtime_ns + 1))),
        ("source", Path.unlink),
        ("answer", Path.unlink),
        ("answer", lambda path: path.write_bytes(b"")),
    ],
    ids=["another size", "another time", "gone", "no answer", "an empty answer"],
)
def test_what_is_not_as_it_was_left_is_done_again(source, database, what, change):
    assert is_done(database, source)
    assert not is_done(database, source, asked="something else")
    change(source if what == "source" else target_of(database, source))
    assert not is_done(database, source)


def test_an_answer_that_another_picture_took_the_place_of_is_made_again(source, folder, database):
    second = picture(folder, "b.png")
    do(database, second, target=target_of(database, source))
    assert is_done(database, second)
    assert not is_done(database, source)
    assert paths(database) == [str(second)]


def test_parts_of_a_file_are_told_apart_and_standard_input_is_never_done(folder, database):
    source = picture(folder)
    for page, board in ((1, None), (2, None), (1, 2)):
        target, given = folder / f"{page}{board}.png", Input(source, page, board)
        record = {"path": f"{page} {board}", "status": "unsure", "exit_code": 4, "reading_output": None}
        key = given.key(database.real)
        database.add(Done(key, target, "unsure", False, True, None, ASKED), given, record, PictureInfo())
    assert database.target_of(Input(source, 1).key(database.real)) == folder / "1None.png"
    assert database.target_of(Input(source, 1, 2).key(database.real)) == folder / "12.png"
    assert len(database) == 3
    assert not Done(b"\0-", None, "solved", False, True, None, ASKED).is_current(source, ASKED)


def test_pictures_and_answers_may_be_moved_together(tmp_path, monkeypatch):
    out = tmp_path / "here" / "out"
    source, refused = picture(out), picture(out, "b.png")
    with Database(out) as database:
        do(database, source)
        do(database, refused, "unsure")
        assert database.target_of(key_of(database, refused)) == target_of(database, refused)
        assert database.target_of(key_of(database, tmp_path / "unknown.png")) is None
    shutil.move(tmp_path / "here", tmp_path / "there")
    monkeypatch.chdir(tmp_path / "there" / "in")
    with Database(Path("../out")) as database:
        assert all(is_done(database, Path(name)) for name in ("a.png", "b.png"))


def test_two_runs_do_not_share_a_folder_whatever_its_name(tmp_path):
    folder = tmp_path / "a ?b#c%41ü"
    with Database(folder):
        assert raised(Unwritable, Database, folder).what == Message("folder_in_use")
    with Database(folder):
        pass


def test_where_files_cannot_be_locked_no_lock_is_asked_for(folder, monkeypatch):
    fcntl = pytest.importorskip("fcntl", reason="Windows has other locks")
    monkeypatch.setattr(fcntl, "lockf", Mock(side_effect=OSError(errno.ENOLCK, "No locks available")))
    with Database(folder) as first, Database(folder):  # no lock keeps the second out
        do(first, picture(folder))
        assert len(first) == 1


def test_a_full_disk_is_told_and_costs_only_the_last_picture(folder):
    with Database(folder) as database:
        do(database, picture(folder))
        pages = database._database.execute("PRAGMA page_count").fetchone()[0]
        database._database.execute(f"PRAGMA max_page_count = {pages + 9}")
        with pytest.raises(Unwritable) as full:
            for number in range(99):
                do(database, picture(folder, f"{number:099}.png"))
        said = Message("report_not_written", said="no space left on device")
        assert (full.value.what, Path(full.value.place).name) == (said, "answers.sqlite")
    with Database(folder) as database:
        assert len(database) > 1
        assert all(is_done(database, Path(path)) for path in paths(database))


@pytest.mark.parametrize("name", sorted(REPORTS))
def test_files_of_others_are_not_overwritten(folder, name):
    folder.mkdir()
    (folder / name).write_text("of others\n")
    assert raised(Unwritable, check_foreign, folder).what == Message("foreign_files", names=(name,))


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
@pytest.mark.parametrize(
    "name", [*sorted(REPORTS), ".aquarium", ".aquarium/answers.sqlite", ".aquarium/answers.sqlite-wal"]
)
def test_a_link_leads_nothing_out_of_the_folder(folder, tmp_path, name):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir() if name == ".aquarium" else elsewhere.touch()
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).symlink_to(elsewhere)
    with suppress(Unwritable), Database(folder) as database:
        do(database, picture(folder))
        write_reports(database, RUN)
    assert not list(elsewhere.iterdir()) if elsewhere.is_dir() else elsewhere.read_text() == ""
