"""What the tests of the store share: an open database, and pictures that need not be there."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from app.inputs.parse import Input
from app.inputs.plan import Job
from app.outcome import FileDigest, Outcome, PictureInfo, Thumbnails
from app.store.database import Database, fingerprint
from app.store.paths import digest_of
from app.store.reports import Run
from app.store.thumbnails import thumbnail

OURS = fingerprint({}, "1")
LOOKS = Thumbnails(b"RIFF\0\0\0\0WEBPbefore", b"RIFF\0\0\0\0WEBPafter", (1, 2, 3, 4))
WHOLE = (0, 0, 60, 60)
SMALL = thumbnail(np.full((60, 60, 3), 99, np.uint8), WHOLE)
INFO = PictureInfo(FileDigest("ab" * 32, 9), (60, 80), Thumbnails(SMALL, SMALL, WHOLE))

RUN = Run("aquarium in -o out", {"time_limit": 30.0}, datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC), 7.25, 3, 4)

Note = Callable[..., None]


def job(folder: Path, name: str = "a.png", contents: bytes = b"picture") -> Job:
    """Return a job whose picture is there."""
    source = folder.parent / "in" / name
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_bytes(contents)
    return Job(Input(source), folder / f"{name}.solved.png")


def do(
    database: Database, job: Job, status: str = "solved", *, unsaved: bool = False, **found: object
) -> None:
    """Do a job as a run does, and write down what was found."""
    output = None
    if status == "solved" and isinstance(job.target, Path) and not unsaved:
        job.target.parent.mkdir(parents=True, exist_ok=True)
        job.target.write_bytes(b"answer")
        output = str(job.target)
    record = Outcome(job.name, status, output=output, unsaved=unsaved).to_dict() | found
    database.add(job, record, PictureInfo(digest_of(job.source), (5, 5), LOOKS))


def alter(folder: Path, script: str) -> None:
    """Do with the database of a folder what another program does."""
    with closing(sqlite3.connect(folder / ".aquarium/answers.sqlite")) as database:
        database.executescript(script)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return where answers belong."""
    return tmp_path / "out"


@pytest.fixture
def database(folder: Path) -> Iterator[Database]:
    with Database(folder, OURS) as opened:
        yield opened


@pytest.fixture
def note(database: Database) -> Note:
    """Give the function that writes down a picture, with further fields of its record."""

    def noted(name: str, status: str = "solved", **further: object) -> None:
        job = Job(Input(database.folder.parent / "in" / name), database.folder / f"{name}.solved.png")
        record = {
            "schema": 3,
            "path": name,
            "status": status,
            "exit_code": 0 if status == "solved" else 4,
            "message": None,
            "output": str(job.target) if status == "solved" else None,
            "seconds": {"read": 0.25, "solve": 0.5, "draw": None},
        }
        database.add(job, record | further, INFO)

    return noted
