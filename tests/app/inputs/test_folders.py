"""Folders of every size and kind are searched, and pictures that arrive in them are handed on once, whole."""

import os
import shutil
import sys
import threading
from pathlib import Path
from unittest.mock import Mock

import pytest
import watchfiles

from app.inputs import folders
from app.inputs.folders import FileFilter, walk
from tests.app.stand_ins import PATIENCE, paint, png, write
from vision.files.mark import QUESTION

POSIX = pytest.mark.skipif(os.name == "nt", reason="links and pipes are a matter of POSIX")


def touch(*names):
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).touch()


def met(top=".", file_filter=None, told=None):
    """Return which pictures are found; `told` is filled with what is said of others."""
    told = [] if told is None else told
    return [str(path) for path in walk(Path(top), file_filter, lambda *words: told.append(words))]


def test_pictures_come_sorted_and_hidden_and_other_files_not_at_all():
    touch("in/b.png", "in/10.JPG", "in/2.png", "in/c/x.webp", "in/c.png")
    touch("in/.h.png", "in/.d/y.png", "in/t.txt")
    assert met("in") == ["in/10.JPG", "in/2.png", "in/b.png", "in/c/x.webp", "in/c.png"]


def test_answers_are_known_by_their_mark_in_every_format_and_whatever_they_are_called():
    touch("a.png", "a.solved.png")
    answers = ["b.png", "c.jpg", "d.webp", "e.tiff", "f.gif", "g.bmp", "h.solved.png"]
    for name in answers:
        write(name)
    write("puzzle.png", kind=QUESTION)
    told = []
    assert met(told=told) == ["a.png", "a.solved.png", "puzzle.png"]
    assert told == [(f"./{name}", folders.ANSWER) for name in answers]


@POSIX
def test_what_is_done_is_left_out_unopened_and_files_of_pages_are_not_asked_about():
    touch("done.png", "new.png", "pages.tiff")
    touch("other/x.png")
    Path("link.png").symlink_to(Path("other", "x.png"))
    is_answer, is_done = Mock(return_value=False), Mock(side_effect=lambda path: path.endswith("done.png"))
    found = list(walk(Path(), FileFilter(recursive=False), is_answer=is_answer, is_done=is_done))
    assert [str(path) for path in found] == ["link.png", "new.png", "pages.tiff"]
    assert [call.args[0] for call in is_answer.call_args_list] == found
    assert [call.args[0] for call in is_done.call_args_list] == ["./done.png", "./link.png", "./new.png"]


def test_patterns_leave_names_paths_and_folders_out():
    touch("a.png", "a-thumb.png", "old/b.png", "new/old/c.png", "new/d.png")
    assert met(file_filter=FileFilter(("*-thumb.*",))) == ["a.png", "new/d.png", "new/old/c.png", "old/b.png"]
    assert met(file_filter=FileFilter(("old",))) == ["a-thumb.png", "a.png", "new/d.png"]
    assert met(file_filter=FileFilter(("old/",))) == ["a-thumb.png", "a.png", "new/d.png"]
    assert met(file_filter=FileFilter(("new/*", "a*"))) == ["old/b.png"]


@POSIX
def test_what_is_no_picture_is_passed_over_with_a_word():
    touch("a.png", "real/b.png")
    os.mkfifo("pipe.png")
    Path("loop.png").symlink_to("loop.png")
    Path("dangling.png").symlink_to("nothing.png")
    Path("null.png").symlink_to("/dev/null")
    Path("folder.png").symlink_to("real")
    Path("circle").symlink_to(".")
    told = []
    assert met(told=told) == ["a.png", "real/b.png"]
    said = dict(told)
    assert said.pop("./loop.png").startswith("it is a broken link: ")
    assert said == {
        "./pipe.png": "it is a pipe, not a file",
        "./null.png": "it is a device, not a file",
        "./dangling.png": "it is a broken link: No such file or directory",
        **dict.fromkeys(("./folder.png", "./circle"), folders.LINK),
    }


@POSIX
def test_a_link_to_a_picture_is_a_picture_wherever_it_leads_and_one_to_an_answer_is_none():
    touch("in/z.png", "in/sub/y.png", "out/x.png", "out/blob")
    leading = {"a": "z.png", "b": "sub/y.png", "c": "../out/x.png", "d": "../out/x.png", "e": "../out/blob"}
    for name, to in leading.items():
        Path("in", f"{name}.png").symlink_to(to)
    Path("in/f.png").symlink_to(write("answer.png").absolute())
    links = [f"in/{name}.png" for name in leading]
    told = []
    assert met("in", told=told) == [*links, "in/sub/y.png", "in/z.png"]
    assert told == [("in/f.png", folders.ANSWER)]
    assert met("in", FileFilter(("a*",), recursive=False)) == [*links[1:], "in/z.png"]


@POSIX
def test_what_vanishes_or_cannot_be_listed_ends_nothing():
    touch("a/x.png", "b/y.png", "c/z.png")
    told = []
    pictures = walk(Path(), on_skipped=lambda path, why: told.append((path, why)))
    assert next(pictures) == Path("a/x.png")
    Path("b/y.png").unlink()
    Path("b").rmdir()
    assert list(pictures) == [Path("c/z.png")]
    assert told == [("b", "the folder cannot be listed: No such file or directory")]


TICKS = 60
"""Looks between two steps: as long as 12 seconds."""
INBOX = Path("in")


