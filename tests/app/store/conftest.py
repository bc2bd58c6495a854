"""What the tests of the store share: an open database, and pictures that need not be there."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from app.inputs.words import Input
from app.outcome import Outcome
from app.record import FileState, PictureInfo, Thumbnails
from app.store.database import Database, Done
from app.store.reports import Run
from app.store.thumbnails import thumbnail

ASKED = "0123456789abcdef"
LOOKS = Thumbnails(b"RIFF\0\0\0\0WEBPbefore", b"RIFF\0\0\0\0WEBPafter", (1, 2, 3, 4))
WHOLE = (0, 0, 60, 60)
SMALL = thumbnail(np.full((60, 60, 3), 99, np.uint8), WHOLE)
INFO = PictureInfo(FileState(9, 1), (60, 80), Thumbnails(SMALL, SMALL, WHOLE))

RUN = Run("aquarium in -o out", {"time_limit": 30.0}, datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC), 7.25, 3, 4)

Note = Callable[..., None]


def picture(folder: Path, name: str = "a.png", contents: bytes = b"picture") -> Path:
    source = folder.parent / "in" / name
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_bytes(contents)
    return source


def target_of(database: Database, source: Path) -> Path:
    return database.folder / f"{source.name}.solved.png"


def do(
    database: Database,
    source: Path,
    status: str = "solved",
    target: Path | None = None,
    *,
    info: PictureInfo | None = None,
    ended: str = "",
    **found: object,
) -> None:
    """Do a picture as a run does, and write down what was found."""
    target, has_answer = target or target_of(database, source), status == "solved"
    if has_answer:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(b"answer")
    record = Outcome(str(source), status, target=str(target) if has_answer else None).to_dict() | found
    info = info or PictureInfo(FileState.of(source), (5, 5), LOOKS)
    is_final = status in ("solved", "unsure")
    done = Done(key_of(database, source), target, ended or status, has_answer, is_final, info.state, ASKED)
    database.add(done, Input(source), record, info)


def key_of(database: Database, source: Path) -> bytes:
    return Input(source).key(database.real)


def is_done(database: Database, source: Path, asked: str = ASKED) -> bool:
    done = database.find(key_of(database, source))
    return done is not None and done.is_current(source, asked)


def paths(database: Database) -> list[str]:
    return [json.loads(line)["path"] for line in database.lines("record")]


def alter(folder: Path, script: str) -> None:
    """Do with the database of a folder what another program does."""
    with closing(sqlite3.connect(folder / ".aquarium/answers.sqlite")) as database:
        database.executescript(script)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "out"


@pytest.fixture
def database(folder: Path) -> Iterator[Database]:
    with Database(folder) as opened:
        yield opened


@pytest.fixture
def note(database: Database) -> Note:
    """Give the function that writes down a picture that need not be there, by its name."""

    def noted(name: str, status: str = "solved", **further: object) -> None:
        source = database.folder.parent / "in" / name
        record = {"path": name, "seconds": {"read": 0.25, "solve": 0.5, "draw": None}}
        do(database, source, status, info=INFO, **record | further)

    return noted
