"""Pictures that arrive in a folder are handed on once, whole, however they come."""

import os
import shutil
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
import watchfiles

from app.errors import UsageError
from app.inputs import watch as watching
from app.inputs.walk import FileFilter
from solver.message import Message
from tests.app.stand_ins import paint
from tests.conftest import raised
from vision.files.pixels import Picture
from vision.files.save import save_picture

LONGEST = 10.0
"""Seconds after which a picture will not come any more."""
SETTLED = 0.25


@contextmanager
def watched(folder, **settings):
    """Give a list that fills with what a watch yields, and end the watch."""
    came, stop = [], threading.Event()
    pictures = watching.watch(folder, stop=stop, settled=SETTLED, **settings)
    thread = threading.Thread(target=came.extend, args=[pictures])
    thread.start()
    try:
        yield came
    finally:
        stop.set()
        thread.join(LONGEST)
        assert not thread.is_alive()


def until(came, count):
    """Wait for some pictures, then a little for more than these."""
    end = time.monotonic() + LONGEST
    while len(came) < count and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(3 * SETTLED)
    return sorted(path.name for path in came)


@pytest.fixture
def inbox(tmp_path):
    (tmp_path / "in").mkdir()
    return tmp_path / "in"


@pytest.mark.parametrize("polling", [False, True])
def test_pictures_that_are_there_and_that_arrive_are_handed_on_once(inbox, tmp_path, polling):
    odd = "odd.png" if sys.platform in ("win32", "darwin") else os.fsdecode(b"odd\xff.png")
    paint(inbox / "there.png")
    paint(tmp_path / "elsewhere.jpg")
    with watched(inbox, polling=polling) as came:
        assert until(came, 1) == ["there.png"]
        paint(inbox / "new.png", inbox / odd)
        shutil.move(tmp_path / "elsewhere.jpg", inbox / "moved.jpg")
        (inbox / "notes.txt").write_text("no picture")
        assert until(came, 4) == ["moved.jpg", "new.png", odd, "there.png"]


def test_what_is_passed_over_is_told_once_however_often_the_folder_is_listed(inbox):
    (inbox / "gone.png").symlink_to("nothing")
    told = []
    with watched(inbox, on_skipped=lambda *words: told.append(words)) as came:
        time.sleep(watching.LIST_EVERY)
        paint(inbox / "new.png")
        assert until(came, 1) == ["new.png"]
    assert [path for path, _ in told] == [str(inbox / "gone.png")]


def test_a_slow_copy_is_waited_for(inbox, tmp_path):
    paint(tmp_path / "a.png")
    contents = (tmp_path / "a.png").read_bytes()
    with watched(inbox) as came, (inbox / "slow.png").open("wb") as file:
        for start in range(0, len(contents), 1 + len(contents) // 4):
            file.write(contents[start : start + 1 + len(contents) // 4])
            file.flush()
            assert came == []
            time.sleep(2 * SETTLED)  # it stands still for longer than a whole file must
        assert until(came, 1) == ["slow.png"]


def test_a_file_without_an_end_is_taken_at_last(inbox, tmp_path):
    paint(tmp_path / "a.png")
    (inbox / "cut.png").write_bytes((tmp_path / "a.png").read_bytes()[:60])
    with watched(inbox, patience=1.0) as came:
        assert until(came, 1) == ["cut.png"]


def test_temporary_names_are_waited_out(inbox):
    names = {
        f"{number}.png{end}": f"{number}.png" for number, end in enumerate((".part", ".crdownload", ".tmp"))
    }
    names |= {".a.png": "a.png", ".cache/b.png": "b.png"}
    for name in names:
        paint(inbox / "x.png")
        (inbox / name).parent.mkdir(exist_ok=True)
        (inbox / "x.png").rename(inbox / name)
    with watched(inbox) as came:
        assert until(came, 0) == []
        for name, final in names.items():
            (inbox / name).rename(inbox / final)
        assert until(came, len(names)) == sorted(names.values())


def test_own_answers_start_no_loop(inbox):
    paint(inbox / "a.png")
    drawn = np.zeros((40, 50, 3), np.uint8)
    told = []
    with watched(inbox, on_skipped=lambda *words: told.append(words)) as came:
        until(came, 1)
        save_picture(inbox / "a.solved.png", drawn, Picture(drawn))
        save_picture(inbox / "renamed.png", drawn, Picture(drawn))
        paint(inbox / "of others.solved.png")
        assert until(came, 2) == ["a.png", "of others.solved.png"]
    assert told == [(str(inbox / "renamed.png"), "it is an answer of this program under another name")]


def test_a_picture_that_changes_comes_again_and_one_that_is_touched_alike(inbox):
    paint(inbox / "a.png")
    with watched(inbox) as came:
        until(came, 1)
        paint(inbox / "a.png")
        assert until(came, 2) == ["a.png", "a.png"]


def test_what_is_filtered_out_or_vanishes_stays_out(inbox):
    with watched(inbox, file_filter=FileFilter(("*-thumb.png",), recursive=False)) as came:
        paint(inbox / "a-thumb.png")
        paint(inbox / "sub" / "b.png")
        paint(inbox / "vanishes.png")
        (inbox / "vanishes.png").unlink()
        paint(inbox / "c.png")
        assert until(came, 1) == ["c.png"]


def test_a_folder_that_goes_ends_the_watch(inbox):
    told = []
    pictures = watching.watch(inbox, on_skipped=lambda *words: told.append(words))
    threading.Timer(0.5, lambda: shutil.rmtree(inbox)).start()
    assert list(pictures) == []
    assert told[-1] == (str(inbox), "the folder no longer exists")


def test_a_watch_that_is_ended_hands_on_nothing_more(inbox):
    paint(inbox / "a.png", inbox / "b.png")
    stop = threading.Event()
    pictures = watching.watch(inbox, stop=stop, settled=SETTLED)
    next(pictures)
    stop.set()
    assert list(pictures) == []


def test_a_folder_that_is_missing_is_told_at_once(tmp_path):
    said = Message("no_folder_to_watch", folder=str(tmp_path / "nothing"))
    assert raised(UsageError, watching.watch, tmp_path / "nothing").what == said


def test_where_the_system_fails_to_tell_changes_are_looked_for(inbox, monkeypatch):
    tell = watchfiles.watch

    def watch_no_more(*words, force_polling, **settings):
        if not force_polling:
            raise OSError("OS file watch limit reached")
        return tell(*words, force_polling=True, **settings)

    monkeypatch.setattr(watchfiles, "watch", watch_no_more)
    paint(inbox / "there.png")
    with watched(inbox) as came:
        until(came, 1)
        paint(inbox / "new.png")
        assert until(came, 2) == ["new.png", "there.png"]


def test_folders_that_come_whole_are_searched_and_paths_are_below_the_folder_as_it_was_given(
    inbox, monkeypatch
):
    monkeypatch.chdir(inbox.parent)
    paint(inbox / "a.png")
    paint(Path("whole/deep/c.png"))
    with watched(Path("in")) as came:
        until(came, 1)
        paint(inbox / "sub" / "b.png")
        Path("whole").rename("in/whole")
        until(came, 3)
    assert sorted(map(str, came)) == ["in/a.png", "in/sub/b.png", "in/whole/deep/c.png"]
