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

from app.inputs import folders as watching
from app.inputs.folders import FileFilter
from tests.app.stand_ins import paint, png
from vision.files.pixels import Picture
from vision.files.save import save_picture

LONGEST = 10.0
"""Seconds after which a picture will not come any more."""
SETTLED = 0.25
INBOX = Path("in")


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
    return sorted(str(path.relative_to(INBOX)) for path in came)


@pytest.fixture(autouse=True)
def inbox(folder):
    INBOX.mkdir()


@pytest.mark.parametrize("polling", [False, True])
def test_pictures_that_are_there_and_that_arrive_are_handed_on_once(polling):
    odd = "odd.png" if sys.platform in ("win32", "darwin") else os.fsdecode(b"odd\xff.png")
    paint("in/there.png", "elsewhere.jpg", "whole/deep/c.png")
    (INBOX / "gone.png").symlink_to("nothing")
    told = []
    with watched(INBOX, polling=polling, on_skipped=lambda *words: told.append(words)) as came:
        assert until(came, 1) == ["there.png"]
        paint("in/new.png", f"in/{odd}", "in/sub/b.png")
        shutil.move("elsewhere.jpg", "in/moved.jpg")
        Path("whole").rename("in/whole")
        (INBOX / "notes.txt").write_text("no picture")
        arrived = ["moved.jpg", "new.png", odd, "sub/b.png", "there.png", "whole/deep/c.png"]
        assert until(came, 6) == arrived
    assert [path for path, _ in told] == ["in/gone.png"]  # once, however often the folder is listed


def test_a_slow_copy_is_waited_for():
    contents = png()
    with watched(INBOX) as came, (INBOX / "slow.png").open("wb") as file:
        for start in range(0, len(contents), 1 + len(contents) // 4):
            file.write(contents[start : start + 1 + len(contents) // 4])
            file.flush()
            assert came == []
            time.sleep(2 * SETTLED)  # it stands still for longer than a whole file must
        assert until(came, 1) == ["slow.png"]


def test_a_file_without_an_end_is_taken_at_last():
    (INBOX / "cut.png").write_bytes(png()[:60])
    with watched(INBOX, patience=1.0) as came:
        assert until(came, 1) == ["cut.png"]


def test_temporary_names_are_waited_out():
    ends = ".part", ".crdownload", ".tmp"
    names = {f"{number}.png{end}": f"{number}.png" for number, end in enumerate(ends)}
    names |= {".a.png": "a.png", ".cache/b.png": "b.png"}
    for name in names:
        (INBOX / name).parent.mkdir(exist_ok=True)
        (INBOX / name).write_bytes(png())
    with watched(INBOX) as came:
        assert until(came, 0) == []
        for name, final in names.items():
            (INBOX / name).rename(INBOX / final)
        assert until(came, len(names)) == sorted(names.values())


def test_own_answers_start_no_loop_and_what_is_filtered_out_or_vanishes_stays_out():
    told, drawn = [], np.zeros((40, 50, 3), np.uint8)
    paint("in/a.png")
    settings = {"file_filter": FileFilter(("*-thumb.png",), recursive=False)}
    with watched(INBOX, on_skipped=lambda *words: told.append(words), **settings) as came:
        until(came, 1)
        for name in ("in/a.solved.png", "in/renamed.png"):
            save_picture(Path(name), drawn, Picture(drawn))
        paint("in/of others.solved.png", "in/a-thumb.png", "in/sub/b.png", "in/vanishes.png")
        Path("in/vanishes.png").unlink()
        assert until(came, 2) == ["a.png", "of others.solved.png"]
        paint("in/a.png")  # a picture that changes comes again
        assert until(came, 3) == ["a.png", "a.png", "of others.solved.png"]
    assert told == [("in/renamed.png", "it is an answer of this program under another name")]


def test_a_folder_that_goes_ends_the_watch():
    told = []
    pictures = watching.watch(INBOX, on_skipped=lambda *words: told.append(words))
    threading.Timer(0.5, lambda: shutil.rmtree(INBOX)).start()
    assert list(pictures) == []
    assert told[-1] == (str(INBOX), "the folder no longer exists")


def test_a_watch_that_is_ended_hands_on_nothing_more():
    paint("in/a.png", "in/b.png")
    stop = threading.Event()
    pictures = watching.watch(INBOX, stop=stop, settled=SETTLED)
    next(pictures)
    stop.set()
    assert list(pictures) == []


def test_where_the_system_fails_to_tell_changes_are_looked_for(monkeypatch):
    tell = watchfiles.watch

    def watch_no_more(*words, force_polling, **settings):
        if not force_polling:
            raise OSError("OS file watch limit reached")
        return tell(*words, force_polling=True, **settings)

    monkeypatch.setattr(watchfiles, "watch", watch_no_more)
    paint("in/there.png")
    with watched(INBOX) as came:
        until(came, 1)
        paint("in/new.png")
        assert until(came, 2) == ["new.png", "there.png"]
