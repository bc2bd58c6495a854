"""Folders of every size and with every kind of thing in them are searched, one picture after the other."""

import os
from pathlib import Path

import numpy as np
import pytest

from app.inputs import folders as module
from app.inputs.folders import FileFilter, walk
from vision.files.mark import QUESTION
from vision.files.pixels import Picture
from vision.files.save import save_picture

POSIX = pytest.mark.skipif(os.name == "nt", reason="links and pipes are a matter of POSIX")


def touch(*names):
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).touch()


def met(top=".", file_filter=None, on_skipped=module.ignore_skipped):
    return [str(path) for path in walk(Path(top), file_filter, on_skipped)]


def test_pictures_come_sorted_and_hidden_and_other_files_not_at_all():
    touch("in/b.png", "in/10.JPG", "in/2.png", "in/c/x.webp", "in/c.png")
    touch("in/.h.png", "in/.d/y.png", "in/t.txt")
    assert met("in") == ["in/10.JPG", "in/2.png", "in/b.png", "in/c/x.webp", "in/c.png"]


def test_answers_are_known_by_their_mark_in_every_format_and_whatever_they_are_called():
    touch("a.png", "a.solved.png")
    drawn = np.zeros((5, 5, 3), np.uint8)
    answers = ["b.png", "c.jpg", "d.webp", "e.tiff", "f.gif", "g.bmp", "h.solved.png"]
    for name in answers:
        save_picture(Path(name), drawn, Picture(drawn))
    save_picture(Path("puzzle.png"), drawn, Picture(drawn), mark=QUESTION)
    told = []
    assert met(on_skipped=lambda *words: told.append(words)) == ["a.png", "a.solved.png", "puzzle.png"]
    assert told == [(f"./{name}", module.ANSWER) for name in answers]


@POSIX
def test_what_is_done_is_left_out_unopened_and_files_of_pages_are_not_asked_about():
    touch("done.png", "new.png", "pages.tiff")
    touch("other/x.png")
    Path("link.png").symlink_to(Path("other", "x.png"))
    opened, asked = [], []

    def is_done(path):
        asked.append(Path(path).name)
        return asked[-1] == "done.png"

    found = walk(
        Path(),
        FileFilter(recursive=False),
        is_answer=lambda path: bool(opened.append(path.name)),
        is_done=is_done,
    )
    assert [path.name for path in found] == opened == ["link.png", "new.png", "pages.tiff"]
    assert asked == ["done.png", "link.png", "new.png"]


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
    told = {}
    assert met(on_skipped=lambda path, why: told.update({Path(path).name: why})) == ["a.png", "real/b.png"]
    assert told.pop("loop.png").startswith("it is a broken link: ")
    assert told == {
        "pipe.png": "it is a pipe, not a file",
        "null.png": "it is a device, not a file",
        "dangling.png": "it is a broken link: No such file or directory",
        **dict.fromkeys(("folder.png", "circle"), "it is a link to a folder; such links are not followed"),
    }


@POSIX
def test_a_link_to_a_picture_is_a_picture_wherever_it_leads():
    touch("in/z.png", "in/sub/y.png", "out/x.png", "out/blob")
    leading = {"a": "z.png", "b": "sub/y.png", "c": "../out/x.png", "d": "../out/x.png", "e": "../out/blob"}
    for name, to in leading.items():
        Path("in", f"{name}.png").symlink_to(to)
    links = [f"in/{name}.png" for name in leading]
    assert met("in") == [*links, "in/sub/y.png", "in/z.png"]
    assert met("in", FileFilter(("a*",), recursive=False)) == [*links[1:], "in/z.png"]


@POSIX
def test_a_link_to_an_answer_is_no_question():
    pixels = np.zeros((5, 5, 3), np.uint8)
    save_picture(Path("a.png"), pixels, Picture(pixels))
    Path("link.png").symlink_to("a.png")
    told = []
    assert met(on_skipped=lambda *words: told.append(words)) == []
    assert told == [("./a.png", module.ANSWER), ("./link.png", module.ANSWER)]


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
