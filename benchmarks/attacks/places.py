"""Links, swapped folders and the same place by another name: nothing of the user's is written over."""

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

from app.store.done import DATABASE, PRIVATE
from app.store.reports import FAILED, PAGE, REPORT, SUMMARY, TABLE

from .ground import SOLVED, Ended, Ground, ended, first, inside, is_whole, picture, pictures, started

MINE = b"mine: not to be changed"
COUNT = 6
LINKED = (
    REPORT, TABLE, SUMMARY, FAILED, PAGE, PRIVATE, f"{PRIVATE}/{DATABASE}", f"p0{SOLVED}", "sub",
    f"sub/p0{SOLVED}",
)  # fmt: skip
"""What may be a link, or a file of a person's, in a folder of answers."""
SWAPPED = 40
"""Pictures that are answered while their folder is swapped for a link and back."""


def links(ground: Ground) -> Iterator[str]:
    """Let places in the folder of answers, or of --debug, lead elsewhere: nothing there changes."""
    for number in range(ground.tries):
        place = ground.folder / str(number)
        pictures(place / "in", COUNT)
        pictures(place / "in" / "sub", COUNT)
        linked = LINKED[number % len(LINKED)]
        if number // len(LINKED) % 3 == 2:
            yield _debug_link(place, ("p0", "p0/01-board.png", "p0/09-picture.png")[number % 3])
            continue
        outer = place / "outer"
        outer.mkdir()
        (outer / "mine").write_bytes(MINE)
        link = place / "out" / linked
        link.parent.mkdir(parents=True)
        link.symlink_to(outer if link.name in ("sub", PRIVATE) else outer / "mine")
        inside(["in", "-o", "out", "-j1"], place)
        problem = _changed(outer)
        yield f"{linked}: {problem}" if problem else ""


def _debug_link(place: Path, linked: str) -> str:
    """Let the folder for the stages of a picture, or a file in it, be a link."""
    outer = place / "outer"
    outer.mkdir()
    (outer / "mine").write_bytes(MINE)
    link = place / "debug" / linked
    link.parent.mkdir(parents=True)
    link.symlink_to(outer if linked == "p0" else outer / "mine")
    end = inside(["in/p0.png", "-o", "p0.solved.png", "--debug", "debug"], place)
    problem = first(_changed(outer), end.problem(0, 2))
    return f"debug/{linked}: {problem}" if problem else ""


def _changed(outer: Path) -> str:
    names = sorted(path.name for path in outer.iterdir())
    if names != ["mine"]:
        return f"written outside: {', '.join(names)}"
    return "" if (outer / "mine").read_bytes() == MINE else "a file outside was changed"


def swapped(ground: Ground) -> Iterator[str]:
    """Swap a folder of answers for a link and back while they are written."""
    for number in range(ground.tries):
        place = ground.folder / str(number)
        pictures(place / "in" / "sub", SWAPPED)
        outer, sub = place / "outer", place / "out" / "sub"
        outer.mkdir()
        sub.mkdir(parents=True)
        over = threading.Event()
        swapper = threading.Thread(target=_swap, args=(sub, outer, over))
        run = started(["in", "-o", "out", "-q", "-j1"], place)
        swapper.start()
        end = ended(run)
        over.set()
        swapper.join()
        led = list(outer.iterdir())
        yield first(f"{len(led)} of {SWAPPED} answers led out" if led else "", end.problem(0, 2))


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


def inputs(ground: Ground) -> Iterator[str]:
    """Name the question as the place of its answer, in every way there is."""
    here = ground.folder / "here"
    (here / "d").mkdir(parents=True)
    place = here / "q.png"
    (here / "link.png").symlink_to("q.png")
    (here / "d" / "up").symlink_to("..")
    for source, target in ground.some(_same_places(here)):
        place.write_bytes(picture())
        (here / "hard.png").unlink(missing_ok=True)
        os.link(place, here / "hard.png")
        end = inside([source, "-o", target], here)
        kept = place.read_bytes() == picture()
        yield (
            ""
            if kept and not end.problem(0, 2)
            else f"{source} -o {target}: {end.problem(2) or 'overwritten'}"
        )
    for check in ground.some((_same_names, _numbered_names, _a_persons_answer, _planted_target)):
        folder = ground.folder / check.__name__
        folder.mkdir()
        problem = check(folder)
        yield f"{check.__name__[1:]}: {problem}" if problem else ""


def _same_places(here: Path) -> list[tuple[str, str]]:
    on_disk = ["q.png", "./q.png", "d/../q.png", "d/up/q.png", "link.png", "hard.png", str(here / "q.png")]
    ways = ("q.png", "link.png", "hard.png", "d/../?.png", "q.png#board=1")
    return [(source, target) for source in ways for target in on_disk]


def _lost(end: Ended, found: int, wanted: int) -> str:
    return first(end.problem(0), "" if found == wanted else f"{found} answers of {wanted}")


def _same_names(here: Path) -> str:
    """Answer pictures of one name in two folders."""
    pictures(here / "d1", 1)
    pictures(here / "d2", 1)
    end = inside(["d1/p0.png", "d2/p0.png", "-o", "o/"], here)
    return _lost(end, len(list((here / "o").glob("*.png"))), 2)


def _numbered_names(here: Path) -> str:
    """Answer names with signs that part words."""
    names = ("shot #1", "shot #2", "shot?a", "shot?b", "shot%20", "shot ")
    for name in names:
        (here / f"{name}.png").write_bytes(picture())
    end = inside([*(f"{name}.png" for name in names), "-o", "o/"], here)
    return _lost(end, len(list((here / "o").glob("*.png"))), len(names))


def _a_persons_answer(here: Path) -> str:
    """Let a person's own file stand where an answer belongs, after a first run and before a second."""
    pictures(here / "in", 2)
    inside(["in", "-o", "out", "-q"], here)
    (here / "out" / f"p0{SOLVED}").write_bytes(MINE)
    (here / "in" / "p0.png").write_bytes(picture(7))
    end = inside(["in", "-o", "out", "-q"], here)
    kept = any(path.read_bytes() == MINE for path in (here / "out").rglob("*") if path.is_file())
    return first(end.problem(0, 2), "" if kept else "a person's file was overwritten")


def _planted_target(here: Path) -> str:
    """Let the report of a former run say that the answer belongs where a person's file is."""
    pictures(here / "in", 2)
    inside(["in", "-o", "out", "-q"], here)
    (here / "victim.png").write_bytes(MINE)
    shutil.rmtree(here / "out" / PRIVATE)
    report = here / "out" / REPORT
    report.write_text(
        report.read_text(encoding="utf-8").replace(f"out/p0{SOLVED}", "victim.png"), encoding="utf-8"
    )
    end = inside(["in", "-o", "out", "-q", "--force"], here)
    kept = (here / "victim.png").read_bytes() == MINE
    answered = is_whole(here / "out" / f"p0{SOLVED}")
    return first(
        "" if kept else "a planted place was written", end.problem(0), "" if answered else "no answer"
    )
