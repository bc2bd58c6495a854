"""A folder in which thousands of things happen while it is watched."""

import os
import threading
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random

from app.inputs.watch import watch

from .ground import ROOT, Ground, NotPossible, is_whole, picture

QUIET = 4.0
"""Seconds after the last event in which all must have been handed on."""
KINDS = (
    "whole",
    "in two parts",
    "renamed",
    "moved in",
    "deleted",
    "never whole",
    "of another kind",
    "in a folder",
)
"""What happens, each about as often."""
ANSWER = ROOT / "fixtures/site-6x6.solved.png"


def events(ground: Ground) -> Iterator[str]:
    """Create, rename, delete and half write files: every whole picture is handed on, once, and no other."""
    if find_spec("watchfiles") is None:
        raise NotPossible("watchfiles is not installed")
    inbox, aside, stop = ground.folder / "in", ground.folder / "aside", threading.Event()
    inbox.mkdir()
    aside.mkdir()
    handed: list[Path] = []
    cut: list[str] = []

    def listen() -> None:
        for path in watch(inbox, stop=stop, patience=600.0):
            handed.append(path)
            if not is_whole(path):
                cut.append(path.name)

    listener = threading.Thread(target=listen)
    listener.start()
    time.sleep(1.0)
    wanted = {_event(inbox, aside, number, ground.chance) for number in range(ground.tries)} - {None}
    end = time.monotonic() + 60.0
    while len(set(handed)) < len(wanted) and time.monotonic() < end:
        time.sleep(0.1)
    time.sleep(QUIET)
    stop.set()
    listener.join()
    for path in sorted(filter(None, wanted)):
        times = handed.count(path)
        yield "" if times == 1 else f"{path.name} was handed on {times} times"
    others = set(handed) - wanted
    yield from ["", *[""] * (ground.tries - len(wanted) - 1)]
    yield f"handed on half written: {cut[0]}" if cut else ""
    yield f"handed on, though it should not be: {sorted(others)[0].name}" if others else ""


def _event(inbox: Path, aside: Path, number: int, chance: Random) -> Path | None:
    """Let something happen, and return the picture that is to be handed on because of it."""
    kind, contents = chance.choice(KINDS), picture(number % 5)
    name = f"p{number}.png"
    place = inbox / name
    match kind:
        case "whole":
            place.write_bytes(contents)
        case "in two parts":
            with place.open("wb", buffering=0) as file:
                file.write(contents[: len(contents) // 2])
                time.sleep(0.002)
                file.write(contents[len(contents) // 2 :])
        case "renamed":
            (inbox / f"{name}.crdownload").write_bytes(contents)
            (inbox / f"{name}.crdownload").rename(place)
        case "moved in":
            (aside / name).write_bytes(contents)
            (aside / name).rename(place)
        case "deleted":
            place.write_bytes(contents)
            place.unlink()
            return None
        case "never whole":
            place.write_bytes(contents[:-20])
            return None
        case "in a folder":
            (inbox / f"f{number}").mkdir()
            place = inbox / f"f{number}" / name
            place.write_bytes(contents)
        case _:
            (inbox / chance.choice((f".{name}", f"p{number}.txt"))).write_bytes(contents)
            (inbox / f"answer{number}.png").write_bytes(ANSWER.read_bytes())  # known by its mark
            os.utime(inbox)
            return None
    return place
