"""Links, swapped folders and the same place by another name: nothing of the user's is written over."""

import os
import shutil
import threading
from contextlib import suppress
from itertools import count, product
from pathlib import Path

import pytest

from app.store.database import DATABASE, PRIVATE
from app.store.reports import FAILED, PAGE, REPORT, SUMMARY, TABLE

from .command import SOLVED, ended, inside, is_whole, picture, pictures, started

pytestmark = pytest.mark.attack

MINE = b"mine: not to be changed"
COUNT = 6
LINKED = (
    *(REPORT, TABLE, SUMMARY, FAILED, PAGE, PRIVATE, f"{PRIVATE}/{DATABASE}", f"p0{SOLVED}", "sub"),
    f"sub/p0{SOLVED}",
)
"""What may be a link in a folder of answers."""
DEBUG_LINKED = ("p0", "p0/01-board.png", "p0/09-picture.png")
"""The same in a folder for --debug."""
SWAPPED = 40
"""Pictures that are answered while their folder is swapped for a link and back."""
ON_DISK = ("q.png", "./q.png", "d/../q.png", "d/up/q.png", "link.png", "hard.png", "{here}/q.png")
WAYS = ("q.png", "link.png", "hard.png", "d/../?.png", "q.png#board=1")
"""How the same picture may be called, as a place and as a question."""


def link(place: Path, name: str, *, is_folder: bool) -> Path:
    """Let a place lead to a person's file, or to its folder; return the folder."""
    outer = place / "outer"
    outer.mkdir()
    (outer / "mine").write_bytes(MINE)
    (place / name).parent.mkdir(parents=True)
    (place / name).symlink_to(outer if is_folder else outer / "mine")
    return outer


def check_unchanged(outer: Path) -> None:
    """Check that a folder has a person's file alone, as it was."""
    assert {path.name: path.read_bytes() for path in outer.iterdir()} == {"mine": MINE}


@pytest.mark.parametrize("name", LINKED)
def test_links(tmp_path, name):
    """Let a place in the folder of answers lead elsewhere: nothing there changes."""
    pictures(tmp_path / "in", COUNT)
    pictures(tmp_path / "in" / "sub", COUNT)
    outer = link(tmp_path, f"out/{name}", is_folder=name in ("sub", PRIVATE))
    inside(["in", "-o", "out", "-j1"], tmp_path)
    check_unchanged(outer)


@pytest.mark.parametrize("name", DEBUG_LINKED)
def test_debug_links(tmp_path, name):
    """Let the folder for the stages of a picture, or a file in it, be a link."""
    pictures(tmp_path / "in", 1)
    outer = link(tmp_path, f"debug/{name}", is_folder=name == "p0")
    end = inside(["in/p0.png", "-o", "p0.solved.png", "--debug", "debug"], tmp_path)
    check_unchanged(outer)
    end.check(0, 2)


@pytest.mark.parametrize("number", range(10))
def test_swapped(tmp_path, number):
    """Swap a folder of answers for a link and back while they are written."""
    pictures(tmp_path / "in" / "sub", SWAPPED)
    outer, sub = tmp_path / "outer", tmp_path / "out" / "sub"
    outer.mkdir()
    sub.mkdir(parents=True)
    over = threading.Event()
    swapper = threading.Thread(target=_swap, args=(sub, outer, over))
    with started(["in", "-o", "out", "-q", "-j1"], tmp_path) as run:
        swapper.start()
        end = ended(run)
        over.set()
        swapper.join()
    assert not list(outer.iterdir()), "answers were led out"
    end.check(0, 2)


def _swap(folder: Path, outer: Path, over: threading.Event) -> None:
    """Put a link in the place of a folder and the folder back, again and again, until it is over."""
    for number in count():
        away = folder.with_name(f"away-{number}")
        with suppress(OSError):
            folder.rename(away)
        with suppress(OSError):  # the run may have made the folder anew
            folder.symlink_to(outer)
        with suppress(OSError):
            folder.unlink()
        with suppress(OSError):
            away.rename(folder)
        if over.is_set():
            return


@pytest.mark.parametrize(("source", "target"), [*product(WAYS, ON_DISK)])
def test_inputs(tmp_path, source, target):
    """Name the question as the place of its answer, in every way there is."""
    (tmp_path / "d").mkdir()
    (tmp_path / "q.png").write_bytes(picture())
    (tmp_path / "link.png").symlink_to("q.png")
    (tmp_path / "d" / "up").symlink_to("..")
    os.link(tmp_path / "q.png", tmp_path / "hard.png")
    end = inside([source, "-o", target.format(here=tmp_path)], tmp_path)
    assert (tmp_path / "q.png").read_bytes() == picture(), "overwritten"
    end.check(0, 2)


def test_inputs_of_the_same_name(tmp_path):
    """Answer pictures of one name in two folders."""
    pictures(tmp_path / "d1", 1)
    pictures(tmp_path / "d2", 1)
    inside(["d1/p0.png", "d2/p0.png", "-o", "o/"], tmp_path).check(0)
    assert len(list((tmp_path / "o").glob("*.png"))) == 2


def test_inputs_with_signs_that_part_words(tmp_path):
    """Answer names with signs that part words."""
    names = [f"shot{end}.png" for end in (" #1", " #2", "?a", "?b", "%20", " ")]
    for name in names:
        (tmp_path / name).write_bytes(picture())
    inside([*names, "-o", "o/"], tmp_path).check(0)
    assert len(list((tmp_path / "o").glob("*.png"))) == len(names)


def test_inputs_and_a_persons_own_answer(tmp_path):
    """Let a person's own file stand where an answer belongs, after a first run and before a second."""
    pictures(tmp_path / "in", 2)
    inside(["in", "-o", "out", "-q"], tmp_path).check(0)
    (tmp_path / "out" / f"p0{SOLVED}").write_bytes(MINE)
    (tmp_path / "in" / "p0.png").write_bytes(picture(7))
    inside(["in", "-o", "out", "-q"], tmp_path).check(0, 2)
    files = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert any(path.read_bytes() == MINE for path in files), "a person's file was overwritten"


def test_inputs_and_a_planted_place(tmp_path):
    """Let the report of a former run say that the answer belongs where a person's file is."""
    pictures(tmp_path / "in", 2)
    inside(["in", "-o", "out", "-q"], tmp_path).check(0)
    (tmp_path / "victim.png").write_bytes(MINE)
    shutil.rmtree(tmp_path / "out" / PRIVATE)
    report = tmp_path / "out" / REPORT
    planted = report.read_text(encoding="utf-8").replace(f"out/p0{SOLVED}", "victim.png")
    report.write_text(planted, encoding="utf-8")
    end = inside(["in", "-o", "out", "-q", "--force"], tmp_path)
    assert (tmp_path / "victim.png").read_bytes() == MINE, "a planted place was written"
    end.check(0)
    assert is_whole(tmp_path / "out" / f"p0{SOLVED}"), "no answer"
