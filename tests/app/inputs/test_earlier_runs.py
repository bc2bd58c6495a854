"""Answers keep their names from run to run; what a person puts in their place, or the database, stays."""

import sqlite3
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest

from app.cli.main import main
from app.store.database import VERSION_OF_TABLES
from app.store.lines import RENDERING
from tests.app.stand_ins import paint
from vision.files.load import load_picture
from vision.files.mark import read_mark
from vision.files.save import save_picture

pytestmark = pytest.mark.usefixtures("stand_in")
MINE = b"of a person"


def run(*words: str) -> None:
    assert main([*words, "-q", "-j", "1"]) == 0


def answers() -> list[str]:
    return sorted(path.name for path in Path("out").glob("*.png") if path.read_bytes() != MINE)


def opened() -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect("out/.aquarium/answers.sqlite"))


PLANTED = (
    *("mine.solved.png", "../mine.solved.png", "new/../../b.solved.png", "/b.solved.png"),
    *("report.jsonl", "no/such/folder/b.solved.png", "x" * 300 + ".solved.png"),
)


def test_a_place_that_somebody_has_written_into_the_database_is_not_taken():
    paint("in/a.png")
    run("in", "-o", "out")
    for mine in (Path("out/mine.solved.png"), Path("mine.solved.png")):
        mine.write_bytes(MINE)
    for planted in PLANTED:
        Path("out/a.solved.png").unlink()
        with opened() as database, database:
            database.execute("UPDATE pictures SET target = ?", [planted.encode()])
        run("in", "-o", "out", "--force")
        assert answers() == ["a.solved.png"], planted
        assert not Path("out/no").exists()
        assert sorted(path.name for path in Path().glob("*")) == ["in", "mine.solved.png", "out"], planted
        assert Path("out/mine.solved.png").read_bytes() == Path("mine.solved.png").read_bytes() == MINE


def test_a_picture_that_comes_later_does_not_take_the_place_of_anothers_answer():
    paint("in/a.jpg")
    run("in", "-o", "out")
    paint("in/a.png")
    before = Path("out/a.solved.png").stat().st_mtime_ns
    for _ in range(2):
        run("in", "-o", "out")
        assert answers() == ["a.png.solved.png", "a.solved.png"]
        assert Path("out/a.solved.png").stat().st_mtime_ns == before
    Path("out/a.solved.png").unlink()
    run("in/a.png", "-o", "out")  # alone, it finds its own all the same
    assert answers() == ["a.png.solved.png"]


def test_new_answers_among_the_pictures_are_not_counted_as_skipped(capsys):
    paint("in/a.png", "in/b.png")
    for skipped in (False, True):
        assert main(["in", "-o", "in/out", "-j", "1"]) == 0
        assert ("2 are answers, skipped" in capsys.readouterr().err) == skipped


AS_WRITTEN_BY_1_0_0 = """
    DROP INDEX by_path; DROP INDEX by_answer; ALTER TABLE pictures RENAME TO now;
    CREATE TABLE pictures (
        key BLOB PRIMARY KEY, path BLOB NOT NULL, needs_look INTEGER NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('solved', 'unsure')),
        target BLOB, has_answer INTEGER NOT NULL, is_final INTEGER NOT NULL, asked TEXT NOT NULL,
        size INTEGER, mtime_ns INTEGER, record TEXT NOT NULL CHECK (json_valid(record)),
        crop TEXT CHECK (crop IS NULL OR json_valid(crop)), before BLOB, after BLOB
    ) STRICT;
    INSERT INTO pictures SELECT key, path, needs_look, status, target, has_answer, is_final, settings,
        size, mtime_ns, record, crop, before, after FROM now;
    DROP TABLE now; CREATE INDEX by_path ON pictures (path, key);
    CREATE INDEX by_answer ON pictures (target) WHERE has_answer; PRAGMA user_version = 0"""
"""Makes of a database what the version before wrote: other tables, and no version."""


@pytest.fixture
def former() -> dict[str, str]:
    """Leave what the version before has left of two pictures; return what their answers are called."""
    paint("in/a.jpg", "in/a.png")
    run("in", "-o", "out")
    named = {"in/a.png": "a.solved.png", "in/a.jpg": "a.jpg.solved.png"}  # a.png had the stem
    now = {"in/a.png": "a.png.solved.png", "in/a.jpg": "a.solved.png"}
    Path("out/a.png.solved.png").rename("out/a.jpg.solved.png")
    with opened() as database, database:
        database.executescript(AS_WRITTEN_BY_1_0_0)
        for source, target in named.items():
            database.execute(
                "UPDATE pictures SET target = ?, record = replace(record, ?, ?) WHERE path = ?",
                [target.encode(), f'"target": "{now[source]}"', f'"target": "{target}"', source.encode()],
            )
            picture = load_picture(Path("out", target))
            save_picture(Path("out", target), picture.pixels, picture, mark="aquarium 1.0.0 solve")
    return named


def test_a_database_of_the_version_before_is_migrated_and_nothing_is_solved_again(former, capsys):
    before = {path: path.stat().st_mtime_ns for path in Path("out").glob("*.png")}
    capsys.readouterr()
    assert main(["in", "-o", "out", "-j", "1"]) == 0
    assert capsys.readouterr().err.startswith("nothing to do; 2 already done, skipped\n")
    assert {path: path.stat().st_mtime_ns for path in Path("out").glob("*.png")} == before
    assert len(Path("out/report.csv").read_text().splitlines()) == 3
    assert '"answer":"a.jpg.solved.png"' in Path("out/index.html").read_text()
    with opened() as database:
        (version,) = database.execute("PRAGMA user_version").fetchone()
    assert version == 100 * VERSION_OF_TABLES + RENDERING


def test_answers_of_the_version_before_keep_their_names(former):
    for _ in range(2):
        run("in", "-o", "out", "--force")
        assert answers() == sorted(former.values())
        assert all(read_mark(Path("out", name)).key for name in former.values())


def test_what_no_database_knows_of_the_version_before_is_kept(former):
    Path("out/.aquarium/answers.sqlite").unlink()
    run("in", "-o", "out", "--force")
    assert answers() == ["a-2.solved.png", "a.jpg.solved.png", "a.png.solved.png", "a.solved.png"]


def test_a_release_that_writes_lines_otherwise_writes_them_anew_once(monkeypatch):
    paint("in/a.png")
    run("in", "-o", "out")
    monkeypatch.setattr("app.store.database.RENDERING", RENDERING + 1)
    monkeypatch.setattr("app.store.database.row_of", written := Mock(return_value="anew\r\n"))
    for _ in range(2):
        run("in", "-o", "out")
    assert written.call_count == 1
    assert Path("out/report.csv").read_text().splitlines()[1] == "1,anew"