@pytest.fixture
def handed_on(monkeypatch):
    """Give the function that returns what a watch hands on after each step; time passes only in between."""
    INBOX.mkdir()

    def play(*steps, **settings):
        came, now = [], 0.0

        def changes(*_, **__):
            nonlocal now
            for step in steps:
                came.append([])
                step()
                for _ in range(TICKS):
                    now += folders.TICK
                    yield True

        monkeypatch.setattr(folders, "_changes", changes)
        monkeypatch.setattr(folders, "time", Mock(monotonic=lambda: now))
        for path in folders.watch(INBOX, **settings):
            came[-1].append(str(path.relative_to(INBOX)))
        return list(map(sorted, came))

    return play


@pytest.fixture
def watch(monkeypatch):
    """Give the function that begins a real watch, which ends at last though it should hand on nothing."""
    INBOX.mkdir()
    monkeypatch.setattr(folders, "TICK", 0.02)
    monkeypatch.setattr(folders, "LIST_EVERY", 0.02)
    stop = threading.Event()
    end = threading.Timer(PATIENCE, stop.set)
    end.start()
    yield lambda **settings: (folders.watch(INBOX, stop=stop, settled=0.02, **settings), stop)
    end.cancel()


def watch_no_more(*words, tell=watchfiles.watch, **settings):
    """Fail to tell of changes, but not to look for them."""
    if not settings["force_polling"]:
        raise OSError("OS file watch limit reached")
    return tell(*words, **settings)


@pytest.mark.parametrize(
    ("polling", "tell"), [(False, watchfiles.watch), (True, watchfiles.watch), (False, watch_no_more)]
)
def test_pictures_that_are_there_and_that_arrive_are_handed_on(polling, tell, watch, monkeypatch):
    monkeypatch.setattr(watchfiles, "watch", tell)
    odd = "odd.png" if sys.platform in ("win32", "darwin") else os.fsdecode(b"odd\xff.png")
    paint("in/there.png", "elsewhere.jpg", "whole/deep/c.png")
    pictures, stop = watch(polling=polling)
    assert next(pictures) == INBOX / "there.png"
    paint("in/new.png", f"in/{odd}", "in/sub/b.png")
    shutil.move("elsewhere.jpg", "in/moved.jpg")
    Path("whole").rename("in/whole")
    arrived = ["moved.jpg", "new.png", odd, "sub/b.png", "whole/deep/c.png"]
    assert sorted(next(pictures) for _ in arrived) == [INBOX / name for name in arrived]
    stop.set()
    assert list(pictures) == []


def test_a_watch_that_is_ended_hands_on_nothing_more(watch):
    paint("in/a.png", "in/b.png")
    pictures, stop = watch()
    next(pictures)
    stop.set()
    assert list(pictures) == []


def test_a_folder_that_goes_ends_the_watch(watch):
    paint("in/a.png")
    told = []
    pictures, stop = watch(on_skipped=lambda *words: told.append(words))
    next(pictures)
    shutil.rmtree(INBOX)
    assert list(pictures) == []
    assert (told[-1], stop.is_set()) == ((str(INBOX), "the folder no longer exists"), False)


def test_a_slow_copy_is_waited_for(handed_on):
    file, contents = INBOX / "slow.png", png()
    steps = [lambda end=end: file.write_bytes(contents[:end]) for end in (20, 60, -20, None)]
    assert handed_on(*steps) == [[], [], [], ["slow.png"]]  # it stands still longer than a whole file must


def test_a_file_without_an_end_is_taken_at_last(handed_on):
    (INBOX / "cut.png").write_bytes(png()[:60])
    assert handed_on(*[lambda: None] * 3, patience=20.0) == [[], ["cut.png"], []]


def test_temporary_names_are_waited_out(handed_on):
    ends = ".part", ".crdownload", ".tmp"
    names = {f"{number}.png{end}": f"{number}.png" for number, end in enumerate(ends)}
    names |= {".a.png": "a.png", ".cache/b.png": "b.png"}
    for name in names:
        (INBOX / name).parent.mkdir(exist_ok=True)
        (INBOX / name).write_bytes(png())

    def rename():
        for name, final in names.items():
            (INBOX / name).rename(INBOX / final)

    assert handed_on(lambda: None, rename) == [[], sorted(names.values())]


def test_own_answers_start_no_loop_and_what_is_filtered_out_or_vanishes_stays_out(handed_on):
    told = []

    def answer():
        write("in/a.solved.png"), write("in/renamed.png")
        (INBOX / "gone.png").symlink_to("nothing")
        (INBOX / "notes.txt").write_text("no picture")
        paint("in/of others.solved.png", "in/a-thumb.png", "in/sub/b.png")

    steps = [
        *(lambda: paint("in/a.png"), answer),
        lambda: os.utime("in/a.png", ns=(1, 1)),  # a picture that changes comes again
    ]
    file_filter = FileFilter(("*-thumb.png",), recursive=False)
    came = handed_on(*steps, file_filter=file_filter, on_skipped=lambda *words: told.append(words))
    assert came == [["a.png"], ["of others.solved.png"], ["a.png"]]
    # Once, however often the folder is listed
    assert [path for path, _ in told] == ["in/gone.png", "in/renamed.png"]
    assert told[1][1] == "it is an answer of this program under another name"


def test_a_picture_that_vanishes_before_it_is_whole_is_forgotten(handed_on):
    (INBOX / "cut.png").write_bytes(png()[:60])
    assert handed_on(lambda: None, (INBOX / "cut.png").unlink, lambda: None, patience=13.0) == [[], [], []]
