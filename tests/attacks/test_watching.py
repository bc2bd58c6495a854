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
    *("whole", "in two parts", "renamed", "moved in"),
    *("deleted", "never whole", "of another kind", "in a folder"),
)
"""What happens, each about as often."""
ANSWER = ROOT / "fixtures/site-6x6.solved.png"


def test_watch_events(tmp_path, chance, share_of):
    """Create, rename, delete and half write files: every whole picture is handed on, once, and no other."""
    inbox, aside, stop = tmp_path / "in", tmp_path / "aside", threading.Event()
    inbox.mkdir()
    aside.mkdir()
    handed: dict[str, bool] = {}
    again: list[str] = []

    def listen() -> None:
        for path in watch(inbox, stop=stop, patience=600.0):
            again.extend({path.name} & handed.keys())
            handed[path.name] = is_whole(path)

    listener = threading.Thread(target=listen)
    listener.start()
    time.sleep(1.0)
    wanted = {_event(inbox, aside, number, chance) for number in range(share_of(EVENTS))} - {None}
    end = time.monotonic() + 60.0
    while len(handed) < len(wanted) and time.monotonic() < end:
        time.sleep(0.1)
    time.sleep(QUIET)
    stop.set()
    listener.join()
    assert [name for name, whole in handed.items() if not whole] == [], "handed on half written"
    assert (sorted(handed), again) == (sorted(path.name for path in wanted), [])


def _event(inbox: Path, aside: Path, number: int, chance: Random) -> Path | None:
    """Let something happen, and return the picture that is to be handed on because of it."""
    kind, contents, name = chance.choice(KINDS), picture(number % 5), f"p{number}.png"
    place = inbox / name
    match kind:
        case "whole":
            place.write_bytes(contents)
        case "in two parts":
            with place.open("wb", buffering=0) as file:
                for part in (contents[:500], contents[500:]):
                    file.write(part)
                    time.sleep(0.002)
        case "renamed":
            (inbox / f"{name}.crdownload").write_bytes(contents)
            (inbox / f"{name}.crdownload").rename(place)
        case "moved in":
            (aside / name).write_bytes(contents)
            (aside / name).rename(place)
        case "deleted":
            place.write_bytes(contents)
            place.unlink()
        case "never whole":
            place.write_bytes(contents[:-20])
        case "in a folder":
            place = inbox / f"f{number}" / name
            place.parent.mkdir()
            place.write_bytes(contents)
        case _:
            (inbox / chance.choice((f".{name}", f"p{number}.txt"))).write_bytes(contents)
            (inbox / f"answer{number}.png").write_bytes(ANSWER.read_bytes())  # known by its mark
            os.utime(inbox)
    return None if kind in ("deleted", "never whole", "of another kind") else place
