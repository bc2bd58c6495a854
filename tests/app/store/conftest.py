"""What the tests of the store share: an open database, and pictures that need not be there."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from app.inputs.parse import Input
from app.inputs.plan import Job
from app.outcome import FileDigest, PictureInfo, Thumbnails
from app.store.database import Database, fingerprint
from app.store.reports import Run
from app.store.thumbnails import thumbnail

WHOLE = (0, 0, 60, 60)
SMALL = thumbnail(np.full((60, 60, 3), 99, np.uint8), WHOLE)
INFO = PictureInfo(FileDigest("ab" * 32, 9), (60, 80), Thumbnails(SMALL, SMALL, WHOLE))

RUN = Run("aquarium in -o out", {"time_limit": 30.0}, datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC), 7.25, 3, 4)

Note = Callable[..., None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return where answers belong."""
    return tmp_path / "out"


@pytest.fixture
def database(folder: Path) -> Iterator[Database]:
    with Database(folder, fingerprint({}, "1")) as opened:
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
