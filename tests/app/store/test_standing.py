"""What stands is known without reading it, and whatever has changed is noticed all the same."""

import os
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.inputs import naming
from app.inputs.plan import plan_jobs
from app.outcome import Outcome, PictureInfo
from app.store import database, stamps
from app.store.database import Database, Fingerprint, fingerprint
from app.store.paths import digest_of
from tests.app.store.conftest import OURS, alter, do
from vision.files.mark import MARK
from vision.files.pixels import Picture
from vision.files.save import save_picture

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there files have no stamps")
NAMES = ["a.png", "b.jpg", "sub/c.png", "sub/deeper/d.png"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of answers to pictures that lie there long enough."""
    monkeypatch.setattr(naming, "mark_of", lambda path: MARK)  # of places for answers
    for name in NAMES:
        picture = tmp_path / "in" / name
        picture.parent.mkdir(parents=True, exist_ok=True)
        picture.write_bytes(b"picture")
    settle()
    run(tmp_path / "out")
    return tmp_path / "out"


def settle() -> None:
    """Wait until what was written would get another time if it were written again."""
    time.sleep(2 * stamps.TICK / 1e9)


def run(folder: Path, prints: Fingerprint = OURS) -> tuple[list[str], int]:
    """Do what does not stand; return its names, and how many pictures were not even looked at."""
    done, passed = [], []
    with Database(folder, prints) as store:
        for job in plan_jobs([str(folder.parent / "in")], str(folder)).jobs(store, passed.append):
            if store.reason(job) is not None:
                done.append(Path(job.name).name)
                do(store, job)
    return done, sum(passed)


def test_no_file_of_an_answer_that_stands_is_opened(folder, monkeypatch):
    opened = []
    monkeypatch.setattr(naming, "is_answer", opened.append)
    monkeypatch.setattr(naming, "mark_of", opened.append)
    monkeypatch.setattr(database, "has_digest", lambda *asked: opened.append(asked))
    assert run(folder) == ([], 4)
    assert opened == []


def test_a_new_picture_alone_is_done(folder):
    (folder.parent / "in/sub/e.png").write_bytes(b"new")
    (folder.parent / "in/e.png").write_bytes(b"new")
    assert run(folder) == (["e.png", "e.png"], 4)


def test_a_picture_that_has_changed_is_done_though_size_and_time_are_the_same(folder):
    picture = folder.parent / "in/sub/c.png"
    before = picture.stat()
    picture.write_bytes(b"pictuRe")
    os.utime(picture, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert run(folder) == (["c.png"], 3)


@pytest.mark.parametrize("change", [Path.unlink, lambda path: path.write_bytes(b""), Path.touch])
def test_an_answer_that_has_changed_is_looked_at(folder, change):
    change(folder / "sub/c.solved.png")
    done, passed = run(folder)
    assert (done, passed) == ([] if change is Path.touch else ["c.png"], 3)


def test_an_answer_that_is_now_a_link_is_looked_at(folder):
    answer = folder / "a.solved.png"
    answer.rename(folder / "other.png")
    answer.symlink_to("other.png")
    assert run(folder)[1] == 3


def test_other_settings_ask_for_other_answers(folder):
    done, passed = run(folder, fingerprint({"time_limit": 31}, "1"))
    assert (len(done), passed) == (4, 0)


def test_a_picture_that_was_just_written_is_read_once_more_and_then_known(folder, monkeypatch):
    (folder.parent / "in/a.png").write_bytes(b"another")
    with monkeypatch.context() as at_once:
        at_once.setattr(stamps, "TICK", 10**15)
        assert run(folder) == (["a.png"], 3)
    settle()
    assert run(folder) == ([], 3)
    assert run(folder) == ([], 4)


def test_times_of_a_coarse_clock_are_not_trusted():
    class Seen:
        st_ctime_ns = 5_000_000_000

    assert not stamps.is_settled(Seen())
    Seen.st_ctime_ns += 1
    assert stamps.is_settled(Seen())


def test_a_link_to_a_picture_is_looked_at(folder):
    (folder.parent / "elsewhere.png").write_bytes(b"picture")
    (folder.parent / "in/link.png").symlink_to("../elsewhere.png")
    settle()
    assert run(folder) == (["link.png"], 4)
    assert run(folder) == ([], 4)


def test_pictures_that_moved_with_their_answers_stand(folder):
    there = folder.parent.with_name(f"{folder.parent.name}-there")
    folder.parent.rename(there)
    assert run(there / "out") == ([], 4)


def test_a_folder_below_has_answers_of_its_own_places(folder):
    """A run over `in/sub` writes to other places than one over `in`."""
    passed: list[int] = []
    with Database(folder, OURS) as store:
        jobs = list(plan_jobs([str(folder.parent / "in/sub")], str(folder)).jobs(store, passed.append))
    assert sum(passed) == 0
    assert [job.target.relative_to(folder) for job in jobs] == [  # the first is where it was
        Path("sub/c.solved.png"),
        Path("deeper/d.solved.png"),
    ]


def test_an_answer_in_another_folder_than_now_is_made_again_where_it_belongs(folder):
    """Pictures that are named one by one have their answers side by side."""
    words = [str(folder.parent / "in" / name) for name in NAMES[2:]]
    with Database(folder.with_name("other"), OURS) as store:
        for job in plan_jobs(words, str(store.folder)):
            do(store, job)
    assert run(folder.with_name("other")) == (["a.png", "b.jpg", "c.png", "d.png"], 0)


@pytest.mark.parametrize("column", ["picture", "answer"])
@pytest.mark.parametrize("wrong", ["5", "x'ff'", "NULL", "'x'"])
def test_damage_to_stamps_costs_only_time(folder, column, wrong):
    alter(folder, f"UPDATE pictures SET {column} = {wrong} WHERE key = (SELECT max(key) FROM pictures)")
    assert run(folder) == ([], 3)
    assert run(folder) == ([], 4)


@pytest.mark.parametrize(
    "ended",
    [
        Outcome("", "unsure"),
        Outcome("", "solved", unsaved=True),
        Outcome("", "solved", (), output="out/sub/c.solved.png", unsaved=True),
    ],
)
def test_a_picture_that_was_done_again_without_success_is_not_done_though_an_older_answer_is_there(
    folder, ended
):
    (job,) = (job for job in plan_jobs([str(folder.parent / "in")], str(folder)) if "c.png" in job.name)
    with Database(folder, OURS) as store:
        store.add(job, replace(ended, path=job.name).to_dict(), PictureInfo(digest_of(job.source)))
    assert (folder / "sub/c.solved.png").read_bytes() == b"answer"
    assert run(folder) == (["c.png"], 3)


def test_files_that_may_have_pages_are_always_looked_at(folder):
    pixels = np.zeros((5, 5, 3), np.uint8)
    save_picture(folder.parent / "in/scan.tif", pixels, Picture(pixels), mark="")
    settle()
    assert run(folder) == (["scan.tif"], 4)
    assert run(folder) == ([], 4)


def test_of_several_words_each_picture_is_met_once(folder):
    passed: list[int] = []
    words = [str(folder.parent / name) for name in ("in", "in/sub")]
    with Database(folder, OURS) as store:
        assert len(list(plan_jobs(words, str(folder)).jobs(store, passed.append))) == 4
    assert passed == []
