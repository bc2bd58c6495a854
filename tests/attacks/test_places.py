"""Links, swapped folders and the same place by another name: nothing of the user's is written over."""

import os
import threading
from contextlib import suppress
from itertools import count, product
from pathlib import Path

import pytest

from app.store.database import DATABASE, PRIVATE
from app.store.reports import FAILED, PAGE, REPORT, SUMMARY, TABLE

from .command import SOLVED, Ended, ended, inside, picture, pictures, started

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


def run_with_link(place: Path, words: list[str], name: str, *, is_folder: bool) -> Ended:
    """Let a place lead to a person's file, or to its folder, and check that a run changes nothing there."""
    outer = place / "outer"
    outer.mkdir()
    (outer / "mine").write_bytes(MINE)
    (place / name).parent.mkdir(parents=True)
    (place / name).symlink_to(outer if is_folder else outer / "mine")
    end = inside(words, place)
    assert {path.name: path.read_bytes() for path in outer.iterdir()} == {"mine": MINE}
    return end


@pytest.mark.parametrize("name", LINKED)
def test_links(tmp_path, name):
    pictures(tmp_path / "in", COUNT)
    pictures(tmp_path / "in" / "sub", COUNT)
    run_with_link(tmp_path, ["in", "-o", "out", "-j1"], f"out/{name}", is_folder=name in ("sub", PRIVATE))


@pytest.mark.parametrize("name", DEBUG_LINKED)
def test_debug_links(tmp_path, name):
    pictures(tmp_path / "in", 1)
    words = ["in/p0.png", "-o", "p0.solved.png", "--debug", "debug"]
    run_with_link(tmp_path, words, f"debug/{name}", is_folder=name == "p0").check(0, 2)


@pytest.mark.parametrize("number", range(10))
def test_swapped(tmp_path, number):
    pictures(tmp_path / "in" / "sub", SWAPPED)
    outer, sub, over = tmp_path / "outer", tmp_path / "out" / "sub", threading.Event()
    outer.mkdir()
    sub.mkdir(parents=True)
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
