"""A folder of version 1.0.0 goes on where it was: what is done stays done, and its thumbnails are shown."""

import json
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest

from app.inputs.plan import plan_jobs
from app.request import Request
from app.store import rows, stamps
from app.store.database import Database, fingerprint
from app.store.paths import digest_of
from app.store.reports import write_reports
from tests.app.store.conftest import RUN, SMALL, alter

SCHEMA = """
CREATE TABLE pictures (
    number INTEGER PRIMARY KEY,  -- in the order of report.jsonl
    key BLOB NOT NULL UNIQUE, path BLOB NOT NULL, status TEXT NOT NULL,
    version TEXT, settings TEXT, sha256 TEXT, bytes INTEGER,
    target BLOB, has_answer INTEGER, record TEXT NOT NULL
);
CREATE INDEX by_path ON pictures (path, key);
CREATE INDEX by_answer ON pictures (target) WHERE has_answer;
CREATE TABLE thumbnails (key BLOB PRIMARY KEY, sha256 TEXT, crop TEXT, before BLOB, after BLOB);
CREATE TABLE report (size INTEGER, tail BLOB, lines INTEGER);
INSERT INTO report VALUES (0, x'', 0);
CREATE INDEX by_status ON pictures (status);
CREATE TABLE standing (  -- answers that need not be looked at while the stamps of both files are the same
    key BLOB PRIMARY KEY, fingerprint TEXT, target BLOB, picture BLOB, answer BLOB
) WITHOUT ROWID;
CREATE TABLE shown (  -- what the reports show of a picture
    number INTEGER PRIMARY KEY, version TEXT, cells TEXT, item TEXT, failed TEXT, is_odd INTEGER, size INTEGER
);
CREATE INDEX by_size ON shown (is_odd, size);
CREATE TABLE reported (  -- files whose lines are as they are to be of all pictures before that path
    name TEXT PRIMARY KEY, stamp BLOB, path BLOB, room INTEGER
);
PRAGMA user_version = 3;
"""
RECORD = json.loads("""{
  "schema": 3, "path": "in/a.png", "status": "solved", "exit_code": 0, "message": null, "rows": 2, "cols": 3,
  "col_clues": [1, 1, 1], "row_clues": [0, 3], "regions": [[1, 1, 1], [1, 1, 1]], "rule": "level",
  "puzzle_certain": true, "water": [[0, 0, 0], [1, 1, 1]], "unique": true, "task": null, "puzzlink": null,
  "shared": [[0, 0, 0], [1, 1, 1]], "marks": null, "corners": null, "repairs": [], "doubts": [],
  "output": "out/a.solved.png", "reading_output": null, "mistakes": [], "boards": [],
  "seconds": {"load": 0.002, "read": 0.02, "solve": 0.001, "draw": 0.002},
  "source": "../in/a.png", "page": 1, "board": null, "target": "a.solved.png", "drawing": null,
  "sha256": null, "bytes": null, "pixels": [60, 60], "version": "1.0.0", "settings": "ddc410883653655b",
  "finished": "2026-01-02T03:04:05+00:00"
}""")
"""A line of its report."""
SETTINGS = RECORD["settings"]
"""What 1.0.0 called the settings of a run without options."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of answers as 1.0.0 has left it: one picture is solved, one of three was refused."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.fsync", lambda _: None)
    (tmp_path / "in").mkdir()
    (tmp_path / "out/.aquarium").mkdir(parents=True)
    (tmp_path / "out/a.solved.png").write_bytes(b"answer")
    with closing(sqlite3.connect(tmp_path / "out/.aquarium/answers.sqlite")) as database:
        database.executescript(SCHEMA)
        for name in ("b", "a"):
            insert(database, name)
        database.commit()
    time.sleep(2 * stamps.TICK / 1e9)
    return tmp_path / "out"


def insert(database: sqlite3.Connection, name: str) -> None:
    """Put in the rows that 1.0.0 has of a picture."""
    picture = Path("in", f"{name}.png")
    picture.write_bytes(name.encode())
    digest, is_solved = digest_of(picture), name == "a"
    assert digest is not None
    record = RECORD | {
        "path": f"in/{name}.png",
        "source": f"../in/{name}.png",
        "target": f"{name}.solved.png",
    }
    record |= {"sha256": digest.sha256, "bytes": 1}
    if not is_solved:
        record |= {"status": "unsure", "exit_code": 4, "output": None}
    key, status, target = f"../in/{name}.png\x001".encode(), record["status"], f"{name}.solved.png".encode()
    row = key, f"in/{name}.png".encode(), status, "1.0.0", SETTINGS, digest.sha256, 1, target, is_solved
    columns = "key, path, status, version, settings, sha256, bytes, target, has_answer, record"
    database.execute(
        f"INSERT INTO pictures ({columns}) VALUES ({', '.join('?' * 10)})", [*row, json.dumps(record)]
    )
    looks = digest.sha256, "[0, 0, 60, 60]", SMALL, SMALL if is_solved else None
    database.execute("INSERT INTO thumbnails VALUES (?, ?, ?, ?, ?)", [key, *looks])
    if is_solved:
        seen = stamps.stamp_of(picture.lstat()), stamps.stamp_of(Path("out/a.solved.png").lstat())
        database.execute(
            "INSERT INTO standing VALUES (?, ?, ?, ?, ?)", [key, f"1.0.0 {SETTINGS}", target, *seen]
        )


def opened(folder: Path) -> Database:
    return Database(folder, fingerprint(Request().settings(), "1.0.0"))


def test_what_is_done_stays_done_and_the_reports_have_all(folder):
    for _ in range(2):
        passed: list[int] = []
        with opened(folder) as database:
            assert database.warnings == []
            jobs = list(plan_jobs(["in"], "out").jobs(database, passed.append))
            if sys.platform != "win32":  # where files have no stamps
                assert (sum(passed), [job.name for job in jobs]) == (1, ["in/b.png"])
            assert database.reason(jobs[-1]) == "failed"
            assert [(entry.status, entry.thumbnails.crop) for entry in database.with_thumbnails()] == [
                ("solved", (0, 0, 60, 60)),
                ("unsure", (0, 0, 60, 60)),
            ]
            write_reports(database, RUN)
    lines = (folder / "report.jsonl").read_text().splitlines()
    assert json.loads(lines[0]) | {"sha256": None, "bytes": None} == RECORD
    assert (folder / "failed.txt").read_text() == "in/b.png\n"


def test_a_run_that_is_killed_while_it_takes_a_folder_over_has_taken_nothing(folder, monkeypatch):
    path = folder / ".aquarium/answers.sqlite"
    with monkeypatch.context() as dying:
        dying.setattr(rows, "put", Mock(side_effect=KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            opened(folder)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT count(*) FROM standing").fetchone() == (1,)
    with opened(folder) as database:
        assert len(database) == 2


@pytest.mark.parametrize("column", ["record", "key", "status"])
@pytest.mark.parametrize("wrong", ["5", "x'ff'", "'{}'", "'[1]'"])
def test_a_damaged_row_costs_only_itself(folder, column, wrong):
    alter(folder, f"UPDATE pictures SET {column} = {wrong} WHERE number = 1")
    with opened(folder) as database:
        assert [entry.record["path"] for entry in database if entry.status == "solved"] == ["in/a.png"]
        write_reports(database, RUN)


@pytest.mark.parametrize("column", ["crop", "before", "after", "sha256"])
@pytest.mark.parametrize("wrong", ["NULL", "5", "'x'", "'[1]'", "'[NaN, 1, 2, 3]'", "'</script>'"])
def test_damaged_thumbnails_keep_nothing_from_being_shown(folder, column, wrong):
    alter(folder, f"UPDATE thumbnails SET {column} = {wrong}")
    with opened(folder) as database:
        write_reports(database, RUN)
    page = (folder / "index.html").read_text()
    assert page.count("</script>") == 3
    assert "NaN" not in page.partition('id="pictures"')[2].partition("</script>")[0]


def test_thumbnails_of_other_bytes_are_not_shown(folder):
    alter(folder, "UPDATE thumbnails SET sha256 = 'ab'")
    with opened(folder) as database:
        assert [entry.thumbnails for entry in database.with_thumbnails()] == [None, None]
