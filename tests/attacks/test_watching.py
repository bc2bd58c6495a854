"""A folder in which thousands of things happen while it is watched."""

import os
import threading
import time
from pathlib import Path
from random import Random

import pytest

from app.inputs.folders import watch

from .command import ROOT, is_whole, picture

pytestmark = pytest.mark.attack

EVENTS = 2300
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


def test_watch_events(tmp_path, chance, share_of):
    """Create, rename, delete and half write files: every whole picture is handed on, once, and no other."""
    inbox, aside, stop = tmp_path / "in", tmp_path / "aside", threading.Event()
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
    wanted = {_event(inbox, aside, number, chance) for number in range(share_of(EVENTS))} - {None}
    end = time.monotonic() + 60.0
    while len(set(handed)) < len(wanted) and time.monotonic() < end:
        time.sleep(0.1)
    time.sleep(QUIET)
    stop.set()
    listener.join()
    assert not cut, f"handed on half written: {cut[0]}"
    assert sorted(path.name for path in handed) == sorted(path.name for path in wanted)


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
